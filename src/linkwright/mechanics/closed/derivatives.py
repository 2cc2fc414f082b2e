"""Derivatives of a closed robot's dynamics: total ones, the dependent joints move with the free ones and with the lengths."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.graph.expr import Scalar, is_zero
from linkwright.graph.quantity import is_matrix, is_vector
from linkwright.graph.values import named, partials, replaced, slopes
from linkwright.mechanics.closure.kinematics import closure_jacobian
from linkwright.mechanics.closure.residual import residual
from linkwright.mechanics.closure.system import System
from linkwright.mechanics.embedding import Embedding, merged
from linkwright.mechanics.quantities.closed_methods import WAYS
from linkwright.mechanics.state import State
from linkwright.mechanics.tree.factor import dense_factors
from linkwright.mechanics.tree.kinematics import position_seeds
from linkwright.mechanics.tree.tangent import tangent_jacobians
from linkwright.spatial.matrix import Matrix, subtract, transpose


def forward_dynamics_derivatives(x: State, way: str) -> list[Matrix] | None:
    """[d a / d q, d a / d v, d a / d tau] = [-M^-1 dtau_dq, -M^-1 dtau_dv, M^-1], taken at the accelerations that tau makes.

    Carpentier & Mansard 2018; way: how mass matrix and forces are derived
    """
    M, bias, tau = (WAYS[way][n](x) for n in ("mass_matrix", "nonlinear_effects", "inverse_dynamics"))
    if not (is_matrix(M) and is_vector(bias) and is_vector(tau)):
        return None
    factors = dense_factors(M)
    made = factors.solve(subtract(x.tau, bias))

    def solved(rows: Matrix) -> Matrix:
        there = iter(replaced(x.graph, [e for row in rows for e in row], named(x.given["a"], made)))
        columns = transpose([[-next(there) for _ in row] for row in rows])
        return transpose([factors.solve(column) for column in columns])

    by_q, by_v = tangent_jacobians(x, tau)
    return [solved(by_q), solved(by_v), factors.inverse_matrix()]


def parameter_derivatives(x: State, tau: Sequence[Scalar]) -> Matrix:
    """d tau / d p at fixed free coordinates: where a parameter is a length, the dependent joints give way,
    d theta / d p = -Jtheta^-1 dh / dp."""
    if not tau or x.embedding is None:
        return []
    names = x.options["names"]
    seeds: dict[str, dict[str, Scalar]] = {n: {n: 1} for n in names}
    return slopes(x.graph, tau, seeds | _giving_way(x.embedding, names), names)


def _giving_way(x: Embedding, names: Sequence[str]) -> dict[str, dict[str, Scalar]]:
    """Symbol of a position -> its derivatives by those parameters that the closure depends on."""
    columns = transpose(partials(x.graph, residual(x.cut, x.positions), names, "forward"))
    lengths = {n: column for n, column in zip(names, columns, strict=False) if not all(map(is_zero, column))}
    if not lengths:
        return {}
    system = System(closure_jacobian(x)[1], x.cut, x.positions)
    places = x.cut.coordinates.dependent_v
    solved = {n: system.solve([-e for e in column]) for n, column in lengths.items()}
    ways = {n: merged(x.tree.nv, (places, rates)) for n, rates in solved.items()}
    return position_seeds(x.tree, x.positions, ways)
