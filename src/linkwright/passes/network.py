"""Network: a function as a few large sums of products, the form in which operations are saved.

Variables are numbered. A variable is a leaf of the graph, a positive number, a call (sine, quotient, ...) of variables, or
a sum: a set of cubes with signs. A cube is a sorted tuple of variables, their product; (x, x, y) is x^2 y. Numbers are exact
throughout: a float is the dyadic fraction it is, so reassociation commits no rounding, and before = after can be decided.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from typing import TypeVar

from linkwright.graph.ops import Number

Meaning = TypeVar("Meaning")

Exact = int | Fraction
Cube = tuple[int, ...]
Signed = tuple[int, int]
"""Sign and variable."""
Poly = dict[Cube, Exact]
"""Cubes without numbers -> coefficient."""
Sum = dict[Cube, int]
"""Cubes, at most one number in each -> sign."""


class Network:
    """Variables and their definitions. `sums` and `calls` say what a variable is; `roots` are (sign, variable)."""

    def __init__(self) -> None:
        self.size = 0
        self.seed = 0  # of whatever is random in a pass
        self.deadline = math.inf  # when a long pass must come to an end, on the monotonic clock
        self.leaf: dict[int, tuple[str, str | None]] = {}
        self.value: dict[int, Exact] = {}  # positive numbers, never 1
        self.calls: dict[int, tuple[str, tuple[Signed, ...]]] = {}
        self.sums: dict[int, Sum] = {}
        self.roots: list[Signed] = []
        self.age: dict[int, int] = {}  # when the variables that were read were derived
        self._found: dict[object, int] = {}

    def fresh(self) -> int:
        self.size += 1
        return self.size - 1

    def named(self, op: str, data: str | None) -> int:
        return self._find(("leaf", op, data), self.leaf, (op, data))

    def number(self, value: Exact) -> int:
        """The variable of a positive number."""
        return self._find(("number", value), self.value, value)

    def call(self, op: str, args: tuple[Signed, ...]) -> int:
        return self._find((op, args), self.calls, (op, args))

    def _find(self, key: object, table: dict[int, Meaning], meaning: Meaning) -> int:
        """The variable behind a key; a new one is entered in the table with its meaning."""
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = self.fresh()
            table[found] = meaning
        return found

    def known(self, poly: Poly) -> Signed | None:
        """A polynomial as (sign, variable), if one was made for it."""
        if len(poly) == 1:
            ((cube, factor),) = poly.items()
            if len(cube) == 1 and factor in (1, -1):
                return int(factor), cube[0]
        sign, poly = _positive(poly)
        found = self._found.get(frozenset(poly.items()))
        return None if found is None else (sign, found)

    def variable(self, poly: Poly) -> Signed:
        """A polynomial as (sign, variable): the one that is known already, or a new sum."""
        found = self.known(poly)
        if found is None:
            sign, poly = _positive(poly)
            found = sign, self.fresh()
            self._found[frozenset(poly.items())] = found[1]
            self.sums[found[1]] = {self.scaled(abs(k), c): (1 if k > 0 else -1) for c, k in poly.items()}
        return found

    def scaled(self, factor: Exact, cube: Cube) -> Cube:
        """A cube times a positive number; the number is one more variable in the cube."""
        if factor == 1:
            return cube
        return tuple(sorted((*cube, self.number(factor))))

    def product(self, a: Cube, b: Cube) -> Cube:
        """Two cubes as one; their numbers join."""
        value = self.value
        numbers = [v for v in a + b if v in value]
        if len(numbers) < 2:
            return tuple(sorted(a + b))
        x = value[numbers[0]] * value[numbers[1]]
        return self.scaled(x, tuple(sorted(v for v in a + b if v not in value)))

    def polynomial(self, terms: Iterable[tuple[Cube, int]]) -> Poly:
        """Signed cubes with the numbers taken out and like terms joined."""
        poly: Poly = {}
        for cube, sign in terms:
            factor: Exact = sign
            if any(v in self.value for v in cube):
                for v in cube:
                    factor = factor * self.value.get(v, 1)
                cube = tuple(v for v in cube if v not in self.value)
            total = poly.get(cube, 0) + factor
            if total:
                poly[cube] = total
            else:
                del poly[cube]
        return poly


def _positive(poly: Poly) -> tuple[int, Poly]:
    """(sign, polynomial whose first coefficient is positive): a sum and its negative are one variable."""
    if poly and poly[min(poly)] < 0:
        return -1, {c: -k for c, k in poly.items()}
    return 1, poly


def exact(x: Number) -> Exact:
    """A number as int or Fraction; a float is the dyadic fraction it is."""
    return Fraction(x) if isinstance(x, float) else x


def topological(net: Network) -> list[int]:
    """Variables the roots need, definitions first; otherwise in the order in which they were derived.

    A derivation computes things near to where it uses them: what is left of its order is worth keeping.
    """
    age, old = net.age, 1 << 60
    below: dict[int, list[int]] = {}
    stack = [v for _, v in net.roots]
    while stack:
        v = stack.pop()
        if v not in below:
            if v in net.calls:
                below[v] = [w for _, w in net.calls[v][1]]
            else:
                below[v] = [w for cube in net.sums.get(v, ()) for w in cube]
            stack.extend(below[v])
    order: list[int] = []
    begun: set[int] = set()
    for first in sorted(below, key=lambda v: (age.get(v, old), v)):
        stack = [first]
        while stack:
            v = stack.pop()
            if v < 0:
                order.append(~v)
            elif v not in begun:
                begun.add(v)
                stack.append(~v)
                stack.extend(below[v])
    return order


def cost(net: Network) -> int:
    """Additions and multiplications when every cube is computed once."""
    products: set[Cube] = set()
    adds = 0
    seen: set[int] = set()
    stack = [v for _, v in net.roots]
    while stack:
        v = stack.pop()
        if v in seen:
            continue
        seen.add(v)
        if v in net.calls:
            stack.extend(w for _, w in net.calls[v][1])
        elif terms := net.sums.get(v):
            adds += len(terms) - 1
            products.update(terms)
            for cube in terms:
                stack.extend(cube)
    return adds + sum(len(c) - 1 for c in products if c)
