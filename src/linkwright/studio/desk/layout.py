"""The layout of a run's program: that of what is drawn, and what acts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from linkwright.model.robot import OpenRobot
from linkwright.studio.desk.acting import Acting
from linkwright.view import layout
from linkwright.view.scene import Scene


def layout_of(
    scene: Scene, acting: Acting, start: Mapping[str, Sequence[float]], told: Sequence[str] = ()
) -> dict[str, Any]:
    """Of an open tree. told: what is to be said of the start."""
    return {
        **layout.layout_of(scene, start),
        "stops": {name: list(limits) for name, limits in acting.felt.items()},
        "notes": [*told, *notes_of_run(scene.robot, acting)],
    }


def notes_of_run(robot: OpenRobot, acting: Acting) -> list[str]:
    """What the page must say of a run."""
    notes: list[str] = []
    if acting.felt:
        notes.append(f"limits of {', '.join(acting.felt)} act as springs and dampers")
    if robot.wrenches:
        notes.append(f"no external wrench acts at {', '.join(robot.wrenches)}")
    return notes
