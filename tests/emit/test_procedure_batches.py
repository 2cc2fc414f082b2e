"""Procedures on many states at once, in the languages that take batches: state by state what one state gives."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np
import pytest

from linkwright.passes.procedural import procedural
from linkwright.passes.procedure_math import Floats
from linkwright.passes.run_procedure import run_kernel
from tests.support.emit import BuildContext, emit
from tests.support.passes import Kernel
from tests.support.procedures import CORPUS, Sample, port

jax = pytest.importorskip("jax")


@pytest.fixture(autouse=True)
def _double() -> Any:
    with jax.enable_x64(True) if hasattr(jax, "enable_x64") else jax.experimental.enable_x64():
        yield


def load(kernel: Kernel, language: str) -> ModuleType:
    made = ModuleType("arm")
    path = "arm.py"
    exec(emit([kernel], language, BuildContext("arm"))[path], made.__dict__)
    return made


def remainder(x: float, y: Floats) -> None:
    """Without the condition around it, the loop would not end at 0; nor would the inner one where the outer is over."""
    y[0] = 10.0
    y[1] = 0.0
    if x > 0.0:
        while y[0] >= x:
            y[0] -= x
            rest = y[0]
            while rest > 1.0:
                rest -= x
                y[1] += 1.0
                if y[1] > 30.0:
                    break


REMAINDER = Sample(
    procedural("remainder", remainder, [port("x")], [port("y", 2)]), remainder, tuple({"x": x} for x in (3.0, 0.0, 0.7))
)
SAMPLES = {s.kernel.name: s for s in (*CORPUS, REMAINDER) if s.kernel.name in ("linear_system", "walk", "remainder")}


@pytest.mark.parametrize("language", ["numpy", "jax"])
@pytest.mark.parametrize("name", SAMPLES)
def test_a_batch_is_its_states(name: str, language: str) -> None:
    sample = SAMPLES[name]
    kernel, states = sample.kernel, sample.states
    f = getattr(load(kernel, language), kernel.name)
    batch = [np.stack([np.asarray(s[p.name], float) for s in states]) for p in kernel.inputs]
    made = [f(*(x[None] for x in batch))]
    made += [jax.jit(jax.vmap(f))(*batch)] if language == "jax" else []
    for k, state in enumerate(states):
        expected = run_kernel(kernel, state)
        for result in made:
            outputs = dict(zip(expected, result if len(expected) > 1 else [result], strict=True))
            for out, y in expected.items():
                found = np.asarray(outputs[out]).reshape(len(states), *np.shape(y))[k]
                np.testing.assert_allclose(found, y, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("language", ["numpy", "jax"])
def test_inputs_are_checked_and_broadcast(language: str) -> None:
    f = load(SAMPLES["walk"].kernel, language).walk
    path, length = f(np.ones((4, 1, 2)), np.zeros(3))
    assert path.shape == (4, 3, 3, 2)
    assert length.shape == (4, 3)
    with pytest.raises(ValueError, match="angle_ has elements that are no finite numbers"):
        f(np.ones(2), np.nan)
    with pytest.raises(ValueError, match=r"start has shape \(3,\)"):
        f(np.ones(3), 0.0)
