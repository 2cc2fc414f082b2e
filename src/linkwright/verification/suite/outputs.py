"""Checks of outputs, element by element, against brute force."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from linkwright.arrays import Array
from linkwright.emit import Check
from linkwright.graph.function import Port
from linkwright.passes.kernel import Kernel
from linkwright.verification.suite.building import called
from linkwright.verification.suite.samples import Samples

WHOLE = 200
"""Elements up to which a matrix is compared element by element; larger ones are multiplied with a random vector first
(Freivalds 1977), so that the tests stay small."""


def expected_checks(x: Samples) -> list[Check]:
    """Every output of every function at every state against its expected value; none where nothing is known of it."""
    found: list[Check] = []
    for kernel in x.kernels:
        expected = x.expected(kernel)
        for port in (p for p in kernel.outputs if p.name in expected):
            rows = expected[port.name]
            scales = np.nanmax(np.abs(rows), initial=0.0)
            floor = float(scales) if 1e-6 < scales < 1e-3 else 1e-3
            name = kernel.name if len(kernel.outputs) == 1 else f"{kernel.name} {port.name}"
            found += [
                _compared(f"{name} {x.label(n)}", kernel, x.inputs(kernel, n), port, row, floor)
                for n, row in enumerate(rows)
                if not np.isnan(row).all()  # a check that cannot fail is none
            ]
    return found


def _compared(
    name: str, kernel: Kernel, inputs: Mapping[str, Array], port: Port, expected: Array, floor: float
) -> Check:
    """A check of one output, whole or multiplied with a random vector; NaN is not compared."""
    shape = port.shape if len(port.shape) != 3 else (port.shape[0] * port.shape[1], port.shape[2])
    table = np.reshape(expected, shape)
    unknown = np.isnan(table)
    given: dict[str, Array] = {}
    formula = "computed"
    if len(shape) == 2 and (table.size > WHOLE or unknown.any()):
        rows = np.flatnonzero(~unknown.all(axis=1))
        if len(rows) < shape[0]:
            given["rows"], formula = np.eye(shape[0])[rows], "rows computed"
            table, unknown = table[rows], unknown[rows]
        if table.size > WHOLE or unknown.any():
            mix = np.where(unknown.any(axis=0), 0.0, np.round(np.random.default_rng(5).uniform(0.5, 1.5, shape[1]), 3))
            given["mix"], formula = mix, f"{formula} mix"
            table = np.nan_to_num(table) @ mix
    elif unknown.any():
        given["mix"], formula = np.where(unknown, 0.0, 1.0), "mix' computed"
        table = np.array([np.nansum(table)])
    given["expected"] = table
    return called(name, kernel, inputs, f"{formula} - expected", given, port=port.name, floor=floor)
