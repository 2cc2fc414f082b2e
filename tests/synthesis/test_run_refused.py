"""What a run refuses, and where its files are, whatever is in the files of others."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from linkwright.errors import EmitError, InputError, RunError
from linkwright.jobs import workers
from linkwright.synthesis.found import Found
from linkwright.synthesis.run import Place, synthesize
from linkwright.synthesis.task import Search, Task
from tests.support.cli import run

ROBOT = """
linkwright: 1
name: NAME
gravity: [0, -9.81, 0]
parameters: {l1: 0.3, l2: 0.3, m: 1}
joints:
  shoulder: {type: revolute, child: upper}
  elbow: {type: revolute, parent: upper, child: lower, xyz: [l1, 0, 0]}
bodies: {upper: {mass: m, com: [l1, 0, 0]}, lower: {mass: 1, com: [l2, 0, 0]}}
frames: {tip: {body: lower, xyz: [l2, 0, 0]}}
synthesis: {frame: tip, variables: {l1: [0.2, 0.6], l2: [0.2, 0.6]}}
"""
TASK = """
mask: 2T0R
path: {PATH}
structures: {files: [arm.yaml]}
search: {evaluations: 12, population: 8}
"""
POINTS = "points: [[0.3, 0.1, 0], [0.3, 0.2, 0]], time: 1 s, rate: 20 Hz"


def arm(folder: Path, name: str = "arm", path: str = POINTS) -> Task:
    (folder / "arm.yaml").write_text(ROBOT.replace("NAME", name))
    return Task.load(written(folder, path))


def written(folder: Path, path: str) -> Path:
    file = folder / "task.yaml"
    file.write_text(TASK.replace("PATH", path))
    return file


def found(task: Task, folder: Path) -> Found:
    with workers() as crew:
        return synthesize(task, Place(folder, folder / "out"), crew)


def test_files_stay_in_their_folder(tmp_path: Path) -> None:
    """A robot may be called like a way out of the folder."""
    task = arm(tmp_path, "'../../</script>/escaped'")
    assert found(task, tmp_path).front
    (made,) = (tmp_path / "out" / "individuals").iterdir()
    assert made.suffix == ".csv"
    assert len(made.read_text().splitlines()) == 13
    assert {x.name for x in tmp_path.iterdir()} == {"arm.yaml", "task.yaml", "out"}


def test_a_robot_without_variables_is_one_candidate(tmp_path: Path) -> None:
    arm(tmp_path)
    (tmp_path / "fixed.yaml").write_text(ROBOT.replace("NAME", "fixed").partition("variables")[0] + "links: []}\n")
    text = TASK.replace("PATH", POINTS).replace("[arm.yaml]", "[arm.yaml, fixed.yaml]")
    run = found(Task.read(text, tmp_path), tmp_path)
    assert {t.structure.name: (t.evaluations, bool(t.best), t.message) for t in run.tried} == {
        "arm": (12, True, ""), "fixed": (1, True, "")
    }  # fmt: skip


def test_a_robot_file_or_a_path_that_changed_is_another_run(tmp_path: Path) -> None:
    """The same task, but not what it names: old results would be those of another robot."""
    way = "t,x,y,z,qx,qy,qz,qw\n0,0.3,0.1,0,0,0,0,1\n0.5,0.3,0.15,0,0,0,0,1\n1,0.3,0.2,0,0,0,0,1\n"
    (tmp_path / "way.csv").write_text(way)
    task = arm(tmp_path, path="file: way.csv, rate: 20 Hz")
    found(task, tmp_path)
    (tmp_path / "arm.yaml").write_text(ROBOT.replace("NAME", "arm").replace("m: 1}", "m: 5}"))
    with pytest.raises(RunError, match="another run: structures"):
        found(task, tmp_path)
    arm(tmp_path)
    (tmp_path / "way.csv").write_text(way.replace("0.15", "0.16"))
    with pytest.raises(RunError, match="another run: path"):
        found(arm(tmp_path, path="file: way.csv, rate: 20 Hz"), tmp_path)


@pytest.mark.parametrize(
    ("key", "value"), [("evaluations", 0), ("evaluations", 10**12), ("population", 1), ("seed", -1), ("front", 0)]
)
def test_numbers_of_a_search_have_bounds(key: str, value: int) -> None:
    with pytest.raises(InputError, match=f"{key} of the search is {value}"):
        replace(Search(), **{key: value})


@pytest.mark.parametrize(
    ("path", "flags", "what"),
    [
        (POINTS, ["--population", "1"], "population of the search is 1"),
        (POINTS, ["--evaluations", "1000000000000"], "evaluations of the search"),
        (POINTS.replace("20 Hz", "1e9 Hz"), [], "lower its rate"),
        (POINTS.replace("0.2", "1e300"), [], "m away"),
    ],
)
def test_nothing_is_written_of_what_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], path: str, flags: list[str], what: str
) -> None:
    assert run(["synthesize", str(written(tmp_path, path)), "-o", str(tmp_path / "out"), *flags]) == 2
    assert what in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_an_objective_is_named_once(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="'energy' is named twice"):
        found(replace(arm(tmp_path), objectives=("energy", "mass", "energy")), tmp_path)


def test_a_file_in_the_way(tmp_path: Path) -> None:
    task = arm(tmp_path)
    (tmp_path / "out").write_text("mine")
    with pytest.raises(EmitError, match="cannot make the folder"):
        found(task, tmp_path)
    assert (tmp_path / "out").read_text() == "mine"
