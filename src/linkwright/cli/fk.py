"""`linkwright fk`: the pose of a tree's frame, or poses of a parallel robot's platform for positions of its motors."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from linkwright.cli.console import console, table
from linkwright.cli.output import print_facts
from linkwright.cli.route import Position
from linkwright.errors import InputError
from linkwright.mechanics.inverse.beside_loops import frame_beside_loops, free_tree, outermost_beside_loops
from linkwright.mechanics.tree.kinematics import last_frame
from linkwright.mechanism import Mechanism
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.parameters import parametrised_tree
from linkwright.model.robot import OpenRobot
from linkwright.native import ClosedDynamics, OpenDynamics
from linkwright.readers.positions import free_positions, motor_positions, tree_positions


def poses_and_report(mechanism: Mechanism, asked: Position, json: bool) -> None:
    """The command."""
    tell: Callable[[str, dict[str, Any]], None]
    match mechanism:
        case OpenRobot():
            if asked.motors or asked.near or asked.path:
                raise InputError(
                    f"'{mechanism.name}' is no parallel robot", mechanism.source, "give joint positions by --q"
                )
            facts, tell = _of_tree(mechanism, asked), _tell_frame
        case ClosedRobot(platform=None) if asked.q or asked.frame:
            frame = frame_beside_loops(mechanism, asked.frame or outermost_beside_loops(mechanism, None))
            facts, tell = _of_tree(free_tree(mechanism), replace(asked, frame=frame)), _tell_frame
        case ClosedRobot():
            if asked.q or asked.frame:
                hint = "give positions of its motors by --motors"
                raise InputError(f"'{mechanism.name}' is closed: its joints are not free", mechanism.source, hint)
            facts, tell = _of_platform(mechanism, asked), _tell_path if asked.path else _tell
        case _:
            raise InputError(f"'{mechanism.name}' has no frames", mechanism.source, "ask for the poses of a robot")
    if json:
        print_facts(mechanism, facts)
    else:
        tell(mechanism.name, facts)


def _of_tree(robot: OpenRobot, asked: Position) -> dict[str, Any]:
    """The pose of a frame: matrix, position, quaternion, and turns about the fixed axes x, y, z."""
    from scipy.spatial.transform import Rotation

    frame = asked.frame or last_frame(parametrised_tree(robot).tree)
    q = tree_positions(robot, asked.q)
    pose = np.asarray(OpenDynamics(robot).function("forward_kinematics", frame=frame)(q)).reshape(4, 4)
    turn = Rotation.from_matrix(pose[:3, :3])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # at a pitch of 90 degrees one of many triples is as good as any other
        angles = turn.as_euler("xyz")
    return {
        "frame": frame,
        "q": q.tolist(),
        "pose": pose.tolist(),
        "position": pose[:3, 3].tolist(),
        "quaternion": turn.as_quat().tolist(),
        "roll_pitch_yaw": angles.tolist(),
    }


def _tell_frame(name: str, facts: dict[str, Any]) -> None:
    def words(key: str) -> str:
        return " ".join(f"{round(x, 9) + 0.0:.9g}" for x in facts[key])

    screen = console()
    screen.print(f"{name}: frame '{facts['frame']}'")
    screen.print(f"x y z           {words('position')}")
    screen.print(f"roll pitch yaw  {words('roll_pitch_yaw')}")
    screen.print(f"qx qy qz qw     {words('quaternion')}")


def _of_platform(robot: ClosedRobot, asked: Position) -> dict[str, Any]:
    dynamics = ClosedDynamics(robot)
    near = free_positions(robot, asked.near, "near")
    here = np.asarray(dynamics.function("inverse_kinematics")(dynamics.start[0]))
    values = motor_positions(robot, asked.motors, here)
    found = _along(dynamics, values, near) if asked.path else _all(dynamics, values, near)
    return {"coordinates": list(robot.position_names), "motors": values.tolist(), **found}


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
