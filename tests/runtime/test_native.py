"""Native functions compute what the kernel says, the same bits for one state and for any batch."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.graph import OPS
from tests.support.passes import Kernel
from tests.support.runtime import PIECE, Step, native, native_batch, plan, single_ir

from .kernels import Code, error_bounds, interpret, kernels, machines

MACHINES = machines()


def random_inputs(kernel: Kernel, count: int, seed: int = 0) -> dict[str, np.ndarray]:
    random = np.random.default_rng(seed)
    return {p.name: random.uniform(-2, 2, (count, *p.shape)) for p in kernel.inputs}


def outputs(result: object, kernel: Kernel) -> dict[str, np.ndarray]:
    return result if isinstance(result, dict) else {kernel.outputs[0].name: result}  # type: ignore[dict-item]


@given(kernels(), st.sampled_from(sorted(MACHINES)))
@settings(max_examples=25)
def test_a_batch_is_what_the_interpreter_computes(kernel: Kernel, machine: str) -> None:
    x = random_inputs(kernel, 11)
    ours = outputs(native(kernel, MACHINES[machine])(**x), kernel)
    expected, bound = interpret(kernel, **x), error_bounds(kernel, **x)
    for name, y in expected.items():
        allowed = np.broadcast_to(bound[name], y.shape)
        good = np.isfinite(allowed)
        assert (np.abs(ours[name] - y)[good] <= allowed[good]).all()


@given(kernels(tuple(OPS)), st.integers(1, 20), st.sampled_from(sorted(MACHINES)))
@settings(max_examples=25)
def test_one_state_and_a_batch_agree_to_the_last_bit(kernel: Kernel, count: int, machine: str) -> None:
    x = random_inputs(kernel, count)
    f = native(kernel, MACHINES[machine])
    together = outputs(f(**x), kernel)
    for k in range(count):
        alone = outputs(f(**{name: a[k] for name, a in x.items()}), kernel)
        for name, y in alone.items():
            np.testing.assert_array_equal(y, together[name][k])


def long_kernel(steps: int, seed: int = 0) -> Kernel:
    """v = (near + far sine) / 2, over and over: near and far values as in a large robot, none larger than the inputs."""
    random = np.random.default_rng(seed)
    code = Code(x=6)
    half = code.number(0.5)
    pool, sines = list(code.x), [code("sin", code.x[0])]
    for k in range(steps // 3):
        near, far = (pool[-int(random.integers(1, min(len(pool), reach) + 1))] for reach in (5, 400))
        product = code("mul", far, sines[int(random.integers(len(sines)))])
        pool.append(code("mul", half, code(("add", "sub")[k % 2], near, product)))
        if k % 40 == 0:
            sines += [code("sin", pool[-1]), code("cos", pool[-1])]
    code.output("y", pool[::7])
    return code.kernel("long")


def test_a_long_kernel_is_cut_into_pieces() -> None:
    kernel = long_kernel(3000)
    work = plan(kernel, fma=True)
    assert len(work.pieces) > 8
    assert max(map(len, work.pieces)) <= PIECE + PIECE // 3
    done = [s.result for piece in work.pieces for s in piece if isinstance(s, Step)]
    assert len(done) == len(set(done))
    x = random_inputs(kernel, 21)
    f = native(kernel)
    together = f(**x)
    np.testing.assert_array_equal(np.array([f(x["x"][k]) for k in range(21)]), together)
    bound = error_bounds(kernel, **x)["y"]
    assert (np.abs(together - interpret(kernel, **x)["y"]) <= bound).all()


def test_a_kernel_that_needs_much_memory_takes_it_from_the_heap(monkeypatch: pytest.MonkeyPatch) -> None:
    kernel = long_kernel(1500, seed=3)
    x = random_inputs(kernel, 5)["x"]
    expected = native(kernel)(x)
    monkeypatch.setattr(single_ir, "_MOST_STACK", 100)
    monkeypatch.setenv("LINKWRIGHT_CACHE", "off")
    f = native(kernel)
    np.testing.assert_array_equal(np.array([f(row) for row in x]), expected)


def test_products_are_fused_into_sums() -> None:
    """A product that one sum or two use, and nothing else, is no step of its own."""
    code = Code(x=4)
    a, b, c, d = code.x
    once, twice, output, thrice = code("mul", a, b), code("mul", c, d), code("mul", a, d), code("mul", b, d)
    sums = [code("add", once, c), code("sub", twice, a), code("sub", b, twice), code("add", output, a)]
    code.output("y", [*sums, *(code("add", thrice, i) for i in (a, b, c)), output])
    work = plan(code.kernel(), fma=True)
    ops = [s.op for piece in work.pieces for s in piece if isinstance(s, Step)]
    assert ops == ["mul", "mul", "fma", "fms", "fnma", "add", "add", "add", "add"]
    x = np.array([1.5, -2.0, 3.0, 0.25])
    np.testing.assert_allclose(native(code.kernel())(x), interpret(code.kernel(), x=x)["y"][0])
    assert "fma" not in [s.op for s in plan(code.kernel(), fma=False).pieces[0] if isinstance(s, Step)]


def test_outputs_of_every_kind() -> None:
    """Numbers, inputs, values that appear twice, sines; more zeros than anything else; scalars and matrices."""
    code = Code(x=5)
    zero, two = code.number(0.0), code.number(-2.5)
    s = code("sin", code.x[1])
    t = code("add", s, code.x[0])
    code.output("sparse", [*[zero] * 30, t, two, *[zero] * 8, code.x[4], s, *[zero] * 23])
    code.output("matrix", [t, s, s, t, two, code.x[0]], (2, 3))
    code.output("scalar", [t], ())
    kernel = code.kernel()
    f = native(kernel)
    x = np.random.default_rng(2).uniform(-1, 1, (13, 5))
    expected = interpret(kernel, x=x)
    for got, index in ((f(x), slice(None)), (f(x[3]), 3)):
        for port in kernel.outputs:
            wanted = expected[port.name].reshape(13, *port.shape)[index]
            assert got[port.name].shape == wanted.shape
            np.testing.assert_allclose(got[port.name], wanted, rtol=1e-15)


def test_ports_without_elements_and_kernels_without_inputs() -> None:
    code = Code(q=0, x=2)
    code.output("nothing", [])
    code.output("y", [code("mul", *code.x)])
    f = native(code.kernel())
    got = f(np.empty(0), np.array([2.0, 3.0]))
    assert got["nothing"].shape == (0,)
    assert got["y"] == [6.0]
    assert f(np.empty((4, 0)), np.ones((4, 2)))["nothing"].shape == (4, 0)
    constant = Code()
    constant.output("y", [constant.number(7.0)])
    np.testing.assert_array_equal(native(constant.kernel())(), [7.0])


@pytest.mark.parametrize("columns", [1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 33])
def test_rows_of_every_length_are_transposed(columns: int) -> None:
    code = Code(x=columns, y=columns)
    code.output("z", [code("add", i, j) for i, j in zip(code.x, reversed(code.y), strict=True)])
    x, y = np.random.default_rng(0).uniform(-1, 1, (2, 19, columns))
    for machine in MACHINES.values():
        f = native(code.kernel(), machine)
        for count in (1, 2, 7, 8, 9, 19):
            padded = np.full((count + 2, columns), np.nan)
            f(x[:count], y[:count], out=padded[1:-1])
            np.testing.assert_array_equal(padded[1:-1], x[:count] + y[:count, ::-1])
            assert np.isnan(padded[[0, -1]]).all()


def test_large_results_go_past_the_caches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whole blocks of rows are streamed, wherever the given array begins; gaps between rows stay untouched."""
    monkeypatch.setattr(native_batch, "_LARGE", 0)
    code = Code(x=3)
    zero = code.number(0.0)
    code.output("small", list(code.x))
    code.output("y", [code("mul", code.x[k % 3], code.x[k % 2]) if k % 5 else zero for k in range(41)])
    x = np.random.default_rng(0).uniform(-1, 1, (45, 3))
    expected = interpret(code.kernel(), x=x)
    for machine in MACHINES.values():
        f = native(code.kernel(), machine)
        for start in range(9):
            buffer = np.full(45 * 41 + 20, np.nan)
            out = buffer[start : start + 45 * 41].reshape(45, 41)
            result = f(x, out={"y": out}, threads=1)
            np.testing.assert_array_equal(out, expected["y"])
            np.testing.assert_array_equal(result["small"], x)
            assert np.isnan(buffer[:start]).all()
            assert np.isnan(buffer[start + 45 * 41 :]).all()
        wide = np.full((45, 50), np.nan)
        f(x, out={"y": wide[:, 4:45]}, threads=2)
        np.testing.assert_array_equal(wide[:, 4:45], expected["y"])
        assert np.isnan(wide[:, :4]).all()


def test_what_it_says_about_itself_and_how_it_travels() -> None:
    code = Code(q=2, v=2)
    code.output("tau", [code("mul", *code.q)])
    f = native(code.kernel("gravity"))
    assert list(f.inputs) == ["q", "v"]
    assert f.outputs["tau"].shape == (1,)
    assert repr(f) == "<native gravity(q, v) -> tau>"
    assert "gravity(q[2], v[2]) -> tau[1]" in (f.__doc__ or "")
    other = pickle.loads(pickle.dumps(f))
    np.testing.assert_array_equal(other([2.0, 3.0], [0, 0]), f.call([2.0, 3.0], [0, 0]))
