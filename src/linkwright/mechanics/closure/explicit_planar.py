"""Planar dyads: two circles, a circle and a line, two lines. Each solves one loop with two unknowns.

In complex numbers a loop with everything known on one side is  d = sum of its unknown sides. Where the square root comes from
the distance of known points, no denominator vanishes but where the mechanism itself is singular.

Sign of the root, `mode`:
    two unknown angles       the sign of the sine from the one side to the other, both pointing outward along their branch; the
                             first branch before the second, and inner sides before outer ones. With a pin between two
                             links: the sign of the sine of the angle at the pin, from the link of `first` to that of `second`.
    an angle and a length    +1 is the longer of the two lengths
"""

from __future__ import annotations

from collections.abc import Callable

from linkwright.graph.expr import Expr, Scalar, as_number, is_zero, lift, number, sqrt
from linkwright.mechanics.closure.explicit_outline import Open, Outline, outline, start_vector
from linkwright.mechanics.closure.explicit_state import Angle, Between, Length, State, Step
from linkwright.mechanics.closure.forms import multiple, plus
from linkwright.mechanics.closure.polygon import arm_to
from linkwright.mechanics.closure.vec2 import Vec2, over
from linkwright.model.cut import Closure


def one_angle(state: State, closure: Closure) -> list[Step] | None:
    """A loop that others close already: one angle is left, and points where it must."""
    loop = outline(state, closure)
    if loop is None or len(loop.open) != 1 or loop.lengths:
        return None
    ((one,), d) = loop.open, -loop.known
    ray = d * one.arm.bar
    return [Angle(one.form, ray.scaled(1 / one.arm.square), ray)]


def one_length(state: State, closure: Closure) -> list[Step] | None:
    """Steps that solve a planar loop with one slider and no open angle; None for other loops."""
    loop = outline(state, closure)
    if loop is None or loop.open or len(loop.tracks) != 1:
        return None
    ((k, way),) = loop.tracks.items()
    return [Length(k, -_dot(loop.known, way) / way.square)]


def two_lengths(state: State, closure: Closure) -> list[Step] | None:
    """Two lines: d = s1 e1 + s2 e2."""
    loop = outline(state, closure)
    if loop is None or loop.open or len(loop.tracks) != 2:
        return None
    (k1, e1), (k2, e2) = loop.tracks.items()
    d, scale = -loop.known, 1 / _cross(e1, e2)
    return [Length(k1, _cross(d, e2) * scale), Length(k2, _cross(e1, d) * scale)]


def two_angles(state: State, closure: Closure) -> list[Step] | None:
    """Two circles: d = a u + b w with unknown turns u, w.

    z = conj(d) a u has the real part (|d|^2 + |a|^2 - |b|^2) / 2 and the modulus |d| |a|; the root is its imaginary part.
    """
    loop = outline(state, closure)
    if loop is None or len(loop.open) != 2 or loop.lengths:
        return None
    if multiple(loop.open[0].rest, loop.open[1].rest) is not None:  # one unknown that turns them differently
        return None
    near, far = sorted(loop.open, key=lambda x: _length(state, x))  # the longer side takes up the rounding
    a, b, d = near.arm, far.arm, -loop.known
    aa, bb, dd = a.square, b.square, d.square
    twice = dd + (aa - bb)
    root = sqrt(_expr(state, 4 * aa * dd - twice * twice))
    height = _signed(state, loop, near, far) * root  # 2 conj(d) a u = twice + i height
    u, ray = _unit(Vec2(twice, height), d, a, aa, dd)
    w = over(d - a * u, b)
    other = Vec2(dd + (bb - aa), -height) * d * b.bar
    # conj(a u) b w = conj(a u) d - |a|^2: what lies between the two sides needs no product of turns
    inner = Vec2(twice / 2 - aa, -height / 2)
    return [
        Angle(near.form, u, ray),
        Angle(far.form, w, other),
        Between(plus(far.form, near.form, -1), _over_both(inner, a, b)),
    ]


def _unit(z: Vec2, d: Vec2, a: Vec2, aa: Scalar, dd: Scalar) -> tuple[Vec2, Vec2]:
    """u = z d conj(a) / (2 |a|^2 |d|^2), and the same without the division."""
    ray = z * d * a.bar
    if is_zero(a.y):
        return z.scaled(1 / (2 * a.x * dd)) * d, ray
    return z.scaled(1 / (2 * aa * dd)) * d * a.bar, ray


