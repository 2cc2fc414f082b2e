"""Arms with something closed beside them (a gripper's coupled fingers, a four-bar): their inverse kinematics is a tree's."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import linkwright as lw
from linkwright.workspace import View, workspace
from tests.cli.test_ik import EXAMPLES, data, refused
from tests.inverse.serial import Pinocchio, serial
from tests.support.cli import app
from tests.support.emit import TARGETS
from tests.support.model import Limits, Robot
from tests.support.spatial import Transform, Vec
from tests.support.verification import find

Array = np.ndarray[Any, Any]
Z, Y, X = (0, 0, 1), (0, 1, 0), (1, 0, 0)
AXES = (
    (Z, (0, 0, 0.3)),
    (Y, (0.1, 0, 0.3)),
    (Y, (0.6, 0, 0.3)),
    (X, (0.7, 0, 0.35)),
    (Y, (1, 0, 0.35)),
    (X, (1, 0, 0.35)),
)
"""Direction and a point of each joint's axis at zero, in the world."""
FLANGE = (1.1, 0, 0.35)
FOURBAR = """
<body name="crank" pos="0 -1 0"><joint name="crank" axis="0 1 0"/><geom size="0.01"/>
  <body name="coupler" pos="0 0 0.1"><joint name="coupler" axis="0 1 0"/><geom size="0.01"/></body></body>
<body name="rocker" pos="0.3 -1 0"><joint name="rocker" axis="0 1 0"/><geom size="0.01"/></body>"""
SLIDE = '<joint name="{0}" type="slide" axis="0 {1}1 0" range="0 0.04"/><geom size="0.01"/>'
FINGER = f'<body name="{{0}}" pos="0 {{1}}0.02 0">{SLIDE}</body>'
HAND = f'<body name="flange" pos="0.1 0 0"><geom size="0.01"/>{FINGER.format("left", "")}{FINGER.format("right", "-")}</body>'
CLOSED = """<equality><connect name="fourbar" body1="coupler" body2="rocker" anchor="0.3 0 0.15"/>
<joint name="fingers" joint1="right" joint2="left"/></equality>
<actuator><motor joint="crank"/><motor joint="left"/></actuator>"""


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A six-joint arm with two fingers, and a four-bar that comes first in the file."""
    body = HAND
    for k in reversed(range(len(AXES))):
        place = np.array(AXES[k][1]) - (AXES[k - 1][1] if k else 0)
        axis, at = (" ".join(map(str, v)) for v in (AXES[k][0], place))
        joint = f'<joint name="j{k + 1}" axis="{axis}" range="-2.5 2.5"/><geom size="0.01"/>'
        body = f'<body name="b{k}" pos="{at}">{joint}{body}</body>'
    head = '<mujoco model="arm"><compiler angle="radian" autolimits="true"/>'
    file = tmp_path_factory.mktemp("arm") / "arm.xml"
    file.write_text(f"{head}<worldbody>{FOURBAR}{body}</worldbody>{CLOSED}</mujoco>")
    return file


@pytest.fixture(scope="module")
def dyn(path: Path) -> Any:
    return lw.compile(path)


@pytest.fixture(scope="module")
def peer() -> Pinocchio:
    """The arm alone."""
    return Pinocchio(alone())


def alone() -> Robot:
    """The arm, made of the same axes."""
    made = serial([("R", h, p) for h, p in AXES], Transform(p=Vec(*FLANGE)))
    return replace(made, joints={n: replace(j, limits=Limits(-2.5, 2.5)) for n, j in made.joints.items()})


ON_THE_WAY = slice(1, 7)
"""Of the positions: crank, the six joints, the left finger."""


def test_all_solutions_of_an_arm_with_a_gripper_and_a_fourbar(dyn: Any, peer: Pinocchio) -> None:
    assert dyn.robot.position_names == ("crank", *(f"j{k}" for k in range(1, 7)), "left")
    assert dyn.inverse_kinematics_method(frame="flange") == "closed_form: spherical wrist"
    for q in np.random.default_rng(3).uniform(-1.5, 1.5, (5, 6)):
        pose = peer.pose(q)
        found = dyn.inverse_kinematics(pose, frame="flange")
        rows = found["solutions"][np.isfinite(found["residual"])]
        assert len(rows) == found["count"]
        assert rows.shape[1] == dyn.robot.nq
        assert np.abs(rows[:, ON_THE_WAY] - q).max(axis=1).min() < 1e-9
        assert not rows[:, [0, 7]].any()
        for row in rows:
            np.testing.assert_allclose(peer.pose(row[ON_THE_WAY]), pose, atol=1e-9)
        near = dyn.ik(pose, np.array([0.1, *q + 0.01, 0.02]), frame="flange", limits=True)["solutions"][0]
        np.testing.assert_allclose(near[ON_THE_WAY], q, atol=1e-9)


def test_paths_solvers_and_determinants(dyn: Any, peer: Pinocchio) -> None:
    q = np.linspace([0.1, 0.2, -0.7, 0.3, 0.8, 0.1], [0.5, 0.4, -0.9, 0.2, 0.9, 0.3], 9)
    poses = np.stack([peer.pose(x) for x in q])
    way = dyn.follow(poses, np.array([0.0, *q[0], 0.0]), frame="flange")
    assert way.continuous
    np.testing.assert_allclose(way.q[:, ON_THE_WAY], q, atol=1e-8)
    own = dyn.function("inverse_kinematics_solution", frame="flange")(poses[0], np.array([0.0, *q[1], 0.0]))
    np.testing.assert_allclose(own["q"][ON_THE_WAY], q[0], atol=1e-8)
    determinant = dyn.function("jacobian_determinant", frame="flange")(np.array([0.3, *q[0], 0.01]))
    assert abs(determinant) == pytest.approx(abs(np.linalg.det(peer.jacobian(q[0]))))


@pytest.mark.parametrize(
    ("frame", "says"),
    [
        ("right", r"'right' is on the way to 'right', and it follows other joints \(coupling 'fingers'\)"),
        ("rocker", r"'rocker' is on the way to 'rocker', and it depends on other joints \(loop 'fourbar'\)"),
        ("flange,right", "'right' is on the way to 'right'"),
        ("nowhere", "no frame 'nowhere'"),
    ],
)
def test_a_dependent_joint_on_the_way_is_told(dyn: Any, path: Path, frame: str, says: str) -> None:
    with pytest.raises(lw.LinkwrightError, match=says):
        dyn.inverse_kinematics(np.eye(4), frame=frame)
    with pytest.raises(lw.LinkwrightError, match=says):
        lw.derive(dyn.robot, "inverse_kinematics", frame=frame)


def test_another_frame_is_proposed(dyn: Any, path: Path) -> None:
    with pytest.raises(lw.LinkwrightError, match="as 'flange'"):
        dyn.inverse_kinematics(np.eye(4))  # the last frame, which is the second finger's
    assert "as 'flange'" in refused(str(path), "--pose", "0.9 0.1 0.5 0 0 0", "--frame", "right")


def test_the_leader_of_a_coupling_is_free(dyn: Any, peer: Pinocchio) -> None:
    q = np.array([0.1, 0.2, -0.7, 0.3, 0.8, 0.1])
    pose = peer.pose(q) @ np.array([[1, 0, 0, 0], [0, 1, 0, 0.03], [0, 0, 1, 0], [0, 0, 0, 1]])
    found = dyn.inverse_kinematics(pose, np.array([0, *q, 0.01]), frame="left", given={"left": 0.01})
    np.testing.assert_allclose(found["solutions"][0], [0, *q, 0.01], atol=1e-9)


def test_the_command(path: Path, peer: Pinocchio) -> None:
    q = np.array([0.1, 0.2, -0.7, 0.3, 0.8, 0.1])
    pose = peer.pose(q)
    x, y, z, w = peer.pin.Quaternion(pose[:3, :3]).coeffs()
    given = " ".join(f"{x:.17g}" for x in (*pose[:3, 3], x, y, z, w))
    found = data(str(path), "--pose", given)
    assert found["frame"] == "flange"  # the outermost that no loop is on the way to
    assert found["joints"][1:7] == [f"j{k}" for k in range(1, 7)]
    rows = np.array([row["q"] for row in found["poses"][0]["solutions"]])
    assert np.abs(rows[:, ON_THE_WAY] - q).max(axis=1).min() < 1e-8


def test_a_line_of_a_frame(path: Path, peer: Pinocchio) -> None:
    q = "0, 0.1, 0.2, -0.7, 0.3, 0.8, 0.1, 0"
    asked = ["trajectory", str(path), "--from", q, "--line", "0.9 0.2 0.5", "--velocity", "0.5, 1"]
    told = CliRunner().invoke(app, [*asked, "--acceleration", "2, 4", "--json"], catch_exceptions=False)
    end = np.array(json.loads(told.stdout)["q_end"])
    np.testing.assert_allclose(peer.pose(end[ON_THE_WAY])[:3, 3], [0.9, 0.2, 0.5], atol=1e-8)
    np.testing.assert_allclose(end[[0, 7]], 0, atol=1e-12)


def test_generated_code(path: Path, tmp_path: Path) -> None:
    """Its own tests compare it with poses by brute force."""
    if find(TARGETS["c"].commands)[1]:
        pytest.skip("no C compiler")
    named = "inverse_kinematics,inverse_kinematics_step,inverse_kinematics_solution,jacobian_determinant,jacobian"
    built = lw.build(path, "c", tmp_path, named, frame="flange")
    assert built.tests[0].ok, built.tests[0].output
    text = "".join(built.trees["c"].values())
    assert "inverse_kinematics solutions 1" in text
    assert "jacobian_determinant 1" in text


def test_workspace(dyn: Any) -> None:
    asked = View(frame="flange", plane="xz", cells=8, orientations=4, box="-1.5, 1.5, -1, 2")
    found, arm = workspace(dyn.robot, asked), workspace(alone(), replace(asked, frame="tool"))
    np.testing.assert_array_equal(found.reachable, arm.reachable)
    assert 0 < found.reachable.sum() < found.reachable.size


def test_parallel_robots_keep_their_own() -> None:
    parallel = lw.compile(EXAMPLES / "parallel" / "6ups.yaml")
    assert "jacobian_determinant" not in dir(parallel)
    assert np.shape(parallel.inverse_kinematics(parallel.start[0])) == (6,)
