"""An arm measured from a point of its own and in its own length: what is computed with it then are numbers near one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from linkwright.graph.expr import Scalar, number
from linkwright.inverse.half_angles import Array
from linkwright.mechanics.inverse.axes import Axis, Revolute
from linkwright.mechanics.inverse.chain import Chain
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import Vec


@dataclass(frozen=True)
class Measured:
    """axes: of the chain, measured; centre, length: what from, and in."""

    chain: Chain
    axes: tuple[Axis, ...]
    centre: Vec
    length: float

    def motion(self) -> Transform:
        """Of space, from home to the pose that is wanted, measured as the axes are."""
        moved = self.chain.target @ self.chain.home.inverse
        return Transform(moved.R, (moved.point(self.centre) - self.centre) * (1 / self.length))


def measured(chain: Chain, places: Sequence[int]) -> Measured:
    """By the axes at some places, which are numbers."""
    plain = [replace(a, h=a.h.map(_plain), p=a.p.map(_plain)) for a in chain.axes]
    centre, length = _size([plain[k] for k in places if isinstance(plain[k], Revolute)])
    axes = [replace(a, p=(a.p - centre) * (1 / length)) for a in plain]
    for k in places:
        axes[k] = _nearest(axes[k])
    return Measured(chain, tuple(axes), centre, length)


def in_numbers(axis: Axis) -> bool:
    """Whether an axis depends neither on a joint that is given nor on parameters."""
    return all(number(x) is not None for v in (axis.h, axis.p) for x in v)


def _size(axes: Sequence[Axis]) -> tuple[Vec, float]:
    """The point that is nearest to all axes, and how far the furthest is from it."""
    H = np.array([_floats(a.h) for a in axes])
    P = np.array([_floats(a.p) for a in axes])
    across = np.eye(3) - H[:, :, None] * H[:, None, :]
    total: Array = np.einsum("kij->ij", across) + 1e-9 * np.eye(3)  # of parallel axes any point of a line is as good
    centre: Array = np.linalg.inv(total) @ np.einsum("kij,kj->i", across, P)
    away = np.linalg.norm(np.einsum("kij,kj->ki", across, P - centre), axis=1)
    return Vec(*map(float, centre)), float(away.max()) or 1.0


def _plain(x: Scalar) -> Scalar:
    """An expression that is a number, as one."""
    value = number(x)
    return x if value is None else float(value)


def _floats(v: Vec) -> list[float]:
    return [float(x) for x in v]  # type: ignore[arg-type]


def _nearest(axis: Axis) -> Axis:
    """By the point of the axis that is nearest to the origin."""
    p = axis.p - axis.h * axis.h.dot(axis.p)
    return replace(axis, p=p.map(lambda x: x if abs(float(x)) > 1e-14 else 0.0))  # type: ignore[arg-type]
