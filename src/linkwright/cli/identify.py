"""`linkwright identify`: parameters from recordings; a summary on the screen, and the report as a folder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from rich.table import Table

from linkwright.cli.console import console, print_json, say, steps, table
from linkwright.identification.identified import Identification
from linkwright.identification.report import as_data, write_report
from linkwright.identification.report.page import lead
from linkwright.identification.report.parameters import share_words
from linkwright.identification.report.rows import parameter_rows
from linkwright.identification.report.units import force_unit
from linkwright.identification.request import Identify
from linkwright.identification.run import identified
from linkwright.mechanism import Mechanism, require_robot

_LONGEST = 48
"""Characters of what a parameter is made of, on the screen."""


def identify_and_report(
    mechanism: Mechanism, file: Path, data: Sequence[Path], request: Identify, out: Path, json: bool
) -> bool:
    """Whether no finding says that the numbers would be wrong. file: the mechanism's."""
    robot = require_robot(mechanism, "identify", "write the system as a robot of links to identify it")
    with steps() as bar:
        found = identified(robot, list(data), request, bar)
        bar("report", 0.95)
        files = write_report(found, out, file)
    if json:
        print_json(as_data(found))
    else:
        _print(found, out, files)
    return not any(x.severity == "error" for x in found.findings)


def _print(found: Identification, out: Path, files: Sequence[Path]) -> None:
    """Findings first: who reads no further has read what matters."""
    screen = console()
    for x in found.findings:
        style = "bold red" if x.severity == "error" else "bold yellow"
        screen.print(f"{x.severity}: {x.what}", style=style, soft_wrap=True)
        screen.print(f"    {x.evidence}", soft_wrap=True)
        screen.print(f"    {x.remedy}", soft_wrap=True)
    screen.print(_parameters(found))
    screen.print(_forces(found))
    for title, head, values in _more(found):
        heads = ["drive", *head]
        screen.print(table(title, heads, [[n, *x] for n, x in zip(found.model.rows, values, strict=True)], right=head))
    screen.print(lead(found), soft_wrap=True)
    others = [path.name for path in files if path.name != "report.html"]
    screen.print(f"wrote {', '.join(others)} to {out}", soft_wrap=True)
    if any(path.suffix == ".urdf" for path in files):
        say("of friction a URDF has what --friction reads, and no rotors: robot_identified.yaml has all of them")
    if found.consistency is not None:
        say(f"next: linkwright check {out / 'robot_identified.yaml'}")
    say(f"open {out / 'report.html'}")
    errors = [x.what for x in found.findings if x.severity == "error"]
    if errors:
        screen.print(f"the numbers are wrong: {'; '.join(errors)}", style="bold red", soft_wrap=True)


def _more(found: Identification) -> Iterator[tuple[str, list[str], list[list[float]]]]:
    """Tables of what only some have: title, heads, rows."""
    if found.gains is not None:
        yield "force per unit of current", ["gain", "std. error"], np.stack(found.gains, axis=1).tolist()
    if found.slow is not None:
        yield "Stribeck velocities", ["velocity"], found.slow[:, None].tolist()


def _parameters(found: Identification) -> Table:
    rows = [
        [
            row.name,
            row.value,
            row.error,
            share_words(row.relative),
            row.prior,
            row.unit,
            "poor" if row.poor else "essential" if row.essential else "",
            _short(row.words),
        ]
        for row in parameter_rows(found)
    ]
    heads = ["parameter", "value", "std. error", "%", "file", "unit", "", "made of"]
    return table(f"{found.model.robot.name}: parameters by {found.chosen}", heads, rows, right=heads[1:5])


def _short(words: str) -> str:
    """The first terms of a sum; all of it is in the report."""
    return words if len(words) <= _LONGEST else words[: _LONGEST - 4].rpartition(" ")[0] + " ..."


def _forces(found: Identification) -> Table:
    """Errors of every force by every fit."""
    fits = found.fits.values()
    heads = ["force", "unit", *(f"{f.method}, {part}" for f in fits for part in ("fitted", "held out"))]
    rows: list[list[str | float]] = [
        [
            name,
            force_unit(found.model, name),
            *(float(x[k]) for f in fits for x in (f.fitted, f.held_out)),
        ]
        for k, name in enumerate(found.model.rows)
    ]
    whole = [f"{100 * x:.3g} %" for f in fits for x in (f.relative_fitted, f.relative_held_out)]
    title = "root mean square of measured less predicted force, and all together by |force|"
    return table(title, heads, [*rows, ["all together", "", *whole]], right=heads[2:])
