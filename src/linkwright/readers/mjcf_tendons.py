"""Springs and dampers of MuJoCo's tendons: those of fixed tendons are in the equations, others are told of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from linkwright.model.robot import Drive, Tendon
from linkwright.readers.mjcf_forces import switched_off
from linkwright.readers.report import Report

_OFF = {"stiffness": "SPRING", "damping": "DAMPER"}


def tendons(m: Any, mujoco: Any, name: Callable[[str, int], str], report: Report) -> list[Tendon]:
    """Fixed tendons that pull."""
    found: list[Tendon] = []
    left = {"stiffness": 0, "damping": 0, "armature": 0, "frictionloss": 0}
    for t in range(m.ntendon):
        acting = {what for what in left if np.any(_numbers(m, t, what))}
        said = {what for what in acting if what in _OFF and _plain_one(m, mujoco, t, what)}
        for what in acting - said:
            left[what] += 1
        drive = _drive(m, mujoco, t, said)
        if drive != Drive():
            at = range(int(m.tendon_adr[t]), int(m.tendon_adr[t]) + int(m.tendon_num[t]))
            terms = tuple((name("joint", int(m.wrap_objid[k])), float(m.wrap_prm[k])) for k in at)
            found.append(Tendon(name("tendon", t), terms, drive, report.file))
    for what, count in left.items():
        if count:
            told = f"tendon {what} ({count} of {m.ntendon} tendons): its forces on joints are not in the equations"
            report.ignore(told)
    return found


def _numbers(m: Any, t: int, what: str) -> list[float]:
    """The coefficient of a tendon, and those of higher powers where newer models have them."""
    more = np.ravel(getattr(m, f"tendon_{what}poly")[t]) if hasattr(m, f"tendon_{what}poly") else ()
    return [float(x) for x in (*np.ravel(getattr(m, f"tendon_{what}")[t]), *more)]


def _plain_one(m: Any, mujoco: Any, t: int, what: str) -> bool:
    """Whether it is linear, along coordinates of joints, and a spring rests at one length."""
    at = slice(int(m.tendon_adr[t]), int(m.tendon_adr[t]) + int(m.tendon_num[t]))
    fixed = bool(np.all(m.wrap_type[at] == int(mujoco.mjtWrap.mjWRAP_JOINT)))
    low, high = m.tendon_lengthspring[t]
    return fixed and not any(_numbers(m, t, what)[1:]) and (what != "stiffness" or bool(low == high))


def _drive(m: Any, mujoco: Any, t: int, said: set[str]) -> Drive:
    on = {what: _numbers(m, t, what)[0] for what in sorted(said) if not switched_off(m, mujoco, _OFF[what])}
    return Drive(**on, **({"rest": float(m.tendon_lengthspring[t][0])} if "stiffness" in on else {}))
