"""The identified robot as others read it: physical inertias, no warning, the same forces."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from linkwright.identification.report.robot_files import robot_files
from linkwright.model.held import held
from tests.identification.report.made import arm, made

SAME = 1e-9


def states(nv: int) -> list[Any]:
    rng = np.random.default_rng(3)
    return [rng.uniform(-0.2, 0.2, (3, nv)) for _ in range(5)]


def without_drives(robot: Any) -> Any:
    """Bodies alone, as Pinocchio has them."""
    return replace(robot, joints={n: replace(j, drive=type(j.drive)()) for n, j in robot.joints.items()})


def forces(robot: Any, state: Any) -> Any:
    return np.asarray(lw.derive(robot, "inverse_dynamics")(q=state[0], v=state[1], a=state[2]))


def panda() -> tuple[Any, Path]:
    pin = pytest.importorskip("pinocchio")
    path = Path(pin.__file__).parents[4] / "share/example-robot-data/robots/panda_description/urdf/panda.urdf"
    if not path.exists():
        pytest.skip("example-robot-data is not installed")
    robot = lw.load(path)
    assert isinstance(robot, lw.OpenRobot)
    return held(robot, {"panda_finger_joint1": 0.02}), path


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, Path]:
    robot, source = panda()
    found = made(robot)
    folder = tmp_path_factory.mktemp("panda")
    files = robot_files(found, source)
    assert not files.failed
    for name, text in files.texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return found.robot, folder


def test_urdf_here(written: tuple[Any, Path]) -> None:
    """No note but that friction is asked for; with it, all that the format can say."""
    robot, folder = written
    read = lw.load(folder / "robot_identified.urdf")
    assert [n.what for n in read.notes if "friction" not in n.what] == []
    bare = without_drives(robot)
    rubbing = lw.load(folder / "robot_identified.urdf", friction=True)
    drives = {
        n: replace(j, drive=replace(j.drive, rotor_inertia=0, gear_ratio=1)) for n, j in robot.joints.items()
    }  # a URDF has no place for rotors
    for state in states(7):
        wanted = forces(bare, state)
        assert np.max(np.abs(forces(read, state) - wanted)) < SAME
        wanted = forces(replace(robot, joints=drives), state)
        assert np.max(np.abs(forces(rubbing, state) - wanted)) < SAME


def test_urdf_in_pinocchio(written: tuple[Any, Path], capfd: pytest.CaptureFixture[str]) -> None:
    pin = pytest.importorskip("pinocchio")
    robot, folder = written
    model = pin.buildModelFromUrdf(str(folder / "robot_identified.urdf"))
    assert capfd.readouterr() == ("", "")
    assert list(model.names)[1:] == list(robot.joint_names)
    for state in states(7):
        theirs = pin.rnea(model, model.createData(), *state)
        assert np.max(np.abs(theirs - forces(without_drives(robot), state))) < SAME


def test_urdf_in_mujoco(written: tuple[Any, Path], capfd: pytest.CaptureFixture[str]) -> None:
    mujoco = pytest.importorskip("mujoco")
    robot, folder = written
    model = mujoco.MjModel.from_xml_path(str(folder / "robot_identified.urdf"))
    assert capfd.readouterr() == ("", "")
    model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONSTRAINT  # dry friction is a constraint there
    data = mujoco.MjData(model)
    assert [model.joint(k).name for k in range(model.njnt)] == list(robot.joint_names)
    for state in states(7):
        data.qpos, data.qvel, data.qacc = state
        mujoco.mj_inverse(model, data)
        theirs = data.qfrc_inverse - model.dof_damping * state[1]
        assert np.max(np.abs(theirs - forces(without_drives(robot), state))) < SAME


def test_yaml_says_all(written: tuple[Any, Path]) -> None:
    robot, folder = written
    read = lw.load(folder / "robot_identified.yaml")
    for state in states(7):
        assert np.max(np.abs(forces(read, state) - forces(robot, state))) < SAME


def test_fixed_bodies_count_with_those_that_carry_them(tmp_path: Path) -> None:
    """The tool's mass is in the slider's: what moves has all of it, what is fixed none."""
    found = made(arm(tmp_path))
    tree = found.robot.tree
    assert tree.bodies["tool"].inertia.vanishes
    assert float(tree.bodies["c"].inertia.m) == found.physical["m_c"]
    files = robot_files(found, tmp_path / "arm.urdf")
    assert sorted(files.texts) == ["robot_identified.urdf", "robot_identified.yaml"]
    assert not files.losses["robot_identified.yaml"]
    assert {x.thing for x in files.losses["robot_identified.urdf"]} == {"friction", "rotor"}
    assert sorted(robot_files(found, tmp_path / "arm.yaml").texts) == ["robot_identified.yaml"]
