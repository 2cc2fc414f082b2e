"""Kinds of values behind the keys of YAML files: how each is read, and the same for editors (`keys.Kind`)."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import Any

from linkwright.errors import counted, suggestion
from linkwright.formula.scalar import constant
from linkwright.graph.expr import Scalar
from linkwright.readers.keys import Kind, Place, Schema
from linkwright.readers.yaml_tree import Leaf, Map, Node, Seq, is_empty
from linkwright.spatial.vector import Mat, Vec

_NUMBER: Schema = {"type": ["number", "string"]}
"""A number, or the text of a formula with units."""
_NAME: Schema = {"type": ["string", "number"]}
"""Words stay as they are written: 3 may be a name."""


# --- numbers ----------------------------------------------------------------------------------------------------------


def _scalar(place: Place, unit: str = "") -> Scalar | None:
    errors = place.parts.report.errors
    before = len(errors)
    found = place.parts.values.scalar(place.node.to_python(), place.what, place.node.line, unit=unit)
    return found if len(errors) == before else None


def number(unit: str = "") -> Kind:
    """A number or a formula of parameters."""
    return Kind(f"number, {unit}" if unit else "number", "0.5", lambda place: _scalar(place, unit), _NUMBER)


def _or_symbol(place: Place) -> Scalar | None:
    return None if is_empty(place.node) or place.node.to_python() is True else _scalar(place)


SYMBOL = Kind("number", "0.5", _or_symbol, {"type": ["number", "string", "null", "boolean"]})
"""A number, a formula, or nothing, which is a symbol of that name."""


def constant_number(least: float = -inf, most: float = inf, unit: str = "", whole: bool = False) -> Kind:
    """A number that depends on no parameter, within bounds; a key without value says nothing."""
    thing = "whole number" if whole else "number"
    bounded = f"at least {least:g}" if most == inf else f"from {least:g} to {most:g}"
    told = f"a {thing}" if least == -inf else "a positive number" if 0 < least < 1e-9 else f"a {thing}, {bounded}"

    def read(place: Place) -> Any:
        value = None if is_empty(place.node) else _scalar(place, unit)
        found = None if value is None else constant(value)
        if found is not None and least <= found <= most and (not whole or found == int(found)):
            return int(found) if whole else found
        if value is not None:
            place.fail("depends on a parameter" if found is None else f"is {found:g}", f"write {told}")
        return None

    bounds = {key: x for key, x in (("minimum", least), ("maximum", most)) if abs(x) != inf}
    schema = {"type": [*_NUMBER["type"], "null"], **bounds}
    return Kind(f"{thing}, {unit}" if unit else thing, "1" if whole else "0.5", read, schema)


def numbers(*counts: int, least: float = -inf, unit: str = "") -> Kind:
    """A list of so many numbers that depend on no parameter."""
    each, told = constant_number(least, unit=unit), " or ".join(map(str, counts))

    def read(place: Place) -> tuple[float, ...] | None:
        if not isinstance(place.node, Seq) or len(place.node.items) not in counts:
            return place.fail(f"is not a list of {told} numbers", f"write {told} numbers in brackets")
        found = _items(each, place)
        return None if None in found else tuple(found)

    items = {**each.schema, **_NUMBER}
    schema = {"type": "array", "items": items, "minItems": min(counts), "maxItems": max(counts)}
    example = f"[{', '.join('0' * (counts[0] - 1))}, 1]"
    return Kind(f"{told} numbers" + (f", {unit}" if unit else ""), example, read, schema, Seq)


def vector(count: int, unit: str = "") -> Kind:
    """A list of numbers or formulas; three are a Vec."""

    def read(place: Place) -> Any:
        errors = place.parts.report.errors
        before = len(errors)
        found = place.parts.values.vector(place.node.to_python(), count, place.what, place.node.line, unit)
        return None if len(errors) > before else Vec(*found) if count == 3 else found

    schema = {"type": "array", "items": _NUMBER, "minItems": count, "maxItems": count}
    example = f"[{', '.join('0' * (count - 1))}, 1]"
    return Kind(f"{count} numbers" + (f", {unit}" if unit else ""), example, read, schema, Seq)


def matrix(size: int) -> Kind:
    """So many rows of so many numbers or formulas."""
    row, told = vector(size), f"write {size} rows of {size} entries in brackets"

    def read(place: Place) -> list[list[Scalar]] | None:
        rows = place.node.items if isinstance(place.node, Seq) else []
        if len(rows) != size:
            return place.fail(f"has {counted(len(rows), 'row')}, not {size}", told)
        found = [row.read(place.at(x, f"row {k} of {place.what}")) for k, x in enumerate(rows, 1)]
        return None if None in found else [list(x) for x in found]

    schema = {"type": "array", "items": row.schema, "minItems": size, "maxItems": size}
    return Kind(f"{size}x{size} matrix", f"[{row.example}, ...]", read, schema, Seq)


def _tensor(place: Place) -> Mat:
    return place.parts.values.tensor(place.node.to_python(), place.what, place.node.line)


TENSOR = Kind(
    "3 or 6 numbers, kg m^2", "[0.1, 0.1, 0.02]", _tensor, {"anyOf": [vector(3).schema, vector(6).schema]}, Seq
)


# --- words ------------------------------------------------------------------------------------------------------------


def _word(place: Place) -> str | None:
    if isinstance(place.node, Leaf) and isinstance(place.node.value, str) and place.node.value:
        return place.node.value
    return place.fail("is not a name")


WORD = Kind("name", "a name", _word, {**_NAME, "minLength": 1})
TEXT = Kind("text", "a text", lambda x: "" if x.node.to_python() == "" else _word(x), _NAME)


def choice(words: Mapping[str, Any] | tuple[str, ...], *, any_case: bool = False) -> Kind:
    """One of some words; a mapping has those that are written and what they mean. any_case: capitals or not."""
    meaning = words if isinstance(words, Mapping) else {word: word for word in words}

    def read(place: Place) -> Any:
        word = _word(place)
        if any_case and word is not None:
            word = next((known for known in meaning if known.lower() == word.lower()), word)
        if word is not None and word not in meaning:
            hint = suggestion(word, meaning, f"one of: {', '.join(meaning)}")
            place.fail(f"is '{word}', which is not known", hint)
        return meaning.get(word or "")

    schema = {"enum": [*meaning, *(int(word) for word in meaning if word.isdigit())]}
    return Kind(", ".join(f"`{word}`" for word in meaning), next(iter(meaning)), read, schema)


def _flag(place: Place) -> bool | None:
    if isinstance(place.node, Leaf) and isinstance(place.node.value, bool):
        return place.node.value
    return place.fail("is not true or false")


FLAG = Kind("`true` or `false`", "true", _flag, {"type": "boolean"})


def _words(place: Place) -> tuple[Leaf, ...] | None:
    node = place.node
    items = node.items if isinstance(node, Seq) else [] if is_empty(node) else [node]
    found = tuple(x for x in items if isinstance(x, Leaf) and isinstance(x.value, str))
    return found if len(found) == len(items) else place.fail("is not a list of names")


def names(of: str, example: str) -> Kind:
    """Names, as leaves that know their lines: a list, or one alone."""
    schema = {"anyOf": [_NAME, {"type": "array", "items": _NAME}, {"type": "null"}]}
    return Kind(of, example, _words, schema, (Leaf, Seq))


# --- values of values ---------------------------------------------------------------------------------------------------


def several_names(of: str, example: str, count: int = 0) -> Kind:
    """Names in a list, so many of them if that is said; one alone is none."""
    told = f"is not a list of {count} names" if count else "is not a list of names"

    def read(place: Place) -> Any:
        right = isinstance(place.node, Seq) and len(place.node.items) == (count or len(place.node.items))
        return _words(place) if right else place.fail(told)

    sizes = {"minItems": count, "maxItems": count} if count else {}
    return Kind(of, example, read, {"type": "array", "items": _NAME, **sizes}, Seq)


def _value(of: Kind, place: Place) -> Any:
    """A value that must be there."""
    errors = place.parts.report.errors
    before = len(errors)
    found = of.read(place)
    return place.fail("has no value") if found is None and len(errors) == before else found


def _items(of: Kind, place: Place) -> list[Any]:
    """The entries of a list; what is no list is one of its own."""
    if not isinstance(place.node, Seq):
        return [_value(of, place)]
    return [_value(of, place.at(x, f"entry {k} of {place.what}")) for k, x in enumerate(place.node.items, 1)]


def some(of: Kind, words: str, example: str) -> Kind:
    """A list of at least one value of a kind; one alone needs no brackets."""

    def read(place: Place) -> list[Any] | None:
        return _items(of, place) or place.fail("is empty")

    schema = {"anyOf": [of.schema, {"type": "array", "items": of.schema, "minItems": 1}]}
    return Kind(words, example, read, schema, (Leaf, Seq), of.sections)


def listed(of: Kind, words: str, example: str) -> Kind:
    """A list of values of a kind."""

    def read(place: Place) -> list[Any] | None:
        if not isinstance(place.node, Seq):
            return place.fail("is not a list")
        return [of.read(place.at(x, f"entry {k} of {place.what}")) for k, x in enumerate(place.node.items, 1)]

    return Kind(words, example, read, {"type": "array", "items": of.schema}, Seq, of.sections)


def by_name(of: Kind, thing: str = "", words: str = "by name") -> Kind:
    """Names -> values of a kind. thing: what messages call one of them, "joint" for joint 'elbow'."""

    def read(place: Place) -> dict[str, Any]:
        node, found = place.node, dict[str, Any]()
        if not isinstance(node, Map):
            if not is_empty(node):
                place.fail("is not a mapping")
            return found
        for name, entry in node.entries.items():
            called = f"{thing} '{name}'" if thing else f"{name} of {place.what}"
            found[name] = _value(of, place.at(entry, called, f"write {name}: {of.example}"))
        return found

    schema = {"type": ["object", "null"], "additionalProperties": of.schema}
    return Kind(words, f"{{name: {of.example}}}", read, schema, Map, of.sections)


def one_of(words: str, *kinds: Kind) -> Kind:
    """Any of some kinds, told apart by how they look."""

    def read(place: Place) -> Any:
        return next((kind for kind in kinds if isinstance(place.node, kind.takes)), kinds[0]).read(place)

    takes = tuple({t: t for kind in kinds for t in (kind.takes if isinstance(kind.takes, tuple) else (kind.takes,))})
    inner = tuple(section for kind in kinds for section in kind.sections)
    return Kind(words, kinds[0].example, read, {"anyOf": [kind.schema for kind in kinds]}, takes, inner)


def _node(place: Place) -> Node | None:
    return None if is_empty(place.node) else place.node


def later(of: Kind) -> Kind:
    """What is read when more is known: its value is the node."""
    return Kind(of.words, of.example, _node, of.schema, of.takes, of.sections)


ANYTHING = Kind("", "...", _node, {}, (Leaf, Map, Seq))
"""What its own reader looks at."""
