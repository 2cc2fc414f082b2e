"""Internals that tests use: linkwright.simulation. When one moves, this is the place to change."""

from __future__ import annotations

from linkwright.simulation import Motion, Run, closed_stretch, progress, simulate
from linkwright.simulation.flow import flow
from linkwright.simulation.integrable import Flow, making_headway
from linkwright.simulation.integrators import Variational, distance, integrate, on_manifold, rkmk4, start_state
from linkwright.simulation.states import samples

__all__ = [
    "Flow",
    "Motion",
    "Run",
    "Variational",
    "closed_stretch",
    "distance",
    "flow",
    "integrate",
    "making_headway",
    "progress",
    "on_manifold",
    "rkmk4",
    "samples",
    "simulate",
    "start_state",
]
