"""Where a mechanism can go: reachable and dexterous workspace, conditioning and the singular set, on cells in a plane.

found = workspace(robot, View(plane="xz", cells=80))
found.reachable, found.dexterity, found.conditioning, found.singular       arrays, a row per cell of the second axis
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linkwright.lazy import target

if TYPE_CHECKING:
    from linkwright.workspace.explore import workspace
    from linkwright.workspace.result import Workspace
    from linkwright.workspace.view import View

__all__ = ["View", "Workspace", "workspace"]

_HOMES = {
    "View": "linkwright.workspace.view:View",
    "Workspace": "linkwright.workspace.result:Workspace",
    "workspace": "linkwright.workspace.explore:workspace",
}
"""Imported when they are used: every command knows the flags of a View."""


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'linkwright.workspace' has no attribute '{name}'")
    return target(_HOMES[name])
