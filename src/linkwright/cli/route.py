"""What `linkwright trajectory` and `linkwright fk` are asked for: their flags are the fields."""

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


@dataclass(frozen=True)
class Position:
    """Where joints are: of a tree all of them, of a parallel robot the motors."""

    q: str = field(
        default="",
        metadata={"help": "of a tree: joint positions, comma-separated (default: zero)", "flags": ("--q",)},
    )
    frame: str = field(default="", metadata={"help": "of a tree: the frame (default: the last one)"})
    motors: str = field(
        default="",
        metadata={
            "help": "of a parallel robot: positions of its motors, comma-separated (default: those of the start)"
        },
    )
    near: str = field(
        default="", metadata={"help": "a pose of the platform: the nearest come first (default: the start)"}
    )
    path: bool = field(
        default=False,
        metadata={
            "help": "go there from the near pose: the one pose in the same way of assembly",
            "flags": ("--path",),
        },
    )
