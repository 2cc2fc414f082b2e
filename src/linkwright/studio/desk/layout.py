"""The layout of a program: what its inputs and outputs mean. The other side of Layout in studio/src/backend/protocol.ts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from linkwright.model.robot import OpenRobot
from linkwright.studio.desk.acting import Acting
from linkwright.studio.desk.coordinates_tree import coordinates_of_tree
from linkwright.studio.desk.names import freedoms
from linkwright.studio.desk.scene import Scene


def layout_of(
    scene: Scene, acting: Acting, start: Mapping[str, Sequence[float]], told: Sequence[str] = ()
) -> dict[str, Any]:
    """Of an open tree. told: what is to be said of the start."""
    robot = scene.robot
    return {
        "kind": "open",
        "name": robot.name,
        "nq": robot.nq,
        "nv": robot.nv,
        "tree": {"nq": robot.nq, "nv": robot.nv},
        "coordinates": coordinates_of_tree(robot),
        "freedoms": freedoms_layout(robot),
        "start": start,
        "parameters": [{"name": p.name, "value": p.value} for p in scene.x.known],
        "poses": scene.poses_layout(),
        "bodies": scene.bodies_layout(),
        "signals": list(scene.x.signals),
        "stops": {name: list(limits) for name, limits in acting.felt.items()},
        "variables": [],
        "notes": [*told, *notes_of_run(robot, acting)],
    }


def freedoms_layout(robot: OpenRobot) -> list[dict[str, Any]]:
    """One per element of v."""
    return [{"name": e.name, "joint": e.joint.name, "index": e.index, "unit": e.unit} for e in freedoms(robot)]


def notes_of_run(robot: OpenRobot, acting: Acting) -> list[str]:
    """What the page must say of a run."""
    notes: list[str] = []
    if acting.felt:
        notes.append(f"limits of {', '.join(acting.felt)} act as springs and dampers")
    if robot.wrenches:
        notes.append(f"no external wrench acts at {', '.join(robot.wrenches)}")
    return notes
