"""Fields of XML elements: names, numbers, vectors; what is missing or malformed goes to the report with its line."""

from __future__ import annotations

import re
from collections.abc import Iterable

from linkwright.readers.report import Report
from linkwright.readers.xml import Element, children, tag
from linkwright.spatial.vector import Vec

_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")


def whole(x: float) -> float:
    """Whole numbers as integers, which stay exact; others are measured numbers."""
    return int(x) if x.is_integer() and abs(x) < 2**53 else x


class Fields:
    """Reads attributes and children of elements, and counts those that nobody reads."""

    def __init__(self, report: Report) -> None:
        self.report = report

    def name(self, element: Element) -> str | None:
        name = element.get("name")
        if not name:
            self.report.error(f"a <{tag(element)}> has no name", element.sourceline, 'write name="..."')
        return name or None

    def only(self, element: Element, wanted: str) -> Element | None:
        """The first child with this tag; further ones are counted as ignored."""
        found = element.findall(wanted)
        for extra in found[1:]:
            self.report.ignore(f"a second <{wanted}> in a <{tag(element)}>", extra.sourceline)
        return found[0] if found else None

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
            numbers = f"{count} number" + "s" * (count > 1)
            hint = f"write {attribute} as {numbers} separated by spaces"
            self.report.error(f"{what} has {len(words)} numbers in {attribute}, not {count}", element.sourceline, hint)
            return None
        return [whole(float(w)) for w in words]

    def without_commas(self, words: list[str], count: int, what: str, line: int) -> list[str]:
        """`1, 2, 3` as `1 2 3`: a comma at the end can only separate. In `0,5` it may be a point, and is refused."""
        if len(words) != count or not any(w.endswith(",") for w in words[:-1]):
            return words
        self.report.note("repaired", f"{what}: commas between numbers left out", line)
        return [w.removesuffix(",") for w in words[:-1]] + words[-1:]

    def ignore_rest(self, element: Element, tags: Iterable[str], attributes: Iterable[str]) -> None:
        """Count what this reader does not use."""
        inside = "" if element.tag == "robot" else f" of a <{tag(element)}>"
        for child in children(element):
            if child.tag not in tags:
                self.report.ignore(f"<{tag(child)}>{inside}", child.sourceline)
                if child.tag in ("visual", "collision") and child.find("geometry/mesh") is not None:
                    self.report.ignore("mesh files: shapes do not enter the dynamics", child.sourceline)
        for attribute in element.attrib:
            if attribute not in attributes and not attribute.startswith("{"):
                self.report.ignore(f"attribute {attribute}{inside or ' of <robot>'}", element.sourceline)
