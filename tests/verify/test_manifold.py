"""Laws of Lagrangians: they hold for right derivations, and each fails for a wrong one; generated code carries its tests."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from tests.manifold.chart import accelerations, random_inputs, random_state
from tests.manifold.coordinates import SYSTEMS
from tests.support.graph import Function, Graph, copy_nodes
from tests.support.manifold import system
from tests.support.package import LinkwrightError
from tests.support.referee import Brute
from tests.support.verification import LAWS_OF_MANIFOLDS as LAWS
from tests.support.verification import law_context, row, verify

EXAMPLES = Path(__file__).parents[2] / "examples" / "manifold"
QUICK = ["spherical_pendulum", "pendulum_3d", "pendulum_on_a_cart", "rolling_ball", "chaplygin_sleigh"]


@pytest.mark.parametrize(
    "name", [n if n in QUICK else pytest.param(n, marks=pytest.mark.slow) for n in SYSTEMS]
)  # fmt: skip
def test_laws_of_the_examples(name: str) -> None:
    verdict = verify(lw.load(EXAMPLES / f"{name}.yaml"))
    assert verdict.ok, str(verdict)
    asked = {r.law for r in verdict.rows if r.ok is not None}
    assert {3, 6, 7, 19, 20, 21, 22} <= asked


@pytest.mark.parametrize("name", ["double_spherical_pendulum", "pendulum_3d", "rolling_ball", "chaplygin_sleigh"])
def test_brute_force_as_in_coordinates(name: str) -> None:
    """The reference of the generated tests against the reference of our own."""
    s, mechanism = SYSTEMS[name], lw.load(EXAMPLES / f"{name}.yaml")
    rng = np.random.default_rng(1)
    state, inputs = random_state(s, rng), random_inputs(s, rng)
    q, v = (np.concatenate([state[x.name][k] for x in mechanism.variables]) for k in (0, 1))
    b = Brute(mechanism, q, v, inputs)
    expected = accelerations(s, state, inputs)
    assert np.allclose(b.solution[0], np.concatenate([expected[x.name] for x in mechanism.variables]), atol=1e-12)


def spoiled(quantity: str, factor: float = 1.001) -> Any:
    """A derivation whose first non-zero element of one quantity is a little wrong."""

    def derive(mechanism: Any, name: str, **options: Any) -> Function:
        f = derive(mechanism, name, **options)
        if name != quantity:
            return f
        graph = Graph()
        nodes = copy_nodes(f.graph, graph, f.roots)
        k = next(i for i, n in enumerate(nodes) if graph.value(n) != 0)
        nodes[k] = graph.mul(graph.number(factor), nodes[k])
        return f.with_outputs(graph, nodes)

    return derive


@pytest.mark.parametrize(
    ("quantity", "laws"),
    [
        ("accelerations", {3, 7, 10, 19, 21}),
        ("equations_of_motion", {3}),
        ("mass_matrix", {6}),
        ("kinetic_energy", {6}),
        ("energy", {6, 7}),
        ("power", {7}),
        ("conserved_quantities", {10}),
        ("momentum", {6, 21}),
        ("hamilton_equations", {21}),
    ],
)
def test_a_wrong_derivation_is_found(quantity: str, laws: set[int]) -> None:
    subject = law_context(lw.load(EXAMPLES / "pendulum_3d.yaml"), derive=spoiled(quantity))
    failed = {n for n in laws if row(LAWS[n], subject).ok is False}
    assert failed == laws


def test_a_symmetry_that_is_none() -> None:
    mechanism = system({"q": "S2"}, "dot(dq, dq)/2 - g*dot(q, e3)", {"g": 9.81}, symmetries={"wrong": {"q": "e1"}})
    assert row(LAWS[10], law_context(mechanism)).ok is False


def test_no_peer_reads_a_lagrangian() -> None:
    with pytest.raises(LinkwrightError, match="no independent code"):
        verify(lw.load(EXAMPLES / "pendulum_3d.yaml"), against="pinocchio")


def test_constants_without_values() -> None:
    mechanism = system({"R": "SO(3)"}, "dot(Omega, J*Omega)/2 - m*g*dot(R*rho, e3)",
                       {"J": "symmetric", "m": "scalar", "g": "scalar", "rho": "vector"}, "dot(eta, M)")  # fmt: skip
    assert verify(mechanism, laws=[3, 6, 7]).ok


@pytest.mark.parametrize(
    ("name", "quantities", "parameters"),
    [
        ("spherical_pendulum", None, "numeric"),
        pytest.param("rolling_ball", "all", "symbolic", marks=pytest.mark.slow),
        pytest.param("pendulum_on_a_cart", "all", "numeric", marks=pytest.mark.slow),
    ],
)
def test_generated_code_carries_its_tests(tmp_path: Path, name: str, quantities: str | None, parameters: str) -> None:
    built = lw.build(EXAMPLES / f"{name}.yaml", ["c", "numpy"], tmp_path, quantities, parameters=parameters)
    assert [r.ok for r in built.tests] == [True, True]
    assert all(r.passed == r.checks and r.checks >= 15 for r in built.tests)
    header = (tmp_path / "c" / f"{name}.h").read_text()
    assert "Equations of motion:" in header


def test_generated_tests_fail_on_wrong_code(tmp_path: Path) -> None:
    from tests.support.describe import about_build
    from tests.support.emit import emit
    from tests.support.package import Request, kernels_of
    from tests.support.verification import run_tests

    mechanism: Any = lw.load(EXAMPLES / "spherical_pendulum.yaml")
    other = replace(mechanism, values={**mechanism.values, "g": (9.9,)})
    options = Request()
    kernels, _ = kernels_of(other, "accelerations,energy", options)
    about = about_build(mechanism, kernels, options, (), ["numpy"])
    assert not run_tests(emit(kernels, "numpy", about), "numpy", 2).ok


@pytest.mark.parametrize(
    ("manifold", "L", "constraints"),
    [
        ({"x": "R", "y": "R"}, "(dx**2 + dy**2)/2 - y", {"belt": "dy - 2 + x"}),
        ({"x": "R", "y": "R"}, "dx**4/4 + dx*dy + dy**2/2 - x*y", {}),
    ],
)
def test_moving_constraints_and_energies_that_are_not_quadratic(
    manifold: dict[str, str], L: str, constraints: dict[str, str]
) -> None:
    verdict = verify(system(manifold, L, {}, constraints=constraints))
    assert verdict.ok, str(verdict)
    assert {3} <= {r.law for r in verdict.rows if r.ok}
