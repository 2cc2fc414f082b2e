"""Laws of dynamics asked of closed mechanisms: brute force and projection are the second opinion."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from linkwright.errors import InputError, QuantityError, counted
from linkwright.graph.function import Function
from linkwright.simulation.integrable import making_headway
from linkwright.verification.closed_law_context import ClosedLawContext, evaluated
from linkwright.verification.finding import Finding, gap, largest, notes
from linkwright.verification.laws.energy import PATIENCE, frictionless
from linkwright.verification.laws.loops_values import momenta
from linkwright.verification.laws.parameters import LINEAR, general, physical
from linkwright.verification.ranks import BaseCount, numeric_ranks
from linkwright.verification.states import rates

Array = np.ndarray[Any, Any]
_TIME, _LARGE_TIME = 0.3, 0.05
_REACH = 8.0
"""How many times faster than at the start dependent joints may move against free ones in a simulation."""
_ACCURACY = 1e-11
_MANY = 40
"""Joint rates up to which ranks are asked: a rank needs as many states as there are parameters."""


def brute_force(s: ClosedLawContext) -> Finding:
    """Law 3: forces, mass matrix, gravity and accelerations by projection of what virtual work gives for every body."""
    p = s.reference
    size = tree_forces(s)
    gaps = [
        gap(s.value("inverse_dynamics"), p.forces().value, size),
        gap(s.value("mass_matrix"), p.mass().value),
        gap(s.value("gravity"), p.gravity().value, size),
        gap(s.value("coriolis_vector"), p.coriolis(), size),
    ]
    return Finding(largest(gaps))


def coriolis(s: ClosedLawContext) -> Finding:
    """Law 4: c = C v, and C is made of the Christoffel symbols of the projected mass matrix."""
    C = s.value("coriolis_matrix")
    moved = np.einsum("kij,kj->ki", C, s.states.v)
    scale = [float(np.max(np.abs(s.value("mass_matrix")))), float(np.max(np.abs(s.reference.motion().coriolis.value)))]
    return Finding(
        largest([gap(moved, s.value("coriolis_vector"), scale), gap(C, s.reference.coriolis_matrix().value, scale)])
    )


def skew(s: ClosedLawContext) -> Finding:
    """Law 5: dM/dt = C + C', dM/dt by differences of order 8 along the motion."""
    C, M = s.value("coriolis_matrix"), s.function("mass_matrix")
    total = np.zeros_like(C)
    step = float(np.min(_times(s)))
    for k, weight in ((1, 4 / 5), (2, -1 / 5), (3, 4 / 105), (4, -1 / 280)):
        for sign in (1, -1):
            total += sign * weight / step * evaluated(M, _later(s, sign * k * step))[0]
    size = np.max(np.abs(s.value("mass_matrix")))
    return Finding(gap(total, C + np.swapaxes(C, 1, 2), size))


def _times(s: ClosedLawContext) -> Array:
    """Steps of differences: the nearer a singular position, the larger is W, and the sooner it bends."""
    sizes = (np.max(np.abs(x.reshape(len(x), -1)), axis=1, initial=1.0) for x in (s.reference.rates, s.reference.W))
    return 1e-2 / np.prod(list(sizes), axis=0)


def _later(s: ClosedLawContext, time: float) -> Any:
    """The sample states after a time at constant free rates."""
    where, closed, p = s.cut.coordinates, s.reference.closed, s.reference
    positions, _ = closed.close_all(closed.moved(p.positions, time * p.rates))
    return replace(
        s.states, q=positions[:, list(where.free_q)], theta=positions[:, list(where.dependent_q)], positions=positions
    )


def kinetic(s: ClosedLawContext) -> Finding:
    """Law 6: T = v' M v / 2, and is the sum over the bodies; so are the momenta."""
    T, v = s.value("kinetic_energy"), s.states.v
    of_bodies = s.reference.motion().kinetic_energy.value
    quadratic = np.einsum("ki,kij,kj->k", v, s.value("mass_matrix"), v) / 2
    return Finding(largest([gap(T, quadratic), gap(T, of_bodies), *momenta(s)]))


