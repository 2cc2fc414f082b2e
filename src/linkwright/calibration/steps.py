"""A chain as a product of elementary steps, and its derivative by the parameters of these steps.

    T = S_1 S_2 ... S_k

where a step is a constant place, or a turn or shift along one axis of the frame that the steps before it made.

A step along an axis moves everything behind it: the column of its parameter is a screw of the geometric Jacobian, exact and as
cheap as the pose itself (Hollerbach & Wampler 1996, section 3; Everett & Hsu 1988).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from linkwright.spatial.rotations import about

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, eq=False)
class Place:
    """A constant step. X: (4, 4); or (N, 4, 4), one for each posture."""

    X: Array


@dataclass(frozen=True)
class Term:
    """What a parameter adds to a step: its value times `factor`, and times the coordinate or the load of the joint."""

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


Step = Place | Move


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


def poses(steps: Sequence[Step], values: Array, at: Postures) -> Array:
    """(N, 4, 4): the product of all steps at parameters `values`."""
    return _walk(steps, values, at, [])


def poses_and_columns(steps: Sequence[Step], values: Array, at: Postures) -> tuple[Array, Array]:
    """(N, 4, 4), and (N, 6, n): velocity of the last frame's origin, and angular velocity, per unit of every parameter, in the
    first frame's axes."""
    seen: list[tuple[int, Any, bool, Array, Array]] = []
    T = _walk(steps, values, at, seen)
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


def _walk(steps: Sequence[Step], values: Array, at: Postures, seen: list[tuple[int, Any, bool, Array, Array]]) -> Array:
    """The product; for every term of a parameter, its factor, axis and origin go to `seen`."""
    turned, p = np.tile(np.eye(3), (len(at), 1, 1)), np.zeros((len(at), 3))
    for step in steps:
        if isinstance(step, Place):
            p = p + (turned @ step.X[..., :3, 3:])[..., 0]
            turned = turned @ step.X[..., :3, :3]
            continue
        axis, value = turned[:, :, step.axis], step.constant + _of_joint(step, at)
        for term in step.terms:
            factor = _factor(term, step, at)
            value = value + values[term.parameter] * factor
            seen.append((term.parameter, factor, step.turns, axis, p))
        if step.turns:
            turned = turned @ about(step.axis, value)
        else:
            p = p + axis * np.broadcast_to(value, (len(at),))[:, None]
    T = np.tile(np.eye(4), (len(at), 1, 1))
    T[:, :3, :3], T[:, :3, 3] = turned, p
    return T


def _of_joint(step: Move, at: Postures) -> Any:
    return 0.0 if step.coordinate is None else step.ratio * at.q[:, step.coordinate]


def _factor(term: Term, step: Move, at: Postures) -> Any:
    match term.of:
        case "one":
            return term.factor
        case "position":
            return term.factor * _of_joint(step, at)
        case "load":
            return term.factor * at.load[:, step.load or 0]
