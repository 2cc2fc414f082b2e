"""What a candidate's parameters say of its size without any motion: masses, and how far it can reach."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.graph.expr import Scalar, is_zero, sqrt, symbol
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import Vec
from linkwright.synthesis.structure import BASE
from linkwright.synthesis.ways.canvas import Canvas
from linkwright.synthesis.ways.model import Model


@lru_cache(maxsize=64)
def masses(model: Model) -> Callable[[Array], Array]:
    """From parameters (rows, p) to masses (rows, bodies)."""
    bodies = model.robot.bodies
    return _of_parameters(model, [bodies[name].inertia.m for name in model.moving_bodies])


@lru_cache(maxsize=64)
def reach(model: Model) -> Callable[[Array], Array]:
    """From parameters to the largest distance of the frame from the base: the sum of the distances from the base to the first
    joint that moves and from joint to joint, where hinges alone are on the way."""
    joints = model.joints_to_frame
    if not all(joint.joint_type.hinge or not joint.nv for joint in joints):
        return lambda P: np.full(len(P), np.inf)
    first = next((k for k, joint in enumerate(joints) if joint.nv), len(joints))
    place = Transform()
    for joint in joints[: first + 1]:
        place = place @ joint.X
    base = Vec(*(symbol(name) if name in model.names else 0 for name in BASE))
    steps = [place.p - base, *(joint.X.p for joint in joints[first + 1 :]), model.robot.frame(model.frame).X.p]
    lengths: list[Scalar] = [sqrt(p.dot(p)) for p in steps if not all(map(is_zero, p))]
    found = _of_parameters(model, lengths)
    return lambda P: found(P).sum(axis=1)


def _of_parameters(model: Model, values: list[Scalar]) -> Callable[[Array], Array]:
    canvas = Canvas(model.names)
    moved = canvas.expressions(values)
    staged = canvas.staged("sizes", {}, {"sizes": ((len(values),), moved)})

    def at(P: Array) -> Array:
        constants: Any = staged.constants(P)
        if constants is None:
            return np.tile(staged.second(), (len(P), 1))
        return np.asarray(staged.at(constants)["sizes"]).reshape(len(P), len(values))

    return at
