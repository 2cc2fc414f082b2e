"""Motors: what needs none works with any, what needs them says what to write."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import linkwright as lw
from tests.loops import mechanisms as m
from tests.support.graph import symbol
from tests.support.model import COORDINATE, Coupling, Loop, analyse, study, velocities
from tests.support.package import DependentActuators, TooFewActuators


def gears(actuated: list[str]) -> lw.ClosedRobot:
    """a turns b, c turns d."""
    couplings = [
        Coupling("x", "b", 2 * symbol(COORDINATE.format("a"))),
        Coupling("y", "d", symbol(COORDINATE.format("c"))),
    ]
    made = m.robot("gears", [m.turn(n, "world") for n in "abcd"], [], [], couplings=couplings, actuated=actuated)
    assert isinstance(made, lw.ClosedRobot)
    return made


def held() -> lw.ClosedRobot:
    joints = [m.turn("a", "world"), m.turn("b", "world")]
    made = m.robot("held", joints, [], [Loop("l", "weld", "b_link", "world")], actuated=["a", "b"])
    assert isinstance(made, lw.ClosedRobot)
    return made


def kinetic_energy(robot: lw.ClosedRobot, q: np.ndarray, v: np.ndarray) -> float:
    """From the mass matrix, at positions and rates of the tree."""
    c = robot.coordinates
    M = lw.derive(robot, "mass_matrix", closure="given")(q=q[list(c.free_q)], theta=q[list(c.dependent_q)])
    u = v[list(c.free_v)]
    return float(u @ M @ u) / 2


@pytest.mark.parametrize(
    "actuated", [["left"], ["left2"], ["left", "left2", "right"], ["right2", "left2", "right", "left"]]
)
def test_the_mass_matrix_does_not_depend_on_motors(actuated: list[str]) -> None:
    """Fewer motors than degrees of freedom, or more: other free coordinates, the same energy."""
    two, other = m.five_bar(), m.five_bar(actuated=actuated)
    assert isinstance(two, lw.ClosedRobot)
    assert isinstance(other, lw.ClosedRobot)
    assert other.nv == 2
    assert set(other.joint_names) <= set(actuated) or set(actuated) < set(other.joint_names)
    q = study(two).start
    v = velocities(two, q, [0.7, -0.4])
    assert kinetic_energy(other, q, v) == pytest.approx(kinetic_energy(two, q, v), rel=1e-12)


@pytest.mark.parametrize(
    ("robot", "error", "told"),
    [
        (m.five_bar(actuated=["left"]), TooFewActuators, "the motors determine 1 of 2 degrees of freedom"),
        (gears(["a", "b"]), DependentActuators, "the coordinates of c are free besides"),
        (gears(["a"]), TooFewActuators, "the coordinates of c are free besides"),
    ],
)
def test_forces_of_motors_say_what_to_write_and_it_works(
    robot: lw.ClosedRobot, error: type[Exception], told: str
) -> None:
    assert any(told in note.what for note in analyse(robot).notes)
    with pytest.raises(error, match="degrees of freedom") as raised:
        lw.derive(robot, "actuator_forces")
    names = re.search(r"actuated: \[(.*?)\]", str(raised.value))
    assert names is not None
    better = replace(robot, actuated=tuple(names[1].split(", ")))
    assert not analyse(better).notes
    assert lw.derive(better, "actuator_forces").outputs["u"].size == robot.nv


def test_five_motors_of_a_hexapod_find_no_pose() -> None:
    five = m.hexapod(actuated=["s0", "s1", "s2", "s3", "s4"])
    assert analyse(five).singularity.direct is None
    with pytest.raises(TooFewActuators):
        lw.derive(five, "actuator_forces", closure="given")


def test_a_motor_that_cannot_move_is_told() -> None:
    found = analyse(held())
    assert found.mobility.true == 1
    assert [n.what for n in found.notes] == ["the motor of joint 'b' does nothing: the loops hold it"]
    assert lw.derive(held(), "actuator_forces").outputs["u"].size == 2


def test_every_command_serves_a_robot_with_too_few_motors(tmp_path: Path) -> None:
    from tests.support.cli import app

    file = tmp_path / "two.yaml"
    file.write_text(
        """linkwright: 1
name: two
joints:
  left: {type: revolute, axis: [0, 0, 1], child: a}
  right: {type: revolute, axis: [0, 0, 1], xyz: [5.5, 0, 0], child: b}
  left2: {type: revolute, axis: [0, 0, 1], xyz: [2.9, 0, 0], parent: a, child: c}
  right2: {type: revolute, axis: [0, 0, 1], xyz: [3.1, 0, 0], parent: b, child: d}
bodies:
  a: {mass: 1, com: [1, 0, 0]}
  b: {mass: 1, com: [1, 0, 0]}
  c: {mass: 1, com: [1, 0, 0]}
  d: {mass: 1, com: [1, 0, 0]}
close:
  tip: {kind: pin, first: {body: c, xyz: [4, 0, 0]}, second: {body: d, xyz: [4.5, 0, 0]}}
actuated: [left]
start: {left: 1.3, left2: -0.5, right: 1.6, right2: 1.2}
"""
    )
    for command in (
        ["check", file], ["equations", file, "-Q", "gravity"], ["picture", file, "-o", tmp_path / "two.svg"],
        ["build", file, "-Q", "mass_matrix,inverse_dynamics", "--to", "numpy", "-o", tmp_path / "out"],
        ["simulate", file, "--time", "0.05"], ["verify", file],
    ):  # fmt: skip
        ended = CliRunner().invoke(app, [str(x) for x in command])
        assert ended.exit_code == 0, (command, ended.output)


def test_motors_that_follow_from_others_are_not_called_more_than_needed(tmp_path: Path) -> None:
    """One of the two gear trains has both motors, the other none."""
    from tests.support.cli import app

    lw.save(gears(["a", "b"]), tmp_path / "gears.yaml")
    told = CliRunner().invoke(app, ["check", str(tmp_path / "gears.yaml")]).output
    assert "motors: a, b; 1 of them follows from the others" in told
    assert "the motors determine 1 of 2 degrees of freedom" in " ".join(told.split())
