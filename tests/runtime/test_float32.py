"""The same code in single precision: accurate to the last places of a float, floats in and out, one state as many."""

from __future__ import annotations

import itertools
import pickle
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import linkwright as lw
from linkwright.passes.precision import TOLERANCE, in_single
from tests.support.graph import OPS
from tests.support.package import InputError
from tests.support.passes import Kernel
from tests.support.procedures import ROOTS
from tests.support.runtime import FLOAT32, cache, host, native, native_batch, trampoline

from .kernels import Code, interpret, kernels, machines

MACHINES = {name: machine.of(FLOAT32) for name, machine in machines().items()}
F = np.float32
EXACT = {"add", "sub", "mul", "div", "neg", "sqrt", "abs", "min", "max", "sign", "select", "only_if"}
BOUNDS = {"sin": 2.0, "cos": 2.0, "atan2": 2.0, "asin": 2.5, "acos": 2.5}
"""In units of the last place of the true value."""


def _no_entry(real: object) -> None:
    """In place of trampoline._entry."""


def kernel_of(op: str) -> Kernel:
    code = Code(x=OPS[op].arity)
    code.output("y", [code(op, *code.x)])
    return code.kernel(op)


def points(op: str) -> np.ndarray:
    """Floats: all over the line, and where the code changes its way."""
    random = np.random.default_rng(8)
    every = np.arange(0, 0x7F800000, 20011, dtype=np.uint32).view(F)  # sizes of all orders: 106,000 of them
    if op in ("asin", "acos"):
        ends = 1 - np.exp(random.uniform(-17, 0, 2000))
        x = np.concatenate([random.uniform(-1, 1, 50000), ends, -ends, [1, -1, 0.5, -0.5], every[every < 1]])
        return x.astype(F)[:, None]
    if op == "atan2":
        angle, wide = random.uniform(-np.pi, np.pi, 50000), np.exp(random.uniform(-85, 85, (50000, 2)))
        edge = np.concatenate([random.uniform(0.5, 0.6, 5000), 1 + random.normal(0, 1e-6, 500)])
        plane = np.stack([np.sin(angle), np.cos(angle)], 1)
        ratios = np.stack([edge, np.ones(len(edge))], 1)
        return np.concatenate([plane, wide * random.choice([-1, 1], wide.shape), ratios, ratios[:, ::-1]]).astype(F)
    turns = (np.arange(1, 20000) * (np.pi / 2)).astype(F)  # next to zeros
    limits = np.array([5e3, 1e5], F)
    x = np.concatenate([turns, np.nextafter(limits, F(np.inf)), limits, -turns[:100], random.uniform(-9, 9, 50000)])
    return np.concatenate([x.astype(F), every])[:, None]


@pytest.mark.parametrize("op", BOUNDS)
@pytest.mark.parametrize("name", sorted(MACHINES))
def test_accuracy(op: str, name: str) -> None:
    """NumPy's functions of doubles are exact here: their error is 2^-29 of a float's last place."""
    x = points(op)
    ours = native(kernel_of(op), MACHINES[name])(x)[:, 0]
    assert ours.dtype == F
    theirs = {"asin": "arcsin", "acos": "arccos", "atan2": "arctan2"}.get(op, op)
    exact = getattr(np, theirs)(*x.astype(float).T)
    errors = np.abs(ours.astype(float) - exact) / np.spacing(np.abs(exact).astype(F)).astype(float)
    assert errors.max() <= BOUNDS[op], x[errors.argmax()]


SPECIAL = (
    0.0, -0.0, 1.0, -1.0, 0.5, -0.75, 2.0, -3.0, 1e-8, 3e38, -3e38, 1e-45, -1.1e-38, 1e5 + 0.5, 1e22,
    np.inf, -np.inf, np.nan, np.pi, 1.7,
)  # fmt: skip


