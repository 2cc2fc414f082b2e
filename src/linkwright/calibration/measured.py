"""What may be measured, one row each: how it differs from the model, and what of it every parameter moves.

    pose      the target in the measuring frame: tracker, fixed camera that sees a board on the hand
    camera    a fixed board, seen by a camera on the hand: the inverse pose
    position  the target's origin alone
    distance  from a fixed point to the target: ball bar, cable, laser
    point     nothing but that the target touches one fixed point
    plane     nothing but that it touches one fixed plane

The measuring frame is the tracker's, the board's; of the last three its origin is the point, its xy plane the plane. Where all
postures touch one thing, a robot of twice the size would do so too: one length has to be known.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from linkwright.arrays import AnyArray as Array

ALL = "x y z rx ry rz"


@dataclass(frozen=True)
class Kind:
    """columns: what a table must have; axes: of base and tool that can matter; translations, rotations: rows of each kind.

    gap:  poses of the model (N, 4, 4), what was measured -> measured less modelled (N, rows)
    rows: poses, columns (N, 6, n), what was measured -> its derivative, negative (N, rows, n)
    exact: rows in a prime field, up to a factor; None where postures must touch something, which random ones do not
    """

    name: str
    columns: str
    axes: tuple[str, str]
    translations: int
    rotations: int
    gap: Callable[[Array, Array], Array]
    rows: Callable[[Array, Array, Array], Array]
    exact: Callable[[Array, Array, int], Array] | None

    @property
    def size(self) -> int:
        return self.translations + self.rotations


def rotation_vectors(R: Array) -> Array:
    """(N, 3) of rotations (N, 3, 3)."""
    from scipy.spatial.transform import Rotation

    return Rotation.from_matrix(R).as_rotvec()


def inverse(T: Array) -> Array:
    """Inverse poses (N, 4, 4)."""
    made = np.array(T)
    made[:, :3, :3] = np.swapaxes(T[:, :3, :3], 1, 2)
    made[:, :3, 3] = -np.einsum("nij,nj->ni", made[:, :3, :3], T[:, :3, 3])
    return made


def _pose_gap(T: Array, M: Array) -> Array:
    turned = M[:, :3, :3] @ np.swapaxes(T[:, :3, :3], 1, 2)
    return np.hstack([M[:, :3, 3] - T[:, :3, 3], rotation_vectors(turned)])


def _pose_rows(T: Array, J: Array, M: Array) -> Array:
    """The angular part by the inverse of SO(3)'s right Jacobian: exact for large gaps, too (Sola et al. 2018, eq. 144)."""
    e = _pose_gap(T, M)[:, 3:]
    size = np.linalg.norm(e, axis=1)
    S = np.zeros((len(e), 3, 3))
    S[:, [2, 0, 1], [1, 2, 0]], S[:, [1, 2, 0], [2, 0, 1]] = e, -e
    small = size < 1e-4
    safe = np.where(small, 1.0, size)
    factor = np.where(small, 1 / 12, 1 / safe**2 - (1 + np.cos(safe)) / (2 * safe * np.sin(safe)))
    right = np.eye(3) + S / 2 + factor[:, None, None] * (S @ S)
    return np.concatenate([J[:, :3], right @ J[:, 3:]], axis=1)


def _seen(T: Array, J: Array) -> tuple[Array, Array]:
    """The inverse poses, and their columns."""
    Rt = np.swapaxes(T[:, :3, :3], 1, 2)
    v, w = J[:, :3], J[:, 3:]
    lever = np.cross(w, T[:, :3, 3][:, :, None], axisa=1, axisb=1, axisc=1)
    return inverse(T), np.concatenate([Rt @ (lever - v), -(Rt @ w)], axis=1)


def _camera_rows(T: Array, J: Array, M: Array) -> Array:
    return _pose_rows(*_seen(T, J), M)


def _distance(T: Array) -> Array:
    return np.linalg.norm(T[:, :3, 3], axis=1)


def _distance_rows(T: Array, J: Array, M: Array) -> Array:
    direction = T[:, :3, 3] / np.maximum(_distance(T), 1e-12)[:, None]
    return np.einsum("ni,nij->nj", direction, J[:, :3])[:, None]


def _distance_exact(T: Array, J: Array, p: int) -> Array:
    return ((T[:, :3, 3][:, :, None] * J[:, :3] % p).sum(axis=1) % p)[:, None]


KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        kind.name: kind
        for kind in (
            Kind("pose", "pose", (ALL, ALL), 3, 3, _pose_gap, _pose_rows, lambda T, J, p: J),
            Kind(
                "camera", "pose", (ALL, ALL), 3, 3,
                lambda T, M: _pose_gap(inverse(T), M), _camera_rows, lambda T, J, p: J,
            ),
            Kind(
                "position", "position", (ALL, "x y z"), 3, 0,
                lambda T, M: M - T[:, :3, 3], lambda T, J, M: J[:, :3], lambda T, J, p: J[:, :3],
            ),
            Kind(
                "distance", "distance", ("x y z", "x y z"), 1, 0,
                lambda T, M: (M - _distance(T))[:, None], _distance_rows, _distance_exact,
            ),
            Kind(
                "point", "", ("x y z", "x y z"), 3, 0,
                lambda T, M: -T[:, :3, 3], lambda T, J, M: J[:, :3], None,
            ),
            Kind(
                "plane", "", ("z rx ry", "x y z"), 1, 0,
                lambda T, M: -T[:, 2:3, 3], lambda T, J, M: J[:, 2:3], None,
            ),
        )
    }
)  # fmt: skip
"""By name."""
