"""Commands that derive quantities: `equations`, `build`, `verify`, `simulate`, `bench`."""

from __future__ import annotations

from typing import Annotated

import typer

from linkwright.cli.arguments import AsJson, Floating, Real, RobotFile, load_mechanism
from linkwright.cli.completion import one_of
from linkwright.cli.completion import quantities as offered_quantities
from linkwright.cli.options import Output, Pages, Reading, Samples, spread
from linkwright.cli.writing import FILE, FOLDER, writes
from linkwright.request import Printed, Request
from linkwright.simulation.run import Run


@writes(html=FILE, pdf=FILE)
@spread("effort", "real")
def equations(robot: RobotFile, printed: Printed, pages: Pages, reading: Reading, json: AsJson = False) -> None:
    """Print the equations of motion in closed form, or as numbered steps where that is too long."""
    from linkwright.cli.equations import show

    show(load_mechanism(robot, reading), printed, pages, json)


@writes(out=FOLDER)
@spread()
def build(robot: RobotFile, output: Output, request: Request, reading: Reading, json: AsJson = False) -> None:
    """Write source code with its own tests, and run the tests."""
    from linkwright.cli.build import build_and_report

    if not build_and_report(load_mechanism(robot, reading), output, request, json):
        raise typer.Exit(1)


@spread()
def verify(
    robot: RobotFile,
    reading: Reading,
    against: Annotated[
        str,
        typer.Option(
            help="an independent code to compare with: pinocchio or mujoco",
            autocompletion=one_of("pinocchio", "mujoco"),
        ),
    ] = "",
    json: AsJson = False,
) -> None:
    """Check every law of mechanics on this robot: a table of residuals."""
    from linkwright.cli.verify import verify_and_report

    if not verify_and_report(load_mechanism(robot, reading), robot, against or None, json):
        raise typer.Exit(1)


@writes(plot=FILE, csv=FILE, html=FILE)
@spread()
def simulate(
    robot: RobotFile,
    run: Run,
    reading: Reading,
    samples: Samples,
    json: AsJson = False,
) -> None:
    """Integrate the motion, report the energy balance, plot angle, speed, acceleration and torque of every joint."""
    from linkwright.cli.simulate import simulate_and_report

    simulate_and_report(load_mechanism(robot, reading), robot, run, samples, json)


def bench(
    robot: RobotFile,
    quantity: Annotated[
        str,
        typer.Option(
            "--quantity",
            "-Q",
            help="comma-separated quantities; see `linkwright quantities`",
            autocompletion=offered_quantities,
        ),
    ] = "",
    floating: Floating = False,
    real: Real = "float64",
    json: AsJson = False,
) -> None:
    """Time the native functions: one state, batches, operation counts; beside Pinocchio if it is installed."""
    from linkwright.cli.bench import bench_and_report

    bench_and_report(load_mechanism(robot, Reading(floating)), robot, quantity, Request(real=real), json)
