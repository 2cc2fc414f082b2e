"""Terms at random points of the manifold, in exact arithmetic modulo a prime: the certificate that two forms agree.

A unit vector is a rational point of the sphere, a rotation comes from a random quaternion, velocities and accelerations are
tangent to their manifold. Terms that differ agree at a random point by chance of about degree / 2^61; three points are asked.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction

from linkwright.errors import ExpressionError, LinkwrightError
from linkwright.manifold.polynomial import Powers, at_most, key
from linkwright.manifold.prime import (
    OPS,
    NotAtThisPoint,
    P,
    Value,
    cross,
    dot,
    inverse,
    leibniz,
    power,
    product,
    shaped,
    size,
    total,
)
from linkwright.manifold.symbols import Manifold, Momentum, Rate, Variable, Variation
from linkwright.manifold.terms import Term
from linkwright.manifold.walk import postorder

_PARTS = 24  # angles are multiples of a 24th of what they are made of: sin(x/2), sin(3 x/4) are known
POINTS, TRIES = 3, 200
_SHORT = 5_000  # terms of a product of sums that the normal form is asked to write out first


def equal(a: Term, b: Term) -> bool:
    """Whether two terms agree everywhere on the manifold."""
    from linkwright.manifold.normal_form import normal_form

    if a.shape != b.shape:
        return False
    difference = a - b
    try:
        with at_most(_SHORT):
            return not normal_form(difference) or vanishes(difference)
    except ExpressionError:  # too long to write out: the points alone decide
        return vanishes(difference)


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
            return total(a)
        if s.op == "mul":
            return product(a)
        if s.op in ("sin", "cos", "tan"):
            return self._angle(s)
        if s.op in OPS:
            return OPS[s.op](*a)
        if s.op == "power":
            return power(a[0], s.data)
        if s.op == "norm":
            return power(dot(a[0], a[0]), Fraction(1, 2))
        return self.draw(f"{s.op}:{':'.join(map(str, a))}", 1)[
            0
        ]  # exp, log, ...: a value that only the arguments determine

    def _leaf(self, s: Term) -> Value:
        if s.op == "number":
            return s.data.numerator * inverse(s.data.denominator) % P
        if s.op == "identity":
            return [[int(i == j) for j in range(s.shape[1])] for i in range(s.shape[0])]
        if s.op == "zero":
            return [0] * s.shape[0] if len(s.shape) == 1 else [[0] * s.shape[1] for _ in range(s.shape[0])]
        if s.op == "pi":
            return self.draw("pi", 1)[0]
        symbol = s.data
        if isinstance(symbol, Variable) and symbol.manifold.kind in ("S2", "SO3"):
            return self._rotation(symbol.name) if symbol.manifold.kind == "SO3" else self._unit(symbol)
        if isinstance(symbol, Variation) and symbol.kind in ("xi", "tangent"):
            return self._sphere_variation(symbol)
        if isinstance(symbol, Variation | Rate | Variable):
            return shaped(self.draw(f"{type(symbol).__name__}:{symbol.name}:{symbol.order}", size(s.shape)), s.shape)
        if s.op == "constant" and symbol.kind != "general":
            return self._constant(s)
        if isinstance(symbol, Momentum) and symbol.tangent:
            return cross(self.draw(f"momentum:{symbol.name}", 3), self._sphere(symbol.variable))
        return shaped(self.draw(f"{s.op}:{symbol.name}", size(s.shape)), s.shape)

    def _sphere_variation(self, symbol: Variation) -> Value:
        """xi = d x q, which is normal to q, and delta q = xi x q; with their time derivatives."""
        name = symbol.variable
        q = [self._unit(Variable(name, Manifold("S2"), k)) for k in range(symbol.order + 1)]
        d = [self.draw(f"xi:{name}:{k}", 3) for k in range(symbol.order + 1)]
        xi = [leibniz(d, q, k) for k in range(symbol.order + 1)]
        return leibniz(xi, q, symbol.order) if symbol.kind == "tangent" else xi[-1]

    def _constant(self, s: Term) -> Value:
        kind, name = s.data.kind, s.data.name
        if kind == "basis":
            return [int(f"e{i}" == name) for i in (1, 2, 3)]
        if kind == "rotation":
            return self._rotation(name)
        n = s.shape[0]
        if kind == "unit":
            return self._sphere(name) if n == 3 else self._unit_of(name, n)
        entries = shaped(self.draw(f"constant:{name}", n * n), s.shape)
        sign = 1 if kind == "symmetric" else -1
        return [[(entries[i][j] + sign * entries[j][i]) % P for j in range(n)] for i in range(n)]

    def _unit_of(self, name: str, n: int) -> list[int]:
        """Stereographic: (2u, |u|^2 - 1) / (|u|^2 + 1)."""
        u = self.draw(f"unit:{name}", n - 1)
        square = dot(u, u)
        scale = inverse(square + 1)
        return [2 * x * scale % P for x in u] + [(square - 1) * scale % P]

    def _sphere(self, name: str) -> list[int]:
        return self._unit_of(name, 3)

    def _unit(self, symbol: Variable) -> list[int]:
        q = self._sphere(symbol.name)
        if symbol.order == 0:
            return q
        w = self.draw(f"omega:{symbol.name}", 3)
        dq = cross(w, q)
        if symbol.order == 1:
            return dq
        return total([cross(self.draw(f"domega:{symbol.name}", 3), q), cross(w, dq)])

    def _rotation(self, name: str) -> list[list[int]]:
        w, x, y, z = self.draw(f"rotation:{name}", 4)
        s = 2 * inverse(w * w + x * x + y * y + z * z)
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
            return sine * inverse(cosine) % P
        return sine if s.op == "sin" else cosine

    def _circle(self, powers: Powers, divisor: int) -> tuple[int, int]:
        name = "*".join(f"{key(a)}^{e}" for a, e in powers) + f"/{divisor}"
        if name not in self._angles:
            u = self.draw(f"angle:{name}", 1)[0]
            scale = inverse(1 + u * u)
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
