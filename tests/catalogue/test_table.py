"""The catalogue as a table, and what is asked of it."""

from __future__ import annotations

import pytest

from linkwright.errors import FileError, InputError
from tests.support.catalogue import COLUMNS, Selection, entries, read_table, table_text


@pytest.mark.parametrize("level", ["patterns", "general", "variants"])
def test_written_and_read_back(level: str) -> None:
    rows = tuple(entries(Selection("3..5", level=level).chains()))
    text = table_text(rows)
    assert read_table(text) == rows
    assert table_text(rows) == text
    assert text.splitlines()[0] == ",".join(COLUMNS)


def test_a_row() -> None:
    (row,) = (x for x in entries(Selection("4").chains()) if x.chain.name == "R=R=R=P")
    assert row.cells == {
        "name": "R=R=R=P",
        "level": "pattern",
        "joints": "4",
        "word": "RRRP",
        "technical": "RRRP",
        "mask": "3T1R",
        "motions": "vx vy vz wz",
        "lengths": "d1 a2 d2 a3 d3 a4",
        "angles": "",
        "general": "R=R=R=P",
        "same_motion_as": "P=R=R=R",
        "known": row.cells["known"],
    }


def test_selection() -> None:
    assert len(Selection("4", "3T1R").chains()) == 28
    assert len(Selection("4", "3t1r, 1T3R").chains()) == 42
    assert all(c.prismatic <= 1 for c in Selection("3..5", max_prismatic=1).chains())
    assert [Selection(x).numbers for x in ("6", "3..7", " 3-4 ")] == [range(6, 7), range(3, 8), range(3, 5)]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (Selection("six"), "3..7"),
        (Selection("5..3"), "3..7"),
        (Selection("0..2"), "from 1 to"),
        (Selection("3..99"), "from 1 to"),
        (Selection("3", "3T4R"), "did you mean '3T"),
        (Selection("3", "nonsense"), "such as 3T1R"),
        (Selection("3", "3T1R"), "there are 0T3R (1), 1T2R (9), 2T1R (16), 3T0R (1)"),
        (Selection("3", level="pattern"), "did you mean 'patterns'"),
        (Selection("3", max_prismatic=-1), "0 or more"),
        (Selection("1", level="variants"), "no such chain"),
    ],
)
def test_what_is_not_there(wrong: Selection, said: str) -> None:
    with pytest.raises(InputError) as caught:
        wrong.chains()
    assert said in str(caught.value)


def test_broken_tables() -> None:
    text = table_text(entries(Selection("3").chains()))
    with pytest.raises(FileError, match="no column 'mask'"):
        read_table(text.replace("mask", "masks"), "t.csv")
    with pytest.raises(FileError, match="says '2T2R', which should be '2T1R'") as caught:
        read_table(text.replace("2T1R", "2T2R"), "t.csv")
    assert caught.value.where == "t.csv:5"
    with pytest.raises(FileError, match="no name of a serial chain"):
        read_table(text.replace("R+R+R,p", "R+R?R,p"), "t.csv")
    with pytest.raises(FileError):
        read_table("", "t.csv")
    with pytest.raises(FileError, match="no table of comma-separated values"):
        read_table("x" * 200_000, "t.csv")
