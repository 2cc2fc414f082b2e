"""A Lagrangian by brute force: a chart around one state, L in numbers of fifty digits, its derivatives by differences.

The chart: q = exp(hat(E y)) q0 for a unit vector (E: two directions across q0), R = R0 exp(hat(y)), x = x0 + y.
At y = 0 the velocities are v = E dy, and dv/dt = E ddy: so Euler-Lagrange in y gives accelerations, momenta and forces.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import mpmath
import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.errors import QuantityError
from linkwright.manifold.lagrangian import Lagrangian
from linkwright.manifold.state import Slot, slots_of
from linkwright.manifold.symbols import Constant, Input, Rate, Variable, Variation
from linkwright.manifold.terms import Term
from linkwright.referee.term_values import hat, value

_DIGITS, _STEP, _INNER = 60, mpmath.mpf(10) ** -10, mpmath.mpf(10) ** -16
"""Central differences are wrong by the square of their step; the inner one is of places, for velocities."""
_BASIS = {"e1": (1, 0, 0), "e2": (0, 1, 0), "e3": (0, 0, 1)}


class Brute:
    """One state of a system whose constants have values, with numbers for its inputs, and everything that follows."""

    def __init__(self, system: Lagrangian, q: Array, v: Array, inputs: Mapping[str, Any]) -> None:
        self.system, self.inputs = system, inputs
        self.constants = {n: np.array([float(x) for x in values]) for n, values in system.values.items()}
        self.slots = slots_of(system.variables)
        self.q, self.v = np.array(q, dtype=float), np.array(v, dtype=float)
        self.E = self._basis()
        self.dy = self.E.T @ self.v
        self.n = len(self.dy)

    def _basis(self) -> Array:
        """v = E dy: the identity, but two directions for a unit vector."""
        columns: list[Array] = []
        for s in self.slots:
            own = np.eye(s.nv)
            if s.kind == "S2":
                own = np.linalg.svd(self.q[s.q][None, :])[2][1:].T
            block = np.zeros((len(self.v), own.shape[1]))
            block[s.v] = own
            columns.append(block)
        return np.concatenate(columns, axis=1)

    # --- the chart ---------------------------------------------------------------------------------------------------------

    def _places(self, y: Array) -> dict[str, Array]:
        u = self.E @ y  # as v is stacked
        found: dict[str, Array] = {}
        for s in self.slots:
            x, way = _many(self.q[s.q]), u[s.v]  # floats among themselves would round
            if s.kind == "S2":
                found[s.name] = np.dot(_exp(way), x)
            elif s.kind == "SO3":
                found[s.name] = np.dot(x.reshape(3, 3), _exp(way))
            else:
                found[s.name] = x + way
        return found

    def _leaves(self, y: Array, dy: Array) -> Any:
        """Values of all symbols at a point of the chart, with velocities by differences of places."""
        here, ahead, behind = self._places(y), self._places(y + _INNER * dy), self._places(y - _INNER * dy)

        def leaf(symbol: Any) -> Any:
            if isinstance(symbol, Constant):
                return self._constant(symbol)
            if isinstance(symbol, Input):
                return _many(np.array(self.inputs[symbol.name], dtype=float).reshape(symbol.shape or (1,)))
            if isinstance(symbol, Variable):
                if symbol.order == 0:
                    return here[symbol.name]
                return (ahead[symbol.name] - behind[symbol.name]) / (2 * _INNER)
            assert isinstance(symbol, Rate), symbol
            rate = (ahead[symbol.variable] - behind[symbol.variable]) / (2 * _INNER)
            W = np.dot(here[symbol.variable].T, rate)
            return np.array([W[2, 1] - W[1, 2], W[0, 2] - W[2, 0], W[1, 0] - W[0, 1]], dtype=object) / 2

        return leaf

    def _constant(self, c: Constant) -> Array:
        given = np.array(_BASIS[c.name]) if c.kind == "basis" else self.constants[c.name]
        return _many(given.reshape(c.shape or (1,)).astype(float))

    def at(self, term: Term, y: Array, dy: Array) -> Any:
        with mpmath.workdps(_DIGITS):
            return value(term, self._leaves(y, dy))

    # --- derivatives by differences ----------------------------------------------------------------------------------------

    def _slope(self, term: Term, along_y: Array, along_dy: Array, dy: Array | None = None) -> Any:
        """Change of a term along a line through y = 0 and dy."""
        with mpmath.workdps(_DIGITS):
            dy = _many(self.dy) if dy is None else dy
            ahead = value(term, self._leaves(_STEP * along_y, dy + _STEP * along_dy))
            behind = value(term, self._leaves(-_STEP * along_y, dy - _STEP * along_dy))
            return (ahead - behind) / (2 * _STEP)

    @cached_property
    def _units(self) -> Array:
        return _many(np.eye(self.n))

    @cached_property
    def _still(self) -> Array:
        return _many(np.zeros(self.n))

    @cached_property
    def mass(self) -> Array:
        """In the chart, by polarisation: second differences of L by the velocities."""
        L, zero = self.system.lagrangian, self._still
        with mpmath.workdps(_DIGITS):
            dy = _many(self.dy)
            here = self.at(L, zero, dy)

            def square(u: Array) -> Any:
                change = self.at(L, zero, dy + _STEP * u) + self.at(L, zero, dy - _STEP * u) - 2 * here
                return change / _STEP**2

            single = [square(u) for u in self._units]
            M = np.zeros((self.n, self.n))
            for i in range(self.n):
                for j in range(i + 1):
                    both = 4 * single[i] if i == j else square(self._units[i] + self._units[j])
                    M[i, j] = M[j, i] = _real((both - single[i] - single[j]) / 2)
        return M

    @property
    def real(self) -> bool:
        """Whether the Lagrangian is a real number here: no root, power or logarithm of a negative one."""
        return not self.at(self.system.lagrangian, self._still, _many(self.dy)).imag

    def _gradient(self, term: Term, of: str) -> Array:
        zero = self._still
        ways = [(u, zero) if of == "y" else (zero, u) for u in self._units]
        return np.array([_real(self._slope(term, *way)) for way in ways])

    @cached_property
    def momentum_in_chart(self) -> Array:
        return self._gradient(self.system.lagrangian, "dy")

    @cached_property
    def bias(self) -> Array:
        """d/dt dL/d(dy) at ddy = 0, less dL/dy."""
        with mpmath.workdps(_DIGITS):
            turning = [_real(self._second(u, _many(self.dy))) for u in self._units]
        return np.array(turning) - self._gradient(self.system.lagrangian, "y")

    def _second(self, u: Array, dy: Array) -> Any:
        """d2L / d(dy along u) d(y along dy)."""
        L = self.system.lagrangian
        corners = [
            i * j * value(L, self._leaves(i * _STEP * dy, dy + j * _STEP * u)) for i in (1, -1) for j in (1, -1)
        ]  # fmt: skip
        return sum(corners) / (4 * _STEP**2)

    @cached_property
    def force(self) -> Array:
        """Inputs and dissipation, in the chart."""
        found: list[float] = []
        for k in range(self.n):
            found.append(_real(value(self.system.work, self._virtual(self.E[:, k]))))
        return np.array(found) - self._gradient(self.system.dissipation, "dy")

    def _virtual(self, way: Array) -> Any:
        """Values of symbols where variations are those of a motion along `way`."""
        base = self._leaves(self._still, _many(self.dy))
        by_name = {s.name: s for s in self.slots}

        def leaf(symbol: Any) -> Any:
            if not isinstance(symbol, Variation):
                return base(symbol)
            s: Slot = by_name[symbol.variable]
            own = way[s.v].astype(object)
            if s.kind == "S2" and symbol.name.startswith("delta"):
                return np.dot(hat(own), self.q[s.q])
            return own

        return leaf

    # --- constraints ---------------------------------------------------------------------------------------------------------

    @cached_property
    def _held(self) -> tuple[Array, Array]:
        """C and d(C dy)/dt at ddy = 0."""
        rows, bias = list[Array](), list[float]()
        zero, dy = self._still, _many(self.dy)
        for c in self.system.constraints:
            if c.kind == "holonomic":
                columns = [np.ravel(self._slope(c.term, u, zero, zero)) for u in self._units]
                with mpmath.workdps(_DIGITS):
                    way = [np.ravel(self.at(c.term, k * _STEP * dy, zero)) for k in (-1, 0, 1)]
                    second = (way[0] - 2 * way[1] + way[2]) / _STEP**2
            else:
                rest = np.ravel(self.at(c.term, zero, zero))
                columns = [np.ravel(self.at(c.term, zero, u)) - rest for u in self._units]
                second = np.ravel(self._slope(c.term, dy, zero))
            rows += list(np.array(columns, dtype=float).T)
            bias += [_real(x) for x in second]
        return np.array(rows).reshape(-1, self.n), np.array(bias)

    # --- what is compared ----------------------------------------------------------------------------------------------------

    @cached_property
    def solution(self) -> tuple[Array, Array]:
        """Accelerations and multipliers."""
        f = self.force - self.bias
        if not self.system.constraints:
            try:
                return self.E @ np.linalg.solve(self.mass, f), np.zeros(0)
            except np.linalg.LinAlgError:
                raise QuantityError("the mass matrix is singular: some motion has no kinetic energy") from None
        C, c = self._held
        K = np.block([[self.mass, -C.T], [C, np.zeros((len(C), len(C)))]])
        try:
            found = np.linalg.solve(K, np.concatenate([f, -c]))
        except np.linalg.LinAlgError:
            raise QuantityError("the constraints are not independent") from None
        return self.E @ found[: self.n], found[self.n :]

    @cached_property
    def mass_matrix(self) -> Array:
        return self.E @ self.mass @ self.E.T

    def residual(self, a: Array, multipliers: Array | None = None) -> Array:
        left = self.mass @ (self.E.T @ a) + self.bias - self.force
        if multipliers is not None and len(multipliers):
            left = left - self._held[0].T @ multipliers
        return self.E @ left

    def inverse_dynamics(self, a: Array) -> Array:
        lost = self._gradient(self.system.dissipation, "dy")
        return self.E @ (self.mass @ (self.E.T @ a) + self.bias + lost)

    @cached_property
    def kinetic(self) -> float:
        return float(self.dy @ self.mass @ self.dy) / 2

    @cached_property
    def potential(self) -> float:
        return -_real(self.at(self.system.lagrangian, self._still, self._still))

    @cached_property
    def momentum(self) -> Array:
        return self.E @ self.momentum_in_chart

    @cached_property
    def power(self) -> float:
        """Of inputs and dissipation, and of constraints that move by themselves (C dy + rest = 0, rest not zero)."""
        given = float(self.force @ self.dy)
        rest = self._rest
        return given - float(self.solution[1] @ rest) if np.any(rest) else given

    @cached_property
    def _rest(self) -> Array:
        """The constraints of velocities at rest."""
        zero, found = self._still, list[float]()
        for c in self.system.constraints:
            at_rest = np.ravel(self.at(c.term, zero, zero))
            found += [0.0] * len(at_rest) if c.kind == "holonomic" else [_real(x) for x in at_rest]
        return np.array(found)

    @cached_property
    def conserved(self) -> Array:
        found: list[float] = []
        for symmetry in self.system.extra.get("symmetries", ()):
            way = np.zeros(len(self.v))
            for s in self.slots:
                if s.name in symmetry.motion:
                    way[s.v] = np.array(self.at(symmetry.motion[s.name], self._still, self._still), dtype=float)
            found.append(float(self.momentum @ way))
        return np.array(found)


def _real(x: Any) -> float:
    """A float; nan where a power or a logarithm of a negative number has left the real numbers."""
    return float(x.real) if not x.imag else float("nan")


def _many(x: Array) -> Array:
    return np.vectorize(mpmath.mpf, otypes=[object])(x) if x.size else x.astype(object)


def _exp(w: Array) -> Array:
    """Rodrigues' formula."""
    angle = mpmath.sqrt(np.dot(w, w))
    if angle == 0:
        return np.eye(3, dtype=object)
    W = hat(w)
    return (
        np.eye(3, dtype=object) + W * (mpmath.sin(angle) / angle) + np.dot(W, W) * ((1 - mpmath.cos(angle)) / angle**2)
    )
