"""What each quantity of the table is, in terms of a system's mechanics."""

from __future__ import annotations

from linkwright.errors import QuantityError
from linkwright.graph.expr import Expr, Scalar, is_zero, lift
from linkwright.graph.quantity import flatten
from linkwright.graph.values import named, replaced
from linkwright.manifold.lower import Matrix, Vector, cross, minus, plus
from linkwright.manifold.mechanics import Mechanics
from linkwright.manifold.parts import Parts, need_quadratic
from linkwright.manifold.state import Slot
from linkwright.manifold.symbolic import shortest
from linkwright.spatial.matrix import dot, matrix_product, transpose

# --- equations of motion ---------------------------------------------------------------------------------------------------


def equations_of_motion(x: Mechanics) -> Parts:
    """By the graph's derivatives of L."""
    f = x.f
    if x.held:
        f = plus(f, [dot(column, x.multipliers) for column in transpose(x.C)])
    return {"residual": x.residual(f)}


def inverse_dynamics(x: Mechanics) -> Parts:
    """The forces that must act besides those of L and of the dissipation."""
    return {"tau": x.residual(minus(x.conservative, x.lost))}


def accelerations(x: Mechanics) -> Parts:
    """Accelerations of a state under inputs, and the multipliers of constraints."""
    need_quadratic(x, "accelerations")
    solution, force = x.solution()
    return {"a": solution.alpha, **({"multipliers": force} if x.held else {})}


def multipliers(x: Mechanics) -> Parts:
    """Forces of the constraints."""
    _need_constraints(x)
    need_quadratic(x, "multipliers")
    return {"multipliers": x.solution()[1]}


def constraints(x: Mechanics) -> Parts:
    """What the constraints keep at zero."""
    _need_constraints(x)
    places = [e for c in x.system.constraints if c.kind == "holonomic" for e in flatten(x.lower(c.term))]
    return {"velocities": x.held, **({"places": places} if places else {})}


def _need_constraints(x: Mechanics) -> None:
    if not x.system.constraints:
        raise QuantityError(f"'{x.system.name}' has no constraints", x.system.source, "write them under 'constraints:'")


# --- masses, momenta, energies ------------------------------------------------------------------------------------------------


def mass_matrix(x: Mechanics) -> Parts:
    """B' A B with w = B v; a unit vector resists no turning about itself."""
    need_quadratic(x, "mass_matrix")
    half = transpose([x.across(column) for column in transpose(x.A)])
    return {"M": [x.across(row) for row in half]}


def kinetic_energy(x: Mechanics) -> Parts:
    """v' M v / 2."""
    need_quadratic(x, "kinetic_energy")
    return {"T": dot(x.w, _applied(x.A, x.w)) / 2}


def potential_energy(x: Mechanics) -> Parts:
    """Minus L at rest."""
    return {"U": -at_rest(x, [x.L])[0]}


def energy(x: Mechanics) -> Parts:
    """p w - L, which a motion without inputs and dissipation keeps."""
    if x.quadratic:
        return {"E": kinetic_energy(x)["T"] - at_rest(x, [x.L])[0]}
    return {"E": dot(x.p, x.w) - x.L}


def lagrangian(x: Mechanics) -> Parts:
    """L at a state."""
    return {"L": x.L}


def momentum(x: Mechanics) -> Parts:
    """dL/dv, along the motions that the manifold allows."""
    return {"p": x.across(x.p)}


def power(x: Mechanics) -> Parts:
    """What inputs put in and dissipation takes out; constraints C w + c = 0 that move by themselves put in - lambda c."""
    P = dot(x.inputs_in_space, x.w) - dot(x.lost, x.w)
    moving = at_rest(x, x.held)
    return {"P": P if all(map(is_zero, moving)) else P - dot(x.solution()[1], moving)}


def conserved_quantities(x: Mechanics) -> Parts:
    """Noether: p times the motion of the symmetry."""
    symmetries = x.system.extra.get("symmetries", ())
    if not symmetries:
        hint = "write them under 'symmetries:', for example turn: {q: e3}"
        raise QuantityError(f"'{x.system.name}' names no symmetries", x.system.source, hint)
    found: list[Scalar] = []
    for symmetry in symmetries:
        total = lift(x.graph, 0)
        for s in x.slots:
            if s.name in symmetry.motion:
                way = flatten(x.lower(symmetry.motion[s.name]))
                total = total + dot(x.p[s.v], cross(way, x.q[s.q]) if s.kind == "S2" else way)
        found.append(total)
    return {"conserved": found}


