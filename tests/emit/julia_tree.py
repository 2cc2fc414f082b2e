"""Julia text -> tree-sitter's tree, and what is asked of its nodes."""

from __future__ import annotations

import re
from collections.abc import Iterator

import tree_sitter_julia
from tree_sitter import Language, Node, Parser

from .julia_base import JuliaError

_LANGUAGE = Language(tree_sitter_julia.language())


_CONDITION = re.compile(r"^( *(?:if|elseif|while)) (.+)$", re.MULTILINE)
"""A condition, which fills its line. Without brackets the grammar ends that of `while a - b > c` after a."""


def parsed(text: str) -> Node:
    """The tree of a file; what tree-sitter cannot read is an error."""
    root = Parser(_LANGUAGE).parse(_CONDITION.sub(r"\1 (\2)", text).encode()).root_node
    if root.has_error:
        raise wrong(next(node for node in _walk(root) if node.is_error or node.is_missing), "cannot be read")
    return root


def _walk(node: Node) -> Iterator[Node]:
    yield node
    for child in node.children:
        yield from _walk(child)


def named(node: Node) -> list[Node]:
    """Children that are neither comments nor punctuation."""
    return [child for child in node.named_children if child.type not in ("line_comment", "block_comment")]


def text_of(node: Node) -> str:
    """Its piece of the file."""
    assert node.text is not None
    return node.text.decode()


def wrong(node: Node, what: str) -> JuliaError:
    """What is wrong, and the line."""
    return JuliaError(f"line {node.start_point[0] + 1}: {what}")


def unknown(node: Node) -> JuliaError:
    """A word or a kind of node that our files do not have."""
    text = text_of(node)
    return wrong(node, f"{node.type} {text[:20]!r} is not among what we write")


def arguments(node: Node) -> tuple[list[Node], list[Node]]:
    """Before and after the semicolon."""
    if node.type != "argument_list":
        raise unknown(node)
    after = next((child.start_byte for child in node.children if child.type == ";"), node.end_byte)
    return [n for n in named(node) if n.start_byte < after], [n for n in named(node) if n.start_byte > after]


def sides(node: Node) -> tuple[Node, Node, Node]:
    """left, sign, right. Space on one side only of the sign would make two elements of it in brackets."""
    left, sign, right = named(node)
    if (left.end_byte == sign.start_byte) != (sign.end_byte == right.start_byte):
        raise wrong(sign, f"space on one side of '{text_of(sign)}'")
    return left, sign, right
