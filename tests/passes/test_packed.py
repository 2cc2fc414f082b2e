"""Packed results are the whole ones: each value once, and a table of where it goes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import linkwright as lw
from tests.runtime.kernels import Code, interpret
from tests.support.package import kernel
from tests.support.passes import Kernel, packed

EXAMPLES = Path(__file__).parents[2] / "examples"


def matrix() -> Kernel:
    """[[a, b, 0], [b, 2, -0.0], [a + b, 0, x1]] and a sum alone."""
    code = Code(x=2)
    a, b = code("mul", code.x[0], code.x[0]), code("sin", code.x[1])
    both, zero, two, minus = code("add", a, b), code.number(0), code.number(2), code.number(-0.0)
    code.output("A", [a, b, zero, b, two, minus, both, zero, code.x[1]], (3, 3))
    code.output("y", [both])
    return code.kernel()


def test_each_value_is_there_once_and_constants_are_in_the_table() -> None:
    narrow = packed(matrix())
    A, y = narrow.outputs
    (packing,) = narrow.packings
    assert (A.shape, y.shape) == ((4,), (1,))
    assert packing.table == (0, 1, -1, 1, -2, -3, 2, -1, 3)
    assert packing.shape == (3, 3)
    assert [repr(x) for x in packing.constants] == ["0.0", "2.0", "-0.0"]
    assert narrow.code == matrix().code


def test_the_table_puts_the_whole_together_again() -> None:
    x = np.random.default_rng(1).uniform(-1, 1, (5, 2))
    narrow = packed(matrix())
    whole, values = interpret(matrix(), x=x)["A"], interpret(narrow, x=x)["A"]
    (packing,) = narrow.packings
    for state, row in zip(whole, values, strict=True):
        again = [row[k] if k >= 0 else packing.constants[-1 - k] for k in packing.table]
        np.testing.assert_array_equal(again, state)


def test_nothing_to_leave_out_nothing_changes() -> None:
    code = Code(x=2)
    code.output("y", [code("sin", code.x[0]), code.x[1]])
    code.output("constant", [code.number(1), code.number(0)])
    assert packed(code.kernel()) == code.kernel()


@pytest.mark.parametrize(
    ("name", "quantity", "most"), [("elbow6.urdf", "mass_matrix", 21), ("quadruped.yaml", "mass_matrix", 100)]
)
def test_a_mass_matrix_has_at_most_its_half(name: str, quantity: str, most: int) -> None:
    """Of four legs with three joints each on a floating body: 21 of the body, 18 of each leg's coupling to it, 6 of a leg; less
    the body's mass, which is a constant."""
    robot = lw.load(EXAMPLES / name)
    made = packed(kernel(robot, quantity))
    assert made.outputs[0].size <= most
    (packing,) = made.packings
    table = np.reshape(packing.table, packing.shape)
    np.testing.assert_array_equal(table, table.T)


def test_code_in_lanes_is_packed_by_the_same_table() -> None:
    """One state of a robot with legs runs other code than a batch: both fill the same places."""
    robot = lw.load(EXAMPLES / "quadruped.yaml")
    made = packed(kernel(robot, "mass_matrix"))
    assert made.lanes is not None, "no legs in lanes: this robot shows nothing"
    assert made.lanes.packings == made.packings
    q = robot.random_configuration(3)
    narrow, whole = lw.compile(robot, layout="packed"), lw.compile(robot)
    one, batch = narrow.mass_matrix(q), narrow.mass_matrix(np.stack([q, q]))
    np.testing.assert_allclose(one, batch[0], rtol=1e-12, atol=1e-12)
    unpacked = narrow.function("mass_matrix").unpack(one)
    np.testing.assert_allclose(unpacked, whole.mass_matrix(q), rtol=1e-12, atol=1e-12)
