"""Outputs of a batch, cut into tiles: a few neighbouring columns that are moved to the caller's rows together.

Tiles go out after the last piece, in the order of columns, so that every line of the caller's memory is written in one go.
(Moving each as soon as it is known was measured: matrices of small robots gain nothing, those of large ones lose a fifth.)
Runs of zeros (a mass matrix of a large robot is half zeros, a regressor two thirds) are stored without having been anywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from math import copysign

from linkwright.graph.function import Port
from linkwright.passes.kernel import Kernel
from linkwright.runtime.transpose import tile_width

_RUN = 3
"""Tiles of zeros in a row that are worth a call of their own."""


@dataclass(frozen=True)
class Run:
    """Neighbouring tiles: the columns where they begin, all in values or all zero."""

    columns: tuple[int, ...]
    zero: bool


def runs_of(kernel: Kernel, port: Port, lanes: int) -> tuple[Run, ...]:
    width = tile_width(port.size, lanes)
    zero = [_is_zero(kernel, i) for i in port.nodes]
    columns = (*range(0, port.size - width, width), port.size - width)
    runs: list[Run] = []
    for empty, group in groupby(columns, key=lambda column: all(zero[column : column + width])):
        found = tuple(group)
        short = empty and len(found) < _RUN
        if runs and not runs[-1].zero and (short or not empty):
            runs[-1] = Run((*runs[-1].columns, *found), False)
        else:
            runs.append(Run(found, empty and not short))
    return tuple(runs)


def values_in(port: Port, runs: Sequence[Run], lanes: int) -> set[int]:
    """The values that are moved."""
    width = tile_width(port.size, lanes)
    return {i for run in runs if not run.zero for c in run.columns for i in port.nodes[c : c + width]}


def _is_zero(kernel: Kernel, i: int) -> bool:
    code = kernel.code[i]
    return code.op == "const" and code.value == 0 and copysign(1.0, code.value) > 0
