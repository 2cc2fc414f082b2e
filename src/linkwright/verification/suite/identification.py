"""Checks of what measurements can identify: columns times parameters are the forces of a robot with other bodies and drives.

Bodies have no symmetry and drives friction and rotors, whatever the robot's file says, so that no column is multiplied with
zero; their forces are brute force.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

import numpy as np

from linkwright.emit import Call, Check, Term, Value
from linkwright.graph.expr import as_number
from linkwright.mechanics.identifiable import driven_joints, force_rows
from linkwright.mechanism import derive
from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.model.parameters import form_of
from linkwright.model.robot import Drive
from linkwright.passes.kernel import Kernel
from linkwright.spatial.inertia import Inertia
from linkwright.verification.suite.numbers import Numbers, other

Array = np.ndarray[Any, Any]
NAMES = ("identification_regressor", "identification_parameters")
_ROWS = 3
"""Random combinations of forces by which the parameters are checked."""


@dataclass(frozen=True)
class Guess:
    """A robot with other bodies and drives, in numbers, its physical parameters by name, and what offsets add to its forces."""

    robot: Robot
    physical: Mapping[str, float]
    offsets: Array


def guess(numbers: Numbers, robot: Robot) -> Guess:
    """robot: in numbers, except for its couplings."""
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
    values = {p.name: p.value for p in form_of(made, "full").parameters if p.value is not None}
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


def identification_checks(
    table: Mapping[str, Kernel], states: Any, guessed: Guess, forces: Array, numbers: Numbers
) -> list[Check]:
    """forces: of the guessed robot, (states, rows), offsets apart."""
    found: list[Check] = []
    asked = [table[n] for n in NAMES if n in table]
    if not asked or not forces.shape[1]:
        return found
    B = derive(numbers.robot, NAMES[1], symbolic=numbers.symbolic)
    if not B.outputs["pi"].size:
        return found
    port = B.inputs["parameters"]
    known = {**numbers.own, **guessed.physical}
    physical = np.array([known.get(n, 0.0) for n in port.labels])
    p = np.asarray(B(parameters=physical), float)
    forces = forces + guessed.offsets
    for kernel in asked:
        made = _columns if kernel.name == NAMES[0] else _parameters
        found += made(kernel, states, (p, physical, forces), numbers)
    return found


def _columns(kernel: Kernel, states: Any, what: tuple[Array, Array, Array], numbers: Numbers) -> list[Check]:
    """Columns times parameters are forces, at every state."""
    p, _, forces = what
    made: list[Check] = []
    passed = numbers.passed(kernel, {})
    for n in range(len(forces)):
        inputs = {x.name: getattr(states, x.name)[n] for x in kernel.inputs if x.name != "parameters"}
        if passed is not None and len(passed):
            inputs["parameters"] = passed
        given = [_value("p", p), _value("expected", forces[n]), *(_value(f"{k} in", x) for k, x in inputs.items())]
        call = Call(kernel.name, tuple((k, f"{k} in") for k in inputs), ((kernel.outputs[0].name, "Y"),))
        terms = (Term(1.0, ("Y", "p")), Term(-1.0, ("expected",)))
        made.append(Check(f"{kernel.name} times parameters {n + 1}", tuple(given), (call,), terms))
    return made


def _parameters(kernel: Kernel, states: Any, what: tuple[Array, Array, Array], numbers: Numbers) -> list[Check]:
    """Parameters of the guessed robot, times columns at the states, mixed to a few rows: the forces, mixed likewise."""
    _, physical, forces = what
    Y = derive(numbers.robot, NAMES[0], symbolic=numbers.symbolic)
    own = {x.name: [numbers.own[n] for n in x.labels] for x in Y.inputs.values() if x.name == "parameters"}
    names = [n for n in Y.inputs if n != "parameters"]
    rows = [np.asarray(Y(**{n: getattr(states, n)[k] for n in names}, **own)) for k in range(len(forces))]
    stacked = np.concatenate(rows)
    mix = np.random.default_rng(12).uniform(-1, 1, (_ROWS, len(stacked)))
    given = [
        _value("rows", mix @ stacked), _value("expected", mix @ forces.ravel()), _value("parameters in", physical),
    ]  # fmt: skip
    call = Call(kernel.name, (("parameters", "parameters in"),), ((kernel.outputs[0].name, "p"),))
    terms = (Term(1.0, ("rows", "p")), Term(-1.0, ("expected",)))
    return [Check(f"{kernel.name} 1", tuple(given), (call,), terms)]


def _value(name: str, x: Array) -> Value:
    return Value(name, np.shape(x), tuple(np.ravel(x).tolist()))
