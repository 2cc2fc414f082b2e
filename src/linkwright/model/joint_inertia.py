"""What of a body's inertia its joint cannot move, so that it may as well belong to the parent: one rule per way to move.

Gautier & Khalil 1990; Khalil & Dombre 2002, chapter 9; regroup.py applies the rules from the leaves inward. A rule takes the
inertia at the link's frame, the gauge (see regroup.py) and the only direction about which the link can turn at all (`spin`:
zero where it cannot, None where it can turn about several, otherwise of any length), and gives what stays on the link and what
moves to its parent.
"""

from __future__ import annotations

from fractions import Fraction

from linkwright.graph.expr import Scalar, is_zero
from linkwright.spatial.inertia import Inertia
from linkwright.spatial.vector import NULL, ZERO, Mat, Vec, Z

Division = tuple[Inertia, Inertia]
"""Inertia that stays on the link, inertia that moves to its parent."""


def of_hinge(inertia: Inertia, gauge: str, spin: Vec | None) -> Division:
    """Turning about z changes neither the mass, nor the first moment along z, nor a tensor diag(k, k, 0)."""
    m, h, t = inertia.m, inertia.h, inertia.I
    if spin == Z:  # turns about its own z only: no other moment of inertia ever matters
        return Inertia(0, Vec(h[0], h[1], 0), _axial(t[2][2])), Inertia(m, Vec(0, 0, h[2]), NULL)
    k = _surplus(t, gauge)
    return Inertia(0, Vec(h[0], h[1], 0), t - _disc(k)), Inertia(m, Vec(0, 0, h[2]), _disc(k))


def of_slider(inertia: Inertia, gauge: str, spin: Vec | None) -> Division:
    """The tensor only ever meets the parent's angular velocity."""
    m, h, t = inertia.m, inertia.h, inertia.I
    if spin == ZERO:  # it never turns: only its mass matters
        return Inertia(m), Inertia()
    if spin == Z:  # slides along the only axis about which it turns: x and y never change for the parent
        return Inertia(m), Inertia(0, Vec(h[0], h[1], 0), t)
    return Inertia(m, _across(h, spin), NULL), Inertia(0, ZERO, t)


def of_moving_hinge(inertia: Inertia, gauge: str, spin: Vec | None) -> Division:
    """Turning about z while the origin moves: as a hinge, but its mass is moved."""
    m, h, t = inertia.m, inertia.h, inertia.I
    if spin == Z:
        return Inertia(m, Vec(h[0], h[1], 0), _axial(t[2][2])), Inertia()
    k = _surplus(t, gauge)
    return Inertia(m, h, t - _disc(k)), Inertia(0, ZERO, _disc(k))


def of_ball(inertia: Inertia, gauge: str, spin: Vec | None) -> Division:
    """Only the mass, at the centre of the ball."""
    return Inertia(0, inertia.h, inertia.I), Inertia(inertia.m, ZERO, NULL)


def of_free_body(inertia: Inertia, gauge: str, spin: Vec | None) -> Division:
    """Everything is moved."""
    return inertia, Inertia()


def _surplus(t: Mat, gauge: str) -> Scalar:
    """k of the tensor diag(k, k, 0) that goes to the parent."""
    return t[1][1] if gauge == "classic" else (t[0][0] + t[1][1] - t[2][2]) * Fraction(1, 2)


def _across(h: Vec, spin: Vec | None) -> Vec:
    """The first moment without what nothing can feel: any multiple of the only axis of rotation, chosen so that one entry is
    zero (Khalil & Dombre 2002, section 9.4). Where the axis has no entry 1 that would take a division, and it is left in: it
    does no harm."""
    if spin is None or 1 not in spin:
        return h
    one = spin.index(1)
    return Vec(
        *(0 if k == one else x if is_zero(u) else x - h[one] * u for k, (x, u) in enumerate(zip(h, spin, strict=True)))
    )


def _disc(k: Scalar) -> Mat:
    return Mat(Vec(k, 0, 0), Vec(0, k, 0), ZERO)


def _axial(k: Scalar) -> Mat:
    return Mat(ZERO, ZERO, Vec(0, 0, k))
