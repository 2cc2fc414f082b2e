"""Inertias as files hold them: mass, centre of mass, tensor about it."""

from __future__ import annotations

from collections.abc import Mapping

from linkwright.graph.expr import floats
from linkwright.model.closed_robot import Robot
from linkwright.spatial.inertia import Inertia, shift
from linkwright.spatial.vector import ZERO, Mat, Vec


def about_com(inertia: Inertia) -> tuple[float, Vec, Mat]:
    """mass, centre of mass, tensor about it, all in the body's axes; without mass the body's origin is as good as any.
    Of numbers that give the same inertia to the last digit, the shorter ones."""
    (mass,) = floats([inertia.m])
    com = Vec(*(x / mass for x in floats(inertia.h))) if mass else ZERO
    tensor = inertia.I - shift(com, com * mass)
    short = Vec(*map(_shorter, floats(com))), Mat(*(Vec(*map(_shorter, floats(row))) for row in tensor))
    same = floats(Inertia.about_com(mass, *short).parameters) == floats(inertia.parameters)
    return (mass, *short) if same else (mass, com, tensor)


def _shorter(x: float) -> float:
    """The number that a person wrote, where division and subtraction left its last digit off."""
    return float(f"{x:.14g}")


def with_mass(robot: Robot) -> Mapping[str, Inertia]:
    """A first moment without mass cannot be said by a centre of mass."""
    bodies = robot.bodies.items()
    return {name: b.inertia if b.inertia.m else Inertia(0, ZERO, b.inertia.I) for name, b in bodies}
