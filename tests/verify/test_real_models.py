"""Closed mechanisms as others publish them, against MuJoCo twice: a model made from our robot, and, for MJCF, the model that
MuJoCo compiles from the file itself, which knows nothing of our reader."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from tests.support.model import analyse
from tests.support.verification import constraint, held, law_context, verify

mujoco: Any = pytest.importorskip("mujoco")
CASSIE = (
    ("cassie", True), ("cassie_v2", True), ("cassie_simple", False), ("cassie_reduced", False),
    ("cassie_wo_gearbox_spring", False),
)  # fmt: skip
"""Of Agility Robotics; name and whether it floats. The others are attached to the world by a joint."""

FOUR_BAR = """<mujoco>
  <compiler angle="radian"/>
  <worldbody>
    <body name="crank" pos="0 0 1">
      <joint name="crank" axis="0 1 0" armature="0.02" damping="0.1"/>
      <geom type="capsule" fromto="0 0 0 0.2 0 0.1" size="0.02" density="800"/>
      <body name="coupler" pos="0.2 0 0.1">
        <joint name="elbow" axis="0 1 0" pos="0 0.01 0" stiffness="0.3" springref="0.4"/>
        <geom type="capsule" fromto="0 0 0 0.5 0 0" size="0.02" density="800"/>
      </body>
    </body>
    <body name="rocker" pos="0.6 0 0.8">
      <joint name="rocker" axis="0 1 0"/>
      <geom type="box" pos="0.05 0 0.15" size="0.03 0.02 0.15" density="500"/>
    </body>
  </worldbody>
  <equality><connect body1="coupler" body2="rocker" anchor="0.5 0 0"/></equality>
  <actuator><motor joint="crank"/></actuator>
</mujoco>"""

GRIPPER = """<mujoco>
  <compiler angle="radian"/>
  <default><geom density="1500"/><joint axis="1 0 0"/></default>
  <worldbody>
    <body name="palm" pos="0 0 0.1">
      <geom type="box" size="0.02 0.05 0.02"/>
      <body name="driver1" pos="0 0.03 0.05">
        <joint name="driver1" armature="0.005" damping="0.1"/>
        <geom type="capsule" fromto="0 0 0 0 0.03 -0.004" size="0.004"/>
        <body name="coupler1" pos="0 0.03 -0.004">
          <joint name="coupler1"/><geom type="capsule" fromto="0 0 0 0 0.005 0.04" size="0.004"/>
        </body>
      </body>
      <body name="spring1" pos="0 0.013 0.06">
        <joint name="spring1" stiffness="0.05" springref="2.6" damping="0.00125"/>
        <geom type="capsule" fromto="0 0 0 0 0.038 0.044" size="0.004"/>
        <body name="follower1" pos="0 0.055 0.038">
          <joint name="follower1" pos="0 -0.018 0.0065"/>
          <geom type="capsule" fromto="0 0 0 0 -0.018 0.0065" size="0.004"/>
          <body name="pad1" pos="0 -0.019 0.0135"><geom type="box" pos="0 -0.003 0.019" size="0.01 0.003 0.019"/></body>
        </body>
      </body>
      <body name="driver2" pos="0 -0.03 0.05" quat="0 0 0 1">
        <joint name="driver2" armature="0.005" damping="0.1"/>
        <geom type="capsule" fromto="0 0 0 0 0.03 -0.004" size="0.004"/>
        <body name="coupler2" pos="0 0.03 -0.004">
          <joint name="coupler2"/><geom type="capsule" fromto="0 0 0 0 0.005 0.04" size="0.004"/>
        </body>
      </body>
      <body name="spring2" pos="0 -0.013 0.06" quat="0 0 0 1">
        <joint name="spring2" stiffness="0.05" springref="2.6" damping="0.00125"/>
        <geom type="capsule" fromto="0 0 0 0 0.038 0.044" size="0.004"/>
        <body name="follower2" pos="0 0.055 0.038">
          <joint name="follower2" pos="0 -0.018 0.0065"/>
          <geom type="capsule" fromto="0 0 0 0 -0.018 0.0065" size="0.004"/>
          <body name="pad2" pos="0 -0.019 0.0135"><geom type="box" pos="0 -0.003 0.019" size="0.01 0.003 0.019"/></body>
        </body>
      </body>
    </body>
  </worldbody>
  <equality>
    <connect anchor="0 0 0" body1="follower1" body2="coupler1"/>
    <connect anchor="0 0 0" body1="follower2" body2="coupler2"/>
    <joint joint1="driver1" joint2="driver2" polycoef="0 1 0.2 0 0"/>
  </equality>