def at_rest(x: Mechanics, values: Vector) -> list[Expr]:
    """Expressions where all velocities are zero."""
    return replaced(x.graph, values, named(x.w, [0] * x.nv))


def _applied(A: Matrix, v: Vector) -> Vector:
    return [row[0] for row in matrix_product(A, [[e] for e in v])]


# --- linear behaviour ------------------------------------------------------------------------------------------------------


def linearisation(x: Mechanics) -> Parts:
    """d(chi, dv)/dt = A (chi, dv) + B du, with chi = delta x, xi (delta q = xi x q), eta (delta R = R hat(eta)).

    R^n: dchi/dt = dv;  S2: dxi/dt = 2 omega x xi + d omega;  SO(3): deta/dt = - Omega x eta + d Omega."""
    need_quadratic(x, "linearisation")
    a = shortest(x)
    by_place, by_speed = x.jacobian(a, x.q), x.jacobian(a, x.v)
    inputs = [e for values in x.inputs.values() for e in values]
    n = x.nv
    A: list[list[Scalar]] = [[0] * (2 * n) for _ in range(2 * n)]
    B: list[list[Scalar]] = [*([0] * len(inputs) for _ in range(n)), *x.jacobian(a, inputs)]
    for s in x.slots:
        for k in range(s.nv):
            A[s.iv + k][n + s.iv + k] = 1
        if s.kind in ("S2", "SO3"):
            factor = 2 if s.kind == "S2" else -1
            for i, j, sign, c in (
                (0, 1, -1, 2),
                (0, 2, 1, 1),
                (1, 0, 1, 2),
                (1, 2, -1, 0),
                (2, 0, -1, 1),
                (2, 1, 1, 0),
            ):
                A[s.iv + i][s.iv + j] = factor * sign * x.v[s.iv + c]
    for i in range(n):
        for s in x.slots:
            A[n + i][s.v] = _turned(x, s, by_place[i])
        A[n + i][n:] = by_speed[i]
    return {"A": A, **({"B": B} if inputs else {})}


def _turned(x: Mechanics, s: Slot, row: Vector) -> Vector:
    """A derivative by places as a derivative by chi."""
    if s.kind == "S2":
        return cross(x.q[s.q], row[s.q])
    return x.tangent(s, row[s.q]) if s.kind == "SO3" else row[s.q]


# --- Hamilton's form --------------------------------------------------------------------------------------------------------


def hamiltonian(x: Mechanics) -> Parts:
    """H(q, p) by the Legendre transform."""
    return {"H": replaced(x.graph, [dot(x.p, x.w) - x.L], _speeds(x))[0]}


def hamilton_equations(x: Mechanics) -> Parts:
    """v and dp/dt from q and p; p is dL/dx, q x dL/d(dq), dL/dOmega."""
    if x.held:
        raise QuantityError(
            f"Hamilton's equations of '{x.system.name}': there are constraints", x.system.source, "use accelerations"
        )
    force = minus(plus(x.slope, x.inputs_in_space), x.lost)
    rate: list[Scalar] = []
    for s in x.slots:
        own = force[s.v]
        if s.kind == "S2":
            own = plus(cross(x.q[s.q], own), cross(x.w[s.v], x.p[s.v]))
        elif s.kind == "SO3":
            own = minus(own, cross(x.w[s.v], x.p[s.v]))
        rate += own
    speeds = _speeds(x)
    v = [e for s in x.slots for e in (cross(x.q[s.q], x.w[s.v]) if s.kind == "S2" else x.w[s.v])]
    return {"v": replaced(x.graph, v, speeds), "dp": replaced(x.graph, rate, speeds)}


def _speeds(x: Mechanics) -> dict[str, Scalar]:
    """w from p: A w = p - (p at rest), across unit vectors."""
    need_quadratic(x, "hamiltonian")
    p = x.momenta
    still = at_rest(x, x.p)
    wanted: list[Scalar] = []
    for s in x.slots:  # q x y = p where y = p x q
        wanted += minus(cross(p[s.v], x.q[s.q]) if s.kind == "S2" else p[s.v], still[s.v])
    return named(x.w, x.solver.solve(wanted).z)
