"""Internals that tests use: linkwright.referee. When one moves, this is the place to change."""

from __future__ import annotations

import numpy as np

from linkwright.model.robot import Joint
from linkwright.referee import poses, reference
from linkwright.referee.algebra import axial, quaternion_matrix, skew
from linkwright.referee.closed import Closed
from linkwright.referee.closed_reference import ClosedReference, at_positions
from linkwright.referee.frames import FrameMotion, quaternion_of
from linkwright.referee.joints import ROWS, drift, place, rates, screws
from linkwright.referee.lagrangian import Brute
from linkwright.referee.movement import Movement
from linkwright.referee.open_reference import OpenReference, at_instant
from linkwright.referee.poses import body_poses, frame_names, frame_poses, homogeneous
from linkwright.referee.series import Series, constant, integrated, inverse, polynomial, quotient, root, waves
from linkwright.referee.states import ClosedStates, States
from linkwright.referee.tree import reference_tree

__all__ = [
    "Brute",
    "Closed",
    "ClosedReference",
    "ClosedStates",
    "FrameMotion",
    "Movement",
    "OpenReference",
    "ROWS",
    "Series",
    "States",
    "at_instant",
    "at_positions",
    "axial",
    "body_poses",
    "constant",
    "drift",
    "frame_names",
    "frame_poses",
    "integrated",
    "inverse",
    "joint_axes",
    "joint_motion",
    "polynomial",
    "poses",
    "quaternion_matrix",
    "quaternion_of",
    "quotient",
    "rates",
    "reference",
    "reference_tree",
    "root",
    "skew",
    "waves",
]


def joint_motion(joint: Joint, x: np.ndarray) -> np.ndarray:
    """The child's frame in the joint's frame at rest, 4x4."""
    R, p = place(joint, Series(x[None]))
    return homogeneous(R.value, p.value)


def joint_axes(joint: Joint, x: np.ndarray) -> np.ndarray:
    """S(x), 6 x nv: (linear; angular) velocity of the child against the parent, in the child's frame, per rate of the joint."""
    return screws(joint, Series(x[None])).value
