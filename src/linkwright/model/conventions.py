"""The conventions, one by one, each with what must be there for it to matter.

`linkwright conventions` prints all of them; the header of a generated file has those that its robot and functions call for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.model.joint_type import JointType, Rotation
from linkwright.model.joints import JOINT_TYPES


@dataclass(frozen=True)
class Scope:
    """What a build speaks of.

    joints:    types of the robot's joints
    closed:    whether it has closed loops
    functions: names of the quantities
    inertial:  whether inertial parameters are inputs, outputs or columns of a function
    """

    joints: frozenset[str]
    closed: bool
    functions: frozenset[str]
    inertial: bool


@dataclass(frozen=True)
class Convention:
    """A convention, and whether it applies to a build."""

    text: str
    applies: Callable[[Scope], bool]


def _always(scope: Scope) -> bool:
    return True


def _of_files(scope: Scope) -> bool:
    """It is about files that are read, and no result depends on it."""
    return False


def _with(*rows: JointType) -> Callable[[Scope], bool]:
    """Where there is a joint of one of these types."""
    return lambda scope: not scope.joints.isdisjoint(row.name for row in rows)


def _open(scope: Scope) -> bool:
    return not scope.closed


def _closed(scope: Scope) -> bool:
    return scope.closed


def _inertial(scope: Scope) -> bool:
    return scope.inertial


def _jacobians(scope: Scope) -> bool:
    return any("jacobian" in name for name in scope.functions)


CONVENTIONS = (
    Convention("M(q) a + C(q,v) v + g(q) = tau.  Names: q (nq), v (nv), a, tau.", _always),
    Convention("Forces lambda of closed loops: M(q) a + C(q,v) v + g(q) = tau + J(q)' lambda, h(q) = 0.", _closed),
    Convention("Joint order: file order, depth first.", _always),
    *(Convention(row.wording.convention, _with(row)) for row in JOINT_TYPES.values() if row.wording.convention),
    Convention(
        "Quaternions: x y z w.", _with(*(row for row in JOINT_TYPES.values() if row.rotation is Rotation.QUATERNION))
    ),
    Convention("These are Pinocchio's, so results compare without conversion.", _open),
    Convention("Gravity is a vector of the model; default (0, 0, -9.81). SI units, radians.", _always),
    Convention(
        "Inertial parameters of a link, at its joint frame: [m, mx, my, mz, Ixx, Ixy, Iyy, Ixz, Iyz, Izz]\n"
        "(first moments m*c; tensor about the frame's origin).",
        _inertial,
    ),
    Convention(
        "Jacobians: rows linear then angular; velocity of the frame's origin in world axes unless another reference is named.",
        _jacobians,
    ),
    Convention("DH tables must say standard or modified; there is no default.", _of_files),
    Convention(
        "Operation counts: n-ary sum n-1 add; product n-1 mul; x^k k-1 mul; a numeric factor 1 mul; quotient 1 div;\n"
        "unary minus apart; sin and cos one each per call; nothing counts as precomputed.",
        _always,
    ),
    Convention(
        "Comments inside functions name what the statements below them lead to, up to sign and unit. Axes of links are turned\n"
        "and inertias moved between links there, for fewer operations; inputs and outputs are as the file has them.",
        _always,
    ),
)


def every_convention() -> str:
    """All of them, as text."""
    return _text(CONVENTIONS)


def conventions_of(robot: Robot, functions: Iterable[str], inertial: bool) -> str:
    """Those that matter for functions of a robot, as text; inertial: see Scope."""
    joints = frozenset(j.type for j in robot.joints.values())
    scope = Scope(joints, isinstance(robot, ClosedRobot), frozenset(functions), inertial)
    return _text(c for c in CONVENTIONS if c.applies(scope))


def _text(conventions: Iterable[Convention]) -> str:
    return "\n".join(c.text for c in conventions)
