"""MJCF: what MuJoCo's own arrays say, the equations as MuJoCo computes them, loops by its constraint Jacobian."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

import linkwright as lw
from tests.support.systems import needs_links

mujoco = pytest.importorskip("mujoco")

FOUR_BAR = """
<mujoco model="fourbar">
  <compiler angle="degree"/>
  <option gravity="0 0 -9.81"/>
  <worldbody>
    <geom type="plane" size="1 1 1"/>
    <body name="crank" pos="0.1 0 0">
      <joint name="drive" axis="0 1 0" damping="0.3" armature="0.01" ref="10"/>
      <geom type="capsule" size="0.02" fromto="0 0 0 0 0 0.3"/>
      <body name="coupler" pos="0 0 0.3" euler="0 90 0">
        <joint name="middle" axis="0 1 0" pos="0 0 0.01" stiffness="2" springref="5"/>
        <geom type="capsule" size="0.02" fromto="0 0 0 0 0 0.5"/>
      </body>
    </body>
    <body name="rocker" pos="0.6 0 0" euler="0 20 0">
      <joint name="far" axis="0 1 0" range="-60 60" limited="true"/>
      <inertial pos="0 0.01 0.2" mass="0.7" fullinertia="0.02 0.025 0.015 0.001 0 0.002"/>
      <geom type="mesh" mesh="nowhere"/>
    </body>
  </worldbody>
  <equality>
    <connect name="joined" body1="coupler" body2="rocker" anchor="0 0 0.5"/>
    <weld name="off" body1="coupler" body2="rocker" active="false"/>
  </equality>
  <actuator><motor joint="drive"/></actuator>
  <asset><mesh name="nowhere" file="../../elsewhere.stl"/></asset>
</mujoco>
"""

TREE = """
<mujoco>
  <worldbody>
    <body name="base" pos="0 0 1" quat="0.9 0.1 0.3 0.2">
      <freejoint name="float"/>
      <geom type="box" size="0.2 0.1 0.05"/>
      <body name="arm" pos="0.2 0 0" euler="10 20 30">
        <joint name="yaw" axis="0 0 1" pos="0.01 0.02 0"/>
        <joint name="pitch" axis="0 1 1"/>
        <geom type="capsule" size="0.03" fromto="0 0 0 0.3 0 0.1"/>
        <body name="slide" pos="0.3 0 0.1">
          <joint name="rail" type="slide" axis="1 0 0"/>
          <geom type="sphere" size="0.05"/>
          <body name="hand" pos="0.1 0 0"><joint name="wrist" type="ball"/><geom type="box" size="0.05 0.02 0.01"/></body>
        </body>
      </body>
    </body>
  </worldbody>
</mujoco>
"""


def load(text: str, folder: Path, **options: object) -> lw.Robot:
    path = folder / "model.xml"
    path.write_text(text, encoding="utf-8")
    return lw.load(path, **options)  # type: ignore[arg-type]


def qpos_of(model: object, robot: lw.Robot, q: np.ndarray) -> np.ndarray:
    """Our coordinates as MuJoCo's: quaternions w x y z."""
    found = np.zeros(model.nq)  # type: ignore[attr-defined]
    for name, (iq, _) in robot.tree.offsets.items():
        j = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_JOINT, name)
        at = model.jnt_qposadr[j]  # type: ignore[attr-defined]
        kind = robot.joints[name].type
        if kind == "floating":
            found[at : at + 7] = q[[iq, iq + 1, iq + 2, iq + 6, iq + 3, iq + 4, iq + 5]]
        elif kind == "spherical":
            found[at : at + 4] = q[[iq + 3, iq, iq + 1, iq + 2]]
        else:
            found[at] = q[iq]
    return found


