"""Item: one value of a document that a stranger wrote, and where it stands; every look at it is a check.

A reader asks an Item for what it expects (a text, a list of at most n, an object with these keys) and gets that or a FileError
that names the place as a JSON pointer: "#/joints/3/parent".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, TypeVar

from linkwright.errors import FileError
from linkwright.narrowing import is_dict, is_list
from linkwright.schema.numbers import Number, number_from_json

MAX_NAME, MAX_TEXT, MAX_PARTS = 1000, 100_000, 2000
"""Characters of a name and of other text; bodies, joints, frames, variables, ... of one mechanism. Checks of a robot compare
parts with each other, so that their time may grow with the square of this."""

Choice = TypeVar("Choice", bound=str)


@dataclass(frozen=True)
class Item:
    """A value and its JSON pointer."""

    value: Any
    pointer: str = "#"

    def fail(self, what: str, hint: str = "") -> FileError:
        """The error to raise about this item."""
        return FileError(what, self.pointer, hint)

    def _wrong(self, wanted: str) -> FileError:
        return self.fail(f"{show(self.value)} is not {wanted}")

    def at(self, key: str | int) -> Item:
        """The element with this key or index, which must be there."""
        escaped = str(key).replace("~", "~0").replace("/", "~1")
        return Item(self.value[key], f"{self.pointer}/{escaped}")

    def record(self, needed: Sequence[str], more: Sequence[str] = ()) -> Item:
        """This item, once it is an object that has all the needed keys, perhaps some more, and no others."""
        if not is_dict(self.value):
            raise self._wrong("an object")
        known = (*needed, *more)
        for key in self.value:
            if key not in known:
                near = get_close_matches(str(key)[:MAX_NAME], known, 1)
                hint = f"did you mean '{near[0]}'?" if near else f"known here: {', '.join(known)}"
                raise self.fail(f"unknown key {show(key)}", hint)
        for key in needed:
            if key not in self.value:
                raise self.fail(f"the key '{key}' is missing")
        return self

    def get(self, key: str) -> Item | None:
        """The element with this key where there is one."""
        return self.at(key) if key in self.value else None

    def each(self, most: int = MAX_PARTS, exactly: int | None = None) -> Iterator[Item]:
        """The elements of a list."""
        count = self.length(most)
        if exactly is not None and count != exactly:
            raise self.fail(f"a list of {count} where one of {exactly} is needed")
        return (self.at(k) for k in range(count))

    def length(self, most: int) -> int:
        """How many elements a list has."""
        if not is_list(self.value):
            raise self._wrong("a list")
        if len(self.value) > most:
            raise self.fail(f"a list of {len(self.value)}", f"at most {most} are read")
        return len(self.value)

    def entries(self, key: str, most: int = MAX_PARTS) -> Iterator[Item]:
        """The elements of the list with this key; none where it is not given."""
        item = self.get(key)
        return iter(()) if item is None else item.each(most)

    def text(self, most: int = MAX_TEXT) -> str:
        if not isinstance(self.value, str):
            raise self._wrong("a text")
        if len(self.value) > most:
            raise self.fail(f"a text of {len(self.value)} characters", f"at most {most} are read")
        if any("\ud800" <= c <= "\udfff" for c in self.value):
            raise self.fail("half of a character pair: this text cannot be written to any file")
        return self.value

    def name(self) -> str:
        """A text that may be the name of something: not empty, without control characters."""
        text = self.text(MAX_NAME)
        if not text or any(c < " " or c == "\x7f" for c in text):
            raise self._wrong("a name")
        return text

    def text_of(self, key: str) -> str:
        """A text that may be left out: empty then."""
        item = self.get(key)
        return "" if item is None else item.text()

    def choice(self, known: Mapping[Choice, Any] | Sequence[Choice]) -> Choice:
        """One of a few words."""
        for word in known:
            if self.value == word and isinstance(self.value, str):
                return word
        raise self.fail(f"{show(self.value)} is not known here", f"one of: {', '.join(known)}")

    def integer(self, low: int, high: int) -> int:
        if type(self.value) is not int or not low <= self.value <= high:
            raise self._wrong(f"an integer from {low} to {high}")
        return self.value

    def flag(self) -> bool:
        if not isinstance(self.value, bool):
            raise self._wrong("true or false")
        return self.value

    def number(self, finite: bool = True) -> Number:
        """A number, exact where it is written exactly."""
        number = number_from_json(self.value, finite)
        if number is None:
            raise self._wrong("a finite number" if finite else "a number")
        return number


def show(value: object) -> str:
    """The beginning of a value, for messages; never all of a large one."""
    match value:
        case dict():
            return "an object"
        case list():
            return "a list"
        case str():
            return f"'{value[:40].encode('utf-8', 'replace').decode()}'"
        case int() if value.bit_length() > 100:
            return "a very large integer"
        case _:
            return repr(value)[:40]
