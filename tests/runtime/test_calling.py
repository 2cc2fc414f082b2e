"""How a native function is called: arguments of every kind, right and wrong; results into given arrays."""

from __future__ import annotations

import contextlib
import gc
import re
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from tests.support.package import InputError, LinkwrightError
from tests.support.runtime import (
    FLOAT64,
    NativeFunction,
    native,
    native_function,
    trampoline,
)

from .kernels import Code, product_and_sum


@pytest.fixture(params=["trampoline", "python", "later"])
def f(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> NativeFunction:
    """The same function by machine code, and by the way that is left where that cannot be."""
    if request.param == "python":
        monkeypatch.setattr(trampoline, "_entry", lambda real: None)
    elif trampoline._entry(FLOAT64) is None:
        pytest.skip("no trampoline on this interpreter")
    monkeypatch.setattr(native_function, "_PATIENCE", 0)
    return native(product_and_sum(default=True).kernel("f"), later=request.param == "later")


q, v, p = np.array([1.0, 2.0, 3.0]), np.array([4.0, 5.0, 6.0]), np.array([0.5, 0.25, 0.0])
EXPECTED = q * v + p


def test_by_position_and_by_name(f: NativeFunction) -> None:
    for result in (f(q, v, p), f(q, v, p=p), f(q=q, v=v, p=p), f(p=p, v=v, q=q), f(q, p=p, v=v), f(*(q, v), p=p)):
        assert type(result) is np.ndarray
        assert result.dtype == np.float64
        np.testing.assert_array_equal(result, EXPECTED)


def test_defaults(f: NativeFunction) -> None:
    np.testing.assert_array_equal(f(q, v), q * v + [10, 20, 30])
    np.testing.assert_array_equal(f(v=v, q=q), q * v + [10, 20, 30])
    two = np.array([q, 2 * q])
    np.testing.assert_array_equal(f(two, v), two * v + [10, 20, 30])


@pytest.mark.parametrize(
    "value",
    [
        [1, 2, 3],
        (1.0, 2.0, 3.0),
        np.array([1, 2, 3]),
        np.array([1, 2, 3], np.float32),
        np.array([[1.0, 9.0], [2.0, 9.0], [3.0, 9.0]])[:, 0],
        np.array([3.0, 2.0, 1.0])[::-1],
        np.array([1.0, 2.0, 3.0], ">f8"),
        np.ma.masked_array([1.0, 2.0, 3.0]),
    ],
)
def test_what_is_no_plain_array_is_converted(f: NativeFunction, value: object) -> None:
    np.testing.assert_array_equal(f(value, v, p), EXPECTED)
    np.testing.assert_array_equal(f(q=value, v=v, p=p), EXPECTED)


def test_a_read_only_input_is_fine(f: NativeFunction) -> None:
    frozen = q.copy()
    frozen.flags.writeable = False
    np.testing.assert_array_equal(f(frozen, v, p), EXPECTED)


def test_results_into_given_arrays(f: NativeFunction) -> None:
    out = np.empty(3)
    assert f(q, v, p, out=out) is out
    np.testing.assert_array_equal(out, EXPECTED)
    wide = np.zeros((3, 2))
    assert f(q, v, p, out=wide[:, 1]).base is wide
    np.testing.assert_array_equal(wide, np.stack([np.zeros(3), EXPECTED], -1))
    many = np.empty((5, 3))
    assert f(np.tile(q, (5, 1)), v, p, out=many) is many
    np.testing.assert_array_equal(many, np.tile(EXPECTED, (5, 1)))
    np.testing.assert_array_equal(f(q, v, p, out={"tau": out}), EXPECTED)


def test_a_result_may_overwrite_an_input(f: NativeFunction) -> None:
    own = q.copy()
    f(own, v, p, out=own)
    np.testing.assert_array_equal(own, EXPECTED)
    buffer = np.concatenate([q, np.zeros(2)])
    f(buffer[:3], v, p, out=buffer[1:4])
    np.testing.assert_array_equal(buffer[1:4], EXPECTED)
    batch = np.tile(q, (20, 1))
    f(batch, v, p, out=batch)
    np.testing.assert_array_equal(batch, np.tile(EXPECTED, (20, 1)))


@pytest.mark.parametrize(
    ("arguments", "named", "says"),
    [
        ((q,), {}, "no value for input 'v'"),
        ((q[:2], v, p), {}, r"input 'q' has shape \(2,\), not \(..., 3\)"),
        ((q, v, np.ones((2, 4))), {}, r"input 'p' has shape \(2, 4\), not \(..., 3\)"),
        ((q, v, p, p), {}, "takes 3 inputs, 4 were given"),
        ((q, v), {"q": q}, "input 'q' was given twice"),
        ((q, v), {"w": q}, "no input 'w'"),
        (("text", v), {}, "input 'q' is not an array of numbers but str"),
        ((np.ones((2, 3)), np.ones((4, 3))), {}, "batch dimensions do not fit together"),
        ((q, v), {"out": np.empty(2)}, r"must be a float64 array of shape \(3,\), not float64 \(2,\)"),
        ((q, v), {"out": np.empty(3, np.float32)}, "must be a float64 array"),
        ((q, v), {"out": [0, 0, 0]}, "must be a float64 array of shape .* not list"),
        ((q, v), {"out": {"u": q}}, "no output 'u'"),
        ((q[None], v), {"out": np.empty(3)}, r"must be a float64 array of shape \(1, 3\)"),
        ((q, v), {"out": np.broadcast_to(np.empty(1), (3,))}, "read-only"),
    ],
)
def test_wrong_arguments_are_named(f: NativeFunction, arguments: tuple, named: dict, says: str) -> None:
    with pytest.raises(LinkwrightError, match=says):
        f(*arguments, **named)


def test_several_outputs_come_as_a_dictionary() -> None:
    code = Code(x=2)
    code.output("a", [code("add", *code.x)], ())
    code.output("b", [code("mul", *code.x), code.x[0]])
    f = native(code.kernel())
    for _ in range(3):
        result = f(np.array([2.0, 5.0]))
        assert list(result) == ["a", "b"]
        assert result["a"].shape == ()
        assert float(result["a"]) == 7.0
        np.testing.assert_array_equal(result["b"], [10.0, 2.0])
    b = np.empty(2)
    result = f(np.array([3.0, 4.0]), out={"b": b})
    assert result["b"] is b
    assert result["a"] == 7.0
    with pytest.raises(InputError, match="dictionary"):
        f(np.array([3.0, 4.0]), out=b)


def test_several_outputs_go_where_the_caller_wants() -> None:
    f = native(_two_outputs())
    for batch in ((), (5,), (2, 3)):  # machine code for one state and a row of them, Python for more dimensions
        x = -np.arange(1.0, 1 + np.prod(batch, dtype=int)).reshape((*batch, 1))
        for _ in range(3):
            out = {"b": np.empty((*batch, 1)), "a": np.empty((*batch, 1))}
            assert f(x, out=out) is out
            np.testing.assert_array_equal(out["a"], -x)
            np.testing.assert_array_equal(out["b"], abs(x))
    x = np.arange(4.0)[:, None]
    out = {"a": x, "b": np.empty((4, 1))}  # an output that is an input
    f(x, out=out)
    np.testing.assert_array_equal(out["a"][:, 0], [0.0, -1.0, -2.0, -3.0])
    np.testing.assert_array_equal(out["b"][:, 0], [0.0, 1.0, 2.0, 3.0])
    for wrong in (
        {"a": np.empty((4, 1)), "b": np.empty((3, 1))},
        {"a": np.empty((4, 1)), "c": np.empty((4, 1))},
        {"a": np.empty((4, 1)), "b": None},
    ):
        with pytest.raises(InputError):
            f(x, out=wrong)


def test_batches_broadcast_and_keep_their_shape(f: NativeFunction) -> None:
    random = np.random.default_rng(0)
    a, b = random.uniform(-1, 1, (4, 5, 3)), random.uniform(-1, 1, (5, 3))
    np.testing.assert_allclose(f(a, b, p), a * b + p, rtol=0, atol=1e-15)
    np.testing.assert_allclose(f(a[:, :1], b, p), a[:, :1] * b + p, rtol=0, atol=1e-15)
    assert f(np.empty((0, 3)), v, p).shape == (0, 3)
    assert f(a[0][:, ::-1][:, ::-1], b).shape == (5, 3)


def test_slices_of_a_larger_array_are_batches_too(f: NativeFunction) -> None:
    """The state of a simulation is one array; q and v are columns of it."""
    state = np.random.default_rng(0).uniform(-1, 1, (40, 8))
    a, b = state[:, :3], state[:, 4:7]
    np.testing.assert_allclose(f(a, b), a * b + [10, 20, 30], rtol=1e-15)
    np.testing.assert_allclose(f(a[::-2], b[::-2]), a[::-2] * b[::-2] + [10, 20, 30], rtol=1e-15)


def test_threads_change_nothing(f: NativeFunction) -> None:
    random = np.random.default_rng(0)
    for count in (1, 7, 1000, 4099):
        a, b = random.uniform(-1, 1, (2, count, 3))
        alone = f(a, b, threads=1)
        for threads in (None, 2, 3, 16):
            np.testing.assert_array_equal(f(a, b, threads=threads), alone)


@pytest.mark.parametrize("threads", ["2", 1.5, 0, -3, np.float64(2), [2], False])
def test_threads_that_are_no_number_of_threads(f: NativeFunction, threads: Any) -> None:
    """Told of one state and of batches of all sizes, by Python and by the built-in function."""
    for count in (None, 0, 1, 7, 1000, 100_000):
        a = np.ones(3) if count is None else np.ones((count, 3))
        for call in (f, f.call):
            with pytest.raises(InputError, match=re.escape(f"threads is {threads!r}, no number of threads")):
                call(a, a, threads=threads)
            assert call(a, a, threads=np.int64(2)).shape == a.shape


def test_references_are_neither_lost_nor_kept(f: NativeFunction) -> None:
    out = np.empty(3)
    two = native(_two_outputs())
    one = np.ones(1)
    both = {"a": np.empty(1), "b": np.empty(1)}
    watched = (q, v, p, out, one, f, both, *both.values())
    gc.collect()
    before = [sys.getrefcount(x) for x in watched]
    for _ in range(1000):
        f(q, v, p)
        f(q, v, p, out=out)
        f(q, p=p, v=v)
        two(one)
        two(one, out=both)
        with contextlib.suppress(InputError):
            f(q[:1], v, p)
    gc.collect()  # tracebacks
    assert [sys.getrefcount(x) for x in watched] == before


def _two_outputs():
    code = Code(x=1)
    code.output("a", [code("neg", *code.x)])
    code.output("b", [code("abs", *code.x)])
    return code.kernel()


def test_the_bare_call_outlives_its_function() -> None:
    call = native(product_and_sum(default=True).kernel()).call
    np.testing.assert_array_equal(call(q, v, p), EXPECTED)
    np.testing.assert_array_equal(call([1, 2, 3], v, p), EXPECTED)


@pytest.mark.parametrize("batch", [False, True])
def test_machine_code_for_calls_is_made_when_a_function_is_called_often(batch: bool) -> None:
    """Before and after: the same numbers, for one state, for a batch (made before or after it), into a given array."""
    if trampoline._entry(FLOAT64) is None:
        pytest.skip("no trampoline on this interpreter")
    f = native(product_and_sum(default=True).kernel())
    rows, out = np.stack([q] * 3), np.empty((3, 3))
    for _ in range(native_function._PATIENCE):
        assert "__call__" not in type(f).__dict__
        np.testing.assert_array_equal(f(*((rows, v, p) if batch else (q, v, p))), [EXPECTED] * 3 if batch else EXPECTED)
    np.testing.assert_array_equal(f(q, v, p), EXPECTED)
    assert type(f).__dict__["__call__"].__func__ is f.call
    np.testing.assert_array_equal(f(q, v, p), EXPECTED)
    assert f(rows, v, p, out=out) is out
    np.testing.assert_array_equal(out, [EXPECTED] * 3)


@pytest.mark.skipif(
    sys.platform != "linux" or sys.implementation.name != "cpython" or sys.maxsize < 2**32,
    reason="elsewhere objects may be laid out otherwise",
)
def test_there_is_machine_code_for_calls() -> None:
    """Without it all tests here pass as well, several times slower."""
    assert trampoline._entry(FLOAT64) is not None


def test_plain_arrays_are_taken_by_machine_code_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """One state and small batches, by position and by name, with and without a place for the result; lists go by Python."""
    if trampoline._entry(FLOAT64) is None:
        pytest.skip("no trampoline on this interpreter")
    f = native(product_and_sum(default=True).kernel())
    rows, out = np.stack([q] * 3), np.empty(3)
    f(q, v, p), f(rows, v, p)  # each is compiled when it is first asked for

    def refuse(*_: object, **__: object) -> None:
        raise RuntimeError("by Python")

    monkeypatch.setattr(native_function._Runner, "__call__", refuse)
    np.testing.assert_array_equal(f.call(q, v, p), EXPECTED)
    np.testing.assert_array_equal(f.call(p=p, v=v, q=q), EXPECTED)
    np.testing.assert_array_equal(f.call(rows, v, p), [EXPECTED] * 3)
    assert f.call(q, v, p, out=out) is out
    with pytest.raises(RuntimeError, match="by Python"):
        f.call([1, 2, 3], v, p)


def test_nothing_heavy_is_imported_before_it_is_used() -> None:
    script = "import sys, linkwright.runtime; assert 'llvmlite' not in sys.modules"
    subprocess.run([sys.executable, "-c", script], check=True, timeout=240)
