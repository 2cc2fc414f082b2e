"""Programs of closed robots, run in Node: they close along a path as Linkwright's own solver does, and feel the same forces."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from linkwright.studio.desk import answer
from tests.support.model import ClosedRobot, solve
from tests.support.page_program import in_node, needs_node, program_of
from tests.support.source import ROOT

pytestmark = needs_node
EXAMPLES = ROOT / "examples"

WAY = """
const p = layout.parameters.map((x) => x.value), way = JSON.parse(readFileSync(new URL("./way.json", import.meta.url)));
let guess = Float64Array.from(layout.start.q);
tell(way.map((q) => {
  const { tree, residual } = program.close(q, guess, p);
  guess = tree;
  return { tree: [...tree], residual };
}));
"""


def closed_along(path: str, reach: float, folder: Path) -> tuple[ClosedRobot, Any, list[dict[str, Any]]]:
    """The robot, free coordinates along a path, and what the page finds there."""
    text = (EXAMPLES / f"{path}.yaml").read_text()
    robot = lw.load(EXAMPLES / f"{path}.yaml")
    assert isinstance(robot, ClosedRobot)
    found = program_of(text)
    start = np.array(found["layout"]["start"]["q"])[list(robot.coordinates.free_q)]
    amplitude = reach * np.cos(np.arange(len(start)))
    way = start + np.sin(np.linspace(0, 2 * np.pi, 60))[:, None] * amplitude
    (folder / "way.json").write_text(json.dumps(way.tolist()))
    return robot, way, in_node(folder, found, WAY)


@pytest.mark.parametrize(
    ("path", "reach"),
    [("loops/fourbar", 0.5), ("loops/slider_crank", 0.7), ("parallel/6ups", 0.1), ("parallel/delta", 0.05)],
)
def test_the_page_closes_a_robot_along_a_path(path: str, reach: float, tmp_path: Path) -> None:
    robot, way, found = closed_along(path, reach, tmp_path)
    positions = None
    for q, row in zip(way, found, strict=True):
        assert row["residual"] < 1e-9
        positions = solve(robot, q, positions)
        assert row["tree"] == pytest.approx(positions, abs=1e-9)


def test_sliders_of_lengths_close_another_robot(tmp_path: Path) -> None:
    """Parameters are inputs of the closure, too."""
    found = program_of((EXAMPLES / "loops" / "slider_crank.yaml").read_text())
    names = [x["name"] for x in found["layout"]["parameters"]]
    assert names
    script = """
const p = layout.parameters.map((x) => 1.1 * x.value), free = layout.coordinates.filter((c) => c.free).map((c) => c.index);
tell(program.close(free.map((k) => layout.start.q[k]), layout.start.q, p));"""
    made = in_node(tmp_path, found, script)
    assert made["residual"] < 1e-11
    assert list(made["tree"].values()) != pytest.approx(found["layout"]["start"]["q"], abs=1e-3)


@pytest.mark.parametrize("path", ["loops/fourbar", "parallel/6ups"])
def test_a_pull_at_a_body_is_felt_at_the_free_joints(path: str, tmp_path: Path) -> None:
    """Power of the force at the point is power of the push at the free rates: by differences along a motion."""
    robot = lw.load(EXAMPLES / f"{path}.yaml")
    assert isinstance(robot, ClosedRobot)
    found = program_of((EXAMPLES / f"{path}.yaml").read_text())
    script = """
const p = layout.parameters.map((x) => x.value), n = layout.bodies.length, h = 1e-5;
const free = layout.coordinates.filter((c) => c.free).map((c) => c.index), q = free.map((k) => layout.start.q[k]);
const points = program.place(layout.start.q, p).centers, forces = points.map((_, k) => Math.sin(1 + k));
const { push } = program.free_pull(layout.start.q, points, forces, p);
const rows = free.map((_, k) => {
  const at = (h) => program.place(program.close(q.map((x, i) => x + (i === k ? h : 0)), layout.start.q, p).tree, p).centers;
  const ahead = at(h), back = at(-h);
  return forces.reduce((sum, f, i) => sum + (f * (ahead[i] - back[i])) / (2 * h), 0);
});
tell([[...push], rows]);"""
    push, rates = in_node(tmp_path, found, script)
    assert push == pytest.approx(rates, rel=1e-6, abs=1e-6)


def test_the_start_of_what_follows_cannot_be_given() -> None:
    text = (EXAMPLES / "loops" / "slider_crank.yaml").read_text()
    found = answer("program", {"document": text, "run": {"start": {"q": {"piston": 1}, "v": {}}}})
    assert "crank" in found["messages"][0]["hint"]


def test_a_start_out_of_reach_is_said_in_numbers() -> None:
    text = (EXAMPLES / "parallel" / "delta.yaml").read_text()
    found = program_of(text)
    name = next(c["name"] for c in found["layout"]["coordinates"] if c["free"])
    found = answer("program", {"document": text, "run": {"start": {"q": {name: 50}, "v": {}}}})
    (message,) = found["messages"]
    assert message["code"] == "LW210"
    assert "residual" in message["what"]


def test_the_page_observes_the_force_of_a_driven_crank(tmp_path: Path) -> None:
    """At states of the server's motion, the force that the program finds is the one that the server found."""
    text = (EXAMPLES / "loops" / "slider_crank.yaml").read_text()
    inputs = {
        "crank": {"kind": "motion", "position": "1 + 0.5*sin(4*t)"},
        "piston": {"kind": "formula", "force": "2*sin(t)"},
    }
    run = {"inputs": inputs, "time": 0.2, "rate": 50}
    motion = answer("simulate", {"document": text, "run": run})["motion"]
    (tmp_path / "motion.json").write_text(json.dumps(motion))
    script = """
const m = JSON.parse(readFileSync(new URL("./motion.json", import.meta.url))), p = layout.parameters.map((x) => x.value);
tell(m.t.map((t, k) => [...program.observe(t, m.q[k], m.v[k], m.a[k], [], [0, 0, 0], p).tau]));"""
    found = in_node(tmp_path, program_of(text, run), script)
    assert np.array(found) == pytest.approx(np.array(motion["tau"]), abs=1e-7)
    assert np.max(np.abs(np.array(found)[:, 0])) > 0.1
