"""Section: a mapping of a task file, read key by key; what is wrong goes to the report with its line."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any

from linkwright.errors import suggestion
from linkwright.formula.scalar import constant
from linkwright.readers.yaml_parts import Parts
from linkwright.readers.yaml_tree import Leaf, Map, Node, Seq


class Section:
    """Keys of one mapping. what: how messages call it; given: the keys that it has."""

    def __init__(self, parts: Parts, node: Node | None, what: str, allowed: Sequence[str]) -> None:
        self.parts, self.what = parts, what
        empty = node is None or (isinstance(node, Leaf) and node.value is None)
        self.node = node if isinstance(node, Map) else Map(line=node.line if node else None)
        if not empty and not isinstance(node, Map):
            self.error(f"{what} is not a mapping", node, f"keys: {', '.join(allowed)}")
        parts.keys(self.node, allowed, what)
        self.given = tuple(k for k in allowed if k in self.node.entries)

    def error(self, what: str, node: Node | None = None, hint: str = "") -> None:
        """Tell of a mistake, at a node or at the section itself."""
        self.parts.report.error(what, (node or self.node).line, hint)

    def section(self, key: str, allowed: Sequence[str]) -> Section:
        """A mapping within this one; empty where it is not there."""
        return Section(self.parts, self.node.entries.get(key), f"'{key}'", allowed)

    def word(self, key: str, default: str, among: Sequence[str] = ()) -> str:
        """A name, one of those that are known."""
        found = self.parts.word(self.node, key, self.what)
        if found is None or not among or found in among:
            return default if found is None else found
        hint = suggestion(found, among, f"one of: {', '.join(among)}")
        self.error(f"{key} of {self.what} is '{found}'", self.node.entries[key], hint)
        return default

    def words(self, key: str, default: tuple[str, ...] = ()) -> tuple[str, ...]:
        """A list of names, or one."""
        node = self.node.entries.get(key)
        if node is None:
            return default
        items = node.items if isinstance(node, Seq) else [node]
        texts = [x.value for x in items if isinstance(x, Leaf) and isinstance(x.value, str)]
        if len(texts) != len(items) or not items:
            self.error(f"{key} of {self.what} is not a list of names", node, f"write {key}: [name, ...]")
            return default
        return tuple(texts)

    def number(self, key: str, default: Any, least: float = -inf, most: float = inf) -> Any:
        """A number, with a unit or a formula of numbers."""
        before = len(self.parts.report.errors)
        found = self.parts.measured(self.node, key, self.what)
        told = len(self.parts.report.errors) > before
        return default if found is None or told else self._bounded(key, found, default, (least, most))

    def whole(self, key: str, default: Any, least: int = 0, most: float = inf) -> Any:
        """A whole number."""
        found = self.number(key, default, least, most)
        if found is None or found == int(found):
            return None if found is None else int(found)
        self.error(f"{key} of {self.what} is {found:g}", self.node.entries[key], "write a whole number")
        return default

    def numbers(self, key: str, default: Any, counts: Sequence[int], least: float = -inf) -> Any:
        """A list of numbers, as many as one of the counts."""
        node = self.node.entries.get(key)
        if node is None:
            return default
        found = self.row(node, f"{key} of {self.what}", counts)
        if found is None or any(self._bounded(key, x, None, (least, inf)) is None for x in found):
            return default
        return found

    def row(self, node: Node, what: str, counts: Sequence[int]) -> tuple[float, ...] | None:
        """The numbers of a list; None where it is none, which is told."""
        size = len(node.items) if isinstance(node, Seq) else 0
        if size not in counts:
            count = " or ".join(map(str, counts))
            self.error(f"{what} is not a list of {count} numbers", node, f"write {count} numbers in brackets")
            return None
        found = [constant(x) for x in self.parts.values.vector(node.plain(), size, what, node.line)]
        return tuple(x for x in found if x is not None)

    def pair(self, key: str, default: tuple[float, float]) -> tuple[float, float]:
        """Two positive numbers, or one for both."""
        node = self.node.entries.get(key)
        if isinstance(node, Seq):
            found = self.numbers(key, default, (2,), 1e-12)
            return found[0], found[1]
        found = self.number(key, None, 1e-12)
        return default if found is None else (found, found)

    def _bounded(self, key: str, found: float, default: Any, bounds: tuple[float, float]) -> Any:
        least, most = bounds
        if least <= found <= most:
            return found
        told = f"at least {least:g}" if most == inf else f"from {least:g} to {most:g}"
        told = "a positive number" if 0 < least < 1e-9 else told
        self.error(f"{key} of {self.what} is {found:g}", self.node.entries[key], f"write {told}")
        return default
