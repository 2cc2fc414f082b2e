"""Commands of kinematics, motion planning and synthesis: `ik`, `workspace`, `fk`, `trajectory`, `synthesize`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from linkwright.cli.arguments import AsJson, Floating, RobotFile, load_mechanism
from linkwright.cli.options import Effort, Reading, spread
from linkwright.cli.route import Position, Route
from linkwright.cli.writing import FILE, FOLDER, writes
from linkwright.inverse.wanted import Wanted
from linkwright.workspace.view import View


@spread()
def ik(robot: RobotFile, wanted: Wanted, floating: Floating = False, json: AsJson = False) -> None:
    """Where the joints must be for a frame to have a pose: all solutions, or the least error where there is none."""
    from linkwright.cli.ik import ik_and_report

    if not ik_and_report(load_mechanism(robot, Reading(floating)), wanted, json):
        raise typer.Exit(1)


@writes(plot=FILE, csv=FILE)
@spread()
def workspace(
    robot: RobotFile,
    view: View,
    plot: Annotated[Path | None, typer.Option(help="write a picture (.svg, .png, .pdf)")] = None,
    csv: Annotated[Path | None, typer.Option(help="write a row per cell")] = None,
    json: AsJson = False,
) -> None:
    """Where a frame can go, in how many orientations, how well, and where it is singular."""
    from linkwright.cli.workspace import workspace_and_report

    workspace_and_report(load_mechanism(robot), view, plot, csv, json)


@writes(out=FILE, plot=FILE)
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


@spread()
def fk(robot: RobotFile, asked: Position, json: AsJson = False) -> None:
    """Where a frame of a tree is; all poses of a parallel robot's platform for positions of its motors."""
    from linkwright.cli.fk import poses_and_report

    poses_and_report(load_mechanism(robot), asked, json)


@writes(out=FOLDER)
@spread()
def synthesize(
    task: Annotated[
        Path, typer.Argument(help="task file; `linkwright new task.yaml --task` writes one", show_default=False)
    ],
    effort: Effort,
    json: AsJson = False,
) -> None:
    """Find the best robots for a task: structures, dimensions, links; a report, and robot files of the best."""
    from linkwright.cli.synthesize import synthesize_and_report

    if not synthesize_and_report(task, effort, json):
        raise typer.Exit(1)
