"""Which variables go into and out of a loop or branch, where these are functions of a state: not what they only use inside."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from linkwright.passes import procedure as proc

Block = proc.For | proc.While | proc.If


class Carried:
    """Of the statements of one procedure, which have one way out. kept: names that are read after the last of them."""

    def __init__(self, body: tuple[proc.Statement, ...], kept: Iterable[str]) -> None:
        self.reads = _reads(body)
        self.reads.update(kept)
        self.known: dict[int, frozenset[str]] = {}

    def by(self, s: Block) -> frozenset[str]:
        """What a loop or branch changes and is read outside of it, or inside before it is given a value there."""
        if id(s) not in self.known:
            inside = _reads((s,))
            exposed = self._exposed(s.yes) | self._exposed(s.no) if isinstance(s, proc.If) else self._exposed(s.body)
            exposed |= _reads((s.condition,)).keys() if isinstance(s, proc.While) else set[str]()
            found = {name for name in proc.changed((s,)) if name in exposed or self.reads[name] > inside[name]}
            self.known[id(s)] = frozenset(found)
        return self.known[id(s)]

    def _exposed(self, statements: tuple[proc.Statement, ...]) -> set[str]:
        """Names whose values from before are needed."""
        found: set[str] = set()
        given: set[str] = set()
        for s in statements:
            found |= self._needed(s) - given
            match s:
                case proc.Set():
                    given.add(s.name)
                case proc.Fill():
                    given.add(s.array)
                case proc.Copy():
                    given.add(s.target)
                case proc.Call():
                    given.update(s.outputs)
                case proc.For() | proc.While() | proc.If():
                    given |= self.by(s)
                case _:
                    pass
        return found

    def _needed(self, s: proc.Statement) -> set[str]:
        match s:
            case proc.For():
                return {*_reads((s.start, s.stop)), *self.by(s), *(self._exposed(s.body) - {s.counter})}
            case proc.While():
                return {*_reads((s.condition,)), *self.by(s), *self._exposed(s.body)}
            case proc.If():
                return {*_reads((s.condition,)), *self.by(s), *self._exposed(s.yes), *self._exposed(s.no)}
            case _:
                return set(_reads((s,)))


def _reads(parts: Iterable[object]) -> Counter[str]:
    """How often each name is read; an array of which one element is set is read too: the others stay."""
    found: Counter[str] = Counter()
    for part in proc.inside(tuple(parts)):
        match part:
            case proc.Name():
                found[part.name] += 1
            case proc.Element() | proc.Store():
                found[part.array] += 1
            case proc.Copy():
                found[part.source] += 1
            case proc.Call():
                found.update(x for x in part.inputs if isinstance(x, str))
            case _:
                pass
    return found
