"""Sizes, names and limits of a mechanism's coordinates, which generated code declares as constants."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf
from typing import TYPE_CHECKING

from linkwright.emit.build_context import Constant
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.robot import OpenRobot

if TYPE_CHECKING:
    from linkwright.manifold.lagrangian import Lagrangian
    from linkwright.mechanics.inverse.limits import Range
    from linkwright.mechanism import Mechanism
    from linkwright.model.closed_robot import Robot

_LIMITS = "; infinite where there is none"


def constants(mechanism: Mechanism) -> tuple[Constant, ...]:
    """Constants of a mechanism. A list that would be empty is left out: not every language has such arrays."""
    match mechanism:
        case OpenRobot():
            found = _of_robot(mechanism)
        case ClosedRobot():
            found = [*_of_robot(mechanism), *_of_dependent(mechanism)]
        case _:
            found = _of_lagrangian(mechanism)
    return tuple(c for c in found if c.value != ())


def _of_robot(robot: Robot) -> list[Constant]:
    from linkwright.mechanics.inverse.limits import joint_limits, rate_limits

    free = "free " if isinstance(robot, ClosedRobot) else ""
    lower, upper = _ends(joint_limits(robot))
    return [
        Constant("nq", robot.nq, f"{free}positions: length of q"),
        Constant("nv", robot.nv, f"{'degrees of freedom' if free else 'rates'}: length of v, a and tau"),
        Constant("njoints", len(robot.joint_names), f"{free}joints"),
        Constant("joint_names", robot.joint_names, f"{free}joints in the order of q and v", "njoints"),
        Constant("position_names", robot.position_names, "elements of q", "nq"),
        Constant("rate_names", robot.rate_names, "elements of v, a and tau", "nv"),
        Constant("lower_position_limit", lower, f"lower limits of q{_LIMITS}", "nq"),
        Constant("upper_position_limit", upper, f"upper limits of q{_LIMITS}", "nq"),
        Constant("velocity_limit", _bounds(rate_limits(robot, "velocity")), f"limits of |v|{_LIMITS}", "nv"),
        Constant("effort_limit", _bounds(rate_limits(robot, "effort")), f"limits of |tau|{_LIMITS}", "nv"),
    ]


def _of_dependent(robot: ClosedRobot) -> list[Constant]:
    from linkwright.mechanics.inverse.limits import joint_limits

    names = robot.dependent_position_names
    every = joint_limits(robot.tree)
    lower, upper = _ends([every[k] for k in robot.coordinates.dependent_q])
    return [
        Constant("ntheta", len(names), "dependent positions: length of theta"),
        Constant("theta_names", names, "elements of theta", "ntheta"),
        Constant("lower_theta_limit", lower, f"lower limits of theta{_LIMITS}", "ntheta"),
        Constant("upper_theta_limit", upper, f"upper limits of theta{_LIMITS}", "ntheta"),
    ]


def _of_lagrangian(system: Lagrangian) -> list[Constant]:
    from linkwright.manifold.state import labels_of, slots_of

    slots = slots_of(system.variables)
    return [
        Constant("nq", system.nq, "numbers of all places: length of q"),
        Constant("nv", system.nv, "numbers of all velocities: length of v and a"),
        Constant("nx", system.nq + system.nv, "numbers of a state: q and v"),
        Constant("nvariables", len(slots), "variables"),
        Constant("variable_names", tuple(s.name for s in slots), "variables in the order of q and v", "nvariables"),
        Constant("position_names", labels_of(slots, "q"), "elements of q", "nq"),
        Constant("rate_names", labels_of(slots, "v"), "elements of v", "nv"),
    ]


def _ends(ranges: Sequence[Range]) -> tuple[tuple[float, ...], tuple[float, ...]]:
    return tuple(-inf if low is None else float(low) for low, _ in ranges), _bounds(high for _, high in ranges)


def _bounds(limits: Iterable[float | None]) -> tuple[float, ...]:
    return tuple(inf if x is None else float(x) for x in limits)
