"""Factorisation of the mass matrix along the tree: M = L' D L without fill-in.  Featherstone 2008, section 6.5 (LTDL).

Column k of L has entries only at the joints between k and the base, so branches of a tree never mix.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from linkwright.errors import QuantityError
from linkwright.graph.expr import Scalar, is_zero
from linkwright.mechanics.tree.mass_matrix import Matrix
from linkwright.mechanics.tree.motion import Scalars, size
from linkwright.model.tree import Link, Tree


@dataclass(frozen=True)
class Factors:
    """M = L' D L, L unit lower triangular with rows supported on `before`; `inverse[k]` = 1 / D[k]."""

    L: list[dict[int, Scalar]]
    inverse: list[Scalar]
    before: list[list[int]]

    def solve(self, b: Scalars) -> list[Scalar]:
        """x with M x = b."""
        x = list(b)
        for k in reversed(range(len(x))):  # L' y = b
            for j in self.before[k]:
                x[j] = x[j] - self.L[k][j] * x[k]
        x = [value * d for value, d in zip(x, self.inverse, strict=True)]
        for k in range(len(x)):  # L x = y
            for j in self.before[k]:
                x[k] = x[k] - self.L[k][j] * x[j]
        return x

    def inverse_matrix(self) -> Matrix:
        """M^-1, built from the base outward: with N = L^-1, M^-1 = N D^-1 N'."""
        n = len(self.inverse)
        N: list[dict[int, Scalar]] = []
        for k in range(n):
            row: dict[int, Scalar] = {k: 1}
            for j in self.before[k]:
                factor = self.L[k][j]
                for i, value in N[j].items():
                    row[i] = row.get(i, 0) - factor * value
            N.append(row)
        scaled = [{i: value * self.inverse[i] for i, value in row.items()} for row in N]
        result: Matrix = [[0] * n for _ in range(n)]
        for r in range(n):
            for c in range(r + 1):
                total: Scalar = 0
                for i, value in scaled[r].items():
                    if i in N[c]:
                        total = total + value * N[c][i]
                result[r][c] = result[c][r] = total
        return result


def ancestors(tree: Tree) -> list[list[int]]:
    """For each velocity index, those that may couple with it further in, outermost first. Mimic joints couple everything
    on the way of every joint that shares the index, so the relation is closed over all links."""
    own: list[set[int]] = [set() for _ in range(tree.nv)]
    for i, link in tree.outward():
        path = [k for j in tree.path(i)[:-1] for k in range(tree.links[j].iv, tree.links[j].iv + size(tree.links[j]))]
        for k in range(link.iv, link.iv + size(link)):
            own[k].update(path)
            own[k].update(range(link.iv, k))
    if any(max(before, default=-1) >= k for k, before in enumerate(own)):
        return [list(reversed(range(k))) for k in range(tree.nv)]  # an index couples outward: treat as dense
    closed: list[set[int]] = []
    for k in range(tree.nv):
        reach = set(own[k])
        for j in own[k]:
            reach |= closed[j]
        closed.append(reach)
    # the elimination of k fills all pairs of its ancestors: they must know each other
    for k in reversed(range(tree.nv)):
        chain = sorted(closed[k])
        for position, j in enumerate(chain):
            closed[j].update(chain[:position])
    return [sorted(reach, reverse=True) for reach in closed]


def no_mass(link: Link) -> QuantityError:
    """What to say of a joint whose motion meets no inertia at all."""
    return QuantityError(
        f"joint '{link.joint}' moves no mass, so its acceleration is not determined",
        hint="give a body beyond the joint a mass, or the joint a rotor inertia",
    )


def factorise(tree: Tree, M: Matrix) -> Factors:
    """LTDL of a mass matrix of a tree, from the leaves inward."""

    def complaint(k: int) -> QuantityError:
        return no_mass(next(link for link in tree.links if link.iv <= k < link.iv + size(link)))

    return _factors(M, ancestors(tree), complaint)


def dense_factors(M: Matrix) -> Factors:
    """The same of a mass matrix in free coordinates: loops couple everything, so L is full."""

    def complaint(k: int) -> QuantityError:
        return QuantityError(
            f"coordinate {k} of the free ones moves no mass, so its acceleration is not determined",
            hint="give a body that it moves a mass, or a joint a rotor inertia",
        )

    return _factors(M, [list(reversed(range(k))) for k in range(len(M))], complaint, dense=True)


def _factors(
    M: Matrix, before: list[list[int]], complaint: Callable[[int], QuantityError], dense: bool = False
) -> Factors:
    H = [list(row) for row in M]
    L: list[dict[int, Scalar]] = [{} for _ in H]
    inverse: list[Scalar] = [0] * len(H)
    for k in reversed(range(len(H))):
        if is_zero(H[k][k]):
            raise complaint(k)
        inverse[k] = 1 / H[k][k]
        for i in before[k]:
            if is_zero(H[k][i]):
                L[k][i] = 0
                continue
            factor = L[k][i] = H[k][i] * inverse[k]
            for j in reversed(before[k]) if dense else before[k]:
                if j <= i:
                    H[i][j] = H[i][j] - factor * H[k][j]
    return Factors(L, inverse, before)
