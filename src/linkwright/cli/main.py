"""The command `linkwright`: what a user types, turned into calls. The work is done in the other files of this room."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer

from linkwright.errors import LinkwrightError
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.robot import OpenRobot

app = typer.Typer(
    name="linkwright",
    help="From a robot file to its equations of motion: readable, fast, proven.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

RobotFile = Annotated[
    Path, typer.Argument(help="a mechanism: .urdf .xacro .xml (MJCF) .sdf .yaml .csv", show_default=False)
]
Floating = Annotated[bool, typer.Option("--floating", help="let the root body float freely")]
Friction = Annotated[bool, typer.Option("--friction", help="use a URDF's damping and friction")]
AsJson = Annotated[bool, typer.Option("--json", help="print data as JSON")]
Quantities = Annotated[
    str, typer.Option("--quantity", "-Q", help="comma-separated quantities; see `linkwright quantities`")
]
Parameters = Annotated[str, typer.Option(help="numeric, symbolic, inertial or base")]
Symbolic = Annotated[str, typer.Option(help="patterns of parameters that stay symbols, e.g. 'mass_*,L?'")]


def _load(path: Path, floating: bool, friction: bool = False) -> Any:
    from linkwright.readers import load

    return load(path, floating=floating, friction=friction)


def _app(mechanism: Any, name: str) -> Any:
    """The file of this folder that does a command for a kind of mechanism."""
    return import_module(
        f"linkwright.cli.{'' if isinstance(mechanism, OpenRobot | ClosedRobot) else 'manifold_'}{name}"
    )


@app.command()
def new(
    path: Annotated[Path, typer.Argument(help="file to write", show_default=False)],
    joints: Annotated[str, typer.Option(help="one letter per joint: R revolute, P prismatic")] = "RR",
    loop: Annotated[str, typer.Option(help="a closed linkage instead: fourbar, slider-crank or five-bar")] = "",
    parallel: Annotated[
        str, typer.Option(help="a parallel robot instead: 6-UPS, 3-RRR, Delta, ... (a wrong name lists all)")
    ] = "",
    force: Annotated[bool, typer.Option("--force", help="overwrite an existing file")] = False,
) -> None:
    """Write a commented template to fill in."""
    from linkwright.cli.new import write_template

    write_template(path, joints, force, loop, parallel)
    typer.echo(f"wrote {path}: fill it in, then  linkwright check {path}")


@app.command()
def check(robot: RobotFile, floating: Floating = False, friction: Friction = False, json: AsJson = False) -> None:
    """Show what was read: tree, joints, masses, parameters, and everything ignored or repaired."""
    mechanism = _load(robot, floating, friction)
    page = _app(mechanism, "check")
    page.print_report(page.report(mechanism), json)


@app.command()
def quantities(json: AsJson = False) -> None:
    """List every quantity that can be derived, with its methods."""
    from linkwright.cli.check import print_quantities

    print_quantities(json)


@app.command()
def equations(
    robot: RobotFile,
    quantity: Quantities = "M,V,G",
    latex: Annotated[bool, typer.Option("--latex", help="print LaTeX")] = False,
    html: Annotated[Path | None, typer.Option(help="write a page (no scripts, no network)")] = None,
    pdf: Annotated[Path | None, typer.Option(help="write a PDF (needs pdflatex)")] = None,
    style: Annotated[str, typer.Option(help="closed or steps")] = "closed",
    steps: Annotated[bool, typer.Option("--steps", help="the same as --style steps")] = False,
    parameters: Parameters = "symbolic",
    symbolic: Symbolic = "",
    digits: Annotated[int, typer.Option(help="digits of measured numbers")] = 5,
    seconds: Annotated[float, typer.Option(help="time budget per quantity")] = 2.0,
    floating: Floating = False,
    friction: Friction = False,
    json: AsJson = False,
) -> None:
    """Print the equations of motion in closed form, or as numbered steps where that is too long."""
    from linkwright.cli.equations import Request

    request = Request(quantity, "steps" if steps else style, parameters, symbolic, digits, seconds)
    mechanism = _load(robot, floating, friction)
    _app(mechanism, "equations").show(mechanism, request, latex=latex, html=html, pdf=pdf, json=json)


@app.command()
def build(
    robot: RobotFile,
    to: Annotated[
        str,
        typer.Option(
            help="comma-separated, or all: c, fortran, cpp, cython, numpy, jax, latex, matlab, julia, javascript, rust"
        ),
    ] = "c",
    out: Annotated[Path, typer.Option("--out", "-o", help="folder to write")] = Path("out"),
    quantity: Annotated[
        str, typer.Option("--quantity", "-Q", help="comma-separated quantities, or all (default: the usual ten)")
    ] = "",
    parameters: Parameters = "numeric",
    symbolic: Symbolic = "",
    frame: Annotated[str, typer.Option(help="frame of poses, Jacobians and twists (default: the last one)")] = "",
    effort: Annotated[
        int, typer.Option(help="of the optimiser: 0 none, 1 milliseconds, 2 a long search for a few per cent")
    ] = 1,
    run: Annotated[bool, typer.Option(help="run the generated tests")] = True,
    floating: Floating = False,
    friction: Friction = False,
    json: AsJson = False,
) -> None:
    """Write source code with its own tests, and run the tests."""
    from linkwright.cli.build import Request, build_and_report

    wish = Request(to, out, quantity, parameters, symbolic, frame, effort, run)
    if not build_and_report(_load(robot, floating, friction), wish, json):
        raise typer.Exit(1)


@app.command()
def verify(
    robot: RobotFile,
    against: Annotated[str, typer.Option(help="an independent code to compare with: pinocchio or mujoco")] = "",
    floating: Floating = False,
    friction: Friction = False,
    json: AsJson = False,
) -> None:
    """Check every law of mechanics on this robot: a table of residuals."""
    from linkwright.cli.verify import verify_and_report

    if not verify_and_report(_load(robot, floating, friction), robot, against or None, json):
        raise typer.Exit(1)


@app.command()
def simulate(
    robot: RobotFile,
    time: Annotated[float, typer.Option(help="seconds")] = 10.0,
    q0: Annotated[str, typer.Option(help="initial positions, comma-separated, e.g. '0.5, 30 deg'")] = "",
    v0: Annotated[str, typer.Option(help="initial velocities")] = "",
    torque: Annotated[str, typer.Option(help="joint forces, comma-separated expressions in t, q1.., v1..")] = "",
    plot: Annotated[Path | None, typer.Option(help="write plots (.svg, .png, .pdf)")] = None,
    csv: Annotated[Path | None, typer.Option(help="write samples")] = None,
    rate: Annotated[float, typer.Option(help="samples per second")] = 100.0,
    method: Annotated[str, typer.Option(help="of a Lagrangian on a manifold: rkmk4 or variational")] = "rkmk4",
    step: Annotated[float, typer.Option(help="of a Lagrangian on a manifold: length of a step in seconds")] = 1e-3,
    floating: Floating = False,
    friction: Friction = False,
    json: AsJson = False,
) -> None:
    """Integrate the motion, report the energy balance, plot angle, speed, acceleration and torque of every joint."""
    mechanism = _load(robot, floating, friction)
    from linkwright.simulation import manifold_motion, motion

    if isinstance(mechanism, OpenRobot | ClosedRobot):
        run = motion.Run(time, q0, v0, torque, rate)
    else:
        run = manifold_motion.Run(time, q0, v0, torque, rate, method, step)
    _app(mechanism, "simulate").simulate_and_report(mechanism, run, plot, csv, json)


@app.command()
def picture(
    robot: RobotFile,
    q: Annotated[str, typer.Option("--q", help="positions, comma-separated; of closed mechanisms the free ones")] = "",
    out: Annotated[Path | None, typer.Option("--out", "-o", help="file to write (.svg)")] = None,
    floating: Floating = False,
) -> None:
    """Draw the mechanism in a pose, as SVG."""
    mechanism = _load(robot, floating)
    _app(mechanism, "picture").picture_and_report(mechanism, q, out)


@app.command()
def bench(
    robot: RobotFile,
    quantity: Quantities = "",
    floating: Floating = False,
    json: AsJson = False,
) -> None:
    """Time the native functions: one state, batches, operation counts; beside Pinocchio if it is installed."""
    mechanism = _load(robot, floating)
    _app(mechanism, "bench").bench_and_report(mechanism, robot, quantity, json)


@app.command()
def conventions() -> None:
    """Print the conventions that every result follows."""
    from linkwright.model.conventions import CONVENTIONS

    typer.echo(CONVENTIONS)


@app.callback(invoke_without_command=True)
def _root(version: Annotated[bool, typer.Option("--version", help="print the version")] = False) -> None:
    if version:
        from linkwright import __version__

        typer.echo(f"linkwright {__version__}")
        raise typer.Exit


def main() -> None:
    """Entry point: errors a user can mend end with code 2 and no traceback."""
    try:
        app()
    except LinkwrightError as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(2)
    except BrokenPipeError:
        sys.exit(0)


if __name__ == "__main__":
    main()
