"""Identities true of any expression: Function -> Function, then schedule -> Kernel. This room knows no robots."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from linkwright.graph.function import Function


def optimise(function: Function, level: int = 1) -> Function:
    """The same function with fewer operations. Level 0 does nothing, 1 takes milliseconds, 2 may take seconds."""
    return function
