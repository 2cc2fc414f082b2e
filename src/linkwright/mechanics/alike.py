"""Base parameters that depend on each other although their columns do not: of robots with alike bodies, what one of them has,
all have.

Base parameters are linear in the inertial parameters of the bodies, p_base = B p. Where bodies share their p, rows of B depend
on each other: those of three legs of one kind are the same three times. As many rows as B has rank are the base parameters
of the robot; the others are multiples of them, and their columns of the regressor are added to the columns of those.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeVar

from linkwright.graph.calculus import derivative
from linkwright.graph.expr import Expr, Scalar, lift, number, symbol
from linkwright.graph.graph import Graph
from linkwright.graph.rewrite import copy_nodes
from linkwright.model.base_parameters import BaseForm, BaseParameter, form_of_parameters
from linkwright.model.directions import vanishes
from linkwright.model.parameters import at_joint, joint_place
from linkwright.model.robot import OpenRobot
from linkwright.model.tree import Tree
from linkwright.spatial.inertia import PARAMETER_NAMES, Inertia

Key = TypeVar("Key", str, int)
Row = dict[str, Scalar]
"""A row of B: the factor of each inertial parameter that is not zero."""

_ROUNDING = 1e-9
"""What is left of a dependent row of measured numbers."""


@dataclass(frozen=True)
class SharedInertias:
    """A tree with a symbol for every inertial number, one for all bodies that are alike, and what the symbols stand for."""

    tree: Tree
    values: Mapping[str, Scalar]

    @staticmethod
    def of(tree: Tree, names: Mapping[str, str]) -> SharedInertias:
        """names: of links that have the parameters of another, that other."""
        graph, values = Graph(), dict[str, Scalar]()
        by_name = {link.name: link for link in tree.links}
        inertias: list[Inertia] = []
        for link in tree.links:
            first = by_name[names.get(link.name, link.name)]
            symbols: list[Scalar] = []
            for slot, value in zip(PARAMETER_NAMES, at_joint(tree, first).parameters, strict=True):
                name = f"{slot} of {first.name}"  # no parameter has spaces in its name
                if name not in values and not vanishes(value):
                    values[name] = value
                symbols.append(symbol(name, graph) if name in values else 0)
            inertias.append(Inertia.from_parameters(symbols).seen_from(joint_place(tree, link)))
        return SharedInertias(tree.with_inertias(inertias), values)

    def independent(self, tree: Tree, parameters: Sequence[BaseParameter]) -> BaseForm:
        """The base parameters of this tree that are left where bodies are alike, with their values."""
        gone = _dependent(_rows([p.value for p in parameters], list(self.values)))
        more: dict[int, list[tuple[int, Inertia]]] = {k: [] for k in range(len(parameters))}
        for k, factors in gone.items():
            link, unit = parameters[k].link, parameters[k].unit
            for j, factor in factors.items():
                more[j].append((link, unit if factor == 1 else unit.map(lambda e, f=factor: e * f)))
        kept = [
            replace(p, value=self._put(p.value), more=tuple(more[k])) for k, p in enumerate(parameters) if k not in gone
        ]
        return form_of_parameters(tree, kept)

    def _put(self, x: Scalar) -> Scalar:
        """A formula of our symbols as one of what they stand for."""
        if not isinstance(x, Expr):
            return x
        graph = Graph()
        known = {name: lift(graph, value).index for name, value in self.values.items()}
        return Expr(graph, copy_nodes(x.graph, graph, [x.index], known)[0])


def tied(tree: Tree, robot: OpenRobot, mode: str) -> bool:
    """Whether base parameters may depend on each other: of bodies that are alike, and (where all inertias are to be measured)
    of links without mass, as the pieces between the axes of a universal joint, which bodies outside fill only in part."""
    massive = {*robot.bodies} - {*robot.carriers}
    return bool(robot.alike) or (mode == "full" and any(link.name not in massive for link in tree.links))


def _rows(values: Sequence[Scalar], names: list[str]) -> list[Row]:
    """Derivatives of values that are linear in the symbols with these names."""
    graph = Graph()
    rows = derivative(graph, [lift(graph, x).index for x in values], names)
    return [{name: Expr(graph, i) for name, i in row.items() if not vanishes(Expr(graph, i))} for row in rows]


def _dependent(rows: Sequence[Row]) -> dict[int, dict[int, Scalar]]:
    """Rows that are sums of multiples of earlier ones: row -> the factors of those."""
    gone: dict[int, dict[int, Scalar]] = {}
    steps: list[tuple[str, Row, dict[int, Scalar]]] = []
    """Eliminated rows: where each has its 1, the row, and of which rows it is made."""
    for k, row in enumerate(rows):
        twin = next((j for j in range(k) if j not in gone and _same(rows[j], row)), None)
        if twin is not None:
            gone[k] = {twin: 1}
            continue
        left, made = dict(row), dict[int, Scalar]({k: 1})
        for one, reduced, of in steps:
            if one in left:
                factor = left[one]
                left, made = _less(left, reduced, factor), _less(made, of, factor)
        if left:
            one = max(left, key=lambda name: _as_pivot(left[name]))
            scale = left[one]
            steps.append(
                (one, {n: _over(x, scale) for n, x in left.items()}, {j: _over(x, scale) for j, x in made.items()})
            )
        else:
            gone[k] = {j: x * -1 for j, x in made.items() if j != k}
    return gone


def _less(x: dict[Key, Scalar], y: Mapping[Key, Scalar], factor: Scalar) -> dict[Key, Scalar]:
    """x - factor y without what vanishes."""
    total = {key: x.get(key, 0) - factor * y.get(key, 0) for key in {**x, **y}}
    return {key: value for key, value in total.items() if not vanishes(value, _ROUNDING)}


def _same(x: Row, y: Row) -> bool:
    return x.keys() == y.keys() and all(vanishes(x[name] - y[name]) for name in x)


def _as_pivot(x: Scalar) -> float:
    """Numbers before formulas, large ones before small ones."""
    value = number(x)
    return 0.0 if value is None else abs(float(value))


def _over(x: Scalar, y: Scalar) -> Scalar:
    a, b = number(x), number(y)
    return Fraction(a) / b if isinstance(a, int) and isinstance(b, int) else x / y
