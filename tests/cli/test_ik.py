"""`linkwright ik`: what is printed and how it fails."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import linkwright as lw
from tests.support.cli import app
from tests.support.package import LinkwrightError

EXAMPLES = Path(__file__).parents[2] / "examples"
ARM = str(EXAMPLES / "elbow6.urdf")


def run(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, ["ik", *arguments], catch_exceptions=False)
    assert result.exit_code == code, result.output
    return result.stdout


def refused(*arguments: str) -> str:
    with pytest.raises(LinkwrightError) as error:
        CliRunner().invoke(app, ["ik", *arguments], catch_exceptions=False)
    return str(error.value)


def data(*arguments: str, code: int = 0) -> Any:
    return json.loads(run(*arguments, "--json", code=code))


def test_all_solutions_are_told() -> None:
    out = run(ARM, "--pose", "0.3 0.2 0.6 0 1.5 0.2")
    assert "8 solutions (closed_form: spherical wrist; frame 'tool')" in out
    assert "wrist_pitch_joint" in out
    assert out.count("within") == 8
    found = data(ARM, "--pose", "0.3 0.2 0.6 0 1.5 0.2")["poses"][0]
    X = np.eye(4)
    X[:3, 3] = 0.3, 0.2, 0.6
    pose = lw.derive(lw.load(ARM), "forward_kinematics", frame="tool")
    for row in found["solutions"]:
        at = pose(q=np.array(row["q"]))
        np.testing.assert_allclose(at[:3, 3], X[:3, 3], atol=1e-9)
        # yaw, pitch, roll by the book
        assert np.arctan2(at[1, 0], at[0, 0]) == pytest.approx(0.2)
        assert -np.arcsin(at[2, 0]) == pytest.approx(1.5)


def test_nearest_limits_and_turns() -> None:
    near = "-2.4, -1.4, 1.7, 2.6, 1.8, 0"
    found = data(ARM, "--pose", "0.3, 0.2, 0.6, 0, 1.5, 0.2", "--near", near)["poses"][0]
    gaps = [
        np.linalg.norm(np.array(s["q"]) - np.array([float(x) for x in near.split(",")])) for s in found["solutions"]
    ]
    assert gaps == sorted(gaps)
    far = "0.1 -0.55 0.25 0 1.5 0.2"
    every, kept = (data(ARM, "--pose", far, *flag)["poses"][0] for flag in ((), ("--limits", "--turns")))
    assert 0 < kept["count"] < every["count"]
    assert any(s["beyond"] for s in every["solutions"])
    assert not any(s["beyond"] for s in kept["solutions"])


def test_out_of_reach_is_told() -> None:
    out = run(ARM, "--pose", "3 0 0 0 0 0", code=1)
    assert "no solution" in out
    assert "the least error is 2." in out
    assert data(ARM, "--pose", "3 0 0 0 0 0", code=1)["poses"][0]["nearest"]["residual"] > 2


def test_a_singular_solution_is_told() -> None:
    at = lw.derive(lw.load(ARM), "pose_quaternion", frame="tool")(q=np.array([0.3, 0.4, -0.5, 0.2, 0.0, 0.1]))
    assert "singular" in run(ARM, "--pose", " ".join(map(repr, at.tolist())))


@pytest.mark.parametrize("name", ["poses.json", "poses.npy", "poses.csv", "poses.txt"])
def test_files_of_poses(name: str, tmp_path: Path) -> None:
    rows = np.array([[0.3, 0.2, 0.6, 0, 0, 0, 1], [0.2, 0.1, 0.5, 0, 0, 0, 1]])
    path = tmp_path / name
    match path.suffix:
        case ".json":
            path.write_text(json.dumps(rows.tolist()))
        case ".npy":
            np.save(path, rows)
        case suffix:
            path.write_text("\n".join((", " if suffix == ".csv" else " ").join(map(str, row)) for row in rows.tolist()))
    found = data(ARM, "--pose-file", str(path))
    assert [pose["count"] for pose in found["poses"]] == [8, 8]
    assert "pose 2: 8 solutions" in run(ARM, "--pose-file", str(path))


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((), "say which pose"),
        (("--pose", "1 2"), "a pose has 2 numbers"),
        (("--pose", "1 2 3"), "--mask position asks for no more"),
        (("--pose", "0.3 0.2 0.6 0 90 20"), "90 is more than a turn"),
        (("--pose", "0.3 0.2 0.6 0 0 0", "--samples", "5"), "no joint to spare"),
        (("--pose", "0 0 0 0 0 0 2"), "quaternion of the pose has length 2"),
        (("--pose", "nan 0 0 0 0 0"), "nan in row 1, column 4"),
        (("--pose", "0 0 0 0 0 0", "--frame", "tol"), "no frame 'tol'"),
        (("--pose", "0 0 0 0 0 0", "--mask", "all"), "no mask 'all'"),
        (("--pose", "0 0 0 0 0 0", "--given", "waist"), "gives no joint a value"),
        (("--pose-file", "nowhere.txt"), "cannot read poses from 'nowhere.txt'"),
    ],
)
def test_what_is_refused(arguments: tuple[str, ...], says: str) -> None:
    assert says in refused(ARM, *arguments)


def test_a_file_that_never_closes_its_brackets_is_told(tmp_path: Path) -> None:
    path = tmp_path / "deep.json"
    path.write_text("[" * 200_000)
    assert "cannot read poses" in refused(ARM, "--pose-file", str(path))


def test_parallel_robots_by_the_pose_of_their_platform() -> None:
    stewart = str(EXAMPLES / "parallel" / "6ups.yaml")
    found = data(stewart, "--pose", "0.02 -0.01 0.6 0.1 0.05 0.2")
    assert found["joints"] == [f"leg{k}_joint3" for k in range(1, 7)]
    assert found["poses"][0]["count"] == 1
    # a leg is as long as its end points are apart: all move up together when the plate does
    up = data(stewart, "--pose", "0.02 -0.01 0.7 0.1 0.05 0.2")["poses"][0]["solutions"][0]["q"]
    assert all(a < b for a, b in zip(found["poses"][0]["solutions"][0]["q"], up, strict=True))
    delta = str(EXAMPLES / "parallel" / "delta.yaml")
    legs = data(delta, "--pose", "0 0 -0.6 0 0 0")["poses"][0]["solutions"][0]["q"]
    assert legs == pytest.approx([legs[0]] * 3)
    assert "cannot have" in run(delta, "--pose", "0 0 -0.6 0 0 0.3", code=1)
    assert "is for arms" in refused(delta, "--pose", "0 0 -0.6 0 0 0", "--turns")
    assert "(platform: tool)" in refused(str(EXAMPLES / "loops" / "fourbar.yaml"), "--pose", "0 0 0 0 0 0")


def test_a_position_alone_and_what_is_sampled() -> None:
    found = data(ARM, "--pose", "0.3 0.2 0.6", "--mask", "position", "--frame", "wrist_roll")
    assert (found["frame"], found["mask"], found["poses"][0]["count"]) == ("wrist_roll", "position", 124)
    assert found["sampled"] == {"forearm_roll": 31}
    near = run(ARM, "--pose", "0.3 0.2 0.6 0 1.5 0.2", "--mask", "axis", "--near", "0 0 0 0 0 0")
    assert "8 solutions (closed_form: spherical wrist; frame 'tool', mask 'axis')" in near
    sampled = run(ARM, "--pose", "0.3 0.2 0.6 0 1.5 0.2", "--mask", "axis", "--samples", "2")
    assert "16 solutions (closed_form: spherical wrist; frame 'tool', mask 'axis', 2 values of flange_roll)" in sampled


def test_only_joints_that_move_the_frame_are_columns() -> None:
    out = run(
        ARM, "--pose", "0.3 0.2 0.6", "--mask", "position", "--frame", "wrist_roll", "--given", "forearm_roll=0.5"
    )
    assert "forearm_roll" in out
    assert "flange_roll" not in out
    found = data(
        ARM, "--pose", "0.3 0.2 0.6", "--mask", "position", "--frame", "wrist_roll", "--given", "forearm_roll=0.5"
    )
    assert len(found["poses"][0]["solutions"][0]["q"]) == len(found["joints"]) == 6
    assert found["given"] == {"forearm_roll": 0.5}


def test_the_world_is_a_base_like_any_other() -> None:
    pose = ("--pose", "0.3 0.2 0.6 0 1.5 0.2")
    assert data(ARM, *pose, "--base", "world") == data(ARM, *pose)


def test_an_arm_whose_fingers_are_coupled_is_an_arm_up_to_the_gripper(tmp_path: Path) -> None:
    path = tmp_path / "arm.yaml"
    path.write_text(_GRIPPER)
    found = data(str(path), "--pose", "0.5 0.3 0 0 0 0", "--limits", "--turns")
    assert (found["frame"], found["poses"][0]["count"]) == ("palm", 2)
    for row in found["poses"][0]["solutions"]:
        a, b = row["q"][:2]
        assert [np.cos(a) + np.cos(a + b), np.sin(a) + np.sin(a + b)] == pytest.approx([0.5, 0.3])
    at = CliRunner().invoke(app, ["fk", str(path), "--frame", "palm"])
    assert "frame 'palm'" in at.stdout
    assert "2 0 0" in at.stdout
    assert "as 'palm'" in refused(str(path), "--pose", "0.5 0.3 0 0 0 0", "--frame", "left")
    assert "no frame 'nothing'" in refused(str(path), "--pose", "0.5 0.3 0 0 0 0", "--frame", "nothing")


_GRIPPER = """
linkwright: 1
name: arm
joints:
  shoulder: {type: revolute, axis: [0, 0, 1], parent: world, child: upper}
  elbow: {type: revolute, axis: [0, 0, 1], parent: upper, child: lower, xyz: [1, 0, 0]}
  left: {type: prismatic, axis: [0, 1, 0], parent: lower, child: left_finger, xyz: [1, 0, 0], limits: [0.02, 0.06]}
  right: {type: prismatic, axis: [0, -1, 0], parent: lower, child: right_finger, xyz: [1, 0, 0]}
bodies:
  upper: {mass: 1}
  lower: {mass: 1}
  left_finger: {mass: 0.1}
  right_finger: {mass: 0.1}
frames:
  palm: {body: lower, xyz: [1, 0, 0]}
  left: {body: left_finger}
couplings: {left: right}
"""
