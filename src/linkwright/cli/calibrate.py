"""`linkwright calibrate`: geometry from measured poses, or postures at which to measure; tables, a robot file, results."""

from __future__ import annotations

from dataclasses import asdict
from math import degrees, isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any

from linkwright.cli.console import console, table
from linkwright.cli.output import checked_plot, print_facts, say_written
from linkwright.errors import InputError
from linkwright.mechanism import require_robot
from linkwright.model.closed_robot import ClosedRobot, Robot

if TYPE_CHECKING:
    from linkwright.calibration.errors import Apart
    from linkwright.calibration.options import Options
    from linkwright.calibration.plan import Plan
    from linkwright.calibration.result import Calibration, Corrected
    from linkwright.cli.calibrate_command import Wanted
    from linkwright.mechanism import Mechanism


def calibrate_and_report(
    mechanism: Mechanism, poses: Path | None, options: Options, wanted: Wanted, json: bool
) -> None:
    """The command: calibrate or plan, write, tell."""
    robot = require_robot(mechanism, "calibrate", "calibrate a robot")
    if (poses is None) == (wanted.plan == 0):
        said = "nothing to calibrate from" if poses is None else "poses and --plan at once"
        raise InputError(said, hint="name a table of poses, or say --plan N to choose postures")
    if poses is None:
        _planned(robot, options, wanted, json)
    elif isinstance(robot, ClosedRobot) and robot.platform is not None:
        _legs(robot, poses, options, wanted, json)
    else:
        _calibrated(robot, poses, options, wanted, json)


def _planned(robot: Robot, options: Options, wanted: Wanted, json: bool) -> None:
    from linkwright.calibration.plan import plan
    from linkwright.disk import write_file

    found = plan(robot, wanted.plan, floor=wanted.floor, **asdict(options))
    if wanted.out:
        write_file(wanted.out, found.to_csv)
    if json:
        print_facts(robot, _facts_of_plan(found))
        return
    screen = console()
    screen.print(f"{robot.name}: {len(found.q)} postures for {len(found.parameters)} parameters")
    rows = [
        ["chosen", found.index, found.condition],
        ["random, mean", found.random_index, found.random_condition],
        ["random, best of 20", found.best_random_index, None],
    ]
    screen.print(table("", ["postures", "observability O1", "condition"], rows, ["observability O1", "condition"]))
    say_written(wanted.out)


def _facts_of_plan(found: Plan) -> dict[str, Any]:
    return {
        "joints": list(found.names), "q": found.q.tolist(), "parameters": list(found.parameters), "index": found.index,
        "condition": found.condition, "random_index": found.random_index, "best_random_index": found.best_random_index,
        "random_condition": found.random_condition,
    }  # fmt: skip


def _calibrated(robot: Robot, poses: Path, options: Options, wanted: Wanted, json: bool) -> None:
    from linkwright.calibration.run import calibrate

    found = calibrate(robot, poses, columns=_columns(wanted.columns), **asdict(options))
    losses = [str(x) for x in found.save(wanted.out)] if wanted.out else []
    written = _write_report(found, wanted.report) if wanted.report else []
    if json:
        print_facts(robot, facts(found))
        return
    _tell(robot, found)
    for loss in losses:
        console().print(f"note: {loss}")
    say_written(wanted.out, *written)


def _legs(robot: ClosedRobot, poses: Path, options: Options, wanted: Wanted, json: bool) -> None:
    """Of a parallel robot: anchors of its legs."""
    from linkwright.calibration.legs import calibrate_legs
    from linkwright.writers import save

    if wanted.report or wanted.columns:
        raise InputError(
            "legs of a parallel robot have no report and no --columns yet", hint="leave them out; --json has all"
        )
    found = calibrate_legs(robot, poses, hold_out=options.hold_out, seed=options.seed)
    if wanted.out:
        save(found.robot, wanted.out)
    parts = ("before", "after", "held_before", "held_after")
    if json:
        arrays = {n: getattr(found, n).tolist() for n in ("base", "tool", "values", "errors", "corrections")}
        errors = {n: _plain(getattr(found, n)) for n in parts}
        print_facts(robot, {"legs": list(found.legs), **arrays, **errors})
        return
    heads = ["leg", *(f"{p} {c}" for p in ("base", "platform") for c in "xyz"), "offset"]
    rows = [
        [n, *(f"{1e3 * x:.3f}" for x in row)] for n, row in zip(found.legs, found.corrections.tolist(), strict=True)
    ]
    console().print(table(f"{robot.name}: corrections of anchors and leg offsets, mm", heads, rows, heads[1:]))
    spread = [[n, *(f"{1e3 * x:.3f}" for x in row)] for n, row in zip(found.legs, found.errors.tolist(), strict=True)]
    console().print(table("standard errors, mm", heads, spread, heads[1:]))
    lengths = [[n.replace("_", " "), *_errors(getattr(found, n))[:3]] for n in parts]
    console().print(
        table("", ["leg lengths", "count", "rms mm", "largest mm"], lengths, ["count", "rms mm", "largest mm"])
    )
    say_written(wanted.out)


