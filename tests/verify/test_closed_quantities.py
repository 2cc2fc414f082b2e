"""Quantities of closed robots against brute force on the closed motion, each to 1e-9 of its largest entry."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import linkwright as lw
from tests.support.model import ClosedRobot
from tests.support.package import quantities
from tests.support.verification import EXPECTED, default_frame, evaluated, law_context

EXAMPLES = Path(__file__).parents[2] / "examples"
FEW = ("loops/fourbar", "loops/geared_arm", "loops/spherical_fourbar", "parallel/fivebar")
ALL = [
    f"{p.parent.name}/{p.stem}" for folder in ("loops", "parallel") for p in sorted((EXAMPLES / folder).glob("*.yaml"))
]
_VANISHES = 1e-6
"""What is nowhere larger than this is rounding alone (the Coriolis forces of a parallelogram): it is compared absolutely."""


def gaps(s: law_context, closure: str) -> dict[str, float]:
    """Every quantity that brute force has a value of: its largest difference, per largest entry."""
    r = s.reference_of(s.robot, frame=default_frame(s.robot.tree))
    found: dict[str, float] = {}
    for name, value in EXPECTED.items():
        entry = quantities(s.robot).get(name)
        f = s.function_or_none(name, closure=closure) if entry and "closure" in entry.options else None
        if f is None:
            continue
        for wanted, got in zip(value(r), evaluated(f, s.states), strict=True):
            known = ~np.isnan(wanted)
            size = float(np.max(np.abs(wanted[known]), initial=0.0))
            size = 1.0 if size < _VANISHES else size
            gap = float(np.max(np.abs(wanted - got)[known], initial=0.0)) / size
            found[name] = max(gap, found.get(name, 0.0))
    return found


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=() if n in FEW else pytest.mark.slow, id=n.replace("/", "-")) for n in ALL]
)
def test_every_quantity_is_what_brute_force_says(name: str) -> None:
    robot = lw.load(EXAMPLES / f"{name}.yaml")
    assert isinstance(robot, ClosedRobot)
    s = law_context(robot, count=2)
    found = gaps(s, "given")
    assert len(found) >= 45
    assert not {n: g for n, g in found.items() if not g < 1e-9}


@pytest.mark.parametrize("name", [n for n in FEW if n != "loops/spherical_fourbar"])  # it has no closed form
def test_derivatives_are_total_whatever_the_closure_is(name: str) -> None:
    """With the closed form inside, and with theta given, which is understood to move with q."""
    robot = lw.load(EXAMPLES / f"{name}.yaml")
    assert isinstance(robot, ClosedRobot)
    found = gaps(law_context(robot, count=2), "explicit")
    assert "inverse_dynamics_derivatives" in found
    assert not {n: g for n, g in found.items() if not g < 1e-9}


def test_there_are_twenty_eight() -> None:
    assert len(ALL) == 28


def test_closed_robots_have_all_that_trees_have() -> None:
    closed, tree = (lw.load(EXAMPLES / x) for x in ("loops/fourbar.yaml", "elbow6.urdf"))
    assert quantities(tree).keys() <= quantities(closed).keys()
