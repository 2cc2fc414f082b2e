"""Where the legs of a parallel robot begin and end: circles and pairs of points, and the frames there.

    code     points                                             frame
    G1, P1   circle of a radius                                 z up, x tangential
    G2, P2   the same circle                                    z tangential, x up
    G3, P3   the same circle                                    z to the centre, x tangential
    G4       the same circle, with a cone angle                 as G1, z inclined by the cone angle
    G5..G8   pairs: three points of the circle, each split      as G1..G4
             into two at a distance
    G9, G10  the same circle as G1                              z along -y, or up, of all legs: they are parallel
    P4..P6   pairs on the platform                              as G1..G3
    P7       the same circle                                    whatever the leg's own axes ask for
    P8       the same circle                                    z in the plane, at an angle to x, of all legs: parallel
    P9, P10  the same circle                                    as P3, P2, z inclined downward by a tilt

`circle` and `pairs` are G1 and G5 on the base, P1 and P4 on the platform.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from linkwright.graph.expr import Scalar
from linkwright.readers.snap import Snapper, constant_value
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import IDENTITY, Mat, Vec


@dataclass(frozen=True)
class Method:
    """pairs: whether points come in pairs; frame: turns from the robot's axes to the leg's, of FRAMES; inclined: the name of
    the angle that the last turn needs, where there is one."""

    pairs: bool
    frame: str
    inclined: str = ""

    @property
    def keys(self) -> tuple[str, ...]:
        """What must be given."""
        return ("radius", *(("distance",) if self.pairs else ()), *((self.inclined,) if self.inclined else ()))

    @property
    def parallel(self) -> bool:
        """Whether the frames of all legs have the same axes, instead of turning with the place on the circle."""
        return self.frame in ("level", "aligned", "in_plane")


_QUARTER = math.pi / 2
FRAMES: Mapping[str, Callable[[float, Scalar], Sequence[tuple[int, Scalar]]]] = MappingProxyType(
    {
        "normal": lambda turn, _: ((2, _QUARTER + turn),),
        "tangential": lambda turn, _: ((0, -_QUARTER), (1, -turn), (2, -_QUARTER)),
        "radial": lambda turn, _: ((0, -_QUARTER), (1, -_QUARTER - turn)),
        "cone": lambda turn, angle: ((2, _QUARTER + turn), (0, -angle)),
        "level": lambda _, __: ((0, _QUARTER), (2, _QUARTER)),
        "aligned": lambda _, __: (),
        "in_plane": lambda _, angle: ((1, _QUARTER), (0, angle)),
        "radial_inclined": lambda turn, angle: ((0, -_QUARTER), (1, -_QUARTER - turn), (0, -angle)),
        "tangential_inclined": lambda turn, angle: ((0, -_QUARTER), (1, -turn), (2, -_QUARTER), (1, -angle)),
    }
)
"""Turns (axis, angle), each about the axes that those before made, of a leg at `turn` on the circle with its angle."""

_CIRCLE = ("normal", "tangential", "radial")
BASE_METHODS: Mapping[str, Method] = MappingProxyType(
    {f"G{k + 4 * pairs}": Method(bool(pairs), frame) for pairs in (0, 1) for k, frame in enumerate(_CIRCLE, 1)}
    | {"G4": Method(False, "cone", "cone"), "G8": Method(True, "cone", "cone")}
    | {"G9": Method(False, "level"), "G10": Method(False, "aligned")}
    | {"circle": Method(False, "normal"), "pairs": Method(True, "normal")}
)
PLATFORM_METHODS: Mapping[str, Method] = MappingProxyType(
    {f"P{k + 3 * pairs}": Method(bool(pairs), frame) for pairs in (0, 1) for k, frame in enumerate(_CIRCLE, 1)}
    | {"P7": Method(False, "aligned"), "P8": Method(False, "in_plane", "angle")}
    | {"P9": Method(False, "radial_inclined", "tilt"), "P10": Method(False, "tangential_inclined", "tilt")}
    | {"circle": Method(False, "normal"), "pairs": Method(True, "normal")}
)


def places(method: Method, count: int, sizes: Mapping[str, Scalar], snapper: Snapper) -> list[Transform]:
    """The frames of `count` legs. sizes: radius, distance, an angle, as the method needs them."""
    found: list[Transform] = []
    for i in range(count):
        turn = 2 * math.pi * (i // 2) / (count // 2) if method.pairs else 2 * math.pi * i / count
        aside = sizes["distance"] * Fraction(1 if i % 2 else -1, 2) if method.pairs else 0
        c, s = neat_cos_sin(turn, snapper)
        r = sizes["radius"]
        p = Vec(c * r - s * aside, s * r + c * aside, 0)
        turning = IDENTITY
        for axis, angle in FRAMES[method.frame](turn, sizes.get(method.inclined, 0)):
            turning = turning @ _about(axis, angle, snapper)
        found.append(Transform(turning, p).map(constant_value))
    return found


def _about(axis: int, angle: Scalar, snapper: Snapper) -> Mat:
    c, s = neat_cos_sin(angle, snapper)
    rows = (
        (Vec(1, 0, 0), Vec(0, c, -s), Vec(0, s, c)),
        (Vec(c, 0, s), Vec(0, 1, 0), Vec(-s, 0, c)),
        (Vec(c, -s, 0), Vec(s, c, 0), Vec(0, 0, 1)),
    )
    return Mat(*rows[axis])


def turned(angles: Sequence[Scalar], snapper: Snapper) -> Mat:
    """Rx(a) Ry(b) Rz(c)."""
    about = [_about(axis, angle, snapper) for axis, angle in enumerate(angles)]
    return (about[0] @ about[1] @ about[2]).map(constant_value)


def neat_cos_sin(angle: Scalar, snapper: Snapper) -> tuple[Scalar, Scalar]:
    """As the snapper's, and halves exact: thirds and sixths of a turn are the usual angles here."""
    c, s = snapper.cos_sin(angle)
    return _half(c), _half(s)


def _half(x: Scalar) -> Scalar:
    if isinstance(x, float) and abs(abs(x) - 0.5) < 1e-15:
        return Fraction(1 if x > 0 else -1, 2)
    return x
