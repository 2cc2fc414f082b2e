"""All solutions of arms as generated code: closed forms of a UR-type and of a wrist-partitioned arm, and the solver.

The tests that travel with the code compare every row with postures that brute force brings to the pose, and ask for poses that
no posture has. `make test-all` runs every language, `make test` the quickest.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import linkwright as lw
from tests.emit.robots import robot
from tests.support.describe import about_build
from tests.support.emit import TARGETS, emit
from tests.support.package import Request, kernels_of
from tests.support.passes import Kernel
from tests.support.verification import find, run_tests

EXAMPLES = Path(__file__).parents[2] / "examples"
QUICK = ("c", "numpy", "javascript")
QUANTITIES = "inverse_kinematics,inverse_kinematics_solution,forward_kinematics"


def arm(name: str) -> lw.Robot:
    return robot(name) if name == "ur5" else lw.load(EXAMPLES / name)


@cache
def kernels(name: str) -> tuple[Kernel, ...]:
    return tuple(kernels_of(arm(name), QUANTITIES, Request())[0])


def check(name: str, language: str) -> None:
    if missing := find(TARGETS[language].commands)[1]:
        pytest.skip(f"no {missing} found")
    found = kernels(name)
    about = about_build(arm(name), found, Request(), (), (language,))
    assert sum("inverse_kinematics" in c.name for c in about.checks) > 15
    assert any("out of reach" in c.name for c in about.checks)
    done = run_tests(emit(found, language, about), language, len(found), seconds=600)
    assert done.ok, done.output


@pytest.mark.parametrize("language", QUICK)
@pytest.mark.parametrize("name", ["ur5", "elbow6.urdf"])
def test_closed_forms_and_the_solver(name: str, language: str) -> None:
    check(name, language)


@pytest.mark.slow
@pytest.mark.parametrize("language", sorted(set(TARGETS) - set(QUICK) - {"latex"}))
@pytest.mark.parametrize("name", ["ur5", "elbow6.urdf"])
def test_closed_forms_and_the_solver_in_every_language(name: str, language: str) -> None:
    check(name, language)
