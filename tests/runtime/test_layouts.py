"""Packed results and structures of arrays have the bits of whole results in rows."""

from __future__ import annotations

import pickle
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import linkwright as lw
from tests.support.graph import OPS
from tests.support.passes import Kernel, packed
from tests.support.runtime import native, native_function

from .kernels import Code, kernels, machines
from .test_native import outputs, random_inputs

MACHINES = machines()
EXAMPLES = Path(__file__).parents[2] / "examples"


def rows(result: Any, kernel: Kernel, soa: bool) -> dict[str, np.ndarray]:
    found = outputs(result, kernel)
    return {k: np.moveaxis(x, -1, 0) if soa else x for k, x in found.items()}


@given(kernels(tuple(OPS)), st.integers(1, 40), st.booleans(), st.sampled_from(sorted(MACHINES)))
@settings(max_examples=15, deadline=None)
def test_layouts_have_the_bits_of_full_results(kernel: Kernel, count: int, narrow: bool, machine: str) -> None:
    """Any number of states: whole vectors, and what is left of one."""
    x = random_inputs(kernel, count)
    full = outputs(native(kernel, MACHINES[machine])(**x), kernel)
    for soa in (False, True):
        chosen = packed(kernel) if narrow else kernel
        f = native(chosen, MACHINES[machine], soa=soa)
        found = f(**x)
        for name, y in rows(f.unpack(found), kernel, soa).items():
            np.testing.assert_array_equal(y, full[name])
        alone = outputs(f.unpack(f(**{k: a[0] for k, a in x.items()})), kernel)
        for name, y in alone.items():
            np.testing.assert_array_equal(y, full[name][0])


def table_of_sines(columns: int) -> Kernel:
    code = Code(x=2)
    values = [
        code("add", code("sin", code.x[0]), code("mul", code.x[1], code.number(k))) for k in range(1, columns + 1)
    ]
    code.output("Y", values)
    return code.kernel()


@pytest.mark.parametrize("count", [4001, 16_000, 16_008])
@pytest.mark.parametrize("threads", [1, 3])
def test_large_structures_go_past_the_caches(count: int, threads: int) -> None:
    """More than fits: streamed where columns are whole cache lines, with the same bits; any number of threads."""
    kernel = table_of_sines(120)
    x = np.random.default_rng(3).uniform(-2, 2, (count, 2))
    full = native(kernel)(x, threads=1)
    np.testing.assert_array_equal(native(kernel, soa=True)(x, threads=threads), full.T)


