"""Up to four roots without a loop over them: where a conic meets the unit circle, and the real roots of quartics.

On the circle a conic is  g + e x + f y + r (x^2 - y^2),  in axes turned to those of its quadratic part. In the pencil that it
spans with the circle, one degenerate conic is always a pair of real lines: the cubic for it,
  (m^2 - 1) r (r m - g) + (m + 1) f^2/4 + (m - 1) e^2/4 = 0,
has opposite signs at m = -1 and m = 1. Each line meets the circle in two points, or in none. Nothing is divided by a leading
coefficient: conics that are lines (r = 0), roots at half a turn and biquadratics are cases like any other. A few Newton
steps on the circle take away what the cubic lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from linkwright.graph.expr import Scalar, sqrt
from linkwright.mechanics.inverse.axes import Angle
from linkwright.mechanics.inverse.subproblems import direction, maximum, minimum, root, select

_TINY = 1e-290
_STEPS = 6
"""To the cubic's root; four are enough for nearly all cubics."""
_ALMOST_ONE = 1 - 1e-9
_FARTHEST = 1e-6
"""Sine of the angle of a root beyond which it counts as infinite: a double one is that inexact."""
_POLISH = 3
"""Newton steps per root."""
_NEAR = 1e-9
"""Part by which a line may miss the circle: the cubic's root is that inexact where two points of the conic come together."""


class Conic(NamedTuple):
    """xx x^2 + xy x y + yy y^2 + x x + y y + one = 0."""

    xx: Scalar
    xy: Scalar
    yy: Scalar
    x: Scalar
    y: Scalar
    one: Scalar

    @property
    def negative(self) -> Conic:
        return Conic(*(-x for x in self))


class Affine(NamedTuple):
    """one + x cos + y sin: what turns with one joint."""

    one: Scalar
    x: Scalar
    y: Scalar

    def __add__(self, other: Affine) -> Affine:  # type: ignore[override]
        return Affine(self.one + other.one, self.x + other.x, self.y + other.y)

    def __mul__(self, k: Scalar) -> Affine:  # type: ignore[override]
        return Affine(self.one * k, self.x * k, self.y * k)

    def at(self, angle: Angle) -> Scalar:
        return self.one + self.x * angle.c + self.y * angle.s

    @property
    def square(self) -> Conic:
        a, x, y = self
        return Conic(x * x, 2 * x * y, y * y, 2 * a * x, 2 * a * y, a * a)


def total(*conics: Conic) -> Conic:
    """The sum of conics."""
    first, *others = conics
    for other in others:
        first = Conic(*(a + b for a, b in zip(first, other, strict=True)))
    return first


def line(a: Affine) -> Conic:
    """An affine function as a conic."""
    return Conic(0, 0, 0, a.x, a.y, a.one)


class _Wave(NamedTuple):
    """g + e x + f y + r (x^2 - y^2)."""

    g: Scalar
    e: Scalar
    f: Scalar
    r: Scalar


def conic_and_circle(conic: Conic) -> list[tuple[Angle, Scalar]]:
    """The four points that a conic and the unit circle share, each with the condition under which it exists."""
    p, q = (conic.xx - conic.yy) / 2, conic.xy / 2
    g = conic.one + (conic.xx + conic.yy) / 2
    r = sqrt(p * p + q * q)
    axes = direction(select(p, r + p, q), select(p, q, r - p))  # half the angle of (p, q)
    e = conic.x * axes.c + conic.y * axes.s
    f = conic.y * axes.c - conic.x * axes.s
    scale = 1 / maximum(r + abs(e) + abs(f) + abs(g), _TINY)
    wave = _Wave(g * scale, e * scale, f * scale, r * scale)
    return [(axes + _polished(wave, point), condition) for point, condition in _points(wave, _degenerate(wave))]


