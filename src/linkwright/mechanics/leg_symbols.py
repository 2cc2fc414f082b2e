"""Symbols for what the legs of a robot do not have alike: numbers, and formulas of parameters."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeVar

from linkwright.graph.expr import Expr, Scalar, lift, number, symbol
from linkwright.graph.graph import Graph
from linkwright.lazy import lazy
from linkwright.mechanics.problem import Model, tree_of
from linkwright.model.parameters import value_of
from linkwright.model.robot import Parameter
from linkwright.model.tree import Link, Place, Tree

if TYPE_CHECKING:
    from linkwright.mechanics.closure.explicit import Solution
    from linkwright.model.cut import Closure

explicit = lazy("linkwright.mechanics.closure.explicit:explicit")
signed_legs = lazy("linkwright.mechanics.closure.explicit_parallel:signed_legs")
turned_in_joint = lazy("linkwright.mechanics.platform.legs:turned_in_joint")

ThingT = TypeVar("ThingT", Link, Place, "Closure")


def closures_of(model: Model, branch: Sequence[int]) -> list[int]:
    """Numbers of the loops that a leg is part of."""
    closures = () if isinstance(model, Tree) else model.closures
    return [n for n, x in enumerate(closures) if {x.first.link, x.second.link} & {*branch}]


def solution_of(model: Model) -> Solution | None:
    """The closed form of the closure of a model with symbols for its legs."""
    return None if isinstance(model, Tree) else explicit(model)


class Marked:
    """A model whose legs get symbols, group by group."""

    def __init__(self, model: Model, parameters: Sequence[Parameter]) -> None:
        self._model, self._known = model, parameters
        tree = tree_of(model)
        self._links, self._frames = list(tree.links), dict(tree.frames)
        self._closures: list[Closure] = [] if isinstance(model, Tree) else signed_legs(model)
        self.values: dict[str, Scalar] = {}

    def mark(self, n: int, branches: Sequence[Sequence[int]]) -> list[tuple[str, ...]]:
        """Names of symbols, a row per thing that differs: one per leg."""
        tree, namer = tree_of(self._model), _Namer(n, len(branches), self.values)
        rows: list[tuple[int, ...]] = list(zip(*branches, strict=True))
        for row in rows:  # one link of each leg, in the same place of its leg
            links = [tree.links[i] for i in row]
            if not isinstance(self._model, Tree):
                links = [turned_in_joint(link) for link in links]
            _put(self._links, row, namer.each(links, _map_link))
            for names in _frames(tree, row):
                _put(self._frames, names, namer.each([tree.frames[name] for name in names], _map_place))
        loops: list[tuple[int, ...]] = list(
            zip(*(closures_of(self._model, branch) for branch in branches), strict=True)
        )
        for row in loops:
            _put(self._closures, row, namer.each([self._closures[k] for k in row], _map_closure))
        return namer.names

    def model(self) -> Model:
        tree = replace(tree_of(self._model), links=tuple(self._links), frames=self._frames)
        if isinstance(self._model, Tree):
            return tree
        parameters = (*self._model.parameters, *valued(self.values, self._known))
        return replace(self._model, tree=tree, closures=tuple(self._closures), parameters=parameters)


def _put(target: Any, where: Sequence[Any], values: Sequence[object]) -> None:
    for key, value in zip(where, values, strict=True):
        target[key] = value


def _frames(tree: Tree, row: Sequence[int]) -> list[tuple[str, ...]]:
    """Frames on one link of each leg that belong together: in their order, where all have as many."""
    names = [[n for n, place in tree.frames.items() if place.link == i] for i in row]
    return list(zip(*names, strict=True)) if len({len(own) for own in names}) == 1 else []


def _map_link(link: Link, f: Callable[[Scalar], Scalar]) -> Link:
    return link.map(f)


def _map_place(place: Place, f: Callable[[Scalar], Scalar]) -> Place:
    return Place(place.link, place.X.map(f))


def _map_closure(x: Closure, f: Callable[[Scalar], Scalar]) -> Closure:
    return x.map(f)


@dataclass
class _Namer:
    """Symbols for what the legs of a group do not have alike. What differs alike shares its symbols, up to the sign.

    values: what they stand for; formulas: all that the legs have, where equal ones are the same node
    """

    group: int
    count: int
    values: dict[str, Scalar]
    names: list[tuple[str, ...]] = field(default_factory=list[tuple[str, ...]])
    formulas: Graph = field(default_factory=Graph)
    graph: Graph = field(default_factory=Graph)
    _known: dict[tuple[int, ...], int] = field(default_factory=dict[tuple[int, ...], int])

    def each(
        self, things: Sequence[ThingT], change: Callable[[ThingT, Callable[[Scalar], Scalar]], ThingT]
    ) -> list[ThingT]:
        """The same thing of every leg, with symbols."""
        scalars: list[list[Scalar]] = []
        for thing in things:
            scalars.append([])
            change(thing, lambda x, seen=scalars[-1]: seen.append(x) or x)
        columns = list(zip(*scalars, strict=True))
        new = [self._symbols(tuple(map(self._node, column))) or column for column in columns]
        queues = [iter([column[k] for column in new]) for k in range(self.count)]
        return [change(thing, lambda _, q=queue: next(q)) for thing, queue in zip(things, queues, strict=True)]

    def _node(self, x: Scalar) -> int:
        constant = value_of(x, ())
        return lift(self.formulas, x if constant is None else constant).index

    def _symbols(self, row: tuple[int, ...]) -> tuple[Scalar, ...] | None:
        """A symbol per leg for what it has; None where all legs have the same."""
        if len({*row}) == 1:
            return None
        opposite = tuple(map(self.formulas.neg, row))
        sign = -1 if opposite in self._known else 1
        row = opposite if sign < 0 else row
        place = self._known.setdefault(row, len(self.names))
        if place == len(self.names):
            self.names.append(tuple(f"leg {self.group} {place} {k}" for k in range(self.count)))
            self.values.update((name, self._value(n)) for name, n in zip(self.names[-1], row, strict=True))
        return tuple(symbol(name, self.graph) * sign for name in self.names[place])

    def _value(self, node: int) -> Scalar:
        formula = Expr(self.formulas, node)
        constant = number(formula)
        return formula if constant is None else float(constant)


def valued(values: Mapping[str, Scalar], known: Sequence[Parameter]) -> list[Parameter]:
    """Symbols as parameters, with the values that they have where those of `known` have theirs."""
    return [Parameter(name, value_of(x, known)) for name, x in values.items()]