def track_and_angle(state: State, closure: Closure) -> list[Step] | None:
    """A circle and a line: d = s e + a u, the direction e is known (slider-crank)."""
    loop = outline(state, closure)
    if loop is None or len(loop.open) != 1 or len(loop.lengths) != 1 or not loop.tracks:
        return None
    ((one,), d) = loop.open, -loop.known
    ((k, e),) = loop.tracks.items()
    a, ee = one.arm, _constant_square(state, e, k, loop)
    along, across = _dot(d, e), _cross(e, d)
    root = sqrt(_expr(state, ee * a.square - across * across))
    half = _mode(state, loop, lambda: state.start_of(k) - state.at_start(along / ee)) * root
    s = (along + half) / ee
    rest = Vec2(-half, across) * e.scaled(1 / ee) if number(ee) != 1 else Vec2(-half, across) * e
    return [Length(k, s), Angle(one.form, over(rest, a), rest * a.bar)]


def turning_track(state: State, closure: Closure) -> list[Step] | None:
    """A length on a turning guide: d = (a + s e) u (inverted slider-crank)."""
    loop = outline(state, closure)
    if loop is None or len(loop.open) != 1 or len(loop.lengths) != 1 or loop.tracks:
        return None
    ((one,), d) = loop.open, -loop.known
    ((k, e),) = one.slides.items()
    ee = _constant_square(state, e, k, loop)
    along, across = _dot(one.arm, e), _cross(e, one.arm)
    dd = d.square
    root = sqrt(_expr(state, ee * dd - across * across)) if not is_zero(across) else sqrt(_expr(state, ee * dd))
    half = _mode(state, loop, lambda: state.start_of(k) + state.at_start(along / ee)) * root
    # a + s e = (half + i across) e / ee
    ray = d * Vec2(half, -across) * e.bar
    return [
        Length(k, (half - along) / ee),
        Angle(one.form, ray.scaled(1 / dd / ee if number(ee) != 1 else 1 / dd), ray),
    ]


# --- signs -------------------------------------------------------------------------------------------------------------


def _signed(state: State, loop: Outline, near: Open, far: Open) -> Scalar:
    """The sign of 2 Im(conj(d) a u), from the mode or from the start."""
    orientation = _orientation(state, loop, near, far)

    def at_start() -> float:
        A, B = (start_vector(state, x.arm, x.form) for x in (near, far))
        return orientation * float(as_number(A.x * B.y - A.y * B.x))

    # Im(conj(d) a u) = d x A = B x A
    return -orientation * _mode(state, loop, at_start)


def _orientation(state: State, loop: Outline, near: Open, far: Open) -> int:
    """+1 where the mode is the sign of near x far, sides as they stand in the polygon; -1 where it is the opposite."""
    closure, axes = loop.closure, loop.polygon.axes
    places: dict[int, tuple[int, int]] = {}
    for branch, place in enumerate((closure.first, closure.second)):
        for n, f in enumerate(arm_to(state.cut.tree, axes, place).sides):
            for which, one in enumerate((near, far)):
                rest = state.unknown(f)
                if rest and which not in places and not state.unknown(plus(f, one.form, -1)):
                    places[which] = branch, n
    (branch_a, n_a), (branch_b, n_b) = places.get(0, (0, 0)), places.get(1, (1, 0))
    swapped = -1 if (branch_a, n_a) > (branch_b, n_b) else 1
    return swapped * (1 if branch_a == branch_b else -1)  # the polygon goes along the second branch and back the first


def _mode(state: State, loop: Outline, at_start: Callable[[], float]) -> Scalar:
    """The closure's own mode, or the sign that the start has."""
    mode = loop.closure.mode
    if mode is not None:
        return lift(state.graph, mode) if isinstance(mode, Expr) else mode
    return 1 if at_start() >= 0 else -1


# --- small things -------------------------------------------------------------------------------------------------------


def _length(state: State, one: Open) -> float:
    v = start_vector(state, one.arm, ())
    return float(as_number(v.square)) ** 0.5


def _constant_square(state: State, e: Vec2, index: int, loop: Outline) -> Scalar:
    """|e|^2 of a slide's direction: one, but for sliders that follow another by a ratio; turns do not change it."""
    for side in state.linear.sides(loop.polygon).values():
        if index in side.slides:
            square = number(side.slides[index].square)
            return square if square is not None and abs(float(square) - 1) > 1e-12 else 1
    return e.square


def _over_both(v: Vec2, a: Vec2, b: Vec2) -> Vec2:
    """v / (conj(a) b), divided by the product as a whole: rates multiply by it again, and then neither is left."""
    m = a.bar * b
    return Vec2(v.x / m.x, v.y / m.x) if is_zero(m.y) else over(v, m)


def _dot(a: Vec2, b: Vec2) -> Scalar:
    return a.x * b.x + a.y * b.y


def _cross(a: Vec2, b: Vec2) -> Scalar:
    return a.x * b.y - a.y * b.x


def _expr(state: State, x: Scalar) -> Expr:
    """Also constants: a square root of a negative number must show at the start, not while the formula is made."""
    return lift(state.graph, x)
