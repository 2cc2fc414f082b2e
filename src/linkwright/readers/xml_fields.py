"""Fields of XML elements: names, numbers, vectors; what is missing or malformed goes to the report with its line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from linkwright.errors import counted, nearest
from linkwright.readers.report import Report
from linkwright.readers.xml import Element, children, tag
from linkwright.spatial.vector import Vec

_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")


def whole(x: float) -> float:
    """Whole numbers as integers, which stay exact; others are measured numbers."""
    return int(x) if x.is_integer() and abs(x) < 2**53 else x


_OF_OTHERS = ("visual", "collision", "material", "gazebo", "transmission")
"""What nearly every file has, for other programs: misspelt names are looked for among the rest."""


class Used(NamedTuple):
    """What a reader takes from an element; repeated: children of which there may be several."""

    children: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()
    repeated: tuple[str, ...] = ()


@lru_cache(maxsize=64)
def _meant(name: str, missing: tuple[str, ...]) -> str:
    """What a misspelt name may stand for, of those that are not there."""
    near = None if name in _OF_OTHERS else nearest(name, missing)
    return f", did you mean '{near}'?" if near else ""


def _missing(known: tuple[str, ...], there: Iterable[str]) -> tuple[str, ...]:
    given = {*there}
    return tuple(name for name in known if name not in given)


class Fields:
    """Reads attributes and children of elements, and counts those that nobody reads."""

    def __init__(self, report: Report) -> None:
        self.report = report

    def name(self, element: Element) -> str | None:
        name = element.get("name")
        if not name:
            self.report.error(f"a <{tag(element)}> has no name", element.sourceline, 'write name="..."')
        return name or None

    def vector(self, element: Element, attribute: str, what: str, default: Vec) -> Vec:
        if element.get(attribute) is None:
            return default
        values = self.numbers(element, attribute, 3, what)
        return Vec(*values) if values else default

    def number(self, element: Element, attribute: str, what: str, default: float | None = None) -> float | None:
        if element.get(attribute) is None and default is not None:
            return default
        values = self.numbers(element, attribute, 1, what)
        return values[0] if values else None

    def numbers(self, element: Element, attribute: str, count: int, what: str) -> list[float] | None:
        text = element.get(attribute)
        if text is None:
            self.report.error(f"{what} is missing", element.sourceline, f'write {attribute}="..." in <{tag(element)}>')
            return None
        words = self.without_commas(text.split(), count, what, element.sourceline)
        bad = [w for w in words if not _NUMBER.fullmatch(w) or abs(float(w)) == float("inf")]
        if bad:
            hint = (
                "this looks like xacro: save the file as .xacro, or expand it"
                if "$" in text
                else "write a finite number"
            )
            self.report.error(f"{what} has '{bad[0][:30]}', which is not a finite number", element.sourceline, hint)
            return None
        if len(words) != count:
            hint = f"write {attribute} as {counted(count, 'number')} separated by spaces"
            self.report.error(
                f"{what} has {counted(len(words), 'number')} in {attribute}, not {count}", element.sourceline, hint
            )
            return None
        return [whole(float(w)) for w in words]

    def without_commas(self, words: list[str], count: int, what: str, line: int) -> list[str]:
        """`1, 2, 3` as `1 2 3`: a comma at the end can only separate. In `0,5` it may be a point, and is refused."""
        if len(words) != count or not any(w.endswith(",") for w in words[:-1]):
            return words
        self.report.note("repaired", f"{what}: commas between numbers left out", line)
        return [w.removesuffix(",") for w in words[:-1]] + words[-1:]

    def ignore_unused(self, element: Element, used: Mapping[str, Used]) -> None:
        """Count what the reader does not use, here and in every element below that it reads (those with a row in `used`)."""
        row = used[element.tag]
        inside = "" if element.tag == "robot" else f" of a <{tag(element)}>"
        seen: set[str] = set()
        below: list[Element] = []
        missing = _missing(row.children, (x.tag for x in children(element)))
        for child in children(element):
            if child.tag not in (*row.children, *row.repeated):
                meant = _meant(child.tag, missing)
                self.report.ignore(f"<{tag(child)}>{inside}{meant}", child.sourceline)
                if child.tag in ("visual", "collision") and child.find("geometry/mesh") is not None:
                    self.report.ignore("mesh files: shapes do not enter the dynamics", child.sourceline)
            elif child.tag in seen and child.tag not in row.repeated:
                self.report.ignore(f"a second <{tag(child)}> in a <{tag(element)}>", child.sourceline)
            elif child.tag in used:
                below.append(child)
            seen.add(child.tag)
        missing = _missing(row.attributes, element.attrib)
        for attribute in element.attrib:
            if attribute not in row.attributes and not attribute.startswith("{"):
                meant = _meant(attribute, missing)
                self.report.ignore(f"attribute {attribute}{inside or ' of <robot>'}{meant}", element.sourceline)
        for child in below:
            self.ignore_unused(child, used)
