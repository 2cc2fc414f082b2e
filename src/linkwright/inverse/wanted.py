"""Wanted: which pose is asked for, and which solutions of it. The flags of `linkwright ik` are its fields."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Wanted:
    """A pose of a frame, and how its solutions are chosen."""

    pose: str = field(
        default="",
        metadata={
            "help": "'x y z roll pitch yaw' or 'x y z qx qy qz qw'; with commas between them '90 deg' is a number too"
        },
    )
    pose_file: Path | None = field(
        default=None, metadata={"help": "poses in a file: .json, .npy, or a row of numbers each (.csv, .txt)"}
    )
    frame: str | None = field(default=None, metadata={"help": "frame that should be there (default: the last one)"})
    base: str | None = field(default=None, metadata={"help": "frame that the pose is seen from (default: the world)"})
    mask: str | None = field(
        default=None,
        metadata={"help": "what counts: pose, position, 3T1R, plane, axis, axis x, axis y (default: all it can)"},
    )
    given: str = field(default="", metadata={"help": "of arms with joints to spare: 'joint=value, ...'"})
    samples: int | None = field(default=None, metadata={"help": "the same: how many values of that joint to try"})
    near: str = field(default="", metadata={"help": "positions, comma-separated: the nearest solution first"})
    limits: bool = field(
        default=False,
        metadata={"help": "only solutions within the limits of the joints", "flags": ("--limits/--no-limits",)},
    )
    turns: bool = field(
        default=False,
        metadata={"help": "those too that differ by whole turns, within the limits", "flags": ("--turns",)},
    )
