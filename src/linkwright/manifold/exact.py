"""Terms at random points of the manifold, in exact arithmetic modulo a prime: the certificate that two forms agree.

A unit vector is a rational point of the sphere, a rotation comes from a random quaternion, velocities and accelerations are
tangent to their manifold. Terms that differ agree at a random point by chance of about degree / 2^61; three points are asked.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from linkwright.errors import LinkwrightError
from linkwright.manifold.polynomial import Powers, key
from linkwright.manifold.symbols import Rate, Variable, Variation
from linkwright.manifold.terms import Term
from linkwright.manifold.walk import postorder

P = 2**61 - 1  # a prime that is 3 modulo 4: square roots are powers
_PARTS = 24  # angles are multiples of a 24th of what they are made of: sin(x/2), sin(3 x/4) are known
POINTS, TRIES = 3, 200
Value = Any  # int, list[int], list[list[int]]


class NotAtThisPoint(LinkwrightError):
    """A square root that this point does not have, or a division by zero."""


def equal(a: Term, b: Term) -> bool:
    """Whether two terms agree everywhere on the manifold."""
    from linkwright.manifold.normal_form import normal_form

    if a.shape != b.shape:
        return False
    difference = a - b
    return not normal_form(difference) or vanishes(difference)


def vanishes(term: Term) -> bool:
    """Whether a term is zero at random points."""
    found = 0
    for seed in range(TRIES):
        try:
            value = Point(seed).evaluate(term)
        except NotAtThisPoint:
            continue
        if any(_flat(value)):
            return False
        found += 1
        if found == POINTS:
            return True
    raise LinkwrightError(
        "no point was found where the term has a value", hint="its square roots may contradict each other"
    )


def _flat(value: Value) -> list[int]:
    return [value] if isinstance(value, int) else [x for v in value for x in _flat(v)]


class Point:
    """One random state: a value for every symbol, drawn by its name."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._angles: dict[str, tuple[int, int]] = {}

    def draw(self, name: str, n: int) -> list[int]:
        source = random.Random(f"{self.seed}:{name}")
        return [source.randrange(1, P) for _ in range(n)]

    def evaluate(self, term: Term) -> Value:
        values: dict[Term, Value] = {}
        for s in postorder([term]):
            values[s] = self._step(s, [values[a] for a in s.args])
        return values[term]

    def _step(self, s: Term, a: Sequence[Value]) -> Value:
        if not s.args:
            return self._leaf(s)
        if s.op == "add":
            return _sum(a)
        if s.op == "mul":
            return _product(a)
        if s.op in ("sin", "cos", "tan"):
            return self._angle(s)
        if s.op in _OPS:
            return _OPS[s.op](*a)
        if s.op == "power":
            return _power(a[0], s.data)
        if s.op == "norm":
            return _power(_dot(a[0], a[0]), Fraction(1, 2))
        return self.draw(f"{s.op}:{a[0]}", 1)[0]  # exp, log, ...: a value that only the argument determines

    def _leaf(self, s: Term) -> Value:
        if s.op == "number":
            return s.data.numerator * _inverse(s.data.denominator) % P
        if s.op == "identity":
            return [[int(i == j) for j in range(s.shape[1])] for i in range(s.shape[0])]
        if s.op == "zero":
            return [0] * s.shape[0] if len(s.shape) == 1 else [[0] * s.shape[1] for _ in range(s.shape[0])]
        symbol = s.data
        if isinstance(symbol, Variable) and symbol.manifold.kind in ("S2", "SO3"):
            return self._rotation(symbol.name) if symbol.manifold.kind == "SO3" else self._unit(symbol)
        if isinstance(symbol, Variation) and symbol.kind in ("xi", "tangent"):
            return self._sphere_variation(symbol)
        if isinstance(symbol, Variation | Rate | Variable):
            return _shaped(self.draw(f"{type(symbol).__name__}:{symbol.name}:{symbol.order}", _size(s.shape)), s.shape)
        if s.op == "constant" and symbol.kind != "general":
            return self._constant(s)
        return _shaped(self.draw(f"{s.op}:{symbol.name}", _size(s.shape)), s.shape)

    def _sphere_variation(self, symbol: Variation) -> Value:
        """xi = d x q, which is normal to q, its time derivative, and delta q = xi x q."""
        q = self._sphere(symbol.variable)
        d = self.draw(f"xi:{symbol.variable}", 3)
        if symbol.kind == "tangent":
            return _cross(_cross(d, q), q)
        if symbol.order == 0:
            return _cross(d, q)
        dq = _cross(self.draw(f"omega:{symbol.variable}", 3), q)
        return _sum([_cross(self.draw(f"dxi:{symbol.variable}", 3), q), _cross(d, dq)])

    def _constant(self, s: Term) -> Value:
        kind, name = s.data.kind, s.data.name
        if kind == "basis":
            return [int(f"e{i}" == name) for i in (1, 2, 3)]
        if kind == "rotation":
            return self._rotation(name)
        n = s.shape[0]
        if kind == "unit":
            return self._sphere(name) if n == 3 else self._unit_of(name, n)
        entries = _shaped(self.draw(f"constant:{name}", n * n), s.shape)
        sign = 1 if kind == "symmetric" else -1
        return [[(entries[i][j] + sign * entries[j][i]) % P for j in range(n)] for i in range(n)]

    def _unit_of(self, name: str, n: int) -> list[int]:
        """Stereographic: (2u, |u|^2 - 1) / (|u|^2 + 1)."""
        u = self.draw(f"unit:{name}", n - 1)
        square = _dot(u, u)
        scale = _inverse(square + 1)
        return [2 * x * scale % P for x in u] + [(square - 1) * scale % P]

    def _sphere(self, name: str) -> list[int]:
        return self._unit_of(name, 3)

    def _unit(self, symbol: Variable) -> list[int]:
        q = self._sphere(symbol.name)
        if symbol.order == 0:
            return q
        w = self.draw(f"omega:{symbol.name}", 3)
        dq = _cross(w, q)
        if symbol.order == 1:
            return dq
        return _sum([_cross(self.draw(f"domega:{symbol.name}", 3), q), _cross(w, dq)])

    def _rotation(self, name: str) -> list[list[int]]:
        w, x, y, z = self.draw(f"rotation:{name}", 4)
        s = 2 * _inverse(w * w + x * x + y * y + z * z)
        return [
            [(1 - s * (y * y + z * z)) % P, s * (x * y - w * z) % P, s * (x * z + w * y) % P],
            [s * (x * y + w * z) % P, (1 - s * (x * x + z * z)) % P, s * (y * z - w * x) % P],
            [s * (x * z - w * y) % P, s * (y * z + w * x) % P, (1 - s * (x * x + y * y)) % P],
        ]

    def _angle(self, s: Term) -> int:
        """sin and cos of a sum of known angles, by the theorem of addition."""
        from linkwright.manifold.normal_form import normal_form

        cosine, sine = 1, 0
        for (powers, _), c in normal_form(s.args[0]).items():
            parts = c * _PARTS
            base = self._circle(powers, parts.denominator)
            turned = _turn(base, parts.numerator)
            cosine, sine = (cosine * turned[0] - sine * turned[1]) % P, (cosine * turned[1] + sine * turned[0]) % P
        if s.op == "tan":
            return sine * _inverse(cosine) % P
        return sine if s.op == "sin" else cosine

    def _circle(self, powers: Powers, divisor: int) -> tuple[int, int]:
        name = "*".join(f"{key(a)}^{e}" for a, e in powers) + f"/{divisor}"
        if name not in self._angles:
            u = self.draw(f"angle:{name}", 1)[0]
            scale = _inverse(1 + u * u)
            self._angles[name] = (1 - u * u) * scale % P, 2 * u * scale % P
        return self._angles[name]


