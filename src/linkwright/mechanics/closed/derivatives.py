"""Derivatives of a closed robot's dynamics: total ones, the dependent joints move with the free ones and with the lengths."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.graph.calculus import forward
from linkwright.graph.expr import Expr, Scalar, lift, symbol_name
from linkwright.graph.quantity import is_matrix, is_vector
from linkwright.graph.rewrite import copy_nodes
from linkwright.mechanics.closure.kinematics import closure_jacobian
from linkwright.mechanics.closure.residual import residual
from linkwright.mechanics.closure.system import System
from linkwright.mechanics.embedding import Embedding
from linkwright.mechanics.quantities.closed_methods import WAYS
from linkwright.mechanics.state import State
from linkwright.mechanics.tree.factor import dense_factors
from linkwright.mechanics.tree.kinematics import coordinate_rates
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
    graph = x.graph
    put = {symbol_name(a): lift(graph, e).index for a, e in zip(x.given["a"], made, strict=True)}

    def solved(rows: Matrix) -> Matrix:
        there = copy_nodes(graph, graph, [lift(graph, e).index for row in rows for e in row], put)
        nodes = iter(there)
        columns = transpose([[-Expr(graph, next(nodes)) for _ in row] for row in rows])
        return transpose([factors.solve(column) for column in columns])

    by_q, by_v = tangent_jacobians(x, tau)
    return [solved(by_q), solved(by_v), factors.inverse_matrix()]


def parameter_derivatives(x: State, tau: Sequence[Scalar]) -> Matrix:
    """d tau / d p at fixed free coordinates: where a parameter is a length, the dependent joints give way,
    d theta / d p = -Jtheta^-1 dh / dp."""
    if not tau or x.embedding is None:
        return []
    graph, names = x.graph, x.options["names"]
    seeds: dict[str, dict[str, int]] = {n: {n: graph.number(1)} for n in names}
    for symbol, moved in _giving_way(x.embedding, names).items():
        seeds.setdefault(symbol, {}).update(moved)
    rows = forward(graph, [lift(graph, t).index for t in tau], seeds)
    zero = graph.number(0)
    return [[Expr(graph, row.get(n, zero)) for n in names] for row in rows]


def _giving_way(x: Embedding, names: Sequence[str]) -> dict[str, dict[str, int]]:
    """Symbol of a position -> its derivatives by those parameters that the closure depends on."""
    graph, where = x.graph, x.cut.coordinates
    h = [lift(graph, e).index for e in residual(x.cut, x.positions)]
    slopes = forward(graph, h, {n: {n: graph.number(1)} for n in names})
    lengths = [n for n in names if any(n in row for row in slopes)]
    found: dict[str, dict[str, int]] = {}
    if not lengths:
        return found
    system = System(closure_jacobian(x)[1], x.cut, x.positions)
    for n in lengths:
        rates = system.solve([-Expr(graph, row[n]) if n in row else 0 for row in slopes])
        whole: list[Scalar] = [0] * x.tree.nv
        for k, rate in zip(where.dependent_v, rates, strict=True):
            whole[k] = rate
        for p, rate in zip(x.positions, coordinate_rates(x.tree, x.positions, whole), strict=True):
            node = lift(graph, rate).index
            if graph.value(node) != 0:
                found.setdefault(symbol_name(p), {})[n] = node
    return found
