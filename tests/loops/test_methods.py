"""Two derivations that share nothing but the poses: projection of Newton-Euler, and Lagrange after elimination (law 15)."""

from __future__ import annotations

import numpy as np
import pytest

import linkwright as lw
from linkwright.graph.field import equal
from tests.loops.robots import TABLES, build

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
    robot = build(TABLES["palh3m1"])

    def length(f: lw.Function) -> int:
        return f.ops.flops + f.ops.sin + f.ops.cos + f.ops.sqrt + f.ops.atan2

    least = length(lw.derive(robot, "gravity"))
    for method in ("projection", "planar"):
        for form in ("trigonometric", "direct"):
            assert least <= length(lw.derive(robot, "gravity", method, form=form))


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
