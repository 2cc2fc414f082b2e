"""Keys of YAML files. A mapping that a file may have is a Section, a row per key: what stands there, what it means.

A Section reads a node: unknown, missing and misread keys go to the report, all of them at once. The tables of keys in the
documentation and the JSON Schemas for editors are made from the same rows (`readers/table.py`, `linkwright.schema`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from linkwright.errors import counted
from linkwright.readers.yaml_parts import Parts
from linkwright.readers.yaml_tree import Leaf, Map, Node, Seq, is_empty

Schema = dict[str, Any]
DRAFT = "https://json-schema.org/draft/2020-12/schema"
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")


@dataclass(frozen=True)
class Place:
    """A value to be read. what: how messages call it; hint: what to write instead."""

    node: Node
    what: str
    hint: str
    parts: Parts

    def fail(self, said: str, hint: str = "") -> None:
        """Tell of a mistake: "axis of joint 'elbow' " + said."""
        self.parts.report.error(f"{self.what} {said}", self.node.line, hint or self.hint)

    def at(self, node: Node, what: str, hint: str = "") -> Place:
        """A part of it."""
        return Place(node, what, hint or self.hint, self.parts)


@dataclass(frozen=True)
class Kind:
    """What may stand behind a key.

    words:   what it is, for people;  example: one, as it is written
    read:    its value; None after a mistake, which is told
    schema:  the same for editors;  sections: those that its schema speaks of
    takes:   nodes that look like one, to tell kinds apart
    """

    words: str
    example: str
    read: Callable[[Place], Any]
    schema: Schema
    takes: type[Node] | tuple[type[Node], ...] = Leaf
    sections: tuple[Section, ...] = ()


@dataclass(frozen=True)
class Key:
    """A row: a key of a section. default: its value where it is not said; shown: the same for people, where that says more;
    need: what to write where it is missing, of a key that must be there."""

    name: str
    kind: Kind
    doc: str
    default: Any = None
    shown: str = ""
    need: str = ""
    example: str = ""

    @property
    def hint(self) -> str:
        return self.need or f"write {self.name}: {self.example or self.kind.example}"

    @property
    def told_default(self) -> str:
        """Its value where it is not said, for people."""
        value = f"{self.default:g}" if isinstance(self.default, float) else str(self.default).lower()
        return self.shown.strip() if self.shown or self.default in (None, "") else f"`{value}`"

    @property
    def schema(self) -> Schema:
        """What an editor knows of it; links of the documentation lead nowhere there."""
        return {
            **self.kind.schema,
            "description": _LINK.sub(r"\1", self.doc),
            "examples": [self.example or self.kind.example],
        }


class Record:
    """What a mapping says, by key. given: the nodes of the keys that it has; whole: whether all that must be there is.

    Keys of a file are read when they are first asked for: names of formulas are known then, and operations are made in the
    order in which the reader asks."""

    def __init__(self, what: str, line: int | None, given: Mapping[str, Node], read: Callable[[str], Any]) -> None:
        self.what, self.line, self.whole = what, line, True
        self.given: Mapping[str, Node] = given
        self._read = cache(read)

    def __getitem__(self, key: str) -> Any:
        return self._read(key)

    def __contains__(self, key: str) -> bool:
        return key in self.given

    def line_of(self, key: str) -> int | None:
        return self.given[key].line if key in self.given else self.line


@dataclass(frozen=True)
class Section:
    """A mapping with these keys.

    leaf:  the key that a word alone stands for;  rows: keys of a list that stands for the mapping
    apart: groups of keys of which a mapping has one at most
    top:   a whole file: messages call its keys by their names alone
    """

    name: str
    example: str
    keys: tuple[Key, ...]
    leaf: str = ""
    rows: tuple[tuple[str, ...], ...] = ()
    apart: tuple[tuple[str, ...], ...] = ()
    top: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(key.name for key in self.keys)

    @property
    def kind(self) -> Kind:
        """A value that is such a mapping."""
        takes = (Map, *([Seq] if self.rows else ()), *([Leaf] if self.leaf else ()))
        return Kind(f"`{self.example}`", self.example, self.read, {"$ref": f"#/$defs/{self.name}"}, takes, (self,))

    def read(self, place: Place) -> Record:
        """What a mapping says."""
        mapping = self._mapping(place)
        node = mapping or Map(line=place.node.line)
        place.parts.keys(node, self.names, place.what)
        rows = {key.name: key for key in self.keys}
        given = {name: entry for name, entry in node.entries.items() if name in rows}
        record = Record(place.what, node.line, given, lambda name: self._value(rows[name], place, mapping))
        found = {key.name: record[key.name] for key in self.keys if key.need or not self.top}
        record.whole = mapping is not None and all(found[key.name] is not None for key in self.keys if key.need)
        for group in self.apart:
            both = [key for key in group if key in record]
            if len(both) > 1:
                place.fail(f"has both {both[0]} and {both[1]}", "keep one of them")
        return record

    def values(self, record: Record | None) -> dict[str, Any]:
        """Key -> its value; of a mapping that is not there, the defaults."""
        return {key.name: key.default if record is None else record[key.name] for key in self.keys}

    def _value(self, key: Key, place: Place, mapping: Map | None) -> Any:
        """The value of a key; None: there is no mapping that could have it."""
        errors, entry = place.parts.report.errors, mapping and mapping.entries.get(key.name)
        before = len(errors)
        called = f"'{key.name}'" if self.top else f"{key.name} of {place.what}"
        value = None if entry is None else key.kind.read(place.at(entry, called, key.hint))
        if value is None and key.need and mapping is not None and len(errors) == before:
            written = f"{key.name}: {key.example or key.kind.example}"
            said = f"the file does not say '{written}'" if self.top else f"{place.what} has no {key.name}"
            place.parts.report.error(said, mapping.line, key.need)
        return key.default if value is None else value

    def _mapping(self, place: Place) -> Map | None:
        """The node, or the mapping that it stands for."""
        node, sizes = place.node, [len(row) for row in self.rows]
        if isinstance(node, Map):
            return node
        if is_empty(node):
            return Map(line=node.line)
        if isinstance(node, Leaf) and isinstance(node.value, str) and self.leaf:
            return Map({self.leaf: node}, {}, node.line)
        if not isinstance(node, Seq) or not sizes:
            place.fail("is not a mapping")
        elif len(node.items) in sizes:
            return Map(dict(zip(self.rows[sizes.index(len(node.items))], node.items, strict=True)), {}, node.line)
        else:
            place.fail(f"has {counted(len(node.items), 'entry', 'entries')}, not {' or '.join(map(str, sizes))}")
        return None

    @property
    def schema(self) -> Schema:
        """JSON Schema of the mapping, and of what may stand for it."""
        needed = [key.name for key in self.keys if key.need]
        pairs = [[a, b] for group in self.apart for k, a in enumerate(group) for b in group[k + 1 :]]
        mapping: Schema = {
            "type": "object" if needed else ["object", "null"],
            "properties": {key.name: key.schema for key in self.keys},
            "additionalProperties": False,
            **({"required": needed} if needed else {}),
            **({"allOf": [{"not": {"type": "object", "required": pair}} for pair in pairs]} if pairs else {}),
        }
        kinds = {key.name: key.kind.schema for key in self.keys}
        rows = [
            {"type": "array", "prefixItems": [kinds[name] for name in row], "minItems": len(row), "maxItems": len(row)}
            for row in self.rows
        ]
        others = [*([kinds[self.leaf]] if self.leaf else []), *rows]
        return {"anyOf": [mapping, *others]} if others else mapping

    def within(self) -> Iterator[Section]:
        """This section and all that are in it."""
        yield self
        for key in self.keys:
            for inner in key.kind.sections:
                yield from inner.within()


def file_schema(title: str, top: Section) -> Schema:
    """The JSON Schema of a file."""
    inner = {section.name: section.schema for section in top.within() if section is not top}
    return {"$schema": DRAFT, "title": title, **top.schema, "$defs": dict(sorted(inner.items()))}
