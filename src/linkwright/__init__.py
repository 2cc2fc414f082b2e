"""Linkwright: a compiler from a description of a mechanism to its equations of motion."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from linkwright.errors import LinkwrightError

# Whoever computes anything needs NumPy: its 70 ms belong to the import, not to the first robot.
importlib.import_module("numpy")

__version__ = "0.1.0"

_HOMES = {
    "load": "linkwright.readers",
    "dh": "linkwright.readers",
    "derive": "linkwright.derive",
    "build": "linkwright.pipeline",
    "compile": "linkwright.pipeline",
    "Function": "linkwright.graph.function",
    "Robot": "linkwright.model.robot",
    "Expr": "linkwright.graph.expr",
    "symbol": "linkwright.graph.expr",
}
__all__ = [
    "Expr",
    "Function",
    "LinkwrightError",
    "Robot",
    "__version__",
    "build",
    "compile",
    "derive",
    "dh",
    "load",
    "symbol",
]

if TYPE_CHECKING:
    from linkwright.derive import derive
    from linkwright.graph.expr import Expr, symbol
    from linkwright.graph.function import Function
    from linkwright.model.robot import Robot
    from linkwright.pipeline import build, compile
    from linkwright.readers import dh, load


def __getattr__(name: str) -> Any:
    """Imports are lazy: no room of Linkwright is loaded until a name of it is used."""
    if name in _HOMES:
        return getattr(importlib.import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'linkwright' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted(__all__)
