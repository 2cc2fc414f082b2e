"""Test material: the law of every format. What is read back has the forces of the robot without what is listed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import linkwright as lw
from tests.support.writers import express_in, force_difference, format_of

SUFFIXES = (".yaml", ".urdf", ".xml", ".sdf")
SAME = 1e-12


def round_trip(robot: Any, folder: Path, suffix: str) -> tuple[Any, ...]:
    """Save, read back, compare; the list."""
    path = folder / f"robot{suffix}"
    losses = lw.save(robot, path)
    left, listed = express_in(robot, format_of(path))
    assert listed == losses
    assert force_difference(left, lw.load(path, friction=True)) < SAME
    if not losses:
        assert force_difference(robot, lw.load(path)) < SAME
    return losses
