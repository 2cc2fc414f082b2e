"""Parallel robots of the catalogue: which legs carry which platform, judged by the compiler's own closed robots and by hand."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

import linkwright as lw
from linkwright.catalogue.chain import Chain
from linkwright.catalogue.parallel.assembly import Robots, assemble, at_once, jacobians
from linkwright.catalogue.parallel.classes import CLASSES, class_named
from linkwright.catalogue.parallel.leg import Leg
from linkwright.catalogue.parallel.masks import MASKS, Mask, mask_named
from linkwright.catalogue.parallel.mobility import mobility
from linkwright.catalogue.parallel.model import model
from linkwright.catalogue.parallel.motion import CLOSED, corners
from linkwright.catalogue.parallel.placing import Placing
from linkwright.catalogue.parallel.search import Found, search
from linkwright.catalogue.parallel.selection import ParallelSelection
from linkwright.errors import LinkwrightError
from linkwright.mechanism import derive
from linkwright.model.closed_robot import ClosedRobot
from tests.support.cli import app


def found(mask: str, leg: str, base: str, platform: str, draw: int = 0) -> Found:
    return search(Leg(Chain.parse(leg)), mask_named(mask), [base], [platform], draw)[0]


def loaded(text: str, folder: Path) -> ClosedRobot:
    file = folder / "robot.yaml"
    file.write_text(text)
    robot = lw.load(file)
    assert isinstance(robot, ClosedRobot)
    return robot


@pytest.mark.parametrize("mask", MASKS.values(), ids=lambda m: m.name)
def test_corners_lie_all_around(mask: Mask) -> None:
    """Poses about the middle; what moves along one coordinate is told from what moves along others."""
    poses = corners(mask)
    moves = poses[:, list(mask.moves)]
    assert np.allclose(moves.sum(axis=0), 0)
    assert np.all(moves.any(axis=0))
    assert np.count_nonzero(poses) == moves.size
    gram = moves.T @ moves
    assert np.allclose(gram, np.diag(np.diag(gram)))


QUICK = ("delta", "3-RPR", "4-RUU", "gough")


@pytest.mark.parametrize("name", [pytest.param(n, marks=[pytest.mark.slow] * (n not in QUICK)) for n in CLASSES])
def test_known_classes_are_accepted_and_the_compiler_finds_the_same_freedom(name: str, tmp_path: Path) -> None:
    """The compiler reads the platform with all six coordinates and every equation of the legs, and counts for itself."""
    c = CLASSES[name]
    robot = found(c.mask, c.leg, c.base, c.platform)
    assert robot.verdict.accepted
    assert c.driven in robot.verdict.drives
    assert robot.verdict.residual < 1e-12
    free = loaded(model(robot, c.driven, free=True), tmp_path)
    coordinates = tuple(f"platform_{x}" for x in robot.mask.coordinates)
    assert free.free_joint_names == coordinates
    assert loaded(model(robot, c.driven), tmp_path).free_joint_names == coordinates


@pytest.mark.parametrize(
    ("leg", "places"),
    [
        ("R=P+R=R+R", {"G1P1": "wz", "G2P2": "", "G3P3": "", "G10P1": "wz", "G9P8": "wy"}),
        ("R=U=U", {"G1P1": "wz", "G2P2": "", "G3P3": "", "G10P1": "wz", "G9P8": "wy"}),
    ],
)
def test_a_fourth_freedom_is_told(leg: str, places: dict[str, str], tmp_path: Path) -> None:
    """S5RPRRR6 on G1 P1 is known as one of full rank: its motors would do if the orientation were held already."""
    for place, beside in places.items():
        base, platform = place[: place.index("P")], place[place.index("P") :]
        robot = found("3T0R", leg, base, platform)
        assert robot.verdict.outside == tuple(filter(None, [beside]))
        assert robot.verdict.accepted == (not beside)
        assert robot.verdict.freedom == 3 + bool(beside)
        assert robot.verdict.prescribed or base != "G1"
        assert len(loaded(model(robot, free=True), tmp_path).free_joint_names) == robot.verdict.freedom


def test_a_leg_that_turns_the_platform_is_refused_with_what_is_left() -> None:
    robot = found("3T0R", "R=U=U", "G1", "P2")
    assert robot.verdict.status == "no motion"
    assert robot.verdict.residual > 1e-4
    assert not robot.names
    twist, amount = robot.verdict.parasitic
    assert twist.startswith("w")
    assert amount > 1e-3
    assert robot.verdict.freedom == 3


def test_parasitic_turns_are_those_of_the_null_space() -> None:
    """Of the literal matrix [J_legs, -Ad]: angular velocity per unit velocity of the platform."""
    mask, leg = MASKS["3T0R"], Leg(Chain.parse("R=U=U"))
    robots = at_once(leg, mask, [Placing("G1", "P2", 0.0, 0.0, 3)], np.random.default_rng(2))
    assert robots.left[0] < CLOSED
    matrix, platform = whole("3T0R", robots)
    _, s, V = np.linalg.svd(matrix)
    null = V[(s > 1e-6).sum() :].T[platform]
    turns = null[3:] @ np.linalg.inv(null[:3])
    assert np.allclose(mobility(leg, mask, robots).parasitic[0, 3:], np.linalg.norm(turns, axis=1), rtol=1e-6)


def test_three_sliders_with_planar_legs_need_inclined_bases() -> None:
    """P=R=R=R: upright sliders move the platform up and down only; tangential ones about nothing; on a cone they do."""
    status = {p: found("3T0R", "P=R=R=R", *p).verdict.status for p in (("G1", "P1"), ("G2", "P2"), ("G4", "P9"))}
    assert status == {("G1", "P1"): "extra freedom", ("G2", "P2"): "not held", ("G4", "P9"): "accepted"}
    by_leg = search(Leg(Chain.parse("P=R=R=R")), MASKS["3T0R"], ["G4"], ["P7"])
    assert [x.verdict.status for x in by_leg] == ["accepted"]


def whole(mask: str, robots: Robots) -> tuple[np.ndarray, np.ndarray]:
    """[J_legs, -Ad] of the first robot, and which of its columns are the platform's."""
    J = jacobians(MASKS[mask], robots)[0]
    legs, _, n = J.shape
    matrix = np.zeros((6 * legs, legs * n + 6))
    for i in range(legs):
        matrix[6 * i : 6 * i + 6, n * i : n * i + n] = J[i]
        matrix[6 * i : 6 * i + 6, -6:] = -np.eye(6)
    return matrix, np.arange(legs * n, legs * n + 6)


