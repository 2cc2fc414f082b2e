"""States over symbols q[0], v[0] ... of a fresh graph."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from linkwright.graph.expr import Expr, Scalar, lift, lifter
from linkwright.graph.graph import Graph
from linkwright.graph.rewrite import symbols_of
from linkwright.mechanics.state import State
from linkwright.model.tree import Tree

if TYPE_CHECKING:
    from linkwright.mechanics.embedding import Embedding
    from linkwright.model.cut import Cut

    Closer = Callable[[Embedding], Callable[[Sequence[int]], list[int]]]

INPUTS = (
    *(
        "q",
        "theta",
        "v",
        "a",
        "tau",
        "wrench",
        "direction",
        "damping",
        "j",
        "s",
        "twist",
        "acceleration",
        "slow",
        "force",
    ),
)
"""Of a closed robot."""


def open_state(tree: Tree, options: Mapping[str, Any]) -> State:
    """An open tree over symbols of a fresh graph."""
    graph = Graph()
    tree = tree.map(lifter(graph))
    goals = str(options.get("frame") or "").count(",") + 1
    sizes = {
        "q": tree.nq, **dict.fromkeys(("v", "a", "j", "s", "tau"), tree.nv), "wrench": 6 * len(tree.wrenches),
        "pose": 16 * goals, "direction": tree.nq, "damping": 1, "weights": 2 * goals, "rest": tree.nq, "gain": 1,
        "given": tree.nq, "twist": 6, "acceleration": 6, "slow": tree.nv, "force": 6,
    }  # fmt: skip
    return State(tree, graph, _symbols(graph, sizes), options)


def closed_state(
    cut: Cut, closure: str, options: Mapping[str, Any], matrix: bool = False, close: Closer | None = None
) -> State:
    """A closed robot over symbols of a fresh graph; close(embedding): its `close`."""
    own = embedding_of(cut, closure, options, matrix)
    own = own if close is None else replace(own, close=close(own))
    return State(own.tree, own.graph, {n: getattr(own, n) for n in INPUTS}, options, own)


def embedding_of(cut: Cut, closure: str, options: Mapping[str, Any], matrix: bool = False) -> Embedding:
    """A closed robot over symbols q[0], theta[0], v[0] ... of a fresh graph."""
    from linkwright.mechanics.embedding import Embedding

    graph = Graph()
    cut = replace(cut, tree=cut.tree.map(lifter(graph)))
    where, tree = cut.coordinates, cut.tree
    whole = closure == "tree"
    n = len(where.free_v)
    rates = tree.nv if whole else n
    sizes = {
        "q": tree.nq if whole else len(where.free_q), "theta": 0 if whole else len(where.dependent_q),
        "v": rates, "a": rates, "tau": n, "wrench": 6 * len(tree.wrenches), "direction": len(where.dependent_q), "damping": 1,
        "j": rates, "s": rates, "twist": 6, "acceleration": 6, "slow": n, "force": 6,
    }  # fmt: skip
    return Embedding(cut, closure, graph, **_symbols(graph, sizes), options=options, matrix=matrix)  # type: ignore[arg-type]


def _symbols(graph: Graph, sizes: Mapping[str, int]) -> dict[str, list[Scalar]]:
    return {name: [Expr(graph, graph.symbol(f"{name}[{k}]")) for k in range(size)] for name, size in sizes.items()}


def torque_symbols(tree: Tree) -> list[str]:
    """Names that the joint forces of an open tree depend on."""
    from linkwright.mechanics.quantities.derivations import inverse_dynamics

    state = open_state(tree, {})
    return symbols_of(state.graph, [lift(state.graph, x).index for x in inverse_dynamics(state)])
