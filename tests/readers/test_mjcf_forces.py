"""MJCF: what drives and what pulls. Forces against MuJoCo's own, motors by its transmissions; what is not in the equations is
noted."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import linkwright as lw

mujoco = pytest.importorskip("mujoco")

ARM = """
<mujoco model="two links">
  <compiler angle="radian"/>
  <option gravity="0.5 0 -9.81">{option}</option>
  <worldbody>
    <body name="post"><joint name="turn" axis="0 0 1"/><inertial pos="0 0 0" mass="3" diaginertia="1 1 1"/>
      <body name="upper" pos="0 0 0.4" {upper}><joint name="shoulder" axis="0 1 0" damping="0.2" stiffness="3"/>
        <geom type="capsule" size="0.03" fromto="0 0 0 0.4 0 0"/>
        <body name="lower" pos="0.4 0 0" {lower}><joint name="elbow" axis="0 1 0" armature="0.02"/>
          <geom type="capsule" size="0.03" fromto="0 0 0 0.3 0 0.1"/><site name="tip" pos="0.3 0 0.1"/>
        </body>
      </body>
    </body>
    <site name="hook" pos="0 0 1.2"/>
  </worldbody>
  {rest}
</mujoco>
"""


def arm(folder: Path, option: str = "", upper: str = "", lower: str = "", rest: str = "") -> tuple[lw.Robot, object]:
    text = ARM.format(option=option, upper=upper, lower=lower, rest=rest)
    path = folder / "arm.xml"
    path.write_text(text, encoding="utf-8")
    return lw.load(path), mujoco.MjModel.from_xml_string(text)


def forces(model: object, q: np.ndarray, v: np.ndarray, a: np.ndarray) -> np.ndarray:
    """M a + bias - passive forces, by MuJoCo."""
    data = mujoco.MjData(model)
    data.qpos[:], data.qvel[:] = q, v
    mujoco.mj_forward(model, data)
    M = np.zeros((model.nv, model.nv))  # type: ignore[attr-defined]
    mujoco.mj_fullM(model, data, M)
    return M @ a + data.qfrc_bias - data.qfrc_passive


def agree(robot: lw.Robot, model: object) -> None:
    q, v, a = np.random.default_rng(3).uniform(-1, 1, (3, 3))
    ours = lw.derive(robot.tree, "inverse_dynamics")(q=q, v=v, a=a)
    np.testing.assert_allclose(ours, forces(model, q, v, a), rtol=1e-12, atol=1e-12)


def notes(robot: lw.Robot) -> str:
    return "\n".join(n.what for n in robot.notes)


def test_the_model_has_its_name(tmp_path: Path) -> None:
    assert arm(tmp_path)[0].name == "two links"


@pytest.mark.parametrize("share", [1, 0.4])
def test_gravcomp_of_all_that_joints_feel_is_in_the_equations(share: float, tmp_path: Path) -> None:
    """The post turns about a vertical axis: no joint feels its weight, and it needs no gravcomp."""
    carried = f'gravcomp="{share}"'
    text = ARM.replace("0.5 0 -9.81", "0 0 -9.81").format(option="", upper=carried, lower=carried, rest="")
    (tmp_path / "arm.xml").write_text(text)
    robot = lw.load(tmp_path / "arm.xml")
    assert [float(x) for x in robot.gravity] == pytest.approx([0, 0, -9.81 * (1 - share)])
    assert f"gravcomp={share} of all bodies" in notes(robot)
    agree(robot, mujoco.MjModel.from_xml_string(text))


def test_gravcomp_that_differs_is_noted(tmp_path: Path) -> None:
    robot, model = arm(tmp_path, lower='gravcomp="1"')
    assert "gravcomp of 1 of 2 bodies" in notes(robot)
    model.body_gravcomp[:] = 0  # type: ignore[attr-defined]
    agree(robot, model)


def test_what_the_file_switches_off_is_off(tmp_path: Path) -> None:
    for flag in ("gravity", "spring", "damper"):
        robot, model = arm(tmp_path, option=f'<flag {flag}="disable"/>')
        assert f"<flag {flag}='disable'/>" in notes(robot)
        agree(robot, model)


def test_rotors_and_dampers_of_actuators_are_seen_through_the_gear(tmp_path: Path) -> None:
    rest = '<actuator><motor joint="shoulder" gear="3" armature="0.1" damping="0.2"/></actuator>'
    agree(*arm(tmp_path, rest=rest))


def test_fluids_and_tendon_springs_are_noted(tmp_path: Path) -> None:
    rest = '<tendon><spatial stiffness="2"><site site="tip"/><site site="hook"/></spatial></tendon>'
    robot, model = arm(tmp_path, rest=rest)
    assert "tendon stiffness (1 of 1 tendons)" in notes(robot)
    model.tendon_stiffness[:] = 0  # type: ignore[attr-defined]
    agree(robot, model)
    path = tmp_path / "wet.xml"
    path.write_text(
        ARM.replace("<option ", '<option density="1.2" viscosity="0.1" ').format(option="", upper="", lower="", rest="")
    )
    assert "density 1.2, viscosity 0.1" in notes(lw.load(path))


FIXED = '<tendon><fixed name="cord" {}><joint joint="shoulder" coef="0.7"/><joint joint="elbow" coef="-2"/></fixed></tendon>'


@pytest.mark.parametrize(
    ("acts", "option"),
    [
        ('stiffness="5" springlength="0.3"', ""),
        ('stiffness="5" damping="0.4"', ""),  # rests where the joints' springs do
        ('damping="0.4"', ""),
        ('stiffness="5" springlength="0.3" damping="0.4"', '<flag spring="disable"/>'),
        ('stiffness="5" springlength="0.3" damping="0.4"', '<flag damper="disable"/>'),
    ],
)
def test_springs_and_dampers_of_fixed_tendons_are_in_the_equations(acts: str, option: str, tmp_path: Path) -> None:
    robot, model = arm(tmp_path, rest=FIXED.format(acts), option=option)
    assert [x.name for x in robot.tree.tendons] == ["cord"]
    assert "tendon" not in notes(robot)
    agree(robot, model)
    lw.save(robot, tmp_path / "again.xml")
    agree(lw.load(tmp_path / "again.xml"), model)


def test_of_a_tendon_with_a_dead_band_the_damper_is_in_the_equations(tmp_path: Path) -> None:
    robot, model = arm(
        tmp_path, rest=FIXED.format('stiffness="5" springlength="0.1 0.3" damping="0.4" frictionloss="1"')
    )
    assert "tendon stiffness (1 of 1 tendons)" in notes(robot)
    assert "tendon frictionloss (1 of 1 tendons)" in notes(robot)
    model.tendon_stiffness[:] = 0  # type: ignore[attr-defined]
    agree(robot, model)


def test_a_free_joint_has_no_rotor(tmp_path: Path) -> None:
    path = tmp_path / "free.xml"
    path.write_text(
        '<mujoco><worldbody><body><joint name="f" type="free" armature="1"/><geom size="0.1"/></body></worldbody></mujoco>'
    )
    robot = lw.load(path)
    assert "armature of free joint 'f'" in notes(robot)
    assert robot.joints["f"].drive.rotor_inertia == 0


FINGERS = """
<mujoco>
  <worldbody>
    <body name="hand">
      <body name="left"><joint name="a" type="slide" axis="0 1 0"/><geom size="0.01"/>
        <body name="tip"><joint name="c" axis="1 0 0"/><geom size="0.01"/><site name="end" pos="0 0 0.1"/></body></body>
      <body name="right"><joint name="b" type="slide" axis="0 -1 0"/><geom size="0.01"/></body>
      <site name="palm"/>
      <geom name="roll" type="sphere" size="0.01" pos="0 0.03 0.05"/>
    </body>
  </worldbody>
  <tendon>
    <fixed name="both"><joint joint="a" coef="0.5"/><joint joint="b" coef="0.5"/></fixed>
    <spatial name="string"><site site="palm"/><geom geom="roll"/><site site="end"/></spatial>
  </tendon>
  <equality><joint joint1="{}" joint2="{}"/></equality>
  <actuator><{}/></actuator>
