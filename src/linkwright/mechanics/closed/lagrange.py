"""Dynamics in free coordinates by Lagrange's equations; where a dependent coordinate changes, the chain rule goes through W."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from linkwright.graph.expr import Expr, Scalar, lift, symbol_name
from linkwright.graph.values import changes, named, partials, slopes
from linkwright.mechanics.embedding import Embedding
from linkwright.mechanics.loads import Load
from linkwright.mechanics.state import State
from linkwright.mechanics.tree.energy import kinetic_energy, potential_energy
from linkwright.mechanics.tree.kinematics import moving_symbols, position_seeds, wrench_torques
from linkwright.mechanics.tree.lagrange import without_springs
from linkwright.mechanics.tree.newton_euler import passive_forces
from linkwright.model.tree import Tree
from linkwright.spatial.matrix import Matrix, product, subtract, transpose


def forces(x: State, load: Load) -> list[Scalar]:
    """What a load needs, from the energies along the closed motion."""
    assert x.embedding is not None
    return forces_of(Lagrangian(x.embedding), load)


def mass_matrix(x: State) -> Matrix:
    """The second derivative of the kinetic energy by the free rates."""
    assert x.embedding is not None
    own = Lagrangian(x.embedding)
    return partials(x.graph, own.momenta(own.kinetic(x.tree)), own.rate_names, "forward")


class Energies(Protocol):
    """Energies of a closed robot, and their derivatives along its free coordinates."""

    @property
    def x(self) -> Embedding: ...
    def potential(self, tree: Tree) -> Expr: ...
    def gradient(self, value: Expr) -> list[Scalar]: ...
    def forces(self, tree: Tree, accelerations: Sequence[Scalar]) -> list[Scalar]: ...


def forces_of(own: Energies, load: Load) -> list[Scalar]:
    """At rest the slope of the potential energy; in motion Lagrange's equations, and what has no potential."""
    x = own.x
    tree = load.edit(x.tree)
    if not load.moves:
        return own.gradient(own.potential(tree))
    tau = own.forces(tree, x.free_accelerations if load.speeds_up else [0] * x.free)
    return with_friction(x, tau) if load.pushed else tau


def with_friction(x: Embedding, tau: list[Scalar]) -> list[Scalar]:
    """Friction and dampers have no potential, and external wrenches act by virtual work: both are projected."""
    bare = replace(x, cut=replace(x.cut, tree=without_springs(x.tree)))
    total = [
        t + p for t, p in zip(tau, bare.project(passive_forces(bare.tree, bare.positions, bare.rates)), strict=True)
    ]
    if not x.wrench:
        return total
    return [t - w for t, w in zip(total, x.project(wrench_torques(x.tree, x.positions, x.wrench)), strict=True)]


@dataclass(frozen=True)
class Lagrangian:
    """Energies over the symbols q (and theta) and symbols for the free rates."""

    x: Embedding

    @property
    def positions(self) -> list[Scalar]:
        return self.x.positions

    @property
    def rates(self) -> list[Scalar]:
        """Rates of the tree as a function of the free rates: also where all rates are inputs."""
        return product(self.x.W, self.x.free_rates)

    @property
    def rate_names(self) -> list[str]:
        return [symbol_name(v) for v in self.x.free_rates]

    def kinetic(self, tree: Tree) -> Expr:
        return lift(self.x.graph, kinetic_energy(tree, self.positions, self.rates))

    def potential(self, tree: Tree) -> Expr:
        return lift(self.x.graph, potential_energy(tree, self.positions))

    def momenta(self, kinetic: Expr) -> list[Scalar]:
        return partials(kinetic.graph, [kinetic], self.rate_names, "forward")[0]

    def forces(self, tree: Tree, accelerations: Sequence[Scalar]) -> list[Scalar]:
        """d/dt dT/dv - dT/dq + dU/dq."""
        x = self.x
        T, U = self.kinetic(tree), self.potential(tree)
        moving = moving_symbols(x.tree, self.positions, self.rates) | named(x.free_rates, accelerations)
        return subtract(changes(x.graph, self.momenta(T), moving), self.gradient(lift(x.graph, T - U)))

    def gradient(self, value: Expr) -> list[Scalar]:
        """Derivative along each free coordinate, dependent ones moving with it."""
        x = self.x
        seeds = position_seeds(x.tree, x.positions, dict(enumerate(transpose(x.W))))
        return slopes(x.graph, [value], seeds, range(x.free))[0]
