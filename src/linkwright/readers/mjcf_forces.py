"""Forces of a MuJoCo model besides those of joints: gravity and what compensates it, fluids, tendons, flexible bodies. What
the equations do not have is told."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwright.readers.report import Report
from linkwright.spatial.vector import Vec


def gravity(m: Any, mujoco: Any, report: Report) -> Vec:
    """The gravity that the bodies feel: `gravcomp` takes a share of it away, where all that move have the same share."""
    g = [float(x) for x in m.opt.gravity]
    if switched_off(m, mujoco, "GRAVITY"):
        report.note("assumed", "<flag gravity='disable'/>: there is no gravity")
        return Vec(0, 0, 0)
    share = _compensated(m, report) if any(g) else 0.0
    return Vec(*(_plain(x * (1 - share)) for x in g))


def _compensated(m: Any, report: Report) -> float:
    """The share of the weights that is carried, one for all bodies."""
    moving = (m.body_weldid != 0) & (m.body_mass > 0)
    shares = m.body_gravcomp[moving]
    if not shares.any():
        return 0.0
    by_motors = [bool(m.jnt_actgravcomp[j]) for j in range(m.njnt)]
    if all(by_motors):
        report.note("assumed", "gravcomp is a task of the motors (actgravcomp): tau has the whole weight")
        return 0.0
    if np.ptp(shares) == 0 and not any(by_motors):
        share = float(shares[0])
        report.note("assumed", f"gravcomp={share:g} of all moving bodies: gravity is {1 - share:g} of the file's (give gravity= to have another)")
        return share
    count = int(np.count_nonzero(shares))
    report.ignore(f"gravcomp of {count} of {len(shares)} moving bodies: the equations have their whole weight")
    return 0.0


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
    for what, poly in (("stiffness", m.jnt_stiffnesspoly), ("damping", m.dof_dampingpoly)):
        if np.any(poly):
            report.ignore(f"the nonlinear part of a joint's {what}: the equations have the linear one")
    for what in ("stiffness", "damping", "armature", "frictionloss"):
        count = int(np.count_nonzero(getattr(m, f"tendon_{what}")))
        if count and what != "frictionloss":
            report.ignore(f"{what} of {count} tendon{'s' * (count > 1)}: what it does to the joints is not in the equations")


def switched_off(m: Any, mujoco: Any, what: str) -> bool:
    """Whether the file disables a kind of force."""
    return bool(m.opt.disableflags & int(getattr(mujoco.mjtDisableBit, f"mjDSBL_{what}")))


def _plain(x: float) -> int | float:
    return int(x) if x.is_integer() else x
