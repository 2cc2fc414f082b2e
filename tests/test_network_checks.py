"""No function of a chain computes what is known: sin^2 + cos^2 of one angle, outputs that are zero."""

from __future__ import annotations

import pytest

import linkwright as lw
from benchmarks.chains import chains
from benchmarks.network_checks import CHECKS, sums_of_squares, zero_outputs
from benchmarks.serial_chains import NETWORKS
from tests.passes.build import function, symbols
from tests.support.graph import cos, equal, sin
from tests.support.passes import optimise

CHAINS = ("S3RRP1", "S4RPPP1", "S4RRPR8", "S5PRRPP3")
"""Oblique sliders behind each other and before turns: each computed sin^2 + cos^2 of an angle."""


@pytest.mark.parametrize("name", CHAINS)
def test_chains_compute_nothing_that_is_known(name: str) -> None:
    robot = chains()[name].robot
    for quantity, parameters in NETWORKS:
        made = optimise(lw.derive(robot, quantity, parameters=parameters))
        assert [check for check, holds in CHECKS.items() if not holds(made)] == [], (quantity, parameters)


@pytest.mark.parametrize("name", CHAINS)
def test_they_are_what_lagrange_says(name: str) -> None:
    """Rates that are taken from before a turn, and sliders that turn in two steps."""
    robot = chains()[name].robot
    first, second = (
        lw.derive(robot, "inverse_dynamics", method=m, parameters="inertial") for m in ("newton_euler", "lagrange")
    )
    assert equal(first, second)


def test_the_checks_find_what_they_are_for() -> None:
    a, b, x, y = symbols("a b x y")
    s, c, t = sin(a), cos(a), sin(b)
    assert sums_of_squares(function(x * s * s + y + x * c * c))
    shared = s * x
    assert sums_of_squares(function(shared * s + c * x * c, shared, c * x))
    assert not sums_of_squares(function(x * s * s + y * c * c, x * s * s + x * t * t, x * s * s - x * c * c))
    assert zero_outputs(function(x * y, (x + y) * (x - y) - x * x + y * y)) == [1]
    assert zero_outputs(function(s * s + c * c - 1, x - x)) == [0]
