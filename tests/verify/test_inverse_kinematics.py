"""Law 24: inverse kinematics undoes forward kinematics, branches differ, none is lost; the law notices where it is not so."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from linkwright.graph.function import Function
from tests.support.model import Robot
from tests.support.verification import LAWS, law_context
from tests.verify.test_laws import row
from tests.verify.wrong import wrong_derive

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize("name", ["elbow6.urdf", "arm6.yaml"])
def test_all_solutions_have_the_pose(name: str) -> None:
    found = row(LAWS[24], law_context(lw.load(EXAMPLES / name)))
    assert found.ok, found
    assert "8 solutions" in found.note


def test_a_wrong_solution_is_noticed() -> None:
    wrong = wrong_derive("inverse_kinematics", Fraction(1, 1000))
    assert row(LAWS[24], law_context(lw.load(EXAMPLES / "elbow6.urdf"), derive=wrong)).ok is False


def test_a_lost_branch_is_noticed() -> None:
    """One row is always empty: brute force finds what would stand there."""

    def derived(robot: Robot, name: str, **choices: Any) -> Any:
        function: Function = lw.derive(robot, name, **choices)

        class Forgetful:
            inputs = function.inputs

            def __call__(self, **given: Any) -> dict[str, Any]:
                found = dict(function(**given))
                found["solutions"] = np.array(found["solutions"])
                found["solutions"][3] = np.nan
                return found

        return Forgetful() if name == "inverse_kinematics" else function

    found = row(LAWS[24], law_context(lw.load(EXAMPLES / "elbow6.urdf"), derive=derived))
    assert found.ok is False
    assert "not among the solutions" in found.note
