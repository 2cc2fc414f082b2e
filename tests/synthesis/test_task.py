"""Task files: what they say, what they leave out, what is wrong in them; their paths as samples."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from linkwright.cli.new import write_template
from linkwright.errors import Errors, FileError, InputError, LinkwrightError
from linkwright.synthesis.demand import demand
from linkwright.synthesis.structures import structures
from linkwright.synthesis.task import Box, Capsule, Limits, Search, Sphere, Task
from linkwright.synthesis.templates import TASKS

TWO = "path: {points: [[0, 0, 0], [0.3, 0, 0, 90 deg]]}\n"


@pytest.mark.parametrize("name", TASKS)
def test_a_template_is_a_task(name: str, tmp_path: Path) -> None:
    file = tmp_path / "my own.yaml"
    write_template(file, "RR", force=False, task=name)
    task = Task.load(file)
    assert task.name == "my_own"
    assert len(structures(task)) == {"cube": 28, "pick-and-place": 5}.get(name, 1)
    assert Task.read(task.text, tmp_path, file.name).search == task.search  # it travels as text
    with pytest.raises(FileError, match="exists already"):
        write_template(file, "RR", force=False, task=name)


def test_an_unknown_template_names_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no template") as told:
        write_template(tmp_path / "x.yaml", "RR", force=False, task="pick-n-place")
    assert "pick-and-place" in told.value.hint


def test_what_is_not_said() -> None:
    task = Task.read(TWO)
    assert (task.mask, task.objectives, task.limits, task.search) == ("3T1R", ("energy",), Limits(), Search())
    assert task.structures.catalogue is not None
    assert task.structures.catalogue.joints == "4"
    assert task.payload.mass == 0


def test_structures_need_not_be_dropped() -> None:
    assert not Task.read(TWO + "search: {halving: false}\n").search.halving
    assert Task.read(TWO + "search: {halving: true}\n").search.halving
    with pytest.raises(LinkwrightError, match="halving of 'search' is not true or false"):
        Task.read(TWO + "search: {halving: often}\n")


def test_everything_is_understood_with_units() -> None:
    task = Task.read(
        """
payload: {mass: 500 g, com: [0, 0, 2 cm]}
path: {pick_and_place: {start: [0, 0, 0], end: [305 mm, 0, 0, 90 deg], dwell: 10 ms}, time: 450 ms, blend: 25 mm}
space: {low: [-1, -1, 0], high: [1, 1, 2]}
reach: {center: [0, 0, 0.1], size: [0.8, 0.4, 0.2], yaw: [0, 90 deg]}
obstacles:
  post: {capsule: {start: [0, 0, 0], end: [0, 0, 1], radius: 5 cm}}
  ball: {sphere: {center: [1, 0, 0], radius: 0.1}}
  wall: {box: {low: [0, 0, 0], high: [1, 1, 1]}}
