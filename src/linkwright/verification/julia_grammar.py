"""Read generated Julia where no julia is installed: grammar, names, arguments, indices. It finds slips; it runs nothing.

Everything outside of the small part of Julia that our files use is a complaint: a bracket or block that is not closed, a name
that nobody defined before, a function of Base that is not in the table, a wrong number of arguments, an index out of range.
"""

from __future__ import annotations

import tomllib
import uuid
from collections.abc import Iterator, Mapping
from typing import Any

from linkwright.verification.julia_parser import parse
from linkwright.verification.julia_reader import Head, Reader
from linkwright.verification.julia_tokens import JuliaError


def note(tree: Mapping[str, str]) -> str:
    """A sentence for the table of `build`."""
    found = complaints(tree)
    if found:
        more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
        return f"failed: untested, and reading it found {found[0]}{more}"
    files = [path for path in tree if path.endswith(".jl")]
    return f"untested: grammar, names and indices of {len(files)} files read without complaint"


def complaints(tree: Mapping[str, str]) -> list[str]:
    """What is wrong with a package: "src/Panda.jl: line 12: nothing is called t3"."""
    found: list[str] = []
    modules: dict[str, dict[str, list[Head]]] = {}
    for path in sorted(tree, key=lambda path: (not path.startswith("src/"), path)):
        if path.endswith(".jl"):
            found += [f"{path}: {text}" for text in _file(tree[path], modules)]
    return [*found, *(f"Project.toml: {text}" for text in _project(tree.get("Project.toml", ""), modules))]


def _project(text: str, modules: Mapping[str, Any]) -> Iterator[str]:
    try:
        project = tomllib.loads(text)
        uuid.UUID(project["uuid"])
        if project["name"] not in modules:
            yield f"no module is called {project['name']}"
    except (tomllib.TOMLDecodeError, KeyError, ValueError) as error:
        yield str(error) or type(error).__name__


def _file(text: str, modules: dict[str, dict[str, list[Head]]]) -> list[str]:
    try:
        statements = parse(text)
    except JuliaError as error:
        return [str(error)]
    reader = Reader(modules)
    reader.top(statements)
    return reader.found
