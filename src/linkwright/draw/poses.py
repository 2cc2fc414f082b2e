"""Numbers that pictures are made from: where the bodies of a robot are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from types import MappingProxyType

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.graph.expr import Scalar
from linkwright.model.assembly.numeric_tree import NumericTree, to_float, to_matrix
from linkwright.model.normal_form import normal_form
from linkwright.model.robot import WORLD, Frame, OpenRobot

_DIGITS = 12
"""Pictures tell no more, and the same robot shall give the same text."""


def body_poses(robot: OpenRobot, q: Array) -> dict[str, Array]:
    """Every body's frame in the world, 4x4. robot: in numbers; q: positions of all its joints."""
    frames = {name: Frame(name, name) for name in robot.bodies if name != WORLD}
    tree = normal_form(replace(robot, frames=MappingProxyType(frames)))
    links = NumericTree(tree).placements(np.asarray(q, dtype=float)[None])[0]
    poses = {name: links[place.link] @ to_matrix(place.X) for name, place in tree.frames.items()}
    return {WORLD: np.eye(4), **{name: np.round(X, _DIGITS) + 0.0 for name, X in poses.items()}}


def numbers(values: Iterable[Scalar]) -> Array:
    """Constants as an array."""
    return np.array([to_float(x) for x in values])
