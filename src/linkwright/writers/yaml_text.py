"""Nested dicts, lists and texts as YAML: in one line where it is short, else one entry per line.

Texts that YAML might take for something else are quoted; what no screen shows is escaped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

Tree = str | Sequence["Tree"] | Mapping[str, "Tree"]
_WIDTH = 110
_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:[ ./+*()-]+[A-Za-z0-9_()]+)*|-?[0-9.][0-9.eE+*/()-]*")
_WORDS = re.compile(r"(?i)null|true|false|yes|no|on|off|y|n|nan|inf")


def quoted(text: str) -> str:
    """A text, as YAML reads it back."""
    if _PLAIN.fullmatch(text) and not _WORDS.fullmatch(text):
        return text
    inner = "".join(c if c.isprintable() and c not in '"\\' else _escape(c) for c in text)
    return f'"{inner}"'


def _escape(c: str) -> str:
    if c in '"\\':
        return f"\\{c}"
    return f"\\u{ord(c):04x}" if ord(c) <= 0xFFFF else f"\\U{ord(c):08x}"


def block(tree: Mapping[str, Tree], indent: int = 0) -> Iterator[str]:
    """Lines of a mapping."""
    space = "  " * indent
    for key, value in tree.items():
        head = f"{space}{quoted(key)}:"
        flow = _flow(value)
        if isinstance(value, str) or (indent and len(head) + len(flow) < _WIDTH) or _flat(value, len(head)):
            yield f"{head} {flow}".rstrip()
        elif isinstance(value, Mapping):
            yield head
            yield from block(value, indent + 1)
        else:
            yield head
            yield from (f"{space}  - {_flow(x)}" for x in value)


def _flat(value: Tree, used: int) -> bool:
    """Whether a list fits into a line."""
    return not isinstance(value, Mapping) and used + len(_flow(value)) < _WIDTH


def _flow(value: Tree) -> str:
    if isinstance(value, str):
        return quoted(value) if value else ""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{quoted(k)}: {_flow(x)}" for k, x in value.items()) + "}"
    return "[" + ", ".join(map(_flow, value)) + "]"
