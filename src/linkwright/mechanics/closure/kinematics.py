"""Closures as functions, and how frames of a closed robot move: poses of the tree at closed positions, Jacobians times W."""

from __future__ import annotations

from collections.abc import Callable

from linkwright.graph.calculus import forward
from linkwright.graph.expr import Expr, Scalar, lift, sqrt
from linkwright.graph.quantity import Method, Nested
from linkwright.mechanics.closure.residual import residual
from linkwright.mechanics.embedding import Inputs, Matrix, matrix_product
from linkwright.mechanics.quantities.table import QUANTITIES as OF_TREES
from linkwright.mechanics.tree.center_of_mass import com_jacobian as tree_com_jacobian
from linkwright.mechanics.tree.kinematics import coordinate_rates
from linkwright.mechanics.tree.kinematics import jacobian as tree_jacobian


def dependent_positions(x: Inputs) -> list[Scalar]:
    """theta; its closed form is put in afterwards."""
    return list(x.theta)


def closure_residual(x: Inputs) -> list[Scalar]:
    return residual(x.cut, x.positions)


def closure_jacobian(x: Inputs) -> list[Matrix]:
    """[dh/dv of the free rates, dh/dv of the dependent ones]."""
    J = full_jacobian(x)
    where = x.cut.coordinates
    return [[[row[k] for k in part] for row in J] for part in (where.free_v, where.dependent_v)]


def full_jacobian(x: Inputs) -> Matrix:
    """dh/dt = J v_tree, by differentiating h."""
    graph, tree, q = x.graph, x.tree, x.positions
    seeds: dict[str, dict[int, int]] = {}
    for k in range(tree.nv):
        unit: list[Scalar] = [int(j == k) for j in range(tree.nv)]
        for p, rate in zip(q, coordinate_rates(tree, q, unit), strict=True):
            node = lift(graph, rate).index
            if graph.value(node) != 0:
                seeds.setdefault(graph.data[p.index], {})[k] = node
    rows = forward(graph, [lift(graph, h).index for h in residual(x.cut, q)], seeds)
    return [[Expr(graph, row.get(k, graph.number(0))) for k in range(tree.nv)] for row in rows]


def projection_matrix(x: Inputs) -> Matrix:
    return x.W


def dependent_velocities(x: Inputs) -> list[Scalar]:
    return [x.rates[k] for k in x.cut.coordinates.dependent_v]


def dependent_accelerations(x: Inputs) -> list[Scalar]:
    return [x.accelerations[k] for k in x.cut.coordinates.dependent_v]


def _of_tree(quantity: str, method: str | None = None) -> Method:
    """A derivation of trees at closed positions and rates."""

    def derive(x: Inputs) -> Nested:
        entry = OF_TREES[quantity]
        chosen = method if method is not None else next(iter(entry.methods))
        moving = "v" in entry.inputs.split()
        return entry.methods[chosen](x.of_tree() if moving else x.at_rest())

    return derive


forward_kinematics = _of_tree("forward_kinematics")
twist = _of_tree("twist")
frame_acceleration = _of_tree("frame_acceleration")
center_of_mass = _of_tree("center_of_mass")
pose_quaternion = _of_tree("pose_quaternion")


def jacobian(x: Inputs) -> Matrix:
    reference = x.options.get("reference", "local_world_aligned")
    return matrix_product(tree_jacobian(x.tree, x.positions, x.options.get("frame"), reference), x.W)


def com_jacobian(x: Inputs) -> Matrix:
    return matrix_product(tree_com_jacobian(x.tree, x.positions), x.W)


def norm(values: list[Scalar]) -> Scalar:
    total: Scalar = 0
    for h in values:
        total = total + h * h
    return sqrt(total)


Derivation = Callable[[Inputs], Nested]
