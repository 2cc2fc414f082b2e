"""What a request asks for, with its type checked: the page is ours, but other programs may ask, too."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from linkwright.errors import InputError

Tell = Callable[[str, float], object]
"""Is told what is being done and how much of all is done, 0 to 1."""


def untold(what: str, part: float) -> None:
    """Progress that nobody asked to see."""


def text_of(payload: Mapping[str, Any], key: str, default: str | None = None) -> str:
    """A text; default: what stands for one that is not given."""
    found = payload.get(key, default)
    if not isinstance(found, str):
        raise _wrong(key, "a text")
    return found


def one_of(payload: Mapping[str, Any], key: str, known: Sequence[str]) -> str:
    """One of the known words; the first where none is given."""
    found = text_of(payload, key, known[0])
    if found not in known:
        raise InputError(f"'{key}' is '{found}'", hint=f"one of: {', '.join(known)}")
    return found


def texts_of(payload: Mapping[str, Any], key: str) -> tuple[str, ...]:
    """A list of texts, empty where none is given."""
    found = payload.get(key, [])
    if not isinstance(found, list | tuple):
        raise _wrong(key, "a list of texts")
    items = cast("Sequence[object]", found)
    if not all(isinstance(x, str) for x in items):
        raise _wrong(key, "a list of texts")
    return tuple(str(x) for x in items)


def number_of(payload: Mapping[str, Any], key: str, default: float, low: float, high: float) -> float:
    """A number within bounds."""
    found = payload.get(key, default)
    if isinstance(found, bool) or not isinstance(found, int | float) or not low <= found <= high:
        raise _wrong(key, f"a number from {low:g} to {high:g}")
    return float(found)


def _wrong(key: str, kind: str) -> InputError:
    return InputError(f"'{key}' of the request is not {kind}", hint="see studio/src/backend/protocol.ts")
