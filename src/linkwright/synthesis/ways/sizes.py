"""What a candidate's parameters say of its size without any motion: masses, and how far it can reach."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.graph.expr import Scalar, sqrt
from linkwright.mechanics.inverse.seen import moving_links
from linkwright.mechanics.tree.kinematics import frame_place
from linkwright.model.parameters import form_of
from linkwright.synthesis.ways.canvas import Canvas
from linkwright.synthesis.ways.model import Model

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]


@lru_cache(maxsize=64)
def masses(model: Model) -> Callable[[Array], Array]:
    """From parameters (rows, p) to masses (rows, bodies)."""
    bodies = model.robot.bodies
    return _of_parameters(model, [bodies[name].inertia.m for name in model.moving_bodies])


@lru_cache(maxsize=64)
def reach(model: Model) -> Callable[[Array], Array]:
    """From parameters to the largest distance of the frame from the first joint on its way: the sum of the distances from
    joint to joint, where hinges alone are on the way."""
    tree = form_of(model.robot.tree).tree
    links = moving_links(tree, model.frame)
    if not links or not all(link.joint_type.hinge for link in links):
        return lambda P: np.full(len(P), np.inf)
    steps = [*(link.X.p for link in links[1:]), frame_place(tree, model.frame).X.p]
    lengths: list[Scalar] = [sqrt(p.dot(p)) if any(x != 0 for x in p) else 0 for p in steps]
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
