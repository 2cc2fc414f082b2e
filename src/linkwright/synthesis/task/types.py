"""Task: what a robot is wanted for. Every part has the default that docs/synthesis.md says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf, pi
from pathlib import Path
from typing import TYPE_CHECKING, Any

from linkwright.synthesis.task.shapes import Box, Obstacle, Point

if TYPE_CHECKING:
    from linkwright.synthesis.task.paths import Way


@dataclass(frozen=True)
class Payload:
    """What the tool carries. com in the tool's frame; inertia [Ixx, Iyy, Izz] about it, in the tool's axes."""

    mass: float = 0.0
    com: Point = (0.0, 0.0, 0.0)
    inertia: Point = (0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Reach:
    """A working space: its corners must be reached with each of these turns about z."""

    box: Box
    yaws: tuple[float, ...] = (0.0,)


@dataclass(frozen=True)
class JointLimits:
    """Of every joint of a kind. range: largest way from the lowest to the highest position; effort: force or torque."""

    velocity: float
    acceleration: float
    range: float = inf
    effort: float = inf


@dataclass(frozen=True)
class Limits:
    revolute: JointLimits = JointLimits(8.0, 100.0, 4 * pi)
    prismatic: JointLimits = JointLimits(5.0, 50.0)


@dataclass(frozen=True)
class Motor:
    """A row of the table of motors; inertia: of the rotor, seen from the joint."""

    name: str
    mass: float
    torque: float
    inertia: float = 0.0


@dataclass(frozen=True)
class Design:
    """What links are made of: tubes, a motor at every joint, rails of twice the stroke at every slide.

    diameter, wall: of a tube; density: so that a metre has the mass that the task says
    strength: largest stress in Pa; stiffness: modulus of elasticity in Pa
    """

    diameter: float = 0.06
    wall: float = 0.003
    density: float = 2700.0
    strength: float = 1.5e8
    stiffness: float = 7.0e10
    joint_mass: float = 2.5
    joint_inertia: float = 0.0
    rail_mass: float = 1.2
    motors: tuple[Motor, ...] = ()


@dataclass(frozen=True)
class CatalogueFilter:
    """Which chains of the catalogue. names: these and no others; joints: how many, from and to; mask: what they can do."""

    joints: tuple[int, int]
    mask: str
    level: str = "patterns"
    max_prismatic: int | None = None
    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class Choice:
    """The structures that are tried."""

    catalogue: CatalogueFilter | None = None
    families: tuple[str, ...] = ()
    files: tuple[Path, ...] = ()
    mounting: str = "floor"


@dataclass(frozen=True)
class Search:
    """How much is tried, and how. evaluations: per structure; method: auto, nsga2, nsga3, cma or de."""

    evaluations: int = 4000
    population: int = 64
    seed: int = 1
    method: str = "auto"


@dataclass(frozen=True)
class Task:
    """A task, as its file says it.

    mask:        what of a pose counts: 3T1R, 3T3R, 3T0R, 2T1R, 2T0R
    path:        the way of the tool
    space:       where the whole robot must stay; None: anywhere
    variables:   ranges of the model's parameters by name or shell pattern; low = high fixes one
    constraints: bounds of values that are computed anyway, such as the condition number
    text:        the file; it travels to workers, where `Task.read(text, folder)` makes the same task
    """

    name: str
    mask: str
    path: Way
    payload: Payload = Payload()
    space: Box | None = None
    reach: Reach | None = None
    obstacles: tuple[Obstacle, ...] = ()
    limits: Limits = Limits()
    structures: Choice = Choice()
    variables: Mapping[str, tuple[float, float]] = field(default_factory=dict[str, Any])
    design: Design = Design()
    objectives: tuple[str, ...] = ("energy",)
    constraints: Mapping[str, float] = field(default_factory=dict[str, Any])
    search: Search = Search()
    text: str = field(default="", compare=False)

    @staticmethod
    def read(text: str, folder: str | Path = ".") -> Task:
        """A task from the text of its file; folder: where the files are that it names."""
        from linkwright.synthesis.task.reading import read_task

        return read_task(text, Path(folder))

    @staticmethod
    def load(file: str | Path) -> Task:
        """A task from its file."""
        from linkwright.readers.options import read_bytes
        from linkwright.synthesis.task.reading import read_task

        return read_task(read_bytes(Path(file)), Path(file).parent, Path(file).name)
