"""A journal keeps outcomes, is of one run, serves one client at a time, and is refused where it is not whole."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.support.jobs import FileError, Journal, Outcome, RunError


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


def filled(path: Path, count: int = 300) -> None:
    with Journal(path, {"seed": 1}) as journal:
        for k in range(count):
            journal.record(Outcome(f"k{k}", "done", {"x": np.arange(50.0) + k}, "", 0.5))


def test_what_is_recorded_is_there_again(path: Path) -> None:
    done = Outcome("a/1/0", "done", {"x": [1, None, "é"], "n": 0.1}, "", 1.5)
    failed = Outcome("b", "failed", message="ValueError: no")
    with Journal(path, {"seed": 1}) as journal:
        journal.record(done)
        journal.record(failed)
    with Journal(path, {"seed": 1}) as journal:
        assert journal.keys() == {"a/1/0", "b"}
        assert journal.outcome("a/1/0") == done
        assert list(journal.outcomes()) == [done, failed]
        assert journal.outcome("c") is None
        assert journal.meta == {"seed": 1}
        journal.forget(["b"])
    with Journal(path, {"seed": 1}) as journal:
        assert journal.keys() == {"a/1/0"}


def test_arrays_are_kept_to_the_last_bit(path: Path) -> None:
    x = np.random.default_rng(0).normal(size=(3, 4))
    with Journal(path) as journal:
        journal.record(Outcome("a", "done", {"x": x}))
        found = journal.outcome("a")
    assert found is not None
    assert np.array_equal(found.result["x"], x)


@pytest.mark.parametrize("other", [{"seed": 2}, {}, {"seed": 1, "job": "cube"}, {"seed": "1"}])
def test_a_journal_of_another_run_is_refused(path: Path, other: dict[str, object]) -> None:
    filled(path, 1)
    with pytest.raises(RunError, match="of another run: ") as error:
        Journal(path, other)
    assert "delete it" in error.value.hint
    assert str(path) in str(error.value)
    filled(path, 1)


def test_another_client_is_refused_until_the_first_has_ended(path: Path) -> None:
    program = f"from linkwright.jobs import Journal; Journal({str(path)!r}); print('opened')"

    def other() -> str:
        found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
        return found.stdout + found.stderr

    with Journal(path) as journal:
        with pytest.raises(RunError, match="in use by another run"):
            Journal(path)
        assert "in use by another run" in other()
        journal.record(Outcome("a", "done"))
        assert "in use by another run" in other()
    assert other() == "opened\n"


def test_a_file_of_somebody_else_is_refused_and_left_alone(path: Path) -> None:
    with sqlite3.connect(path) as file:
        file.execute("CREATE TABLE photos (name TEXT)")
    file.close()
    before = path.read_bytes()
    with pytest.raises(FileError, match="no journal of ours"):
        Journal(path)
    path.write_text("name,level\nR=R=R,pattern\n" * 100)
    with pytest.raises(FileError, match="damaged, or is none"):
        Journal(path)
    path.write_bytes(before)
    with pytest.raises(FileError, match="no journal of ours"):
        Journal(path)
    assert path.read_bytes() == before


def test_another_format_is_refused(path: Path) -> None:
    filled(path, 1)
    file = sqlite3.connect(path)
    file.execute("PRAGMA user_version = 7")
    file.close()
    with pytest.raises(FileError, match="format 7"):
        Journal(path, {"seed": 1})


@pytest.mark.parametrize("part", [0, 0.3, 0.6, 0.95])
def test_a_damaged_file_is_refused(path: Path, part: float) -> None:
    """A part of it overwritten, as by a disk that fails; never an outcome that was not recorded."""
    filled(path)
    data = bytearray(path.read_bytes())
    at = int(part * len(data))
    data[at : at + 5000] = bytes(5000)
    path.write_bytes(data)
    with pytest.raises(FileError) as error, Journal(path, {"seed": 1}) as journal:
        list(journal.outcomes())
    assert "another folder" in error.value.hint


def test_a_file_cut_short_is_refused(path: Path) -> None:
    filled(path)
    path.write_bytes(path.read_bytes()[:-9000])
    with pytest.raises(FileError, match="damaged"):
        Journal(path, {"seed": 1})


def test_an_empty_file_is_a_new_journal(path: Path) -> None:
    path.write_bytes(b"")
    with Journal(path, {"seed": 1}) as journal:
        assert journal.keys() == set()


def test_no_folder_no_room(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="cannot use the journal"):
        Journal(tmp_path / "nowhere" / "journal.sqlite")
