"""Embedding: a closed robot in its tree. Symbols for the inputs, and what follows from them for all joints of the tree.

Everything is expressed by the free coordinates q and symbols `theta` for the dependent ones; a closed form, where there is one,
is put in afterwards. So a derivation does not wait for closed forms, and the same lines serve all three kinds of closure.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from linkwright.graph.expr import Scalar
from linkwright.graph.graph import Graph
from linkwright.graph.notes import note
from linkwright.graph.values import changes
from linkwright.mechanics.closure.velocity import Rates
from linkwright.mechanics.tree.kinematics import moving_symbols
from linkwright.model.cut import Cut
from linkwright.model.tree import Tree
from linkwright.spatial.matrix import Matrix, add, product, transpose


@dataclass(frozen=True)
class Embedding:
    """Symbols (of one graph) for the inputs. With closure "tree", q, v, a, j, s are those of the whole tree, theta is empty."""

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
    j: list[Scalar]
    s: list[Scalar]
    twist: list[Scalar]
    acceleration: list[Scalar]
    slow: list[Scalar]
    force: list[Scalar]
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
        return merged(self.tree.nq, (where.free_q, self.q), (where.dependent_q, self.theta))

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
    def free_accelerations(self) -> list[Scalar]:
        return [self.a[k] for k in self.cut.coordinates.free_v] if self.closure == "tree" else self.a

    @cached_property
    def rates(self) -> list[Scalar]:
        """All rates of the tree."""
        if self.closure == "tree":
            return self.v
        found = product(self.W, self.v) if self.matrix else self.solver.velocities(self.v)
        return self._noted("rate", found)

    @cached_property
    def bias(self) -> list[Scalar]:
        """Accelerations of the tree while the free ones vanish."""
        return self.solver.bias(self.rates)

    @cached_property
    def accelerations(self) -> list[Scalar]:
        """All accelerations of the tree."""
        if self.closure == "tree":
            return self.a
        found = (
            add(product(self.W, self.a), self.bias) if self.matrix else self.solver.accelerations(self.rates, self.a)
        )
        return self._noted("acceleration", found)

    def _noted(self, what: str, values: list[Scalar]) -> list[Scalar]:
        """Values of all joints of the tree, which say what they are."""
        for link in self.tree.links:
            note(f"joint {link.joint}", what, [values[k] for k in link.rates])
        return values

    @cached_property
    def jerks(self) -> list[Scalar]:
        """Time derivatives of the tree's accelerations."""
        return self.j if self.closure == "tree" else self.along_motion(self.accelerations)

    @cached_property
    def snaps(self) -> list[Scalar]:
        """Time derivatives of the tree's jerks."""
        return self.s if self.closure == "tree" else self.along_motion(self.jerks)

    def in_free_rates(self) -> Embedding:
        """The same with rates that follow from the free ones, also where all rates of the tree are inputs: derivatives along a
        free coordinate move the dependent ones with it."""
        if self.closure != "tree":
            return self
        where = self.cut.coordinates
        rates = {n: [getattr(self, n)[k] for k in where.free_v] for n in ("v", "a", "j", "s")}
        places = {"q": [self.q[k] for k in where.free_q], "theta": [self.q[k] for k in where.dependent_q]}
        return replace(self, closure="given", **places, **rates)

    def project(self, forces: Sequence[Scalar]) -> list[Scalar]:
        """W' times forces of the tree."""
        return product(transpose(self.W), forces) if self.matrix else self.solver.project(forces)

    @cached_property
    def moving(self) -> dict[str, Scalar]:
        """Symbol -> its time derivative: all positions by the rates, v by a, a by j, j by s."""
        return moving_symbols(self.tree, self.positions, self.rates, self.v, self.a, self.j, self.s)

    def along_motion(self, values: Sequence[Scalar]) -> list[Scalar]:
        """Time derivatives of what depends on positions, v, a and j."""
        return [*changes(self.graph, values, self.moving)]


def merged(size: int, *parts: tuple[Sequence[int], Sequence[Scalar]]) -> list[Scalar]:
    """One list of parts, each with the places of its values; zeros elsewhere."""
    result: list[Scalar] = [0] * size
    for indices, values in parts:
        for k, x in zip(indices, values, strict=True):
            result[k] = x
    return result
