"""Commands of kinematics and motion planning: `fk` and `trajectory`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from linkwright.cli.arguments import AsJson, RobotFile, load_mechanism
from linkwright.cli.options import spread
from linkwright.cli.route import Route


@spread()
def trajectory(
    robot: RobotFile,
    route: Route,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="write samples (.csv)")] = None,
    plot: Annotated[Path | None, typer.Option(help="write plots (.svg, .png, .pdf)")] = None,
    json: AsJson = False,
) -> None:
    """Plan a motion with bounded velocity, acceleration and jerk: through points, on lines and arcs."""
    from linkwright.cli.trajectory import plan_and_report

    plan_and_report(load_mechanism(robot), route, out, plot, json)


def fk(
    robot: RobotFile,
    motors: Annotated[
        str, typer.Option(help="positions of the motors, comma-separated (default: those of the start)")
    ] = "",
    near: Annotated[str, typer.Option(help="a pose of the platform: the nearest come first (default: the start)")] = "",
    path: Annotated[
        bool, typer.Option("--path", help="go there from the near pose: the one pose in the same way of assembly")
    ] = False,
    json: AsJson = False,
) -> None:
    """All poses of a parallel robot's platform for positions of its motors (forward kinematics)."""
    from linkwright.cli.fk import poses_and_report

    poses_and_report(load_mechanism(robot), (motors, near), path, json)
