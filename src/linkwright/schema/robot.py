"""Robots in JSON, open and closed: parts as lists in their order, every scalar a number or a row of the graph.

What is read passes through `make_robot` as the robots of all readers do: no other robot can come out of a document.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from types import MappingProxyType
from typing import Any, TypeVar

from linkwright.graph.expr import Scalar, number
from linkwright.model.build import make_robot
from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.model.joints import JOINT_SIZES
from linkwright.model.robot import (
    Body,
    Drive,
    Frame,
    Joint,
    Limits,
    Mimic,
    Note,
    OpenRobot,
    Parameter,
    Tendon,
    Transmission,
)
from linkwright.schema.closures import CLOSURE_KEYS, closures_from_json, closures_to_json, with_places
from linkwright.schema.graphs import Nodes, Scalars
from linkwright.schema.item import Item
from linkwright.schema.numbers import number_to_json
from linkwright.spatial.inertia import PARAMETER_NAMES, Inertia
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import Mat, Vec

KEYS = ("name", "gravity", "bodies", "joints")
MORE = ("source", "parameters", "frames", "wrenches", "alike", "tendons", "notes", "graph", "begins", *CLOSURE_KEYS)

_JOINT = ("name", "type", "parent", "child", "place", "axis")
_JOINT_MORE = ("axis2", "pitch", "mimic", "drive", "limits", "where", "transmission")
Part = TypeVar("Part", Body, Joint, Frame, Tendon)
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
        "parameters": [_parameter(p) for p in tree.parameters.values()],
        "bodies": [_with_where(_body(b, nodes), b.where) for b in tree.bodies.values()],
        "joints": [_with_where(_joint(j, nodes), j.where) for j in tree.joints.values()],
        "frames": [
            _with_where({"name": f.name, "body": f.body, "place": _place(f.X, nodes)}, f.where)
            for f in tree.frames.values()
        ],
        "wrenches": list(tree.wrenches),
        **({"alike": [list(group) for group in tree.alike]} if tree.alike else {}),
        **({"tendons": [_with_where(_tendon(x, nodes), x.where) for x in tree.tendons]} if tree.tendons else {}),
        "notes": [_with_where({"kind": n.kind, "what": n.what}, n.where) for n in tree.notes],
        **(closures_to_json(robot, nodes) if isinstance(robot, ClosedRobot) else {}),
        **nodes.section(),
    }


def _with_where(entry: dict[str, Any], where: str) -> dict[str, Any]:
    return entry | {"where": where} if where else entry


def _parameter(parameter: Parameter) -> dict[str, Any]:
    value = {} if parameter.value is None else {"value": number_to_json(parameter.value)}
    return {"name": parameter.name, **value, **({"doc": parameter.doc} if parameter.doc else {})}


def _body(body: Body, nodes: Nodes) -> dict[str, Any]:
    return {"name": body.name, "inertia": nodes.list(body.inertia.parameters)}


def _place(X: Transform, nodes: Nodes) -> dict[str, Any]:
    return {"rotation": [nodes.list(row) for row in X.R], "position": nodes.list(X.p)}


def _joint(joint: Joint, nodes: Nodes) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "name": joint.name,
        "type": joint.type,
        "parent": joint.parent,
        "child": joint.child,
        "place": _place(joint.X, nodes),
        "axis": nodes.list(joint.axis),
    }
    if joint.axis2 is not None:
        entry["axis2"] = nodes.list(joint.axis2)
    entry["pitch"] = nodes.scalar(joint.pitch)
    if joint.mimic is not None:
        mimic = joint.mimic
        entry["mimic"] = {
            "joint": mimic.joint,
            "multiplier": nodes.scalar(mimic.multiplier),
            "offset": nodes.scalar(mimic.offset),
        }
    entry["drive"] = _drive(joint.drive, nodes)
    if joint.transmission is not None:
        entry["transmission"] = {
            "joint": joint.transmission.joint,
            "drive": _drive(joint.transmission.drive, nodes),
        }
    limits = {f.name: getattr(joint.limits, f.name) for f in fields(Limits)}
    entry["limits"] = {name: number_to_json(value) for name, value in limits.items() if value is not None}
    return entry


def _tendon(tendon: Tendon, nodes: Nodes) -> dict[str, Any]:
    terms = [{"joint": name, "coefficient": nodes.scalar(c)} for name, c in tendon.terms]
    return {"name": tendon.name, "terms": terms, "drive": _drive(tendon.drive, nodes)}


def _drive(drive: Drive, nodes: Nodes) -> dict[str, Any]:
    return {f.name: nodes.scalar(getattr(drive, f.name)) for f in fields(Drive)}


# --- reading ------------------------------------------------------------------------------------------------------------


def robot_from_json(document: Item) -> Robot:
    """The robot of a checked document. Errors of the model name the place in the document."""
    scalars = Scalars(document)
    notes = [_read_note(x.record(("kind", "what"), ("where",))) for x in document.entries("notes")]
    bodies = [_read_body(x.record(("name", "inertia"), ("where",)), scalars) for x in document.at("bodies").each()]
    joints = [_read_joint(x.record(_JOINT, _JOINT_MORE), scalars) for x in document.at("joints").each()]
    frames = [
        Frame(x.at("name").name(), x.at("body").name(), _read_place(x.at("place"), scalars), x.pointer)
        for x in (x.record(("name", "body", "place"), ("where",)) for x in document.entries("frames"))
    ]
    robot = make_robot(
        document.at("name").name(),
        bodies,
        joints,
        frames=frames,
        gravity=Vec(*scalars.list(document.at("gravity"), 3)),
        parameters=_read_parameters(document),
        wrenches=[x.name() for x in document.entries("wrenches")],
        alike=[[x.name() for x in group.each()] for group in document.entries("alike")],
        tendons=[
            _read_tendon(x.record(("name", "terms", "drive"), ("where",)), scalars) for x in document.entries("tendons")
        ],
        source=document.pointer,
        **closures_from_json(document, scalars),
    )
    return _as_written(robot, document, joints, notes)


def _read_note(item: Item) -> Note:
    return Note(item.at("kind").text(), item.at("what").text(), item.text_of("where"))


def _read_parameters(document: Item) -> list[Parameter]:
    parameters: dict[str, Parameter] = {}
    for item in document.entries("parameters"):
        value = item.record(("name",), ("value", "doc")).get("value")
        name = item.at("name").name()
        if name in parameters:
            raise item.fail(f"parameter '{name}' is defined twice", "give each a name of its own")
        parameters[name] = Parameter(name, None if value is None else _float(value), item.text_of("doc"))
    return list(parameters.values())


def _float(item: Item, finite: bool = True) -> float:
    """A measured number; an integer stays what it is, as in the files of all readers."""
    value = item.number(finite)
    return value if isinstance(value, int | float) else float(value)


def _read_body(item: Item, scalars: Scalars) -> Body:
    parameters = scalars.list(item.at("inertia"), len(PARAMETER_NAMES))
    return Body(item.at("name").name(), Inertia.from_parameters(parameters), item.pointer)


def _read_place(item: Item, scalars: Scalars) -> Transform:
    item.record(("rotation", "position"))
    rows = [scalars.list(row, 3) for row in item.at("rotation").each(exactly=3)]
    return Transform(Mat.of(rows), Vec(*scalars.list(item.at("position"), 3)))


def _read_joint(item: Item, scalars: Scalars) -> Joint:
    axis2, pitch, mimic, drive = (item.get(key) for key in ("axis2", "pitch", "mimic", "drive"))
    return Joint(
        item.at("name").name(),
        item.at("type").choice(JOINT_SIZES),
        item.at("parent").name(),
        item.at("child").name(),
        _read_place(item.at("place"), scalars),
        Vec(*scalars.list(item.at("axis"), 3)),
        None if axis2 is None else Vec(*scalars.list(axis2, 3)),
        0 if pitch is None else scalars.scalar(pitch),
        None if mimic is None else _read_mimic(mimic.record(("joint",), ("multiplier", "offset")), scalars),
        Drive() if drive is None else _read_drive(drive, scalars),
        _read_limits(item),
        item.pointer,
        _read_transmission(item.get("transmission"), scalars),
    )


def _read_mimic(item: Item, scalars: Scalars) -> Mimic:
    multiplier, offset = item.get("multiplier"), item.get("offset")
    return Mimic(
        item.at("joint").name(),
        1 if multiplier is None else scalars.scalar(multiplier),
        0 if offset is None else scalars.scalar(offset),
    )


def _read_drive(item: Item, scalars: Scalars) -> Drive:
    item.record((), [f.name for f in fields(Drive)])
    return Drive(**{name: scalars.scalar(item.at(name)) for name in item.value})


def _read_transmission(item: Item | None, scalars: Scalars) -> Transmission | None:
    if item is None:
        return None
    item.record(("joint", "drive"))
    return Transmission(item.at("joint").name(), _read_drive(item.at("drive"), scalars))


def _read_tendon(item: Item, scalars: Scalars) -> Tendon:
    terms = [x.record(("joint", "coefficient")) for x in item.at("terms").each()]
    found = tuple((x.at("joint").name(), scalars.scalar(x.at("coefficient"))) for x in terms)
    return Tendon(item.at("name").name(), found, _read_drive(item.at("drive"), scalars), item.pointer)


def _read_limits(joint: Item) -> Limits:
    item = joint.get("limits")
    if item is None:
        return Limits()
    item.record((), [f.name for f in fields(Limits)])
    return Limits(**{name: _float(item.at(name), finite=False) for name in item.value})


# --- after the checks ---------------------------------------------------------------------------------------------------


def _as_written(robot: Robot, document: Item, joints: Iterable[Joint], notes: list[Note]) -> Robot:
    """The checked robot as the document has it: places in the file that it came from, notes, axes to the last digit."""
    places = {key: _places(document, key) for key in ("bodies", "joints", "frames")}
    axes = {j.name: j for j in joints}
    tree = replace(
        robot.tree,
        bodies=_placed(robot.bodies, places["bodies"]),
        joints=MappingProxyType(
            {n: _with_axes(j, axes.get(n, j)) for n, j in _placed(robot.joints, places["joints"]).items()}
        ),
        frames=_placed(robot.frames, places["frames"]),
        tendons=tuple(_placed({x.name: x for x in robot.tree.tendons}, _places(document, "tendons")).values()),
        notes=(*notes, *_new_notes(robot.tree, notes)),
        source=document.text_of("source"),
    )
    return with_places(robot.with_tree(tree), document) if isinstance(robot, ClosedRobot) else tree


def _places(document: Item, key: str) -> dict[str, str]:
    return {x.value["name"]: x.text_of("where") for x in document.entries(key)}


def _placed(parts: Mapping[str, Part], places: Mapping[str, str]) -> Mapping[str, Part]:
    return MappingProxyType({name: replace(part, where=places.get(name, "")) for name, part in parts.items()})


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
