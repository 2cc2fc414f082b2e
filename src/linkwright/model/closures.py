"""What closes a tree: loops, and joints that follow others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from linkwright.graph.expr import Scalar

Start = Scalar | tuple[Scalar, ...]
"""A coordinate, or all those of a joint with several (`JointType.start_size`)."""


LOOP_KINDS: Mapping[str, tuple[int, int]] = MappingProxyType(
    {
        "point": (3, 0),
        "universal": (3, 1),
        "pin": (3, 2),
        "slider": (2, 3),
        "cylinder": (2, 2),
        "weld": (3, 3),
    }
)
"""Kind of closure -> (displacements, rotations) that it takes away. z of the first frame is the axis of a pin, slider or
cylinder; a universal closure keeps z of the first frame perpendicular to x of the second; a point leaves all rotations."""


@dataclass(frozen=True)
class Loop:
    """A joint that closes a loop: two frames, each on a body of the tree, that stay together as the kind says.

    mode: +1 or -1 selects between two ways to assemble the loop, or is a parameter; None: the way that is near `Robot.start`.
          `load` makes a start of it (mechanics/closure/modes.py)
    """

    name: str  # of the loop
    kind: str  # "pin", "ball", "weld", ...: how the frames stay together
    first: str  # frame
    second: str  # frame
    mode: Scalar | None = None
    where: str = ""  # file and line


@dataclass(frozen=True)
class Counting:
    """Which equations of a loop count where others repeat them but for the rounding of a file.

    ways:  along these of three axes (columns of `axes`, in the axes of `body`) its ends stay together
    turns: which of its equations for rotations count, in the order of its kind
    """

    body: str
    axes: tuple[tuple[float, ...], ...]
    ways: tuple[int, ...]
    turns: tuple[int, ...]


COORDINATE = "q({})"
"""Name of the symbol that stands for a joint's coordinate in a coupling."""


@dataclass(frozen=True)
class Coupling:
    """A joint that follows others (gear, rack, rolling contact): q(joint) = value, an expression over symbols
    COORDINATE.format(name) of other joints with one degree of freedom, and parameters."""

    name: str  # of the coupling
    joint: str  # that follows
    value: Scalar  # its position
    where: str = ""  # file and line