limits: {revolute: {velocity: 60 rpm}}
design: {tube: {mass: 1.2 kg/m, diameter: 50 mm, wall: 2 mm}, motors: {small: {mass: 1 kg, torque: 2 Nm}}}
variables: {base_x: [-1, 1], "a*": 200 mm}
constraints: {condition: 100}
"""
    )
    assert task.payload.mass == 0.5
    assert task.payload.inertia[0] == pytest.approx(0.4 * 0.5 * 0.05**2)
    assert [type(x.shape) for x in task.obstacles] == [Capsule, Sphere, Box]
    assert task.limits.revolute.velocity == pytest.approx(2 * np.pi)
    assert task.limits.revolute.acceleration == 100
    assert task.design.density * np.pi * (0.025**2 - 0.023**2) == pytest.approx(1.2)
    assert task.variables == {"base_x": (-1, 1), "a*": (0.2, 0.2)}
    assert (task.path.duration, demand(task).reach.shape) == (pytest.approx(0.45), (16, 4, 4))


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("nam: x\n" + TWO, 1, "unknown key 'nam'"),
        ("mask: 4T1R\n" + TWO, 1, "'mask' is '4T1R'"),
        ("payload: {mass: -1}\n" + TWO, 1, "mass of 'payload' is -1"),
        ("\npath: {points: [[0, 0, 0]]}", 2, "less than two points"),
        ("path: {points: [[0, 0, 0], [0, 0, 0]]}", 1, "points 1 and 2 of the path are the same"),
        ("path: {points: [[0, 0, 0], [0, 1]]}", 1, "not a list of 3 or 4 numbers"),
        ("path: {points: [[0, 0, 0], [1, 0, 0]], time: now}", 1, "unknown name 'now'"),
        ("path: {points: [[0, 0, 0], {xyz: [1, 0, 0], dwell: 1 s}], time: 1 s}", 1, "rests 1 s of them"),
        ("path: {file: x.csv, points: []}", 1, "'path' has both points and file"),
        ("path: {file: ../secret.csv}", None, "not in the folder of the task"),
        ("path: {file: none.csv}", 1, "no such file"),
        (TWO + "structures: {files: [/etc/passwd]}", None, "not in the folder of the task"),
        (TWO + "structures: {families: [scra]}", 2, "entry 1 of families of 'structures' is 'scra'"),
        (TWO + "structures: {catalogue: {joints: x}}", 2, "no number of joints"),
        (TWO + "structures: {catalogue: {names: [R=Q]}}", 2, "'R=Q' is no name"),
        ("path: {cycle: true}", 1, "needs one of points, pick_and_place and file"),
        ("- path", None, "the task is not a mapping"),
        (TWO + "obstacles: {a: }", 2, "obstacle 'a' has no shape"),
        (TWO + "variables: {a: }", 2, "a of 'variables' has no value"),
        (TWO + "objectives: []", 2, "'objectives' is empty"),
        (TWO + "design: {tubes: [[3 mm, 60 mm]]}", 2, "'tubes' is not a list of diameters and walls"),
        (TWO + "structures: {catalogue: {names: [R=R], joints: 2}}", 2, "has both names and joints"),
        (TWO + "reach: {low: [0, ~, 0], high: [1, 1, 1]}", 2, "entry 2 of low of 'reach' has no value"),
        (TWO + "reach: {center: [0, 0, 0]}", 2, "'reach' needs two corners"),
        (TWO + "obstacles: {a: {sphre: 1}}", 2, "unknown key 'sphre' in obstacle 'a'"),
        (TWO + "limits: {revolute: {velocity: 0}}", 2, "velocity of revolute of 'limits' is 0"),
        (TWO + "variables: {a: [2, 1]}", 2, "goes from 2 to 1"),
        (TWO + "constraints: {condition: }", 2, "condition of 'constraints' has no value"),
        (TWO + "search: {method: luck}", 2, "method of 'search' is 'luck'"),
        (TWO + "design: {tube: {wall: 1}}", 2, "wall of 'tube' is 1"),
        (TWO + "design: {motors: {a: {mass: 1}}}", 2, "motor 'a' has no torque"),
        ("pth: {}", 1, "unknown key 'pth'"),
        ("name: x", None, "the file does not say 'path:"),
        ("path: !!python/object:os.system {}", 1, "a tag"),
    ],
)
def test_mistakes_are_told_with_their_line(text: str, line: int | None, message: str) -> None:
    with pytest.raises(LinkwrightError) as told:
        Task.read(text, ".", "task.yaml")
    error = told.value.errors[0] if isinstance(told.value, Errors) else told.value
    assert message in error.what
    assert line is None or error.where == f"task.yaml:{line}"


def test_all_mistakes_at_once() -> None:
    with pytest.raises(Errors) as told:
        Task.read("nam: x\nmask: 9\npayload: {mass: -1}\n" + TWO)
    assert len(told.value.errors) == 3


def test_samples_are_the_motion_and_its_rates() -> None:
    """Rates against differences of the poses; corners where the points are; the blend stays near its point."""
    gate = "{start: [0, 0, 0], end: [0.305, 0, 0, 60 deg], dwell: 20 ms}"
    task = Task.read(f"path: {{pick_and_place: {gate}, time: 0.45 s, blend: 25 mm, rate: 4000 Hz}}")
    asked = demand(task)
    assert len(asked.t) == 1801
    places = asked.poses[:, :3, 3]
    middle = np.gradient(places, asked.t, axis=0)
    assert np.max(np.abs(middle - asked.twists[:, :3])[1:-1]) < 1e-3
    turn = (
        Rotation.from_matrix(asked.poses[1:, :3, :3]) * Rotation.from_matrix(asked.poses[:-1, :3, :3]).inv()
    ).as_rotvec()
    assert np.max(np.abs(turn / asked.t[1] - (asked.twists[1:, 3:] + asked.twists[:-1, 3:]) / 2)) < 1e-3
    change = np.gradient(asked.twists, asked.t, axis=0)
    assert np.max(np.abs(change - asked.accelerations)[1:-1]) < 0.02 * np.max(np.abs(asked.accelerations))
    ends = places[asked.corners]
    assert len(ends) == 7
    assert np.allclose(ends[[0, 3, 6]], [[0, 0, 0], [0.305, 0, 0], [0, 0, 0]], atol=1e-6)
    assert np.all(np.linalg.norm(ends[[1, 2]] - [[0, 0, 0.025], [0.305, 0, 0.025]], axis=1) < 0.025)
    assert np.allclose(demand(task, 10).poses[::10], asked.poses, rtol=0, atol=1e-12)


def test_bounds_hold_where_no_time_is_given() -> None:
    task = Task.read(
        "path: {points: [[0, 0, 0], [1, 0, 0], [1, 1, 0, 90 deg]], velocity: 0.5, acceleration: 2, cycle: true}"
    )
    asked = demand(task)
    speed, hurry = (np.linalg.norm(x[:, :3], axis=1).max() for x in (asked.twists, asked.accelerations))
    assert speed == pytest.approx(0.5)
    assert hurry == pytest.approx(2, rel=1e-2)
    assert np.allclose(asked.poses[0], asked.poses[-1])


def test_a_recorded_path_is_followed(tmp_path: Path) -> None:
    """A table of poses, written from a known motion: position and rates come back."""
    t = np.linspace(0, 1, 101)
    yaw = 0.8 * np.sin(2 * t)
    place = np.column_stack([0.3 * np.cos(t), 0.3 * np.sin(t), 0.1 * t**2])
    quaternions = Rotation.from_euler("z", yaw[:, None]).as_quat()
    rows = np.column_stack([t + 5, place, quaternions])
    np.savetxt(tmp_path / "way.csv", rows, delimiter=",", header="t,x,y,z,qx,qy,qz,qw", comments="")
    asked = demand(Task.read("path: {file: way.csv, rate: 200 Hz}", tmp_path))
    assert len(asked.t) == 201
    inner = slice(20, -20)
    now = asked.t[inner]
    assert np.allclose(asked.poses[inner, 2, 3], 0.1 * now**2, atol=1e-9)
    assert np.allclose(asked.twists[inner, 0], -0.3 * np.sin(now), atol=1e-5)
    assert np.allclose(asked.twists[inner, 5], 1.6 * np.cos(2 * now), atol=1e-4)
    assert np.allclose(asked.accelerations[inner, 5], -3.2 * np.sin(2 * now), atol=1e-2)
    (tmp_path / "bad.csv").write_text("t,x\n1,2\n", encoding="utf-8")
    with pytest.raises(LinkwrightError, match="no column"):
        Task.read("path: {file: bad.csv}", tmp_path)


def test_chains_have_the_names_of_the_known_database_too() -> None:
    task = Task.read(TWO + "structures: {catalogue: {names: [S4RRRP1]}}\n")
    assert [x.name for x in structures(task)] == ["R=R=R=P"]
    with pytest.raises(LinkwrightError, match="no chain 'S4RRRP99'"):
        Task.read(TWO + "structures: {catalogue: {names: [S4RRRP99]}}\n")
