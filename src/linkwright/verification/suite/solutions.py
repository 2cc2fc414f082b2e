"""Checks of `inverse_kinematics`: all solutions at poses that the reference has by brute force.

Which row a branch stands in is the derivation's own; its numbers are not: each row is brought to the pose by the reference's
poses and Jacobians before it is expected of anyone.
"""

from __future__ import annotations

import numpy as np

from linkwright.arrays import Array
from linkwright.emit import Check
from linkwright.mechanics.inverse.masks import Mask, mask_of
from linkwright.mechanics.inverse.seen import moving_links
from linkwright.model.parameters import parametrised_tree
from linkwright.passes.kernel import Kernel
from linkwright.referee.open_reference import OpenReference
from linkwright.verification.postures import brought, referee_of
from linkwright.verification.suite.inverse import check, within_limits
from linkwright.verification.suite.samples import RobotSamples

_RESIDUAL = 1e-8
"""What the generated functions may be off by, in m and entries of rotations."""


def solution_checks(x: RobotSamples) -> list[Check]:
    """Of a tree."""
    kernel, r = x.table.get("inverse_kinematics"), x.r
    if kernel is None or not isinstance(r, OpenReference):
        return []
    from linkwright.runtime import native

    at, q = referee_of(r), within_limits(r)
    poses = at(q)[0]
    tree = parametrised_tree(r.tree.robot).tree
    mask = mask_of(tree, r.frame)
    endless = any(link.joint_type.slider for link in moving_links(tree, r.frame))
    names = {p.name: p for p in kernel.inputs}
    given_joints = [r.tree.robot.offsets[n] for n in names["given"].labels] if "given" in names else []
    given_places, still = [q for q, _ in given_joints], [v for _, v in given_joints]
    solve = native(kernel)
    found: list[Check] = []
    for n in range(len(r)):
        given: dict[str, Array] = {"pose": poses[n], **x.parameters(kernel)}
        if given_places:
            given["given"] = q[n][given_places]
        rows = np.array(solve(**given)["solutions"])
        there = np.isfinite(rows).all(axis=1)
        rows[there] = brought(at, mask, poses[n], rows[there], still)
        expected = {
            "solutions": rows,
            "count": np.array(float(there.sum())),
            "residual": np.where(there, 0.0, np.nan),
        }
        found += [check(kernel, x.label(n), given, port, value, _RESIDUAL) for port, value in expected.items()]
        if n == 0:
            for what, bad in _bad_poses(mask, poses[n], endless).items():
                found += [
                    check(kernel, what, {**given, "pose": bad}, port, value) for port, value in _none(kernel).items()
                ]
    return found


def _bad_poses(mask: Mask, pose: Array, endless: bool) -> dict[str, Array]:
    """Poses that no posture has, in words. endless: a slide reaches everywhere."""
    far = pose.copy()
    far[:3, 3] += 1e3
    found = {} if endless else {"out of reach": far}
    if mask.rotation == "all":
        found["no rotation"] = pose @ np.diag([1.1, 1.1, 1.1, 1.0])
    return found


def _none(kernel: Kernel) -> dict[str, Array]:
    """What is expected where there is no solution."""
    return {p.name: np.array(0.0) if p.name == "count" else np.full(p.shape, np.nan) for p in kernel.outputs}
