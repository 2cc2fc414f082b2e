"""Work in other processes: nothing waits for a slow request, nobody waits for one that is not wanted, and a worker that dies
is told and replaced."""

from __future__ import annotations

import http.client
import json
import os
import signal
import sys
import time
from collections.abc import Callable, Generator
from pathlib import Path

import pytest

from linkwright.studio.server.kept import Kept
from linkwright.studio.server.pool import Pool
from tests.studio.asking import WORD, Client, studio
from tests.support.source import ROOT
from tests.support.systems import needs_posix

PENDULUM = (ROOT / "examples" / "double_pendulum.yaml").read_text()
SLOW = {"document": (ROOT / "examples" / "parallel" / "6rus.yaml").read_text()}
"""Its laws take a minute."""


@pytest.fixture
def pool() -> Pool:
    return Pool()


@pytest.fixture
def client(pool: Pool) -> Generator[Client]:
    with studio(pool=pool) as found:
        assert found.post("check", {"document": PENDULUM}).data["ok"]  # warm
        yield found


def until(true: Callable[[], bool], seconds: float = 20.0) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not come to that"
        time.sleep(0.02)


def working(pool: Pool) -> list[str]:
    return [w.job.name for w in list(pool._workers) if w.job]


def test_a_newer_request_of_a_slot_cancels_a_waiting_and_a_running_one(client: Client, pool: Pool) -> None:
    until(lambda: len(pool.pids) == 2)
    before = set(pool.pids)
    old = client.later("verify", SLOW, X_Linkwright_Slot="tab checks")
    until(lambda: working(pool) == ["verify"])
    time.sleep(1.1)
    new = client.later("verify", {"document": PENDULUM}, X_Linkwright_Slot="tab checks")
    told = old.result(5)
    assert told.status == 499
    assert told.data["ok"] is False
    assert told.data["cancelled"] is True
    assert new.result(30).data["ok"]
    until(lambda: len(set(pool.pids) & before) == 1 and len(pool.pids) == 2)


def test_only_the_newest_of_many_edits_is_answered(client: Client) -> None:
    asked = [
        client.later("code", {"document": PENDULUM + f"\n# {k}\n"}, X_Linkwright_Slot="tab code") for k in range(12)
    ]
    time.sleep(0.2)
    last = client.post("code", {"document": PENDULUM}, X_Linkwright_Slot="tab code")
    assert last.data["ok"]
    assert sum(x.result(10).status == 499 for x in asked) >= 8


def test_a_slow_request_leaves_a_worker_for_edits(client: Client, pool: Pool) -> None:
    slow = [client.later("verify", SLOW, X_Linkwright_Slot=f"tab{k}") for k in range(3)]
    until(lambda: "verify" in working(pool))
    started = time.monotonic()
    assert client.post("check", {"document": PENDULUM + "\n# edited"}).data["ok"]
    assert time.monotonic() - started < 2
    assert working(pool).count("verify") == 1
    assert not any(x.done() for x in slow)


def test_a_client_that_goes_cancels_its_request(client: Client, pool: Pool) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", client.port)
    connection.request("POST", "/api/verify", json.dumps(SLOW).encode(), {"X-Linkwright-Token": WORD})
    until(lambda: working(pool) == ["verify"])
    connection.close()
    until(lambda: working(pool) == [], 5)


@needs_posix
def test_a_worker_that_dies_is_told_and_replaced(client: Client, pool: Pool) -> None:
    asked = client.later("verify", SLOW)
    until(lambda: working(pool) == ["verify"])
    (victim,) = [w.pid for w in list(pool._workers) if w.job]
    os.kill(victim, signal.SIGKILL)
    (message,) = asked.result(5).data["messages"]
    assert message["code"] == "LW700"
    assert "signal 9" in message["what"]
    until(lambda: victim not in pool.pids and len(pool.pids) == 2)
    assert client.post("check", {"document": PENDULUM + "\n# again"}).data["ok"]


@pytest.mark.slow
def test_a_request_that_takes_too_long_is_ended() -> None:
    pool = Pool(workers=1, limits={"verify": 0.5})
    with studio(pool=pool) as client:
        (message,) = client.post("verify", SLOW).data["messages"]
        assert "longer than 0.5 s" in message["what"]
        assert message["hint"]
        assert client.post("check", {"document": PENDULUM}).data["ok"]


def test_progress_comes_as_lines_before_the_answer(client: Client) -> None:
    told = client.post("verify", {"document": PENDULUM}, Accept="application/x-ndjson")
    assert told.headers["content-type"].startswith("application/x-ndjson")
    *progress, last = [json.loads(line) for line in told.text.splitlines()]
    assert len(progress) > 5
    assert [x["progress"] for x in progress] == sorted(x["progress"] for x in progress)
    assert all(x["what"] for x in progress)
    assert last["ok"]
    assert last["verdict"]["rows"]


def test_the_same_question_is_answered_from_memory(client: Client, pool: Pool) -> None:
    payload = {"document": PENDULUM, "quantities": [], "style": "closed"}
    first = client.post("equations", payload)
    assert client.post("equations", payload).body == first.body  # with the seconds that the first one took


def test_answers_that_are_kept_are_bounded() -> None:
    kept = Kept(entries=3, size=100)
    for k in range(5):
        kept.put(str(k), b"x" * 10)
    assert [kept.get(str(k)) is not None for k in range(5)] == [False, False, True, True, True]
    kept.put("large", b"x" * 90)
    assert kept.get("4") is not None
    assert kept.get("2") is None
    assert kept.get("3") is None


@needs_posix
@pytest.mark.slow
def test_workers_end_with_the_server(pool: Pool) -> None:
    with studio(pool=pool) as client:
        client.post("check", {"document": PENDULUM})
        client.later("verify", SLOW)
        until(lambda: working(pool) == ["verify"])
        pids = pool.pids
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


@pytest.mark.slow
def test_nothing_is_imported_from_the_folder_of_the_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("numpy", "linkwright", "json"):
        (tmp_path / f"{name}.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w').close()")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", [p for p in sys.path if p])
    with studio() as client:
        assert client.post("check", {"document": PENDULUM}).data["ok"]
    assert not (tmp_path / "ran").exists()


def test_workers_that_cannot_be_started_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.executable", "/nowhere/python")
    with studio() as client:
        (message,) = client.post("check", {"document": PENDULUM}).data["messages"]
    assert message["what"] == "no worker could be started"
