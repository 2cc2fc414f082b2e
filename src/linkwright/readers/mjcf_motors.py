"""Which joints the actuators of a MuJoCo model drive: their own joint, the joints of a fixed tendon, and those that a spatial
tendon, a crank or a site against another moves."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

import numpy as np

from linkwright.readers.report import Report

_SAMPLES = 3
_MOVES = 1e-9
"""Of a joint that an actuator does not move, its part of the actuator's length per unit of the joint is rounding."""


def driven_joints(m: Any, mujoco: Any, name: Callable[[str, int], str], report: Report) -> list[list[str]]:
    """Per actuator the joints that it drives; those that drive none are told."""
    kinds = mujoco.mjtTrn
    found: list[list[str]] = []
    moments: Any = None
    for k in range(m.nu):
        kind, ids = int(m.actuator_trntype[k]), [int(x) for x in m.actuator_trnid[k]]
        if kind in (int(kinds.mjTRN_JOINT), int(kinds.mjTRN_JOINTINPARENT)):
            joints = [ids[0]]
        elif kind == int(kinds.mjTRN_BODY):
            report.ignore("an actuator that pulls at contacts (adhesion)")
            continue
        elif kind == int(kinds.mjTRN_SITE) and ids[1] < 0:
            report.ignore("an actuator that pushes a body (a thruster): it drives no joint")
            continue
        else:
            moments = _moments(m, mujoco) if moments is None else moments
            joints = sorted({int(m.dof_jntid[d]) for d in np.flatnonzero(moments[k])})
        found.append([name("joint", j) for j in joints])
    return found


def _moments(m: Any, mujoco: Any) -> Any:
    """Whether each actuator moves each rate somewhere, (actuators, rates)."""
    data = mujoco.MjData(m)
    rng = np.random.default_rng(0)
    found = np.zeros((m.nu, m.nv), dtype=bool)
    for _ in range(_SAMPLES):
        mujoco.mj_integratePos(m, data.qpos, rng.uniform(-0.3, 0.3, m.nv), 1.0)
        for step in (mujoco.mj_kinematics, mujoco.mj_comPos, mujoco.mj_tendon, mujoco.mj_transmission):
            step(m, data)
        dense = np.zeros((m.nu, m.nv))
        mujoco.mju_sparse2dense(dense, data.actuator_moment, data.moment_rownnz, data.moment_rowadr, data.moment_colind)
        found |= np.abs(dense) > _MOVES
    return found


def motors(driven: list[list[str]], leaders: Mapping[str, Collection[str]], report: Report) -> list[str]:
    """Joints with motors. leaders: joint -> those that it follows by a coupling: of such joints one motor moves all, and it
    sits at the one that is followed."""
    found: dict[str, None] = {}
    for joints in driven:
        own = [j for j in joints if not any(x in joints for x in leaders.get(j, ()))]
        if len(own) > 1:
            report.note("assumed", f"one actuator drives joints {_listed(own)}: each counts as having a motor")
        found |= dict.fromkeys(own)
    return list(found)


def _listed(names: list[str], most: int = 6) -> str:
    rest = len(names) - most
    return ", ".join(names[:most]) + (f" and {rest} more" if rest > 0 else "")
