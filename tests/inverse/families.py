"""Random arms of the families that have a closed form; and what is asked of the solutions of any arm, with any mask."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from tests.inverse.brute_force import Arm, Array, Axis, gap

Random = np.random.Generator
Rows = Callable[[Array], Array]


def unit(rng: Random) -> Array:
    v = rng.normal(size=3)
    return v / np.linalg.norm(v)


def point(rng: Random) -> Array:
    return rng.uniform(-0.6, 0.6, 3)


def across(n: Array, rng: Random) -> Array:
    """A unit vector at right angles to another."""
    v = np.cross(n, unit(rng))
    return v / np.linalg.norm(v)


def frame(rng: Random) -> Array:
    """A pose."""
    z = unit(rng)
    x = across(z, rng)
    X = np.eye(4)
    X[:3, :3], X[:3, 3] = np.column_stack([x, np.cross(z, x), z]), point(rng)
    return X


def revolute(h: Array, rng: Random) -> Axis:
    return Axis("R", h, point(rng))


def meeting(rng: Random, count: int) -> list[Axis]:
    """Revolute axes through one point."""
    p = point(rng)
    return [Axis("R", unit(rng), p) for _ in range(count)]


def in_plane(kinds: str, n: Array, rng: Random) -> list[Axis]:
    """Joints that move in the plane of a normal; hinges point up or down."""
    return [
        revolute(n * rng.choice([-1, 1]), rng) if k == "R" else Axis("P", across(n, rng), np.zeros(3)) for k in kinds
    ]


def backward(arm: Arm) -> Arm:
    """The same arm, held at its tool."""
    back = np.linalg.inv(arm.home)
    axes = [Axis(a.kind, -(back[:3, :3] @ a.h), back[:3, :3] @ a.p + back[:3, 3]) for a in reversed(arm.axes)]
    return Arm(tuple(axes), back)


def whole(pose: Array) -> Array:
    """All of poses (n, 4, 4)."""
    return pose[:, :3].reshape(len(pose), -1)


def position(pose: Array) -> Array:
    return pose[:, :3, 3]


def pointing(pose: Array) -> Array:
    """Position and z."""
    return pose[:, :3, 2:].reshape(len(pose), -1)


def check(arm: Arm, q: Array, rows: Rows = whole, **options: str) -> Array:
    """Solutions at the poses of q: every row has what is asked for, q is one of them, they are distinct; their number."""
    pose = arm.pose(q)
    found = arm.solve(**options)(pose=pose)
    turning = np.array([a.kind == "R" for a in arm.axes])
    there = np.isfinite(found["solutions"]).all(axis=-1)
    assert np.array_equal(there.sum(axis=-1), found["count"])
    assert np.array_equal(there, np.isfinite(found["residual"]))
    for n, (own, exists) in enumerate(zip(found["solutions"], there, strict=True)):
        kept = own[exists]
        assert len(kept), "the posture that the pose was made of is missing"
        assert np.all(np.abs(rows(arm.pose(kept)) - rows(pose[n : n + 1])) < 1e-7)
        assert gap(kept, q[n], turning).min() < 1e-5
        assert np.all(np.abs(kept[:, turning]) <= np.pi)
        assert all(gap(a, b, turning) > 1e-7 for k, a in enumerate(kept) for b in kept[:k])
    return found["count"]


def postures(arm: Arm, count: int, rng: Random) -> Array:
    kinds: Sequence[str] = [a.kind for a in arm.axes]
    return np.column_stack([rng.uniform(-3, 3, count) if k == "R" else rng.uniform(-1, 1, count) for k in kinds])