def _columns(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for part in text.split(",") if text.strip() else ():
        name, sign, head = part.partition("=")
        if not sign:
            raise InputError(f"'{part.strip()}' names no column", hint="--columns 'joint1=A1, x=X_mm'")
        found[name.strip()] = head.strip()
    return found


def facts(found: Calibration) -> dict[str, Any]:
    """Everything as data: metres and radians; null where nothing was measured."""
    return {
        "frame": found.frame, "target": found.target, "measured": found.measured,
        "base": found.base.tolist(), "tool": found.tool.tolist(),
        "parameters": [{**asdict(p), "significant": p.significant} for p in found.parameters],
        "left_out": [asdict(x) for x in found.left_out],
        **{n: _plain(getattr(found, n)) for n in ("before", "after", "held_before", "held_after")},
        "sigma": list(found.sigma), "outliers": [asdict(x) for x in found.outliers], "notes": list(found.notes),
    }  # fmt: skip


def _plain(errors: Apart) -> dict[str, float | None]:
    return {n: None if isnan(x) else x for n, x in asdict(errors).items()}


_SHOWN = {
    "m": (1e3, "mm"), "rad": (degrees(1), "deg"), "rad/(N m)": (1e6, "urad/(N m)"), "m/N": (1e6, "um/N"), "1": (1e6, "ppm"),
}  # fmt: skip
"""Unit -> factor and unit of a workshop."""


def _cells(p: Corrected) -> list[Any]:
    factor, unit = _SHOWN[p.unit]
    outer = p.group in ("base", "tool")
    numbers = [None if outer else p.nominal * factor, p.correction * factor, p.error * factor]
    return [
        p.name,
        *(None if x is None else f"{x:.4f}" for x in numbers),
        unit,
        "" if p.significant else "within 2 errors",
    ]


def _tell(robot: Robot, found: Calibration) -> None:
    screen = console()
    heads = ["parameter", "file", "correction", "standard error", "unit", ""]
    shown = [p for p in found.parameters if p.group not in ("base", "tool")]
    title = (
        f"{robot.name}: {len(found.parameters)} parameters of {len(found.parameters) + len(found.left_out)} can be told"
    )
    screen.print(table(title, heads, [_cells(p) for p in shown], heads[1:4]))
    screen.print(f"base (world in the measuring frame): {_place(found.base)}")
    if found.target:
        screen.print(f"tool ('{found.target}' in '{found.frame}'): {_place(found.tool)}")
    kinds = ("fitted, before", "fitted, after", "held out, before", "held out, after")
    errors = (found.before, found.after, found.held_before, found.held_after)
    rows = [[words, *_errors(e)] for words, e in zip(kinds, errors, strict=True)]
    columns = ["errors", "postures", "rms mm", "largest mm", "rms deg", "largest deg"]
    screen.print(table("", columns, rows, columns[1:]))
    for x in found.left_out:
        screen.print(f"not fitted: {x.name}: {x.why}")
    for x in found.outliers:
        screen.print(f"outlier: {x.place} is off by {x.distance * 1e3:.3g} mm, {x.times:.2g} standard deviations")
    for note in found.notes:
        screen.print(f"note: {note}")


def _errors(e: Apart) -> list[Any]:
    """In millimetres and degrees."""
    numbers = (e.rms * 1e3, e.largest * 1e3, degrees(e.rms_angle), degrees(e.largest_angle))
    return [e.count, *(None if isnan(x) else f"{x:.4g}" for x in numbers)]


def _place(X: Any) -> str:
    from linkwright.calibration.numbers import transform_of
    from linkwright.writers.places import rpy

    xyz = " ".join(f"{float(x) * 1e3:.3f}" for x in X[:3, 3])
    angles = " ".join(f"{degrees(x):.4f}" for x in rpy(transform_of(X).R))
    return f"xyz {xyz} mm, rpy {angles} deg"


def _write_report(found: Calibration, folder: Path) -> list[Path]:
    """parameters.csv, residuals.csv, left_out.csv, residuals.svg."""
    from linkwright.disk import make_folder, write_file
    from linkwright.trajectory.tables import write_table

    make_folder(folder)
    heads = ["name", "group", "unit", "file", "correction", "standard_error", "words"]
    rows = [[p.name, p.group, p.unit, p.nominal, p.correction, p.error, p.words] for p in found.parameters]
    write_file(folder / "parameters.csv", lambda path: write_table(path, heads, rows))
    others = [[x.name, x.why] for x in found.left_out]
    write_file(folder / "left_out.csv", lambda path: write_table(path, ["name", "why"], others))
    names = ["held_out", *(f"residual{k + 1}" for k in range(found.residuals.shape[1]))]
    numbers = [[str(int(h)), *row] for h, row in zip(found.held, found.residuals.tolist(), strict=True)]
    write_file(folder / "residuals.csv", lambda path: write_table(path, names, numbers))
    draw = checked_plot(folder / "residuals.svg", "linkwright.cli.plot_calibration:plot_residuals")
    write_file(folder / "residuals.svg", lambda path: draw(found, path))
    return [folder / n for n in ("parameters.csv", "left_out.csv", "residuals.csv", "residuals.svg")]
