"""The printed form of an expression: sums of products of symbols, calls and bracketed sums; their order and their length."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from linkwright.graph.graph import Graph
from linkwright.graph.ops import Number


@dataclass(frozen=True, slots=True)
class Symbol:
    """A symbol by its name in the graph: L1, q[0], v[0], a[0]."""

    name: str


@dataclass(frozen=True, slots=True)
class Call:
    """An operation of the graph on sums: sin, sqrt, atan2; pi is a call without arguments."""

    name: str
    args: tuple[Sum, ...] = ()
    _hash: int = field(default=0, init=False, repr=False, compare=False)

    def __hash__(self) -> int:
        """Kept: of nested expressions it is asked for at every level, again and again."""
        if not self._hash:
            object.__setattr__(self, "_hash", hash((self.name, self.args)))
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        return Call, (self.name, self.args)  # hashes of names are others in another process


@dataclass(frozen=True, slots=True)
class Term:
    """coefficient * product of base^exponent; exponents are non-zero integers."""

    coefficient: Number
    factors: tuple[tuple[Base, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Sum:
    """Terms in printed order; no terms mean zero."""

    terms: tuple[Term, ...] = ()
    _hash: int = field(default=0, init=False, repr=False, compare=False)

    def __hash__(self) -> int:
        """Kept, as that of a call."""
        if not self._hash:
            object.__setattr__(self, "_hash", hash(self.terms))
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        return Sum, (self.terms,)


Base = Symbol | Call | Sum
WAVES = ("sin", "cos")
_PORT = re.compile(r"(q|v|a)\[(\d+)\]")
_RANKS = {"": 0, "q": 1, "v": 2, "a": 6}
_CALL, _WAVE, _SUM = 3, 4, 5
BaseKey = tuple[int, int, int, tuple[str | int, ...], str]


def port_of(name: str) -> tuple[str, int]:
    """("q", 0) for q[0], likewise v and a; ("", 0) for every other symbol."""
    found = _PORT.fullmatch(name)
    return (found[1], int(found[2])) if found else ("", 0)


def _natural(text: str) -> tuple[str | int, ...]:
    """Alphabetical without regard to case, numbers by value: L2 before L10."""
    return tuple(int(part) if part.isdigit() else part for part in re.split(r"(\d+)", text.lower()))


@lru_cache(4096)
def base_key(base: Base) -> BaseKey:
    """Order inside a product: parameters, coordinates, velocities, calls, sines and cosines, brackets, accelerations."""
    if isinstance(base, Symbol):
        return _RANKS[port_of(base.name)[0]], 0, 0, _natural(base.name), base.name
    if isinstance(base, Sum):
        s = shape(base)
        rank = _RANKS["a"] if s.acceleration < NO_ACCELERATION else _SUM
        return rank, s.speed, int(s.wave), _natural(repr(base)), ""
    if base.name not in WAVES:
        return (_CALL if base.args else 0), 0, 0, _natural(repr(base)), base.name
    angle = base.args[0]  # by angle, sums of angles after single ones
    return _WAVE, len(angle.terms), 0, _natural(repr(angle)), base.name


class Shape(NamedTuple):
    """What the order of terms looks at."""

    acceleration: int
    wave: bool
    speed: int
    degree: int


NO_ACCELERATION = 1 << 30


@lru_cache(4096)
def shape(x: Base | Term) -> Shape:
    """First acceleration in x, whether it has a sine or cosine, its degree in velocities, its degree."""
    if isinstance(x, Symbol):
        port, index = port_of(x.name)
        return Shape(index if port == "a" else NO_ACCELERATION, False, int(port == "v"), 1)
    if isinstance(x, Call):
        return Shape(NO_ACCELERATION, x.name in WAVES, 0, 1)
    if isinstance(x, Sum):
        parts = [shape(t) for t in x.terms] or [Shape(NO_ACCELERATION, False, 0, 0)]
        return Shape(
            min(p[0] for p in parts), any(p[1] for p in parts), max(p[2] for p in parts), max(p[3] for p in parts)
        )
    acceleration, wave, speed, degree = NO_ACCELERATION, False, 0, 0
    for base, exponent in x.factors:
        part = shape(base)
        acceleration, wave = min(acceleration, part.acceleration), wave or part.wave
        speed, degree = speed + exponent * part.speed, degree + exponent * part.degree
    return Shape(acceleration, wave, speed, degree)


def term_key(term: Term) -> tuple[object, ...]:
    """Order inside a sum: accelerations, sines and cosines, products of velocities, high degrees first; then alphabetical."""
    s = shape(term)
    return (
        s.acceleration,
        not s.wave,
        -s.speed if s.speed > 1 else 0,
        -s.degree,
        tuple((base_key(b), -e) for b, e in term.factors),
    )


def make_sum(terms: list[Term]) -> Sum:
    """A sum in printed order."""
    return Sum(tuple(sorted(terms, key=term_key)))


def make_term(coefficient: Number, factors: list[tuple[Base, int]]) -> Term:
    """A product in printed order, each base once."""
    powers: dict[Base, int] = {}
    for base, exponent in factors:
        powers[base] = powers.get(base, 0) + exponent
    return Term(coefficient, tuple((b, e) for b, e in sorted(powers.items(), key=lambda f: base_key(f[0])) if e))


# --- length -------------------------------------------------------------------------------------------------------


def number_cost(x: Number) -> int:
    """How many numerals a coefficient prints: none for 1, one for 2 and for 1/2, two for 3/4."""
    if isinstance(x, float | int):
        return int(abs(x) != 1)
    return int(abs(x.numerator) != 1) + int(x.denominator != 1)


@lru_cache(4096)
def cost(x: Base | Term) -> int:
    """Length of the printed form: symbols, function names, numerals, brackets, lines of symbolic fractions; powers are free."""
    if isinstance(x, Symbol):
        return 1
    if isinstance(x, Call):
        return 1 + sum(cost(arg) for arg in x.args)
    if isinstance(x, Sum):
        return sum(cost(t) for t in x.terms)
    inside = sum(cost(b) + isinstance(b, Sum) for b, _ in x.factors)
    return max(1, number_cost(x.coefficient) + inside + any(e < 0 for _, e in x.factors))


# --- back to the graph ----------------------------------------------------------------------------------------------


def to_node(x: Base | Term, graph: Graph, names: Mapping[str, int]) -> int:
    """Build a printed form in a graph; `names` are nodes that symbols stand for (steps)."""
    if isinstance(x, Symbol):
        return names[x.name] if x.name in names else graph.symbol(x.name)
    if isinstance(x, Call):
        return graph.call(x.name, tuple(to_node(arg, graph, names) for arg in x.args)) if x.args else graph.pi()
    if isinstance(x, Sum):
        total = graph.number(0)
        for term in x.terms:
            total = graph.add(total, to_node(term, graph, names))
        return total
    above = below = graph.number(1)
    for base, exponent in x.factors:
        power = graph.pow(to_node(base, graph, names), graph.number(abs(exponent)))
        if exponent > 0:
            above = graph.mul(above, power)
        else:
            below = graph.mul(below, power)
    return graph.mul(graph.number(x.coefficient), graph.div(above, below))


def has_measured(x: Base | Term) -> bool:
    """Whether some coefficient is a float."""
    if isinstance(x, Term):
        return isinstance(x.coefficient, float) or any(has_measured(b) for b, _ in x.factors)
    parts = x.args if isinstance(x, Call) else x.terms if isinstance(x, Sum) else ()
    return any(has_measured(part) for part in parts)
