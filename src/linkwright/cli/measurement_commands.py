"""Commands about measurements: `excite`, `identify`; `calibrate` is beside them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from linkwright.cli.arguments import AsJson, RobotFile, load_mechanism
from linkwright.cli.options import Fences, Reading, spread
from linkwright.cli.writing import FILE, FOLDER, writes
from linkwright.identification.excitation.plan import Plan
from linkwright.identification.request import Identify


@writes(out=FILE, plot=FILE)
@spread()
def excite(
    robot: RobotFile,
    plan: Plan,
    fences: Fences,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="write samples (.csv)")] = None,
    plot: Annotated[Path | None, typer.Option(help="write a figure (.svg, .png, .pdf)")] = None,
    json: AsJson = False,
) -> None:
    """Find a motion that tells the robot's parameters apart: a Fourier series per joint, from rest to rest, within limits."""
    from linkwright.cli.excite import excite_and_report

    excite_and_report(load_mechanism(robot), plan, fences, out, plot, json)


@writes(out=FOLDER)
@spread()
def identify(
    robot: RobotFile,
    data: Annotated[
        list[Path], typer.Argument(help="recordings: .csv .txt .tsv (.gz), .npz, .mat", show_default=False)
    ],
    request: Identify,
    out: Annotated[Path, typer.Option("--out", "-o", help="folder of the results")] = Path("out"),
    floating: Annotated[bool, typer.Option("--floating", help="let the root body float freely")] = False,
    json: AsJson = False,
) -> None:
    """Find masses, inertias and friction from recordings: a report, and the robot with what was found."""
    from linkwright.cli.identify import identify_and_report

    if not identify_and_report(load_mechanism(robot, Reading(floating)), robot, data, request, out, json):
        raise typer.Exit(1)
