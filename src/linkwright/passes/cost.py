"""What operations cost, as the goal of the passes: the count of additions and products, or time on a processor."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from types import MappingProxyType

from linkwright.graph.function import Ops

GOALS: Mapping[str, Mapping[str, float]] = MappingProxyType(
    {
        # additions and products first; everything else decides between equals
        "count": MappingProxyType({"add": 1, "mul": 1, "div": 0.01, "neg": 0.001, "other": 0.01}),
        # a polynomial sine is a dozen operations, a division stalls about as long as five products
        "speed": MappingProxyType(
            {"add": 1, "mul": 1, "div": 5, "neg": 0.1, "sqrt": 6, "sign": 1, "abs": 0.5, "only_if": 1, "other": 12}
        ),
    }
)


def cost(ops: Ops, goal: str) -> float:
    """What a function with these operations costs."""
    weights = GOALS[goal]
    other = weights["other"]
    return sum(weights.get(f.name, other) * getattr(ops, f.name) for f in fields(ops))
