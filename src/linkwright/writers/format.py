"""What a file format can say, as data; and what it cannot: the losses of a conversion."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.model.closures import LOOP_KINDS, Coupling, Loop
from linkwright.model.joints import JOINT_TYPES
from linkwright.model.robot import Drive, Joint, Limits
from linkwright.spatial.inertia import Inertia
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import Vec


@dataclass(frozen=True)
class Loss:
    """Something of a robot that a format cannot say.

    thing:   what it is ("spring", "gravity", "joint type", ...)
    name:    of the joint, body, frame, loop or parameter; empty where it is the robot's own
    lost:    what the robot has
    instead: what the file says in its place
    """

    thing: str
    name: str
    lost: str
    instead: str

    def __str__(self) -> str:
        return " ".join(x for x in (self.thing, self.name and f"'{self.name}'") if x) + f": {self.lost}; {self.instead}"


@dataclass(frozen=True)
class Replacement:
    """Joints in place of one, one after the other: type and axis of each (None: the axis of the one); words: for the list."""

    words: str
    parts: tuple[tuple[str, Vec | None], ...]


def _any_closure(robot: ClosedRobot, closure: object) -> str:
    return ""


def _same_inertias(robot: Robot) -> Mapping[str, Inertia]:
    return {name: body.inertia for name, body in robot.bodies.items()}


@dataclass(frozen=True)
class Format:
    """A format by what it can say. What is left at its default can be said.

    write:     robot (one that the format can say all of), name of the file -> text by suffix, the format's own first
    symbols:   parameters and formulas stay; else numbers are put in their place
    proper_limits: a lower limit is below the upper one, or there is none
    transmissions: motors may drive their joints through springs
    tendons:   springs and dampers may act along sums of coordinates
    alike:     bodies may share their inertial parameters
    gravity:   the one that readers of the format assume, where it cannot say any
    at_root:   joint types that only the joint of a body that hangs on the world may have, at its origin
    replace:   how a joint that the format has not is made of others, where it is not as every format does it
    drive_of_several: fields of the drive of a joint with several degrees of freedom
    on_request: fields of a joint's drive that are in the file, and that `load` takes in with friction=True only
    place:     what is read of a place that is written
    inertias:  what is read of the inertias of a robot that is written
    loop, coupling: why a loop or a coupling cannot be said; empty where it can
    mimics:    couplings that can be said are linear, and said as joints that mimic others
    start:     of joints: of any, of those with one coordinate, or zero where the file is
    beside:    the file that readers would read together with one of this name; None where there is none
    needs:     a package without which files of the format cannot be read; extra: what installs it
    """

    name: str
    suffixes: tuple[str, ...]
    write: str
    joint_types: frozenset[str] = frozenset(JOINT_TYPES)
    at_root: frozenset[str] = frozenset()
    replace: Callable[[Joint], Replacement | None] = lambda joint: None
    symbols: bool = False
    transmissions: bool = False
    drive: frozenset[str] = frozenset(f.name for f in fields(Drive))
    drive_of_several: frozenset[str] = frozenset(f.name for f in fields(Drive)) - {"stiffness", "rest"}
    on_request: frozenset[str] = frozenset()
    limits: frozenset[str] = frozenset(f.name for f in fields(Limits))
    proper_limits: bool = False
    alike: bool = False
    tendons: bool = False
    gravity: Vec | None = None
    wrenches: bool = False
    needs: str = ""
    extra: str = ""
    beside: Callable[[Path], Path | None] = lambda path: None
    loop_kinds: frozenset[str] = frozenset(LOOP_KINDS)
    loop: Callable[[ClosedRobot, Loop], str] = _any_closure
    coupling: Callable[[ClosedRobot, Coupling], str] = _any_closure
    mimics: bool = False
    actuated: bool = True
    start: Literal["any", "single", "home"] = "any"
    platform: bool = False
    place: Callable[[Transform], Transform] = lambda place: place
    inertias: Callable[[Robot], Mapping[str, Inertia]] = _same_inertias

    @property
    def readable(self) -> bool:
        """Whether files of the format can be read here."""
        return not self.needs or find_spec(self.needs) is not None


@dataclass
class Expression:
    """A robot on its way to what a format can say. format: the one that is written; losses: what it could not say so far."""

    format: Format
    losses: list[Loss] = field(default_factory=list[Loss])

    def lose(self, thing: str, name: str, lost: str, instead: str = "left out") -> None:
        """Add to the list."""
        self.losses.append(Loss(thing, name, lost, instead))