def conserved(s: ClosedLawContext) -> Finding:
    """Law 7: without friction and forces a simulation in free coordinates keeps its energy; dependent joints follow by their
    rates, and stay closed."""
    robot = s.variant(s.robot.with_tree(replace(s.robot.tree, wrenches=()).with_drives(frictionless)))
    forward = s.function("forward_dynamics", robot)
    from scipy.integrate import solve_ivp

    where, nq, nv = s.cut.coordinates, s.robot.tree.nq, len(s.cut.coordinates.free_v)
    speed = s.function("dependent_velocities", robot, closure="given")
    zero = np.zeros(nv)

    def slope(_: float, y: Array) -> Array:
        x, v = y[:nq], y[nq:]
        known = {"q": x[list(where.free_q)], "theta": x[list(where.dependent_q)], "v": v, "tau": zero}
        tree = np.zeros(robot.tree.nv)
        tree[list(where.free_v)], tree[list(where.dependent_v)] = v, _call(speed, known)
        return np.array([*rates(robot.tree, x, tree), *_call(forward, known)], dtype=float)

    spread = s.function("projection_matrix", robot, closure="given")

    def near_singular(_: float, y: Array) -> float:
        """Zero where free coordinates begin to fail: a dyad that is nearly stretched, say."""
        known = {"q": y[list(where.free_q)], "theta": y[list(where.dependent_q)]}
        return _REACH - float(np.max(np.abs(_call(spread, known)), initial=0.0)) / usual

    first = int(np.argmin(s.reference.closed.conditions(s.states.positions)))
    usual = max(1.0, float(np.max(np.abs(s.value("projection_matrix", robot, closure="given")[first]))))
    near_singular.terminal = True  # type: ignore[attr-defined]  # SciPy reads it from the function
    y0 = np.concatenate([s.states.positions[first], s.states.v[first]])
    end = _TIME if s.small else _LARGE_TIME
    try:
        way = solve_ivp(
            making_headway(slope, PATIENCE, 0.0), (0.0, end), y0, "DOP853", rtol=_ACCURACY, atol=_ACCURACY, events=near_singular
        )  # fmt: skip
    except InputError as error:
        return Finding(note=error.what)
    if not way.success:
        return Finding(float("inf"), note=f"no simulation: {way.message}")
    x, v = way.y[:nq].T, way.y[nq:].T
    known = {"q": x[:, list(where.free_q)], "theta": x[:, list(where.dependent_q)], "v": v}
    T, U = (_call(s.function(n, robot), known) for n in ("kinetic_energy", "potential_energy"))
    total = T + U
    exchanged = max(float(np.ptp(T)), float(np.max(np.abs(T))), float(np.ptp(U)))
    drift = s.reference.closed.gaps(x)
    gaps = [gap(total - total[0], np.zeros_like(total), exchanged), gap(drift, np.zeros_like(drift), 1.0)]
    halted = ", then free coordinates fail: nearly singular" if way.status == 1 else ""
    return Finding(largest(gaps), note=f"{way.t[-1]:.3g} s of motion{halted}")


def _call(f: Function, known: dict[str, Array]) -> Array:
    return np.asarray(f(**{n: known[n] for n in f.inputs if n in known}))


def linear(s: ClosedLawContext) -> Finding:
    """Law 8: tau = Y p = Y_base p_base, drives and wrenches apart; and g, T, U and M v by their own regressors."""
    robot = s.rigid
    p = physical(robot.tree)
    tau = s.value("inverse_dynamics", robot)
    size = float(np.max(np.abs(s.reference.motion().rigid_forces.value)))
    gaps = [gap(tau, s.value("regressor", robot) @ p, size)]
    base = np.asarray(s.function("base_parameters", robot)())
    gaps.append(gap(tau, s.value("base_regressor", robot) @ base, size))
    for quantity, regressor in LINEAR:
        value, scale = s.value(quantity, robot), size
        if quantity == "mass_matrix":
            scale = float(np.max(np.abs(value)))
            value = (value @ s.states.v[..., None])[..., 0]
        gaps.append(gap(value, s.value(regressor, robot) @ p, scale))
    return Finding(largest(gaps), note=f"{len(base)} base parameters with the zeros of its bodies")


def rank(s: ClosedLawContext) -> Finding:
    """Law 9: regressors of many states have as many independent columns as there are base parameters of bodies with general
    inertia; those that this robot has are independent, too. Pieces without mass between the axes of a joint leave two bounds,
    as for trees: the rank of the bodies' columns, and that of all."""
    if s.robot.tree.nv > _MANY:
        return Finding(note=f"not asked of {s.robot.tree.nv} joint rates: too many states")
    if s.rounding:
        return Finding(note="not asked: the rounding of the file blurs ranks")
    robot = s.rigid.with_tree(general(s.rigid.tree, s.seed))
    Y, Yb, own = (
        s.function(n, r, closure="given")
        for n, r in (("regressor", robot), ("base_regressor", robot), ("base_regressor", s.rigid))
    )
    columns, count, mine = (next(iter(f.outputs.values())).shape[1] for f in (Y, Yb, own))
    count_states = 8 + 3 * count // (2 * max(1, len(s.cut.coordinates.free_v)))
    states = s.sampled(count_states, s.seed + 7, reach=1.5)  # wide: in a short motion many columns look alike
    every = evaluated(Y, states)[0]
    of_bodies = [k for k, label in enumerate(Y.outputs["Y"].labels) if label.partition("_")[2] in robot.bodies]
    least, most = numeric_ranks(every[..., of_bodies])[0], numeric_ranks(every)[1]
    base, rank_own = (numeric_ranks(evaluated(f, states)[0])[1] for f in (Yb, own))
    found = BaseCount(columns, count, least, most, base, mine, rank_own)
    return Finding(found.misses, note=notes(str(found), "bodies of any inertia" if mine < count else ""))


