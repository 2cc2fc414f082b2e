"""Files on the disk: whole or not there, and never in place of what someone else wrote."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

import linkwright as lw

from .round_trip import SUFFIXES

EXAMPLES = Path(__file__).parents[2] / "examples"


def elbow() -> lw.Robot:
    return lw.load(EXAMPLES / "elbow6.urdf")


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_only_own_files_are_replaced(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"x{suffix}"
    lw.save(elbow(), path)
    lw.save(elbow(), path)
    path.write_text("mine")
    with pytest.raises(lw.LinkwrightError, match="was not written by Linkwright") as caught:
        lw.save(elbow(), path)
    assert "another name" in caught.value.hint
    assert path.read_text() == "mine"
    assert list(tmp_path.iterdir()) == [path]


def test_unknown_suffixes_and_what_is_no_robot(tmp_path: Path) -> None:
    with pytest.raises(lw.LinkwrightError, match=r"ending in '\.usd'") as caught:
        lw.save(elbow(), tmp_path / "x.usd")
    assert ".urdf .xml .mjcf .sdf .yaml" in caught.value.hint
    with pytest.raises(lw.LinkwrightError, match="save needs a Robot"):
        lw.save("elbow6.urdf", tmp_path / "x.urdf")  # type: ignore[arg-type]


def test_loops_of_an_earlier_robot_do_not_close_this_one(tmp_path: Path) -> None:
    lw.save(lw.load(EXAMPLES / "loops" / "fourbar.yaml"), tmp_path / "x.urdf")
    assert (tmp_path / "x.loops.yaml").exists()
    lw.save(elbow(), tmp_path / "x.urdf")
    assert [p.name for p in tmp_path.iterdir()] == ["x.urdf"]
    (tmp_path / "x.loops.yaml").write_text("linkwright: 1\n")
    with pytest.raises(lw.LinkwrightError, match="lies beside the file"):
        lw.save(elbow(), tmp_path / "x.urdf")
    assert (tmp_path / "x.loops.yaml").read_text() == "linkwright: 1\n"


def test_files_of_others_that_would_be_read_too_are_in_the_way(tmp_path: Path) -> None:
    """Pairs of frames beside a URDF, under any of the names that are looked for."""
    for name in ("x.yaml", "robot.yaml"):
        (tmp_path / name).write_text("closed_loop: []\n")
        with pytest.raises(lw.LinkwrightError, match="lies beside the file"):
            lw.save(elbow(), tmp_path / "x.urdf")
        (tmp_path / name).write_text("linkwright: 1\n")
        lw.save(elbow(), tmp_path / "x.urdf")
        (tmp_path / name).unlink()


def test_a_closed_robot_is_not_written_where_its_loops_would_be_lost(tmp_path: Path) -> None:
    """Readers look for the side file of a name in small letters."""
    with pytest.raises(lw.LinkwrightError, match="without what closes the robot"):
        lw.save(lw.load(EXAMPLES / "loops" / "fourbar.yaml"), tmp_path / "x.URDF")
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(os.name == "nt" or os.getuid() == 0, reason="needs a folder that may not be written to")
def test_a_folder_may_lie_in_one_that_is_read_only(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    tmp_path.chmod(stat.S_IRUSR | stat.S_IXUSR)
    try:
        lw.save(elbow(), home / "x.urdf")
    finally:
        tmp_path.chmod(0o700)
    assert (home / "x.urdf").exists()


def test_nothing_is_left_where_a_file_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    lw.save(elbow(), tmp_path / "x.urdf")
    before = (tmp_path / "x.urdf").read_text()
    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(lw.LinkwrightError, match="No space left"):
        lw.save(lw.load(EXAMPLES / "loops" / "fourbar.yaml"), tmp_path / "x.urdf")
    assert (tmp_path / "x.urdf").read_text() == before
    assert [p.name for p in tmp_path.iterdir()] == ["x.urdf"]


def test_a_robot_too_large_for_yaml_says_so(tmp_path: Path) -> None:
    links = {
        f"j{k}": {"type": "revolute", "parent": f"b{k - 1}" if k else "world", "child": f"b{k}"} for k in range(900)
    }
    robot = lw.load({"linkwright": 1, "joints": links})
    with pytest.raises(lw.LinkwrightError, match="too many values") as caught:
        lw.save(robot, tmp_path / "x.yaml")
    assert "another format" in caught.value.hint
    assert not list(tmp_path.iterdir())
    assert lw.save(robot, tmp_path / "x.urdf") == ()
