"""Keyframes of MJCF: where loops start whose zero pose is a dead point, here a crank that a piston drives, all stretched."""

from __future__ import annotations

from math import asin, cos, sin
from pathlib import Path

import numpy as np
import pytest

import linkwright as lw
from linkwright.model.assembly.mobility_study import study

mujoco = pytest.importorskip("mujoco")

PISTON = """
<mujoco model="engine">
  <compiler angle="radian"/>
  <worldbody>
    <body name="crank">
      <joint name="shaft" axis="0 1 0"/>
      <geom type="capsule" size="0.02" fromto="0 0 0 0.2 0 0"/>
      <body name="rod" pos="0.2 0 0">
        {knuckle}
        <geom type="capsule" size="0.02" fromto="0 0 0 0.5 0 0"/>
      </body>
    </body>
    <body name="piston" pos="0.7 0 0">
      <joint name="stroke" type="slide" axis="1 0 0"/>
      <geom type="sphere" size="0.05"/>
      <body name="whistle"><joint name="lid" axis="0 0 1"/><geom type="sphere" size="0.01" pos="0 0.02 0"/></body>
    </body>
  </worldbody>
  <equality><connect body1="rod" body2="piston" anchor="0.5 0 0"/></equality>
  <actuator><motor joint="{motor}"/></actuator>
  <keyframe>{keys}</keyframe>
</mujoco>
"""
HINGE = '<joint name="knuckle" axis="0 1 0"/>'
BALL = '<joint name="knuckle" type="ball"/>'


def key(turn: float, knuckle: str = HINGE, name: str = "home", away: float = 0.0) -> str:
    """A key at which the crank is turned, with the digits that MuJoCo's viewer writes. away: how far the piston is off."""
    bend = -turn - asin(0.2 * sin(turn) / 0.5)
    stroke = 0.2 * cos(turn) + 0.5 * cos(turn + bend) - 0.7 + away
    joint = [bend] if knuckle == HINGE else [cos(bend / 2), 0.0, sin(bend / 2), 0.0]
    numbers = " ".join(f"{x:.6g}" for x in (turn, *joint, stroke, 0.4))
    return f'<key name="{name}" qpos="{numbers}" ctrl="0.3" time="2"/>'


def load(folder: Path, keys: str, motor: str = "stroke", knuckle: str = HINGE) -> lw.ClosedRobot:
    (folder / "engine.xml").write_text(PISTON.format(knuckle=knuckle, motor=motor, keys=keys))
    robot = lw.load(folder / "engine.xml")
    assert isinstance(robot, lw.ClosedRobot)
    return robot


def noted(robot: lw.Robot) -> list[str]:
    return [n.what for n in robot.notes if "keyframe" in n.what]


def mass_at_start(robot: lw.ClosedRobot) -> np.ndarray:
    c, q = robot.coordinates, study(robot).start
    f = lw.derive(robot, "mass_matrix")
    given = {"q": q[list(c.free_q)], "theta": q[list(c.dependent_q)]}
    return np.array(f(**{n: x for n, x in given.items() if n in f.inputs}))


@pytest.mark.parametrize("knuckle", [HINGE, BALL])
def test_loops_at_a_dead_point_start_from_the_keyframe(knuckle: str, tmp_path: Path) -> None:
    robot = load(tmp_path, key(0.3, knuckle, "other") + key(1.1, knuckle), knuckle=knuckle)
    assert noted(robot) == ["the loops are at a dead point at qpos0: their joints start near keyframe 'home'"]
    q = study(robot).start
    assert q[0] == pytest.approx(1.1, abs=1e-4)
    assert q[robot.tree.offsets["lid"][0]] == 0  # it is in no loop

    model = mujoco.MjModel.from_xml_path(str(tmp_path / "engine.xml"))
    data = mujoco.MjData(model)
    model.opt.jacobian = int(mujoco.mjtJacobian.mjJAC_DENSE)
    data.qpos[:] = [*q[:1], q[4], *q[1:4], *q[5:]] if knuckle == BALL else q
    mujoco.mj_forward(model, data)
    M = np.zeros((model.nv, model.nv))
    mujoco.mj_fullM(model, data, M)
    J = np.reshape(data.efc_J, (-1, model.nv))[:3]
    free, rest = list(robot.coordinates.free_v), list(robot.coordinates.dependent_v)
    W = np.zeros((model.nv, len(free)))
    W[free] = np.eye(len(free))
    W[rest] = -np.linalg.pinv(J[:, rest], rcond=1e-8) @ J[:, free]
    np.testing.assert_allclose(mass_at_start(robot), W.T @ M @ W, rtol=1e-9, atol=1e-12)


def test_without_a_home_the_first_key_counts(tmp_path: Path) -> None:
    robot = load(tmp_path, key(0.8, name="low") + key(1.2, name="high"))
    assert study(robot).start[0] == pytest.approx(0.8, abs=1e-4)
    assert "'low'" in noted(robot)[0]


@pytest.mark.parametrize(
    ("keys", "motor"),
    [
        (key(1.1), "shaft"),  # the crank tells where the piston is
        (key(1.1, away=0.4), "stroke"),  # no closed pose is near
        (key(0.0), "stroke"),  # the same dead point
    ],
    ids=["no dead point", "open", "dead, too"],
)
def test_else_the_start_is_the_models_own(keys: str, motor: str, tmp_path: Path) -> None:
    robot = load(tmp_path, keys, motor)
    assert noted(robot) == ["<keyframe>"]
    assert dict(robot.start) == {"shaft": 0, "knuckle": 0, "stroke": 0, "lid": 0}


def test_keys_of_models_without_loops_are_not_looked_at(tmp_path: Path) -> None:
    text = PISTON.format(knuckle=HINGE, motor="shaft", keys='<key qpos="1 2"/>')
    start, end = text.index("<equality>"), text.index("<actuator>")
    (tmp_path / "tree.xml").write_text(text[:start] + text[end:])
    assert noted(lw.load(tmp_path / "tree.xml")) == ["<keyframe>"]
