"""Where the legs stand on the base and on the platform: the methods of robot files, as arrays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from linkwright.catalogue.parallel.kinematics import Array
from linkwright.catalogue.parallel.masks import Mask
from linkwright.graph.expr import number
from linkwright.readers.leg_places import BASE_METHODS, PLATFORM_METHODS, Method, places
from linkwright.readers.snap import Snapper
from linkwright.spatial.rotations import about
from linkwright.spatial.transform import Transform

CONE = 0.6
"""Cone angle of the base where there is one."""
INCLINATIONS = {"cone": (CONE,), "angle": (0.0, np.pi / 2, 0.37), "tilt": (CONE, CONE - np.pi / 2, 0.37)}
"""Angles that are tried: a general one, and those that make axes of the platform parallel or perpendicular to the base's."""
FROM_LEG = "P7"
"""Here the leg says how the platform's frame stands."""


@dataclass(frozen=True)
class Ends:
    """Frames R (N, 3, 3) of one end of all legs; points are radius * out + distance * aside (N, 3)."""

    R: Array
    out: Array
    aside: Array

    def points(self, radius: Array | float, distance: Array | float) -> Array:
        """(..., N, 3) for sizes of shape (...)."""
        r, e = (np.asarray(v)[..., None, None] for v in (radius, distance))
        return r * self.out + e * self.aside


@dataclass(frozen=True)
class Placing:
    """Methods of both ends and their angles, of `count` legs."""

    base: str
    platform: str
    cone: float
    tilt: float
    count: int

    @property
    def methods(self) -> tuple[Method, Method]:
        return BASE_METHODS[self.base], PLATFORM_METHODS[self.platform]

    @property
    def ends(self) -> tuple[Ends, Ends]:
        (base, platform), n = self.methods, self.count
        return _ends(base, self.cone, n), _ends(platform, self.tilt, n)

    @property
    def alike(self) -> bool:
        """Whether a turn about z takes every leg to the next one."""
        base, platform = self.methods
        turning = not platform.parallel or self.platform == FROM_LEG
        return not base.parallel and turning and base.pairs == platform.pairs

    def different(self) -> list[int]:
        """Legs that stand differently: one if they are all alike."""
        return [0] if self.alike else list(range(self.count))

    def seen(self, mask: Mask) -> Array:
        """(legs, 2, 3): the last axis, and the axis about which the platform may turn, as legs that stand differently see them
        from their base."""
        base, platform = self.ends
        at = self.different()
        last = np.einsum("lji,lj->li", base.R[at], platform.R[at][:, :, 2])
        up = base.R[at][:, 2, :] * (max(mask.moves) > 2)
        return np.stack([last, up], axis=1)

    def azimuth(self, mask: Mask) -> float:
        """Where the first of these axes that is not along the leg's first one stands about it."""
        axes = self.seen(mask).reshape(-1, 3)
        aside = axes[np.hypot(axes[:, 0], axes[:, 1]) > 1e-6]
        return float(np.arctan2(aside[0, 1], aside[0, 0])) if len(aside) else 0.0

    def kind(self, slider_first: bool, mask: Mask) -> tuple[tuple[float, ...], ...]:
        """What of it a leg can notice when it keeps the platform's orientation: angles between its first axis, its last axis
        and the platform's. Legs that begin with a slider notice how their first frames are turned against each other, too."""
        seen = self.seen(mask)
        if slider_first:
            noticed = (seen @ about(2, np.array(self.azimuth(mask)))).reshape(len(seen), 6)
        else:
            last, up = seen[:, 0], seen[:, 1]
            noticed = np.stack([last[:, 2], up[:, 2], (last * up).sum(axis=-1), np.cross(last, up)[:, 2]], axis=-1)
        return tuple(sorted({tuple(float(x) + 0.0 for x in row) for row in np.round(noticed, 6)}))


def placings(bases: Sequence[str], platforms: Sequence[str], count: int) -> Iterator[Placing]:
    """All pairs of methods, with the angles that are tried."""
    for base in bases:
        for platform in platforms:
            if count % 2 and (BASE_METHODS[base].pairs or PLATFORM_METHODS[platform].pairs):
                continue
            cones = INCLINATIONS.get(BASE_METHODS[base].inclined, (0.0,))
            tilts = INCLINATIONS.get(PLATFORM_METHODS[platform].inclined, (0.0,))
            yield from (Placing(base, platform, cone, tilt, count) for cone in cones for tilt in tilts)


@cache
def _ends(method: Method, angle: float, count: int) -> Ends:
    def made(radius: float, distance: float) -> list[Array]:
        sizes = {"radius": radius, "distance": distance, method.inclined: angle}
        return [_matrix(X) for X in places(method, count, {k: sizes[k] for k in method.keys}, Snapper())]

    unit, zero = np.stack(made(1.0, 0.0)), np.stack(made(0.0, 1.0))
    return Ends(unit[:, :3, :3], unit[:, :3, 3], zero[:, :3, 3])


def _matrix(X: Transform) -> Array:
    return np.array([[float(number(x) or 0.0) for x in row] for row in X.matrix()])
