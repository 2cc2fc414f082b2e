"""Units of parameters and forces, by the joints that they belong to."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.identification.model import IdentificationModel
from linkwright.mechanics.identifiable import motor_couplings
from linkwright.mechanics.tree.drive_columns import TERMS
from linkwright.model.robot import Joint

_INERTIAL = {"m": "kg", "h": "kg m", "I": "kg m²"}


def _joint(model: IdentificationModel, owner: str) -> Joint | None:
    """Of a drive; of a motor that moves several joints the first of them."""
    own = motor_couplings(model.robot, model.couplings)
    moved = {name: joints[0][0] for name, joints in own.motors} if own else {}
    return model.robot.joints.get(moved.get(owner, owner))


def force_unit(model: IdentificationModel, row: str) -> str:
    """N m or N of a measured force; empty where it is one of several of a joint."""
    joint = _joint(model, row)
    return joint.joint_type.wording.units[1] if joint is not None and joint.nv == 1 else ""


def rate_unit(model: IdentificationModel, names: Sequence[str]) -> str:
    """rad or m of the positions of some joints; empty where they differ."""
    joints = [model.robot.joints.get(name) for name in names]
    units = {"" if j is None or j.nv != 1 else j.joint_type.wording.units[0] for j in joints}
    return units.pop() if len(units) == 1 else ""


def parameter_unit(model: IdentificationModel, name: str) -> str:
    """Of an identifiable or physical parameter."""
    term, _, owner = name.partition("_")
    return _drive_unit(model, term, owner) if term in TERMS else _inertial_unit(term)


def _inertial_unit(word: str) -> str:
    """word: m, mx, Ixx, or with an R where others are grouped with it."""
    return _INERTIAL["I" if word.startswith("I") else "h" if word.removesuffix("R") != "m" else "m"]


def _drive_unit(model: IdentificationModel, term: str, owner: str) -> str:
    joint = _joint(model, owner)
    if term == "load":
        return "1"
    if joint is None or joint.nv != 1:
        return ""
    turns = joint.joint_type.wording.units[0] == "rad"
    force = "N m" if turns else "N"
    per = "rad" if turns else "m"
    return {
        "viscous": f"{force} s/{per}",
        "asymmetric": f"{force} s/{per}",
        "rotor": "kg m²" if turns else "kg",
        "spring": f"{force}/{per}",
    }.get(term, force)
