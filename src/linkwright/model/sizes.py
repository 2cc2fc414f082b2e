"""Numbers that computing can bear: products of a few of them stay within floating point.

Masses, lengths and stiffnesses of mechanisms lie between 1e-12 and 1e12. What is beyond 1e50 is a mistake in a file, and would
end in infinities far from it; what is below 1e-50 is the dust of an export, and would do so as a divisor: it is taken as 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TypeVar

from linkwright.errors import LinkwrightError, ModelError
from linkwright.graph.expr import Expr, Scalar, number
from linkwright.graph.graph import Graph
from linkwright.graph.ops import Number
from linkwright.graph.rewrite import reachable
from linkwright.model.closures import Coupling, Loop, Start
from linkwright.model.robot import Body, Frame, Joint, Mimic, Note, Parameter, Tendon
from linkwright.spatial.vector import Vec

T = TypeVar("T")
LARGE, TINY = 1e50, 1e-50
HINT = f"numbers of a mechanism are smaller than {LARGE:g}: is the unit right?"
SMALL_HINT = f"numbers in formulas are 0 or larger than {TINY:g}: nothing can be divided by less"


class Sizes:
    """Looks at every number of a mechanism; `errors` and the count of what was taken as 0 grow as it does."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.errors: list[LinkwrightError] = []
        self.dust = 0
        self.seen = set[tuple[Graph, int]]()

    def body(self, b: Body, word: str) -> Body:
        return replace(b, inertia=self._within(f"{word} '{b.name}'", b.where, b.inertia.map))

    def joint(self, j: Joint) -> Joint:
        def at(f: Callable[[Scalar], Scalar]) -> Joint:
            follows = j.mimic and Mimic(j.mimic.joint, f(j.mimic.multiplier), f(j.mimic.offset))
            drives = j.transmission and replace(j.transmission, drive=j.transmission.drive.map(f))
            return replace(j, X=j.X.map(f), pitch=f(j.pitch), drive=j.drive.map(f), mimic=follows, transmission=drives)

        return self._within(f"joint '{j.name}'", j.where, at)

    def frame(self, f: Frame) -> Frame:
        return replace(f, X=self._within(f"frame '{f.name}'", f.where, f.X.map))

    def tendon(self, x: Tendon) -> Tendon:
        return self._within(f"tendon '{x.name}'", x.where, x.map)

    def parameter(self, p: Parameter) -> Parameter:
        self._large(f"parameter '{p.name}'", self.source, () if p.value is None else (p.value,))
        if p.value is None or not 0 < abs(p.value) < TINY:
            return p
        self.dust += 1
        return replace(p, value=0.0)

    def vector(self, x: Vec, what: str) -> Vec:
        return self._within(what, "", x.map)

    def start(self, given: Mapping[str, Start]) -> None:
        """Positions: nothing divides by them, so only large ones matter."""
        for name, x in given.items():
            self._large(f"start of joint '{name}'", self.source, x if isinstance(x, tuple) else (x,))

    def closures(self, loops: Iterable[Loop], couplings: Iterable[Coupling]) -> None:
        """Formulas of couplings and modes of loops: what is small in them stays."""
        for loop in loops:
            self._large(
                f"mode of loop '{loop.name}'", loop.where or self.source, () if loop.mode is None else (loop.mode,)
            )
        for c in couplings:
            self._large(f"coupling '{c.name}'", c.where or self.source, (c.value,))

    def notes(self) -> list[Note]:
        """What was taken as 0."""
        told = f"{self.dust} numbers below {TINY:g} taken as 0"
        return [Note("snapped", told)] if self.dust else []

    def _within(self, what: str, where: str, walk: Callable[[Callable[[Scalar], Scalar]], T]) -> T:
        seen: list[Scalar] = []

        def look(x: Scalar) -> Scalar:
            seen.append(x)
            if isinstance(x, float) and 0 < abs(x) < TINY:
                self.dust += 1
                return 0
            return x

        made = walk(look)
        self._large(what, where or self.source, seen)
        return made

    def _beyond(self, x: Scalar) -> list[Number]:
        """A number that is too large; or those of a formula that are, and its divisors that are too small, not seen before."""
        value = number(x)
        if value is not None or not isinstance(x, Expr):
            return [] if value is None or abs(value) <= LARGE else [value]
        nodes = [i for i in reachable(x.graph, [x.index]) if x.graph.op[i] == "const"]
        new = [i for i in nodes if (x.graph, i) not in self.seen]
        self.seen.update((x.graph, i) for i in new)
        return [v for v in (x.graph.data[i] for i in new) if v and not TINY <= abs(v) <= LARGE]

    def _large(self, what: str, where: str, scalars: Iterable[Scalar]) -> None:
        values = [float(v) for x in scalars for v in self._beyond(x)]
        if values:
            told = "a number that is not finite" if values[0] - values[0] != 0 else f"the number {values[0]:g}"
            self.errors.append(ModelError(f"{what} has {told}", where, HINT if abs(values[0]) > 1 else SMALL_HINT))
