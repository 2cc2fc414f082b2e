"""`linkwright trajectory` and `linkwright fk`: what they write and tell."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from tests.support.cli import run
from tests.support.referee import frame_poses
from tests.support.trajectory import move

EXAMPLES = Path(__file__).parents[2] / "examples"
ELBOW = str(EXAMPLES / "elbow6.urdf")
FROM = ("--from", "0.3, 0.2, 1.3, 0.6, 0.9, 0.8")
BOUNDS = ("--velocity", "0.3", "--acceleration", "1", "--jerk", "10")


def table(path: Path) -> np.ndarray:
    return np.loadtxt(path.read_text().splitlines()[1:], delimiter=",")


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert run([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_through_points(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Velocity limits of the file, samples as Python makes them, a picture of every joint."""
    arguments = ["trajectory", str(EXAMPLES / "double_pendulum.yaml"), "--to", "1, 30 deg", "--acceleration", "5, 9"]
    arguments += ["-o", str(tmp_path / "m.csv"), "--plot", str(tmp_path / "m.svg"), "--dt", "0.02"]
    facts = told(capsys, *arguments)
    made = move([0, 0], [1, np.pi / 6], acceleration=[5, 9])
    assert facts["seconds"] == pytest.approx(made.duration)
    assert facts["q_end"] == pytest.approx([1, np.pi / 6])
    rows = made.sample(0.02)
    assert np.allclose(table(tmp_path / "m.csv"), np.column_stack([rows.t, rows.q, rows.v, rows.a, rows.j]))
    assert (tmp_path / "m.svg").read_text().count("<path") > 20
    assert run(arguments) == 0
    assert "samples" in capsys.readouterr().out
    capsys.readouterr()
    follows = told(capsys, "simulate", str(EXAMPLES / "double_pendulum.yaml"), "--follow", str(tmp_path / "m.csv"))
    assert follows["tracking_error"] < 1e-4
    assert follows["seconds"] == pytest.approx(made.duration)


def test_a_frame_on_a_line_and_on_an_arc(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The frame's poses, by the referee, lie on the line and on the circle."""
    robot = lw.load(ELBOW)
    file = tmp_path / "m.csv"
    told(capsys, "trajectory", ELBOW, *FROM, "--line", "0.5 0.2 0.6", *BOUNDS, "-o", str(file), "--dt", "0.05")
    places = np.array([frame_poses(robot, q)["tool"][:3, 3] for q in table(file)[:, 1:7]])
    way = places[-1] - places[0]
    assert np.allclose(places[-1], [0.5, 0.2, 0.6], atol=1e-7)
    assert np.allclose(np.cross(places - places[0], way), 0, atol=1e-7)
    told(
        capsys,
        "trajectory",
        ELBOW,
        *FROM,
        "--arc",
        "0.5 0.2 0.6; 0.5 0.1 0.6",
        *BOUNDS,
        "-o",
        str(file),
        "--dt",
        "0.05",
    )
    places = np.array([frame_poses(robot, q)["tool"][:3, 3] for q in table(file)[:, 1:7]])
    assert np.allclose(places[-1], [0.5, 0.1, 0.6], atol=1e-7)
    singular = np.linalg.svd(places - places.mean(axis=0), compute_uv=False)
    assert singular[2] < 1e-6 < singular[1]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "no place to go to"),
        (("--to", "1,1", "--line", "0 0 0"), "--to and --line at once"),
        (("--to", "1", "--acceleration", "1"), "has 1 values"),
        (("--to", "1,1"), "neither acceleration nor jerk"),
        (("--line", "1 2 3 4", "--acceleration", "1"), "a pose has 4 numbers"),
        (("--line", "1 2 3 0 0 0 3", "--acceleration", "1"), "has length 3"),
        (("--arc", "1 2 3", "--acceleration", "1"), "an arc through 2 points"),
        (("--to", "1,1", "--acceleration", "x"), "has a name in it"),
    ],
)
def test_wrong_routes_are_named(arguments: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["trajectory", str(EXAMPLES / "double_pendulum.yaml"), *arguments]) == 2
    assert said in capsys.readouterr().err


def test_poses_of_a_platform(capsys: pytest.CaptureFixture[str]) -> None:
    file = str(EXAMPLES / "parallel" / "3rrr.yaml")
    facts = told(capsys, "fk", file)
    assert facts["complete"]
    assert len(facts["solutions"]) == 2
    assert np.allclose(facts["solutions"][0], 0, atol=1e-9)
    assert run(["fk", file]) == 0
    assert "2 poses (all poses)" in capsys.readouterr().out
    assert run(["fk", file, "--motors", "0.7, 0.7, 0.65", "--path"]) == 0
    assert "in the same way of assembly" in capsys.readouterr().out
    assert run(["fk", file, "--motors", "3, 0, 3", "--path"]) == 0
    assert "a singularity bars the way" in capsys.readouterr().out
    assert run(["fk", file, "--motors", "0.7"]) == 2
    assert "motors has 1 values" in capsys.readouterr().err
    assert run(["fk", ELBOW, "--motors", "1"]) == 2
    assert "is no parallel robot" in capsys.readouterr().err
    assert run(["fk", file, "--q", "1"]) == 2
    assert "is closed" in capsys.readouterr().err


def test_a_point_out_of_the_limits_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["trajectory", str(EXAMPLES / "elbow6.urdf"), "--to", "90,0,0,0,0,0", "--acceleration", "2"]) == 2
    said = capsys.readouterr().err
    assert "'waist' cannot go to 90" in said
    assert "its limits are -" in said


def test_the_pose_of_a_frame(capsys: pytest.CaptureFixture[str]) -> None:
    from scipy.spatial.transform import Rotation

    facts = told(capsys, "fk", ELBOW, "--q", FROM[1])
    expected = frame_poses(lw.load(ELBOW), np.array([0.3, 0.2, 1.3, 0.6, 0.9, 0.8]))["tool"]
    assert facts["frame"] == "tool"
    assert np.allclose(facts["pose"], expected, atol=1e-12)
    assert np.allclose(Rotation.from_euler("xyz", facts["roll_pitch_yaw"]).as_matrix(), expected[:3, :3])
    assert np.allclose(Rotation.from_quat(facts["quaternion"]).as_matrix(), expected[:3, :3])
    assert run(["fk", ELBOW, "--frame", "flange"]) == 0
    assert "frame 'flange'" in capsys.readouterr().out
