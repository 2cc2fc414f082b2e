"""Files and names at the edge of what a user may give."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

import linkwright as lw
from tests.support.cli import app, write_file, write_text
from tests.support.package import LinkwrightError


def command(*words: str) -> str:
    result = CliRunner().invoke(app, list(words), catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def robot_file(folder: Path, name: str = "arm", joint: str = "revolute") -> str:
    path = folder / "arm.yaml"
    joints = f"joints: {{'[/j]': {{type: {joint}, child: '[b]x'}}}}"
    path.write_text(f"linkwright: 1\nname: '{name}'\n{joints}\nbodies: {{'[b]x': {{mass: 1, com: [1, 0, 0]}}}}\n")
    return str(path)


def test_a_failed_writer_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    write_text(path, "old")

    def fail(made: Path) -> None:
        made.write_text("half")
        raise OSError(28, "No space left on device")

    with pytest.raises(LinkwrightError, match="No space left"):
        write_file(path, fail)
    assert [p.name for p in tmp_path.iterdir()] == ["x.csv"]
    assert path.read_text() == "old"


@pytest.mark.parametrize("option", ["--csv", "--plot"])
def test_simulate_into_a_folder_that_is_not_there(option: str, tmp_path: Path) -> None:
    words = ["simulate", robot_file(tmp_path), "--time", "0.1", option, str(tmp_path / "none" / "x.svg")]
    with pytest.raises(LinkwrightError, match="cannot write"):
        CliRunner().invoke(app, words, catch_exceptions=False)


def test_an_unknown_plot_format_stops_before_anything_is_written(tmp_path: Path) -> None:
    words = ["simulate", robot_file(tmp_path), "--csv", str(tmp_path / "x.csv"), "--plot", str(tmp_path / "x.foo")]
    with pytest.raises(LinkwrightError, match="cannot plot"):
        CliRunner().invoke(app, words, catch_exceptions=False)
    assert not (tmp_path / "x.csv").exists()


def test_square_brackets_in_names_are_shown(tmp_path: Path) -> None:
    out = command("check", robot_file(tmp_path, "[/red]arm"))
    assert "[/red]arm" in out
    assert "[b]x  [/j]: revolute" in out


def test_a_template_may_have_any_file_name(tmp_path: Path) -> None:
    path = tmp_path / "my arm: 2.yaml"
    command("new", str(path))
    assert lw.load(path).name == "my arm: 2"


def test_a_robot_that_cannot_move(tmp_path: Path) -> None:
    robot = lw.load(robot_file(tmp_path, joint="fixed"))
    assert lw.compile(robot).mass_matrix([]).shape == (0, 0)
    built = lw.build(robot, to="numpy", out=tmp_path / "out")
    assert all(row.ok for row in built.tests)


def test_check_of_a_robot_with_a_hundred_symbols_stays_short() -> None:
    out = command("check", str(Path(__file__).parents[2] / "examples/formats/rx90.par"))
    assert "parameters without a value: D3, RL4, M1, MX1" in " ".join(out.split())
    assert "gravity: 0 0 -9.81" in out
    assert len(out.splitlines()) < 50


def test_check_counts_one_body_as_one(tmp_path: Path) -> None:
    assert "1 body, mass 1 kg" in command("check", robot_file(tmp_path))