@pytest.mark.parametrize("machine", sorted(MACHINES))
@pytest.mark.parametrize("soa", [False, True])
@pytest.mark.parametrize("columns", [14, 75, 700])
def test_results_go_past_the_caches_piece_by_piece(columns: int, soa: bool, machine: str) -> None:
    """Rows and columns of long code, into new arrays and into given ones wherever these begin: the bits of a few states."""
    kernel = table_of_sines(columns)
    count = 5 * 2**20 // 8 // columns + 3
    x = np.random.default_rng(8).uniform(-2, 2, (count, 2))
    f = native(kernel, MACHINES[machine], soa=soa)
    made = f(x, threads=1)
    room = np.full(count * columns + 3, np.nan)
    for start in (0, 1, 3):
        out = room[start : start + count * columns].reshape(made.shape)
        assert f(x, out=out, threads=2) is out
        np.testing.assert_array_equal(out, made)
    apart = np.full((count, columns + 1), np.nan)
    if not soa:
        f(x, out=apart[:, :-1], threads=1)
        np.testing.assert_array_equal(apart[:, :-1], made)
        assert np.isnan(apart[:, -1]).all()
    rows_ = np.moveaxis(made, -1, 0) if soa else made
    for start in range(0, count, count // 7):
        few = slice(start, start + 21)
        np.testing.assert_array_equal(rows_[few], np.moveaxis(f(x[few]), -1, 0) if soa else f(x[few]))


@pytest.mark.parametrize("unused", [{0}, {0, 1, 2, 3, 4, 5, 6, 7, 8}, {2, 9, 10, 11}, set(range(1, 20))])
@pytest.mark.parametrize("machine", sorted(MACHINES))
def test_inputs_that_nothing_looks_at_are_left_where_they_are(unused: set[int], machine: str) -> None:
    code = Code(x=20)
    code.output("y", [code("mul", code.x[k], code.number(k + 2)) for k in range(20) if k not in unused])
    x = np.random.default_rng(9).uniform(-2, 2, (37, 20))
    expected = (x * np.arange(2, 22))[:, [k for k in range(20) if k not in unused]]
    x[:, sorted(unused)] = np.nan
    kernel = code.kernel()
    (port,) = kernel.inputs
    nodes = tuple(-1 if k in unused else i for k, i in enumerate(port.nodes))
    kernel = replace(kernel, inputs=(replace(port, nodes=nodes),))
    np.testing.assert_array_equal(native(kernel, MACHINES[machine])(x), expected)


@pytest.mark.parametrize("count", [(128,), (512,), (2, 512), (65_536,)])
@pytest.mark.parametrize("threads", [1, 3])
def test_columns_of_a_round_length_lie_apart(count: tuple[int, ...], threads: int) -> None:
    """The caches keep few of many places that are 4096 bytes apart; the values are those of rows."""
    x = np.random.default_rng(5).uniform(-2, 2, (*count, 2))
    found = native(table_of_sines(20), soa=True)(x, threads=threads)
    assert found.shape == (20, *count)
    assert found.strides[0] // 64 % 2 == 1
    np.testing.assert_array_equal(found, np.moveaxis(native(table_of_sines(20))(x, threads=1), -1, 0))


@pytest.mark.parametrize("count", [0, 512, 4001])
def test_results_are_written_where_earlier_ones_were(count: int) -> None:
    """With gaps between columns or without: the same memory, without a copy."""
    f = native(table_of_sines(120), soa=True)
    x = np.random.default_rng(6).uniform(-2, 2, (2, count, 2))
    first = f(x[0])
    kept = first.copy()
    assert f(x[1], out=first) is first
    np.testing.assert_array_equal(first, f(x[1]))
    assert f(x[0], out=first) is first
    np.testing.assert_array_equal(first, kept)
    assert count == 0 or native_function._usable(first, 120, [x])


def test_a_given_array_is_filled_and_nothing_beyond_it() -> None:
    f = native(table_of_sines(5), soa=True)
    x = np.random.default_rng(4).uniform(-2, 2, (3, 7, 2))
    room = np.full((7, 3, 7), np.nan)
    out = room[1:6]
    assert f(x, out=out) is out
    np.testing.assert_array_equal(out, np.moveaxis(native(table_of_sines(5))(x), -1, 0))
    assert np.isnan(room[[0, 6]]).all()
    apart = np.full((5, 3, 14), np.nan)
    f(x, out=apart[:, :, ::2])
    np.testing.assert_array_equal(apart[:, :, ::2], out)
    assert np.isnan(apart[:, :, 1::2]).all()
    with pytest.raises(lw.LinkwrightError, match=r"shape \(5, 3, 7\)"):
        f(x, out=np.empty((3, 7, 5)))


def test_functions_of_robots_unpack() -> None:
    full, narrow = lw.compile(EXAMPLES / "elbow6.urdf"), lw.compile(EXAMPLES / "elbow6.urdf", layout="packed,soa")
    q, v, a = np.random.default_rng(5).uniform(-1, 1, (3, 4, 2, 6))
    for name, state in (("jacobian", (q,)), ("regressor", (q, v, a)), ("inverse_dynamics_derivatives", (q, v, a))):
        f = getattr(narrow, name)
        assert sum(p.size for p in f.outputs.values()) < sum(p.size for p in getattr(full, name).outputs.values())
        again = pickle.loads(pickle.dumps(f))
        whole, found = getattr(full, name)(*state), f.unpack(f(*state))
        np.testing.assert_equal(f.unpack(again(*state)), found)
        turned = outputs(found, f.kernel)
        for port, y in outputs(whole, f.kernel).items():
            np.testing.assert_array_equal(np.moveaxis(turned[port], (-2, -1), (0, 1)), y)
    np.testing.assert_array_equal(
        narrow.inverse_kinematics(np.eye(4))["solutions"], full.inverse_kinematics(np.eye(4))["solutions"]
    )


def test_functions_that_iterate_have_the_batch_last_too() -> None:
    robot = lw.load(EXAMPLES / "loops" / "fourbar.yaml")
    dyn = lw.compile(robot)
    q = np.linspace(-0.05, 0.05, 5)[:, None] + dyn.start[0]
    theta0 = np.broadcast_to(dyn.start[1], (5, len(dyn.start[1])))
    rows_ = dyn.function("closure_solution")(q, theta0)
    columns = dyn.function("closure_solution", layout="packed,soa")(q, theta0)
    for name, x in rows_.items():
        np.testing.assert_array_equal(np.moveaxis(columns[name], -1, 0), x)


def test_what_does_not_fit_is_told() -> None:
    dyn = lw.compile(EXAMPLES / "elbow6.urdf", layout="packed")
    with pytest.raises(lw.LinkwrightError, match="there is no layout 'aos'"):
        dyn.function("mass_matrix", layout="packed,aos")
    with pytest.raises(lw.LinkwrightError, match=r"'M' has shape \(3, 6, 6\), not \(\.\.\., n\) with n = 16"):
        dyn.function("mass_matrix").unpack(np.zeros((3, 6, 6)))
    for nothing in (None, 1.0):
        with pytest.raises(lw.LinkwrightError, match=r"'M' has shape \(\), not \(n, \.\.\.\)"):
            dyn.function("mass_matrix", layout="packed,soa").unpack(nothing)
    for layout in (None, 3):
        with pytest.raises(lw.LinkwrightError, match=f"there is no layout '{layout}'"):
            lw.compile(dyn.robot, layout=layout)  # pyright: ignore


@pytest.mark.parametrize("file", ["elbow6.urdf", "loops/fourbar.yaml", "manifold/spherical_pendulum.yaml"])
def test_a_form_of_parameters_that_there_is_not_is_told_at_once(file: str) -> None:
    for word in ("foo", "", None, "Symbolic"):
        with pytest.raises(lw.LinkwrightError, match=f"unknown parameter form '{word}'"):
            lw.compile(EXAMPLES / file, parameters=word)  # pyright: ignore


@pytest.mark.parametrize("option", [{"dtype": "float32"}, {"parameters": "base"}, {"symbolic": "m*"}])
def test_options_of_all_functions_are_not_those_of_one(option: dict[str, str]) -> None:
    dyn = lw.compile(EXAMPLES / "elbow6.urdf")
    (name,) = option
    for layout in (None, "packed"):
        with pytest.raises(lw.LinkwrightError, match=f"'{name}' is an option of lw.compile") as told:
            dyn.function("mass_matrix", layout=layout, **option)
        assert f"lw.compile(robot, {name}=...)" in str(told.value)
    with pytest.raises(lw.LinkwrightError, match="mass_matrix has no option 'colour'") as told:
        dyn.function("mass_matrix", layout="packed", colour=1)
    assert "it has none of its own" in str(told.value)
