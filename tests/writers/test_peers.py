"""Written files as other programs read them: Pinocchio the URDF, MuJoCo the MJCF. Neither knows our readers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

import linkwright as lw
from tests.strategies import mechanisms
from tests.support.writers import express_in, format_of

EXAMPLES = Path(__file__).parents[2] / "examples"
NAMES = ("elbow6.urdf", "arm6.yaml", "scara.yaml", "cart_pole.yaml")
HINGES = ("revolute", "continuous", "prismatic", "universal", "cylindrical", "gimbal", "fixed", "helical")


def forces(robot: Any) -> tuple[Any, Any, Any, Any]:
    """q, v, a and the forces that our compiled code asks for, without friction and springs."""
    rng = np.random.default_rng(1)
    q, v, a = (rng.uniform(-1, 1, robot.nv) for _ in range(3))
    return q, v, a, lw.derive(robot, "inverse_dynamics")(q=q, v=v, a=a)


def in_pinocchio(robot: Any, path: Path) -> None:
    pin = pytest.importorskip("pinocchio")
    left, _ = express_in(robot, format_of(path))
    model = pin.buildModelFromUrdf(str(path))
    bare = left.map(lambda x: x)
    from dataclasses import replace

    joints = {n: replace(j, drive=type(j.drive)()) for n, j in left.joints.items()}
    bare = replace(bare, joints=joints)
    q, v, a, tau = forces(bare)
    order = [bare.joint_names.index(n) for n in list(model.names)[1:]]
    theirs_q = np.zeros(model.nq)
    for k, name in enumerate(list(model.names)[1:], 1):
        joint, x = model.joints[k], q[bare.joint_names.index(name)]
        theirs_q[joint.idx_q : joint.idx_q + joint.nq] = [x] if joint.nq == 1 else [np.cos(x), np.sin(x)]
    theirs = pin.rnea(model, model.createData(), theirs_q, v[order], a[order])
    assert np.max(np.abs(tau[order] - theirs)) < 1e-9 * (1 + np.max(np.abs(tau)))


def in_mujoco(robot: Any, path: Path) -> None:
    mujoco = pytest.importorskip("mujoco")
    left, _ = express_in(robot, format_of(path))
    model = mujoco.MjModel.from_xml_path(str(path))
    model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONSTRAINT
    data = mujoco.MjData(model)
    q, v, a, tau = forces(left)
    data.qpos, data.qvel, data.qacc = q, v, a
    mujoco.mj_inverse(model, data)
    assert [model.joint(k).name for k in range(model.njnt)] == list(left.joint_names)
    assert np.max(np.abs(tau - data.qfrc_inverse)) < 1e-9 * (1 + np.max(np.abs(tau)))


def without_friction(robot: Any) -> Any:
    """Dry friction is a constraint in MuJoCo."""
    from dataclasses import replace

    joints = {n: replace(j, drive=replace(j.drive, coulomb=0)) for n, j in robot.joints.items()}
    return replace(robot, joints=joints)


@pytest.mark.parametrize("name", NAMES)
def test_examples(name: str, tmp_path: Path) -> None:
    robot = without_friction(lw.load(EXAMPLES / name))
    lw.save(robot, tmp_path / "robot.urdf")
    in_pinocchio(robot, tmp_path / "robot.urdf")
    lw.save(robot, tmp_path / "robot.xml")
    in_mujoco(robot, tmp_path / "robot.xml")


@settings(max_examples=15)
@given(robot=mechanisms(types=HINGES, symbolic=False, floating=False, mimic=False, wrenches=False))
def test_random_trees(robot: lw.OpenRobot, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("x")
    robot = without_friction(robot)
    lw.save(robot, folder / "robot.urdf")
    in_pinocchio(robot, folder / "robot.urdf")
    lw.save(robot, folder / "robot.xml")
    in_mujoco(robot, folder / "robot.xml")
