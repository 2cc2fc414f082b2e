"""Inputs of functions say which joint each entry belongs to."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import linkwright as lw
from tests.loops import mechanisms as m

FIVE = m.five_bar()


def names(f: lw.Function) -> dict[str, tuple[str, ...]]:
    return {n: p.labels for n, p in f.inputs.items()}


def test_ports_of_a_closed_robot() -> None:
    assert isinstance(FIVE, lw.ClosedRobot)
    free, rest = FIVE.position_names, FIVE.dependent_position_names
    assert (free, rest) == (("left", "right"), ("left2", "right2"))
    assert (FIVE.free_joint_names, FIVE.dependent_joint_names) == (free, rest)
    assert (FIVE.nq, FIVE.nv, FIVE.joint_names, FIVE.tree.nq) == (2, 2, free, 4)
    given = lw.derive(FIVE, "forward_dynamics", closure="given")
    assert names(given) == {"q": free, "theta": rest, "v": free, "tau": free}
    whole = FIVE.tree.position_names
    tree = lw.derive(FIVE, "forward_dynamics", closure="tree")
    assert names(tree) == {"q": whole, "v": whole, "tau": free}


def test_ports_of_a_tree_with_a_floating_base() -> None:
    robot = lw.load("examples/elbow6.urdf", floating=True)
    f = lw.derive(robot, "inverse_dynamics")
    q, v = (f.inputs[n].labels for n in "qv")
    base = robot.joint_names[0]
    assert q[:8] == (*(f"{base}.{k}" for k in range(1, 8)), "waist")
    assert v[5:7] == (f"{base}.6", "waist")
    assert (len(q), len(v)) == (robot.nq, robot.nv)
    assert f.inputs["a"].labels == v


def test_values_by_joint() -> None:
    robot = lw.load("examples/elbow6.urdf")
    f = lw.derive(robot, "gravity")
    q = dict(zip(robot.joint_names, np.linspace(-1, 1, 6), strict=True))
    assert np.array_equal(f(q=q), f(q=list(q.values())))


def test_generated_headers_and_pages_name_them(tmp_path: Path) -> None:
    lw.build(FIVE, "c", tmp_path, "inverse_dynamics", run=False)
    header = "".join(p.read_text() for p in tmp_path.rglob("*.h"))
    page = "".join(p.read_text() for p in tmp_path.rglob("README.md"))
    assert header.count("     left, right\n") == 1  # once for q, v and a
    assert "`left`, `right`" in page
