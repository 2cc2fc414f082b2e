"""Internals that tests use: linkwright.model. When one moves, this is the place to change."""

from __future__ import annotations

from linkwright.model import elementary_joints, joints
from linkwright.model.assembly.closure_equations import ClosureEquations
from linkwright.model.assembly.mobility import exchanged, independent
from linkwright.model.assembly.mobility_report import analyse, assemblies, cut, solve, velocities
from linkwright.model.assembly.mobility_study import pairs_of, study
from linkwright.model.assembly.nesting import Block, blocks_of, joined
from linkwright.model.assembly.numeric_tree import NumericTree
from linkwright.model.assembly.singularity import singularity
from linkwright.model.assembly.solving import solve as solving_solve
from linkwright.model.assembly.start import spelled
from linkwright.model.build import make_robot
from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.model.closures import COORDINATE, LOOP_KINDS, Coupling, Loop
from linkwright.model.configuration import neutral
from linkwright.model.cut import Closure, Coordinates, Cut, Follower
from linkwright.model.describe import canonical, describe
from linkwright.model.elastic import Elastic, Rotor
from linkwright.model.exact import rational_axis, rational_rotation, rationalised
from linkwright.model.joint_type import JointType
from linkwright.model.joints import ELEMENTARY, GIMBAL, JOINT_SIZES, JOINT_TYPES
from linkwright.model.normal_form import normal_form, onto_z
from linkwright.model.numeric import in_numbers, numeric, sample_values
from linkwright.model.parameters import parametrised_tree, substitute
from linkwright.model.regroup import GAUGES, regroup, spin_directions
from linkwright.model.robot import WORLD, Body, Drive, Frame, Joint, Limits, Mimic, Note, OpenRobot, Parameter
from linkwright.model.tree import BASE, Link, Place, Tree

__all__ = [
    "elementary_joints",
    "joints",
    "BASE",
    "Block",
    "Body",
    "COORDINATE",
    "ClosedRobot",
    "Closure",
    "ClosureEquations",
    "Coordinates",
    "Coupling",
    "Cut",
    "Drive",
    "ELEMENTARY",
    "Follower",
    "Frame",
    "GAUGES",
    "GIMBAL",
    "JOINT_SIZES",
    "JOINT_TYPES",
    "Joint",
    "JointType",
    "LOOP_KINDS",
    "Limits",
    "Link",
    "Loop",
    "Mimic",
    "Note",
    "OpenRobot",
    "Parameter",
    "Place",
    "Robot",
    "NumericTree",
    "Tree",
    "WORLD",
    "analyse",
    "assemblies",
    "blocks_of",
    "canonical",
    "cut",
    "describe",
    "exchanged",
    "parametrised_tree",
    "in_numbers",
    "independent",
    "joined",
    "Elastic",
    "Rotor",
    "make_robot",
    "neutral",
    "normal_form",
    "numeric",
    "onto_z",
    "pairs_of",
    "rational_axis",
    "rational_rotation",
    "rationalised",
    "regroup",
    "sample_values",
    "singularity",
    "solve",
    "solving_solve",
    "spelled",
    "spin_directions",
    "study",
    "substitute",
    "velocities",
]