@pytest.mark.parametrize("op", sorted(OPS))
def test_an_operation_on_special_values(op: str) -> None:
    """What doubles give, rounded once: with sums, products, quotients and roots of floats that is the exact result."""
    x = np.array(list(itertools.product(SPECIAL, repeat=OPS[op].arity))).astype(F)
    with np.errstate(all="ignore"):
        expected = interpret(kernel_of(op), x=x.astype(float))["y"].astype(F)
    for name, machine in MACHINES.items():
        f = native(kernel_of(op), machine)
        ours = f(x)
        with np.errstate(all="ignore"):
            near = np.abs(ours.astype(float) - expected) <= (0 if op in EXACT else 2) * np.spacing(np.abs(expected))
        equal = (ours == expected) & (np.signbit(ours) == np.signbit(expected))
        good = np.isnan(ours) & np.isnan(expected) | equal | (near & np.isfinite(expected) & (expected != 0))
        assert good.all(), (name, x[~good[:, 0]][:5], ours[~good][:5], expected[~good][:5])
        some = slice(None, None, max(1, len(x) // 100))
        np.testing.assert_array_equal(np.array([f(row) for row in x[some]]), ours[some])


@given(kernels(tuple(OPS)), st.integers(1, 40), st.sampled_from(sorted(MACHINES)))
@settings(max_examples=8)
def test_one_state_and_a_batch_agree_to_the_last_bit(kernel: Kernel, count: int, machine: str) -> None:
    random = np.random.default_rng(0)
    x = {p.name: random.uniform(-2, 2, (count, *p.shape)).astype(F) for p in kernel.inputs}
    f = native(kernel, MACHINES[machine])
    together = f(**x) if len(kernel.outputs) > 1 else {kernel.outputs[0].name: f(**x)}
    for k in range(count):
        alone = f(**{name: a[k] for name, a in x.items()})
        for name, y in alone.items() if isinstance(alone, dict) else ((kernel.outputs[0].name, alone),):
            assert y.dtype == F
            np.testing.assert_array_equal(y, together[name][k])


@pytest.mark.parametrize("columns", [1, 3, 6, 7, 16, 18, 49, 129, 1024])
def test_rows_of_every_length_are_transposed(columns: int) -> None:
    """Dense, apart from each other, as one row for all; whole blocks and what is left over; and nothing beside them."""
    code = Code(x=columns, y=columns)
    code.output("z", [code("add", i, j) for i, j in zip(code.x, reversed(code.y), strict=True)])
    x, y = np.random.default_rng(0).uniform(-1, 1, (2, 35, columns)).astype(F)
    for machine in list(MACHINES.values())[-3:-2] if columns == 1024 else list(MACHINES.values())[-3:]:
        f = native(code.kernel(), machine)
        for count in (1, 2, 15, 16, 17, 35):
            padded = np.full((count + 2, columns), np.nan, F)
            f(x[:count], y[:count], out=padded[1:-1])
            np.testing.assert_array_equal(padded[1:-1], x[:count] + y[:count, ::-1])
            assert np.isnan(padded[[0, -1]]).all()
        wide = np.repeat(x, 2, axis=1)
        apart = wide[:, :columns]
        np.testing.assert_array_equal(f(apart, y[:1], threads=2), apart + y[:1, ::-1])


def test_large_results_go_past_the_caches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native_batch, "_LARGE", 0)
    code = Code(x=3)
    code.output("small", list(code.x))
    code.output("y", [code("mul", code.x[k % 3], code.x[k % 2]) for k in range(41)])
    x = np.random.default_rng(0).uniform(-1, 1, (45, 3)).astype(F)
    expected = np.stack([x[:, k % 3] * x[:, k % 2] for k in range(41)], -1)
    for machine in MACHINES.values():
        f = native(code.kernel(), machine)
        for start in range(17):
            buffer = np.full(45 * 41 + 20, np.nan, F)
            out = buffer[start : start + 45 * 41].reshape(45, 41)
            f(x, out={"y": out}, threads=1)
            np.testing.assert_array_equal(out, expected)
            assert np.isnan(buffer[:start]).all()
            assert np.isnan(buffer[start + 45 * 41 :]).all()


@pytest.mark.parametrize("how", ["trampoline", "python"])
def test_floats_in_and_out(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Other types are converted; what is written to must be floats."""
    if how == "python":
        monkeypatch.setattr(trampoline, "_entry", _no_entry)
    code = Code(q=3, p=3)
    code.default("p", (0.1, 20.0, 30.0))
    code.output("y", [code("mul", a, b) for a, b in zip(code.q, code.p, strict=True)])
    f = native(code.kernel("f"), real="float32")
    q = np.array([0.1, 2.0, 3.0])
    expected = q.astype(F) * np.array([0.1, 20, 30], F)
    for given_q in (q.astype(F), q, q.tolist(), np.stack([q, q])[1]):
        y = f(given_q)
        assert y.dtype == f.dtype == F
        np.testing.assert_array_equal(y, expected)
    many = f(np.tile(q, (50, 1)), out=np.empty((50, 3), F))
    np.testing.assert_array_equal(many, np.tile(expected, (50, 1)))
    with pytest.raises(InputError, match="float32"):
        f(q, out=np.empty(3))
    with pytest.raises(InputError, match="float64"):
        native(code.kernel("f"))(q, out=np.empty(3, F))


def test_another_real_is_another_entry_of_the_cache(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path_factory.mktemp("own")
    folder.chmod(0o700)
    monkeypatch.setenv("LINKWRIGHT_CACHE", str(folder))
    code = Code(x=1)
    code.output("y", [code("mul", code.x[0], code.number(0.1))])
    here = host()
    answers = [
        native(code.kernel(), m)([1.0]) for m in (here, here.of(FLOAT32), replace(here.of(FLOAT32), lanes=here.lanes))
    ]
    assert [y.dtype for y in answers] == [np.float64, F, F]
    np.testing.assert_array_equal([y[0] for y in answers], [0.1, F(0.1), F(0.1)])
    assert len(list(folder.glob("*"))) >= 3
    assert cache.clear() >= 3


def test_it_travels_as_what_it_is() -> None:
    code = Code(x=1)
    code.output("y", [code("sqrt", code.x[0])])
    again = pickle.loads(pickle.dumps(native(code.kernel(), real="float32")))
    assert again(2.0 * np.ones(1)).dtype == F
    assert repr(again).startswith("<native float32")


def test_loops_and_newtons_method() -> None:
    """A procedure with calls: roots to a few places of a float; its tolerance is what floats can reach."""
    a = np.random.default_rng(1).uniform(0.5, 9.0, (50, 2))
    found = native(in_single(ROOTS), real="float32")(a, np.ones(2))
    assert found["x"].dtype == F
    np.testing.assert_allclose(found["x"], np.sqrt(a), rtol=4e-7)
    assert (found["residual"] <= TOLERANCE).all()
    assert (found["iterations"] < 12).all()


def test_numbers_beyond_the_largest_float_are_infinite() -> None:
    code = Code(x=1)
    code.output("y", [code("mul", code.x[0], code.number(1e300)), code("add", code.x[0], code.number(1e-300))])
    f = native(code.kernel(), real="float32")
    np.testing.assert_array_equal(f(np.ones((20, 1)))[-1], [np.inf, 1])


@pytest.mark.parametrize("layout", ["packed", "soa", "packed,soa"])
def test_narrow_results_have_the_same_bits(layout: str) -> None:
    full = lw.compile("examples/elbow6.urdf", dtype="float32").mass_matrix
    narrow = lw.compile("examples/elbow6.urdf", layout=layout, dtype="float32").mass_matrix
    for count in (1, 16, 37, 20_000):  # the last goes past the caches
        q = np.random.default_rng(count).uniform(-1, 1, (count, 6)).astype(F)
        got = narrow(q)
        found = narrow.unpack(got) if "packed" in layout else got
        found = np.moveaxis(found, -1, 0) if "soa" in layout else found
        assert got.dtype == found.dtype == F
        np.testing.assert_array_equal(found, full(q))


@pytest.mark.parametrize("dtype", ["float32", np.float32, np.dtype("float32")])
def test_the_real_as_users_of_numpy_write_it(dtype: str | type | np.dtype[Any]) -> None:
    assert lw.compile("examples/double_pendulum.yaml", dtype=dtype).gravity(np.zeros(2)).dtype == F


@pytest.mark.parametrize("dtype", ["f4", np.float16, None])
def test_other_reals_are_refused(dtype: Any) -> None:
    with pytest.raises(lw.LinkwrightError, match="do not compute with"):
        lw.compile("examples/double_pendulum.yaml", dtype=dtype)
