"""What quantities are derived from: models without duplicates, a closed form that is found once."""

from __future__ import annotations

from pathlib import Path

import pytest

import linkwright as lw
from linkwright.mechanism import quantities
from tests.support.mechanics import prepare
from tests.support.model import ClosedRobot, OpenRobot

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@pytest.mark.parametrize(
    ("file", "count"), [("loops/fourbar.yaml", 2), ("double_pendulum.yaml", 2), ("elbow6.urdf", 3)]
)
def test_models_that_are_the_same_are_derived_once(file: str, count: int) -> None:
    """In planar mechanisms the gauge of regrouped inertias makes no difference, in the others it does."""
    robot = lw.load(EXAMPLES / file)
    assert isinstance(robot, OpenRobot | ClosedRobot)
    models = prepare(robot, quantities(robot)["mass_matrix"], "symbolic", "").models
    assert len(models) == count
    assert all(a != b for k, a in enumerate(models) for b in models[:k])


def test_quantities_of_a_form_share_the_closed_form_of_its_closure() -> None:
    robot = lw.load(EXAMPLES / "loops" / "fourbar.yaml")
    assert isinstance(robot, ClosedRobot)
    found = [prepare(robot, quantities(robot)[n], "symbolic", "").solution for n in ("mass_matrix", "closure")]
    assert found[0] is found[1]
    assert found[0] is not None
    assert prepare(robot, quantities(robot)["closure"], "numeric", "").solution is not found[0]
