"""Flags of `linkwright calibrate`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from linkwright.calibration.options import Options
from linkwright.cli.arguments import AsJson, RobotFile, load_mechanism
from linkwright.cli.options import spread
from linkwright.cli.writing import FOLDER, Place, writes
from linkwright.request import option


@dataclass(frozen=True)
class Wanted:
    """What the command writes, and whether it measures or plans."""

    out: Path | None = option(
        None, "write the calibrated robot (.urdf .yaml ...); with --plan the postures (.csv)", "--out", "-o"
    )
    report: Path | None = option(None, "folder of tables and a picture of the residuals")
    columns: str = option("", "heads of the table: 'joint1=A1, x=X_mm'")
    plan: int = option(0, "choose so many postures at which to measure")
    floor: float | None = option(None, "with --plan: height above which the arm stays, in m")


@writes(out=Place(makes_folder=True), report=FOLDER)
@spread()
def calibrate(
    robot: RobotFile,
    options: Options,
    wanted: Wanted,
    poses: Annotated[
        Path | None,
        typer.Argument(help="table of joint positions and what was measured: .csv .txt .npz .mat", show_default=False),
    ] = None,
    json: AsJson = False,
) -> None:
    """Correct a robot's geometry by measured poses, points or distances; or choose where to measure."""
    from linkwright.cli.calibrate import calibrate_and_report

    calibrate_and_report(load_mechanism(robot), poses, options, wanted, json)
