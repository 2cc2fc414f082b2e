"""Internals that tests use: linkwright.mechanics. When one moves, this is the place to change."""

from __future__ import annotations

from linkwright.mechanics.assemble import FORMS
from linkwright.mechanics.closure.constants import proven_constant, same
from linkwright.mechanics.closure.explicit import Solution, eliminate, explicit
from linkwright.mechanics.closure.explicit_legs import signs_of
from linkwright.mechanics.closure.modes import in_mode
from linkwright.mechanics.closure.polar import polar
from linkwright.mechanics.closure.residual import residual, value_of
from linkwright.mechanics.closure.vec2 import Vec2
from linkwright.mechanics.closure.velocity import Rates
from linkwright.mechanics.inverse.limits import joint_limits
from linkwright.mechanics.inverse.pose_error import rotation_vector
from linkwright.mechanics.inverse.quartic import Conic, conic_and_circle, quartic_roots
from linkwright.mechanics.inverse.singularities import singularities
from linkwright.mechanics.legs import legs_of, legwise
from linkwright.mechanics.platform.forward_kinematics import platform_poses
from linkwright.mechanics.platform.leg_numbers import crossing_and_rod, leg_positions, nearest_signs
from linkwright.mechanics.platform.legs import END, Leg
from linkwright.mechanics.prepare import prepare
from linkwright.mechanics.quantities.table import OPEN, QUANTITIES
from linkwright.mechanics.tree.independence import dependencies
from linkwright.mechanics.tree.kinematics import coordinate_rates, forward_kinematics, last_frame, link_transforms
from linkwright.mechanics.tree.newton_euler import newton_euler
from linkwright.mechanics.tree.quaternions import constant_quaternion

__all__ = [
    "Conic",
    "END",
    "FORMS",
    "Leg",
    "OPEN",
    "Vec2",
    "QUANTITIES",
    "Rates",
    "Solution",
    "constant_quaternion",
    "conic_and_circle",
    "coordinate_rates",
    "crossing_and_rod",
    "dependencies",
    "eliminate",
    "explicit",
    "forward_kinematics",
    "in_mode",
    "joint_limits",
    "last_frame",
    "legs_of",
    "legwise",
    "leg_positions",
    "link_transforms",
    "nearest_signs",
    "newton_euler",
    "platform_poses",
    "polar",
    "prepare",
    "residual",
    "quartic_roots",
    "rotation_vector",
    "same",
    "proven_constant",
    "signs_of",
    "singularities",
    "value_of",
]