</mujoco>"""


def as_the_file_says(path: Path, robot: lw.Robot, tolerance: float = 1e-9) -> None:
    """Constraints, masses and accelerations (with armature, springs and dampers) of the model that MuJoCo makes of the file.

    All joints are hinges, so coordinates are the same; joints are found by name.
    """
    model = mujoco.MjModel.from_xml_path(str(path))
    model.opt.jacobian = mujoco.mjtJacobian.mjJAC_DENSE
    model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONTACT | mujoco.mjtDisableBit.mjDSBL_LIMIT
    data = mujoco.MjData(model)
    s = law_context(robot)
    order = [mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_JOINT, n) for n in robot.tree.offsets]
    assert len(order) == model.nv
    where = s.cut.coordinates
    for k, q in enumerate(s.states.positions):
        W, mass, forward = (s.value(name)[k] for name in ("projection_matrix", "mass_matrix", "forward_dynamics"))
        data.qpos[order], data.qvel[order] = q, W @ s.states.v[k]
        mujoco.mj_forward(model, data)
        J, pulled = constraint(mujoco, model, data)
        mujoco.mj_forward(model, data)
        M = np.zeros((model.nv, model.nv))
        mujoco.mj_fullM(model, data, M)
        assert np.max(np.abs(data.efc_pos[: data.ne])) < 1e-9  # closed there, too
        tau = np.zeros(model.nv)
        tau[np.array(order)[list(where.free_v)]] = s.states.tau[k]
        a = held(M, J, tau + data.qfrc_passive - data.qfrc_bias, pulled)[order]
        J, M = J[:, order], M[np.ix_(order, order)]
        assert np.max(np.abs(J @ W)) < tolerance * np.max(np.abs(J)) * np.max(np.abs(W))
        assert np.linalg.matrix_rank(J, tol=1e-9) == robot.tree.nv - W.shape[1]
        np.testing.assert_allclose(mass, W.T @ M @ W, rtol=tolerance, atol=tolerance * np.max(np.abs(M)))
        np.testing.assert_allclose(forward, a[list(where.free_v)], rtol=1e-7, atol=1e-7 * np.max(np.abs(a)))


def as_its_own_scene_says(robot: lw.Robot) -> None:
    (row,) = verify(robot, "mujoco", laws=[]).rows
    assert row.ok, row


@pytest.mark.parametrize(("name", "text", "free"), [("four_bar", FOUR_BAR, 1), ("gripper", GRIPPER, 3)])
def test_models_of_the_kinds_that_are_published(name: str, text: str, free: int, tmp_path: Path) -> None:
    path = tmp_path / f"{name}.xml"
    path.write_text(text)
    robot = lw.load(path)
    assert analyse(robot).mobility.true == free
    as_the_file_says(path, robot)
    as_its_own_scene_says(robot)


def _installed(package: str, inside: str) -> Path:
    """A file of a package that need not be installed; the package itself is not imported."""
    try:
        found = find_spec(package)
    except ImportError:
        found = None
    for folder in found.submodule_search_locations or [] if found else []:
        if (Path(folder) / inside).is_file():
            return Path(folder) / inside
    pytest.skip(f"no {inside} of {package}")


def test_the_four_bar_of_genesis() -> None:
    path = _installed("genesis", "assets/xml/four_bar_linkage.xml")
    robot = lw.load(path)
    assert (analyse(robot).mobility.true, robot.tree.nv) == (1, 3)
    as_the_file_says(path, robot)
    as_its_own_scene_says(robot)


@pytest.mark.parametrize("name", ["robotiq_2f85", "robotiq_2f85_v2"])
def test_the_gripper_of_dm_robotics(name: str) -> None:
    path = _installed("dm_robotics.moma", f"models/vendor/robotiq_beta_robots/mujoco/{name}.xml")
    robot = lw.load(path)
    assert (analyse(robot).mobility.true, robot.tree.nv) == (3, 8)
    as_the_file_says(path, robot)
    as_its_own_scene_says(robot)


def _cassie(name: str, floating: bool = False) -> lw.Robot:
    pin = pytest.importorskip("pinocchio")
    path = Path(pin.__file__).parents[4] / f"share/example-robot-data/robots/cassie_description/robots/{name}.sdf"
    if not path.is_file():
        pytest.skip("no robots of example-robot-data")
    return lw.load(path, floating=floating)


@pytest.mark.parametrize("name", [name for name, _ in CASSIE])
def test_cassie_closes_and_its_sides_are_alike(name: str) -> None:
    found = analyse(_cassie(name))
    assert found.residual < 1e-9
    loops = {loop.name: (loop.kind, loop.motion, loop.rows) for loop in found.loops}
    for loop in loops:
        assert loops[loop] == loops[loop.replace("left", "right")]
    assert {n.replace("left", "right") for n in found.free if "left" in n} == {n for n in found.free if "right" in n}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "floating"), CASSIE)
def test_cassie_against_mujoco(name: str, floating: bool) -> None:
    robot = _cassie(name, floating)
    assert robot.loops
    as_its_own_scene_says(robot)
