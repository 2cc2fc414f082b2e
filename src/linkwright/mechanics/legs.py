"""Legs: branches of a tree that are built alike. Numbers in which they differ become symbols, one per leg, so that a derivation
treats all of them alike; what is made of that is algebra (passes/lanes).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from linkwright.graph.columns import Alike, keeping
from linkwright.graph.expr import Scalar, symbol
from linkwright.graph.graph import Graph
from linkwright.graph.quantity import Quantity
from linkwright.mechanics.assemble import of_problem
from linkwright.mechanics.prepare import prepare
from linkwright.model.parameters import value_of
from linkwright.model.robot import OpenRobot, Parameter
from linkwright.model.tree import BASE, Link, Place, Tree

BY_POSITION = ("q", "rest", "given")
BY_RATE = ("v", "a", "j", "s", "tau", "slow")
"""Inputs with an element per coordinate, and per rate, of a tree."""

ThingT = TypeVar("ThingT", Link, Place)

Group = tuple[tuple[str, ...], ...]
"""Of each leg the names of its symbols, in the same order."""


@dataclass(frozen=True)
class Legs:
    """A tree whose legs differ in symbols only, the groups of its legs, and what the symbols stand for."""

    tree: Tree
    groups: tuple[Group, ...]
    values: Mapping[str, float]


def legs_of(tree: Tree) -> Legs | None:
    """The tree with its legs told apart by symbols; None where it has none, or where some number of theirs is a symbol."""
    found = [branches for branches in _alike(tree) if _separate(tree, branches)]
    if not found:
        return None
    links, frames, values = list(tree.links), dict(tree.frames), dict[str, float]()
    groups: list[Group] = []
    for branches in found:
        namer = _Namer(len(groups), len(branches), values)
        rows: list[tuple[int, ...]] = list(zip(*branches, strict=True))
        for row in rows:  # one link of each leg, in the same place of its leg
            made = namer.each([tree.links[i] for i in row], _map_link)
            if made is None:
                return None
            for i, link in zip(row, made, strict=True):
                links[i] = link
            for one in _frames(tree, row):
                places = namer.each([tree.frames[n] for n in one], _map_place)
                if places is None:
                    return None
                frames.update(zip(one, places, strict=True))
        own = zip(*(_coordinates(tree, branch) for branch in branches), strict=True)
        groups.append(tuple(zip(*[*(row for row in own if len({*row}) > 1), *namer.names], strict=True)))
    return Legs(replace(tree, links=tuple(links), frames=frames), tuple(groups), values)


def _alike(tree: Tree) -> Iterator[list[list[int]]]:
    """Groups of branches on one link with the same structure, each as its links outward; not those inside of such branches."""
    shapes: list[tuple[object, ...]] = [()] * len(tree.links)
    for i, link in tree.inward():
        shapes[i] = (link.kind, link.motor, *(shapes[k] for k in tree.children[i]))
    stack = [[i for i, link in tree.outward() if link.parent == BASE]]
    while stack:
        by_shape: dict[tuple[object, ...], list[int]] = {}
        for i in stack.pop():
            by_shape.setdefault(shapes[i], []).append(i)
        for tops in by_shape.values():
            if len(tops) > 1:
                yield [_branch(tree, i) for i in tops]
            else:
                stack.append(list(tree.children[tops[0]]))


def _branch(tree: Tree, top: int) -> list[int]:
    links = [top]
    for i in links:
        links.extend(tree.children[i])
    return links


def _separate(tree: Tree, branches: Sequence[Sequence[int]]) -> bool:
    """Whether each leg has coordinates of its own, in the same places."""
    columns = [list(_coordinates(tree, branch)) for branch in branches]
    rows = list(zip(*columns, strict=True))
    renamed = [dict(zip(columns[0], column, strict=True)) for column in columns]
    return all(len({*row}) == len(branches) for row in rows) and all(
        list(map(new.__getitem__, columns[0])) == column and len({*new.values()}) == len(new)
        for new, column in zip(renamed, columns, strict=True)
    )


def _coordinates(tree: Tree, branch: Sequence[int]) -> Iterator[str]:
    """Names of the inputs that belong to a leg."""
    for link in (tree.links[i] for i in branch):
        for ports, start, count in ((BY_POSITION, link.iq, link.joint_type.nq), (BY_RATE, link.iv, link.nv)):
            yield from (f"{port}[{start + k}]" for port in ports for k in range(count))


def _frames(tree: Tree, row: Sequence[int]) -> list[tuple[str, ...]]:
    """Frames on one link of each leg that belong together: in their order, where all have as many."""
    names = [[n for n, place in tree.frames.items() if place.link == i] for i in row]
    return list(zip(*names, strict=True)) if len({len(own) for own in names}) == 1 else []


def _map_link(link: Link, f: Callable[[Scalar], Scalar]) -> Link:
    return link.map(f)


def _map_place(place: Place, f: Callable[[Scalar], Scalar]) -> Place:
    return Place(place.link, place.X.map(f))


@dataclass
class _Namer:
    """Symbols for the numbers in which the legs of a group differ. Numbers that differ alike share theirs, up to the sign."""

    group: int
    count: int
    values: dict[str, float]
    names: list[tuple[str, ...]] = field(default_factory=list[tuple[str, ...]])
    graph: Graph = field(default_factory=Graph)
    _known: dict[tuple[float, ...], int] = field(default_factory=dict[tuple[float, ...], int])

    def each(
        self, things: Sequence[ThingT], change: Callable[[ThingT, Callable[[Scalar], Scalar]], ThingT]
    ) -> list[ThingT] | None:
        """The same thing of every leg, with symbols; None where a number is no number."""
        scalars: list[list[Scalar]] = []
        for thing in things:
            scalars.append([])
            change(thing, lambda x, seen=scalars[-1]: seen.append(x) or x)
        columns = list(zip(*scalars, strict=True))
        numbers = [[value_of(x, ()) for x in column] for column in columns]
        if any(x is None for row in numbers for x in row):
            return None
        new = [
            self._symbols(tuple(x for x in row if x is not None)) or column
            for row, column in zip(numbers, columns, strict=True)
        ]
        queues = [iter([column[k] for column in new]) for k in range(self.count)]
        return [change(thing, lambda _, q=queue: next(q)) for thing, queue in zip(things, queues, strict=True)]

    def _symbols(self, row: tuple[float, ...]) -> tuple[Scalar, ...] | None:
        """A symbol per leg for its number; None where all legs have the same."""
        if len({*row}) == 1:
            return None
        opposite = tuple(-x for x in row)
        sign = -1 if opposite in self._known else 1
        row = opposite if sign < 0 else row
        place = self._known.setdefault(row, len(self.names))
        if place == len(self.names):
            self.names.append(tuple(f"leg {self.group} {place} {k}" for k in range(self.count)))
            self.values.update(zip(self.names[-1], row, strict=True))
        return tuple(symbol(name, self.graph) * sign for name in self.names[place])


def legwise(robot: OpenRobot, entry: Quantity, method: str, options: Mapping[str, Any]) -> Alike | None:
    """A numeric quantity of a robot, derived with the numbers of its legs as symbols; None where nothing is alike."""
    problem = prepare(robot, entry, "numeric", "", options)
    if len(problem.models) > 1 or problem.parameters:
        return None
    legs = legs_of(problem.tree)
    if legs is None:
        if not entry.alike:
            return None
        legs = Legs(problem.tree, (), {})
    parameters = tuple(Parameter(name, value) for name, value in legs.values.items())
    problem = replace(problem, models=(legs.tree,), parameters=parameters)
    with keeping() if entry.alike else nullcontext([]) as columns:
        function = of_problem(robot, entry, method, problem, "numeric", options)
    return Alike(function, legs.groups, legs.values, tuple(columns))
