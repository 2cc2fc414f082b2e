"""Two derivations that share nothing but the poses: projection of Newton-Euler, and Lagrange after elimination (law 15)."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import linkwright as lw
from benchmarks.loops_robots import TABLES, build
from tests.support.graph import equal
from tests.support.verification import verify

LOOPS = Path(__file__).parents[2] / "examples" / "loops"
SMALL = ["fourbar1", "fourbar2", "fourbarpris", pytest.param("fivebar1", marks=pytest.mark.slow)]


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("quantity", ["inverse_dynamics", "mass_matrix", "gravity", "coriolis_vector"])
def test_elimination_is_projection_exactly(name: str, quantity: str) -> None:
    """In a prime field, with all lengths and inertias symbols: the same function, not nearly the same."""
    robot = build(TABLES[name])
    by = [
        lw.derive(robot, quantity, method, parameters="inertial", symbolic="*", form="trigonometric")
        for method in ("projection", "planar", "lagrange", "elimination")
    ]
    for other in by[1:]:
        assert equal(by[0], other)


@pytest.mark.parametrize(
    "name",
    [
        "fourbar1turn",
        *(pytest.param(n, marks=pytest.mark.slow) for n in ("picker2Dm1", "palh1m1", "palh3m2", "exoskeleton")),
    ],
)
def test_elimination_is_projection_in_numbers(name: str) -> None:
    table = TABLES[name]
    robot = build(table)
    rng = np.random.default_rng(2)
    n = len(table.active)
    q = rng.uniform(table.low, table.high, (20, n))
    v, a = rng.uniform(-1, 1, (2, 20, n))
    first = lw.derive(robot, "inverse_dynamics", "projection")(q=q, v=v, a=a)
    for method in ("planar", "elimination"):
        for form in ("trigonometric", "direct"):
            second = lw.derive(robot, "inverse_dynamics", method, form=form)(q=q, v=v, a=a)
            assert np.abs(first - second).max() < 1e-9 * np.abs(first).max()


def test_forms_differ_by_their_functions() -> None:
    """The trigonometric form has no arc functions; the direct one has them."""
    robot = build(TABLES["fourbar1"])
    trigonometric = lw.derive(robot, "inverse_dynamics", form="trigonometric")
    direct = lw.derive(robot, "inverse_dynamics", form="direct")
    assert trigonometric.ops.atan2 == 0
    assert direct.ops.atan2 == 2


def test_the_default_is_the_shortest() -> None:
    """Of the methods by count, in its form; of the forms the one that takes less time, where arc functions are dear."""
    robot = build(TABLES["palh3m1"])

    def length(f: lw.Function) -> int:
        return f.ops.flops + f.ops.sin + f.ops.cos + f.ops.sqrt + f.ops.atan2

    def time(f: lw.Function) -> int:
        ops = f.ops
        return ops.add + ops.mul + 4 * ops.div + 5 * ops.sqrt + 10 * (ops.sin + ops.cos) + 15 * ops.atan2

    best = lw.derive(robot, "gravity")
    for method in ("projection", "planar"):
        assert length(best) <= length(lw.derive(robot, "gravity", method, form=best.facts["form"]))
    for form in ("trigonometric", "direct"):
        assert time(best) <= time(lw.derive(robot, "gravity", form=form))


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"closure": "open"}, "no closure 'open'"),
        ({"form": "polynomial"}, "no form 'polynomial'"),
        ({"closure": "given", "form": "direct"}, "belongs to closure='explicit'"),
        ({"frame": "tip"}, "no option 'frame'"),
        ({"method": "magic"}, "no method 'magic'"),
    ],
)
def test_options_that_are_none(options: dict[str, str], words: str) -> None:
    with pytest.raises(lw.LinkwrightError, match=words):
        lw.derive(build(TABLES["fourbar1"]), "gravity", **options)  # type: ignore[arg-type]


FLOATING_FOURBAR = """
linkwright: 1
name: thrown
gravity: [0, 0, -9.81]
joints:
  base: {type: floating, child: trunk}
  crank: {type: revolute, parent: trunk, child: a, actuated: true}
  coupler: {type: revolute, parent: a, child: b, xyz: [0.15, 0, 0]}
  rocker: {type: revolute, parent: trunk, child: c, xyz: [0.3, 0, 0]}
bodies:
  trunk: {mass: 4, com: [0.1, 0.01, 0.02], inertia: [0.1, 0.2, 0.25]}
  a: {mass: 0.5, com: [0.07, 0, 0], inertia: [0.001, 0.002, 0.002]}
  b: {mass: 0.6, com: [0.15, 0.01, 0], inertia: [0.001, 0.005, 0.005]}
  c: {mass: 0.7, com: [0.12, 0, 0], inertia: [0.001, 0.004, 0.004]}
close:
  tip: {kind: pin, first: {body: b, xyz: [0.3, 0, 0]}, second: {body: c, xyz: [0.25, 0, 0]}}
start: {crank: 90 deg, coupler: -60 deg, rocker: 110 deg}
"""


@pytest.mark.parametrize("closure", ["explicit", "given"])
@pytest.mark.parametrize("method", ["lagrange", "elimination", "planar", "legwise"])
def test_methods_that_do_not_apply_say_why(tmp_path: Path, method: str, closure: str) -> None:
    """Rates of a floating base are no derivatives of coordinates: Lagrange's equations as they stand would be wrong."""
    (tmp_path / "thrown.yaml").write_text(FLOATING_FOURBAR)
    robot = lw.load(tmp_path / "thrown.yaml")
    for quantity in ("inverse_dynamics", "mass_matrix", "gravity"):
        with pytest.raises(
            lw.LinkwrightError, match=f"{quantity} of thrown cannot be derived by '{method}': .*joints|legs"
        ):
            lw.derive(robot, quantity, method, closure=closure)


def test_a_floating_closed_chain_obeys_all_laws(tmp_path: Path) -> None:
    (tmp_path / "thrown.yaml").write_text(FLOATING_FOURBAR)
    verdict = verify(lw.load(tmp_path / "thrown.yaml"), laws=(3, 4, 15, 19))
    assert verdict.ok


@pytest.mark.parametrize(
    "mimics",
    ["parent: c, xyz: [0.1, 0, 0], mimic: {joint: rocker, multiplier: -2, offset: 0.3}", "parent: b, mimic: crank"],
)
def test_joints_that_mimic_those_of_a_loop(tmp_path: Path, mimics: str) -> None:
    """They share a rate with another link, which absolute rates of links cannot tell."""
    text = (LOOPS / "fourbar.yaml").read_text()
    text = text.replace("bodies: ", f"  fan: {{type: revolute, child: fan, {mimics}}}\nbodies: ", 1)
    text = text.replace("parent: b,", "parent: coupler_bar,").replace("parent: c,", "parent: rocker_bar,")
    text = text.replace("close:", "  fan: {mass: 2, com: [0.1, 0.05, 0], inertia: [0.1, 0.1, 0.1]}\nclose:", 1)
    (tmp_path / "fan.yaml").write_text(text)
    robot = lw.load(tmp_path / "fan.yaml")
    assert "fan" in robot.joints
    assert verify(robot, laws=(3, 6, 15, 19)).ok
    with pytest.raises(lw.LinkwrightError, match="mimic none"):
        lw.derive(robot, "inverse_dynamics", "planar")