</mujoco>
"""


@pytest.mark.parametrize(
    ("equality", "actuator", "expected"),
    [
        (("a", "b"), 'position tendon="both" kp="10"', ("b",)),
        (("b", "a"), 'general tendon="both" dyntype="integrator"', ("a",)),
        (("a", "c"), 'motor tendon="both"', ("a", "b")),
        (("a", "b"), 'muscle tendon="string"', ("a", "c")),
        (("a", "b"), 'motor site="end" refsite="palm" gear="0 1 0 0 0 0"', ("a", "c")),
    ],
)
def test_actuators_drive_the_joints_that_they_pull(
    equality: tuple[str, str], actuator: str, expected: tuple[str, ...], tmp_path: Path
) -> None:
    """Joints that are coupled have one motor, at the one that leads."""
    path = tmp_path / "hand.xml"
    path.write_text(FINGERS.format(*equality, actuator))
    robot = lw.load(path)
    assert isinstance(robot, lw.ClosedRobot)
    assert robot.actuated == expected
    assert ("each counts as having a motor" in notes(robot)) == (len(expected) > 1)


def test_thrusters_drive_no_joint(tmp_path: Path) -> None:
    robot, _ = arm(tmp_path, rest='<actuator><motor site="tip" gear="0 0 1 0 0 0"/></actuator>')
    assert "thruster" in notes(robot)


WARNS = """
<mujoco><worldbody><body><joint/><geom size="0.1"/></body>
<flexcomp name="f" type="grid" count="3 3 1" spacing="0.1 0.1 0.1" mass="1" dim="2" radius="0.01"/></worldbody></mujoco>
"""


def test_what_mujoco_warns_of_is_a_note_and_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("soft.xml").write_text(WARNS)
    heard: list[str] = []
    mujoco.set_mju_user_warning(heard.append)
    try:
        robot = lw.load("soft.xml")
        assert mujoco.get_mju_user_warning() == heard.append
    finally:
        mujoco.set_mju_user_warning(None)
    assert "MuJoCo: flex 'f'" in notes(robot)
    assert "elasticity of flexible bodies" in notes(robot)
    assert not heard
    assert [p.name for p in tmp_path.iterdir()] == ["soft.xml"]
