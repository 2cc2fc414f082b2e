"""Totality: every kind of mechanism through every function that is dispatched on it. What a kind lacks has a name here."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest

import linkwright as lw
from tests.support.describe import about_build, formulas, model_hash, report
from tests.support.draw import picture
from tests.support.manifold import Lagrangian
from tests.support.model import ClosedRobot, OpenRobot
from tests.support.package import Dynamics, Request, kernel
from tests.support.package import mechanism as kinds
from tests.support.simulation import Flow, Motion, Run, flow, samples, simulate

EXAMPLES = Path(__file__).parents[1] / "examples"
FILES = {
    "open": "double_pendulum.yaml",
    "closed": "loops/fourbar.yaml",
    "lagrangian": "manifold/spherical_pendulum.yaml",
}
TYPES = {"open": OpenRobot, "closed": ClosedRobot, "lagrangian": Lagrangian}


@cache
def example(kind: str) -> Any:
    return lw.load(EXAMPLES / FILES[kind])


def laws(mechanism: Any) -> Any:
    from tests.support.verification import laws_of

    return laws_of(mechanism)


def about(mechanism: Any) -> Any:
    return about_build(mechanism, [kernel(mechanism, "mass_matrix")], Request())


DISPATCHED: dict[str, tuple[Callable[[Any], Any], Callable[[Any], bool]]] = {
    "quantities": (kinds.quantities, lambda x: "mass_matrix" in x),
    "aliases": (kinds.aliases, lambda x: x["crba"] == "mass_matrix"),
    "defaults": (kinds.defaults, lambda x: "mass_matrix" in x),
    "kind_of": (kinds.kind_of, lambda x: x in FILES),
    "derive": (lambda m: lw.derive(m, "mass_matrix"), lambda x: "M" in x.outputs),
    "compile": (lw.compile, lambda x: isinstance(x, Dynamics)),
    "report": (report, lambda x: x["kind"] in FILES and isinstance(x["loops"], list)),
    "formulas": (formulas, lambda x: bool(x) and all(f.lines for f in x)),
    "samples": (lambda m: samples(m, 3), lambda x: len(x["q"]) == len(x["v"]) == 3),
    "flow": (flow, lambda x: isinstance(x, Flow)),
    "simulate": (lambda m: simulate(m, Run(time=0.02)), lambda x: isinstance(x, Motion) and x.energy_error < 1e-6),
    "picture": (picture, lambda x: x.startswith("<svg")),
    "about_build": (about, lambda x: bool(x.picture and x.conventions and x.checks)),
    "model_hash": (model_hash, lambda x: len(x) == 16),
    "laws_of": (laws, lambda x: len(x) > 5),
}


def test_every_kind_is_here() -> None:
    """A fourth kind in `Mechanism` must be walked, too."""
    assert set(TYPES) == set(FILES) == set(kinds.tables())
    namespace = {"OpenRobot": OpenRobot, "ClosedRobot": ClosedRobot, "Lagrangian": Lagrangian}
    union = eval(str(kinds.Mechanism), namespace)
    assert set(get_args(union)) == set(TYPES.values())


@pytest.mark.parametrize("kind", FILES)
def test_the_example_is_of_its_kind(kind: str) -> None:
    assert isinstance(example(kind), TYPES[kind])
    assert kinds.kind_of(example(kind)) == kind


@pytest.mark.parametrize("name", DISPATCHED)
@pytest.mark.parametrize("kind", FILES)
def test_every_kind_has_it(kind: str, name: str) -> None:
    ask, right = DISPATCHED[name]
    assert right(ask(example(kind))), f"{name} of a mechanism of kind '{kind}'"


@pytest.mark.parametrize("kind", FILES)
def test_samples_are_states_of_the_mechanism(kind: str) -> None:
    """Its functions have finite values there; positions have unit rotations and closed loops; a seed gives the same again."""
    mechanism, states = example(kind), samples(example(kind), 5, seed=3)
    again, other = samples(mechanism, 5, seed=3), samples(mechanism, 5, seed=4)
    assert all(np.array_equal(states[n], again[n]) for n in states)
    assert not np.array_equal(states["v"], other["v"])
    assert states["q"].shape == (5, mechanism.nq)
    M = lw.compile(mechanism).function("mass_matrix")(states["q"])
    assert np.all(np.isfinite(M))
    if kind == "closed":
        theta = lw.compile(mechanism).closure(states["q"])
        np.testing.assert_allclose(theta, states["theta"], atol=1e-9)
    if kind == "lagrangian":
        np.testing.assert_allclose(np.linalg.norm(states["q"], axis=1), 1)


@pytest.mark.parametrize("file", [*FILES.values(), "manifold/quadrotor_cable.yaml"])
def test_every_number_of_samples_varies(file: str) -> None:
    """Rates, forces and other inputs to both sides of zero."""
    for name, values in samples(lw.load(EXAMPLES / file), 50).items():
        assert np.all(np.ptp(values, axis=0) > 0.1), name
        if name not in ("q", "theta"):
            assert np.all((np.min(values, axis=0) < -0.5) & (np.max(values, axis=0) > 0.5)), name
