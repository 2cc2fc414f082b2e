"""Inertia of a body of the YAML format: mass, com, inertia, or the ten parameters."""

from __future__ import annotations

from linkwright.graph.expr import Scalar
from linkwright.readers.keys import Record
from linkwright.readers.snap import constant_value
from linkwright.readers.values import PARAMETER_INDEX
from linkwright.readers.yaml_parts import Parts
from linkwright.spatial.inertia import Inertia


def inertia_of(x: Record, suffix: str, parts: Parts) -> Inertia:
    """x: as INERTIA has it; suffix: what ends the symbols of parameters without values."""
    if x["parameters"] is not None:
        return by_ten(x["parameters"], suffix, parts)
    given = [key for key in ("com", "inertia") if key in x]
    if given and "mass" not in x:
        parts.report.error(f"{x.what} has {' and '.join(given)}, but no mass", x.line, "write mass: ...")
    return by_mass(x)


def by_mass(x: Record) -> Inertia:
    """From mass, centre of mass and the tensor about it."""
    return Inertia.about_com(x["mass"], x["com"], x["inertia"]).map(constant_value)


def by_ten(x: Record, suffix: str, parts: Parts) -> Inertia:
    """From some of the ten parameters; one without a value is a symbol."""
    ten = list[Scalar]([0] * 10)
    for name in (name for name in x.given if name in PARAMETER_INDEX):
        value = x[name]
        ten[PARAMETER_INDEX[name]] = parts.values.symbol(f"{name}{suffix}") if value is None else value
    return Inertia.from_parameters(ten)