def _turn(base: tuple[int, int], n: int) -> tuple[int, int]:
    """The angle n times, by squaring."""
    c, s = (base[0], base[1] if n > 0 else -base[1])
    result = (1, 0)
    n = abs(n)
    while n:
        if n & 1:
            result = (result[0] * c - result[1] * s) % P, (result[0] * s + result[1] * c) % P
        c, s, n = (c * c - s * s) % P, 2 * c * s % P, n >> 1
    return result


def _size(shape: Sequence[int]) -> int:
    size = 1
    for n in shape:
        size *= n
    return size


def _shaped(entries: list[int], shape: Sequence[int]) -> Value:
    if len(shape) == 0:
        return entries[0]
    if len(shape) == 1:
        return entries
    return [entries[i * shape[1] : (i + 1) * shape[1]] for i in range(shape[0])]


def _inverse(x: int) -> int:
    if x % P == 0:
        raise NotAtThisPoint("division by zero")
    return pow(x, -1, P)


def _power(x: int, exponent: Fraction) -> int:
    if exponent.denominator == 1:
        return pow(x, int(exponent), P) if exponent > 0 else pow(_inverse(x), -int(exponent), P)
    if exponent.denominator != 2:
        raise NotAtThisPoint(f"a root of order {exponent.denominator}")
    root = pow(x, (P + 1) // 4, P)
    if root * root % P != x % P:
        raise NotAtThisPoint("no square root")
    return _power(root, Fraction(exponent.numerator))


def _sum(values: Sequence[Value]) -> Value:
    if isinstance(values[0], int):
        return sum(values) % P
    return [_sum(parts) for parts in zip(*values, strict=True)]


def _scaled(c: int, v: Value) -> Value:
    return c * v % P if isinstance(v, int) else [_scaled(c, x) for x in v]


def _product(values: Sequence[Value]) -> Value:
    c = 1
    for v in values[:-1]:
        c = c * v % P
    return _scaled(c, values[-1])


def _dot(a: list[int], b: list[int]) -> int:
    return sum(x * y for x, y in zip(a, b, strict=True)) % P


def _cross(a: list[int], b: list[int]) -> list[int]:
    return [(a[i - 2] * b[i - 1] - a[i - 1] * b[i - 2]) % P for i in range(3)]


def _matmul(a: list[list[int]], b: Value) -> Value:
    if isinstance(b[0], int):
        return [_dot(row, b) for row in a]
    columns = list(zip(*b, strict=True))
    return [[_dot(row, list(c)) for c in columns] for row in a]


def _transpose(a: list[list[int]]) -> list[list[int]]:
    return [list(row) for row in zip(*a, strict=True)]


def _hat(a: list[int]) -> list[list[int]]:
    x, y, z = a
    return [[0, -z % P, y], [z, 0, -x % P], [-y % P, x, 0]]


def _outer(a: list[int], b: list[int]) -> list[list[int]]:
    return [[x * y % P for y in b] for x in a]


def _matrix_inverse(a: list[list[int]]) -> list[list[int]]:
    """Gauss and Jordan."""
    n = len(a)
    rows = [[*row, *(int(i == j) for j in range(n))] for i, row in enumerate(a)]
    for i in range(n):
        pivot = next((k for k in range(i, n) if rows[k][i] % P), None)
        if pivot is None:
            raise NotAtThisPoint("a singular matrix")
        rows[i], rows[pivot] = rows[pivot], rows[i]
        scale = _inverse(rows[i][i])
        rows[i] = [x * scale % P for x in rows[i]]
        for k in range(n):
            if k != i and rows[k][i]:
                f = rows[k][i]
                rows[k] = [(x - f * y) % P for x, y in zip(rows[k], rows[i], strict=True)]
    return [row[n:] for row in rows]


_OPS: dict[str, Any] = {
    "dot": _dot,
    "cross": _cross,
    "matmul": _matmul,
    "transpose": _transpose,
    "hat": _hat,
    "outer": _outer,
    "inverse": _matrix_inverse,
}
