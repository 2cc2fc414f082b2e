"""What a derivation of this room may use: the mechanism cut open, symbols for its inputs, and what follows from them.

Everything is expressed by the free coordinates q and symbols `theta` for the dependent ones; a closed form, where there is one,
is put in afterwards. So a derivation does not wait for closed forms, and the same lines serve all three kinds of closure.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from linkwright.graph.calculus import directional
from linkwright.graph.expr import Expr, Scalar, is_zero, lift
from linkwright.graph.graph import Graph
from linkwright.mechanics.closure.velocity import Rates
from linkwright.mechanics.state import Inputs as TreeInputs
from linkwright.mechanics.tree.kinematics import coordinate_rates
from linkwright.model.cut import Cut
from linkwright.model.tree import Tree

Matrix = list[list[Scalar]]
CLOSURES = ("explicit", "given", "tree")
"""Where the dependent positions come from: computed inside, an input `theta`, or all positions of the tree are inputs."""


@dataclass(frozen=True)
class Inputs:
    """Symbols (of one graph) for the inputs. With closure "tree", q, v, a are those of the whole tree and theta is empty."""

    cut: Cut
    closure: str
    graph: Graph
    q: list[Scalar]
    theta: list[Scalar]
    v: list[Scalar]
    a: list[Scalar]
    tau: list[Scalar]
    wrench: list[Scalar]
    direction: list[Scalar]
    damping: list[Scalar]
    options: Mapping[str, Any]
    matrix: bool = False
    """Whether rates and forces go through the matrix W (shorter for one degree of freedom), or block by block."""
    close: Callable[[Sequence[int]], list[int]] | None = None
    """Nodes over q and theta -> over q alone, by the closed form, for a derivation that needs it early."""

    @property
    def tree(self) -> Tree:
        return self.cut.tree

    @property
    def free(self) -> int:
        """Degrees of freedom."""
        return len(self.cut.coordinates.free_v)

    @property
    def holonomic(self) -> bool:
        """Whether each free rate is the derivative of a coordinate. Where one is not, as those of a ball joint, Lagrange's
        equations would need Hamel's terms."""
        others = {i for link in self.tree.links if not link.joint_type.holonomic for i in link.rates}
        return not others & {*self.cut.coordinates.free_v}

    @cached_property
    def positions(self) -> list[Scalar]:
        """All positions of the tree."""
        if self.closure == "tree":
            return self.q
        where = self.cut.coordinates
        return _merged(self.tree.nq, (where.free_q, self.q), (where.dependent_q, self.theta))

    @cached_property
    def solver(self) -> Rates:
        """The closure's equations for rates and forces."""
        return Rates(self.cut, self.positions)

    @cached_property
    def W(self) -> Matrix:
        """v_tree = W v."""
        return self.solver.W

    @cached_property
    def free_rates(self) -> list[Scalar]:
        return [self.v[k] for k in self.cut.coordinates.free_v] if self.closure == "tree" else self.v

    @cached_property
    def rates(self) -> list[Scalar]:
        """All rates of the tree."""
        if self.closure == "tree":
            return self.v
        return product(self.W, self.v) if self.matrix else self.solver.velocities(self.v)

    @cached_property
    def bias(self) -> list[Scalar]:
        """Accelerations of the tree while the free ones vanish."""
        return self.solver.bias(self.rates)

    @cached_property
    def accelerations(self) -> list[Scalar]:
        """All accelerations of the tree."""
        if self.closure == "tree":
            return self.a
        return add(product(self.W, self.a), self.bias) if self.matrix else self.solver.accelerations(self.rates, self.a)

    def project(self, forces: Sequence[Scalar]) -> list[Scalar]:
        """W' times forces of the tree."""
        return product(transpose(self.W), forces) if self.matrix else self.solver.project(forces)

    def of_tree(self) -> TreeInputs:
        """What the derivations of trees may use, closed."""
        none: list[Scalar] = []
        return TreeInputs(
            self.tree, self.positions, self.rates, self.accelerations, none, none, none, self.wrench, self.options
        )

    def at_rest(self) -> TreeInputs:
        """The same without rates: for what depends on positions only."""
        none: list[Scalar] = []
        return TreeInputs(self.tree, self.positions, none, none, none, none, none, self.wrench, self.options)

    def along_motion(self, values: Sequence[Scalar]) -> list[Scalar]:
        """Time derivatives of what depends on positions (and on `v`, which then changes by `a`)."""
        moving = [
            *zip(self.positions, coordinate_rates(self.tree, self.positions, self.rates), strict=True),
            *zip(self.v, self.a, strict=True),
        ]
        graph = self.graph
        seeds = {graph.data[x.index]: lift(graph, rate).index for x, rate in moving}
        return [Expr(graph, i) for i in directional(graph, [lift(graph, x).index for x in values], seeds)]


def _merged(size: int, *parts: tuple[Sequence[int], Sequence[Scalar]]) -> list[Scalar]:
    result: list[Scalar] = [0] * size
    for indices, values in parts:
        for k, x in zip(indices, values, strict=True):
            result[k] = x
    return result


def product(A: Sequence[Sequence[Scalar]], x: Sequence[Scalar]) -> list[Scalar]:
    """A x without the terms that vanish."""
    result: list[Scalar] = []
    for row in A:
        total: Scalar = 0
        for entry, value in zip(row, x, strict=True):
            if not is_zero(entry) and not is_zero(value):
                total = total + entry * value
        result.append(total)
    return result


def matrix_product(A: Sequence[Sequence[Scalar]], B: Sequence[Sequence[Scalar]]) -> Matrix:
    return transpose([product(A, column) for column in transpose(B)])


def transpose(A: Sequence[Sequence[Scalar]]) -> Matrix:
    return [list(column) for column in zip(*A, strict=True)]


def add(x: Sequence[Scalar], y: Sequence[Scalar]) -> list[Scalar]:
    return [a + b for a, b in zip(x, y, strict=True)]
