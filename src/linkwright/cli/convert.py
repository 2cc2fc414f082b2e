"""`linkwright convert`: a robot in another format, what that format cannot say, and what the reader left out before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from linkwright.cli.console import console, print_json, table
from linkwright.errors import LinkwrightError
from linkwright.installed import as_it_works_here
from linkwright.mechanism import Mechanism
from linkwright.model.closed_robot import Robot
from linkwright.model.robot import Note
from linkwright.writers import express_in, format_of, save
from linkwright.writers.format import Format, Loss

_TOLD = ("ignored", "assumed")
"""Kinds of a reader's notes that are of what the new file cannot have."""
_SHAPES = ("<visual>", "<collision>", "<material>", "<statistic>", "mesh files")
"""How notes begin that are of shapes: they are not part of a robot."""
_STATES = 2
_MANY = 40
"""Rates up to which forces are compared: brute force takes seconds beyond."""
_ROUNDING, _WRONG = 1e-12, 1e-6
"""Parts of the largest force: what may be said to be the same, and what is no rounding at all."""


@dataclass(frozen=True)
class _ReadBack:
    """What reading the file showed. difference: of forces, as a part of the largest; None where it is not known, and why."""

    difference: float | None
    why: str = ""


def convert_and_report(mechanism: Mechanism, out: Path, json: bool) -> None:
    """Write the file; print the list, the reader's notes, and what came of reading the file back."""
    losses = save(mechanism, out)
    format = format_of(out)
    robot, _ = express_in(mechanism, format)
    notes = [n for n in robot.tree.notes if n.kind in _TOLD and not n.what.startswith(_SHAPES)]
    back = _read_back(robot, out, format)
    if json:
        told = [asdict(n) for n in notes]
        listed = [asdict(x) for x in losses]
        facts = {"file": str(out), "format": format.name, "losses": listed, "notes": told, "read_back": asdict(back)}
        print_json(facts)
        return
    screen = console()
    screen.print(f"wrote {out}", soft_wrap=True)
    if losses:
        screen.print(table(f"What {format.name} cannot say", ("what", "of", "lost", "instead"), _rows(losses)))
    if notes:
        screen.print("Ignored or assumed by the reader", style="italic")
        for n in notes:
            screen.print(_line(n), soft_wrap=True)
    screen.print(_sentence(format.name, losses, back), soft_wrap=True)


def _rows(losses: Sequence[Loss]) -> list[list[str]]:
    """One per loss; parameters, of which there may be a hundred, in one."""
    rows = [[x.thing, x.name, x.lost, x.instead] for x in losses if x.thing != "parameter"]
    symbols = [x for x in losses if x.thing == "parameter"]
    if len(symbols) > 1:
        return [*rows, ["parameters", ", ".join(x.name for x in symbols), "symbols", "their values in every place"]]
    return [*rows, *([x.thing, x.name, x.lost, x.instead] for x in symbols)]


def _line(note: Note) -> str:
    return f"{note.kind}: {note.what}" + (f" ({note.where})" if note.where else "")


# --- reading back -------------------------------------------------------------------------------------------------------


def _read_back(robot: Robot, path: Path, format: Format) -> _ReadBack:
    """Compare the forces of the file with those of the robot that was written."""
    if not format.readable:
        told = f"not read back: {format.name} is read by {format.needs} (pip install '{format.extra}')"
        return _ReadBack(None, as_it_works_here(told))
    if robot.tree.nv > _MANY:
        return _ReadBack(None, f"read back, it has the same joints; forces are compared up to {_MANY} coordinates")
    from linkwright.model.closed_robot import ClosedRobot
    from linkwright.model.robot import OpenRobot
    from linkwright.readers import load
    from linkwright.verification.same_forces import force_difference

    try:
        read = load(path, friction=True)
        assert isinstance(read, OpenRobot | ClosedRobot)  # no writer writes a Lagrangian
        return _ReadBack(force_difference(robot, read, _STATES))
    except LinkwrightError as error:
        return _ReadBack(None, f"read back, it has the same joints; forces were not compared: {error.what}")


def _sentence(name: str, losses: Sequence[Loss], back: _ReadBack) -> str:
    head = "" if losses else f"{name} says all that was read: "
    if back.difference is None:
        return head + back.why
    if back.difference > _WRONG:
        return f"read back, its forces differ by {back.difference:.1e} of the largest: do not use it, and report this"
    whose = "the forces of the robot without what is listed" if losses else "the same forces"
    within = "1e-12" if back.difference < _ROUNDING else f"{back.difference:.1e}"
    return f"{head}read back, it has {whose} (within {within}, {_STATES} states)"
