"""Forces of a MuJoCo model besides those of joints: gravity and what compensates it, fluids, tendons, flexible bodies. What
the equations do not have is told."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwright.readers.report import Report
from linkwright.spatial.vector import Vec

_SAMPLES = 3
_FELT = 1e-12
"""Metres per radian of rounding."""


def gravity(m: Any, mujoco: Any, report: Report) -> Vec:
    """The gravity that the bodies feel: `gravcomp` takes a share of it away, where all that move have the same share."""
    g = [float(x) for x in m.opt.gravity]
    if switched_off(m, mujoco, "GRAVITY"):
        report.note("assumed", "<flag gravity='disable'/>: there is no gravity")
        return Vec(0, 0, 0)
    share = _compensated(m, mujoco, report) if any(g) else 0.0
    return Vec(*(_plain(x * (1 - share)) for x in g))


def _compensated(m: Any, mujoco: Any, report: Report) -> float:
    """The share of the weights that is carried, if it is one for all bodies whose weight a joint feels."""
    if not m.body_gravcomp.any():
        return 0.0
    shares = m.body_gravcomp[_felt(m, mujoco)]
    by_motors = [bool(x) for x in m.jnt_actgravcomp]
    if all(by_motors):
        report.note("assumed", "gravcomp is a task of the motors (actgravcomp): tau has the whole weight")
        return 0.0
    share = float(shares[0]) if len(shares) else 0.0
    if np.all(shares == share) and not any(by_motors):
        what = f"gravcomp={share:g} of all bodies whose weight a joint feels: gravity is {1 - share:g} times that of the file"
        report.note("assumed", f"{what}; gravity= gives another")
        return share
    count = f"{np.count_nonzero(shares)} of {len(shares)}"
    report.ignore(f"gravcomp of {count} bodies whose weight a joint feels: the equations have the whole weight of all")
    return 0.0


def _felt(m: Any, mujoco: Any) -> Any:
    """Bodies whose weight does work on some rate somewhere: not those that turn about a vertical axis of the ground."""
    data, rng = mujoco.MjData(m), np.random.default_rng(0)
    felt = np.zeros(m.nbody, dtype=bool)
    jacobian = np.zeros((3, m.nv))
    for _ in range(_SAMPLES):
        mujoco.mj_integratePos(m, data.qpos, rng.uniform(-1, 1, m.nv), 1.0)
        mujoco.mj_kinematics(m, data)
        mujoco.mj_comPos(m, data)
        for b in np.flatnonzero((m.body_weldid != 0) & (m.body_mass > 0)):
            mujoco.mj_jacBodyCom(m, data, jacobian, None, b)
            felt[b] |= bool(np.any(np.abs(m.opt.gravity @ jacobian) > _FELT * np.linalg.norm(m.opt.gravity)))
    return felt


def other_forces(m: Any, mujoco: Any, report: Report) -> None:
    """Tell which forces are not in the equations."""
    if m.opt.density or m.opt.viscosity:
        what = f"the fluid (density {m.opt.density:g}, viscosity {m.opt.viscosity:g})"
        report.ignore(f"{what}: its drag, lift and added mass are not in the equations")
    if m.nflex:
        report.ignore("the elasticity of flexible bodies (flex): their points move freely in the equations")
    springs = {"SPRING": "stiffness", "DAMPER": "damping"}
    for flag, word in springs.items():
        if switched_off(m, mujoco, flag):
            report.note("assumed", f"<flag {flag.lower()}='disable'/>: no joint has {word}")
    for what, poly in (("stiffness", "jnt_stiffnesspoly"), ("damping", "dof_dampingpoly")):
        if np.any(getattr(m, poly, 0)):
            report.ignore(f"the nonlinear part of a joint's {what}: the equations have the linear one")
    if np.any(getattr(m, "actuator_dampingpoly", 0)):
        report.ignore("the nonlinear part of an actuator's damping: the equations have the linear one")
    for what in ("armature", "damping"):
        at = np.flatnonzero(getattr(m, f"actuator_{what}", ()))
        if any(not _of_one_rate(m, mujoco, k) for k in at):
            report.ignore(f"{what} of an actuator that does not drive a single hinge or slide: not in the equations")


def motor_part(m: Any, mujoco: Any, what: str) -> Any:
    """`armature` or `damping` of actuators, seen at the rates that they drive: gear squared times it, (rates,)."""
    found = np.zeros(m.nv)
    values = getattr(m, f"actuator_{what}", ())
    for k in np.flatnonzero(values):
        if _of_one_rate(m, mujoco, k):
            found[int(m.jnt_dofadr[m.actuator_trnid[k][0]])] += float(values[k]) * float(m.actuator_gear[k][0]) ** 2
    return found


def _of_one_rate(m: Any, mujoco: Any, k: int | np.intp) -> bool:
    kinds = (int(mujoco.mjtTrn.mjTRN_JOINT), int(mujoco.mjtTrn.mjTRN_JOINTINPARENT))
    slide = int(mujoco.mjtJoint.mjJNT_SLIDE)  # hinges come after it, free and ball joints before
    return int(m.actuator_trntype[k]) in kinds and int(m.jnt_type[m.actuator_trnid[k][0]]) >= slide


def switched_off(m: Any, mujoco: Any, what: str) -> bool:
    """Whether the file disables a kind of force."""
    return bool(m.opt.disableflags & int(getattr(mujoco.mjtDisableBit, f"mjDSBL_{what}")))


def _plain(x: float) -> int | float:
    return int(x) if x.is_integer() else x
