"""Units that tables of keys name are units that formulas know: else no text with units could stand there."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from linkwright.formula.dimensions import check_unit
from linkwright.formula.syntax import parse_syntax
from linkwright.formula.text import Text
from linkwright.readers.keys import Section
from linkwright.readers.table import ROBOT
from linkwright.readers.table_foreign import SKIDY
from linkwright.synthesis.task.table import TASK


def sections(section: Section, seen: set[str]) -> Iterator[Section]:
    """A section, and all that its keys speak of."""
    if section.name in seen:
        return
    seen.add(section.name)
    yield section
    for key in section.keys:
        for below in key.kind.sections:
            yield from sections(below, seen)


def units() -> set[str]:
    words = (key.kind.words for top in (ROBOT, SKIDY, TASK) for own in sections(top, set()) for key in own.keys)
    return {word.partition(", ")[2] for word in words if word.startswith("number, ") and "or" not in word}


@pytest.mark.parametrize("unit", sorted(units()))
def test_a_text_in_the_unit_of_a_key_is_read(unit: str) -> None:
    for one in unit.split(", "):
        text = Text("2" if one == "1" else f"2 {one}")
        check_unit(parse_syntax(text), unit, text)


def test_the_keys_of_a_tube_are_among_them() -> None:
    assert {"N/m^2", "kg/m^3", "kg/m", "N m/rad, N/m"} <= units()
