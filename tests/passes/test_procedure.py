"""Procedures: Python itself, and the interpreter of what was translated from it, agree."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from linkwright.passes.procedural import procedural
from linkwright.passes.procedure import Call, Copy, Fill, For, Number, Remark, Set
from linkwright.passes.procedure_math import Floats, zeros
from linkwright.passes.procedure_source import NotAProcedure, translate
from linkwright.passes.run_procedure import run_kernel
from tests.support.procedures import CORPUS, ROOTS, TURN, Sample, port


@pytest.mark.parametrize("sample", CORPUS, ids=lambda s: s.kernel.name)
def test_the_interpreter_does_what_python_does(sample: Sample) -> None:
    for state in sample.states:
        expected, found = sample.by_python(state), run_kernel(sample.kernel, state)
        for name, y in expected.items():
            np.testing.assert_allclose(found[name], y, rtol=1e-12, atol=1e-12, err_msg=f"{name} at {state}")


def test_newtons_method_as_statements_does_what_the_solver_does() -> None:
    from linkwright.runtime import native

    a, guess = [2.0, 9.0], [1.0, 30.0]
    expected, found = native(ROOTS)(a=a, guess=guess), run_kernel(ROOTS, {"a": a, "guess": guess})
    np.testing.assert_allclose(found["x"], [np.sqrt(2.0), 3.0], rtol=1e-12)
    assert found["iterations"] == expected["iterations"]


# --- what is said of the translation ------------------------------------------------------------------------------------------


def _feedback(v: Floats, y: Floats) -> None:
    """Documentation."""
    "a remark"
    y[:] = v
    size = 0.0
    y[:], size = turn(y, 0.5)
    y[0] += size


def turn(v: Floats, angle: float) -> Any:
    raise NotImplementedError


def test_an_array_that_is_input_and_output_of_a_call_is_copied_first() -> None:
    procedure = translate(_feedback, [port("v", 2)], [port("y", 2)], {"turn": TURN})
    kinds = [type(s) for s in procedure.body]
    assert kinds[:5] == [Remark, Copy, Set, Copy, Call]
    call = next(s for s in procedure.body if isinstance(s, Call))
    assert call.outputs[0] == "y"
    assert "y" not in call.inputs


def _moving_bound(y: Floats) -> None:
    n = 2
    for _k in range(n):
        n += 1
    y[0] = float(n)


def test_the_end_of_a_loop_is_looked_at_once() -> None:
    kernel = procedural("bound", _moving_bound, [], [port("y")])
    assert run_kernel(kernel, {})["y"] == 4.0
    assert kernel.procedure is not None
    loop = next(s for s in kernel.procedure.body if isinstance(s, For))
    assert loop.stop != Number(2)


def _local_of_helper(k: int, y: Floats) -> None:
    work = zeros(3)
    work[k] = float(k + 1)
    for i in range(len(work)):
        y[i] += work[i]


def _calls_twice(y: Floats) -> None:
    y[:] = 0.0
    for i in range(2):
        _local_of_helper(i, y)
    _local_of_helper(2, y)


def test_copies_of_a_helper_share_its_locals() -> None:
    kernel = procedural("twice", _calls_twice, [], [port("y", 3)])
    assert kernel.procedure is not None
    assert [a.shape for a in kernel.procedure.arrays] == [(3,)]
    assert sum(isinstance(s, Fill) for s in kernel.procedure.body) == 2
    assert list(run_kernel(kernel, {})["y"]) == [1.0, 2.0, 3.0]


def _twice(x: float) -> float:
    x = x + x
    return x


def _through(x: float) -> float:
    return _twice(x) + 1.0


def _second(a: float, b: float) -> float:
    a = a + 0.0
    return b - a


def _of_second(x: float) -> float:
    return _second(100.0, x)


def _place_of(x: float) -> int:
    return 0 if _twice(x) > 100.0 else 1


def _calls_in_calls(x: float, y: Floats) -> None:
    y[0] = _second(_twice(x) * 3.0, _through(x))
    y[_place_of(50.5)] = _twice(x)
    y[2] = _second(_twice(x), _of_second(7.0))


def test_copies_of_a_helper_do_not_disturb_each_other() -> None:
    kernel = procedural("nested", _calls_in_calls, [port("x")], [port("y", 3)])
    expected = np.zeros(3)
    _calls_in_calls(2.0, expected)
    found = run_kernel(kernel, {"x": 2.0})["y"]
    assert found[0] == expected[0] == 4.0  # _place_of(50.5) is 0
    np.testing.assert_array_equal(found[[0, 2]], expected[[0, 2]])


# --- what is refused ----------------------------------------------------------------------------------------------------------


def _slices(y: Floats) -> None:
    y[0:2] = 1.0


def _squares(y: Floats) -> None:
    y[0] = y[1] ** 2


def _mixes(y: Floats) -> None:
    k = 1
    y[0] = y[1] * k


def _early(y: Floats) -> None:
    if y[0] > 0.0:
        return
    y[1] = 0.0


def _after_loop(y: Floats) -> None:
    for i in range(2):
        y[i] = 0.0
    y[i] = 1.0


def _changes_input(x: Floats, y: Floats) -> None:
    y[0] = x[0]
    x[0] = 1.0


def _chain(y: Floats) -> None:
    if 0.0 < y[0] < 1.0:
        y[0] = 0.0


def _unknown(y: Floats) -> None:
    y[0] = gamma(1.0)  # type: ignore[name-defined]  # noqa: F821


def _outside(y: Floats) -> None:
    y[0] = y[2]


def _turns_float(y: Floats) -> None:
    n = 0
    n = y[0]
    y[1] = n


def _itself(y: Floats) -> None:
    _itself(y)


def _in_while(y: Floats) -> None:
    while (1.0 if y[0] >= 0.0 else 2.0) > 1.0:
        y[0] += 1.0


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (_slices, "no value"),
        (_squares, r"x \* x"),
        (_mixes, "float"),
        (_early, "return only"),
        (_after_loop, "'i' has no value here"),
        (_chain, "no condition"),
        (_unknown, "no helper"),
        (_outside, r"the shape \(2,\)"),
        (_turns_float, "'n' is an integer"),
        (_itself, "calls itself"),
        (_in_while, "compute it before"),
    ],
)
def test_what_is_no_procedure_is_said_with_its_line(function: Any, message: str) -> None:
    with pytest.raises(NotAProcedure, match=message) as caught:
        translate(function, [], [port("y", 2)])
    file, line, _ = str(caught.value).split(":", 2)
    assert file.endswith("test_procedure.py")
    first = function.__code__.co_firstlineno
    assert first <= int(line) <= first + 4


def test_inputs_are_not_changed() -> None:
    with pytest.raises(NotAProcedure, match="'x' is an input"):
        translate(_changes_input, [port("x", 2)], [port("y", 2)])
