"""Data without a type of its own in JSON: facts of a function, reports. Texts, numbers, lists and objects of them.

A number that JSON does not have is tagged, {"real": "1/3"} or {"real": "inf"}: a text by itself is a text.
"""

from __future__ import annotations

from typing import Any

from linkwright.errors import InputError
from linkwright.narrowing import is_dict, is_list, is_mapping, is_tuple
from linkwright.schema.item import MAX_NAME, Item
from linkwright.schema.numbers import number_to_json

MAX_DEPTH, MAX_VALUES = 32, 1_000_000
_TAG = "real"


def value_to_json(value: Any, depth: int = 0) -> Any:
    """Plain data as JSON has it; tuples are lists."""
    if depth > MAX_DEPTH:
        raise InputError("data that is nested too deeply", hint=f"a document holds at most {MAX_DEPTH} levels")
    match value:
        case None | bool() | str():
            return value
        case _ if is_mapping(value):
            if not all(isinstance(key, str) for key in value) or set(value) == {_TAG}:
                raise InputError(f"a mapping with the keys {list(value)[:3]} cannot be written", hint="keys are texts")
            return {key: value_to_json(entry, depth + 1) for key, entry in value.items()}
        case _ if is_list(value) or is_tuple(value):
            return [value_to_json(entry, depth + 1) for entry in value]
        case _:
            number = number_to_json(value)
            return {_TAG: number} if isinstance(number, str) else number


def value_from_json(item: Item, sequence: type[list[Any]] | type[tuple[Any, ...]] = list, depth: int = 0) -> Any:
    """The data, with lists or tuples in place of the lists of the document."""
    if depth > MAX_DEPTH:
        raise item.fail("data that is nested too deeply", f"at most {MAX_DEPTH} levels are read")
    match item.value:
        case None | bool():
            return item.value
        case str():
            return item.text()
        case _ if is_dict(item.value):
            if set(item.value) == {_TAG}:
                return item.at(_TAG).number(finite=False)
            return {_key(item, key): value_from_json(item.at(key), sequence, depth + 1) for key in item.value}
        case list():
            return sequence(value_from_json(x, sequence, depth + 1) for x in item.each(MAX_VALUES))
        case _:
            return item.number()


def _key(item: Item, key: object) -> str:
    return Item(key, item.pointer).text(MAX_NAME)
