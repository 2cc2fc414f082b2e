"""YAML -> Lagrangian: a mechanism on a product of manifolds.

    name: spherical_pendulum
    manifold: {q: S2}                                            # R, R^3, S1, S2, SO(3), SE(3), families S2[n]
    constants: {m: 1.3, l: 0.7, g: scalar}                       # a value, a type, or {type: ..., value: ...}
    lagrangian: m*l**2*dot(dq, dq)/2 - m*g*l*dot(q, e3)
    work: dot(delta(q), tau)                                     # unknown names are inputs, unless inputs: lists them
    dissipation: c*dot(dq, dq)/2
    constraints: {rolling: dx - r*cross(R*Omega, e3)}            # of places, or linear in velocities
    symmetries: {turn: {q: e3}}                                  # delta x, xi or eta of a motion that changes nothing
    start: {q: [0, 0, -1], omega_q: [1, 0, 0]}
    sizes: {n: 5}

Formulas are parsed by the room `manifold`; this file finds them and knows where each of their characters stands.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from linkwright.errors import ExpressionError, FileError, raise_all
from linkwright.formula.text import Text
from linkwright.manifold.from_text import system
from linkwright.manifold.lagrangian import Lagrangian
from linkwright.readers.keys import Place
from linkwright.readers.options import LoadOptions
from linkwright.readers.report import Report
from linkwright.readers.snap import Snapper
from linkwright.readers.table import LAGRANGIAN
from linkwright.readers.yaml_parts import Parts
from linkwright.readers.yaml_tree import Leaf, Map, Node, Seq


@dataclass(frozen=True)
class FileText(Text):
    """A formula that knows the line and column of its characters: the k-th that is no space stands at spots[k]."""

    spots: tuple[tuple[int, int], ...] = ()

    def error(self, what: str, at: int, hint: str = "") -> ExpressionError:
        before = len("".join(self.text[:at].split()))
        if not self.spots:
            return Text.error(self, what, at, hint)
        line, column = self.spots[min(before, len(self.spots) - 1)]
        return ExpressionError(what, f"{self.place}:{line}:{column}", hint)


def read_lagrangian(top: Map, name: str, report: Report, options: LoadOptions) -> Lagrangian:
    """A file or dict that has the key `manifold`."""
    return _Reader(top, report).read(name, options)


class _Reader:
    def __init__(self, top: Map, report: Report) -> None:
        self.top, self.report = top, report
        self.places: dict[str, str] = {}
        ends = [0]
        for line in report.text.splitlines(keepends=True):
            ends.append(ends[-1] + len(line))
        self.starts = ends

    def read(self, name: str, options: LoadOptions) -> Lagrangian:
        x = LAGRANGIAN.read(Place(self.top, "the Lagrangian", "", Parts(self.report, Snapper())))
        for option in ("floating", "root", "gravity"):
            if getattr(options, option):
                hint = "write it into the Lagrangian"
                self.report.error(f"the option {option} means nothing for a Lagrangian", self.top.line, hint)
        version = x["linkwright"]
        if version is not None and str(version.to_python()) != "1":
            where = self.report.where(version.line)
            self.report.add(FileError(f"format version '{version.to_python()}' is not known", where, "write 1"))
        manifold, constants = self._words("manifold"), self._values("constants")
        inputs = self._words("inputs") if "inputs" in x else None
        sizes = {k: self._size(k, v) for k, v in self._words("sizes").items()}
        formulas = {key: self._formula(key, x.given.get(key)) for key in ("lagrangian", "work", "dissipation")}
        constraints = self._formulas("constraints", x.given.get("constraints"))
        symmetries = {n: self._motion(n, node) for n, node in self._section("symmetries").items()}
        start, called = self._values("start"), x["name"] or name
        raise_all(self.report.errors)
        return system(
            manifold, formulas["lagrangian"] or "", constants, formulas["work"], dissipation=formulas["dissipation"],
            constraints=constraints, inputs=inputs, sizes=sizes, symmetries=symmetries, start=start,
            name=called, places=self.places, source=self.report.file,
        )  # fmt: skip

    # --- sections -----------------------------------------------------------------------------------------------------------

    def _section(self, key: str) -> Mapping[str, Node]:
        node = self.top.entries.get(key)
        if node is None:
            return {}
        self.places[key] = self.report.where(self.top.key_lines.get(key))
        if not isinstance(node, Map):
            self.report.error(f"'{key}' is not a mapping", node.line, f"write {key}: {{name: ...}}")
            return {}
        self.places |= {f"{key}.{n}": self.report.where(node.key_lines.get(n)) for n in node.entries}
        return node.entries

    def _words(self, key: str) -> dict[str, str]:
        found: dict[str, str] = {}
        for name, node in self._section(key).items():
            if isinstance(node, Leaf) and node.value is not None:
                found[name] = str(node.value)
            else:
                self.report.error(f"'{name}' in '{key}' is not a word", node.line, f"write {key}: {{{name}: ...}}")
        return found

    def _values(self, key: str) -> dict[str, Any]:
        """Numbers, formulas and types, in lists and mappings."""
        return {name: node.to_python() for name, node in self._section(key).items()}

    def _motion(self, name: str, node: Node) -> Any:
        if isinstance(node, Map):
            return self._formulas(f"symmetries.{name}", node)
        hint = f"write {name}: {{variable: how it moves}}"
        self.report.error(f"symmetry '{name}' does not say what moves", node.line, hint)
        return {}

    def _size(self, name: str, text: str) -> int:
        if text.strip().isdecimal():
            return int(text)
        line = self.top.entries["sizes"].line
        self.report.error(f"size '{name}' is '{text[:40]}'", line, "write a whole number")
        return 1

    # --- formulas -----------------------------------------------------------------------------------------------------------

    def _formulas(self, key: str, node: Node | None) -> Any:
        if node is None:
            return {}
        if isinstance(node, Map):
            made = {n: self._formula(f"{key}.{n}", x, node.key_lines.get(n)) for n, x in node.entries.items()}
            return {n: x for n, x in made.items() if x is not None}
        items = node.items if isinstance(node, Seq) else [node]
        return [x for x in (self._formula(key, item) for item in items) if x is not None]

    def _formula(self, key: str, node: Node | None, line: int | None = None) -> Text | None:
        if node is None:
            return None
        line = line or self.top.key_lines.get(key) or node.line
        self.places[key] = self.report.where(line)
        if not isinstance(node, Leaf) or node.value is None:
            cut = isinstance(node, Leaf) and ")" in key
            hint = "inside { } a comma begins a new entry: put the formula into quotes, or on a line of its own"
            name = key.rpartition(".")[2]
            self.report.error(
                f"'{name}' is not a formula", line, hint if cut else "write a formula, long ones after >-"
            )
            return None
        text = str(node.value)
        if not self.report.text or node.line is None:
            return Text(text, self.places[key] or key)
        return FileText(text, self.report.file, self._spots(text, line or node.line, key.rpartition(".")[2]))

    def _spots(self, text: str, line: int, key: str) -> tuple[tuple[int, int], ...]:
        """Where the characters of a text stand that are no spaces, from the line of its key on; () if it was escaped."""
        raw = self.report.text
        at = self.starts[line - 1]
        head = re.compile(rf"{re.escape(key)}[\"']?\s*:\s*(?:[>|][-+0-9]*[^\n]*\n)?[\s\"']*").search(raw, at)
        at = head.end() if head else at
        found: list[tuple[int, int]] = []
        for wanted in "".join(text.split()):
            while at < len(raw) and raw[at].isspace():
                at += 1
            if at >= len(raw) or raw[at] != wanted:
                return ()
            row = bisect_right(self.starts, at) - 1
            found.append((row + 1, at - self.starts[row] + 1))
            at += 1
        return tuple(found)
