"""The command `linkwright`: what a user types, turned into calls. The work is done in the other files of this folder."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from linkwright.cli import catalog
from linkwright.cli.arguments import AsJson, Floating, Real, RobotFile, load_mechanism
from linkwright.cli.calibrate_command import calibrate
from linkwright.cli.completion import one_of, templates
from linkwright.cli.completion import quantities as offered_quantities
from linkwright.cli.measurement_commands import excite, identify
from linkwright.cli.motion_commands import fk, ik, synthesize, trajectory, workspace
from linkwright.cli.options import Output, Pages, Reading, Samples, spread
from linkwright.cli.schema import name_schema, schema
from linkwright.cli.stopping import INTERRUPTED, unwind_when_stopped
from linkwright.cli.writing import FILE, FOLDER, Place, writes
from linkwright.errors import EmitError, LinkwrightError
from linkwright.request import Printed, Request
from linkwright.simulation.run import Run

app = typer.Typer(
    name="linkwright",
    help="From a robot file to its equations of motion: readable, fast, proven.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

_UsageError: Any = next(c for c in typer.BadParameter.__mro__ if c.__name__ == "ClickException")
"""Click's, or that of the copy of click in newer typers, which has no public name."""
_ROOM = "free some room, or set TMPDIR to a folder that exists and that you may write to"


@app.command()
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
        name_schema(path, "task-file" if task else "robot-file")
    say(f"wrote {path}: fill it in, then  linkwright {'synthesize' if task else 'check'} {path}")


@app.command()
@spread()
def check(robot: RobotFile, reading: Reading, json: AsJson = False) -> None:
    """Show what was read: tree, joints, masses, parameters, and everything ignored or repaired."""
    from linkwright.cli.check import print_report
    from linkwright.describe.report import report

    print_report(report(load_mechanism(robot, reading)), json)


@app.command()
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


@app.command()
def quantities(
    robot: Annotated[
        Path | None, typer.Argument(help="a mechanism, to see what it has (default: all kinds)", show_default=False)
    ] = None,
    json: AsJson = False,
) -> None:
    """List every quantity that can be derived, with its methods."""
    from linkwright.cli.quantities import print_quantities

    print_quantities(None if robot is None else load_mechanism(robot), json)


@app.command()
@writes(html=FILE, pdf=FILE)
@spread("effort", "real")
def equations(robot: RobotFile, printed: Printed, pages: Pages, reading: Reading, json: AsJson = False) -> None:
    """Print the equations of motion in closed form, or as numbered steps where that is too long."""
    from linkwright.cli.equations import show

    show(load_mechanism(robot, reading), printed, pages, json)


@app.command()
@writes(out=FOLDER)
@spread()
def build(robot: RobotFile, output: Output, request: Request, reading: Reading, json: AsJson = False) -> None:
    """Write source code with its own tests, and run the tests."""
    from linkwright.cli.build import build_and_report

    if not build_and_report(load_mechanism(robot, reading), output, request, json):
        raise typer.Exit(1)


@app.command()
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


@app.command()
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


for _command in (ik, workspace, fk, trajectory, synthesize):
    app.command()(_command)
app.command()(writes(out=FILE)(schema))
app.command()(writes(out=FILE, plot=FILE)(excite))
app.command()(writes(out=FOLDER)(identify))
app.command()(writes(out=Place(makes_folder=True), report=FOLDER)(calibrate))
app.add_typer(catalog.app)


@app.command()
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


@app.command()
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


@app.command()
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


@app.command()
def conventions() -> None:
    """Print the conventions that every result follows."""
    from linkwright.model.conventions import every_convention

    typer.echo(every_convention())


@app.callback(invoke_without_command=True)
def _root(version: Annotated[bool, typer.Option("--version", help="print the version")] = False) -> None:
    if version:
        from linkwright.version import __version__

        typer.echo(f"linkwright {__version__}")
        raise typer.Exit


def main() -> None:
    """Entry point: errors a user can mend end with code 2 and no traceback, signals with 128 and their number."""
    unwind_when_stopped()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # an old encoding of the terminal is no reason to stop
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """The exit code of one command: 0, 1 where a test or law failed, 2 where the user can mend something, 130 after Ctrl-C."""
    try:
        code = app(arguments, prog_name="linkwright", standalone_mode=False)
        sys.stdout.flush()
    except LinkwrightError as error:
        return _refused(str(error))
    except _UsageError as error:
        told = io.StringIO()
        error.show(told)
        return _refused(told.getvalue().rstrip())
    except BrokenPipeError:
        return 0
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except OSError as error:
        sys.stdout = io.StringIO()  # what is left in the old one cannot be written, and is not tried again
        return _refused(str(EmitError(f"cannot write: {error.strerror or error}", str(error.filename or ""), _ROOM)))
    return code if isinstance(code, int) else 0


def _refused(text: str) -> int:
    from linkwright.cli.console import shown

    sys.stderr.write(f"{shown(text)}\n")
    return 2


if __name__ == "__main__":
    main()
