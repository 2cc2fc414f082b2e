"""Dynamics in free coordinates by elimination: Lagrange's equations after the dependent coordinates are gone.

Nothing of the closure's Jacobians is used: dependent rates are derivatives of the closed form itself, by the rules of calculus,
so this is a derivation of its own (Schappler, Lilge & Haddadin 2019). Sines and cosines of dependent angles are algebraic
there; their rate is c ds/dt - s dc/dt. Where no closed form is inside, the chain rule through W takes its place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from linkwright.graph.calculus import gradient
from linkwright.graph.expr import Expr, Scalar, cos, lift, sin, symbol_name
from linkwright.graph.values import changes, named, nodes_of, partials, replaced
from linkwright.mechanics.closed import lagrange
from linkwright.mechanics.embedding import Embedding, merged
from linkwright.mechanics.loads import Load
from linkwright.mechanics.state import State
from linkwright.mechanics.tree.energy import kinetic_energy, potential_energy
from linkwright.model.tree import Tree
from linkwright.spatial.matrix import Matrix, subtract


def forces(x: State, load: Load) -> list[Scalar]:
    """What a load needs, by Lagrange in the free coordinates alone."""
    if x.embedding is None or x.embedding.close is None:
        return lagrange.forces(x, load)
    return lagrange.forces_of(Reduced(x.embedding), load)


def mass_matrix(x: State) -> Matrix:
    """The second derivative of the kinetic energy by the free rates."""
    if x.embedding is None or x.embedding.close is None:
        return lagrange.mass_matrix(x)
    own = Reduced(x.embedding)
    names = own.names(x.embedding.v)
    return partials(x.graph, gradient(own.kinetic(x.tree), names), names, "forward")


@dataclass(frozen=True)
class Reduced:
    """Energies as functions of the free coordinates and rates alone."""

    x: Embedding

    def names(self, symbols: Sequence[Scalar]) -> list[str]:
        return [symbol_name(e) for e in symbols]

    def closed(self, values: Sequence[Scalar]) -> list[Expr]:
        """Expressions over q and theta, the closed form put in."""
        graph = self.x.graph
        assert self.x.close is not None
        return [Expr(graph, i) for i in self.x.close(nodes_of(graph, values))]

    def dependent_rates(self) -> list[Expr]:
        """d theta/dt along v, from the closed form."""
        x = self.x
        turning = {link.iq for link in x.tree.links if not link.joint_type.slider}
        spins = [k in turning for k in x.cut.coordinates.dependent_q]
        sines = self.closed([sin(t) if spin else t for t, spin in zip(x.theta, spins, strict=True)])
        cosines = self.closed([cos(t) for t in x.theta])
        ds, dc = (changes(x.graph, part, named(x.q, x.v)) for part in (sines, cosines))
        return [c * d - s * e if spin else d for s, c, d, e, spin in zip(sines, cosines, ds, dc, spins, strict=True)]

    def kinetic(self, tree: Tree) -> Expr:
        """T(q, v)."""
        x, graph = self.x, self.x.graph
        where = x.cut.coordinates
        fresh = [Expr(graph, graph.symbol(f"dtheta[{k}]")) for k in range(len(where.dependent_v))]
        rates = merged(tree.nv, (where.free_v, x.v), (where.dependent_v, fresh))
        energy = self.closed([kinetic_energy(tree, x.positions, rates)])
        return replaced(graph, energy, named(fresh, self.dependent_rates()))[0]

    def potential(self, tree: Tree) -> Expr:
        return self.closed([potential_energy(tree, self.x.positions)])[0]

    def gradient(self, value: Expr) -> list[Scalar]:
        return list(gradient(value, self.names(self.x.q)))

    def forces(self, tree: Tree, accelerations: Sequence[Scalar]) -> list[Scalar]:
        """d/dt dT/dv - dT/dq + dU/dq."""
        x = self.x
        T, U = self.kinetic(tree), self.potential(tree)
        momenta = gradient(T, self.names(x.v))
        rates = changes(x.graph, momenta, named(x.q, x.v) | named(x.v, accelerations))
        return subtract(rates, self.gradient(lift(x.graph, T - U)))
