"""The test file beside generated Python, whatever computes: pytest runs it; so does Python alone, which prints a table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain

from linkwright.emit.check_lines import check_lines, given_lines
from linkwright.emit.check_table import check_table
from linkwright.emit.languages import pasted
from linkwright.emit.program import Program
from linkwright.emit.spell import wrap
from linkwright.emit.target import Target

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


def row(text: str, python: Target) -> list[str]:
    """A line of a table: inside brackets it may end anywhere."""
    return wrap(text, replace(python, more=""), 1)


def _table(program: Program, python: Target) -> list[str]:
    """The checks as data; inside brackets a line may end anywhere."""
    table, flat = check_table(program.suite), replace(python, more="")
    functions = [
        row(
            f"(robot.{k.name}, {_tuple((p.name, p.shape) for p in k.inputs)}, {_tuple(p.shape for p in k.outputs)}),",
            python,
        )
        for k in table.functions
    ]
    return [
        f"NAME = {program.about.robot!r}",
        "\n".join(["DATA = np.array([", *given_lines(program.suite, table, flat), "])"]),
        f"SIZE = {table.memory}",
        "\n".join(["FUNCTIONS = (", *chain(*functions), ")"]),
        "\n".join(wrap(f"ARGUMENTS = {_tuple(table.arguments)}", flat)),
        "\n".join(["CHECKS = (", *check_lines(table, flat, "()", repr), ")"]),
    ]


def _tuple(items: Iterable[object]) -> str:
    return f"({''.join(f'{x}, ' for x in items).rstrip()})"
