"""Elastic joints in files and tables: every key, what becomes of it, and what is refused with a remedy."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import linkwright as lw
from tests.schema.support import differences, through_text
from tests.support.describe import model_hash

SPONG = {"stiffness": 100, "rotor_inertia": 0.01}
FULL = {**SPONG, "model": "full", "rotor": {"mass": 0.5}}


def pendulum(elastic: Any = None, **joint: Any) -> dict[str, Any]:
    pivot = {"type": "revolute", "axis": [0, 1, 0], "child": "rod", "xyz": [0, 0, 1]}
    pivot |= joint | ({} if elastic is None else {"elastic": elastic})
    return {"linkwright": 1, "joints": {"pivot": pivot}, "bodies": {"rod": {"mass": 1, "com": [0, 0, -1]}}}


def test_a_motor_stands_where_the_joint_does_and_takes_its_effort() -> None:
    limits = {"lower": -1, "upper": 2, "velocity": 3, "effort": 40}
    elastic = {**SPONG, "damping": 2, "gear_ratio": 50, "viscous": 0.1, "coulomb": 0.2}
    robot = lw.load(pendulum(elastic, limits=limits, viscous=7))
    joint, motor = robot.joints["pivot"], robot.joints["pivot_motor"]
    assert (motor.parent, motor.X, motor.axis) == (joint.parent, joint.X, joint.axis)
    assert (joint.limits.lower, joint.limits.upper, joint.limits.velocity, joint.limits.effort) == (-1, 2, 3, None)
    assert (motor.limits.lower, motor.limits.upper, motor.limits.velocity, motor.limits.effort) == (None, None, 3, 40)
    assert (joint.drive.viscous, motor.drive.viscous, motor.drive.coulomb) == (7, 0.1, 0.2)
    assert (motor.drive.rotor_inertia, motor.drive.gear_ratio) == (0.01, 50)
    assert motor.transmission is not None
    assert motor.transmission.joint == "pivot"
    assert (motor.transmission.drive.stiffness, motor.transmission.drive.damping) == (100, 2)


def test_a_rotor_of_the_full_model_is_a_body_on_the_link_before() -> None:
    rotor = {"mass": 0.5, "xyz": [0.1, 0, 0], "axis": [0, 0, 2], "transverse": 0.03}
    robot = lw.load(pendulum({**SPONG, "gear_ratio": 50, "model": "full", "rotor": rotor}))
    turning = robot.joints["pivot_rotor"]
    assert turning.mimic is not None
    assert (turning.mimic.joint, turning.mimic.multiplier) == ("pivot_motor", 50)
    assert tuple(turning.X.p) == (0.1, 0, 1)
    m, mx, my, mz, xx, xy, yy, xz, yz, zz = robot.bodies["pivot_rotor"].inertia.parameters
    assert (m, mx, my, mz, xx, xy, yy, xz, yz, zz) == (0.5, 0, 0, 0, 0.03, 0, 0.03, 0, 0, 0.01)
    flat = lw.load(pendulum(FULL)).bodies["pivot_rotor"].inertia.parameters
    assert flat[4:] == pytest.approx([0.005, 0, 0.01, 0, 0, 0.005])  # about y, the joint's axis: a disc


@pytest.mark.parametrize("kind", ["revolute", "continuous", "prismatic", "helical"])
def test_joints_of_one_coordinate_may_be_elastic(kind: str) -> None:
    more = {"pitch": 0.01} if kind == "helical" else {}
    for elastic in (SPONG, FULL):
        robot = lw.load(pendulum(elastic, type=kind, **more))
        assert robot.joint_names == ("pivot", "pivot_motor")
        assert robot.joints["pivot_motor"].type == ("prismatic" if kind == "prismatic" else "continuous")
        tau = lw.derive(robot, "inverse_dynamics")(q=[0.3, 0.2], v=[0, 0], a=[0, 0])
        assert tau[1] == pytest.approx(-10)


def test_screws_and_dh_tables_have_elastic_joints_too() -> None:
    written = {
        "linkwright": 1,
        "screws": {"pivot": {"screw": [0, 1, 0, 0, 0, 0], "child": "rod", "elastic": SPONG}},
        "bodies": {"rod": {"mass": 1, "com": [0, 0, -1]}},
    }
    assert lw.load(written).joint_names == ("pivot", "pivot_motor")
    rows = [{"type": "R", "elastic": {"stiffness": "K", "rotor_inertia": "J"}}, ("R", "pi/2", 0, 0, "q")]
    robot = lw.dh(rows, convention="modified", inertials="full")
    assert robot.joint_names == ("joint1", "joint2", "joint1_motor")
    assert {"K", "J"} <= set(robot.parameters)
    table = {"convention": "modified", "rows": rows}
    parameters = {"K": 1, "J": 1}
    assert lw.load({"linkwright": 1, "parameters": parameters, "dh": table}).joint_names == robot.joint_names


def test_a_floating_base_keeps_the_first_coordinates() -> None:
    written = pendulum(SPONG, parent="base")
    written["bodies"]["base"] = {"mass": 5}
    robot = lw.load(written, floating=True)
    assert robot.joint_names == ("root_joint", "pivot", "pivot_motor")


def test_motors_stand_behind_a_chain_in_its_order() -> None:
    """Whatever the order of the file, whatever branches there are."""
    names = ["a", "b", "c"]
    joints = {
        n: {"type": "revolute", "parent": p, "child": n + "_link", "elastic": FULL}
        for n, p in zip(names, ["world", "a_link", "b_link"], strict=True)
    }
    bodies = {n + "_link": {"mass": 1, "com": [1, 0, 0]} for n in names}
    for order in (names, names[::-1]):
        robot = lw.load({"linkwright": 1, "joints": {n: joints[n] for n in order}, "bodies": bodies})
        assert robot.joint_names == ("a", "b", "c", "a_motor", "b_motor", "c_motor")
        assert not list(differences(robot, through_text(robot)))


def test_the_model_hash_knows_the_transmission() -> None:
    hashes = {model_hash(lw.load(pendulum({**SPONG, "stiffness": k}))) for k in (100, 101)}
    assert len(hashes) == 2


REFUSED: list[tuple[Any, dict[str, Any], str, str]] = [
    ({"stiffness": -5, "rotor_inertia": 1}, {}, "stiffness -5", "leave elastic out"),
    ({"stiffness": 0, "rotor_inertia": 1}, {}, "stiffness 0", "leave elastic out"),
    ({"stiffness": 5, "rotor_inertia": 0}, {}, "rotor_inertia 0", "some inertia"),
    ({**SPONG, "damping": -1}, {}, "damping -1", ">= 0"),
    ({**SPONG, "gear_ratio": 0}, {}, "gear_ratio 0", "turns of the rotor"),
    ({"stiffness": 5}, {}, "has no rotor_inertia", "write elastic"),
    ({"rotor_inertia": 5}, {}, "has no stiffness", "write elastic"),
    ({**SPONG, "stifness": 5}, {}, "unknown key 'stifness'", "did you mean 'stiffness'"),
    (100, {}, "is not a mapping", "write elastic"),
    ({**SPONG, "model": "rigid"}, {}, "model of elastic of joint 'pivot' is 'rigid'", "one of: spong, full"),
    ({**SPONG, "rotor": {"mass": 1}}, {}, "a rotor, but is not the full model", "model: full"),
    ({**SPONG, "model": "full"}, {}, "no rotor, but is the full model", "rotor: {mass"),
    ({**FULL, "rotor": {"xyz": [0, 0, 0]}}, {}, "has no mass", "mass"),
    ({**FULL, "rotor": {"mass": 1, "com": 1}}, {}, "unknown key 'com'", "xyz"),
    ({**FULL, "rotor": {"mass": 1, "axis": [0, 0, 0]}}, {}, "has no direction", "0 0 1"),
    (SPONG, {"type": "spherical"}, "is spherical", "revolute"),
    (SPONG, {"type": "fixed"}, "is fixed", "revolute"),
    (SPONG, {"rotor_inertia": 1}, "rotor of its own", "under elastic"),
    (SPONG, {"gear_ratio": 2}, "rotor of its own", "under elastic"),
]


@pytest.mark.parametrize(("elastic", "joint", "what", "hint"), REFUSED, ids=lambda x: x if isinstance(x, str) else "")
def test_what_makes_no_sense_is_refused_with_a_remedy(elastic: Any, joint: Any, what: str, hint: str) -> None:
    with pytest.raises(lw.LinkwrightError) as caught:
        lw.load(pendulum(elastic, **joint))
    assert what in str(caught.value)
    assert hint in str(caught.value)


def test_values_of_parameters_are_checked_where_they_are_put_in() -> None:
    written = pendulum({"stiffness": "K", "rotor_inertia": 1}) | {"parameters": {"K": -5}}
    with pytest.raises(lw.LinkwrightError, match=r"'pivot' has stiffness -5"):
        lw.derive(lw.load(written), "inverse_dynamics")


def test_a_joint_that_follows_another_has_no_motor() -> None:
    written = pendulum(SPONG)
    written["joints"]["hand"] = {
        "type": "revolute", "parent": "rod", "child": "tool", "mimic": "pivot", "elastic": SPONG,
    }  # fmt: skip
    with pytest.raises(lw.LinkwrightError, match=r"'hand' follows 'pivot'"):
        lw.load(written)
    del written["joints"]["hand"]["elastic"]
    assert lw.load(written).joint_names == ("pivot", "pivot_motor")


def test_the_place_of_a_mistake_is_its_line(tmp_path: Path) -> None:
    path = tmp_path / "arm.yaml"
    path.write_text(
        "linkwright: 1\njoints:\n  pivot:\n    type: revolute\n    child: rod\n    elastic: {stiffness: x, rotor_inertia: 1}\n"
    )
    with pytest.raises(lw.LinkwrightError, match=r"arm\.yaml:6"):
        lw.load(path)


def test_legs_of_platforms_say_that_they_cannot(tmp_path: Path) -> None:
    text = (Path(__file__).parents[2] / "examples" / "parallel" / "3rrr.yaml").read_text()
    path = tmp_path / "3rrr.yaml"
    path.write_text(text.replace("[[R, 0, 0, 0, q]", "[{type: R, elastic: {stiffness: 1, rotor_inertia: 1}}"))
    with pytest.raises(lw.LinkwrightError, match="has an elastic joint"):
        lw.load(path)
