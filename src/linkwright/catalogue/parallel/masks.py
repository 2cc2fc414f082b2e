"""What a platform can do: which of its six coordinates move, how many legs it has, how many joints they may have."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from linkwright.catalogue.parallel.kinematics import Array
from linkwright.errors import ModelError, suggestion
from linkwright.spatial.rotations import about

COORDINATES = ("x", "y", "z", "phix", "phiy", "phiz")


@dataclass(frozen=True)
class Mask:
    """moves: which COORDINATES; joints: how many a leg may have; base, platform: placements that are tried unless others are
    asked for (pairs need six legs, in the plane all axes are upright)."""

    name: str
    moves: tuple[int, ...]
    joints: tuple[int, ...]
    base: tuple[str, ...]
    platform: tuple[str, ...]

    @property
    def legs(self) -> int:
        """One per degree of freedom."""
        return len(self.moves)

    @property
    def coordinates(self) -> tuple[str, ...]:
        return tuple(COORDINATES[k] for k in self.moves)

    def orientation(self, pose: Array) -> Array:
        """R (..., 3, 3) = Rx(phix) Ry(phiy) Rz(phiz) of poses (..., 6)."""
        return about(0, pose[..., 3]) @ about(1, pose[..., 4]) @ about(2, pose[..., 5])

    def tangent(self, pose: Array) -> Array:
        """(..., 6, freedom): velocities and angular velocities of the platform that its coordinates can make at poses."""
        columns = np.broadcast_to(np.eye(6), (*pose.shape[:-1], 6, 6)).copy()
        first, second = about(0, pose[..., 3]), about(1, pose[..., 4])
        columns[..., 3:, 4] = first[..., :, 1]
        columns[..., 3:, 5] = (first @ second)[..., :, 2]
        return columns[..., list(self.moves)]


_CIRCLES, _ENDS = ("G1", "G2", "G3", "G4", "G9", "G10"), ("P1", "P2", "P3", "P7", "P8", "P9", "P10")
_ALL = tuple(f"G{k}" for k in range(1, 11)), tuple(f"P{k}" for k in range(1, 11))
MASKS: Mapping[str, Mask] = MappingProxyType(
    {
        mask.name: mask
        for mask in (
            Mask("2T1R", (0, 1, 5), (3,), ("G1", "G2", "G3"), ("P1",)),
            Mask("3T0R", (0, 1, 2), (3, 4, 5), _CIRCLES, _ENDS),
            Mask("3T1R", (0, 1, 2, 5), (4, 5), _CIRCLES, _ENDS),
            Mask("3T2R", (0, 1, 2, 3, 4), (5,), _CIRCLES, _ENDS),
            Mask("3T3R", (0, 1, 2, 3, 4, 5), (6,), *_ALL),
        )
    }
)


def mask_named(name: str) -> Mask:
    """The mask, or an error that says which there are."""
    if name not in MASKS:
        hint = suggestion(name, MASKS, f"one of: {', '.join(MASKS)}")
        raise ModelError(f"'{name}' is no motion of a platform with legs that are all alike", hint=hint)
    return MASKS[name]
