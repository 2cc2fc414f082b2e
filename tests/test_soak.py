"""Damaged files of every format: commands end with a result or with an error and its place, and with nothing else."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import linkwright as lw
from benchmarks.mutations import mutate
from benchmarks.soak import work
from benchmarks.soak_cases import outcome, sources
from tests.support.package import LinkwrightError

SEED, COUNT, PARTS = "the tests", 160, 4


@pytest.mark.parametrize("part", range(PARTS))
def test_nothing_but_results_and_errors(part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LINKWRIGHT_CACHE", "off")
    done = list(work(SEED, range(part, COUNT, PARTS)))
    wrong = [f"case {x.case}: {kind}: {what}" for x in done for kind, what in x.wrong if kind != "slow"]
    assert not wrong, "\n".join(wrong)
    assert {0, 2} <= {x.code for x in done}  # the damage is real, and not everywhere fatal


def test_every_kind_of_file_is_damaged() -> None:
    endings = {s.damaged.name.partition(".")[2] for s in sources()} | {s.given.suffix for s in sources()}
    assert {"yaml", "urdf", "xacro", "xml", "mjcf", "sdf", "csv", "par", "loops.yaml", ".json"} <= endings


def test_damage_depends_on_the_seed_alone() -> None:
    text = sources()[0].damaged.read_text()
    made = [mutate(text, ".yaml", random.Random(f"{seed}")) for seed in (1, 1, 2)]
    assert made[0] == made[1] != made[2]


def test_what_goes_wrong_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader that fails, prints escapes or leaves a file behind does not pass."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("benchmarks.soak_cases.arguments", lambda *_: ["check"])

    def bad(path: Path, **_: object) -> lw.Mechanism:
        (tmp_path / "left").write_text("half")
        print("\x1b[31m")
        raise LinkwrightError("bad")

    monkeypatch.setattr("linkwright.readers.load", bad)
    assert {kind for kind, _ in outcome("1", 1, tmp_path).wrong} == {"control characters", "half-written"}

    def worse(path: Path, **_: object) -> lw.Mechanism:
        raise ZeroDivisionError

    monkeypatch.setattr("linkwright.readers.load", worse)
    assert "traceback" in {kind for kind, _ in outcome("1", 1, tmp_path).wrong}
