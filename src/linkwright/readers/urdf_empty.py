"""A URDF without a link: why nothing is left of it."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.errors import FileError
from linkwright.readers.xml import Element, children, tag


def without_links(root: Element, file: str) -> FileError:
    """Why nothing is left of a file: it is xacro source, or holds other things, or nothing at all."""
    inside = list(dict.fromkeys(tag(e) for e in children(root)))
    if any(t.startswith("xacro:") for t in inside):
        return FileError("the file has no links", file, "this is xacro source: save it as .xacro, or expand it")
    holds = f"only {some([f'<{t}>' for t in inside])}" if inside else "nothing"
    hint = "a rigid robot has at least one <link>; was it expanded from a xacro file that only defines macros?"
    return FileError(f"the file has no links: <robot> holds {holds}", file, hint)


def some(names: Sequence[str]) -> str:
    """The first few of a list, for a message."""
    return ", ".join(names[:4]) + (", ..." if len(names) > 4 else "")
