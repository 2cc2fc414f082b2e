"""Legs: branches of a tree that are built alike, with what closes them onto a platform. Numbers (and formulas of parameters) in
which they differ become symbols, one per leg, so that a derivation treats all of them alike; what is made of that is algebra
(passes/lanes).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import Any

from linkwright.graph.columns import Alike, keeping
from linkwright.graph.expr import Scalar
from linkwright.graph.function import Function
from linkwright.graph.quantity import Quantity
from linkwright.mechanics.assemble import of_problem
from linkwright.mechanics.leg_symbols import Marked, closures_of, solution_of, valued
from linkwright.mechanics.prepare import prepare
from linkwright.mechanics.problem import Model, Problem, tree_of
from linkwright.model.closed_robot import Robot
from linkwright.model.robot import Parameter
from linkwright.model.tree import BASE, Tree

BY_POSITION = ("q", "rest", "given")
BY_RATE = ("v", "a", "j", "s", "tau", "slow")
"""Inputs with an element per coordinate, and per rate, of a tree."""

Group = tuple[tuple[str, ...], ...]
"""Of each leg the names of its symbols, in the same order."""


@dataclass(frozen=True)
class Legs:
    """A model whose legs differ in symbols only, the groups of its legs, and what the symbols stand for: numbers, or formulas
    of the robot's parameters."""

    model: Model
    groups: tuple[Group, ...]
    values: Mapping[str, Scalar]


def legs_of(model: Model, parameters: Sequence[Parameter] = (), closure: str = "") -> Legs | None:
    """The model with its legs told apart by symbols; None where it has none.

    parameters: that are symbols in it already
    closure:    where the dependent positions of a closed robot come from
    """
    tree = tree_of(model)
    names = _Coordinates(model, closure)
    found = [branches for branches in _alike(tree) if names.separate(branches) and _closed_alike(model, branches)]
    if not found:
        return None
    work = Marked(model, parameters)
    groups = [work.mark(n, branches) for n, branches in enumerate(found)]
    own = [list(zip(*(names.of(branch) for branch in branches), strict=True)) for branches in found]
    groups = [
        tuple(zip(*[*(row for row in rows if len({*row}) > 1), *group], strict=True))
        for rows, group in zip(own, groups, strict=True)
    ]
    return Legs(work.model(), tuple(groups), work.values)


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


@dataclass(frozen=True)
class _Coordinates:
    """Names of the inputs that belong to legs."""

    model: Model
    closure: str

    def of(self, branch: Sequence[int]) -> Iterator[str]:
        """Of one leg, in the order of its joints."""
        tree = tree_of(self.model)
        for link in (tree.links[i] for i in branch):
            for k in range(link.iq, link.iq + link.joint_type.nq):
                yield from self._named(BY_POSITION, k, "free_q", "dependent_q")
            for k in range(link.iv, link.iv + link.nv):
                yield from self._named(BY_RATE, k, "free_v", "")

    def _named(self, ports: Sequence[str], k: int, free: str, dependent: str) -> Iterator[str]:
        if not isinstance(self.model, Tree) and self.closure != "tree":
            where = self.model.coordinates
            if k not in getattr(where, free):
                yield from [f"theta[{getattr(where, dependent).index(k)}]"] if dependent else []
                return
            k = getattr(where, free).index(k)
        yield from (f"{port}[{k}]" for port in ports)

    def separate(self, branches: Sequence[Sequence[int]]) -> bool:
        """Whether each leg has coordinates of its own, in the same places."""
        columns = [list(self.of(branch)) for branch in branches]
        if len({len(column) for column in columns}) > 1:
            return False
        rows = list(zip(*columns, strict=True))
        renamed = [dict(zip(columns[0], column, strict=True)) for column in columns]
        return all(len({*row}) == len(branches) and len({x.split("[")[0] for x in row}) == 1 for row in rows) and all(
            list(map(new.__getitem__, columns[0])) == column and len({*new.values()}) == len(new)
            for new, column in zip(renamed, columns, strict=True)
        )


def _closed_alike(model: Model, branches: Sequence[Sequence[int]]) -> bool:
    """Whether the legs of a closed robot are closed in the same way, each for itself or onto what is no leg."""
    if isinstance(model, Tree):
        return True
    inside = {i for branch in branches for i in branch}
    looks: list[object] = []
    for branch in branches:
        own = {i: ("leg", n) for n, i in enumerate(branch)}
        closures = [model.closures[n] for n in closures_of(model, branch)]
        places = [(x.first.link, x.second.link, x.axes.link) for x in closures]
        if any(i in inside and i not in own for row in places for i in row):
            return False
        looks.append(
            [
                (x.kind, x.rows, x.plane, x.mode is None, *(own.get(i, ("", i)) for i in row))
                for x, row in zip(closures, places, strict=True)
            ]
        )
    return all(look == looks[0] for look in looks) and not model.followers


def legwise(
    robot: Robot, entry: Quantity, straight: Function, form: tuple[str, str], options: Mapping[str, Any]
) -> Alike | None:
    """A quantity of a robot, derived as `straight` was with what differs as symbols; None where nothing is alike.

    form: parameters, symbolic: which are inputs
    """
    if entry.symbols:  # derivatives by parameters: of what stands for them there are none
        return None
    facts = straight.facts
    problem = prepare(robot, entry, *form, options)
    options = {**options, **{name: facts[name] for name in ("closure", "form") if name in facts}}
    made = [_legwise(robot, entry, facts, replace(problem, models=(x,)), (form, options)) for x in problem.models]
    return min((x for x in made if x is not None), key=lambda x: x.cost, default=None)


def _legwise(
    robot: Robot,
    entry: Quantity,
    facts: Mapping[str, Any],
    problem: Problem,
    asked: tuple[tuple[str, str], Mapping[str, Any]],
) -> Alike | None:
    (model,), (form, options) = problem.models, asked
    legs = legs_of(model, problem.parameters, facts.get("closure", ""))
    apart = entry.alike and not problem.closed
    if legs is None:
        if not apart:
            return None
        legs = Legs(model, (), {})
    parameters = (*problem.parameters, *valued(legs.values, problem.parameters))
    solution = None if problem.solution is None else solution_of(legs.model)
    problem = replace(problem, models=(legs.model,), parameters=parameters, solution=solution)
    with keeping() if apart else nullcontext([]) as columns:
        function = of_problem(robot, entry, facts["method"], problem, form[0], options)
    return Alike(function, legs.groups, legs.values, tuple(columns))
