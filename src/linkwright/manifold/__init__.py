"""Coordinate-free mechanics: a Lagrangian on a product of R, R^n, S1, S2, SO(3), SE(3) -> its equations of motion."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from linkwright.graph.function import Function
    from linkwright.manifold.from_text import system
    from linkwright.manifold.lagrangian import Lagrangian

__all__ = ["derive_here", "system"]


def derive_here(
    mechanism: Lagrangian,
    quantity: str,
    method: str | None = None,
    parameters: str = "numeric",
    symbolic: str = "",
    **options: Any,
) -> Function:
    """What this room derives: quantities of Lagrangians."""
    from linkwright.manifold.assemble import assemble

    return assemble(mechanism, quantity, method, parameters, symbolic, options)


def __getattr__(name: str) -> Any:
    if name == "system":
        from linkwright.manifold.from_text import system

        return system
    raise AttributeError(f"module 'linkwright.manifold' has no attribute '{name}'")
