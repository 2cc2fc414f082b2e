"""Random planar mechanisms and loops in space against dynamics by virtual work of the tree, projected in numbers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import linkwright as lw
from tests.loops.planar import DYADS, random_planar
from tests.support.model import Body, Robot, cut, substitute
from tests.support.referee import Closed, ClosedReference, at_positions
from tests.support.spatial import Inertia, Mat, Vec

EXAMPLES = Path(__file__).parents[2] / "examples"


def heavy(robot: Robot, seed: int) -> Robot:
    """The robot with random inertias."""
    rng = np.random.default_rng(seed)

    def body(b: Body) -> Body:
        A = rng.uniform(-0.3, 0.3, (3, 3))
        S = A @ A.T + 0.05 * np.eye(3)
        tensor = Mat.of((np.trace(S) * np.eye(3) - S).tolist())
        com = Vec(*rng.uniform(-0.3, 0.3, 3).tolist())
        return replace(b, inertia=Inertia.about_com(float(rng.uniform(0.5, 2)), com, tensor))

    values = {n: p.value for n, p in robot.parameters.items() if p.value is not None}
    made, bodies = substitute(robot, values), MappingProxyType({n: body(b) for n, b in robot.bodies.items()})
    return made.with_tree(replace(made.tree, bodies=bodies))


def on_states(robot: Robot, count: int = 3) -> ClosedReference:
    where = cut(robot).coordinates
    closed = Closed(robot, where.free_v)
    q = closed.sample(cut(robot).start, count, reach=0.1)
    rng = np.random.default_rng(1)
    v, a, _ = rng.uniform(-1, 1, (3, count, len(where.free_v)))
    return at_positions(closed, q, v, a)


def agree(
    robot: Robot, p: ClosedReference, closures: tuple[str, ...], tolerance: float = 1e-8, only: tuple[str, ...] = ()
) -> None:
    where = cut(robot).coordinates
    expected = {
        "inverse_dynamics": p.forces().value,
        "mass_matrix": p.mass().value,
        "gravity": p.gravity().value,
        "coriolis_vector": p.coriolis(),
        "coriolis_matrix": p.coriolis_matrix().value,
        "forward_dynamics": p.accelerations,
        "projection_matrix": p.W,
    }
    for closure in closures:
        whole = closure == "tree"
        given = {
            "q": p.positions if whole else p.positions[:, list(where.free_q)],
            "theta": p.positions[:, list(where.dependent_q)],
            "v": p.rates if whole else p.states.v,
            "a": p.tree_accelerations if whole else p.states.a,
            "tau": p.states.tau,
        }
        for quantity in only or expected:
            wanted = expected[quantity]
            f = lw.derive(robot, quantity, closure=closure)
            found = np.asarray(f(**{n: given[n] for n in f.inputs if n != "parameters"}))
            gap = np.abs(found - wanted).max() / max(1.0, np.abs(wanted).max())
            assert gap < tolerance, (closure, quantity, gap)


mechanisms = st.tuples(
    st.integers(0, 10**6),
    st.sampled_from(["R", "P", "RR", "RP"]),
    st.lists(st.sampled_from(DYADS), min_size=1, max_size=2),
)


@settings(max_examples=4, deadline=None)
@given(mechanisms)
def test_random_planar_mechanisms(made: tuple[int, str, list[str]]) -> None:
    robot = heavy(random_planar(*made), made[0])
    closed = Closed(robot, cut(robot).coordinates.free_v)
    assume(closed.condition(np.array(cut(robot).start)) < 30)
    p = on_states(robot, 2)
    assume(p.closed.conditions(p.positions).max() < 100)
    agree(robot, p, ("given", "explicit"), only=("inverse_dynamics", "coriolis_matrix"))
    agree(robot, p, ("tree",), only=("mass_matrix", "gravity"))


SPATIAL = ["loops/bennett.yaml", "loops/sarrus.yaml", "loops/spherical_fourbar.yaml", "loops/slider_crank.yaml"]


@pytest.mark.parametrize("name", [*SPATIAL, "loops/geared_arm.yaml"])
def test_loops_in_space_with_positions_given(name: str) -> None:
    robot = heavy(lw.load(EXAMPLES / name), 3)
    agree(robot, on_states(robot), ("given", "tree"))


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["parallel/6ups.yaml", "parallel/3rrr.yaml", "parallel/delta.yaml", "parallel/6rus.yaml"]
)
def test_parallel_robots_as_general_closures(name: str) -> None:
    robot = heavy(lw.load(EXAMPLES / name), 3)
    agree(robot, on_states(robot, 2), ("given",), 1e-7)
