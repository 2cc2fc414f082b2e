"""The mechanisms of examples/loops: each start selects the intended way to assemble it, over the whole range of the motors.

Signs and sums of angles are those that the mechanisms' authors give; the loops are closed by the tests' own Newton iteration.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import linkwright as lw
from tests.readers.closing import Closing

EXAMPLES = Path(__file__).parents[2] / "examples" / "loops"
PI = np.pi
Angles = dict[str, float]


def positive(*names: str) -> Callable[[Angles], list[float]]:
    """Angles whose sines are positive."""
    return lambda q: [np.sin(q[n]) for n in names]


# name: (degrees of freedom, cut joint -> loop, motor -> (from, to), what is positive, sums of angles that are whole turns)
MECHANISMS = {
    "fourbar1": (
        1, {"q4": "loop1"}, {"q1": (0.866, PI)}, positive("q4"),
        lambda q, p: [q["q1"] + q["q2"] + q["q4"] - q["q3"] - PI],
    ),
    "fourbar2": (
        1, {"q4": "loop1"}, {"q1": (0.05, PI - 0.05)}, positive(),
        lambda q, p: [q["q3"] - q["q1"], q["q2"] - PI + q["q1"], q["q4"] - q["q1"]],
    ),
    "fourbarpris": (
        1, {"q4": "loop1"}, {"q2": (0.05, 6.0)}, positive("q1", "q3", "q4"), lambda q, p: [q["q1"] - q["q3"] - q["q4"] - PI]
    ),
    "fourbar1turn": (
        2, {"q5": "loop1"}, {"q1": (-3.0, 3.0), "q2": (0.0, PI)}, positive("q5"),
        lambda q, p: [q["q2"] + q["q3"] + q["q5"] - q["q4"] - PI],
    ),
    "fivebar1": (
        2, {"q5": "loop1"}, {"q1": (-1.2, 1.2), "q3": (-2.4, 2.4)}, positive("q5"),
        lambda q, p: [q["q1"] + q["q2"] - q["q3"] - q["q4"] - q["q5"]],
    ),
    "picker2Dm1": (
        2, {"q11": "loop2", "q12": "loop3"}, {"q1": (-PI / 18, PI / 3), "q7": (-PI / 18, PI / 3)},
        positive("q10", "q11", "q12"),
        lambda q, p: [
            q["q1"] + q["q2"] + q["q4"] + q["q10"] - q["q7"] + PI / 2,
            q["q1"] + q["q8"] + q["q11"] - p["phi05"] - q["q5"],
            q["q6"] + q["q12"] - q["q3"] - q["q9"],
            q["q2"] - q["q8"] - q["q9"] + PI / 2,
        ],
    ),
    "palh1m1": (
        4, {"q11": "loop1", "q12": "loop2", "q13": "loop3"},
        {"q1": (-3.0, 3.0), "q2": (0.0, PI / 2), "q3": (0.0, PI / 2), "q5": (-3.0, 3.0)},
        positive("q8", "q9", "q11", "q12", "q13"),
        lambda q, p: [
            q["q2"] + q["q7"] + p["phi711"] + q["q11"] - q["q6"] - PI / 2,
            q["q3"] + p["phi312"] + q["q12"] - q["q8"] - q["q9"] - PI / 2,
            q["q3"] + q["q4"] + p["phi413"] + q["q13"] - q["q7"] + p["phi710"] - q["q10"] - PI / 2,
        ],
    ),
    "palh3m1": (
        4, {"q9": "loop1", "q10": "loop2"},
        {"q1": (-3.0, 3.0), "q2": (0.0, PI / 2), "q3": (0.0, PI / 2), "q5": (-3.0, 3.0)},
        positive("q4", "q6", "q8", "q9", "q10"),
        lambda q, p: [
            q["q2"] + q["q7"] + p["phi79"] + q["q9"] - q["q6"] - PI,
            q["q3"] + q["q4"] + p["phi410"] + q["q10"] - q["q7"] + p["phi78"] - q["q8"] - PI,
        ],
    ),
    "palh3m2": (  # on this side of the flat parallelogram, q2 + q3 = pi/2; opposite sides stay parallel
        4, {"q9": "loop1", "q10": "loop2"}, {"q1": (-3.0, 3.0), "q2": (1.0, PI / 2), "q3": (1.0, PI / 2), "q5": (-3.0, 3.0)},
        positive("q10"),
        lambda q, p: [
            q["q2"] + q["q7"] + p["phi79"] + q["q9"] - q["q6"] - PI,
            q["q3"] + q["q4"] + p["phi410"] + q["q10"] - q["q7"] + p["phi78"] - q["q8"] - PI,
            q["q6"] - q["q2"],
            q["q8"] - q["q10"],
        ],
    ),
    "exoskeleton": (
        5, {},
        {"q1": (-PI / 2, PI / 4), "q2": (-3 * PI / 4, PI / 6), "q4": (0.0, PI / 2), "q5": (0.0, PI / 2), "q7": (-PI, PI)},
        lambda q: [q["q13"], -q["q8"], -q["q10"], -np.sin(q["q10"]), -np.sin(q["q8"])],
        lambda q, p: [q["q11"] - q["q4"], q["q5"] - q["q4"] - q["q6"] + p["delta18"]],
    ),
}  # fmt: skip
MECHANISMS["picker2Dm2"] = MECHANISMS["picker2Dm1"]


@pytest.mark.parametrize("name", MECHANISMS)
def test_the_start_selects_the_assembly_over_the_whole_range(name: str) -> None:
    freedom, cuts, ranges, signs, sums = MECHANISMS[name]
    robot = lw.load(EXAMPLES / f"{name}.yaml")
    closing = Closing(robot)
    assert robot.actuated == tuple(ranges)
    assert not robot.notes
    start = closing.start()
    assert np.abs(closing.residual(start)).max() < 1e-3  # the file's four digits
    home = closing.solve(start, {n: start[n] for n in ranges})
    assert max(abs(home[n] - start[n]) for n in home) < 1e-3
    corners = list(itertools.product(*([low, (low + high) / 2, high] for low, high in ranges.values())))
    chosen = np.random.default_rng(4).permutation(len(corners))[:4]
    for corner in [corners[0], corners[-1], *(corners[k] for k in chosen)]:
        q = closing.walk(home, dict(zip(ranges, corner, strict=True)), steps=7)
        q |= {joint: closing.cut_angle(q, loop) for joint, loop in cuts.items()}
        assert all(x > 0 for x in signs(q)), (corner, signs(q))
        turns = np.array(sums(q, closing.values)) / (2 * PI)
        assert np.abs(turns - turns.round()).max() < 1e-9
    assert closing.mobility(home) == freedom


def test_bennett_moves_as_its_formula_says() -> None:
    closing = Closing(lw.load(EXAMPLES / "bennett.yaml"))
    home = closing.solve(closing.start(), {"q1": 1.0})
    alpha, beta = closing.values["alpha"], closing.values["beta"]
    for q1 in (0.3, 1.5, 2.8):
        q = closing.walk(home, {"q1": q1})
        assert np.isclose(
            np.tan(q1 / 2) * np.tan(q["q2"] / 2), -np.sin((alpha + beta) / 2) / np.sin((alpha - beta) / 2)
        )
        assert np.isclose(q["q3"], -q1)
        assert np.isclose(closing.cut_angle(q, "loop1"), -q["q2"])
    assert closing.mobility(home) == 1


def test_sarrus_goes_straight_up() -> None:
    closing = Closing(lw.load(EXAMPLES / "sarrus.yaml"))
    assert np.abs(closing.residual(closing.start())).max() < 1e-12
    q = closing.walk(closing.start(), {"hinge1": 1.1})
    assert np.isclose(q["knee1"], -2.2)
    assert np.isclose(q["top1"], 1.1)
    assert closing.mobility(q) == 1


def test_slider_crank_has_the_way_of_the_book() -> None:
    closing = Closing(lw.load(EXAMPLES / "slider_crank.yaml"))
    r, length, e = (closing.values[n] for n in ("r", "l", "e"))
    home = closing.solve(closing.start(), {"crank": PI / 3})
    for crank in (0.2, 2.0, 4.0):
        q = closing.walk(home, {"crank": crank})
        way = r * np.cos(crank) + np.sqrt(length**2 - (r * np.sin(crank) - e) ** 2)
        assert np.isclose(q["piston"], way)


@pytest.mark.parametrize(
    ("name", "freedom"), [("geared_arm", 2), ("rack_pinion", 2), ("fourbar", 1), ("spherical_fourbar", 1)]
)
def test_the_others_close_and_move(name: str, freedom: int) -> None:
    robot = lw.load(EXAMPLES / f"{name}.yaml")
    closing = Closing(robot)
    start = closing.start()
    q = closing.solve(start, {n: start[n] for n in robot.actuated})
    assert max(abs(q[n] - start[n]) for n in q) < 0.1
    assert closing.mobility(q) == freedom
    assert not robot.notes


def test_every_file_is_tested() -> None:
    others = {"bennett", "sarrus", "slider_crank", "geared_arm", "rack_pinion", "fourbar", "spherical_fourbar"}
    assert {p.stem for p in EXAMPLES.glob("*.yaml")} >= {*MECHANISMS, *others}
