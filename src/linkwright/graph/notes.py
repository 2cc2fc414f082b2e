"""Notes: what a value is and of which part, as the derivation that makes it knows it. Generated code tells its readers by them.

A note is an entry in a list of the graph and nothing else: it makes no node and changes none. Notes are kept only while code is
written for people (`noting`; passes/provenance.py): other derivations pay one look at a variable for each.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple

from linkwright.graph.expr import Expr
from linkwright.graph.graph import Graph

LEAVES = frozenset({"const", "sym", "pi"})
_KEPT: ContextVar[bool] = ContextVar("notes are kept", default=False)


class Note(NamedTuple):
    """of: the part, "link forearm"; what: the quantity, "angular velocity"."""

    of: str
    what: str


@contextmanager
def noting() -> Generator[None]:
    """Notes that derivations make inside are kept."""
    before = _KEPT.set(True)
    try:
        yield
    finally:
        _KEPT.reset(before)


def note(of: str, what: str, *values: object) -> None:
    """Say what values are: scalars, and tuples and lists of them (vectors, matrices). Plain numbers are not remembered."""
    if not _KEPT.get():
        return
    first = next(_expressions(values), None)
    if first is not None:
        first.graph.notes.append((Note(of, what), values))


def noted_nodes(graph: Graph) -> dict[int, Note]:
    """Node (below its sign) -> what was said of it first; what is no operation is left out."""
    found: dict[int, Note] = {}
    for (of, what), values in graph.notes:
        for x in _expressions(values):
            i = graph.args[x.index][0] if graph.op[x.index] == "neg" else x.index
            if x.graph is graph and graph.op[i] not in LEAVES:
                found.setdefault(i, Note(of, what))
    return found


def carry_notes(graph: Graph, new: Mapping[int, int]) -> None:
    """What was said of nodes is true of those that took their places, too."""
    carried = [(n, Expr(graph, new[i])) for i, n in noted_nodes(graph).items() if i in new]
    graph.notes.extend(carried)


def moved_notes(graph: Graph, place: Mapping[int, int], target: Graph) -> dict[int, Note]:
    """Notes of a graph on the nodes of another to which its own were copied."""
    if not graph.notes:
        return {}
    found: dict[int, Note] = {}
    for i, said in noted_nodes(graph).items():
        if i in place:
            j = place[i]
            j = target.args[j][0] if target.op[j] == "neg" else j
            if target.op[j] not in LEAVES:
                found.setdefault(j, said)
    return found


def _expressions(values: object) -> Iterator[Expr]:
    """The expressions in nested tuples and lists, in their order."""
    stack: list[object] = [values]
    while stack:
        x = stack.pop()
        if isinstance(x, Expr):
            yield x
        elif isinstance(x, tuple | list):
            stack.extend(reversed(x))  # type: ignore[reportUnknownArgumentType]  # whatever they hold
