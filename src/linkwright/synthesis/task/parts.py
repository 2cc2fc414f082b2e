"""Parts of a task. Every one has the default that docs/synthesis.md says."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, pi
from pathlib import Path

from linkwright.catalogue.chain import Chain
from linkwright.catalogue.selection import Selection
from linkwright.errors import InputError
from linkwright.synthesis.task.shapes import Box, Point


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
    """A row of the table of motors; torque, power: the largest; inertia: of the rotor, seen from the joint."""

    name: str
    mass: float
    torque: float
    inertia: float = 0.0
    power: float = inf


@dataclass(frozen=True)
class Design:
    """What links are made of: tubes, a motor at every joint, rails of twice the stroke at every slide.

    diameter, wall: of a tube; density: so that a metre has the mass that the task says
    strength: largest stress in Pa; stiffness: modulus of elasticity in Pa
    turn, slide: (stiffness in N m/rad or N/m, resolution of the encoder in rad or m) of hinges and slides
    tubes: (diameter, wall) of those to choose from; motors: those to choose from; none: what joint_mass says
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
    turn: tuple[float, float] = (2e4, 5e-5)
    slide: tuple[float, float] = (1e7, 1e-6)
    tubes: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True)
class Material:
    """kg/m^3, largest stress and modulus of elasticity in Pa."""

    density: float
    strength: float
    stiffness: float


MATERIALS = {
    "aluminium": Material(2700, 1.5e8, 7.0e10),
    "steel": Material(7850, 2.5e8, 2.1e11),
    "carbon": Material(1600, 4.0e8, 7.0e10),
}
"""Everyday grades with a margin; carbon: a quasi-isotropic laminate."""
FAMILIES = {f.stem: f for f in sorted((Path(__file__).parents[1] / "families").glob("*.yaml"))}
"""Built-in robots by name."""


@dataclass(frozen=True)
class Choice:
    """The structures that are tried. catalogue: a filter; chains: those of these names."""

    catalogue: Selection | None = None
    chains: tuple[Chain, ...] = ()
    families: tuple[str, ...] = ()
    files: tuple[Path, ...] = ()
    mounting: str = "floor"


@dataclass(frozen=True)
class Search:
    """How much is tried, and how.

    evaluations: candidates per structure;  population: candidates at a time
    method:      auto, nsga2, nsga3, cma-es, differential-evolution
    halving:     drop the worse half of the structures after a quarter and after a half of the evaluations
    front:       points of the front that are looked at again and written, at most
    """

    evaluations: int = 4000
    population: int = 64
    seed: int = 1
    method: str = "auto"
    halving: bool = True
    front: int = 24

    def __post_init__(self) -> None:
        for name, (least, most) in BOUNDS.items():
            found = getattr(self, name)
            if not least <= found <= most:
                hint = f"a whole number from {least} to {most}"
                raise InputError(f"{name} of the search is {found}", hint=hint)


BOUNDS = {"evaluations": (1, 10**8), "population": (8, 10**5), "seed": (0, 2**63 - 1), "front": (1, 10**4)}
"""Least and most of the numbers of a search."""