def constraint_forces(s: ClosedLawContext) -> Finding:
    """Law 10: the tree with the closures' forces on it needs tau at the free joints and nothing at the others."""
    lam = s.value("constraint_forces")
    Jq, Jtheta = evaluated(s.function("closure_jacobian"), s.states)
    p, where = s.reference, s.cut.coordinates
    tree = p.motion().forces(s.states.wrench).value
    size = tree_forces(s)
    free = tree[:, list(where.free_v)] - np.einsum("kij,ki->kj", Jq, lam)
    others = tree[:, list(where.dependent_v)] - np.einsum("kij,ki->kj", Jtheta, lam)
    gaps = [gap(free, p.forces().value, size), gap(others, np.zeros_like(others), size)]
    return Finding(largest(gaps), note=counted(lam.shape[1], "row"))


def both_ways(s: ClosedLawContext) -> Finding:
    """Law 15: Lagrange's equations after elimination of the dependent coordinates = projection of the tree's Newton-Euler."""
    size = tree_forces(s)
    gaps: list[float] = []
    asked: list[str] = []
    for quantity in ("inverse_dynamics", "mass_matrix", "gravity"):
        scale = size if quantity != "mass_matrix" else 0.0
        values = {m: x for m in ("projection", "elimination", "planar") if (x := _by(s, quantity, m)) is not None}
        first, *others = values.values()
        gaps += [gap(first, x, scale) for x in others]
        asked = list(dict.fromkeys([*asked, *values]))
    note = f"by {', '.join(asked)}"
    if s.function_or_none("closure") is not None:
        forms = [s.value("inverse_dynamics", closure="explicit", form=f) for f in ("trigonometric", "direct")]
        gaps += [gap(s.value("inverse_dynamics", closure="given"), x, size) for x in forms]
        note += "; closed form in both forms = theta given"
    return Finding(largest(gaps), note=note)


def _by(s: ClosedLawContext, quantity: str, method: str) -> Array | None:
    try:
        return s.value(quantity, method=method)
    except (QuantityError, ValueError):
        return None


def inverse_jacobians(s: ClosedLawContext) -> Finding:
    """Law 17: rates of the motors per rate of the platform, leg by leg, by projection, and by brute force."""
    if s.robot.platform is None:
        return Finding(note="no platform")
    motors = s.reference.W[:, list(s.cut.actuated)]
    found = {m: x for m in ("legwise", "projection") if (x := _by(s, "inverse_jacobian", m)) is not None}
    return Finding(largest(gap(x, motors, 1.0) for x in found.values()), note=f"by {', '.join(found)}")


def platform(s: ClosedLawContext) -> Finding:
    """Law 18: forces at the platform's coordinates leg by leg, by projection and by brute force; and J' w = tau for force and
    moment of a platform with six degrees of freedom."""
    if s.robot.platform is None:
        return Finding(note="no platform")
    p = s.reference
    size, forces = tree_forces(s), p.forces().value
    found = {m: x for m in ("legwise", "projection") if (x := _by(s, "inverse_dynamics", m)) is not None}
    gaps = [gap(x, forces, size) for x in found.values()]
    f = s.function_or_none("platform_inverse_dynamics")
    if f is not None:
        J = s.value("jacobian", frame=s.robot.platform)
        gaps.append(gap(np.einsum("kij,ki->kj", J, evaluated(f, s.states)[0]), forces, size))
    return Finding(largest(gaps), note=f"by {', '.join([*found, 'force and moment'] if f else found)}")


def undone(s: ClosedLawContext) -> Finding:
    """Law 19: a -> tau -> a, and M times its inverse is one."""
    M = s.value("mass_matrix")
    if M.size and np.max(np.linalg.cond(M)) > 1e10:
        return Finding(note="the mass matrix is singular: some joint moves no mass")
    a = evaluated(s.function("forward_dynamics"), s.states, tau=s.value("inverse_dynamics"))[0]
    one = M @ s.value("mass_matrix_inverse")
    size = tree_forces(s) / float(np.min(np.linalg.norm(M, 2, (1, 2))))
    return Finding(largest([gap(a, s.states.a, size), gap(one, np.broadcast_to(np.eye(M.shape[1]), one.shape))]))


def tree_forces(s: ClosedLawContext) -> float:
    """The largest force in any joint of the tree: what rounding is measured by where forces cancel."""
    return float(np.max(np.abs(s.reference.motion().forces(s.states.wrench).value), initial=0.0))