@settings(max_examples=8, deadline=None)
@given(st.sampled_from(sorted(CLASSES)), st.integers(0, 10_000))
def test_the_freedom_is_the_null_space_of_all_equations(name: str, seed: int) -> None:
    """Of random lengths: the literal matrix [J_legs, -Ad] and its null space, against complements leg by leg."""
    c = CLASSES[name]
    leg, rng = Leg(Chain.parse(c.leg)), np.random.default_rng(seed)
    mask = MASKS[c.mask]
    places = [Placing(c.base, c.platform, 0.0, 0.0, mask.legs)] * 12
    turns = rng.choice([0, np.pi / 2, np.pi, -np.pi / 2], 12)
    constants = np.repeat(leg.special()[:1], 12, axis=0)
    if leg.joints in leg.unknown:
        constants[:, leg.joints] = turns
    robots = assemble(leg, mask, places, constants, rng)
    closed = np.flatnonzero(robots.left < CLOSED)
    for k in closed[:2]:
        one = robots.take(np.array([k]))
        matrix, platform = whole(c.mask, one)
        _, s, V = np.linalg.svd(matrix)
        null = V[(s > 1e-6).sum() :].T
        judged = mobility(leg, mask, one)
        assert null.shape[1] == judged.freedom[0] + judged.idle[0]
        assert np.linalg.matrix_rank(null[platform], tol=1e-6) == judged.freedom[0]
        motors = [leg.joints * i + c.driven - 1 for i in range(mask.legs)]
        held = np.linalg.matrix_rank(null[motors], tol=1e-6) == null.shape[1]
        assert held == bool(judged.held[c.driven][0] > 1e-6) or judged.held[c.driven][0] < 1e-4


