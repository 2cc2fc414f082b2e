"""Procedures as machine code: what the interpreter computes, for one state and for batches, in threads, with kernels called."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from linkwright.passes.procedural import procedural
from linkwright.passes.procedure_math import Floats, cos, sin, zeros
from linkwright.passes.run_procedure import run_kernel
from tests.support.procedure_programs import Program, programs
from tests.support.procedures import CORPUS, ROOTS, Sample, port
from tests.support.runtime import native

from .kernels import machines

MACHINES = machines()


def outputs(result: Any, sample: Sample) -> dict[str, Any]:
    return result if isinstance(result, dict) else {sample.kernel.outputs[0].name: result}


@pytest.mark.parametrize("machine", sorted(MACHINES))
@pytest.mark.parametrize("sample", CORPUS, ids=lambda s: s.kernel.name)
def test_machine_code_does_what_the_interpreter_does(sample: Sample, machine: str) -> None:
    f = native(sample.kernel, MACHINES[machine])
    batch = {p.name: np.stack([np.asarray(s[p.name], float) for s in sample.states]) for p in sample.kernel.inputs}
    together = outputs(f(**batch), sample)
    for k, state in enumerate(sample.states):
        expected, alone = run_kernel(sample.kernel, state), outputs(f(**state), sample)
        for name, y in expected.items():
            np.testing.assert_allclose(alone[name], y, rtol=1e-10, atol=1e-12, err_msg=f"{name} at {state}")
            np.testing.assert_array_equal(together[name][k], alone[name])


@settings(max_examples=12)
@given(programs())
def test_random_programs(program: Program) -> None:
    f = native(program.kernel)
    for state in program.states:
        expected, found = run_kernel(program.kernel, state), f(**state)
        np.testing.assert_allclose(found, expected["y"], rtol=1e-9, atol=1e-9)


def test_in_threads_the_results_are_the_same() -> None:
    sample = next(s for s in CORPUS if s.kernel.name == "linear_system")
    random = np.random.default_rng(3)
    m, b = random.normal(size=(500, 4, 4)), random.normal(size=(500, 4))
    f = native(sample.kernel)
    one, many = f(m, b, threads=1), f(m, b, threads=3)
    np.testing.assert_array_equal(one["x"], many["x"])
    np.testing.assert_allclose(np.einsum("kij,kj->ki", m, one["x"]), b, atol=1e-8)
    np.testing.assert_allclose(one["determinant"], np.linalg.det(m), atol=1e-9)


def test_a_procedure_travels_to_another_process() -> None:
    sample = CORPUS[0]
    again = pickle.loads(pickle.dumps(native(sample.kernel)))
    np.testing.assert_array_equal(again(**sample.states[0])["root"], native(sample.kernel)(**sample.states[0])["root"])


def test_what_is_repeated_runs_without_python() -> None:
    a = np.random.default_rng(1).uniform(0.5, 9.0, (50, 2))
    found = native(ROOTS)(a, np.ones(2))
    np.testing.assert_allclose(found["x"], np.sqrt(a), rtol=1e-11)


def _large(x: Floats, y: Floats) -> None:
    work = zeros(120, 120)
    for i in range(120):
        for j in range(120):
            work[i, j] = x[0] * float(i - j)
    y[0] = work[119, 0] + work[0, 119] + work[5, 3]


def test_large_arrays_are_not_on_the_stack() -> None:
    f = native(procedural("large", _large, [port("x", 1)], [port("y")]))
    assert f([2.0]) == 4.0


def _turning(q: float, y: Floats) -> None:
    s, c = sin(q), cos(q)
    y[0] = s * s + c * c
    q2 = q + 1.0
    y[1] = sin(q2)
    q2 = q2 + 1.0
    y[2] = sin(q2) + cos(q2)


def test_sines_of_an_angle_that_changed_are_those_of_the_new_one() -> None:
    f = native(procedural("turning", _turning, [port("q")], [port("y", 3)]))
    np.testing.assert_allclose(f(0.3), [1.0, np.sin(1.3), np.sin(2.3) + np.cos(2.3)], rtol=1e-14)


def _constant(y: Floats) -> None:
    y[0] = K


K = 0.0


def test_two_procedures_that_differ_in_a_number_are_two() -> None:
    for k in (1.0, 2.0):
        assert native(procedural("constant", _constant, [], [port("y")], constants={"K": k}))() == k
