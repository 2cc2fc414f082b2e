"""Commands of kinematics and motion planning: `fk` and `trajectory`."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import typer

from linkwright.cli.arguments import AsJson, RobotFile, load_mechanism
from linkwright.cli.options import spread

_POSE = "'x y z roll pitch yaw', 'x y z qx qy qz qw' or 'x y z'"


@dataclass(frozen=True)
class Route:
    """Where a trajectory goes, and how fast."""

    start: str = field(
        default="",
        metadata={"help": "joint positions, comma-separated (default: zero, or the start)", "flags": ("--from",)},
    )
    to: str = field(default="", metadata={"help": "joint positions to go to; several points with ; between them"})
    line: str = field(
        default="",
        metadata={"help": f"poses that a frame goes to on straight lines, with ; between them: {_POSE}"},
    )
    arc: str = field(default="", metadata={"help": "poses 'via; end' of a circular arc that a frame goes on"})
    frame: str = field(default="", metadata={"help": "of --line and --arc (default: the last one)"})
    velocity: str = field(
        default="",
        metadata={
            "help": "largest: one number, one per joint, or 'm/s, rad/s' of a frame (default: the file's limits)"
        },
    )
    acceleration: str = field(default="", metadata={"help": "largest, in the same way"})
    jerk: str = field(default="", metadata={"help": "largest (default: no bound)"})
    blend: float = field(
        default=0.0,
        metadata={"help": "how far from a point the way may round it, in joint units or m; 0: a stop at each"},
    )
    straight: bool = field(
        default=False, metadata={"help": "joints on straight lines between the points", "flags": ("--straight",)}
    )
    dt: float = field(default=0.01, metadata={"help": "seconds between samples"})


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
