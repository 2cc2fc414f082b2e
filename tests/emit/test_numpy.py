"""Generated NumPy: batches, broadcasting, shapes, defaults."""

from __future__ import annotations

from dataclasses import replace
from types import ModuleType

import numpy as np
import pytest

from tests.support.emit import BuildContext, emit

from .kernels import interpret, tiny


@pytest.fixture(scope="module")
def module() -> ModuleType:
    made = ModuleType("tiny")
    exec(emit([tiny()], "numpy", BuildContext("tiny"))["tiny.py"], made.__dict__)
    return made


def test_one_state(module: ModuleType) -> None:
    M, h = module.mass_matrix([0.5, -0.25], [1.5, 0.25])
    expected = interpret(tiny(), {"q": (0.5, -0.25), "parameters": (1.5, 0.25)})
    assert M.shape == (2, 2)
    assert h.shape == ()
    np.testing.assert_array_equal(M.ravel(), expected["M"])
    np.testing.assert_array_equal(h, expected["h"][0])


def test_batches_broadcast(module: ModuleType) -> None:
    rng = np.random.default_rng(1)
    q, p = rng.normal(size=(5, 1, 2)), rng.normal(size=(3, 2))
    M, h = module.mass_matrix(q, p)
    assert M.shape == (5, 3, 2, 2)
    assert h.shape == (5, 3)
    for i in range(5):
        for j in range(3):
            one_M, one_h = module.mass_matrix(q[i, 0], p[j])
            np.testing.assert_allclose(M[i, j], one_M, rtol=1e-15)
            np.testing.assert_allclose(h[i, j], one_h, rtol=1e-15)


def test_defaults_and_empty_batches(module: ModuleType) -> None:
    np.testing.assert_array_equal(module.PARAMETERS, [1.5, 0.25])
    np.testing.assert_array_equal(module.mass_matrix([1.0, 2.0])[0], module.mass_matrix([1.0, 2.0], [1.5, 0.25])[0])
    assert module.mass_matrix(np.zeros((0, 2)))[0].shape == (0, 2, 2)


@pytest.mark.parametrize("q", [[1.0], [1.0, 2.0, 3.0], 1.0, np.zeros((2, 3))])
def test_a_wrong_size_is_named(module: ModuleType, q: object) -> None:
    with pytest.raises(ValueError, match=r"q has shape .* must end with \(2,\)"):
        module.mass_matrix(q)


def test_a_number_that_is_not_finite_is_named(module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="q has elements that are no finite numbers"):
        module.mass_matrix([1.0, np.nan])
    monkeypatch.setattr(module, "CHECK_INPUTS", False)
    assert np.isnan(module.mass_matrix([1.0, np.nan])[0]).any()


def test_text_from_a_file_stays_text() -> None:
    hostile = '"""\nraise SystemExit(1)\n\\"""'
    kernel = tiny()
    ports = tuple(replace(p, doc=hostile, labels=("a\nraise SystemExit(1)", "b")) for p in kernel.inputs)
    kernel = replace(kernel, doc=hostile, equation=hostile, reference=hostile, inputs=ports)
    tree = emit([kernel], "numpy", BuildContext(hostile, conventions=hostile))
    for text in tree.values():
        compile(text, "generated", "exec")
    exec(tree["raise_SystemExit_1.py"], {"__name__": "generated"})
