"""Walks over nodes: what is reachable, copying to another graph, substituting symbols, replacing nodes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from linkwright.graph.graph import Graph

Replace = Callable[[Graph, int], int | None]


def reachable(graph: Graph, roots: Iterable[int]) -> list[int]:
    """All nodes that the roots need, in increasing order (arguments first)."""
    args = graph.args
    seen: set[int] = set()
    stack = list(roots)
    while stack:
        i = stack.pop()
        if i not in seen:
            seen.add(i)
            stack.extend(args[i])
    return sorted(seen)


def symbols_of(graph: Graph, roots: Iterable[int]) -> list[str]:
    """Names of the symbols that the roots depend on, in order of creation."""
    return [graph.data[i] for i in reachable(graph, roots) if graph.op[i] == "sym"]


def copy_nodes(
    source: Graph,
    target: Graph,
    roots: Sequence[int],
    symbols: Mapping[str, int] | None = None,
    memo: dict[int, int] | None = None,
) -> list[int]:
    """Rebuild `roots` of one graph in another with all local rules; `symbols` maps names to nodes of the target."""
    new: dict[int, int] = {} if memo is None else memo
    op, args, data = source.op, source.args, source.data
    for i in _missing(source, roots, new):
        kind = op[i]
        if kind == "sym":
            name = data[i]
            new[i] = symbols[name] if symbols is not None and name in symbols else target.symbol(name)
        elif kind == "const":
            new[i] = target.number(data[i])
        elif kind == "pi":
            new[i] = target.pi()
        else:
            new[i] = target.call(kind, tuple(new[j] for j in args[i]))
    return [new[i] for i in roots]


def _missing(graph: Graph, roots: Iterable[int], known: Mapping[int, int]) -> list[int]:
    """As `reachable`, but without what is known and what only that needs: all of it was copied before."""
    if not known:
        return reachable(graph, roots)
    args = graph.args
    seen: set[int] = set()
    stack = list(roots)
    while stack:
        i = stack.pop()
        if i not in seen and i not in known:
            seen.add(i)
            stack.extend(args[i])
    return sorted(seen)


def use_counts(graph: Graph, roots: Sequence[int]) -> dict[int, int]:
    """How often each reachable node is used: as an argument, or as a root."""
    counts = dict.fromkeys(reachable(graph, roots), 0)
    for i in list(counts):
        for j in graph.args[i]:
            counts[j] += 1
    for i in roots:
        counts[i] += 1
    return counts
