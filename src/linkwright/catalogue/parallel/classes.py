"""Parallel robots that have a name: which leg stands where, and which joint has the motor."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from linkwright.errors import InputError, suggestion


@dataclass(frozen=True)
class Named:
    """leg: the chain; driven: number of its joint; title: what it is."""

    mask: str
    leg: str
    base: str
    platform: str
    driven: int
    title: str


CLASSES: Mapping[str, Named] = MappingProxyType(
    {
        "delta": Named("3T0R", "R=U=U", "G2", "P2", 1, "Clavel's delta: cranks, forearms that keep the platform level"),
        "linear-delta": Named("3T0R", "P+U=U", "G1", "P2", 1, "a delta with upright sliders"),
        "3-UPU": Named("3T0R", "U+P+U", "G2", "P2", 3, "Tsai's translational platform: legs that change their length"),
        "3-RRR": Named("2T1R", "R=R=R", "G1", "P1", 1, "planar, with cranks"),
        "3-RPR": Named("2T1R", "R+P+R", "G1", "P1", 2, "planar, with legs that change their length"),
        "3-PRR": Named("2T1R", "P+R=R", "G2", "P1", 1, "planar, with sliders along a triangle"),
        "4-RUU": Named("3T1R", "R=U=U", "G1", "P1", 1, "three displacements and a turn, upright drive axes"),
        "4-PUU": Named("3T1R", "P+U=U", "G3", "P1", 1, "three displacements and a turn, sliders to the centre"),
        "gough": Named("3T3R", "U+P=S", "G1", "P4", 3, "Gough and Stewart's hexapod, 6-UPS"),
        "6-PUS": Named("3T3R", "P+U=S", "G1", "P4", 1, "a hexapod with rods on upright sliders"),
        "6-RUS": Named("3T3R", "R+U=S", "G1", "P4", 1, "a hexapod with rods on cranks"),
    }
)
"""By the names of the field. What is not symmetric (Tricept: three UPS legs and a passive one) is no robot of one leg type."""


def class_named(name: str) -> Named:
    """The class, or an error that says which there are."""
    known = {key.lower(): value for key, value in CLASSES.items()}
    if name.lower() not in known:
        hint = suggestion(name, CLASSES, f"one of: {', '.join(CLASSES)}")
        raise InputError(f"'{name}' is no class of parallel robots that is known here", hint=hint)
    return known[name.lower()]
