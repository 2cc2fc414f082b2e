"""What `linkwright trajectory` and `linkwright fk` are asked for: their flags are the fields."""

from __future__ import annotations

from dataclasses import dataclass

from linkwright.request import option

_POSE = "'x y z roll pitch yaw', 'x y z qx qy qz qw' or 'x y z'"


@dataclass(frozen=True)
class Route:
    """Where a trajectory goes, and how fast."""

    start: str = option("", "joint positions, '0.5, 30 deg' or 'elbow=30 deg' (default: zero, or the start)", "--from")
    to: str = option("", "the same to go to; several points with ; between them")
    line: str = option("", f"poses that a frame goes to on straight lines, with ; between them: {_POSE}")
    arc: str = option("", "poses 'via; end' of a circular arc that a frame goes on")
    frame: str = option("", "of --line and --arc (default: the last one)")
    velocity: str = option(
        "", "largest: one number, one per joint, or 'm/s, rad/s' of a frame (default: the file's limits)"
    )
    acceleration: str = option("", "largest, in the same way")
    jerk: str = option("", "largest (default: no bound)")
    blend: float = option(0.0, "how far from a point the way may round it, in joint units or m; 0: a stop at each")
    straight: bool = option(False, "joints on straight lines between the points", "--straight")
    dt: float = option(0.01, "seconds between samples")


@dataclass(frozen=True)
class Position:
    """Where joints are: of a tree all of them, of a parallel robot the motors."""

    q: str = option("", "of a tree: joint positions, '0.5, 30 deg' or 'elbow=30 deg' (default: zero)", "--q")
    frame: str = option("", "of a tree: the frame (default: the last one)")
    motors: str = option(
        "", "of a parallel robot: positions of its motors, comma-separated (default: those of the start)"
    )
    near: str = option("", "a pose of the platform: the nearest come first (default: the start)")
    path: bool = option(False, "go there from the near pose: the one pose in the same way of assembly", "--path")
