"""Our own side: generated C, the native runtime for one state, the native runtime for a batch."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from benchmarks.quantities import Quantity
from benchmarks.robots import BenchRobot
from benchmarks.timing import Contestant


class NotThere(RuntimeError):
    """A quantity this version cannot derive."""


def contestants(robot: BenchRobot, quantity: Quantity, states: Mapping[str, np.ndarray]) -> list[Contestant]:
    raise NotThere("not there yet")
