"""State: what every derivation may use, of an open tree and of a closed robot alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from linkwright.graph.expr import Scalar
from linkwright.graph.graph import Graph
from linkwright.mechanics.tree.kinematics import moving_symbols
from linkwright.model.tree import Tree
from linkwright.spatial.matrix import Matrix, matrix_product, transpose, unit_vectors

if TYPE_CHECKING:
    from linkwright.mechanics.embedding import Embedding
    from linkwright.mechanics.loads import Load


@dataclass(frozen=True)
class State:
    """A tree, symbols for the inputs of a function, and what follows from them for all joints of the tree.

    given:     symbols (or numbers) by the name of the input; of a closed robot those of the free joints
    options:   of the call, and what the quantity is derived for (columns of a regressor, names of parameters)
    embedding: how a closed robot's free coordinates move its tree; None: an open tree, and nothing is multiplied by an identity
    facts:     what a derivation says of itself, for the reader of the function
    labels:    names of the elements of an input whose number a derivation chooses; without a name they are left out
    """

    tree: Tree
    graph: Graph
    given: Mapping[str, list[Scalar]]
    options: Mapping[str, Any]
    embedding: Embedding | None = None
    facts: dict[str, str] = field(default_factory=dict[str, str])
    labels: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])

    def taken(self, name: str) -> list[Scalar]:
        """Symbols of an input; of one whose number a derivation chooses, as many as it named."""
        return self.given[name][: len(self.labels[name])] if name in self.labels else self.given[name]

    # --- motion of all joints: positions, rates and their time derivatives

    @cached_property
    def q(self) -> list[Scalar]:
        """Positions of the tree; symbols, each one of them."""
        return self.given["q"] if self.embedding is None else self.embedding.positions

    @cached_property
    def v(self) -> list[Scalar]:
        return self.given["v"] if self.embedding is None else self.embedding.rates

    @cached_property
    def a(self) -> list[Scalar]:
        return self.given["a"] if self.embedding is None else self.embedding.accelerations

    @cached_property
    def j(self) -> list[Scalar]:
        return self.given["j"] if self.embedding is None else self.embedding.jerks

    @cached_property
    def s(self) -> list[Scalar]:
        return self.given["s"] if self.embedding is None else self.embedding.snaps

    @cached_property
    def bias(self) -> list[Scalar]:
        """Accelerations of the tree while those of the free joints vanish."""
        return self.rest if self.embedding is None else self.embedding.bias

    @property
    def rest(self) -> list[Scalar]:
        return [0] * self.tree.nv

    @property
    def tau(self) -> list[Scalar]:
        return self.given["tau"]

    @property
    def wrench(self) -> list[Scalar]:
        return self.given["wrench"]

    def motion(self, load: Load) -> tuple[list[Scalar], list[Scalar], list[Scalar]]:
        """Rates and accelerations of the tree, and external wrenches, as a load asks for them."""
        v = self.v if load.moves else self.rest
        a = self.a if load.speeds_up else self.bias if load.moves else self.rest
        return v, a, self.wrench if load.pushed else []

    # --- free coordinates

    @property
    def nv(self) -> int:
        """Degrees of freedom."""
        return self.tree.nv if self.embedding is None else self.embedding.free

    @cached_property
    def unit_rates(self) -> Matrix:
        """Rates of the tree when one free joint moves at rate one, per free joint."""
        return unit_vectors(self.tree.nv) if self.embedding is None else transpose(self.embedding.W)

    def in_free_rates(self) -> State:
        """The same with all rates of the tree expressed by the free ones; see Embedding.in_free_rates."""
        if self.embedding is None or self.embedding.closure != "tree":
            return self
        own = self.embedding.in_free_rates()
        given = {**self.given, **{n: getattr(own, n) for n in ("q", "theta", "v", "a", "j", "s")}}
        return replace(self, given=given, embedding=own)

    # --- from the tree to the free coordinates

    def project(self, forces: Sequence[Scalar]) -> list[Scalar]:
        """Forces of the tree, felt at the free joints: W' tau_tree."""
        return list(forces) if self.embedding is None else self.embedding.project(forces)

    def project_rows(self, rows: Matrix) -> Matrix:
        """A matrix with a row per rate of the tree -> a row per free rate: W' Y_tree."""
        if self.embedding is None:
            return rows
        columns = [self.embedding.project(column) for column in transpose(rows)]
        return transpose(columns) if columns else [[] for _ in range(self.nv)]

    def per_free_rate(self, rows: Matrix) -> Matrix:
        """A matrix with a column per rate of the tree -> a column per free rate: J_tree W."""
        return rows if self.embedding is None else matrix_product(rows, self.embedding.W)

    # --- along the motion

    @cached_property
    def moving(self) -> dict[str, Scalar]:
        """Symbol -> its time derivative: positions by the rates, v by a, a by j, j by s."""
        if self.embedding is not None:
            return self.embedding.moving
        return moving_symbols(self.tree, self.q, self.v, self.v, self.a, self.j, self.s)
