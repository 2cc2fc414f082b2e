"""Law 10: what a joint transmits is what six motors would need that replaced it."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from linkwright.model.joints import FLOATING
from linkwright.model.robot import WORLD, Joint, OpenRobot
from linkwright.referee.poses import body_poses, joint_axes, joint_coordinates, joint_drift, joint_motion, joint_rates
from linkwright.verification.context import OpenContext
from linkwright.verification.context.base import without_drives
from linkwright.verification.finding import Finding, gap, largest, notes

Array = NDArray[np.float64]
_CUTS = 8
"""Joints that are cut open one by one; the projection is checked for all."""


def cut_forces(s: OpenContext) -> Finding:
    """Law 10: projected on the joint's axes the cut forces are the joint forces; each equals, by virtual work, the six
    generalised forces of a free joint that is driven along the same motion; those at the base sum up to the base's wrench."""
    robot = without_drives(s.robot)
    cut = s.value("cut_forces", robot=robot)
    rows = _rows(robot)
    tau = s.value("inverse_dynamics", robot=robot)
    gaps = [gap(_projected(robot, s.states.q[k], cut[k], rows), tau[k], cut[k]) for k in range(len(s.states))]
    base = s.value("base_wrench", robot=robot)
    gaps += [gap(base[k], _at_base(robot, s.states.q[k], cut[k], rows), cut[k]) for k in range(len(s.states))]
    moving = list(rows)
    chosen = moving[:: max(1, -(-len(moving) // _CUTS))]
    for name in chosen:
        expected = _by_virtual_work(s, robot, name)
        gaps.append(gap(cut[0][rows[name]], expected, cut[0]))
    note = f"{len(chosen)} of {len(moving)} joints cut open" if len(chosen) < len(moving) else ""
    return Finding(largest(gaps), note=notes(note))


def _rows(robot: OpenRobot) -> dict[str, int]:
    """The row of each moving joint: a joint of two axes has a row for the piece between them first."""
    rows: dict[str, int] = {}
    k = 0
    for joint in robot.joints.values():
        if joint.joint_type.nv:
            k += joint.joint_type.pieces
            rows[joint.name] = k
            k += 1
    return rows


def _at_base(robot: OpenRobot, q: Array, cut: Array, rows: dict[str, int]) -> Array:
    """Cut forces of the joints that move bodies against the ground, at the world's origin and in world axes."""
    poses, ground, total = body_poses(robot, q), {WORLD}, np.zeros(6)
    for joint in robot.joints.values():
        if joint.parent in ground and joint.name not in rows:
            ground.add(joint.child)
        elif joint.parent in ground:
            X, wrench = poses[joint.child], cut[rows[joint.name]]
            force, moment = X[:3, :3] @ wrench[:3], X[:3, :3] @ wrench[3:]
            total += np.concatenate([force, moment + np.cross(X[:3, 3], force)])
    return total


def _projected(robot: OpenRobot, q: Array, cut: Array, rows: dict[str, int]) -> Array:
    """tau = sum of S' f over the joints that move with each coordinate."""
    coordinates = joint_coordinates(robot, q)
    tau = np.zeros(robot.nv)
    for k, unit in enumerate(np.eye(robot.nv)):
        for name, rate in joint_rates(robot, unit).items():
            tau[k] += cut[rows[name]] @ joint_axes(robot.joints[name], coordinates[name]) @ rate
    return tau


def _by_virtual_work(s: OpenContext, robot: OpenRobot, cut: str) -> Array:
    """Inverse dynamics of the robot whose joint `cut` is a free joint, moving exactly as the joint did."""
    free = _freed(robot, cut)
    q, v, a = (x[0] for x in (s.states.q, s.states.v, s.states.a))
    coordinates = joint_coordinates(robot, q)
    rate, acceleration = joint_rates(robot, v), joint_rates(robot, a)
    joint = robot.joints[cut]
    x = coordinates[cut]
    S = joint_axes(joint, x)
    X = joint_motion(joint, x)
    coordinates[cut] = np.concatenate([X[:3, 3], _quaternion(X[:3, :3])])
    acceleration[cut] = S @ acceleration[cut] + joint_drift(joint, x, rate[cut])
    rate[cut] = S @ rate[cut]
    f = s.derive(free, "inverse_dynamics")
    order = list(free.offsets)
    given = {"q": coordinates, "v": rate, "a": acceleration}
    values = {port: np.concatenate([parts[name] for name in order]) for port, parts in given.items()}
    if free.wrenches:
        values["wrench"] = s.states.wrench[0]
    iv = free.offsets[cut][1]
    return f(**values)[iv : iv + 6]


def _freed(robot: OpenRobot, cut: str) -> OpenRobot:
    def change(joint: Joint) -> Joint:
        kind = FLOATING.name if joint.name == cut else joint.type
        return replace(joint, type=kind, mimic=None)

    return replace(robot, joints=MappingProxyType({n: change(j) for n, j in robot.joints.items()}))


def _quaternion(R: Array) -> Array:
    from scipy.spatial.transform import Rotation

    return Rotation.from_matrix(R).as_quat()
