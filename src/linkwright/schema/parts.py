"""Parts of a robot in JSON: a row per key, which both writes and reads it. A key that may be left out is not written where
there is nothing to say; where it is not there, the part has what its type says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, Generic, TypeVar

from linkwright.model.closures import LOOP_KINDS, Coupling, Loop
from linkwright.model.joints import JOINT_SIZES, JOINT_TYPES
from linkwright.model.robot import (
    Body,
    Drive,
    Frame,
    Joint,
    Limits,
    Mimic,
    Note,
    Parameter,
    Tendon,
    Transmission,
)
from linkwright.narrowing import is_tuple
from linkwright.schema.graphs import Nodes, Scalars
from linkwright.schema.item import Item
from linkwright.schema.numbers import number_to_json
from linkwright.spatial.inertia import PARAMETER_NAMES, Inertia
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import Mat, Vec

T = TypeVar("T")
_MAX_START = max(row.start_size for row in JOINT_TYPES.values())


@dataclass(frozen=True)
class Kind:
    """What stands behind a key: how it is written and read."""

    write: Callable[[Any, Nodes], Any]
    read: Callable[[Item, Scalars], Any]


@dataclass(frozen=True)
class Row:
    """A key; field: what the part's type calls it, where that is another name; needed: whether it must be there."""

    key: str
    kind: Kind
    needed: bool = True
    field: str = ""


class PartKind(Generic[T]):
    """A type whose objects are records of these rows."""

    def __init__(self, make: Callable[..., T], *rows: Row) -> None:
        self.make, self.rows = make, rows
        self.needed = [row.key for row in rows if row.needed]
        self.others = [row.key for row in rows if not row.needed]

    @property
    def kind(self) -> Kind:
        return Kind(self.write, self.read)

    def write(self, part: T, nodes: Nodes) -> dict[str, Any]:
        values = ((row, getattr(part, row.field or row.key)) for row in self.rows)
        return {row.key: row.kind.write(x, nodes) for row, x in values if row.needed or not _says_nothing(x)}

    def read(self, item: Item, scalars: Scalars) -> T:
        item.record(self.needed, self.others)
        given = (row for row in self.rows if row.key in item.value)
        return self.make(**{row.field or row.key: row.kind.read(item.at(row.key), scalars) for row in given})


def _says_nothing(x: object) -> bool:
    return x is None or (isinstance(x, str) and not x)


# --- kinds of values --------------------------------------------------------------------------------------------------


def _as_it_is(x: Any, _: Nodes) -> Any:
    return x


def _measured(finite: bool) -> Kind:
    """A measured number; an integer stays what it is, as in the files of all readers."""

    def read(item: Item, _: Scalars) -> float:
        value = item.number(finite)
        return value if isinstance(value, int | float) else float(value)

    return Kind(lambda x, _: number_to_json(x), read)


def _write_place(X: Transform, nodes: Nodes) -> dict[str, Any]:
    return {"rotation": [nodes.list(row) for row in X.R], "position": nodes.list(X.p)}


def _read_place(item: Item, scalars: Scalars) -> Transform:
    item.record(("rotation", "position"))
    rows = [scalars.list(row, 3) for row in item.at("rotation").each(exactly=3)]
    return Transform(Mat.of(rows), Vec(*scalars.list(item.at("position"), 3)))


def _write_terms(terms: Any, nodes: Nodes) -> list[Any]:
    return [{"joint": name, "coefficient": nodes.scalar(c)} for name, c in terms]


def _read_terms(items: Item, scalars: Scalars) -> Any:
    terms = [x.record(("joint", "coefficient")) for x in items.each()]
    return tuple((x.at("joint").name(), scalars.scalar(x.at("coefficient"))) for x in terms)


def _read_start(item: Item, scalars: Scalars) -> Any:
    if isinstance(item.value, list):
        return tuple(scalars.scalar(x) for x in item.each(_MAX_START))
    return scalars.scalar(item)


NAME = Kind(_as_it_is, lambda item, _: item.name())
TEXT = Kind(_as_it_is, lambda item, _: item.text())
SCALAR = Kind(lambda x, nodes: nodes.scalar(x), lambda item, scalars: scalars.scalar(item))
VECTOR = Kind(lambda x, nodes: nodes.list(x), lambda item, scalars: Vec(*scalars.list(item, 3)))
START = Kind(lambda x, nodes: nodes.list(x) if is_tuple(x) else nodes.scalar(x), _read_start)
"""A coordinate, or all those of a joint with several."""
_PLACE = Kind(_write_place, _read_place)
_INERTIA = Kind(
    lambda x, nodes: nodes.list(x.parameters),
    lambda item, scalars: Inertia.from_parameters(scalars.list(item, len(PARAMETER_NAMES))),
)
_TERMS = Kind(_write_terms, _read_terms)
_WHERE = Row("where", Kind(_as_it_is, lambda item, _: item.text()), needed=False)
"""The place in the file that a part came from."""

# --- parts ------------------------------------------------------------------------------------------------------------

DRIVE = PartKind(Drive, *(Row(f.name, SCALAR, needed=False) for f in fields(Drive)))
LIMITS = PartKind(Limits, *(Row(f.name, _measured(finite=False), needed=False) for f in fields(Limits)))
MIMIC = PartKind(
    Mimic, Row("joint", NAME), Row("multiplier", SCALAR, needed=False), Row("offset", SCALAR, needed=False)
)
TRANSMISSION = PartKind(Transmission, Row("joint", NAME), Row("drive", DRIVE.kind))
PARAMETER = PartKind(
    Parameter,
    Row("name", NAME),
    Row("value", _measured(finite=True), needed=False),
    Row("doc", TEXT, needed=False),
)
NOTE = PartKind(Note, Row("kind", TEXT), Row("what", TEXT), _WHERE)
BODY = PartKind(Body, Row("name", NAME), Row("inertia", _INERTIA), _WHERE)
JOINT = PartKind(
    Joint,
    Row("name", NAME),
    Row("type", Kind(_as_it_is, lambda item, _: item.choice(JOINT_SIZES))),
    Row("parent", NAME),
    Row("child", NAME),
    Row("place", _PLACE, field="X"),
    Row("axis", VECTOR),
    Row("axis2", VECTOR, needed=False),
    Row("pitch", SCALAR, needed=False),
    Row("mimic", MIMIC.kind, needed=False),
    Row("drive", DRIVE.kind, needed=False),
    Row("transmission", TRANSMISSION.kind, needed=False),
    Row("limits", LIMITS.kind, needed=False),
    _WHERE,
)
FRAME = PartKind(Frame, Row("name", NAME), Row("body", NAME), Row("place", _PLACE, field="X"), _WHERE)
TENDON = PartKind(Tendon, Row("name", NAME), Row("terms", _TERMS), Row("drive", DRIVE.kind), _WHERE)
LOOP = PartKind(
    Loop,
    Row("name", NAME),
    Row("kind", Kind(_as_it_is, lambda item, _: item.choice(LOOP_KINDS))),
    Row("first", NAME),
    Row("second", NAME),
    Row("mode", SCALAR, needed=False),
    _WHERE,
)
COUPLING = PartKind(Coupling, Row("name", NAME), Row("joint", NAME), Row("value", SCALAR), _WHERE)
