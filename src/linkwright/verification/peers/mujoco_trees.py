"""Law 23 of trees against MuJoCo."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np

from linkwright.model.robot import OpenRobot
from linkwright.readers.mjcf_compile import warnings_of
from linkwright.referee.poses import frame_names, homogeneous
from linkwright.referee.tree import matrix
from linkwright.verification.context import OpenContext
from linkwright.verification.finding import Finding, gap, largest
from linkwright.verification.peers.mujoco_model import Array, compiled, coordinates, free_part, tree_document


def mujoco(s: OpenContext) -> Finding:
    """Law 23: inverse and forward dynamics, mass matrix, nonlinear effects and body poses as MuJoCo computes them."""
    mj: Any = import_module("mujoco")  # its types say less than it has
    robot = s.rigid
    model = compiled(mj, robot, tree_document(robot))
    data = mj.MjData(model)
    with warnings_of(mj):
        gaps = [_gap(s, robot, mj, model, data, k) for k in range(len(s.states))]
    return Finding(largest(gaps), note="MuJoCo, a model made from the robot; drives and wrenches apart")


def _gap(s: OpenContext, robot: OpenRobot, mj: Any, model: Any, data: Any, k: int) -> float:
    q, v, a = (x[k] for x in (s.states.q, s.states.v, s.states.a))
    A, drift = free_part(robot, q, v)
    data.qpos[:], data.qvel[:], data.qacc[:] = coordinates(robot, q), A @ v, A @ a + drift
    mj.mj_fwdPosition(model, data)
    mj.mj_fwdVelocity(model, data)
    tau, bias, M = np.zeros(model.nv), np.zeros(model.nv), np.zeros((model.nv, model.nv))
    mj.mj_rne(model, data, 1, tau)
    mj.mj_rne(model, data, 0, bias)
    mj.mj_fullM(model, data, M)
    M_ours: Array = A.T @ M @ A
    nle = A.T @ (bias + M @ drift)
    ours = {
        name: s.value(name, robot=robot)[k] for name in ("inverse_dynamics", "mass_matrix", "nonlinear_effects")
    }  # fmt: skip
    gaps = [
        gap(ours["inverse_dynamics"], A.T @ tau),
        gap(ours["mass_matrix"], M_ours),
        gap(ours["nonlinear_effects"], nle, ours["inverse_dynamics"]),
    ]
    if np.linalg.cond(M_ours) < 1e9:
        moving: Array = s.states.tau[k] - nle
        forward = np.linalg.solve(M_ours, moving)
        gaps.append(gap(s.value("forward_dynamics", robot=robot)[k], forward) / max(1.0, np.linalg.cond(M_ours) * 1e-6))
    return largest([*gaps, _poses(s, robot, data, mj, model, k)])


def _poses(s: OpenContext, robot: OpenRobot, data: Any, mj: Any, model: Any, k: int) -> float:
    poses = dict(zip(frame_names(robot), s.value("forward_kinematics", robot=robot)[k], strict=True))
    gaps: list[float] = []
    for body in (j.child for j in robot.joints.values()):
        i = mj.mj_name2id(model, mj.mjtObj.mjOBJ_BODY, body)
        frame = robot.frame(body)
        X = homogeneous(np.reshape(data.xmat[i], (3, 3)), data.xpos[i]) @ matrix(frame.X)
        gaps.append(gap(poses[body], X, 1.0))
    return largest(gaps)
