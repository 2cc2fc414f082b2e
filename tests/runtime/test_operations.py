"""Every operation, on every kind of number, alone and in every number of lanes, gives what the interpreter gives."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from tests.support.graph import OPS
from tests.support.runtime import OPERATIONS, native

from .kernels import Code, interpret, machines

SPECIAL = (
    0.0, -0.0, 1.0, -1.0, 0.5, -0.75, 2.0, -3.0, 1e-8, 1e300, -1e300, 5e-324, -2.2e-308, 1e9 + 0.5, 1e22,
    np.inf, -np.inf, np.nan, np.pi, 1.7,
)  # fmt: skip
EXACT = {"add", "sub", "mul", "div", "neg", "sqrt", "abs", "min", "max", "sign", "select", "only_if"}
MACHINES = machines()


def test_the_table_is_total() -> None:
    assert set(OPERATIONS) == set(OPS) - {"sin", "cos"} | {"fma", "fms", "fnma"}


def same(ours: np.ndarray, theirs: np.ndarray, ulps: int) -> np.ndarray:
    """NaN where there is NaN, the sign of zeros, infinities; else within so many units in the last place."""
    with np.errstate(all="ignore"):
        near = np.abs(ours - theirs) <= ulps * np.spacing(np.abs(theirs))
    equal = (ours == theirs) & (np.signbit(ours) == np.signbit(theirs))
    return np.isnan(ours) & np.isnan(theirs) | equal | (near & np.isfinite(theirs) & (theirs != 0))


@pytest.mark.parametrize("op", sorted(OPS))
def test_an_operation_on_special_values(op: str) -> None:
    arity = OPS[op].arity
    points = np.array(list(itertools.product(SPECIAL, repeat=arity)))
    code = Code(x=arity)
    code.output("y", [code(op, *code.x)])
    kernel = code.kernel()
    expected = interpret(kernel, x=points)["y"]
    for name, machine in MACHINES.items():
        f = native(kernel, machine)
        good = same(f(points), expected, 0 if op in EXACT else 4)
        assert good.all(), (name, points[~good[:, 0]][:5], f(points)[~good][:5], expected[~good][:5])
        single = np.array([f(x) for x in points[:: max(1, len(points) // 100)]])
        np.testing.assert_array_equal(single, f(points)[:: max(1, len(points) // 100)])


def test_equal_zeros_and_the_order_of_arguments() -> None:
    """min and max of zeros of both signs take the second argument, as the interpreter does."""
    code = Code(x=2)
    code.output("y", [code("min", *code.x), code("max", *code.x), code("select", code.x[0], code.x[1], code.x[0])])
    kernel = code.kernel()
    points = np.array(list(itertools.product((0.0, -0.0, np.nan), repeat=2)))
    expected = interpret(kernel, x=points)["y"]
    ours = native(kernel)(points)
    np.testing.assert_array_equal(np.isnan(ours), np.isnan(expected))
    np.testing.assert_array_equal(np.signbit(ours[:, 2]), np.signbit(expected[:, 2]))
