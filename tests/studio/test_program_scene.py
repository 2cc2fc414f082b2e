"""Generated programs of random trees, run in Node, against derivations that they are not made from."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

import linkwright as lw
from linkwright.model.robot import WORLD, OpenRobot
from linkwright.studio.desk.program import module_of
from linkwright.studio.desk.program_tree import program_of_tree
from linkwright.studio.desk.setup import Setup
from tests.strategies import mechanisms
from tests.support.page_program import in_node, needs_node
from tests.support.source import ROOT

pytestmark = needs_node

SCRIPT = """
const rows = JSON.parse(readFileSync(new URL("./states.json", import.meta.url))).map(({ q, v, push, points, forces }) => {
  const p = layout.parameters.map((x) => x.value);
  const slope = program.slope(0.5, q, v, [], push, p);
  const seen = program.observe(0.5, q, v, slope.a, [], push, p);
  const energy = (h) => {
    const at = [q.map((x, k) => x + h * slope.dq[k]), v.map((x, k) => x + h * slope.a[k])];
    const { kinetic, potential } = program.observe(0.5, ...at, slope.a, [], push, p);
    return kinetic + potential;
  };
  const change = (8 * (energy(1e-4) - energy(-1e-4)) - (energy(2e-4) - energy(-2e-4))) / 12e-4;
  return { change, a: [...slope.a], dq: [...slope.dq], power: slope.power, acting: [...seen.acting], kinetic: seen.kinetic,
    potential: seen.potential, poses: [...program.place(q, p).poses], centers: [...program.place(q, p).centers],
    twists: [...program.speeds(q, v, p).twists], push: [...program.pull(q, points, forces, p).push] };
});
tell(rows);
"""


def states(robot: OpenRobot, count: int) -> list[dict[str, Any]]:
    rng = np.random.default_rng(1)
    bodies = sum(name != WORLD for name in robot.bodies)
    found: list[dict[str, Any]] = []
    for _ in range(count):
        q = [x for n in robot.offsets for x in robot.joints[n].joint_type.random(rng)]
        sizes = {"v": robot.nv, "push": robot.nv, "points": 3 * bodies, "forces": 3 * bodies}
        found.append({"q": [float(x) for x in q], **{n: rng.uniform(-1, 1, k).tolist() for n, k in sizes.items()}})
    return found


def in_page(robot: OpenRobot, folder: Path) -> tuple[dict[str, Any], list[dict[str, Any]], list[dict[str, Any]]]:
    """The layout, states, and what the page computes at them."""
    functions, layout = program_of_tree(robot, Setup())
    asked = states(robot, 3)
    (folder / "states.json").write_text(json.dumps(asked))
    return layout, asked, in_node(folder, {"javascript": module_of(functions, robot.name), "layout": layout}, SCRIPT)


def check_dynamics(robot: OpenRobot, asked: dict[str, Any], found: dict[str, Any]) -> None:
    dynamics = lw.compile(replace(robot, wrenches=()))
    q, v, push = (np.array(asked[n]) for n in ("q", "v", "push"))
    a = np.array(found["a"])
    scale = max(1.0, float(np.max(np.abs(a), initial=0)))
    assert dynamics.inverse_dynamics(q, v, a) == pytest.approx(push, abs=1e-9 * scale)
    assert found["kinetic"] == pytest.approx(float(dynamics.kinetic_energy(q, v)), rel=1e-10, abs=1e-10)
    assert found["potential"] == pytest.approx(float(dynamics.potential_energy(q)), rel=1e-10, abs=1e-10)
    swing = scale * (1 + np.abs(found["kinetic"])) + np.abs(found["power"])
    assert found["power"] == pytest.approx(found["change"], abs=1e-7 * swing)
    assert found["acting"] == pytest.approx(-dynamics.passive_forces(q, v), abs=1e-10)


def check_places(robot: OpenRobot, layout: dict[str, Any], asked: dict[str, Any], found: dict[str, Any]) -> None:
    dynamics = lw.compile(robot)
    q, v = np.array(asked["q"]), np.array(asked["v"])
    poses = np.reshape(found["poses"], (-1, 12))
    pushed = np.zeros(robot.nv)
    for k, (row, pose, twist) in enumerate(
        zip(layout["poses"], poses, np.reshape(found["twists"], (-1, 6)), strict=True)
    ):
        if row["kind"] == "joint":
            continue
        J = dynamics.function("jacobian", frame=row["name"])(q)
        X = dynamics.function("forward_kinematics", frame=row["name"])(q)
        assert pose[:9] == pytest.approx(X[:3, :3].ravel(), abs=1e-11)
        assert pose[9:] == pytest.approx(X[:3, 3], abs=1e-11)
        assert twist == pytest.approx(J @ v, abs=1e-10)
        if row["kind"] == "body":
            point, force = (np.array(asked[n][3 * k : 3 * k + 3]) for n in ("points", "forces"))
            pushed += J[:3].T @ force + J[3:].T @ np.cross(point - X[:3, 3], force)
    assert found["push"] == pytest.approx(pushed, abs=1e-10)


@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(robot=mechanisms(symbolic=False, exact=False, wrenches=False, size=5))
def test_random_trees(robot: OpenRobot, tmp_path: Path) -> None:
    layout, asked, found = in_page(robot, tmp_path)
    for state, row in zip(asked, found, strict=True):
        check_dynamics(robot, state, row)
        check_places(robot, layout, state, row)


@pytest.mark.parametrize(
    "name", [pytest.param("quadruped", marks=pytest.mark.slow), "screws", "elastic_turret", "scara"]
)
def test_examples(name: str, tmp_path: Path) -> None:
    robot = lw.load(ROOT / "examples" / f"{name}.yaml")
    assert isinstance(robot, OpenRobot)
    layout, asked, found = in_page(robot, tmp_path)
    for state, row in zip(asked, found, strict=True):
        check_dynamics(robot, state, row)
        check_places(robot, layout, state, row)
    centers = np.reshape(found[0]["centers"], (-1, 3))
    masses = np.array([b["mass"] for b in layout["bodies"]])
    total = lw.compile(robot).center_of_mass(np.array(asked[0]["q"]))
    if len(masses) and all(b["parent"] != WORLD or robot.joints[b["joint"]].type != "fixed" for b in layout["bodies"]):
        assert masses @ centers / masses.sum() == pytest.approx(total, abs=1e-11)


def test_the_frame_of_a_joint_is_where_its_child_is_at_zero(tmp_path: Path) -> None:
    robot = lw.load(ROOT / "examples" / "arm6.yaml")
    assert isinstance(robot, OpenRobot)
    functions, layout = program_of_tree(robot, Setup())
    script = "tell([...program.place(layout.start.q, layout.parameters.map((x) => x.value)).poses]);"
    found = in_node(tmp_path, {"javascript": module_of(functions, robot.name), "layout": layout}, script)
    poses = dict(zip(((p["kind"], p["name"]) for p in layout["poses"]), np.reshape(found, (-1, 12)), strict=True))
    for joint in robot.joints.values():
        assert poses["joint", joint.name] == pytest.approx(poses["body", joint.child], abs=1e-12)
