"""A chain as a product of elementary transforms, and its derivative by the parameters of these.

    T = S_1 S_2 ... S_k

where a transform is a constant place, or a turn or shift along one axis of the frame that the transforms before it made.

One about or along an axis moves everything behind it: the column of its parameter is a screw of the geometric Jacobian, exact
and as cheap as the pose itself (Hollerbach & Wampler 1996, section 3; Everett & Hsu 1988).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.spatial.rotations import about


@dataclass(frozen=True, eq=False)
class Place:
    """A constant transform. X: (4, 4); or (N, 4, 4), one for each posture."""

    X: Array


@dataclass(frozen=True)
class Term:
    """What a parameter adds to a transform: its value times `factor`, and times the coordinate or the load of the joint."""

    parameter: int
    of: Literal["one", "position", "load"] = "one"
    factor: float = 1.0


@dataclass(frozen=True)
class Move:
    """A turn about an axis (0, 1, 2: x, y, z), or a shift along it, by

        constant + ratio q[coordinate] + terms

    load: index of the joint's load (its torque of gravity) among the rates.
    """

    turns: bool
    axis: int
    constant: float = 0.0
    coordinate: int | None = None
    ratio: float = 1.0
    terms: tuple[Term, ...] = ()
    load: int | None = None


ElementaryTransform = Place | Move


@dataclass(frozen=True, eq=False)
class Postures:
    """Where the joints were. q: (N, nq); load: torques of gravity (N, nv), zeros where no joint is elastic."""

    q: Array
    load: Array

    def __len__(self) -> int:
        return len(self.q)

    def take(self, rows: Array) -> Postures:
        """Some of them."""
        return Postures(self.q[rows], self.load[rows])


def poses(transforms: Sequence[ElementaryTransform], values: Array, at: Postures) -> Array:
    """(N, 4, 4): the product of all transforms at parameters `values`."""
    return _walk(transforms, values, at, [])


def poses_and_columns(transforms: Sequence[ElementaryTransform], values: Array, at: Postures) -> tuple[Array, Array]:
    """(N, 4, 4), and (N, 6, n): velocity of the last frame's origin, and angular velocity, per unit of every parameter, in the
    first frame's axes."""
    seen: list[tuple[int, Any, bool, Array, Array]] = []
    T = _walk(transforms, values, at, seen)
    J = np.zeros((len(at), 6, len(values)))
    end = T[:, :3, 3]
    for parameter, factor, turns, axis, origin in seen:
        weight = np.broadcast_to(factor, (len(at),))[:, None]
        if turns:
            J[:, :3, parameter] += weight * np.cross(axis, end - origin)
            J[:, 3:, parameter] += weight * axis
        else:
            J[:, :3, parameter] += weight * axis
    return T, J


def _walk(
    transforms: Sequence[ElementaryTransform],
    values: Array,
    at: Postures,
    seen: list[tuple[int, Any, bool, Array, Array]],
) -> Array:
    """The product; for every term of a parameter, its factor, axis and origin go to `seen`."""
    turned, p = np.tile(np.eye(3), (len(at), 1, 1)), np.zeros((len(at), 3))
    for transform in transforms:
        if isinstance(transform, Place):
            p = p + (turned @ transform.X[..., :3, 3:])[..., 0]
            turned = turned @ transform.X[..., :3, :3]
            continue
        axis, value = turned[:, :, transform.axis], transform.constant + _of_joint(transform, at)
        for term in transform.terms:
            factor = _factor(term, transform, at)
            value = value + values[term.parameter] * factor
            seen.append((term.parameter, factor, transform.turns, axis, p))
        if transform.turns:
            turned = turned @ about(transform.axis, value)
        else:
            p = p + axis * np.broadcast_to(value, (len(at),))[:, None]
    T = np.tile(np.eye(4), (len(at), 1, 1))
    T[:, :3, :3], T[:, :3, 3] = turned, p
    return T


def _of_joint(transform: Move, at: Postures) -> Any:
    return 0.0 if transform.coordinate is None else transform.ratio * at.q[:, transform.coordinate]


def _factor(term: Term, transform: Move, at: Postures) -> Any:
    match term.of:
        case "one":
            return term.factor
        case "position":
            return term.factor * _of_joint(transform, at)
        case "load":
            return term.factor * at.load[:, transform.load or 0]
