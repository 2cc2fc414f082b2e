"""Whether terms agree everywhere on their manifold: their components, over symbols that are free, compared in a prime field.

A unit vector is three symbols whose squares sum to one, a rotation the matrix of a unit quaternion; velocities and
accelerations are tangent to their manifold by how they are written. What is left is a question to `exact.equality`, as of any
expressions.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, prod
from typing import Any

from linkwright.errors import ExpressionError
from linkwright.exact.equality import is_zero
from linkwright.graph.expr import Expr, Scalar, lift, symbol
from linkwright.graph.graph import Graph
from linkwright.graph.quantity import flatten
from linkwright.manifold.lower import Lowering, Value, cross, plus, shaped, times
from linkwright.manifold.normal_form import normal, normal_form
from linkwright.manifold.polynomial import at_most
from linkwright.manifold.symbols import Constant, Leaf, Manifold, Momentum, Variable, Variation
from linkwright.manifold.terms import Term, apply
from linkwright.manifold.walk import postorder, rebuild
from linkwright.spatial.vector import rot_quaternion

_SHORT = 5_000  # terms of a product of sums that the normal form is asked to write out first
Vector = Sequence[Scalar]


def equal(a: Term, b: Term) -> bool:
    """Whether two terms agree everywhere on the manifold."""
    if a.shape != b.shape:
        return False
    difference = a - b
    try:
        with at_most(_SHORT):
            return not normal_form(difference) or vanishes(difference)
    except ExpressionError:  # too long to write out: the points alone decide
        return vanishes(difference)


def vanishes(term: Term) -> bool:
    """Whether a term is zero everywhere, decided at random points without the normal form."""
    leaves = _Components()
    found = flatten(Lowering(leaves)(_with_normal_angles(term)))
    return is_zero([lift(leaves.graph, x) for x in found], constraints=leaves.groups)


def _with_normal_angles(term: Term) -> Term:
    """Angles in their normal form: sums of few monomials, and the field knows the sine of a sum."""
    made: dict[Term, Term] = {}
    for s in postorder([term]):
        args = tuple(made[a] for a in s.args)
        made[s] = apply(s.op, normal(args[0])) if s.op in ("sin", "cos", "tan") else rebuild(s, args)
    return made[term]


class _Components:
    """Components of symbols, in a graph of their own. groups: those whose squares sum to one."""

    def __init__(self) -> None:
        self.graph = Graph()
        self.groups: list[tuple[str, ...]] = []

    def __call__(self, leaf: Leaf) -> Value:
        if isinstance(leaf, Variable) and leaf.manifold.kind == "SO3":
            return self._rotation(leaf.name)
        if isinstance(leaf, Variable) and leaf.manifold.kind == "S2":
            return self._on_sphere(leaf)
        if isinstance(leaf, Variation) and leaf.kind in ("xi", "tangent"):
            return self._sphere_variation(leaf)
        if isinstance(leaf, Momentum) and leaf.tangent:
            return cross(self._free(f"momentum {leaf.name}", 3), self._unit(leaf.variable, 3))
        if isinstance(leaf, Constant) and leaf.kind != "general":
            return self._constant(leaf)
        name = f"{type(leaf).__name__} {leaf.name} {getattr(leaf, 'order', 0)}"
        return shaped(self._free(name, prod(leaf.shape)), leaf.shape)

    def _free(self, name: str, n: int) -> list[Expr]:
        return [symbol(f"{name} {k}", self.graph) for k in range(n)]

    def _unit(self, name: str, n: int) -> list[Expr]:
        names = tuple(f"unit {name} {k}" for k in range(n))
        if names not in self.groups:
            self.groups.append(names)
        return [symbol(x, self.graph) for x in names]

    def _rotation(self, name: str) -> Value:
        x, y, z, w = self._unit(name, 4)
        return [list(row) for row in rot_quaternion(x, y, z, w)]

    def _on_sphere(self, leaf: Variable) -> Vector:
        """q, dq = w x q, ddq = dw x q + w x dq."""
        q, w = self._unit(leaf.name, 3), self._free(f"omega {leaf.name}", 3)
        if leaf.order == 0:
            return q
        dq = cross(w, q)
        return dq if leaf.order == 1 else plus(cross(self._free(f"domega {leaf.name}", 3), q), cross(w, dq))

    def _sphere_variation(self, leaf: Variation) -> Vector:
        """xi = d x q, which is normal to q, and delta q = xi x q; with their time derivatives."""
        name, orders = leaf.variable, range(leaf.order + 1)
        q = [self._on_sphere(Variable(name, Manifold("S2"), k)) for k in orders]
        d = [self._free(f"xi {name} {k}", 3) for k in orders]
        xi = [_leibniz(d, q, k) for k in orders]
        return _leibniz(xi, q, leaf.order) if leaf.kind == "tangent" else xi[-1]

    def _constant(self, leaf: Constant) -> Value:
        if leaf.kind == "basis":
            return [int(f"e{i}" == leaf.name) for i in (1, 2, 3)]
        if leaf.kind == "rotation":
            return self._rotation(leaf.name)
        n = leaf.shape[0]
        if leaf.kind == "unit":
            return self._unit(leaf.name, n)
        free = shaped(self._free(f"constant {leaf.name}", n * n), leaf.shape)
        below = 1 if leaf.kind == "symmetric" else -1
        return [[_mirrored(free, i, j, below) for j in range(n)] for i in range(n)]


def _mirrored(free: Any, i: int, j: int, below: int) -> Scalar:
    """An entry of a matrix that is symmetric (below = 1) or skew (-1)."""
    if i == j and below < 0:
        return 0
    return free[i][j] if i <= j else below * free[j][i]


def _leibniz(a: Sequence[Vector], b: Sequence[Vector], n: int) -> Vector:
    """The n-th time derivative of a x b."""
    return plus(*(times(comb(n, k), cross(a[k], b[n - k])) for k in range(n + 1)))
