"""Lagrangian mechanics over the scalar graph, on products of R^n, S1, S2 and SO(3), straight from L.

Velocities are written in space first: w = (dx, dq, Omega). With p = dL/dw and rows r of R,

    R^n     dp/dt                 - dL/dx                 = F
    S2      q x (dp/dt            - dL/dq - u)            = 0
    SO(3)   dp/dt + Omega x p     - sum dL/dr x r         = M         (Lee, Leok & McClamroch 2018, chapters 5 to 7)

All derivatives are the graph's own: this is a derivation of its own, beside the symbolic one of equations.py.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from math import prod
from typing import Any

from linkwright.errors import QuantityError
from linkwright.graph.domains import floats
from linkwright.graph.expr import Expr, Scalar, is_zero, lift, symbol_name
from linkwright.graph.graph import Graph
from linkwright.graph.quantity import flatten
from linkwright.graph.rewrite import symbols_of
from linkwright.graph.values import changes, named, partials, replaced
from linkwright.manifold.lagrangian import Lagrangian
from linkwright.manifold.lower import Lowering, Matrix, Value, Vector, cross, like, minus, plus, shaped, times
from linkwright.manifold.solve import Solution, Solver, constrained
from linkwright.manifold.state import Slot, slots_of
from linkwright.manifold.symbols import Constant, Input, Leaf, Multiplier, Rate, Variable, Variation
from linkwright.spatial.matrix import dot, matrix_product

BASIS: Mapping[str, Vector] = {"e1": [1, 0, 0], "e2": [0, 1, 0], "e3": [0, 0, 1]}


class Mechanics:
    """A system over a graph of its own. Symbols: q[k], v[k], a[k]; ~dq[k] stands for the rate of a unit vector until `finish`.

    constant: the value of a constant, a number or symbols
    """

    def __init__(self, system: Lagrangian, constant: Callable[[Graph, Constant], Value]) -> None:
        self.system, self.graph = system, Graph()
        self.slots = slots_of(system.variables)
        self.nq, self.nv = sum(s.nq for s in self.slots), sum(s.nv for s in self.slots)
        self.q, self.v, self.a = self.symbols("q", self.nq), self.symbols("v", self.nv), self.symbols("a", self.nv)
        self.momenta = self.symbols("p", self.nv)
        self.inputs = {x.name: self.symbols(x.name, prod(x.shape)) for x in system.inputs}
        self.multipliers = self.symbols("multipliers", sum(prod(c.term.shape) for c in system.constraints))
        self._constant = constant
        self._by_name = {s.name: s for s in self.slots}
        self.lower = Lowering(self.leaf)

    def symbols(self, name: str, size: int) -> list[Expr]:
        return [Expr(self.graph, self.graph.symbol(f"{name}[{k}]")) for k in range(size)]

    def symbol(self, name: str) -> Expr:
        return self.symbols(name, 1)[0]

    def slot(self, name: str) -> Slot:
        return self._by_name[name]

    # --- what the leaves of terms stand for ----------------------------------------------------------------------------

    def leaf(self, leaf: Leaf) -> Value:
        if isinstance(leaf, Variable):
            return self._variable(self._by_name[leaf.name], leaf.order)
        if isinstance(leaf, Rate):
            return (self.v if leaf.order == 0 else self.a)[self._by_name[leaf.variable].v]
        if isinstance(leaf, Input):
            return shaped(self.inputs[leaf.name], leaf.shape)
        if isinstance(leaf, Variation):
            return shaped(self.symbols(f"~{leaf.name}", prod(leaf.shape)), leaf.shape)
        if isinstance(leaf, Multiplier):
            return shaped(self._force_of(leaf), leaf.shape)
        if not isinstance(leaf, Constant):
            raise QuantityError(f"'{leaf.name}' has no place among the numbers of '{self.system.name}'")
        return list(BASIS[leaf.name]) if leaf.kind == "basis" else self._constant(self.graph, leaf)

    def _force_of(self, leaf: Multiplier) -> Vector:
        at = 0
        for c in self.system.constraints:
            size = prod(c.multiplier.shape)
            if c.multiplier == leaf:
                return self.multipliers[at : at + size]
            at += size
        raise AssertionError(f"no constraint has the multiplier {leaf.name}")

    def _variable(self, s: Slot, order: int) -> Value:
        if order == 0:
            return shaped(self.q[s.q], s.variable.shape)
        return shaped(self.w[s.v] if order == 1 else self.z[s.v], s.variable.shape)

    @cached_property
    def w(self) -> list[Expr]:
        """Velocities in space."""
        spinning = self.symbols("~dq", self.nv)
        return [x for s in self.slots for x in (spinning if s.kind == "S2" else self.v)[s.v]]

    @cached_property
    def z(self) -> Vector:
        """Accelerations in space: of a unit vector alpha x q - |dq|^2 q."""
        found: list[Scalar] = []
        for s in self.slots:
            own = self.a[s.v]
            found += plus(cross(own, self.q[s.q]), self.centripetal[s.name]) if s.kind == "S2" else own
        return found

    @cached_property
    def units(self) -> dict[str, Vector]:
        return {s.name: self.q[s.q] for s in self.slots if s.kind == "S2"}

    @cached_property
    def centripetal(self) -> dict[str, Vector]:
        return {s.name: times(-dot(self.w[s.v], self.w[s.v]), self.q[s.q]) for s in self.slots if s.kind == "S2"}

    def finish(self, x: Any) -> Any:
        """dq = omega x q put in for the symbols ~dq[k]; lists keep their shape."""
        return like(x, iter(replaced(self.graph, flatten(x), self._spins)))

    def finish_all(self, parts: Mapping[str, Any]) -> dict[str, Any]:
        return dict(zip(parts, self.finish(list(parts.values())), strict=True))

    @cached_property
    def _spins(self) -> dict[str, Scalar]:
        found: dict[str, Scalar] = {}
        for s in self.slots:
            if s.kind == "S2":
                found |= named(self.w[s.v], cross(self.v[s.v], self.q[s.q]))
        return found

    # --- derivatives ---------------------------------------------------------------------------------------------------

    def gradient(self, x: Scalar, by: Sequence[Expr]) -> list[Scalar]:
        return self.jacobian([x], by)[0]

    def jacobian(self, rows: Sequence[Scalar], by: Sequence[Expr]) -> list[list[Scalar]]:
        return partials(self.graph, rows, [symbol_name(e) for e in by])

    def along(self, rows: Sequence[Scalar], rates: Sequence[Scalar], of: Sequence[Expr]) -> Vector:
        """The change of each row where the symbols change at these rates."""
        return [*changes(self.graph, rows, named(of, rates))]

    @cached_property
    def rates(self) -> Vector:
        """dq/dt of all places, from w."""
        found: list[Scalar] = []
        for s in self.slots:
            if s.kind == "SO3":
                found += [x for r in range(3) for x in cross(self.q[s.iq + 3 * r : s.iq + 3 * r + 3], self.w[s.v])]
            else:
                found += self.w[s.v]
        return found

    def tangent(self, s: Slot, by_place: Vector) -> Vector:
        """A derivative by the places of a rotation, as a derivative by eta."""
        total: list[Scalar] = [0, 0, 0]
        for r in range(3):
            total = plus(total, cross(by_place[3 * r : 3 * r + 3], self.q[s.iq + 3 * r : s.iq + 3 * r + 3]))
        return total

    # --- L and its parts -----------------------------------------------------------------------------------------------

    @cached_property
    def L(self) -> Expr:
        return lift(self.graph, self.lower(self.system.lagrangian))

    @cached_property
    def p(self) -> Vector:
        """Momenta in space."""
        return self.gradient(self.L, self.w)

    @cached_property
    def A(self) -> Matrix:
        """Masses in space: d2L/dw2."""
        A = self.jacobian(self.p, self.w)
        for i in range(self.nv):  # one spelling per pair
            for j in range(i):
                A[i][j] = A[j][i]
        return A

    @cached_property
    def quadratic(self) -> bool:
        """Whether A depends on places alone: decided at random velocities."""
        roots = [lift(self.graph, x).index for row in self.A for x in row]
        moving = {symbol_name(x) for x in self.w}
        names = symbols_of(self.graph, roots)
        if not moving & set(names):
            return True
        rng = random.Random(0)
        values = {n: rng.uniform(0.5, 1.5) for n in names}
        other = values | {n: rng.uniform(0.5, 1.5) for n in moving & set(names)}
        pairs = zip(*(floats(self.graph, roots, x) for x in (values, other)), strict=True)
        return all(abs(x - y) <= 1e-9 * (1 + abs(x)) for x, y in pairs)

    @cached_property
    def power_of_inputs(self) -> Expr:
        return lift(self.graph, self.lower(self.system.work))

    @cached_property
    def inputs_in_space(self) -> Vector:
        """Forces, what acts on unit vectors (u, of which only the part across q acts), moments in the body's axes."""
        W = self.power_of_inputs
        found: list[Scalar] = []
        for s in self.slots:
            if s.kind == "S2":
                u = self.gradient(W, self.symbols(f"~delta_{s.name}", 3))
                turning = self.gradient(W, self.symbols(f"~xi_{s.name}", 3))
                found += u if all(map(is_zero, turning)) else plus(u, cross(turning, self.q[s.q]))
            else:
                name = f"~eta_{s.name}" if s.kind == "SO3" else f"~delta_{s.name}"
                found += self.gradient(W, self.symbols(name, s.nv))
        return found

    @cached_property
    def lost(self) -> Vector:
        """dD/dw of the dissipation function."""
        return self.gradient(self.lower(self.system.dissipation), self.w)

    @cached_property
    def slope(self) -> Vector:
        """dL by the places: dL/dx, dL/dq, sum dL/dr x r."""
        by_place = self.gradient(self.L, self.q)
        return [x for s in self.slots for x in (self.tangent(s, by_place[s.q]) if s.kind == "SO3" else by_place[s.q])]

    @cached_property
    def conservative(self) -> Vector:
        """What L alone says: A z = slope - (dp/dt at z = 0) - Omega x p."""
        turning = self.along(self.p, self.rates, self.q)
        f = minus(self.slope, turning)
        for s in self.slots:
            if s.kind == "SO3":
                f[s.v] = minus(f[s.v], cross(self.w[s.v], self.p[s.v]))
        return f

    @cached_property
    def f(self) -> Vector:
        """A z = f (+ C' lambda), across unit vectors."""
        return minus(plus(self.conservative, self.inputs_in_space), self.lost)

    # --- constraints ---------------------------------------------------------------------------------------------------

    @cached_property
    def held(self) -> Vector:
        """Constraints as expressions in velocities that vanish: the rates of those of places."""
        found: list[Scalar] = []
        for c in self.system.constraints:
            rows = [lift(self.graph, x) for x in flatten(self.lower(c.term))]
            found += self.along(rows, self.rates, self.q) if c.kind == "holonomic" else rows
        return found

    @cached_property
    def C(self) -> Matrix:
        return self.jacobian(self.held, self.w)

    @cached_property
    def bias(self) -> Vector:
        """d(held)/dt at z = 0."""
        return self.along(self.held, self.rates, self.q)

    # --- equations -----------------------------------------------------------------------------------------------------

    def residual(self, f: Vector | None = None) -> Vector:
        """Left side minus right side, as a is stacked; unit vectors have q x (...)."""
        f = self.f if f is None else f
        left = minus([x[0] for x in matrix_product(self.A, [[x] for x in self.z])], f)
        return self.across(left)

    def across(self, x: Vector) -> Vector:
        """B' x: what is written in space, as v is stacked."""
        return [e for s in self.slots for e in (cross(self.q[s.q], x[s.v]) if s.kind == "S2" else x[s.v])]

    @cached_property
    def solver(self) -> Solver:
        return Solver(self.slots, self.A, self.units)

    def solution(self) -> tuple[Solution, Vector]:
        """The accelerations and the multipliers."""
        return constrained(
            self.solver, self.f, self.centripetal, self.C if self.held else [], self.bias if self.held else []
        )
