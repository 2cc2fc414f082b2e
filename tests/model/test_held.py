"""Held joints: what is left is where the whole robot has it, and feels the same forces."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import linkwright as lw
from linkwright.errors import ModelError
from linkwright.model.held import held
from linkwright.model.robot import Drive, Mimic, OpenRobot, Tendon
from tests.support.model import JOINT_TYPES, Body, Joint, make_robot
from tests.support.referee import frame_poses
from tests.support.spatial import Inertia, Mat, Transform, Vec, X, Y, Z, rot_x, rot_z

BOX = Inertia.about_com(2, Vec(0.3, 0.2, -0.4), Mat(Vec(5, 0.1, 0.2), Vec(0.1, 6, 0.3), Vec(0.2, 0.3, 7)))
PLACE = Transform(rot_x(0.4) @ rot_z(0.7), Vec(0.3, -0.2, 0.5))


def arm(joint: Joint, *more: Joint, tendons: tuple[Tendon, ...] = ()) -> OpenRobot:
    """A hinge that carries a joint 'j' that carries others."""
    joints = [Joint("first", "revolute", "world", "a", PLACE, X), joint, *more]
    return make_robot("arm", [Body(x.child, BOX) for x in joints], joints, tendons=tendons)


@pytest.mark.parametrize("name", [n for n, row in JOINT_TYPES.items() if row.nv])
@pytest.mark.parametrize("turned", [False, True])
def test_joints_of_every_type_stay_where_they_are(name: str, turned: bool) -> None:
    """By the referee's poses, and by forces of all joints but that one."""
    row = JOINT_TYPES[name]
    axis = Vec(0.6, 0.0, 0.8) if row.axes and turned else Z
    pitch = 0.3 if row.without_pitch else 0
    joint = Joint("j", name, "a", "b", PLACE, axis, Y if row.axes == 2 else None, pitch)
    robot = arm(joint, Joint("last", "revolute", "b", "c", PLACE, Y))
    random = np.random.default_rng(5)
    x = row.random(random)
    less = held(robot, {"j": x})
    q, v, a = random.uniform(-1, 1, (3, 2))
    whole = np.array([q[0], *x, q[1]])
    here, there = frame_poses(less, q), frame_poses(robot, whole)
    assert all(np.allclose(here[n], there[n], rtol=0, atol=1e-12) for n in here)
    rates = [np.array([u[0], *np.zeros(row.nv), u[1]]) for u in (v, a)]
    tau = lw.derive(robot, "inverse_dynamics")(q=whole, v=rates[0], a=rates[1])
    assert np.allclose(lw.derive(less, "inverse_dynamics")(q=q, v=v, a=a), tau[[0, -1]], rtol=0, atol=1e-9)


def test_followers_are_held_and_tendons_still_pull() -> None:
    """A joint that mimics one that mimics the held one; a spring along all of them and another joint, one along them alone."""
    second = Joint("k", "revolute", "b", "c", PLACE, Y, mimic=Mimic("j", -0.5, 0.2))
    third = Joint("l", "prismatic", "c", "d", PLACE, Z, mimic=Mimic("k", 2.0, -0.1))
    spring = Drive(stiffness=30.0, rest=0.4, damping=2.0)
    tendons = (Tendon("t", (("first", 2.0), ("j", 1.0), ("l", 0.5)), spring), Tendon("s", (("k", 1.0),), spring))
    robot = arm(Joint("j", "revolute", "a", "b", PLACE, X), second, third, tendons=tendons)
    less = held(robot, {"j": 0.7})
    assert less.joint_names == ("first",)
    assert [t.name for t in less.tendons] == ["t"]
    q, v, a = np.array([[0.3], [-0.4], [0.5]])
    here, there = frame_poses(less, q), frame_poses(robot, np.array([0.3, 0.7]))
    assert all(np.allclose(here[n], there[n], rtol=0, atol=1e-12) for n in here)
    tau = lw.derive(robot, "inverse_dynamics")(q=np.array([0.3, 0.7]), v=np.array([-0.4, 0]), a=np.array([0.5, 0]))
    assert np.allclose(lw.derive(less, "inverse_dynamics")(q=q, v=v, a=a), tau[:1], rtol=0, atol=1e-10)


@pytest.mark.parametrize(
    ("at", "said"),
    [
        ({"wrist9": 0.0}, "no joint 'wrist9' to hold"),
        ({"k": 0.0}, "no joint 'k' to hold"),
        ({"weld": 0.0}, "no joint 'weld' to hold"),
        ({"j": 0.1}, "has 2 coordinates, and is held at 1"),
    ],
)
def test_what_cannot_be_held(at: dict[str, float], said: str) -> None:
    joints = (
        Joint("k", "revolute", "b", "c", PLACE, Y, mimic=Mimic("first")),
        Joint("weld", "fixed", "c", "d", PLACE),
    )
    robot = arm(Joint("j", "cylindrical", "a", "b", PLACE, X), *joints)
    with pytest.raises(ModelError, match=said):
        held(robot, at)


def test_elastic_joints_are_not_held() -> None:
    robot = lw.load(Path(__file__).parents[2] / "examples" / "elastic_arm.yaml")
    joint = next(iter(robot.motors.values()))
    with pytest.raises(ModelError, match="its motor move against each other"):
        held(robot, {joint: 0.0})
