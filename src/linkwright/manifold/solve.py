"""The accelerations from A z = f, straight-line: block elimination where the blocks are simple, LDL' for the rest.

z are second derivatives in space (ddx, ddq, dOmega). Places in R^n are eliminated first, while everything is still written in
space: what couples through multiples of the identity stays a multiple of the identity, and a single unit vector then costs
one division (Sreenath, Lee & Kumar 2013 found this form for the quadrotor with a load by hand). A unit vector has
z = alpha x q - |omega|^2 q; its equation holds across q only. The part of alpha along q, which is zero, gets a multiple of
q q' as its mass, so that the matrix is positive definite without choosing a basis of the tangent plane.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from linkwright.errors import QuantityError
from linkwright.graph.expr import Scalar, is_zero
from linkwright.manifold.lower import Matrix, Vector, cross, minus, outer, plus, times
from linkwright.manifold.state import Slot
from linkwright.spatial.linear import solve_positive
from linkwright.spatial.matrix import dot, matrix_product, transpose


@dataclass(frozen=True)
class Solution:
    """alpha: as v and a are stacked; z: in space."""

    alpha: Vector
    z: Vector


class Solver:
    """Factors of the mass matrix in space, for any number of right-hand sides.

    units: the unit vector of each S2 by the index of its variable
    """

    def __init__(self, slots: Sequence[Slot], A: Matrix, units: dict[str, Vector]) -> None:
        self.slots, self.units = slots, units
        self.A = [list(row) for row in A]
        self._first: list[tuple[int, dict[int, Scalar], Scalar]] = []
        flat = [k for s in slots if s.kind in ("R", "S1", "Rn") for k in range(s.iv, s.iv + s.nv)]
        self._rest = [s for s in slots if s.kind in ("S2", "SO3")]
        self._eliminate(flat)
        self._factorise()

    # --- places in R^n, in space ---------------------------------------------------------------------------------------------

    def _eliminate(self, flat: list[int]) -> None:
        left = set(range(len(self.A)))
        while flat:
            k = min(flat, key=lambda i: sum(not is_zero(self.A[i][j]) for j in left))
            flat.remove(k)
            left.remove(k)
            self._check(k)
            inverse = 1 / self.A[k][k]
            row = {j: self.A[k][j] for j in sorted(left) if not is_zero(self.A[k][j])}
            for i in row:
                factor = row[i] * inverse
                for j in row:
                    if j <= i:
                        self.A[i][j] = self.A[j][i] = self.A[i][j] - factor * row[j]
            self._first.append((k, row, inverse))

    def _check(self, k: int) -> None:
        if is_zero(self.A[k][k]):
            name = next(s.name for s in self.slots if s.iv <= k < s.iv + s.nv)
            hint = f"write a kinetic energy in which the velocity of '{name}' appears squared"
            raise QuantityError(f"'{name}' moves no mass, so its acceleration is not determined", hint=hint)

    # --- unit vectors and rotations ------------------------------------------------------------------------------------------

    def _block(self, a: Slot, b: Slot) -> Matrix:
        return [self.A[i][b.v] for i in range(a.iv, a.iv + a.nv)]

    def _multiple(self, s: Slot) -> Scalar | None:
        """m where the block is m times the identity."""
        block = self._block(s, s)
        m = block[0][0]
        same = all(block[i][i] == m if i == j else is_zero(block[i][j]) for i in range(3) for j in range(3))
        return m if same else None

    def _left(self, s: Slot, block: Matrix) -> Matrix:
        """B' block, where dq = B omega: q x each column for a unit vector."""
        if s.kind != "S2":
            return block
        return transpose([cross(self.units[s.name], column) for column in transpose(block)])

    def _mass(self, a: Slot, b: Slot) -> Matrix:
        if a is b and a.kind == "S2":
            m = self._multiple(a)
            if m is not None:
                return [[m if i == j else 0 for j in range(3)] for i in range(3)]
            q, block = self.units[a.name], self._block(a, a)
            own = (block[0][0] + block[1][1] + block[2][2]) / 3
            return plus(self._both(a, block, a), times(own, outer(q, q)))
        return self._both(a, self._block(a, b), b)

    def _both(self, a: Slot, block: Matrix, b: Slot) -> Matrix:
        return transpose(self._left(b, transpose(self._left(a, block))))

    def _factorise(self) -> None:
        """L D L' of what is left, in its own numbering."""
        where = {s.name: 3 * n for n, s in enumerate(self._rest)}
        size = 3 * len(self._rest)
        M: list[list[Scalar]] = [[0] * size for _ in range(size)]
        for a in self._rest:
            for b in self._rest:
                if where[b.name] <= where[a.name]:
                    for i, row in enumerate(self._mass(a, b)):
                        for j, x in enumerate(row):
                            M[where[a.name] + i][where[b.name] + j] = x
        self._inverse: Vector = []
        self._lower: list[dict[int, Scalar]] = [{} for _ in range(size)]  # column by column
        for k in range(size):
            if is_zero(M[k][k]):
                self._check(self._rest[k // 3].iv + k % 3)
                hint = "the kinetic energy must be positive whatever moves: look at the symmetric part of matrices"
                raise QuantityError(f"the mass matrix is singular at '{self._rest[k // 3].name}'", hint=hint)
            self._inverse.append(1 / M[k][k])
            column = {i: M[i][k] for i in range(k + 1, size) if not is_zero(M[i][k])}
            for i, x in column.items():
                factor = self._lower[k][i] = x * self._inverse[k]
                for j, y in column.items():
                    if j <= i:
                        M[i][j] = M[i][j] - factor * y

    # --- right-hand sides -----------------------------------------------------------------------------------------------------

    def solve(self, f: Vector, centripetal: dict[str, Vector] | None = None) -> Solution:
        """A z = f across the unit vectors. centripetal: - |omega|^2 q of each, where z is to contain it."""
        f = list(f)
        for k, row, inverse in self._first:
            scaled = inverse * f[k]
            for j, x in row.items():
                f[j] = f[j] - x * scaled
        z: list[Scalar] = [0] * len(f)
        alpha: list[Scalar] = [0] * len(f)
        moved = self._moved(f, centripetal or {})
        found = self._substituted([x for s in self._rest for x in moved[s.name]])
        for n, s in enumerate(self._rest):
            own = alpha[s.v] = found[3 * n : 3 * n + 3]
            if s.kind == "S2":
                own = cross(own, self.units[s.name])
                if centripetal:
                    own = plus(own, centripetal[s.name])
            z[s.v] = own
        for k, row, inverse in reversed(self._first):
            z[k] = alpha[k] = inverse * (f[k] - dot(list(row.values()), [z[j] for j in row]))
        return Solution(alpha, z)

    def _moved(self, f: Vector, centripetal: dict[str, Vector]) -> dict[str, Vector]:
        """B' (f - A c) for every unit vector and rotation."""
        found: dict[str, Vector] = {}
        for a in self._rest:
            own: Vector = f[a.v]
            for b in self._rest:
                if b.name in centripetal and not (a is b and self._multiple(a) is not None):
                    product = matrix_product(self._block(a, b), [[x] for x in centripetal[b.name]])
                    own = minus(own, [x[0] for x in product])
            found[a.name] = cross(self.units[a.name], own) if a.kind == "S2" else own
        return found

    def _substituted(self, b: Vector) -> Vector:
        x = list(b)
        for k, column in enumerate(self._lower):
            for i, factor in column.items():
                x[i] = x[i] - factor * x[k]
        x = [a * d for a, d in zip(x, self._inverse, strict=True)]
        for k in reversed(range(len(x))):
            for i, factor in self._lower[k].items():
                x[k] = x[k] - factor * x[i]
        return x


def constrained(
    solver: Solver, f: Vector, centripetal: dict[str, Vector], C: Matrix, bias: Vector
) -> tuple[Solution, Vector]:
    """A z = f + C' lambda with C z + bias = 0."""
    free = solver.solve(f, centripetal)
    if not C:
        return free, []
    columns = [solver.solve(row) for row in C]
    S = [[dot(row, column.z) for column in columns] for row in C]
    try:
        force = solve_positive(S, [-(b + dot(row, free.z)) for row, b in zip(C, bias, strict=True)])
    except ZeroDivisionError:
        hint = "remove those that hold by themselves or follow from others: their forces would not be determined"
        raise QuantityError("the constraints are not independent", hint=hint) from None
    alpha, z = free.alpha, free.z
    for x, column in zip(force, columns, strict=True):
        alpha, z = plus(alpha, times(x, column.alpha)), plus(z, times(x, column.z))
    return Solution(alpha, z), force
