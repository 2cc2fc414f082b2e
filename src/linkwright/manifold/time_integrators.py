"""One step of time, as expressions: Runge-Kutta-Munthe-Kaas of fourth order, and a variational step. No branches, no angles.

Places move by the Cayley map, which is rational and stays on the manifold: R cay(theta), cay(theta) q, x + theta with
cay(theta) = 1 + (hat(theta) + hat(theta)^2 / 2) / (1 + |theta|^2 / 4). Its inverse tangent is exact and short,
d theta/dt = Omega + theta x Omega / 2 + (theta . Omega) theta / 4 in body axes, with the other sign in space.
(Munthe-Kaas 1998; Iserles, Munthe-Kaas, Norsett & Zanna 2000, section 8; Bou-Rabee & Marsden 2009 for Lagrangians.)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from linkwright.errors import QuantityError
from linkwright.graph.expr import Scalar, apply, lift
from linkwright.graph.quantity import flatten
from linkwright.graph.values import named, replaced
from linkwright.manifold.lower import Matrix, Vector, cross, minus, plus, times
from linkwright.manifold.mechanics import Mechanics
from linkwright.manifold.parts import Parts, need_quadratic
from linkwright.manifold.state import Slot
from linkwright.manifold.symbolic import shortest
from linkwright.spatial.linear import solve_positive
from linkwright.spatial.matrix import dot, matrix_product, transpose

Forces = Mapping[str, Sequence[Scalar]]
"""Inputs as expressions in t[0], q[k], v[k]."""


def put(x: Mechanics, values: Sequence[Scalar], q: Vector, v: Vector | None = None, t: Scalar | None = None) -> Vector:
    """Expressions at another state."""
    table = named(x.q, q) | ({} if v is None else named(x.v, v)) | ({} if t is None else {"t[0]": t})
    return [*replaced(x.graph, values, table)]


def with_forces(x: Mechanics, values: Sequence[Scalar], forces: Forces | None) -> Vector:
    """Inputs replaced by expressions."""
    if not forces:
        return list(values)
    table: dict[str, Scalar] = {}
    for name, symbols in x.inputs.items():
        if name in forces:
            table |= named(symbols, forces[name])
    return [*replaced(x.graph, values, table)]


# --- moving on the manifold ------------------------------------------------------------------------------------------------


def cayley(theta: Vector, x: Vector) -> Vector:
    """cay(theta) x."""
    turned = cross(theta, x)
    inner = plus(turned, times(Fraction(1, 2), cross(theta, turned)))
    return plus(x, times(1 / (1 + dot(theta, theta) / 4), inner))


def move(slots: Sequence[Slot], q: Vector, theta: Vector) -> Vector:
    """Places moved by theta, brought back to the manifold against rounding."""
    found: list[Scalar] = []
    for s in slots:
        place, way = q[s.q], theta[s.v]
        if s.kind == "S2":
            moved = cayley(way, place)
            found += times(1 / apply("sqrt", dot(moved, moved)), moved)
        elif s.kind == "SO3":
            back = times(-1, way)  # rows of R cay(theta): cay(theta)' r = cay(-theta) r
            rows = [cayley(back, place[3 * k : 3 * k + 3]) for k in range(3)]
            found += [e for row in _orthogonal(rows) for e in row]
        else:
            found += plus(place, way)
    return found


def _orthogonal(R: Matrix) -> Matrix:
    """One step towards the nearest rotation: R (3 - R'R) / 2."""
    square = matrix_product(transpose(R), R)
    inner = [[(3 if i == j else 0) - square[i][j] for j in range(3)] for i in range(3)]
    return times(Fraction(1, 2), matrix_product(R, inner))


def slopes(slots: Sequence[Slot], theta: Vector, v: Vector) -> Vector:
    """d theta/dt of a motion with velocity v."""
    found: list[Scalar] = []
    for s in slots:
        way, speed = theta[s.v], v[s.v]
        if s.kind in ("S2", "SO3"):
            sign = Fraction(1 if s.kind == "SO3" else -1, 2)
            speed = plus(speed, times(sign, cross(way, speed)), times(dot(way, speed) / 4, way))
        found += speed
    return found


def across(slots: Sequence[Slot], q: Vector, v: Vector) -> Vector:
    """Velocities without the part along unit vectors."""
    found: list[Scalar] = []
    for s in slots:
        own = v[s.v]
        found += minus(own, times(dot(q[s.q], own), q[s.q])) if s.kind == "S2" else own
    return found


# --- Runge-Kutta-Munthe-Kaas ------------------------------------------------------------------------------------------------


def rkmk_step(x: Mechanics, forces: Forces | None = None) -> Parts:
    """q and v after a time h; inputs are held, or given as expressions."""
    need_quadratic(x, "rkmk_step")
    h = x.symbol("h")
    a = with_forces(x, shortest(x), forces)
    t = x.symbol("t") if forces is not None else None

    def stage(part: Scalar, theta: Vector, v: Vector) -> tuple[Vector, Vector]:
        q = move(x.slots, x.q, theta)
        return slopes(x.slots, theta, v), put(x, a, q, v, None if t is None else t + part * h)

    half = Fraction(1, 2)
    w1, a1 = list(x.v), put(x, a, x.q, x.v, t)
    w2, a2 = stage(half, times(half * h, w1), plus(x.v, times(half * h, a1)))
    w3, a3 = stage(half, times(half * h, w2), plus(x.v, times(half * h, a2)))
    w4, a4 = stage(1, times(h, w3), plus(x.v, times(h, a3)))
    sixth = h / 6
    theta = times(sixth, plus(w1, times(2, plus(w2, w3)), w4))
    v = plus(x.v, times(sixth, plus(a1, times(2, plus(a2, a3)), a4)))
    q, v = _kept(x, move(x.slots, x.q, theta), v)
    return {"q_next": q, "v_next": across(x.slots, q, v)}


def _kept(x: Mechanics, q: Vector, v: Vector) -> tuple[Vector, Vector]:
    """Places and velocities moved back to the constraints, by one Newton step in the metric of the masses."""
    places = [e for c in x.system.constraints if c.kind == "holonomic" for e in flatten(x.lower(c.term))]
    if places:
        rows = x.along(places, x.rates, x.q)
        q = move(x.slots, q, put(x, _correction(x, x.jacobian(rows, x.w), places), q, v))
    if x.held:
        v = plus(v, put(x, _correction(x, x.C, x.held), q, v))
    return q, v


def _correction(x: Mechanics, C: Matrix, gap: Vector) -> Vector:
    """The shortest alpha with C z = - gap."""
    columns = [x.solver.solve(row) for row in C]
    S = [[dot(row, column.z) for column in columns] for row in C]
    size = solve_positive(S, times(-1, gap))
    total: list[Scalar] = [0] * x.nv
    for k, column in zip(size, columns, strict=True):
        total = plus(total, times(k, column.alpha))
    return x.finish(total)


# --- variational -------------------------------------------------------------------------------------------------------------


class Discrete:
    """The discrete Lagrangian (h/2) (L(q, xi) + L(q', xi)) with q' = q moved by theta = h xi, and its momenta

        p = - D1 Ld - (h/2) F(q, xi),      p' = D2 Ld + (h/2) F(q', xi)

    which are of second order, keep what symmetries keep, and whose energy error does not grow (Marsden & West 2001).
    """

    def __init__(self, x: Mechanics, forces: Forces | None = None) -> None:
        need_quadratic(x, "the variational step")
        if x.held:
            hint = "simulate with method rkmk4, which keeps constraints"
            raise QuantityError(
                f"'{x.system.name}' has constraints: there is no variational step", x.system.source, hint
            )
        self.x, self.h = x, x.symbol("h")
        self.theta = x.symbols("theta", x.nv)
        self.xi = times(1 / self.h, self.theta)
        L = x.finish(x.L)
        by_place = x.gradient(L, x.q)
        self._slope = [e for s in x.slots for e in self._tangent(s, by_place)]
        self._momentum = x.gradient(L, x.v)
        self._force = with_forces(x, x.finish(x.across(minus(x.inputs_in_space, x.lost))), forces)
        self.next = move(x.slots, x.q, self.theta)
        self.t = x.symbol("t") if forces is not None else None

    def _tangent(self, s: Slot, by_place: Vector) -> Vector:
        if s.kind == "S2":
            return cross(self.x.q[s.q], by_place[s.q])
        return self.x.tangent(s, by_place[s.q]) if s.kind == "SO3" else by_place[s.q]

    def _at(self, values: Vector, later: bool) -> Vector:
        time = None if self.t is None else self.t + self.h if later else self.t
        return put(self.x, values, self.next if later else self.x.q, self.xi, time)

    def _sides(self) -> tuple[Vector, Vector]:
        """The momenta of the kinetic part before and after."""
        P = times(Fraction(1, 2), plus(self._at(self._momentum, False), self._at(self._momentum, True)))
        before, after = list[Scalar](), list[Scalar]()
        for s in self.x.slots:
            own, way = P[s.v], self.theta[s.v]
            if s.kind == "S2":
                first, second = _sphere(self.x.q[s.q], self.next[s.q], way, own)
                before, after = [*before, *first], [*after, *second]
            elif s.kind == "SO3":
                even = plus(own, times(dot(way, own) / 4, way))
                odd = times(Fraction(1, 2), cross(way, own))
                before, after = [*before, *plus(even, odd)], [*after, *minus(even, odd)]
            else:
                before, after = [*before, *own], [*after, *own]
        return before, after

    def residual(self, p: Vector) -> Vector:
        """What vanishes at the right theta: p + D1 Ld + (h/2) F, and the part of theta along unit vectors."""
        before, _ = self._sides()
        push = plus(self._at(self._slope, False), self._at(self._force, False))
        found = minus(plus(p, times(self.h / 2, push)), before)
        for s in self.x.slots:
            if s.kind == "S2":
                mass = sum((self.x.A[k][k] for k in range(s.iv, s.iv + 3)), start=lift(self.x.graph, 0)) / (3 * self.h)
                q = self.x.q[s.q]
                found[s.v] = minus(found[s.v], times(self.x.finish([mass])[0] * dot(q, self.theta[s.v]), q))
        return found

    def momentum(self) -> Vector:
        _, after = self._sides()
        push = plus(self._at(self._slope, True), self._at(self._force, True))
        return plus(after, times(self.h / 2, push))


def _sphere(q: Vector, ahead: Vector, theta: Vector, P: Vector) -> tuple[Vector, Vector]:
    """- D1 and D2 of P . theta for theta = 2 (q x q') / (1 + q . q')."""
    s = 1 + dot(q, ahead)
    along = times(dot(P, theta) / 2, theta)  # 2 (P.c) c / s^2 with c = q x q' = s theta / 2
    first = minus(along, times(2 / s, cross(q, cross(ahead, P))))
    second = plus(times(2 / s, cross(ahead, cross(P, q))), along)
    return first, second


def variational_newton(x: Mechanics, forces: Forces | None = None) -> Parts:
    """A better theta from one: the step of Newton's method."""
    d = Discrete(x, forces)
    residual = d.residual(x.momenta)
    change = solve_positive(x.jacobian(residual, d.theta), residual)
    return {"theta_next": minus(d.theta, change), "change": dot(change, change)}


def variational_end(x: Mechanics, forces: Forces | None = None) -> Parts:
    """q, p and v at the end of the step theta."""
    d = Discrete(x, forces)
    p = across(x.slots, d.next, d.momentum())
    wanted: list[Scalar] = []
    for s in x.slots:
        wanted += cross(x.momenta[s.v], x.q[s.q]) if s.kind == "S2" else x.momenta[s.v]
    still = put(x, x.finish(x.p), x.q, [0] * x.nv)
    v = put(x, x.finish(x.solver.solve(minus(wanted, still)).alpha), d.next)
    return {"q_next": d.next, "p_next": p, "v_next": [*replaced(x.graph, v, named(x.momenta, p))]}