def sample(robot: lw.Robot, seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    q = rng.uniform(-1, 1, robot.tree.nq)
    for name, (iq, _) in robot.tree.offsets.items():
        if robot.joints[name].type in ("floating", "spherical"):
            at = iq + 3 if robot.joints[name].type == "floating" else iq
            q[at : at + 4] /= np.linalg.norm(q[at : at + 4])
    return q


def mass_matrix(model: object, qpos: np.ndarray) -> tuple[np.ndarray, object]:
    data = mujoco.MjData(model)
    data.qpos[:] = qpos
    mujoco.mj_forward(model, data)
    M = np.zeros((model.nv, model.nv))  # type: ignore[attr-defined]
    for k in range(model.nv):  # type: ignore[attr-defined]
        column = np.zeros(model.nv)  # type: ignore[attr-defined]
        unit = np.zeros(model.nv)  # type: ignore[attr-defined]
        unit[k] = 1
        mujoco.mj_mulM(model, data, column, unit)
        M[:, k] = column
    return M, data


def test_a_tree_has_mujocos_mass_matrix(tmp_path: Path) -> None:
    robot = load(TREE, tmp_path)
    assert robot.tree.joint_names == ("float", "yaw", "pitch", "rail", "wrist")
    model = mujoco.MjModel.from_xml_string(TREE)
    for seed in range(3):
        q = sample(robot, seed)
        M, data = mass_matrix(model, qpos_of(model, robot, q))
        R = np.zeros(9)
        mujoco.mju_quat2Mat(R, data.qpos[3:7])  # type: ignore[attr-defined]
        turn = np.eye(model.nv)
        turn[:3, :3] = R.reshape(3, 3)  # ours: linear velocity in the body's axes
        np.testing.assert_allclose(lw.derive(robot, "mass_matrix")(q=q), turn.T @ M @ turn, rtol=1e-9, atol=1e-10)


def test_loops_have_mujocos_constraint_jacobian(tmp_path: Path) -> None:
    robot = load(FOUR_BAR, tmp_path)
    assert [(x.name, x.kind) for x in robot.loops] == [("joined", "point")]
    assert robot.actuated == ("drive",)
    assert any("not active" in n.what for n in robot.notes)
    text = FOUR_BAR.replace('<geom type="mesh" mesh="nowhere"/>', "").replace(
        '<asset><mesh name="nowhere" file="../../elsewhere.stl"/></asset>', ""
    )
    model = mujoco.MjModel.from_xml_string(text)
    q = np.array([robot.start[n] for n in robot.tree.joint_names])
    np.testing.assert_allclose(qpos_of(model, robot, q), model.qpos0, atol=1e-15)
    M, data = mass_matrix(model, model.qpos0)
    np.testing.assert_allclose(lw.derive(robot.tree, "mass_matrix")(q=q), M, rtol=1e-10)
    first, second = (lw.derive(robot.tree, "jacobian", frame=f"joined_{end}") for end in ("first", "second"))
    ours = (first(q=q) - second(q=q))[:3]
    theirs = data.efc_J.reshape(-1, model.nv)[:3]  # type: ignore[attr-defined]
    np.testing.assert_allclose(ours, theirs, atol=1e-10)


WELD = """
<mujoco><worldbody>
  <body name="a"><joint name="j1" axis="0 1 0"/><geom size="0.1"/>
    <body name="b" pos="1 0 0" euler="0 30 0"><joint name="j2" axis="0 1 0"/><geom size="0.1"/>
      <body name="c" pos="0 0 1"><joint name="j3" axis="0 1 0"/><geom size="0.1"/></body></body></body>
</worldbody><equality><weld name="w" body1="a" body2="c" anchor="0.3 0.1 0.2" {}/></equality></mujoco>
"""


@pytest.mark.parametrize("extra", ["", 'relpose="0.9 0.1 0.3 0.9 0 0.1 0"'])
def test_welds_are_mujocos(extra: str, tmp_path: Path) -> None:
    text = WELD.format(extra)
    robot, model = load(text, tmp_path), mujoco.MjModel.from_xml_string(text)
    data = mujoco.MjData(model)
    data.qpos[:] = q = np.array([0.3, -0.2, 0.4])
    mujoco.mj_forward(model, data)
    first, second = (lw.derive(robot.tree, "forward_kinematics", frame=f"w_{end}")(q=q) for end in ("first", "second"))
    np.testing.assert_allclose(first[:3, 3] - second[:3, 3], data.efc_pos[:3], atol=1e-12)
    angle = np.arccos((np.trace(first[:3, :3].T @ second[:3, :3]) - 1) / 2)
    assert 2 * np.arcsin(np.linalg.norm(data.efc_pos[3:6])) == pytest.approx(angle, abs=1e-9)


def test_gravity_springs_and_dampers_are_mujocos(tmp_path: Path) -> None:
    robot = load(FOUR_BAR, tmp_path).tree
    text = FOUR_BAR.replace('<geom type="mesh" mesh="nowhere"/>', "").split("<equality>")[0] + "</mujoco>"
    model = mujoco.MjModel.from_xml_string(text)
    rng = np.random.default_rng(1)
    q, v, a = rng.uniform(-1, 1, (3, 3))
    data = mujoco.MjData(model)
    data.qpos[:], data.qvel[:], data.qacc[:] = q, v, a
    mujoco.mj_inverse(model, data)
    limit = data.qfrc_constraint.copy()
    np.testing.assert_allclose(
        lw.derive(robot, "inverse_dynamics")(q=q, v=v, a=a), data.qfrc_inverse + limit, rtol=1e-9, atol=1e-9
    )


def test_couplings_are_polynomials_about_the_rest(tmp_path: Path) -> None:
    text = FOUR_BAR.replace(
        '<weld name="off" body1="coupler" body2="rocker" active="false"/>',
        '<joint name="gear" joint1="far" joint2="drive" polycoef="0.1 2 0 -1 0"/>',
    )
    (coupling,) = load(text, tmp_path).couplings
    assert coupling.joint == "far"
    from tests.support.graph import evaluate

    d = 0.7 - np.deg2rad(10)
    found = evaluate(coupling.value.graph, [coupling.value.index], {"q(drive)": 0.7})[0]
    assert found == pytest.approx(0.1 + 2 * d - d**3)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("<robot/>", "starts with <robot>"),
        ('<mujoco><include file="../x.xml"/></mujoco>', "outside the model's folder"),
        ('<mujoco><include file="/etc/passwd"/></mujoco>', "outside the model's folder"),
        ('<mujoco><include file="model.xml"/></mujoco>', "is included already"),
        ("<mujoco><worldbody><body><joint/></body></worldbody></mujoco>", "MuJoCo cannot compile"),
        ('<!DOCTYPE x [<!ENTITY a "b">]><mujoco/>', "DOCTYPE"),
        (
            '<mujoco><asset><mesh name="m" file="gone.stl"/></asset><worldbody><body><joint/><geom type="mesh" mesh="m"/>'
            "</body></worldbody></mujoco>",
            "inertia of a body comes from mesh 'gone.stl'",
        ),
    ],
)
def test_what_cannot_be_read_is_told(text: str, what: str, tmp_path: Path) -> None:
    with pytest.raises(lw.LinkwrightError, match=what):
        load(text, tmp_path)


@needs_links
def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    secret = tmp_path / "secret.xml"
    secret.write_text("<mujoco/>", encoding="utf-8")
    inside = tmp_path / "inside"
    inside.mkdir()
    os.symlink(secret, inside / "part.xml")
    with pytest.raises(lw.LinkwrightError, match="outside the model's folder"):
        load('<mujoco><include file="part.xml"/></mujoco>', inside)


def test_names_that_are_made_up_are_not_the_files_own(tmp_path: Path) -> None:
    """The first joint and its frame have no names; others have those that they would be given."""
    text = """<mujoco><worldbody>
      <body name="a"><joint pos="0 0 1"/><geom size="0.1"/></body>
      <body name="a_joint0"><joint name="joint0"/><geom size="0.1"/><body name="b"><geom size="0.1"/></body></body>
      <body><joint name="b_fixed"/><geom size="0.1"/></body>
    </worldbody></mujoco>"""
    robot = load(text, tmp_path)
    assert robot.joint_names == ("joint0_", "joint0", "b_fixed")
    assert {"a", "a_joint0_", "a_joint0", "b", "body4"} <= set(robot.bodies)
