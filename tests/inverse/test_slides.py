"""A hinge between two slides whose inclinations are symbols: what is left where both are the same."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import linkwright as lw
from tests.support.graph import NUMPY, evaluate

ARM = """
linkwright: 1
name: slides
parameters: {first: 0.5, third: 0.5}
joints:
  lift:  {type: prismatic, axis: [0, 0, 1], parent: world, child: a, rpy: [first, 0, 0]}
  turn:  {type: revolute, axis: [0, 0, 1], parent: a, child: b, xyz: [0.3, 0.1, 0.2], rpy: [-first, 0, 0]}
  reach: {type: prismatic, axis: [0, 0, 1], parent: b, child: c, xyz: [0.2, 0.4, 0.1], rpy: [0, third, 0]}
  roll:  {type: revolute, axis: [0, 0, 1], parent: c, child: d, xyz: [0.3, 0.1, 0.2], rpy: [0, -third, 0]}
  pitch: {type: revolute, axis: [0, 1, 0], parent: d, child: e}
  spin:  {type: revolute, axis: [0, 0, 1], parent: e, child: f}
frames:
  tool: {body: f, xyz: [0.1, 0, 0.2]}
"""


@pytest.mark.parametrize(("third", "count"), [(0.7, 4), (0.5, 2)])
def test_slides_of_the_same_inclination_lose_a_solution_and_divide_by_no_zero(
    tmp_path: Path, third: float, count: int
) -> None:
    """The quadratic equation becomes a linear one: its larger root is infinitely far, and must not be computed."""
    (tmp_path / "slides.yaml").write_text(ARM)
    robot = lw.load(tmp_path / "slides.yaml")
    f = lw.derive(robot, "ik", parameters="symbolic")
    q, given = np.random.default_rng(0).uniform(-1, 1, 6), np.array([0.5, third])
    pose = np.asarray(lw.derive(robot, "fk", frame="tool", parameters="symbolic")(q=q, parameters=given))
    found = f(pose=pose, parameters=given)
    assert found["count"] == count
    assert np.nanmin(np.abs(found["solutions"] - q).max(axis=-1)) < 1e-9
    graph = f.graph
    values = {
        graph.data[i]: x
        for port, numbers in (("pose", pose.ravel()), ("parameters", given))
        for i, x in zip(f.inputs[port].nodes, numbers, strict=True)
    }
    divisors = [graph.args[i][1] for i in range(len(graph.op)) if graph.op[i] == "div"]
    assert divisors
    with np.errstate(invalid="ignore"):
        assert np.all(np.abs(evaluate(graph, divisors, values, NUMPY)) > 1e-9)


SKEW = """
linkwright: 1
name: skew
parameters: {tilt: 0.4}
joints:
  turn:  {type: revolute, axis: [0, 0, 1], parent: world, child: a}
  swing: {type: revolute, axis: [0, 0, 1], parent: a, child: b, xyz: [0.3, 0.1, 0.2], rpy: [0.7, 0.2, 0]}
  reach: {type: prismatic, axis: [0, 0, 1], parent: b, child: c, xyz: [0.2, 0.4, 0.1], rpy: [tilt, 0, 0]}
frames:
  tool: {body: c, xyz: [0.1, 0, 0.2]}
"""


@pytest.mark.parametrize("tilt", [0.4, -0.9, 0.0])
def test_two_skew_hinges_and_a_slide_of_any_inclination_reach_a_position(tmp_path: Path, tilt: float) -> None:
    (tmp_path / "skew.yaml").write_text(SKEW)
    robot = lw.load(tmp_path / "skew.yaml")
    solve = lw.derive(robot, "ik", parameters="symbolic", mask="position")
    place = lw.derive(robot, "fk", frame="tool", parameters="symbolic")
    for q in np.random.default_rng(1).uniform(-1, 1, (5, 3)):
        pose = np.asarray(place(q=q, parameters=[tilt]))
        rows = solve(pose=pose, parameters=[tilt])["solutions"]
        solutions = rows[np.isfinite(rows).all(axis=-1)]
        assert np.min(np.abs(solutions - q).max(axis=-1)) < 1e-8
        for x in solutions:
            assert np.asarray(place(q=x, parameters=[tilt]))[:3, 3] == pytest.approx(pose[:3, 3], abs=1e-8)
