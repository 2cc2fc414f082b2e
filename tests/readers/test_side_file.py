"""NAME.loops.yaml beside NAME.urdf."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

import linkwright as lw
from tests.readers.closing import Closing
from tests.support.model import ClosedRobot, OpenRobot
from tests.support.systems import needs_links

INERTIAL = '<inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>'
AXIS = '<axis xyz="0 0 1"/>'
URDF = f"""<robot name="bars">
  <link name="ground"/>
  <link name="crank">{INERTIAL}</link>
  <link name="coupler">{INERTIAL}</link>
  <link name="rocker">{INERTIAL}</link>
  <joint name="q1" type="continuous"><parent link="ground"/><child link="crank"/>{AXIS}</joint>
  <joint name="q2" type="continuous"><parent link="crank"/><child link="coupler"/><origin xyz="2 0 0"/>{AXIS}</joint>
  <joint name="q3-r" type="continuous"><parent link="ground"/><child link="rocker"/><origin xyz="4.5 0 0"/>{AXIS}</joint>
</robot>
"""
LOOPS = """parameters: {l3: 3}
frames:
  tip: {body: coupler, xyz: [l3, 0, 0]}
close:
  pin: {kind: pin, first: tip, second: {body: rocker, xyz: [4, 0, 0]}}
actuated: [q1]
start: {q1: 1.5, q2: -0.95, q3-r: 2.04}
"""


@pytest.fixture
def urdf(tmp_path: Path) -> Path:
    (tmp_path / "bars.urdf").write_text(URDF)
    return tmp_path / "bars.urdf"


def side(urdf: Path, text: str = LOOPS) -> Path:
    path = urdf.with_name("bars.loops.yaml")
    path.write_text(text)
    return path


def failure(urdf: Path) -> lw.LinkwrightError:
    with pytest.raises(lw.LinkwrightError) as caught:
        lw.load(urdf)
    return caught.value


def test_it_closes_the_robot(urdf: Path) -> None:
    assert isinstance(lw.load(urdf), OpenRobot)
    side(urdf)
    robot = lw.load(urdf)
    assert [(x.name, x.kind, x.first, x.second, x.where) for x in robot.loops] == [
        ("pin", "pin", "tip", "pin_second", "bars.loops.yaml:5")
    ]
    assert robot.actuated == ("q1",)
    assert robot.parameters["l3"].value == 3
    assert any("bars.loops.yaml" in n.what for n in robot.notes)
    closing = Closing(robot)
    q = closing.solve(closing.start(), {"q1": 1.5})
    assert max(abs(q[n] - x) for n, x in closing.start().items()) < 0.01
    assert closing.mobility(q) == 1
    assert robot.tree.nv == 3


def test_it_is_no_robot_by_itself(urdf: Path) -> None:
    assert "load the robot that it closes: 'bars.urdf'" in str(failure(side(urdf)))


def test_gears_take_any_name(urdf: Path) -> None:
    side(urdf, "gears:\n  g: {joints: [q1, q3-r], ratio: -2}\n")
    assert [c.joint for c in lw.load(urdf).couplings] == ["q3-r"]


def test_xacro(urdf: Path) -> None:
    pytest.importorskip("xacrodoc")
    path = urdf.with_name("bars.urdf.xacro")
    path.write_text(URDF)
    side(urdf)
    assert isinstance(lw.load(path), ClosedRobot)


def test_a_floating_robot_whose_root_is_called_world(tmp_path: Path) -> None:
    (tmp_path / "bars.urdf").write_text(URDF.replace("ground", "world"))
    close = "close:\n  pin: {kind: pin, first: {body: rocker}, second: {body: world, xyz: [4.5, 0, 0]}}\n"
    side(tmp_path / "bars.urdf", close)
    assert lw.load(tmp_path / "bars.urdf").frames["pin_second"].body == "world"
    floating = lw.load(tmp_path / "bars.urdf", floating=True)
    assert floating.frames["pin_second"].body == "world_link"  # it moves with the robot


def test_a_part_of_the_robot_keeps_its_part_of_the_loops(urdf: Path) -> None:
    side(urdf, LOOPS + "couplings: {q2: q1 + 1}\n")
    part = lw.load(urdf, root="crank")
    assert isinstance(part, OpenRobot)
    assert [n.what for n in part.notes if "is left out" in n.what] == [
        "loop 'pin': a part of it is left out",
        "coupling 'q2': a part of it is left out",
    ]


@pytest.mark.parametrize(
    ("text", "where", "words"),
    [
        ("close: {p: {kind: pin, first: nowhere, second: rocker}}\n", "bars.loops.yaml:1", "unknown frame 'nowhere'"),
        ("\njoints: {}\n", "bars.loops.yaml:2", "unknown key 'joints' in a side file"),
        ("\n\nactuated: [q9]\n", "bars.loops.yaml:3", "'q9' under actuated is no joint"),
        ("couplings: {q2: 2*q7}\n", "bars.loops.yaml:1", "unknown name 'q7'"),
        ("- close\n", "bars.loops.yaml", "not a mapping"),
        ("close: [\n", "bars.loops.yaml:2", "not well-formed YAML"),
        ("", "bars.loops.yaml", "the file is empty"),
        ("a: !!python/object:os.system {}\n", "bars.loops.yaml:1", "a tag"),
        ("frames: {crank: {body: rocker}}\n", "bars.loops.yaml:1", "has the name of a link"),
    ],
)
def test_errors_point_into_the_side_file(urdf: Path, text: str, where: str, words: str) -> None:
    side(urdf, text)
    error = failure(urdf)
    assert error.where == where
    assert words in str(error)


def test_errors_of_both_files_come_together(urdf: Path) -> None:
    urdf.write_text(URDF.replace('value="1"', 'value="x"', 1))
    side(urdf, "actuated: [q9]\n")
    assert {e.where.partition(":")[0] for e in failure(urdf).errors} == {"bars.urdf", "bars.loops.yaml"}  # type: ignore[attr-defined]


@needs_links
def test_it_never_leaves_the_folder(urdf: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "secret.yaml"
    elsewhere.write_text(LOOPS)
    beside = urdf.with_name("bars.loops.yaml")
    beside.symlink_to(elsewhere)
    assert "link out of the robot's folder" in failure(urdf).what
    beside.unlink()
    beside.symlink_to("gone.yaml")
    assert "is not a file" in failure(urdf).what
    beside.unlink()
    urdf.with_name("common.yaml").write_text(LOOPS)
    beside.symlink_to("common.yaml")
    assert isinstance(lw.load(urdf), ClosedRobot)
    beside.unlink()
    beside.mkdir()
    assert "is not a file" in failure(urdf).what
    beside.rmdir()
    if hasattr(os, "mkfifo"):
        os.mkfifo(beside)  # a reader would wait for ever
        assert "is not a file" in failure(urdf).what


def test_the_same_robot_in_yaml(urdf: Path) -> None:
    """The loops of both formats are the same equations."""
    side(urdf)
    joints = {
        "q1": {"type": "continuous", "child": "crank"},
        "q2": {"type": "continuous", "parent": "crank", "child": "coupler", "xyz": [2, 0, 0]},
        "q3-r": {"type": "continuous", "child": "rocker", "xyz": [4.5, 0, 0]},
    }
    ends = {"first": {"body": "coupler", "xyz": [3, 0, 0]}, "second": {"body": "rocker", "xyz": [4, 0, 0]}}
    one, two = (
        Closing(lw.load(urdf)),
        Closing(lw.load({"linkwright": 1, "joints": joints, "close": {"p": {"kind": "pin", **ends}}})),
    )
    q = {"q1": 0.3, "q2": 0.4, "q3-r": 0.5}
    assert np.allclose(one.residual(q), two.residual(q), atol=1e-14)


def test_wrenches_act_at_frames_of_either_file(urdf: Path) -> None:
    """A force F at the tip, along its y axis, turns a crank of length 2 by 2 F."""
    side(urdf, "frames: {tip: {body: crank, xyz: [2, 0, 0]}}\nwrenches: [tip, rocker]\n")
    robot = lw.load(urdf)
    assert isinstance(robot, OpenRobot)
    assert robot.wrenches == ("tip", "rocker")
    wrench = np.zeros((2, 6))
    tau = lw.derive(robot, "inverse_dynamics")
    still = {"q": np.zeros(3), "v": np.zeros(3), "a": np.zeros(3)}
    wrench[0, 1] = 3.0
    assert np.allclose(tau(**still, wrench=wrench) - tau(**still, wrench=np.zeros((2, 6))), [-6, 0, 0])
