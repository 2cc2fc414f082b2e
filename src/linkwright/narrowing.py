"""What a value of unknown type is, said so that the type checker hears it: isinstance leaves the entries unknown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeGuard


def is_mapping(x: object) -> TypeGuard[Mapping[Any, Any]]:
    """Whether x has keys."""
    return isinstance(x, Mapping)


def is_dict(x: object) -> TypeGuard[dict[Any, Any]]:
    """Whether x is a dictionary of Python."""
    return isinstance(x, dict)


def is_tuple(x: object) -> TypeGuard[tuple[Any, ...]]:
    """Whether x is a tuple."""
    return isinstance(x, tuple)


def is_sequence(x: object) -> TypeGuard[Sequence[Any]]:
    """Whether x has entries in order; a text is a sequence too."""
    return isinstance(x, Sequence)


def is_list(x: object) -> TypeGuard[list[Any]]:
    """Whether x is a list."""
    return isinstance(x, list)
