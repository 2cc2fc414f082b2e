"""Inputs for the example beside generated code: a state that the tests use, or small numbers where there is none."""

from __future__ import annotations

from collections.abc import Iterator

from linkwright.emit.checks import Run
from linkwright.emit.program import Program
from linkwright.graph.function import Port
from linkwright.passes.kernel import Kernel

SHOWN = 3
"""Functions that an example calls; the others look alike."""


def sample_inputs(program: Program, kernel: Kernel) -> dict[str, tuple[float, ...]]:
    """Numbers for each input that has no default, by name."""
    for case in program.suite.cases:
        for action in case.actions:
            if isinstance(action, Run) and action.kernel.name == kernel.name:
                given = dict(zip((p.name for p in kernel.inputs), action.inputs, strict=True))
                found = {port.name: given[port.name] for port in kernel.required}
                if all(array is not None and array.given for array in found.values()):
                    return {name: program.suite.data[array.index] for name, array in found.items() if array}
    return {port.name: _small(port) for port in kernel.required}


def new_inputs(
    program: Program, kernel: Kernel, known: dict[str, tuple[float, ...]]
) -> Iterator[tuple[Port, tuple[float, ...]]]:
    """Inputs that must be given and do not have their numbers yet; then they do, by name in `known`."""
    values = sample_inputs(program, kernel)
    yield from ((p, values[p.name]) for p in kernel.inputs if p.name in values and known.get(p.name) != values[p.name])
    known |= values


def _small(port: Port) -> tuple[float, ...]:
    return tuple((k % 9 + 1) / 10 for k in range(port.size))
