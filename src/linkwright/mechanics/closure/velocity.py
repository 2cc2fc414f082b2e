"""Rates of a closed mechanism: dependent ones from free ones, accelerations likewise, forces the other way.

    v_tree = W v,    a_tree = W a + bias(q, v),    tau = W' tau_tree

Linear relations first (couplings, angle sums, parallelograms: no division). Then loop by loop: a planar loop with two rates
unknown is projected on its two unknown sides, which gives one equation for each; the determinant is the product of the two
sides and the sine between them. What is left is cut into the smallest blocks that can be solved one after the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from linkwright.graph.expr import Scalar, is_zero
from linkwright.mechanics.closure.forms import LinearForm, form, single, total
from linkwright.mechanics.closure.rate_solution import order
from linkwright.mechanics.closure.rows import RateOf, Row
from linkwright.model.cut import Cut
from linkwright.spatial.linear import Inverse, inverse
from linkwright.spatial.matrix import Matrix, unit_vectors


@dataclass(frozen=True)
class Block:
    """Rates that are solved together: numbers of solved forms, and as many rows."""

    labels: tuple[int, ...]
    rows: tuple[Row, ...]
    matrix: Inverse


class Rates:
    """The rates at positions q: equations set up once, solved for any right-hand side."""

    def __init__(self, cut: Cut, q: Sequence[Scalar]) -> None:
        self.cut = cut
        self._order = order(cut, q)
        self.blocks = [self._block(labels, rows) for labels, rows in self._order.blocks]

    @property
    def W(self) -> Matrix:
        columns = [self.velocities(unit) for unit in unit_vectors(len(self.cut.coordinates.free_v))]
        return [[column[k] for column in columns] for k in range(self.cut.tree.nv)]

    def velocities(self, v_free: Sequence[Scalar]) -> list[Scalar]:
        """Rates of the tree."""
        return self._solve(v_free, None)

    def bias(self, v: Sequence[Scalar]) -> list[Scalar]:
        """Accelerations of the tree where the free ones vanish."""
        return self.accelerations(v, [0] * len(self.cut.coordinates.free_v))

    def accelerations(self, v: Sequence[Scalar], a_free: Sequence[Scalar]) -> list[Scalar]:
        """Accelerations of the tree from its rates and the free accelerations."""
        return self._solve(a_free, self._order.rates(v))

    def project(self, tau: Sequence[Scalar]) -> list[Scalar]:
        """W' tau, block by block from the last: no W is made."""
        free = self.cut.coordinates.free_v
        acting: dict[int, Scalar] = dict.fromkeys(free, 0)
        on_labels: dict[int, Scalar] = dict.fromkeys(range(self._order.count), 0)

        def spread(parts: tuple[LinearForm, LinearForm], x: Scalar) -> None:
            for part, into in zip(parts, (acting, on_labels), strict=True):
                for k, c in part:
                    into[k] = into[k] + c * x

        for k in range(self.cut.tree.nv):
            if not is_zero(tau[k]):
                spread(self._order.parts(single(k)), tau[k])
        for block in reversed(self.blocks):
            multipliers = block.matrix.solve_transposed([on_labels[label] for label in block.labels])
            for row, force in zip(block.rows, multipliers, strict=True):
                if not is_zero(force):
                    for f, x in row.terms:
                        spread(self._before(f, row, block), -(x * force))
        return [acting[k] for k in free]

    def _before(self, f: LinearForm, row: Row, block: Block) -> tuple[LinearForm, LinearForm]:
        """What of a form is known before a block is solved."""
        known, solved = self._order.parts(f)
        return known, form((k, c) for k, c in solved if k not in block.labels and k not in row.without)

    def _solve(self, free_values: Sequence[Scalar], rate: RateOf | None) -> list[Scalar]:
        """Rates, or accelerations where the rates are given."""
        free = dict(zip(self.cut.coordinates.free_v, free_values, strict=True))
        solved: dict[int, Scalar] = {}
        for block in self.blocks:
            right: list[Scalar] = []
            for row in block.rows:
                value: Scalar = 0 if rate is None else -row.drift(rate)
                for f, x in row.terms:
                    known, others = self._before(f, row, block)
                    w = total(known, free) + total(others, solved)
                    if not is_zero(w):
                        value = value - x * w
                right.append(value)
            solved.update(zip(block.labels, block.matrix.solve(right), strict=True))
        found: list[Scalar] = []
        for k in range(self.cut.tree.nv):
            known, others = self._order.parts(single(k))
            found.append(total(known, free) + total(others, solved))
        return found

    def _block(self, labels: tuple[int, ...], rows: tuple[Row, ...]) -> Block:
        matrix = self._order.matrix(labels, rows)
        numbers = self._order.at_start(labels) if len(labels) > 3 else None
        return Block(labels, rows, inverse(matrix, numbers))
