"""Where the legs of a parallel robot begin and end: circles and pairs of points, and the frames there.

    code     points                                             frame
    G1, P1   circle of a radius                                 z up, x tangential
    G2, P2   the same circle                                    z tangential, x up
    G3, P3   the same circle                                    z to the centre, x tangential
    G4       the same circle, with a cone angle                 as G1, z inclined by the cone angle
    G5..G8   pairs: three points of the circle, each split      as G1..G4
             into two at a distance
    P4..P6   pairs on the platform                              as G1..G3

`circle` and `pairs` are G1 and G5 on the base, P1 and P4 on the platform.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from linkwright.graph.expr import Scalar
from linkwright.readers.snap import Snapper, plain
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import Mat, Vec


@dataclass(frozen=True)
class Method:
    """pairs: whether points come in pairs; frame: 1 to 4 as in the table of this file."""

    pairs: bool
    frame: int

    @property
    def keys(self) -> tuple[str, ...]:
        """What must be given."""
        return ("radius", *(("distance",) if self.pairs else ()), *(("cone",) if self.frame == 4 else ()))


BASE_METHODS: Mapping[str, Method] = MappingProxyType(
    {f"G{k + 4 * pairs}": Method(bool(pairs), k) for pairs in (0, 1) for k in (1, 2, 3, 4)}
    | {"circle": Method(False, 1), "pairs": Method(True, 1)}
)
PLATFORM_METHODS: Mapping[str, Method] = MappingProxyType(
    {f"P{k + 3 * pairs}": Method(bool(pairs), k) for pairs in (0, 1) for k in (1, 2, 3)}
    | {"circle": Method(False, 1), "pairs": Method(True, 1)}
)


def places(method: Method, count: int, sizes: Mapping[str, Scalar], snapper: Snapper) -> list[Transform]:
    """The frames of `count` legs. sizes: radius, distance, cone, as the method needs them."""
    found: list[Transform] = []
    for i in range(count):
        turn = 2 * math.pi * (i // 2) / (count // 2) if method.pairs else 2 * math.pi * i / count
        aside = sizes["distance"] * Fraction(1 if i % 2 else -1, 2) if method.pairs else 0
        c, s = neat_cos_sin(turn, snapper)
        r = sizes["radius"]
        p = Vec(c * r - s * aside, s * r + c * aside, 0)
        found.append(Transform(_frame(method.frame, turn, sizes.get("cone", 0), snapper), p).map(plain))
    return found


def _frame(kind: int, turn: float, cone: Scalar, snapper: Snapper) -> Mat:
    quarter = math.pi / 2
    if kind == 2:
        return turned((-quarter, -turn, -quarter), snapper)
    if kind == 3:
        return turned((-quarter, -quarter - turn, 0), snapper)
    upright = turned((0, 0, quarter + turn), snapper)
    return upright if kind == 1 else (upright @ snapper.rot_x(-cone)).map(plain)


def turned(angles: Sequence[Scalar], snapper: Snapper) -> Mat:
    """Rx(a) Ry(b) Rz(c)."""
    (ca, sa), (cb, sb), (cc, sc) = (neat_cos_sin(x, snapper) for x in angles)
    about_x = Mat(Vec(1, 0, 0), Vec(0, ca, -sa), Vec(0, sa, ca))
    about_y = Mat(Vec(cb, 0, sb), Vec(0, 1, 0), Vec(-sb, 0, cb))
    about_z = Mat(Vec(cc, -sc, 0), Vec(sc, cc, 0), Vec(0, 0, 1))
    return (about_x @ about_y @ about_z).map(plain)


def neat_cos_sin(angle: Scalar, snapper: Snapper) -> tuple[Scalar, Scalar]:
    """As the snapper's, and halves exact: thirds and sixths of a turn are the usual angles here."""
    c, s = snapper.cos_sin(angle)
    return _half(c), _half(s)


def _half(x: Scalar) -> Scalar:
    if isinstance(x, float) and abs(abs(x) - 0.5) < 1e-15:
        return Fraction(1 if x > 0 else -1, 2)
    return x
