"""Robots in JSON, open and closed: parts as lists in their order, every scalar a number or a row of the graph.

What is read passes through `make_robot` as the robots of all readers do: no other robot can come out of a document.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, TypeVar

from linkwright.graph.expr import Scalar, number
from linkwright.model.build import make_robot
from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.model.closures import Coupling, Loop, Start
from linkwright.model.robot import Body, Frame, Joint, Note, OpenRobot, Parameter, Tendon
from linkwright.schema.graphs import Nodes, Scalars
from linkwright.schema.item import Item
from linkwright.schema.parts import (
    BODY,
    COUPLING,
    FRAME,
    JOINT,
    LOOP,
    NOTE,
    PARAMETER,
    START,
    TENDON,
    VECTOR,
    PartKind,
)
from linkwright.spatial.vector import Vec

KEYS = ("name", "gravity", "bodies", "joints")
_CLOSURE = ("loops", "couplings", "actuated", "start", "platform")
MORE = ("source", "parameters", "frames", "wrenches", "alike", "tendons", "notes", "graph", "begins", *_CLOSURE)

Part = TypeVar("Part", Body, Joint, Frame, Tendon, Loop, Coupling)
_MAX_COUPLINGS = 200
"""The checks walk the graph once for each."""
_NEAR = 1e-12
"""An axis this close to what the checks make of it has length one, but for rounding: it stays as it is written."""


def robot_to_json(robot: Robot) -> dict[str, Any]:
    """The document of a robot, without its head."""
    scalars: list[Scalar] = []
    robot.map(lambda x: (scalars.append(x), x)[1])
    nodes = Nodes(scalars)
    tree = robot.tree
    return {
        "name": tree.name,
        "source": tree.source,
        "gravity": nodes.list(tree.gravity),
        "parameters": [PARAMETER.write(x, nodes) for x in tree.parameters.values()],
        "bodies": [BODY.write(x, nodes) for x in tree.bodies.values()],
        "joints": [JOINT.write(x, nodes) for x in tree.joints.values()],
        "frames": [FRAME.write(x, nodes) for x in tree.frames.values()],
        "wrenches": list(tree.wrenches),
        **({"alike": [list(group) for group in tree.alike]} if tree.alike else {}),
        **({"tendons": [TENDON.write(x, nodes) for x in tree.tendons]} if tree.tendons else {}),
        "notes": [NOTE.write(x, nodes) for x in tree.notes],
        **(_closures(robot, nodes) if isinstance(robot, ClosedRobot) else {}),
        **nodes.section(),
    }


def _closures(robot: ClosedRobot, nodes: Nodes) -> dict[str, Any]:
    """The keys of a document that a closed robot has besides those of its tree."""
    return {
        "loops": [LOOP.write(x, nodes) for x in robot.loops],
        "couplings": [COUPLING.write(x, nodes) for x in robot.couplings],
        "actuated": list(robot.actuated),
        "start": [{"joint": name, "position": START.write(x, nodes)} for name, x in robot.start.items()],
        **({} if robot.platform is None else {"platform": robot.platform}),
    }


# --- reading ------------------------------------------------------------------------------------------------------------


def robot_from_json(document: Item) -> Robot:
    """The robot of a checked document. Errors of the model name the place in the document."""
    scalars = Scalars(document)
    notes = [NOTE.read(x, scalars) for x in document.entries("notes")]
    platform = document.get("platform")

    def read(key: str, kind: PartKind[Part], most: int | None = None) -> list[Part]:
        items = document.entries(key) if most is None else document.entries(key, most)
        return [replace(kind.read(x, scalars), where=x.pointer) for x in items]

    bodies, joints = read("bodies", BODY), read("joints", JOINT)
    robot = make_robot(
        document.at("name").name(),
        bodies,
        joints,
        frames=read("frames", FRAME),
        gravity=VECTOR.read(document.at("gravity"), scalars),
        parameters=_read_parameters(document, scalars),
        wrenches=[x.name() for x in document.entries("wrenches")],
        alike=[[x.name() for x in group.each()] for group in document.entries("alike")],
        tendons=read("tendons", TENDON),
        source=document.pointer,
        loops=read("loops", LOOP),
        couplings=read("couplings", COUPLING, _MAX_COUPLINGS),
        actuated=[x.name() for x in document.entries("actuated")],
        start=_read_starts(document, scalars),
        platform=None if platform is None else platform.name(),
    )
    return _as_written(robot, document, joints, notes)


def _read_parameters(document: Item, scalars: Scalars) -> list[Parameter]:
    parameters: dict[str, Parameter] = {}
    for item in document.entries("parameters"):
        found = PARAMETER.read(item, scalars)
        if found.name in parameters:
            raise item.fail(f"parameter '{found.name}' is defined twice", "give each a name of its own")
        parameters[found.name] = found
    return list(parameters.values())


def _read_starts(document: Item, scalars: Scalars) -> dict[str, Start]:
    starts: dict[str, Start] = {}
    for item in document.entries("start"):
        name = item.record(("joint", "position")).at("joint").name()
        if name in starts:
            raise item.fail(f"joint '{name}' starts twice")
        starts[name] = START.read(item.at("position"), scalars)
    return starts


# --- after the checks ---------------------------------------------------------------------------------------------------


def _as_written(robot: Robot, document: Item, joints: Iterable[Joint], notes: list[Note]) -> Robot:
    """The checked robot as the document has it: places in the file that it came from, notes, axes to the last digit."""
    axes = {j.name: j for j in joints}
    placed = _placed(robot.joints.values(), document, "joints")
    tree = replace(
        robot.tree,
        bodies=_by_name(_placed(robot.bodies.values(), document, "bodies")),
        joints=_by_name([_with_axes(j, axes.get(j.name, j)) for j in placed]),
        frames=_by_name(_placed(robot.frames.values(), document, "frames")),
        tendons=tuple(_placed(robot.tree.tendons, document, "tendons")),
        notes=(*notes, *_new_notes(robot.tree, notes)),
        source=document.text_of("source"),
    )
    if not isinstance(robot, ClosedRobot):
        return tree
    loops, couplings = _placed(robot.loops, document, "loops"), _placed(robot.couplings, document, "couplings")
    return replace(robot.with_tree(tree), loops=tuple(loops), couplings=tuple(couplings))


def _placed(parts: Iterable[Part], document: Item, key: str) -> list[Part]:
    places = {x.value["name"]: x.text_of("where") for x in document.entries(key)}
    return [replace(part, where=places.get(part.name, "")) for part in parts]


def _by_name(parts: Iterable[Part]) -> Mapping[str, Part]:
    return MappingProxyType({part.name: part for part in parts})


def _with_axes(checked: Joint, written: Joint) -> Joint:
    return replace(checked, axis=_nearly(checked.axis, written.axis), axis2=_nearly(checked.axis2, written.axis2))


def _nearly(checked: Vec | None, written: Vec | None) -> Any:
    if checked is None or written is None:
        return checked
    pairs = [(number(a), number(b)) for a, b in zip(checked, written, strict=True)]
    same = all(a is not None and b is not None and abs(float(a) - float(b)) < _NEAR for a, b in pairs)
    return written if same else checked


def _new_notes(tree: OpenRobot, notes: list[Note]) -> list[Note]:
    """What the checks noted and no note says yet; readers call a body what their users do, so the first word does not count."""
    said = {(n.kind, n.what.partition("'")[2]) for n in notes}
    return [n for n in tree.notes if (n.kind, n.what.partition("'")[2]) not in said]
