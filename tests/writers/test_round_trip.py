"""Reading a written file gives the same forces: all of them where nothing is listed, else those of what is left."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path

import pytest
from hypothesis import given, settings

import linkwright as lw
from tests.strategies import mechanisms
from tests.support.model import describe
from tests.support.writers import _FORMATS, express_in, force_difference, format_of

from .round_trip import SUFFIXES, round_trip

EXAMPLES = Path(__file__).parents[2] / "examples"
ROBOTS = sorted(p for p in EXAMPLES.rglob("*") if p.suffix in (".yaml", ".urdf") and p.parent.name != "manifold")
QUICK = ("elbow6", "cart_pole", "quadruped", "screws", "fourbar", "geared_arm", "sarrus", "3rrr", "hbot")


def test_every_format_is_asked() -> None:
    assert {format_of(Path(f"x{s}")).name for s in SUFFIXES} == {format_of(Path(f"x{s}")).name for s in _FORMATS}


@pytest.mark.parametrize("suffix", SUFFIXES)
@settings(max_examples=15)
@given(robot=mechanisms(symbolic=False))
def test_random_trees(robot: lw.OpenRobot, suffix: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    round_trip(robot, tmp_path_factory.mktemp("x"), suffix)


@pytest.mark.parametrize("suffix", SUFFIXES)
@settings(max_examples=8)
@given(robot=mechanisms(exact=False, symbolic=False, massless=True))
def test_random_trees_in_floats(robot: lw.OpenRobot, suffix: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    round_trip(robot, tmp_path_factory.mktemp("x"), suffix)


@settings(max_examples=15)
@given(robot=mechanisms(symbolic=True))
def test_symbols_stay_in_yaml(robot: lw.OpenRobot, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("x")
    assert not round_trip(robot, folder, ".yaml")
    back = lw.load(folder / "robot.yaml")
    assert list(back.parameters) == list(robot.parameters)
    assert lw.derive(back, "inverse_dynamics", parameters="symbolic").inputs.keys() == (
        lw.derive(robot, "inverse_dynamics", parameters="symbolic").inputs.keys()
    )


@pytest.mark.slow
@pytest.mark.parametrize("suffix", SUFFIXES)
@settings(max_examples=300, derandomize=False)
@given(robot=mechanisms(size=6, symbolic=False, massless=True))
def test_many_random_trees(robot: lw.OpenRobot, suffix: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    round_trip(robot, tmp_path_factory.mktemp("x"), suffix)


@pytest.mark.parametrize("path", [p for p in ROBOTS if p.stem in QUICK], ids=lambda p: p.stem)
def test_examples(path: Path, tmp_path: Path) -> None:
    robot = lw.load(path)
    assert not round_trip(robot, tmp_path, ".yaml")
    unknown = any(p.value is None for p in robot.parameters.values())
    for suffix in SUFFIXES[1:]:
        with pytest.raises(lw.LinkwrightError, match="holds numbers") if unknown else nullcontext():
            round_trip(robot, tmp_path, suffix)


@pytest.mark.slow
@pytest.mark.parametrize("path", [p for p in ROBOTS if p.stem not in QUICK], ids=lambda p: p.stem)
def test_all_examples(path: Path, tmp_path: Path) -> None:
    test_examples(path, tmp_path)


def test_what_is_left_needs_no_further_change() -> None:
    """Of a robot that a format can say all of nothing is listed, whatever it was before."""
    robot = lw.load(EXAMPLES / "parallel" / "3rrr.yaml")
    for suffix in SUFFIXES:
        format = format_of(Path(f"x{suffix}"))
        left, _ = express_in(robot, format)
        assert express_in(left, format)[1] == ()


@pytest.mark.parametrize("name", ["arm6.yaml", "elbow6.urdf", "quadruped.yaml", "loops/fourbar.yaml"])
def test_yaml_keeps_every_digit(name: str, tmp_path: Path) -> None:
    """Not only the forces: the same numbers and expressions, so the same code."""
    robot = lw.load(EXAMPLES / name)
    lw.save(robot, tmp_path / "robot.yaml")
    assert set(describe(lw.load(tmp_path / "robot.yaml")).splitlines()) == set(describe(robot).splitlines())


def test_a_file_says_what_a_robot_is_more_than_once(tmp_path: Path) -> None:
    """Through all formats, one after the other."""
    robot = lw.load(EXAMPLES / "elbow6.urdf")
    first = robot
    for suffix in (".sdf", ".xml", ".urdf", ".yaml", ".xml", ".sdf"):
        lw.save(robot, tmp_path / f"robot{suffix}")
        robot = lw.load(tmp_path / f"robot{suffix}")
    assert force_difference(first, robot) < 1e-12