def test_rules_for_legs() -> None:
    """Motors: a slider if there is one, no part of U or S, nothing behind the last joint that moves the end."""
    drives = {
        name: Leg(Chain.parse(name)).drives for name in ("R=U=U", "U+P+U", "R=R=R", "P+U=U", "R=R=R+R=R", "U=R=U")
    }
    assert drives == {
        "R=U=U": (1,),
        "U+P+U": (3,),
        "R=R=R": (1, 2),
        "P+U=U": (1,),
        "R=R=R+R=R": (1, 2, 3, 4),
        "U=R=U": (3,),
    }
    assert not Leg(Chain.parse("P+P+R=R")).fits(MASKS["3T0R"])
    assert not Leg(Chain.parse("R=R=R")).fits(MASKS["3T3R"])
    ends = search(Leg(Chain.parse("U+P=S")), MASKS["3T3R"], ["G1"], ["P1", "P2", "P4"])
    assert {x.verdict.place.platform for x in ends} == {"P1", "P4"}


def test_other_draws_say_the_same() -> None:
    for draw in range(3):
        places = ("G1", "G2", "G3"), ("P1", "P2", "P3")
        robots = search(Leg(Chain.parse("P+U=U")), MASKS["3T0R"], *places, draw)
        accepted = {x.name for x in robots if x.verdict.accepted}
        assert accepted == {"3-P+U=U_G1P2", "3-P+U=U_G1P3", "3-P+U=U_G2P3", "3-P+U=U_G3P2"}


def asked_for(selection: ParallelSelection) -> object:
    return selection.placements(), selection.chosen()


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"mask": "3T9R"}, "3T9R"),
        ({"base": "G12"}, "G12"),
        ({"platform": "P4"}, "pairs"),
        ({"legs": "R=R"}, "no leg"),
        ({"legs": "P+P+R=R"}, "no leg"),
        ({"level": "genral"}, "genral"),
    ],
)
def test_what_cannot_be_asked_for(fields: dict[str, str], said: str) -> None:
    with pytest.raises(LinkwrightError, match=said):
        asked_for(ParallelSelection(**fields))


def test_unknown_classes_and_motors_are_named() -> None:
    with pytest.raises(LinkwrightError, match="tripod"):
        class_named("tripod")
    with pytest.raises(LinkwrightError, match="joint 2 does not hold"):
        model(found("3T0R", "R=U=U", "G2", "P2"), 2)
    with pytest.raises(LinkwrightError, match="cannot be assembled"):
        model(found("3T0R", "R=U=U", "G1", "P2"))


def run(*arguments: str) -> str:
    result = CliRunner().invoke(app, ["catalog", "parallel", *arguments], catch_exceptions=False)
    assert result.exit_code == 0
    return result.stdout


def test_the_command_writes_tables_and_robot_files(tmp_path: Path) -> None:
    """A leg by its name in the known database; the table in every form says the same; the file is a robot."""
    table, file = tmp_path / "table.csv", tmp_path / "robot.yaml"
    asked = ("--legs", "S5RPRRR6", "--base", "G1,G2", "--platform", "P1..2")
    data = json.loads(run(*asked, "--json"))
    assert data["counts"] == {"accepted": 1, "extra freedom": 1, "no motion": 2}
    assert "1 accepted, 1 extra freedom, 2 no motion; 1 with the driven joint" in run(*asked, "-o", str(table))
    with table.open(newline="") as text:
        rows = list(csv.DictReader(text))
    assert [row["name"] for row in rows] == [row["name"] for row in data["robots"]]
    refused = next(row for row in rows if row["status"] == "extra freedom")
    assert "mobility 4" in refused["reason"]
    assert (refused["beside"], refused["prescribed"], refused["driven"]) == ("wz", "2", "")
    run("--class", "3-UPU", "--model", str(file))
    assert lw.load(file).nv == 3
    with pytest.raises(LinkwrightError, match="one robot"):
        run("--legs", "R=U=U", "--model", str(file))
    with pytest.raises(LinkwrightError, match="cannot write"):
        run("-o", "table.txt")


@pytest.mark.slow
@pytest.mark.parametrize(("leg", "base", "platform"), [("P~R+R=R+R", "G1", "P3"), ("R+R=R=R+R", "G2", "P2")])
def test_legs_of_four_moving_joints_have_equations_of_motion(
    leg: str, base: str, platform: str, tmp_path: Path
) -> None:
    """Of the first, at some starts, the rates of the closed robot fall into more blocks than elsewhere."""
    robot = loaded(model(found("3T0R", leg, base, platform)), tmp_path)
    assert derive(robot, "inverse_dynamics").outputs
