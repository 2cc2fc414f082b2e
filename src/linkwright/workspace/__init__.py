"""Where a mechanism can go: reachable and dexterous workspace, conditioning and the singular set, on cells in a plane.

found = workspace(robot, View(plane="xz", cells=80))
found.reachable, found.dexterity, found.conditioning, found.singular       arrays, a row per cell of the second axis
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from linkwright.lazy import names

if TYPE_CHECKING:
    from linkwright.workspace.explore import workspace
    from linkwright.workspace.result import Workspace
    from linkwright.workspace.view import View

__all__ = ["View", "Workspace", "workspace"]

# Imported when they are used: every command knows the flags of a View.
__getattr__ = names(
    __name__,
    {
        "View": "linkwright.workspace.view:View",
        "Workspace": "linkwright.workspace.result:Workspace",
        "workspace": "linkwright.workspace.explore:workspace",
    },
)
