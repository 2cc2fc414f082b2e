"""A robot with measured parameters in place of its file's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from linkwright.arrays import Array
from linkwright.identification.model import IdentificationModel
from linkwright.mechanics.identifiable import motor_couplings
from linkwright.mechanics.tree.drive_columns import known_part
from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.model.robot import Body, Drive, Joint
from linkwright.spatial.inertia import Inertia

IN_FILES = ("viscous", "coulomb", "rotor", "spring")
"""Terms of drives that a robot's description has a place for; the others are in the table of parameters alone."""


def identified_robot(model: IdentificationModel, physical: Array) -> Robot:
    """physical: ten parameters per moving body, which take in all that is fixed to it, then those of the drives."""
    robot, tree = model.robot, model.robot.tree
    shared = tree.inertial_names
    found = {name: physical[10 * k : 10 * k + 10] for k, name in enumerate(model.bodies)}
    above = {j.child: j for j in tree.joints.values()}
    bodies = {n: _body(b, above, found.get(shared.get(n, n))) for n, b in tree.bodies.items()}
    values = dict(zip(model.physical, physical.tolist(), strict=True))
    coupled = coupled_joints(model)
    joints = {
        n: replace(j, drive=known_part(j.drive, model.terms))
        if n in coupled
        else _joint(j, {t: values.get(f"{t}_{n}") for t in IN_FILES})
        for n, j in tree.joints.items()
    }
    made = replace(tree, bodies=MappingProxyType(bodies), joints=MappingProxyType(joints))
    return robot.with_tree(made) if isinstance(robot, ClosedRobot) else made


def coupled_joints(model: IdentificationModel) -> tuple[str, ...]:
    """Joints that share motors: friction and rotors are those of the motors, which a robot's description has no place for."""
    own = motor_couplings(model.robot, model.couplings)
    return tuple(dict.fromkeys(joint for _, moved in own.motors for joint, _ in moved)) if own else ()


def _body(body: Body, above: Mapping[str, Joint], parameters: Array | None) -> Body:
    """What is fixed to a moving body counts there; what is fixed to the ground is as the file says."""
    carrier = body.name
    while carrier in above and above[carrier].type == "fixed":
        carrier = above[carrier].parent
    if carrier not in above:
        return body
    if carrier != body.name or parameters is None:
        return replace(body, inertia=Inertia())
    return replace(body, inertia=Inertia.from_parameters([float(x) for x in parameters]))


def _joint(joint: Joint, terms: dict[str, float | None]) -> Joint:
    drive, changes = joint.drive, dict[str, float]()
    if (x := terms["viscous"]) is not None:
        changes |= {"viscous": x, "damping": 0.0}
    if (x := terms["coulomb"]) is not None:
        changes["coulomb"] = x
    if (x := terms["rotor"]) is not None:
        changes |= {"rotor_inertia": x, "gear_ratio": 1.0}
    if (x := terms["spring"]) is not None:
        changes["stiffness"] = x
    return replace(joint, drive=replace(drive, **changes) if changes else drive or Drive())
