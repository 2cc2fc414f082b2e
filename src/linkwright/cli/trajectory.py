"""`linkwright trajectory`: plan a motion, write its samples and plots, tell how long it takes and how hard it is."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from linkwright.arrays import Array
from linkwright.cli.console import console, table
from linkwright.cli.output import checked_plot, print_facts, say_written
from linkwright.cli.poses_from_text import pose_after
from linkwright.cli.route import Route
from linkwright.disk import write_file
from linkwright.errors import InputError
from linkwright.formula.scalar import constant, parse
from linkwright.inverse.solutions import Ranges
from linkwright.mechanism import Mechanism, require_robot
from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.model.robot import OpenRobot
from linkwright.readers.positions import free_positions, tree_positions
from linkwright.trajectory import Samples, arc, chain, follow, line, through


def plan_and_report(mechanism: Mechanism, route: Route, out: Path | None, plot: Path | None, json: bool) -> None:
    """The command: plan, write, tell."""
    draw = checked_plot(plot, "linkwright.cli.plot_trajectory:plot_trajectory") if plot else None
    robot = require_robot(mechanism, "trajectory", "plan the motion of a robot")
    found = _planned(robot, route)
    if out:
        write_file(out, found.to_csv)
    if plot and draw:
        write_file(plot, lambda path: draw(robot, found, path))
    if json:
        print_facts(mechanism, _facts(found))
        return
    _tell(robot, found)
    say_written(out, plot)


def _planned(robot: Robot, route: Route) -> Samples:
    """Samples of the joints along the route."""
    asked = [name for name in ("to", "line", "arc") if getattr(route, name)]
    if len(asked) != 1:
        said = f"--{asked[0]} and --{asked[1]} at once" if asked else "no place to go to"
        raise InputError(f"a trajectory with {said}", hint="give one of --to, --line, --arc")
    start = _positions(robot, route.start, "from")
    bounds = {name: _numbers(getattr(route, name), name) for name in ("velocity", "acceleration", "jerk")}
    if route.to:
        points = [start, *(_positions(robot, part, "to") for part in route.to.split(";"))]
        if isinstance(robot, OpenRobot):
            _within_limits(robot, points[1:])
        how = "straight" if route.straight else "time"
        return through(points, **bounds, robot=robot, synchronise=how, blend=route.blend).sample(route.dt)
    return _led(robot, route, start, bounds)


def _within_limits(robot: OpenRobot, points: list[Array]) -> None:
    """Complain about the first joint that should go out of its limits."""
    ranges = Ranges.of(robot)
    for point in points:
        for k in np.flatnonzero(ranges.beyond(point) > 1e-9):
            what = f"'{robot.position_names[k]}' cannot go to {point[k]:g}"
            said = f"its limits are {ranges.low[k]:g} and {ranges.high[k]:g}"
            raise InputError(what, robot.source, f"{said}; angles are in radians, or '90 deg'")


def _led(robot: Robot, route: Route, start: Array, bounds: dict[str, Any]) -> Samples:
    """Joints that lead a frame on lines or an arc."""
    from linkwright.native import OpenDynamics

    tree, frame = _tree_and_frame(robot, route.frame)
    dynamics = OpenDynamics(tree)
    here = np.asarray(dynamics.function("forward_kinematics", frame=frame)(start)).reshape(4, 4)
    poses = [here]
    for part in (route.line or route.arc).split(";"):
        poses.append(pose_after(part, poses[-1]))
    if route.line:
        way = chain([line(a, b, **bounds) for a, b in pairwise(poses)], route.blend)
    elif len(poses) == 3:
        way = arc(*poses, **bounds)
    else:
        raise InputError(f"an arc through {len(poses)} points", hint="--arc 'via; end'")
    return follow(way, dynamics, start, frame=frame, dt=route.dt)


def _tree_and_frame(robot: Robot, named: str) -> tuple[OpenRobot, str]:
    """The tree whose joints lead a frame: of a closed robot its free joints, where no dependent one is on the way."""
    from linkwright.mechanics.inverse.beside_loops import tree_and_frame

    found = tree_and_frame(robot, named)
    if found is None:
        hint = "give its free positions by --to: of a parallel robot they are the platform's coordinates"
        raise InputError(f"'{robot.name}' is closed: its frames follow no line yet", robot.source, hint)
    return found


def _positions(robot: Robot, text: str, what: str) -> Array:
    return free_positions(robot, text, what) if isinstance(robot, ClosedRobot) else tree_positions(robot, text, what)


def _numbers(text: str, what: str) -> Any:
    """None where there is no text; a number, or several."""
    if not text.strip():
        return None
    values = [constant(parse(part)) for part in text.split(",")]
    if any(x is None for x in values):
        raise InputError(f"{what} '{text}' has a name in it", hint="give numbers, such as 0.5, 30 deg")
    found = [float(x) for x in values if x is not None]
    return found[0] if len(found) == 1 else found


def _facts(found: Samples) -> dict[str, Any]:
    return {
        "seconds": float(found.t[-1]),
        "samples": len(found.t),
        "joints": list(found.names),
        "q_start": found.q[0].tolist(),
        "q_end": found.q[-1].tolist(),
        **{f"largest_{name}": x for name, x in _largest(found).items()},
    }


def _largest(found: Samples) -> dict[str, list[float | None]]:
    """Of every joint; None as jerk where accelerations jump, since no bound on it was given."""
    parts = {"velocity": found.v, "acceleration": found.a, "jerk": found.j}
    most = {name: np.max(np.abs(x), axis=0).tolist() for name, x in parts.items()}
    most["jerk"] = [j if j or not a else None for a, j in zip(most["acceleration"], most["jerk"], strict=True)]
    return most


def _tell(robot: Robot, found: Samples) -> None:
    largest = _largest(found).values()
    rows = [
        [
            name,
            float(found.q[0, k]),
            float(found.q[-1, k]),
            *("jumps" if part[k] is None else part[k] for part in largest),
        ]
        for k, name in enumerate(found.names)
    ]
    heads = ["joint", "from", "to", "largest velocity", "acceleration", "jerk"]
    title = f"{robot.name}: {found.t[-1]:.4g} s, {len(found.t)} samples"
    console().print(table(title, heads, rows, heads[1:]))