def _degenerate(w: _Wave) -> Scalar:
    """A root of the cubic between -1 and 1, which is single: left or right of the point where the cubic turns from concave to
    convex. From that end of the interval Laguerre's method is there in a few steps, however near the other roots are."""
    E, F, rg, rr = w.e * w.e / 4, w.f * w.f / 4, w.r * w.g, w.r * w.r
    c1, c0 = E + F - rr, rg + F - E
    bend = maximum(minimum(w.g / maximum(3 * w.r, _TINY), 1), -1)
    at_bend = ((rr * bend - rg) * bend + c1) * bend + c0
    m = select(select(abs(bend) - _ALMOST_ONE, bend, at_bend), -1, 1)
    for _ in range(_STEPS):
        value = ((rr * m - rg) * m + c1) * m + c0
        slope = (3 * rr * m - 2 * rg) * m + c1
        bending = 4 * slope * slope - value * (36 * rr * m - 12 * rg)
        m = maximum(minimum(m - 3 * value / maximum(slope + root(bending), _TINY), 1), -1)
    return m


def _points(w: _Wave, m: Scalar) -> list[tuple[Angle, Scalar]]:
    """Where the lines  a x - b y = s  and  a x + b y = t  meet the circle; 2 r (s + t) = S, 2 r (t - s) = D."""
    a, b = root((1 + m) / 2), root((1 - m) / 2)
    product = w.g - w.r * m
    mixed = 8 * w.r * product
    S0, D0 = -w.e / maximum(a, 0.5), w.f / maximum(b, 0.5)
    D1, S1 = root(S0 * S0 - mixed), root(D0 * D0 + mixed)
    S = select(m, S0, select(w.e, -S1, S1))
    D = select(m, select(w.f, D1, -D1), D0)
    same = S * D
    far = select(same, S + D, S - D) / 2  # the larger of 2 r s and 2 r t; the other one follows from their product
    near = product / select(abs(far) - _TINY, far, 1)
    reach = 2 * w.r
    found: list[tuple[Angle, Scalar]] = []
    for distance, side, condition in (
        (far / maximum(reach, _TINY), select(same, b, -b), reach * reach * (1 + _NEAR) - far * far),
        (near, select(same, -b, b), 1 + _NEAR - near * near),
    ):
        h = maximum(minimum(distance, 1), -1)
        across = root(1 - h * h)
        found += [(Angle(h * a - k * side, h * side + k * a), condition) for k in (across, -across)]
    return found


def _polished(w: _Wave, point: Angle) -> Angle:
    x, y = point
    for _ in range(_POLISH):
        value = w.g + w.e * x + w.f * y + w.r * (x * x - y * y)
        slope = w.f * x - w.e * y - 4 * w.r * x * y
        step = value * slope / (slope * slope + abs(value) + _TINY)  # where two roots meet, value / slope is noise
        x, y = x + y * step, y - x * step
        length = 1 / sqrt(x * x + y * y)
        x, y = x * length, y * length
    return Angle(x, y)


def quartic_roots(coefficients: Sequence[Scalar], size: float) -> list[tuple[Scalar, Scalar]]:
    """The four roots of c0 + c1 t + ... + c4 t^4, each with the condition under which it is real and finite.

    size: of an ordinary root. By t = size tan(angle / 2) a quartic is a conic on the circle, and infinity a point of it.
    """
    padded = [*coefficients, *[0] * (5 - len(coefficients))]
    k0, k1, k2, k3, k4 = (c * size**n for n, c in enumerate(padded))
    ends = k0 + k4
    found: list[tuple[Scalar, Scalar]] = []
    for angle, condition in conic_and_circle(Conic(ends, k1 - k3, k2, 2 * (k0 - k4), k1 + k3, ends)):
        finite = maximum(angle.c, abs(angle.s) - _FARTHEST)
        near, far = angle.s / maximum(1 + angle.c, 1), (1 - angle.c) / select(abs(angle.s) - _TINY, angle.s, 1)
        found.append((size * select(angle.c, near, far), minimum(condition, finite)))
    return found
