"""What closes a robot, in JSON: loops, couplings, motors, start, platform."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.closures import LOOP_KINDS, Coupling, Loop, Start
from linkwright.model.joints import JOINT_TYPES
from linkwright.schema.graphs import Nodes, Scalars
from linkwright.schema.item import Item

CLOSURE_KEYS = ("loops", "couplings", "actuated", "start", "platform")
_MAX_COUPLINGS = 200
"""The checks walk the graph once for each."""
_MAX_START = max(row.start_size for row in JOINT_TYPES.values())


def closures_to_json(robot: ClosedRobot, nodes: Nodes) -> dict[str, Any]:
    """The keys of a document that a closed robot has besides those of its tree."""
    written: dict[str, Any] = {
        "loops": [_loop(x, nodes) for x in robot.loops],
        "couplings": [
            {"name": x.name, "joint": x.joint, "value": nodes.scalar(x.value)} | ({"where": x.where} if x.where else {})
            for x in robot.couplings
        ],
        "actuated": list(robot.actuated),
        "start": [{"joint": name, "position": _start(x, nodes)} for name, x in robot.start.items()],
    }
    return written if robot.platform is None else written | {"platform": robot.platform}


def _loop(loop: Loop, nodes: Nodes) -> dict[str, Any]:
    entry: dict[str, Any] = {"name": loop.name, "kind": loop.kind, "first": loop.first, "second": loop.second}
    if loop.mode is not None:
        entry["mode"] = nodes.scalar(loop.mode)
    return entry | ({"where": loop.where} if loop.where else {})


def _start(start: Start, nodes: Nodes) -> Any:
    return nodes.list(start) if isinstance(start, tuple) else nodes.scalar(start)


def closures_from_json(document: Item, scalars: Scalars) -> dict[str, Any]:
    """Arguments of `make_robot`; places are those in the document."""
    platform = document.get("platform")
    return {
        "loops": [_read_loop(x, scalars) for x in document.entries("loops")],
        "couplings": [_read_coupling(x, scalars) for x in document.entries("couplings", _MAX_COUPLINGS)],
        "actuated": [x.name() for x in document.entries("actuated")],
        "start": _read_starts(document, scalars),
        "platform": None if platform is None else platform.name(),
    }


def _read_loop(item: Item, scalars: Scalars) -> Loop:
    mode = item.record(("name", "kind", "first", "second"), ("mode", "where")).get("mode")
    return Loop(
        item.at("name").name(),
        item.at("kind").choice(LOOP_KINDS),
        item.at("first").name(),
        item.at("second").name(),
        None if mode is None else scalars.scalar(mode),
        item.pointer,
    )


def _read_coupling(item: Item, scalars: Scalars) -> Coupling:
    item.record(("name", "joint", "value"), ("where",))
    return Coupling(item.at("name").name(), item.at("joint").name(), scalars.scalar(item.at("value")), item.pointer)


def _read_starts(document: Item, scalars: Scalars) -> dict[str, Start]:
    starts: dict[str, Start] = {}
    for item in document.entries("start"):
        name = item.record(("joint", "position")).at("joint").name()
        if name in starts:
            raise item.fail(f"joint '{name}' starts twice")
        position = item.at("position")
        if isinstance(position.value, list):
            starts[name] = tuple(scalars.scalar(x) for x in position.each(_MAX_START))
        else:
            starts[name] = scalars.scalar(position)
    return starts


def with_places(robot: ClosedRobot, document: Item) -> ClosedRobot:
    """The robot with the places that loops and couplings had in their file."""
    loops = zip(robot.loops, document.entries("loops"), strict=True)
    couplings = zip(robot.couplings, document.entries("couplings"), strict=True)
    return replace(
        robot,
        loops=tuple(replace(loop, where=item.text_of("where")) for loop, item in loops),
        couplings=tuple(replace(coupling, where=item.text_of("where")) for coupling, item in couplings),
    )
