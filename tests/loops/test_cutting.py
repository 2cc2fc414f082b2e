"""Cutting open in all forms of the parameters, and as the modes of the loops say."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import pytest

import linkwright as lw
from tests.loops import mechanisms as m
from tests.support.graph import Expr, symbol, symbols_of
from tests.support.mechanics import in_mode
from tests.support.model import COORDINATE, Coupling, Frame, Loop, Parameter, Robot, analyse, cut
from tests.support.package import CannotClose, Locked

FOUR_BAR = Path(__file__).parents[2] / "examples" / "loops" / "fourbar.yaml"


def test_symbols_of_couplings_and_modes_are_parameters_of_the_cut() -> None:
    robot = _with_wheel([symbol(n) for n in ("l1", "l2", "l3", "l4")])
    found = cut(robot, "symbolic")
    assert {p.name for p in found.parameters} >= {"l1", "l2", "l3", "l4", "n", "way"}
    (follower,) = found.followers
    assert isinstance(follower.value, Expr)
    assert set(symbols_of(follower.value.graph, [follower.value.index])) == {"n", "q[0]"}
    numeric = cut(robot)
    assert numeric.parameters == ()
    value = numeric.followers[0].value
    assert symbols_of(value.graph, [value.index]) == ["q[0]"]
    assert [p.name for p in cut(robot, "numeric", "n").parameters] == ["n"]


def _with_wheel(lengths: list[Expr]) -> Robot:
    joints = [
        m.turn("crank", "world"),
        m.turn("coupler", "crank_link", m.at(lengths[1], 0)),
        m.turn("rocker", "world", m.at(lengths[0], 0)),
        m.turn("wheel", "world"),
    ]
    frames = [Frame("tip", "coupler_link", m.at(lengths[2], 0)), Frame("end", "rocker_link", m.at(lengths[3], 0))]
    gear = Coupling("gear", "wheel", symbol("n") * symbol(COORDINATE.format("crank")))
    values = {"l1": 4.5, "l2": 2.0, "l3": 3.0, "l4": 4.0, "n": 3.0, "way": 1.0}
    return m.robot(
        "wheel", joints, frames, [Loop("loop", "pin", "tip", "end", symbol("way"))], couplings=[gear],
        start=m.FOUR_BAR_START, actuated=["crank"], parameters=[Parameter(n, v) for n, v in values.items()],
    )  # fmt: skip


def test_parameters_without_values_are_made_up_for_the_analysis() -> None:
    robot = m.four_bar([symbol(n) for n in ("l1", "l2", "l3", "l4")], start={})
    found = analyse(robot)
    assert found.assumed == ("l2", "l1", "l3", "l4")
    assert found.mobility.true == 1
    assert found.loops[0].rows == ("x", "y")


@pytest.mark.parametrize("mode", [1, -1])
def test_the_start_is_assembled_as_the_mode_says(mode: int) -> None:
    """The sign of the sine of the angle at the pin, from the coupler to the rocker."""
    robot = in_mode(replace(m.four_bar(start={"crank": 1.2}), loops=(Loop("loop", "pin", "tip", "end", mode),)))
    crank, coupler, rocker = analyse(robot).start
    assert crank == 1.2
    assert math.copysign(1, math.sin(rocker - crank - coupler)) == mode
    assert cut(robot).start == analyse(robot).start


@pytest.mark.parametrize("mode", [1, -1])
def test_a_file_is_loaded_in_its_mode(mode: int, tmp_path: Path) -> None:
    """The same angle at the pin, of an example whose start is near one of its two ways to assemble."""
    file = tmp_path / "fourbar.yaml"
    file.write_text(FOUR_BAR.read_text().replace("tip: {kind: pin,", f"tip: {{kind: pin, mode: {mode},"))
    crank, coupler, rocker = analyse(lw.load(file)).start
    assert crank == pytest.approx(math.pi / 2)
    assert math.copysign(1, math.sin(rocker - crank - coupler)) == mode


def test_a_loop_on_one_body_is_empty_or_open() -> None:
    joints = [m.turn("a", "world"), m.turn("b", "world")]
    same = [Frame("f", "a_link", m.at(1, 0)), Frame("g", "a_link", m.at(1, 0))]
    found = analyse(m.robot("same", joints, same, [Loop("l", "weld", "f", "g")]))
    assert found.mobility.true == 2
    assert found.loops[0].rows == ()
    apart = [same[0], Frame("g", "a_link", m.at(1, 0.25))]
    with pytest.raises(CannotClose, match=r"0\.25 m"):
        analyse(m.robot("apart", joints, apart, [Loop("l", "point", "f", "g")]))


def test_a_flat_triangle_that_only_wobbles_is_locked() -> None:
    joints = [m.turn("a", "world"), m.turn("b", "world", m.at(2, 0))]
    frames = [Frame("f", "a_link", m.at(1, 0)), Frame("g", "b_link", m.at(-1, 0))]
    with pytest.raises(Locked, match="mobility 0"):
        analyse(m.robot("flat", joints, frames, [Loop("l", "pin", "f", "g")], start={"a": 0.0, "b": 0.0}))
