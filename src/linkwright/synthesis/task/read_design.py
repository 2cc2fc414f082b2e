"""What links are made of, as a task file says it."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, pi

from linkwright.readers.yaml_tree import Seq
from linkwright.synthesis.task.parts import Design, Motor
from linkwright.synthesis.task.section import Section


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
TUBE = ("diameter", "wall", "density", "mass", "material", "strength", "stiffness")
DESIGN = ("tube", "tubes", "joint", "rail", "motors")
MOTOR = ("mass", "torque", "inertia", "power")


def read_design(top: Section) -> Design:
    """Tubes, joints, rails, motors."""
    section = top.section("design", DESIGN)
    tube = section.section("tube", TUBE)
    material = MATERIALS[tube.word("material", "aluminium", tuple(MATERIALS))]
    diameter = tube.number("diameter", Design.diameter, 1e-12)
    wall = tube.number("wall", Design.wall, 1e-12, diameter / 2)
    density = tube.number("density", material.density, 0)
    if "mass" in tube.given:
        if "density" in tube.given:
            tube.error("'tube' has both mass and density", tube.node.entries["mass"], "keep one of them")
        density = tube.number("mass", 0.0, 0) / (pi * wall * (diameter - wall))
    joint = section.section("joint", ("mass", "inertia", "stiffness", "resolution"))
    rail = section.section("rail", ("mass", "stiffness", "resolution"))
    return Design(
        diameter,
        wall,
        density,
        tube.number("strength", material.strength, 1e-12),
        tube.number("stiffness", material.stiffness, 1e-12),
        joint.number("mass", Design.joint_mass, 0),
        joint.number("inertia", Design.joint_inertia, 0),
        rail.number("mass", Design.rail_mass, 0),
        _motors(section),
        _drive(joint, Design.turn),
        _drive(rail, Design.slide),
        _tubes(section),
    )


def _drive(section: Section, usual: tuple[float, float]) -> tuple[float, float]:
    return section.number("stiffness", usual[0], 1e-12), section.number("resolution", usual[1], 0)


def _tubes(section: Section) -> tuple[tuple[float, float], ...]:
    """[diameter, wall] each."""
    node = section.node.entries.get("tubes")
    if node is None:
        return ()
    rows = [section.row(x, "a row of 'tubes'", (2,)) for x in node.items] if isinstance(node, Seq) else []
    found = tuple((row[0], row[1]) for row in rows if row is not None)
    if not rows or any(not 0 < wall <= diameter / 2 for diameter, wall in found):
        section.error("'tubes' is not a list of diameters and walls", node, "write tubes: [[60 mm, 3 mm], ...]")
    return found


def _motors(section: Section) -> tuple[Motor, ...]:
    rows = section.parts.named(section.node.entries.get("motors"), "motors")
    found: list[Motor] = []
    for name, node in rows.items():
        row = Section(section.parts, node, f"motor '{name}'", MOTOR)
        for key in ("mass", "torque"):
            if key not in row.given:
                row.error(f"motor '{name}' has no {key}", hint=f"write {name}: {{mass: 2 kg, torque: 30 Nm}}")
        usual = {key: inf if key == "power" else 0.0 for key in MOTOR}
        found.append(Motor(name, **{key: row.number(key, usual[key], 0) for key in MOTOR}))
    return tuple(found)
