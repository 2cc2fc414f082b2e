"""Jobs in this process and in others: the same outcomes, each once."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import psutil
import pytest

from tests.support.jobs import Crew, InputError, Job, Journal, LinkwrightError, Outcome, workers

ADD = "tests.jobs.jobs:add"
MATRICES = [Job(f"m/{k}", "tests.jobs.jobs:matrices", {"seed": k}) for k in range(8)]


@pytest.fixture(scope="module")
def two() -> Iterator[Crew]:
    with workers(2) as crew:
        yield crew


@pytest.fixture(params=["here", "two"])
def crew(request: Any, two: Crew) -> Iterator[Crew]:
    if request.param == "two":
        yield two
    else:
        with workers() as here:
            yield here


def by_key(outcomes: Iterator[Outcome]) -> dict[str, Outcome]:
    return {x.key: x for x in outcomes}


def test_results_and_failures(crew: Crew) -> None:
    jobs = [Job(f"add/{k}", ADD, {"a": np.arange(3), "b": k}) for k in range(5)]
    jobs += [Job("wrong", "tests.jobs.jobs:wrong", {"word": "way"}), Job("leave", "tests.jobs.jobs:leave")]
    jobs += [Job("nowhere", "tests.jobs.jobs:nothing"), Job("object", ADD, {"a": [{}], "b": []})]
    found = by_key(crew.run(jobs))
    for k in range(5):
        assert np.array_equal(found[f"add/{k}"].result, np.arange(3) + k)
    assert found["object"] == Outcome("object", "done", [{}], "", found["object"].seconds)
    assert found["wrong"].status == found["leave"].status == found["nowhere"].status == "failed"
    assert found["wrong"].message.startswith("ValueError: no way (jobs.py:")
    assert "SystemExit: 3" in found["leave"].message
    assert "nothing" in found["nowhere"].message


def test_one_two_and_four_give_the_same(two: Crew) -> None:
    """To the last bit: sums of one thread do not depend on how many there are."""
    with workers(4) as four:
        runs = [by_key(crew.run(MATRICES)) for crew in (two, four)]
    with workers(1) as one:
        runs.append(by_key(one.run(MATRICES)))
    for key in runs[0]:
        a, b, c = (found[key].result for found in runs)
        assert np.array_equal(a["inverse"], b["inverse"])
        assert (a["norm"], a["pair"]) == (b["norm"], b["pair"])
        np.testing.assert_allclose(c["inverse"], a["inverse"], rtol=1e-9)  # this process may sum in threads
        assert c["pair"] == a["pair"] == [int(key[2:]), None]


def test_the_journal_is_asked_first(crew: Crew, tmp_path: Path) -> None:
    def job(k: int) -> Job:
        return Job(f"s/{k}", "tests.jobs.jobs:slow", {"folder": str(tmp_path), "name": f"{k}", "seconds": 0})

    with Journal(tmp_path / "journal.sqlite") as journal:
        first = list(crew.run([job(k) for k in range(3)], journal))
        again = list(crew.run([job(k) for k in (7, 0, 1, 2, 6)], journal))
        assert {x.key for x in again[:3]} == {"s/0", "s/1", "s/2"}
        assert by_key(iter(again)).keys() == {f"s/{k}" for k in (0, 1, 2, 6, 7)}
        assert by_key(iter(first)).items() <= by_key(iter(again)).items()
        assert journal.keys() == {f"s/{k}" for k in (0, 1, 2, 6, 7)}
    assert sorted(p.name.split(".")[0] for p in tmp_path.glob("ended-*")) == [f"ended-{k}" for k in (0, 1, 2, 6, 7)]


def test_who_stops_looking_loses_nothing(crew: Crew, tmp_path: Path) -> None:
    jobs = [Job(f"add/{k}", ADD, {"a": k, "b": 10}) for k in range(6)]
    with Journal(tmp_path / "journal.sqlite") as journal:
        seen = next(iter(crew.run(jobs, journal)))
        assert journal.outcome(seen.key) == seen
        assert {x.result for x in crew.run(jobs, journal)} == set(range(10, 16))


def test_names_are_unique(crew: Crew) -> None:
    with pytest.raises(InputError, match="two jobs have the name 'a'"):
        list(crew.run([Job("a", ADD), Job("a", ADD)]))


def test_the_same_name_with_other_arguments_is_other_work(two: Crew) -> None:
    """A scheduler knows results by name, and others may use it."""
    runs = [two.run([Job("a", ADD, {"a": 1, "b": b})]) for b in (1, 2)]
    assert [next(run).result for run in runs] == [2, 3]


def test_workers_have_one_thread_for_matrices(two: Crew) -> None:
    assert next(two.run([Job("threads", "tests.jobs.jobs:threads")])).result == "1"


def test_only_this_machine_can_connect(two: Crew) -> None:
    me = psutil.Process()
    listening = [
        c.laddr.ip
        for process in (me, *me.children(recursive=True))
        for c in process.net_connections()
        if c.status == psutil.CONN_LISTEN
    ]
    assert len(listening) >= 3
    assert set(listening) == {"127.0.0.1"}


def test_what_is_missing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match="0 workers"), workers(0):
        pass
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(LinkwrightError, match="needs the package distributed") as error, workers(2):
        pass
    assert "[cluster]" in error.value.hint
    with workers(1) as crew:
        assert next(crew.run([Job("a", ADD, {"a": 1, "b": 1})])).result == 2
