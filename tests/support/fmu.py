"""Internals that tests use: linkwright.fmu. When one moves, this is the place to change."""

from __future__ import annotations

from linkwright.fmu import binary
from linkwright.fmu.package import Units, units_of
from linkwright.fmu.plant import Plant, Signal
from linkwright.fmu.plants import plant_of
from linkwright.fmu.sources import Sources, sources_of
from linkwright.fmu.variables import Variables

__all__ = ["Plant", "Signal", "Sources", "Units", "Variables", "binary", "plant_of", "sources_of", "units_of"]
