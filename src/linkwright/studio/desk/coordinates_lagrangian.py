"""Coordinates of a Lagrangian: the numbers of its variables."""

from __future__ import annotations

from typing import Any

from linkwright.manifold.lagrangian import Lagrangian
from linkwright.manifold.state import labels_of, slots_of

_UNIT = {"S1": "rad"}


def coordinates_of_lagrangian(system: Lagrangian) -> list[dict[str, Any]]:
    """One per element of q, at the start of the file."""
    slots = slots_of(system.variables)
    names = labels_of(slots, "q")
    rest = {"S2": (0.0, 0.0, -1.0), "SO3": (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)}
    found: list[dict[str, Any]] = []
    for s in slots:
        start = [float(x) for x in system.initial.get(s.name, rest.get(s.kind, (0.0,) * s.nq))]
        why = f"{s.name}: a variable on {s.variable.manifold}"
        for k in range(s.nq):
            index = s.iq + k
            found.append(
                {
                    "name": names[index],
                    "joint": s.name,
                    "index": index,
                    "unit": _UNIT.get(s.kind, ""),
                    "free": True,
                    "why": why,
                    "start": start[k],
                    "lower": None,
                    "upper": None,
                }
            )
    return found
