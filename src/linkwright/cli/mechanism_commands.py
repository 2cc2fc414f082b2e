"""Commands that derive nothing: `new`, `check`, `convert`, `quantities`, `picture`, `studio`, `conventions`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from linkwright.cli.arguments import AsJson, Floating, RobotFile, load_mechanism
from linkwright.cli.completion import one_of, templates
from linkwright.cli.options import Reading, spread
from linkwright.cli.writing import FILE, Place, writes


@writes(path=FILE)
def new(
    path: Annotated[Path, typer.Argument(help="file to write", show_default=False)],
    joints: Annotated[str, typer.Option(help="one letter per joint: R revolute, P prismatic")] = "RR",
    loop: Annotated[
        str,
        typer.Option(
            help="a closed linkage instead: fourbar, slider-crank or five-bar", autocompletion=templates("LOOPS")
        ),
    ] = "",
    parallel: Annotated[
        str,
        typer.Option(
            help="a parallel robot instead: 6-UPS, 3-RRR, Delta, ... (a wrong name lists all)",
            autocompletion=templates("PARALLEL"),
        ),
    ] = "",
    task: Annotated[
        str,
        typer.Option(
            help="a task to find a robot for instead: pick-and-place, cube, two-points or lift",
            autocompletion=one_of("pick-and-place", "cube", "two-points", "lift"),
        ),
    ] = "",
    force: Annotated[bool, typer.Option("--force", help="overwrite an existing file")] = False,
    schema: Annotated[bool, typer.Option("--schema", help="for editors: its JSON Schema beside it")] = False,
) -> None:
    """Write a commented template to fill in."""
    from linkwright.cli.console import say
    from linkwright.cli.new import write_template

    write_template(path, joints, force, loop, parallel, task)
    if schema:
        from linkwright.cli.schema import name_schema

        name_schema(path, "task-file" if task else "robot-file")
    say(f"wrote {path}: fill it in, then  linkwright {'synthesize' if task else 'check'} {path}")


@spread()
def check(robot: RobotFile, reading: Reading, json: AsJson = False) -> None:
    """Show what was read: tree, joints, masses, parameters, and everything ignored or repaired."""
    from linkwright.cli.check import print_report
    from linkwright.describe.report import report

    print_report(report(load_mechanism(robot, reading)), json)


@writes(out=Place(makes_folder=True))
@spread()
def convert(
    robot: RobotFile,
    out: Annotated[Path, typer.Argument(help="file to write: .urdf .xml (MJCF) .sdf .yaml", show_default=False)],
    reading: Reading,
    json: AsJson = False,
) -> None:
    """Write a robot in another format, with a list of what the format cannot say."""
    from linkwright.cli.convert import convert_and_report

    convert_and_report(load_mechanism(robot, reading), out, json)


def quantities(
    robot: Annotated[
        Path | None, typer.Argument(help="a mechanism, to see what it has (default: all kinds)", show_default=False)
    ] = None,
    json: AsJson = False,
) -> None:
    """List every quantity that can be derived, with its methods."""
    from linkwright.cli.quantities import print_quantities

    print_quantities(None if robot is None else load_mechanism(robot), json)


@writes(out=Place((".svg",)))
def picture(
    robot: RobotFile,
    q: Annotated[str, typer.Option("--q", help="positions of free joints: '0.5, 30 deg' or 'elbow=30 deg'")] = "",
    out: Annotated[Path | None, typer.Option("--out", "-o", help="file to write (.svg)")] = None,
    floating: Floating = False,
) -> None:
    """Draw the mechanism in a pose, as SVG."""
    from linkwright.cli.picture import picture_and_report

    picture_and_report(load_mechanism(robot, Reading(floating)), q, out)


def studio(
    file: Annotated[
        Path | None, typer.Argument(help="a mechanism to open (default: an empty page)", show_default=False)
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=65535,
            show_default=False,
            help="port on 127.0.0.1; 0: any free one (default: 8137 if it is free)",
        ),
    ] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="open the page in the browser")] = True,
    page: Annotated[Path | None, typer.Option(help="folder of a built page", hidden=True)] = None,
) -> None:
    """Build a mechanism by hand in the browser, watch it move, read its equations, take its code."""
    from linkwright.cli.studio import run_studio

    run_studio(file, port, page, browser)


def conventions() -> None:
    """Print the conventions that every result follows."""
    from linkwright.model.conventions import every_convention

    typer.echo(every_convention())
