"""Regressors of closed robots: tau = Y p with Y = W' Y_tree."""

from __future__ import annotations

from linkwright.graph.expr import Scalar
from linkwright.mechanics.embedding import Inputs, Matrix, transpose
from linkwright.mechanics.tree.regressor import regressor, regressor_by_wrenches


def by_screws(x: Inputs) -> Matrix:
    return _projected(x, regressor(x.tree, x.positions, x.rates, x.accelerations, x.options["columns"]))


def by_wrenches(x: Inputs) -> Matrix:
    return _projected(x, regressor_by_wrenches(x.tree, x.positions, x.rates, x.accelerations, x.options["columns"]))


def base_values(x: Inputs) -> list[Scalar]:
    """Formulas of the base parameters."""
    return list(x.options["values"])


def _projected(x: Inputs, Y: Matrix) -> Matrix:
    columns = transpose(Y)
    return transpose([x.project(column) for column in columns]) if columns else [[] for _ in range(x.free)]
