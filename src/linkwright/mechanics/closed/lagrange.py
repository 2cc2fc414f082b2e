"""Dynamics in free coordinates by Lagrange's equations; where a dependent coordinate changes, the chain rule goes through W."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from linkwright.graph.calculus import directional, forward
from linkwright.graph.expr import Expr, Scalar, lift, symbol_name
from linkwright.mechanics.embedding import Embedding
from linkwright.mechanics.tree.energy import kinetic_energy, potential_energy
from linkwright.mechanics.tree.kinematics import coordinate_rates, wrench_torques
from linkwright.mechanics.tree.lagrange import without_springs
from linkwright.mechanics.tree.newton_euler import passive_forces, rotors_only, weightless, without_drives
from linkwright.model.tree import Tree
from linkwright.spatial.matrix import Matrix, product


def inverse_dynamics(x: Embedding) -> list[Scalar]:
    """M a + C v + g from the energies along the closed motion."""
    own = Lagrangian(x)
    return with_friction(x, own.forces(x.tree, own.free_accelerations))


def nonlinear_effects(x: Embedding) -> list[Scalar]:
    """C v + g from the energies along the closed motion."""
    return with_friction(x, Lagrangian(x).forces(x.tree, [0] * x.free))


def coriolis_vector(x: Embedding) -> list[Scalar]:
    """C v from the kinetic energy along the closed motion."""
    return Lagrangian(x).forces(weightless(rotors_only(x.tree)), [0] * x.free)


def gravity(x: Embedding) -> list[Scalar]:
    """The gradient of the potential energy along the closed motion."""
    own = Lagrangian(x)
    return own.gradient(lift(x.graph, potential_energy(without_drives(x.tree), own.positions)))


def mass_matrix(x: Embedding) -> Matrix:
    """The second derivative of the kinetic energy by the free rates."""
    own = Lagrangian(x)
    momenta = own.momenta(own.kinetic(x.tree))
    names = own.rate_names
    rows = forward(x.graph, [p.index for p in momenta], {n: {n: x.graph.number(1)} for n in names})
    zero = x.graph.number(0)
    return [[Expr(x.graph, row.get(n, zero)) for n in names] for row in rows]


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
    def free_accelerations(self) -> list[Scalar]:
        x = self.x
        return [x.a[k] for k in x.cut.coordinates.free_v] if x.closure == "tree" else x.a

    @property
    def rate_names(self) -> list[str]:
        return [symbol_name(v) for v in self.x.free_rates]

    def kinetic(self, tree: Tree) -> Expr:
        return lift(self.x.graph, kinetic_energy(tree, self.positions, self.rates))

    def momenta(self, kinetic: Expr) -> list[Expr]:
        graph = kinetic.graph
        row = forward(graph, [kinetic.index], {n: {n: graph.number(1)} for n in self.rate_names})[0]
        zero = graph.number(0)
        return [Expr(graph, row.get(n, zero)) for n in self.rate_names]

    def forces(self, tree: Tree, accelerations: Sequence[Scalar]) -> list[Scalar]:
        """d/dt dT/dv - dT/dq + dU/dq."""
        graph = self.x.graph
        T = self.kinetic(tree)
        U = lift(graph, potential_energy(tree, self.positions))
        seeds = self._seeds(self.rates)
        seeds |= {n: lift(graph, a).index for n, a in zip(self.rate_names, accelerations, strict=True)}
        momenta = directional(graph, [p.index for p in self.momenta(T)], seeds)
        slopes = self.gradient(lift(graph, T - U))
        return [Expr(graph, p) - s for p, s in zip(momenta, slopes, strict=True)]

    def gradient(self, value: Expr) -> list[Scalar]:
        """Derivative along each free coordinate, dependent ones moving with it."""
        graph, x = self.x.graph, self.x
        seeds: dict[str, dict[int, int]] = {}
        for k in range(x.free):
            for name, rate in self._seeds([row[k] for row in x.W]).items():
                if graph.value(rate) != 0:
                    seeds.setdefault(name, {})[k] = rate
        row = forward(graph, [value.index], seeds)[0]
        return [Expr(graph, row.get(k, graph.number(0))) for k in range(x.free)]

    def _seeds(self, rates: Sequence[Scalar]) -> dict[str, int]:
        graph, q = self.x.graph, self.positions
        moving = zip(q, coordinate_rates(self.x.tree, q, rates), strict=True)
        return {symbol_name(p): lift(graph, rate).index for p, rate in moving}
