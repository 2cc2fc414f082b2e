"""Wanted: which pose is asked for, and which solutions of it. The flags of `linkwright ik` are its fields."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from linkwright.request import option


@dataclass(frozen=True)
class Wanted:
    """A pose of a frame, and how its solutions are chosen."""

    pose: str = option(
        "", "'x y z roll pitch yaw' or 'x y z qx qy qz qw'; with commas between them '90 deg' is a number too"
    )
    pose_file: Path | None = option(None, "poses in a file: .json, .npy, or a row of numbers each (.csv, .txt)")
    frame: str | None = option(None, "frame that should be there (default: the last one)")
    base: str | None = option(None, "frame that the pose is seen from (default: the world)")
    mask: str | None = option(
        None, "what counts: pose, position, 3T1R, plane, axis, axis x, axis y (default: all it can)"
    )
    given: str = option("", "of arms with joints to spare: 'joint=value, ...'")
    samples: int | None = option(None, "the same: how many values of that joint to try")
    near: str = option("", "positions, '0.5, 30 deg' or 'elbow=30 deg': the nearest solution first")
    limits: bool = option(False, "only solutions within the limits of the joints", "--limits/--no-limits")
    turns: bool = option(False, "those too that differ by whole turns, within the limits", "--turns")
