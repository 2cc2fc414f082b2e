"""The test file beside generated Python, whatever computes: pytest runs it; so does Python alone, which prints a table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain

from linkwright.emit.check_table import check_table
from linkwright.emit.languages import pasted
from linkwright.emit.program import Program
from linkwright.emit.spell import number, numbers, wrap
from linkwright.emit.target import Target
from linkwright.graph.function import Port

Lines = Iterable[str]


def suite_file(
    program: Program, python: Target, library: str = "import numpy as np", parts: Sequence[str] = (), own: Lines = ()
) -> str:
    """The file. library: imports of what computes; parts: definitions of further checks, and `own` their rows."""
    title = f"{program.about.robot}: tests of the generated functions against independent values"
    head = [
        python.comment.block([title, program.mark]),
        "import math\nimport sys\nfrom functools import partial\nfrom pathlib import Path",
        library,
        "sys.path.insert(0, str(Path(__file__).parent))",
        f"import {program.name} as robot  # noqa: E402",
        *_table(program, python),
    ]
    tail = [*parts, "\n".join(["OWN = (", *own, ")"]), pasted("numpy", "checks.py")]
    return "\n\n".join(head) + "\n\n\n" + "\n\n\n".join(tail) + "\n"


def row(text: str, python: Target, depth: int = 1) -> list[str]:
    """A line of a table: inside brackets it may end anywhere."""
    return wrap(text, replace(python, more=""), depth)


def _table(program: Program, python: Target) -> list[str]:
    """The checks as data."""
    table = check_table(program.suite)
    factors = table.data[sum(map(len, program.suite.data)) :]
    data = [row(f"{numbers(python, values)},", python) for values in (*program.suite.data, factors) if values]
    functions = [
        row(f"(robot.{k.name}, {_tuple(map(_input, k.inputs))}, {_tuple(p.shape for p in k.outputs)}),", python)
        for k in table.functions
    ]
    checks: list[str] = []
    for check in table.checks:
        told = f"{number(python, check.tolerance)[0]}, {number(python, check.floor)[0]}, {check.size}"
        rows = ", ".join(map(str, table.rows[check.first : check.end]))
        checks += [f"    ({check.name!r}, {told}, (", *row(f"{rows},", python, 2), "    )),"]
    return [
        f"NAME = {program.about.robot!r}",
        "\n".join(["DATA = np.array([", *chain(*data), "])"]),
        f"ROOM = {table.memory - len(table.data)}",
        "\n".join(["FUNCTIONS = (", *chain(*functions), ")"]),
        "\n".join(row(f"ARGUMENTS = {_tuple(table.arguments)}", python, 0)),
        "\n".join(["CHECKS = (", *checks, ")"]),
    ]


def _input(port: Port) -> str:
    return f"({port.name!r}, {port.shape})"


def _tuple(items: Iterable[object]) -> str:
    return f"({''.join(f'{x}, ' for x in items).rstrip()})"
