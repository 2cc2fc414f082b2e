"""Internals that tests use: linkwright.referee. When one moves, this is the place to change."""

from __future__ import annotations

from linkwright.referee import poses, reference
from linkwright.referee.algebra import axial, quaternion_matrix, skew
from linkwright.referee.closed import Closed
from linkwright.referee.closed_reference import ClosedReference, at_positions
from linkwright.referee.frames import FrameMotion, quaternion_of
from linkwright.referee.joints import ROWS, drift, rates
from linkwright.referee.lagrangian import Brute
from linkwright.referee.movement import Movement
from linkwright.referee.open_reference import OpenReference, at_instant
from linkwright.referee.poses import body_poses, frame_names, frame_poses, joint_axes, joint_motion
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
