"""Every quantity in every language whose tools are here: `make test-all` builds whole robots and runs their tests.

Expected values come from brute force over the robot's joints (verify/suite), which Pinocchio confirms for these robots.
"""

from __future__ import annotations

from functools import cache

import pytest

from tests.emit.robots import parameters, robot
from tests.support.describe import about_build
from tests.support.emit import TARGETS, emit
from tests.support.package import Request, kernels_of
from tests.support.passes import Kernel
from tests.support.verification import find, run_tests

ROBOTS = ("double_pendulum", "scara", "ur5", "panda", "solo12", "talos")


@cache
def kernels(name: str) -> tuple[Kernel, ...]:
    return tuple(kernels_of(robot(name), "all", Request(parameters(name)))[0])


@pytest.mark.slow
@pytest.mark.parametrize("language", TARGETS)
@pytest.mark.parametrize("name", ROBOTS)
def test_every_quantity(name: str, language: str) -> None:
    if missing := find(TARGETS[language].commands)[1]:
        pytest.skip(f"no {missing} found")
    found = kernels(name)
    about = about_build(robot(name), found, Request(parameters(name)), (), (language,))
    row = run_tests(emit(found, language, about), language, len(found), seconds=1800)
    assert row.ok, row.output
    if language != "latex":
        assert row.checks >= len(about.checks) > len(found)
        assert row.error is not None
        assert row.error < 1e-9
