"""Analytic gradients of cost and limits against differences."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwright as lw
from linkwright.identification.excitation.clearance import link_segments
from linkwright.identification.excitation.cost import COSTS, condition, cost
from linkwright.identification.excitation.descent import descend
from linkwright.identification.excitation.motion import Motion, adjoint
from linkwright.identification.excitation.moving import moving
from linkwright.identification.excitation.plan import Plan
from linkwright.identification.excitation.plant import Plant
from linkwright.identification.excitation.problem import Lagrangian
from linkwright.identification.excitation.run import problem_of
from linkwright.identification.excitation.search import random_start, reachable
from tests.identification.excitation.arms import ELBOW, EXAMPLES, chain


def slopes(function: Any, x: np.ndarray, h: float) -> tuple[np.ndarray, np.ndarray]:
    """Directional derivatives along random directions: from the gradient, and by central differences."""
    ways = np.random.default_rng(1).normal(size=(4, x.size))
    _, gradient = function(x)
    differences = [(function(x + h * way)[0] - function(x - h * way)[0]) / (2 * h) for way in ways]
    return ways @ gradient, np.array(differences)


@pytest.mark.parametrize("kind", COSTS)
@pytest.mark.parametrize("order", [0.0, 1.0, 8.0])
def test_cost_of_a_matrix(kind: str, order: float) -> None:
    W = np.random.default_rng(0).normal(size=(60, 5)) * [1, 2, 3, 0.5, 1]

    def flat(x: np.ndarray) -> tuple[float, np.ndarray]:
        value, by_W = cost(x.reshape(W.shape), 30, kind, order)
        return value, by_W.ravel()

    got, wanted = slopes(flat, W.ravel(), 1e-5)
    assert np.allclose(got, wanted, rtol=1e-6, atol=1e-9)


def test_high_orders_tend_to_the_condition_number() -> None:
    """log cond(W)^2, from above."""
    W = np.random.default_rng(0).normal(size=(60, 5)) * [1, 2, 3, 0.5, 1]
    exact = 2 * np.log(np.linalg.cond(W))
    costs = [cost(W, 60, "condition", order)[0] for order in (1.0, 4.0, 16.0, 64.0)]
    assert costs == sorted(costs, reverse=True)
    assert exact - 1e-12 <= costs[-1] < exact + 0.06  # rounding differs between processors
    assert condition(W) == pytest.approx(np.linalg.cond(W))
    assert condition(W[:, [0, 0]]) == np.inf


def test_adjoint_is_the_jacobian_transposed() -> None:
    robot = chain("RPR", 3)
    function = lw.derive(robot, "base_regressor")
    random = np.random.default_rng(0)
    state = dict(zip("qva", random.normal(size=(3, 3)), strict=True))
    (port,) = function.outputs.values()
    weights = random.normal(size=port.shape)
    found = adjoint(function)(**state, weights=weights)
    for name in "qva":
        jacobian = function.jacobian(port.name, name)(**state)
        assert np.allclose(found[f"d{name}"], np.einsum("ij,ijk->k", weights, jacobian))


CASES = {
    "tree, all limits": (
        ELBOW,
        {"floor": 0.1, "clearance": 0.02, "acceleration": 4.0, "margin": 0.0},
        {"tool": [[-0.8, 0.8], [-0.8, 0.8], [0.2, 1.0]]},
    ),
    "loop in closed form": (EXAMPLES / "loops" / "fivebar1.yaml", {"velocity": 2.0}, {}),
    "loop without": (EXAMPLES / "loops" / "bennett.yaml", {"velocity": 2.0}, {}),
}


@pytest.mark.parametrize("case", CASES)
def test_search_function(case: str) -> None:
    """Cost and every band at once, along variables; pressed on purpose."""
    path, asked, boxes = CASES[case]
    robot = lw.load(path)
    limits = {"*": {"effort": 60.0}}
    plan = Plan(**asked)
    problem, _ = problem_of(moving(robot, "", None), plan, limits, boxes, False) if boxes else _loose(robot, plan)
    lagrangian = Lagrangian(problem, 5.0, 2.0)
    random = np.random.default_rng(0)
    x = reachable(lagrangian, 1.2 * random_start(problem, random))
    lagrangian.forces = [0.1 * random.random(f.shape) for f in lagrangian.forces]
    got, wanted = slopes(lagrangian, x, 1e-6 if boxes else 1e-5)
    assert np.allclose(got, wanted, rtol=1e-5, atol=1e-4)
    assert np.abs(wanted).max() > 1e-2


def _loose(robot: Any, plan: Plan) -> Any:
    return problem_of(moving(robot, "", None), plan, {"*": {"effort": 50.0}}, {}, False)


def test_descent_finds_a_minimum_beside_a_hole() -> None:
    """Rosenbrock's function, which is missing where x < -1.3."""

    def rosenbrock(x: np.ndarray) -> tuple[float, np.ndarray]:
        a, b = x
        if a < -1.3:
            return float("inf"), np.zeros(2)
        slope = [-2 * (1 - a) - 400 * a * (b - a * a), 200 * (b - a * a)]
        return float((1 - a) ** 2 + 100 * (b - a * a) ** 2), np.array(slope)

    assert np.allclose(descend(rosenbrock, np.array([-1.2, 1.0]), 200), 1.0, atol=1e-6)


def test_axes_of_links() -> None:
    """From the ground to the first hinge, from joint to joint, to the tool; a slide on the ground has no column."""
    assert link_segments(chain("RR")).names == ("world - link1", "link1 - link2", "link2 - tool")
    assert link_segments(chain("PR")).names == ("link1 - link2", "link2 - tool")
    places = Plant(chain("RR", 1)).places(("world", "link1"))(Motion(*np.zeros((3, 1, 2))))
    assert np.allclose(places[0, :3], 0)
    assert np.allclose(places[0, 3:], [float(x) for x in chain("RR", 1).joints["j1"].X.p])
