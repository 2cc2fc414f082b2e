"""Checks of what measurements can identify: columns times parameters are the forces of a robot with other bodies and drives.

Bodies have no symmetry and drives friction and rotors, whatever the robot's file says, so that no column is multiplied with
zero; their forces are brute force.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np

from linkwright.arrays import Array
from linkwright.emit import Check
from linkwright.graph.expr import as_number
from linkwright.mechanics.identifiable import driven_joints, force_rows
from linkwright.mechanism import derive
from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.model.parameters import parametrised_tree
from linkwright.model.robot import Drive
from linkwright.spatial.inertia import Inertia
from linkwright.verification.suite.linear import mixed, times_parameters
from linkwright.verification.suite.numbers import Numbers, in_numbers, other
from linkwright.verification.suite.samples import RobotSamples

NAMES = ("identification_regressor", "identification_parameters")


@dataclass(frozen=True)
class Guess:
    """A robot with other bodies and drives, in numbers, its physical parameters by name, and what offsets add to its forces."""

    robot: Robot
    physical: Mapping[str, float]
    offsets: Array


def guess(numbers: Numbers) -> Guess:
    """Bodies and drives that depend on nothing but their names."""
    robot = in_numbers(numbers.robot, numbers.own)
    tree = robot.tree
    welded = {j.child for j in tree.joints.values() if j.type == "fixed"}
    still = {*tree.carriers, *tree.inertial_names, *(n for n in tree.bodies if n in welded or n == "world")}
    bodies = {n: replace(b, inertia=Inertia() if n in still else _inertia(n)) for n, b in tree.bodies.items()}
    for name, first in tree.inertial_names.items():
        bodies[name] = replace(bodies[name], inertia=bodies[first].inertia)
    driven = {*driven_joints(numbers.robot)}
    joints = {
        n: replace(j, drive=_drive(n) if n in driven and j.joint_type.single else Drive())
        for n, j in tree.joints.items()
    }
    made = replace(tree, bodies=MappingProxyType(bodies), joints=MappingProxyType(joints), tendons=(), wrenches=())
    made = replace(made, joints=MappingProxyType({n: replace(j, transmission=None) for n, j in made.joints.items()}))
    values = {p.name: p.value for p in parametrised_tree(made, "full").parameters if p.value is not None}
    rows = force_rows(numbers.robot)
    offsets = {n: 0.3 + 0.1 * other(f"{n} offset") for n in rows if n in driven}
    for n, j in joints.items():
        own = {
            "viscous": j.drive.viscous,
            "coulomb": j.drive.coulomb,
            "rotor": j.drive.rotor_inertia,
            "offset": offsets.get(n, 0),
        }
        values |= {f"{term}_{n}": float(as_number(x)) for term, x in own.items() if n in driven}
    whole = robot.with_tree(made) if isinstance(robot, ClosedRobot) else made
    return Guess(whole, values, np.array([offsets.get(n, 0.0) for n in rows]))


def _inertia(name: str) -> Inertia:
    """Of a body of no symmetry; the same in every run."""
    x = [other(f"{name} {k}") for k in range(10)]
    off = [0.05 + 0.04 * e for e in x[:6]]
    main = [1.5 + 0.4 * e for e in x[6:]]
    return Inertia.from_parameters([main[0], *off[:3], main[1], off[3], main[2], off[4], off[5], main[3]])


def _drive(name: str) -> Drive:
    x = [1 + 0.5 * other(f"{name} {k}") for k in range(3)]
    return Drive(rotor_inertia=0.3 * x[0], viscous=0.4 * x[1], coulomb=0.2 * x[2])


def identification_checks(x: RobotSamples) -> list[Check]:
    """Columns times parameters, and the parameters themselves, against forces of a robot with other bodies and drives."""
    asked, numbers = [x.table[n] for n in NAMES if n in x.table], x.numbers
    if x.changed or not asked:
        return []
    guessed = guess(numbers)
    forces = x.forces_of(guessed.robot, force_rows(numbers.robot) != numbers.robot.rate_names) + guessed.offsets
    B = derive(numbers.robot, NAMES[1], symbolic=numbers.symbolic)
    if not forces.shape[1] or not B.outputs["pi"].size:
        return []
    known = {**numbers.own, **guessed.physical}
    physical = np.array([known.get(n, 0.0) for n in B.inputs["parameters"].labels])
    found: list[Check] = []
    for kernel in asked:
        if kernel.name == NAMES[0]:
            found += times_parameters(kernel, x, np.asarray(B(parameters=physical), float), forces)
        else:
            found.append(mixed(f"{kernel.name} 1", kernel, {"parameters": physical}, _columns(x), forces, 12))
    return found


def _columns(x: RobotSamples) -> Array:
    """The derived columns at all states, stacked."""
    Y = derive(x.numbers.robot, NAMES[0], symbolic=x.numbers.symbolic)
    own = {p.name: [x.numbers.own[n] for n in p.labels] for p in Y.inputs.values() if p.name == "parameters"}
    rows = [np.asarray(Y(**{n: at[n] for n in Y.inputs if n != "parameters"}, **own)) for at in x.given]
    return np.concatenate(rows)
