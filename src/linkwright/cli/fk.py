"""`linkwright fk`: poses of a parallel robot's platform for positions of its motors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.cli.console import console, print_json, table
from linkwright.errors import InputError
from linkwright.mechanism import kind_of
from linkwright.model.closed_robot import ClosedRobot
from linkwright.native import ClosedDynamics
from linkwright.readers.positions import free_positions, numbers_in

if TYPE_CHECKING:
    from linkwright.mechanism import Mechanism

VERSION = 1
"""Of the data that --json prints."""


def poses_and_report(mechanism: Mechanism, asked: tuple[str, str], path: bool, json: bool) -> None:
    """The command. asked: positions of the motors and the near pose, as text."""
    if not isinstance(mechanism, ClosedRobot):
        hint = "for a tree: lw.compile(robot).forward_kinematics(q), or linkwright build -Q forward_kinematics"
        raise InputError(f"'{mechanism.name}' is no parallel robot", mechanism.source, hint)
    dynamics = ClosedDynamics(mechanism)
    near = free_positions(mechanism, asked[1], "near")
    here = np.asarray(dynamics.function("inverse_kinematics")(dynamics.start[0]))
    values = numbers_in(asked[0], here, "motors", f", in this order: {', '.join(mechanism.actuated)}")
    named = {"version": VERSION, "kind": kind_of(mechanism), "name": mechanism.name}
    facts = _along(dynamics, values, near) if path else _all(dynamics, values, near)
    facts = {"coordinates": list(mechanism.position_names), "motors": values.tolist(), **facts}
    if json:
        print_json({**named, **facts})
    elif path:
        _tell_path(mechanism.name, facts)
    else:
        _tell(mechanism.name, facts)


def _all(dynamics: ClosedDynamics, motors: Any, near: Any) -> dict[str, Any]:
    found = dynamics.platform_forward_kinematics(motors, near)
    count = int(found["count"])
    return {
        "solutions": found["solutions"][:count].tolist(),
        "residual": found["residual"][:count].tolist(),
        "complete": bool(found["complete"]),
    }


def _along(dynamics: ClosedDynamics, motors: Any, near: Any) -> dict[str, Any]:
    found = dynamics.platform_path(motors, near)
    reached = float(found["reached"])
    return {
        "solutions": [found["q"].tolist()] if reached == 1 else [],
        "residual": [float(found["residual"])] if reached == 1 else [],
        "reached": reached,
        "conditioning": float(found["conditioning"]),
    }


def _tell(name: str, facts: dict[str, Any]) -> None:
    rows = [[*row, f"{left:.1e}"] for row, left in zip(facts["solutions"], facts["residual"], strict=True)]
    count, screen = len(rows), console()
    which = "all poses" if facts["complete"] else "found from many starts: there may be more"
    if not rows:
        none = "no pose" if facts["complete"] else "no pose was found"
        screen.print(f"{name}: {none} for these positions of the motors")
        return
    heads = [*facts["coordinates"], "residual"]
    screen.print(table(f"{name}: {count} {'pose' if count == 1 else 'poses'} ({which})", heads, rows, heads))


def _tell_path(name: str, facts: dict[str, Any]) -> None:
    screen = console()
    if not facts["solutions"]:
        part = facts["reached"]
        screen.print(
            f"{name}: a singularity bars the way after {part:.1%} of it, conditioning {facts['conditioning']:.1e}"
        )
        return
    heads = [*facts["coordinates"], "residual", "conditioning"]
    row = [*facts["solutions"][0], f"{facts['residual'][0]:.1e}", f"{facts['conditioning']:.3f}"]
    screen.print(table(f"{name}: in the same way of assembly", heads, [row], heads))
