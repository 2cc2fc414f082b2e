"""The Python API: bodies and joints by hand, checked and ordered by make_robot."""

from __future__ import annotations

from typing import Any

import pytest

import linkwright as lw
from tests.support.model import Body, Frame, Joint, Mimic, Parameter, make_robot
from tests.support.spatial import NULL, Inertia, Vec, translation


def hinge(name: str, parent: str, child: str, **more: Any) -> Joint:
    return Joint(name, "revolute", parent, child, **more)


def bodies(names: str) -> list[Body]:
    return [Body(n, Inertia.about_com(1, Vec(0, 0, 0.5), NULL)) for n in names]


def test_the_pendulum_of_the_docstring() -> None:
    m, l = lw.symbol("m"), lw.symbol("l")
    bob = Body("bob", Inertia.about_com(m, Vec(0, 0, -l), NULL))
    robot = make_robot(
        "pendulum", [bob], [hinge("pivot", "world", "bob", axis=Vec(0, 1, 0))], parameters=[Parameter("m", 2.0)]
    )
    assert robot.nv == 1
    assert {n: p.value for n, p in robot.parameters.items()} == {"m": 2.0, "l": None}
    assert robot.frame("bob").body == "bob"


def test_joints_come_depth_first_whatever_their_order() -> None:
    joints = [hinge("c", "b", "c"), hinge("d", "a", "d"), hinge("b", "a", "b"), hinge("a", "world", "a")]
    robot = make_robot("r", bodies("abcd"), joints)
    assert robot.joint_names == ("a", "d", "b", "c")
    assert robot.offsets["b"] == (2, 2)


def test_the_root_is_found_and_welded_or_left_to_float() -> None:
    joints = [hinge("j", "a", "b")]
    assert make_robot("r", bodies("ab"), joints).joints["base_joint"].type == "fixed"
    assert make_robot("r", bodies("ab"), joints, floating=True).joints["root_joint"].type == "floating"
    taken = [*joints, hinge("root_joint", "b", "c")]
    assert make_robot("r", bodies("abc"), taken, floating=True).joint_names == ("root_joint_", "j", "root_joint")


def test_part_of_a_robot_has_its_frames_only() -> None:
    frames = [Frame("tip", "c", translation(0, 0, 1)), Frame("base", "a")]
    robot = make_robot("r", bodies("abc"), [hinge("j", "a", "b"), hinge("k", "b", "c")], frames=frames, root="b")
    assert (robot.joint_names, set(robot.frames)) == (("k",), {"tip"})


CASES: list[tuple[dict[str, Any], str]] = [
    ({"joints": [hinge("j", "world", "a"), hinge("j", "a", "b")]}, "joint 'j' is defined twice"),
    ({"bodies": bodies("aa"), "joints": [hinge("j", "world", "a")]}, "body 'a' is defined twice"),
    ({"joints": [hinge("j", "world", "x")]}, "unknown child body 'x'"),
    ({"joints": [hinge("j", "a", "world")]}, "has 'world' as its child"),
    ({"joints": [hinge("j", "a", "a")]}, "joins body 'a' to itself"),
    ({"joints": [hinge("j", "a", "b"), hinge("k", "b", "a")]}, "joints form a loop"),
    (
        {"joints": [hinge("j", "world", "a"), hinge("k", "world", "b"), hinge("l", "a", "b")]},
        "has two parents: joints 'k' and 'l'",
    ),
    ({"joints": [Joint("j", "hinge", "world", "a")]}, "unknown type 'hinge'"),
    ({"joints": [hinge("j", "world", "a", axis=Vec(0, 0, 0))]}, "has no direction"),
    ({"joints": [hinge("j", "world", "a", axis=Vec(float("nan"), 0, 0))]}, "has no direction"),
    ({"joints": [hinge("j", "world", "a", X=translation(float("inf"), 0, 0))]}, "has a number that is not finite"),
    ({"joints": [Joint("j", "universal", "world", "a")]}, "has no second axis"),
    ({"joints": [hinge("j", "world", "a", mimic=Mimic("k"))]}, "mimics unknown joint 'k'"),
    (
        {"joints": [Joint("s", "spherical", "world", "a"), hinge("k", "a", "b", mimic=Mimic("s"))]},
        "both must have one degree of freedom",
    ),
    ({"bodies": [Body("a", Inertia(-1))], "joints": [hinge("j", "world", "a")]}, "negative mass -1"),
    (
        {"bodies": [Body("a", Inertia(float("nan")))], "joints": [hinge("j", "world", "a")]},
        "a number that is not finite",
    ),
    ({"joints": [hinge("j", "world", "a")]}, "not connected to the root: b"),
    ({"joints": []}, "several roots: a, b"),
    ({"joints": [hinge("j", "a", "b")], "frames": [Frame("f", "x")]}, "frame 'f' sits on unknown body 'x'"),
    ({"joints": [hinge("j", "a", "b")], "frames": [Frame("a", "b")]}, "has the name of a body, but is not its frame"),
    ({"joints": [hinge("j", "a", "b")], "wrenches": ["f"]}, "unknown frame 'f'"),
    ({"joints": [hinge("j", "a", "b")], "root": "x"}, "root 'x' is no body"),
    ({"joints": [hinge("j", "world", "a"), hinge("k", "a", "b")], "floating": True}, "attached to 'world' already"),
]


@pytest.mark.parametrize(("arguments", "words"), CASES, ids=[words for _, words in CASES])
def test_nonsense_is_refused(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(lw.LinkwrightError) as caught:
        make_robot("r", **({"bodies": bodies("ab")} | arguments))
    assert words in str(caught.value)


def test_all_errors_come_at_once_in_the_file_s_order() -> None:
    joints = [
        Joint("j", "hinge", "world", "a", where="f:9"),
        hinge("k", "a", "x", where="f:4"),
        hinge("l", "y", "b", where="f:12"),
    ]
    with pytest.raises(lw.LinkwrightError) as caught:
        make_robot("r", bodies("ab"), joints, source="f")
    found = getattr(caught.value, "errors", ())
    assert [e.where for e in found] == ["f:4", "f:9", "f:12"]
