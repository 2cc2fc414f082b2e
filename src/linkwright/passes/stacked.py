"""Rows of a linear model, tau = Y p, with what was measured behind them: [Y | tau], without the columns that a row never has.

Rows that have the same columns are one output, a matrix of full rows: sums of squares over many states are products of such
matrices with themselves, and zeros have no part in them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from linkwright.graph.function import Port
from linkwright.passes.kernel import Instr, Kernel

MEASURED = "measured"


@dataclass(frozen=True)
class Stack:
    """rows: of Y; columns: those that are not zero in them, all others are."""

    rows: tuple[int, ...]
    columns: tuple[int, ...]


def stacked(kernel: Kernel) -> tuple[Kernel, tuple[Stack, ...]]:
    """The kernel whose outputs are the stacks, with one more input: what was measured, an element per row of its output."""
    (port,) = kernel.outputs
    assert kernel.straight
    n = port.shape[-1]
    m = port.size // n if n else 0
    first = len(kernel.code)
    measured = tuple(range(first, first + m))
    code = (*kernel.code, *(Instr("input", (), (MEASURED, j)) for j in range(m)))
    groups: dict[tuple[int, ...], list[int]] = {}
    for j in range(m):
        row = port.nodes[j * n : (j + 1) * n]
        used = tuple(k for k, i in enumerate(row) if kernel.code[i].op != "const" or kernel.code[i].value != 0)
        groups.setdefault(used, []).append(j)
    outputs = [
        Port(
            f"stack{g}",
            (len(rows), len(columns) + 1),
            tuple(i for j in rows for i in (*(port.nodes[j * n + k] for k in columns), measured[j])),
        )
        for g, (columns, rows) in enumerate(groups.items())
    ]
    inputs = (Port(MEASURED, (m,), measured, doc="an element per row"), *kernel.inputs)
    made = replace(kernel, inputs=inputs, outputs=tuple(outputs), code=code, packings=(), packs=(), lanes=None)
    return made, tuple(Stack(tuple(rows), columns) for columns, rows in groups.items())
