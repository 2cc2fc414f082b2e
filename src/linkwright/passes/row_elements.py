"""Rows of a linear model, tau = Y p, with what was measured behind them, [Y | tau], as their distinct elements: each number
that is not zero whatever the state once, and of every row and column which one it is. Sums of squares over many states need no
more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from linkwright.graph.function import Port
from linkwright.passes.kernel import Instr, Kernel

MEASURED = "measured"


@dataclass(frozen=True)
class RowElements:
    """kernel: its one output are the elements, its first input what was measured, an element per row of Y
    rows:   of [Y | tau], per column the number of an element; -1: a zero"""

    kernel: Kernel
    rows: tuple[tuple[int, ...], ...]


def row_elements(kernel: Kernel, columns: Sequence[int]) -> RowElements:
    """Of a kernel with one output, a matrix, these columns; what only others need is not computed."""
    (port,) = kernel.outputs
    assert kernel.straight
    n = port.shape[-1]
    m = port.size // n if n else 0
    first = len(kernel.code)
    code = (*kernel.code, *(Instr("input", (), (MEASURED, j)) for j in range(m)))
    place: dict[int, int] = {}

    def element(i: int) -> int:
        return -1 if code[i].op == "const" and code[i].value == 0 else place.setdefault(i, len(place))

    nodes = [[*(port.nodes[j * n + k] for k in columns), first + j] for j in range(m)]
    rows = tuple(tuple(element(i) for i in row) for row in nodes)
    inputs = (Port(MEASURED, (m,), tuple(range(first, first + m)), doc="an element per row"), *kernel.inputs)
    outputs = (Port("elements", (len(place),), tuple(place)),)
    made = replace(kernel, inputs=inputs, outputs=outputs, code=code, packings=(), packs=(), lanes=None, notes=())
    return RowElements(without_unused(made), rows)


def without_unused(kernel: Kernel) -> Kernel:
    """Straight-line code without the instructions that no output needs."""
    needed = {i for port in kernel.outputs for i in port.nodes}
    for i in range(len(kernel.code) - 1, -1, -1):
        if i in needed:
            needed.update(kernel.code[i].args)
    number = {i: k for k, i in enumerate(sorted(needed))}
    code = tuple(replace(kernel.code[i], args=tuple(number[j] for j in kernel.code[i].args)) for i in number)

    def renumbered(ports: Sequence[Port]) -> tuple[Port, ...]:
        return tuple(replace(p, nodes=tuple(number.get(i, -1) for i in p.nodes)) for p in ports)

    return replace(
        kernel, inputs=renumbered(kernel.inputs), outputs=renumbered(kernel.outputs), code=code, chunks=(0,), notes=()
    )
