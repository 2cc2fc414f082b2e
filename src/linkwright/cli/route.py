"""Route: what `linkwright trajectory` is asked for; its flags are its fields."""

from __future__ import annotations

from dataclasses import dataclass, field

_POSE = "'x y z roll pitch yaw', 'x y z qx qy qz qw' or 'x y z'"


@dataclass(frozen=True)
class Route:
    """Where a trajectory goes, and how fast."""

    start: str = field(
        default="",
        metadata={"help": "joint positions, comma-separated (default: zero, or the start)", "flags": ("--from",)},
    )
    to: str = field(default="", metadata={"help": "joint positions to go to; several points with ; between them"})
    line: str = field(
        default="",
        metadata={"help": f"poses that a frame goes to on straight lines, with ; between them: {_POSE}"},
    )
    arc: str = field(default="", metadata={"help": "poses 'via; end' of a circular arc that a frame goes on"})
    frame: str = field(default="", metadata={"help": "of --line and --arc (default: the last one)"})
    velocity: str = field(
        default="",
        metadata={
            "help": "largest: one number, one per joint, or 'm/s, rad/s' of a frame (default: the file's limits)"
        },
    )
    acceleration: str = field(default="", metadata={"help": "largest, in the same way"})
    jerk: str = field(default="", metadata={"help": "largest (default: no bound)"})
    blend: float = field(
        default=0.0,
        metadata={"help": "how far from a point the way may round it, in joint units or m; 0: a stop at each"},
    )
    straight: bool = field(
        default=False, metadata={"help": "joints on straight lines between the points", "flags": ("--straight",)}
    )
    dt: float = field(default=0.01, metadata={"help": "seconds between samples"})
