"""The table of checks, walked by a runner written from its description, says what the checks say."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest

from tests.support.emit import TARGETS, BuildContext, Check, Term, Value, check_table, program
from tests.support.passes import Kernel

from .kernels import interpret
from .test_checks import GOOD, A, X, halves, law, product, root

LEFT_OUT = -1


def errors(checks: tuple[Check, ...], kernels: Sequence[Kernel] = ()) -> list[tuple[str, bool]]:
    """Name and whether it passed, for each check of the table, of these kernels or those of test_checks.py."""
    about = BuildContext(robot="r", checks=checks)
    suite = program(kernels or [product(), halves(), root()], TARGETS["c"], about).suite
    table = check_table(suite)
    memory = np.full(table.memory, math.nan)
    memory[: len(table.data)] = table.data
    found: list[tuple[str, bool]] = []
    for check in table.checks:
        memory[len(table.data) :] = math.nan
        total, scale = np.zeros(check.size), check.floor
        for code, *numbers in table.rows[check.first : check.end]:
            if code == 0:
                function, first = numbers[:2]
                kernel = table.functions[function]
                places = table.arguments[first:]
                inputs = {
                    port.name: (port.defaults or ()) if at == LEFT_OUT else memory[at : at + port.size].tolist()
                    for port, at in zip(kernel.inputs, places, strict=False)
                }
                outputs = interpret(kernel, inputs)
                for port, at in zip(kernel.outputs, places[len(kernel.inputs) :], strict=False):
                    memory[at : at + port.size] = np.ravel(outputs[port.name])
            elif code == 1:
                source, result, rows, columns = numbers[:4]
                turned = memory[source : source + rows * columns].reshape(rows, columns).T
                memory[result : result + rows * columns] = turned.ravel()
            elif code == 2:
                left, right, result, rows, inner, columns = numbers
                a = memory[left : left + rows * inner].reshape(rows, inner)
                b = memory[right : right + inner * columns].reshape(inner, columns)
                memory[result : result + rows * columns] = (a @ b).ravel()
            elif code == 3:
                factor, array = numbers[:2]
                term = memory[factor] * memory[array : array + check.size]
                total += term
                scale = max(scale, float(np.max(np.abs(term))))
            else:
                array, mask, size = numbers[:3]
                for k in range(size):
                    if memory[mask + k] > 0:
                        memory[array + k] = 0.0 if math.isnan(memory[array + k]) else math.inf
        found.append((check.name, float(np.max(np.abs(total))) / scale <= check.tolerance))
    return found


def test_good_checks_pass() -> None:
    assert errors(GOOD) == [(check.name, True) for check in GOOD]


@pytest.mark.parametrize("number", [4.5 + 1e-7, 1e300, 0.0, math.nan])
def test_wrong_data_fails(number: float) -> None:
    wrong = law("wrong", [Term(1, ("made",)), Term(-1, ("y",))], (A, X, Value("y", (2,), (number, 6.0))))
    assert errors((*GOOD, wrong))[-1] == ("wrong", False)
