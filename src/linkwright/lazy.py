"""Names that are imported when they are first used: the one way in which this package imports by string.

Every path stands in full, as "linkwright.room.module:name", where a reader or a test can find it: `tests/test_imports.py`
imports each of them and hands the edges to the layer check.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from linkwright.errors import LinkwrightError


def target(path: str) -> Any:
    """What a path "linkwright.room.module:name" stands for."""
    module, _, name = path.partition(":")
    return getattr(import_module(module), name)


def lazy(path: str) -> Callable[..., Any]:
    """A function that is imported when it is first called: a table of eighty quantities would otherwise load eighty files to
    derive one."""

    def call(*args: Any, **options: Any) -> Any:
        return target(path)(*args, **options)

    call.__qualname__ = path
    return call


def names(package: str, homes: Mapping[str, str]) -> Callable[[str], Any]:
    """The `__getattr__` of a package whose names are imported when they are first used."""

    def find(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module '{package}' has no attribute '{name}'")
        return target(homes[name])

    return find


_PROVIDED: dict[str, str] = {}


def provide(paths: Mapping[str, str]) -> None:
    """Say where methods live that a low room declares and a room above it answers: the package does it when it is imported."""
    _PROVIDED.update(paths)


def provided(name: str) -> Callable[..., Any]:
    """The function behind such a method; imported when it is asked for, so that the low room imports nothing above it."""
    return target(_PROVIDED[name])


def extra(module: str, name: str, what: str) -> Any:
    """A module of an optional package, or the error that says what needs it and how to get it.

    name: the extra of this package that brings it, as "synthesize"; what: what needs it, as "searching by several objectives".
    """
    try:
        return import_module(module)
    except ImportError:
        package, _, _ = module.partition(".")
        raise LinkwrightError(f"{what} needs the package {package}", hint=f"pip install 'linkwright[{name}]'") from None
