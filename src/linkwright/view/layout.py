"""The layout of a program: what its inputs and outputs mean. The other side of Layout in studio/src/backend/protocol.ts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from linkwright.model.elements import freedoms
from linkwright.model.robot import OpenRobot
from linkwright.view.coordinates_tree import coordinates_of_tree
from linkwright.view.scene import Scene


def layout_of(scene: Scene, start: Mapping[str, Sequence[float]]) -> dict[str, Any]:
    """Of an open tree that nothing acts on."""
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
        "stops": {},
        "variables": [],
        "notes": [],
    }


def freedoms_layout(robot: OpenRobot) -> list[dict[str, Any]]:
    """One per element of v."""
    return [{"name": e.name, "joint": e.joint.name, "index": e.index, "unit": e.unit} for e in freedoms(robot)]
