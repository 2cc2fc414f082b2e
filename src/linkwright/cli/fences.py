"""Flags of `linkwright excite` that have names of joints and frames in them."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Fences:
    """What of a motion has names."""

    start: str = field(
        default="", metadata={"help": "joint positions at which it starts and ends, comma-separated (default: any)"}
    )
    limits: Path | None = field(
        default=None,
        metadata={"help": "YAML, 'joint: {lower: -1, upper: 1, velocity: 2, acceleration: 8, effort: 40}'; patterns"},
    )
    box: str = field(
        default="",
        metadata={"help": "where frames stay, with ; between them: 'tool: -0.6 0.6, -0.6 0.6, 0.05 1.2' (x, y, z)"},
    )
