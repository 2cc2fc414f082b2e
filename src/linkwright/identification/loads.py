"""Loads: what is mounted at a frame of a robot, known or to be found.

Gautier, Vandanjon & Presse 1994: a load is a body more; the robot with it needs forces that are linear in its ten parameters.
"""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import numpy as np

from linkwright.arrays import Array
from linkwright.errors import InputError
from linkwright.identification.model import IdentificationModel
from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.model.parameters import substitute, values_of
from linkwright.model.robot import WORLD, Body, Joint
from linkwright.spatial.inertia import Inertia
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import IDENTITY, NULL, Mat, Vec

PAYLOAD = "payload"
_GUESS = Inertia.about_com(1.0, Vec(0, 0, 0), IDENTITY * 0.004)
"""Of a load of which nothing is known: a ball of 1 kg and 10 cm radius at the frame."""


def load_of(text: str) -> Inertia:
    """From 'mass x y z' of the centre of mass and, if given, 'Ixx Iyy Izz' about it, or all six moments and products."""
    try:
        x = [float(part) for part in text.replace(",", " ").split()]
    except ValueError:
        raise InputError(f"the load '{text}' is no list of numbers", hint="mass x y z [Ixx Iyy Izz]") from None
    if len(x) not in (4, 7, 10) or not np.all(np.isfinite(x)) or x[0] <= 0:
        hint = "mass x y z [Ixx Iyy Izz [Ixy Ixz Iyz]], in kg, m and kg m^2, about the centre of mass"
        raise InputError(f"the load '{text}' is none", hint=hint)
    xx, yy, zz, xy, xz, yz = (*x[4:], *([0.0] * (10 - len(x))))
    tensor = Mat(Vec(xx, xy, xz), Vec(xy, yy, yz), Vec(xz, yz, zz)) if len(x) > 4 else NULL
    return Inertia.about_com(x[0], Vec(*x[1:4]), tensor)


def carrying(robot: Robot, frame: str) -> tuple[str, Transform]:
    """The body that moves with a frame, as the model names it, and where the frame is on it."""
    tree = robot.tree
    if frame:
        place = tree.frame(frame)
    else:
        from linkwright.mechanics.tree.kinematics import last_frame
        from linkwright.model.parameters import parametrised_tree

        place = tree.frame(last_frame(parametrised_tree(tree).tree))
    body, there = place.body, place.X
    above = {j.child: j for j in tree.joints.values()}
    while body in above and above[body].type == "fixed":
        there, body = above[body].X @ there, above[body].parent
    if body == WORLD or body not in above:
        raise InputError(f"the frame '{frame or place.name}' does not move", robot.source, "name another one (--at)")
    return body, there


def load_model(
    robot: Robot, frame: str, guess: Inertia = _GUESS, couplings: str = "", terms: str = "offset"
) -> IdentificationModel:
    """Columns of a load and of offsets, which no robot's file has; the robot is known, with its drives. Physical parameters are
    at the carrying body's frame.

    couplings: of motors, as IdentificationModel.of has them; forces are then those of the motors
    """
    body, X = carrying(robot, frame)
    tree = robot.tree
    bodies = {n: replace(b, inertia=guess.seen_from(X) if n == body else Inertia()) for n, b in tree.bodies.items()}
    others = tuple(n for n in tree.bodies if n != body)
    bare = replace(tree, bodies=MappingProxyType(bodies), carriers=others, alike=(), wrenches=())
    alone = robot.with_tree(bare) if isinstance(robot, ClosedRobot) else bare
    made = IdentificationModel.of(alone, terms, couplings)
    return replace(made, rest=robot)


def load_forces(
    robot: Robot, frame: str, load: Inertia, at: tuple[Array, Array, Array], couplings: str = "", **more: Array
) -> Array:
    """Forces (samples, rows) that a known load needs along a motion."""
    model = load_model(robot, frame, load, couplings, "none")
    return model.columns(*at, **more) @ model.values(model.prior)


def at_frame(robot: Robot, frame: str, physical: Array) -> Inertia:
    """A load's parameters at the frame that carries it, in numbers: it was measured on a robot with the file's lengths."""
    _, X = carrying(substitute(robot.tree, values_of(robot)), frame)
    return Inertia.from_parameters([float(x) for x in physical[:10]]).seen_from(X.inverse)


def loaded(robot: Robot, frame: str, load: Inertia) -> Robot:
    """The robot with a load at a frame, as a body of its own."""
    body, X = carrying(robot, frame)
    tree = robot.tree
    name = PAYLOAD
    while name in tree.bodies or name in tree.joints:
        name += "_"
    bodies = {**tree.bodies, name: Body(name, load)}
    joints = {**tree.joints, name: Joint(name, "fixed", body, name, X)}
    made = replace(tree, bodies=MappingProxyType(bodies), joints=MappingProxyType(joints))
    return robot.with_tree(made) if isinstance(robot, ClosedRobot) else made
