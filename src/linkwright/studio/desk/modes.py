"""Small vibrations about a pose: frequencies, damping ratios and shapes, from the linearisation of the equations of motion."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.errors import InputError, QuantityError
from linkwright.model.assembly.mobility_report import solve
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.configuration import neutral, normalised
from linkwright.model.elements import freedoms
from linkwright.model.parameters import need_values
from linkwright.model.robot import OpenRobot
from linkwright.narrowing import is_sequence
from linkwright.native import compile as compile_robot
from linkwright.simulation.tree_flow import without_wrenches
from linkwright.studio.desk.reading import mechanism_of

if TYPE_CHECKING:
    from linkwright.manifold.lagrangian import Lagrangian

ZERO = 1e-5
"""Eigenvalues of this part of the largest one are zero: a double zero is split by the root of rounding, 1e-8."""
_HELD = 1e-9
"""Forces, as a part of the largest, from which on a pose needs holding."""


@dataclass(frozen=True)
class Linear:
    """d/dt (x, v) = A (x, v) about a pose. shapes: what is drawn per element of x (all joints of a closed robot's tree).

    said: what must be said of the pose
    """

    A: Array
    shapes: Array
    said: tuple[str, ...]


def modes(payload: Mapping[str, Any]) -> dict[str, Any]:
    """All modes, those that do not vibrate first, then by frequency; and whether none of them grows."""
    mechanism, q = mechanism_of(payload), _numbers(payload.get("q"))
    match mechanism:
        case OpenRobot():
            found = _of_tree(mechanism, q)
        case ClosedRobot():
            found = _of_closed(mechanism, q)
        case _:
            found = _of_lagrangian(mechanism, q)
    rows, stable = vibrations(found.A, found.shapes)
    rigid = sum(row["frequency"] == 0 for row in rows)
    said = [f"{rigid} of {len(rows)} modes move without any restoring force (0 Hz)"] if rigid else []
    return {"modes": rows, "stable": stable, "said": [*found.said, *said]}


def _numbers(q: object) -> list[float] | None:
    """The pose, or None where none is given."""
    if not is_sequence(q) or isinstance(q, str):
        if q is None:
            return None
        raise InputError("the pose is no list of numbers", hint="give one number per coordinate")
    if not all(isinstance(x, int | float) and np.isfinite(x) for x in q):
        raise InputError("the pose has something that is no number", hint="give one number per coordinate")
    return [float(x) for x in q] or None


def _sized(q: Sequence[float], size: int) -> Array:
    if len(q) != size:
        raise InputError(f"the pose has {len(q)} numbers, not {size}", hint="give one number per coordinate")
    return np.array(q)


# --- linear equations of each kind -------------------------------------------------------------------------------------------


def _of_tree(robot: OpenRobot, given: Sequence[float] | None) -> Linear:
    """Held by the joint forces that the pose takes."""
    need_values(robot)
    q = neutral(robot) if given is None else normalised(robot, _sized(given, robot.nq))
    dynamics, still = compile_robot(robot), np.zeros(robot.nv)
    tau = without_wrenches(dynamics.function("inverse_dynamics"), robot)(q, still, still)
    A: Array = without_wrenches(dynamics.function("linearisation"), robot)(q, still, tau)["A"]
    names = [e.name for e in freedoms(robot)]
    return Linear(A, np.eye(robot.nv), _holding(names, tau, _effort(dynamics, q, robot.nv)))


def _of_closed(robot: ClosedRobot, given: Sequence[float] | None) -> Linear:
    """The same in free coordinates; given: positions of the tree, or of the free coordinates."""
    need_values(robot)
    where = robot.coordinates
    free = list(where.free_q)
    if given is None:
        q = solve(robot, _start(robot)[free])
    elif len(given) == robot.tree.nq:
        q = solve(robot, np.array(given)[free], np.array(given))
    else:
        q = solve(robot, _sized(given, len(free)))
    at, theta, still = q[free], q[list(where.dependent_q)], np.zeros(robot.nv)
    dynamics = compile_robot(robot)
    felt = without_wrenches(dynamics.function("inverse_dynamics", closure="given"), robot.tree)
    tau = felt(at, theta, still, still)
    linear = without_wrenches(dynamics.function("linearisation", closure="given"), robot.tree)
    W: Array = np.reshape(dynamics.function("projection_matrix", closure="given")(at, theta), (robot.tree.nv, robot.nv))
    names = [e.name for e in freedoms(robot.tree) if e.index in where.free_v]
    effort = _effort(compile_robot(robot.tree), q, robot.tree.nv)
    return Linear(linear(at, theta, still, tau)["A"], W, _holding(names, tau, effort))


def _start(robot: ClosedRobot) -> Array:
    from linkwright.model.assembly.mobility_report import cut

    return np.array(cut(robot).start)


def _of_lagrangian(system: Lagrangian, given: Sequence[float] | None) -> Linear:
    """Deviations across unit vectors: a turn about one moves nothing."""
    from linkwright.manifold.state import slots_of
    from linkwright.narrowing import is_dict
    from linkwright.simulation.integrators import on_manifold, start_state

    if system.constraints:
        raise QuantityError(f"'{system.name}' has constraints: its modes are not computed", hint="leave them out of L")
    slots, still = slots_of(system.variables), np.zeros(system.nv)
    q = start_state(system)[0] if given is None else _sized(given, system.nq)
    q, _ = on_manifold(slots, q, still)
    dynamics = compile_robot(system)
    inputs = [np.zeros(i.shape or (1,)) for i in system.inputs]
    found = dynamics.function("linearisation")(q, still, *inputs)
    A: Array = np.asarray(found["A"] if is_dict(found) else found)
    a = dynamics.function("accelerations")(q, still, *inputs)
    columns = np.eye(system.nv)
    for s in slots:
        if s.kind == "S2":
            columns[s.v, s.v] -= np.outer(q[s.q], q[s.q])
    basis = np.linalg.svd(columns)[0][:, : round(float(np.trace(columns)))]
    n, both = system.nv, np.zeros((2 * system.nv, 2 * basis.shape[1]))
    both[:n, : basis.shape[1]] = both[n:, basis.shape[1] :] = basis
    moving = float(np.max(np.abs(a), initial=0.0))
    said = (f"this is no equilibrium: its accelerations are up to {moving:.3g}",) if moving > 1e-7 else ()
    return Linear(both.T @ A @ both, basis, said)


def _effort(dynamics: Any, q: Array, nv: int) -> float:
    """The size that forces have here: of gravity and springs, joint by joint, before they balance."""
    passive = dynamics.function("passive_forces")(q, np.zeros(nv))
    return float(np.max(np.abs(dynamics.function("gravity")(q)), initial=0.0) + np.max(np.abs(passive), initial=0.0))


def _holding(names: Sequence[str], tau: Array, effort: float) -> tuple[str, ...]:
    """Which forces hold a pose that is no equilibrium."""
    forces: list[float] = np.ravel(tau).tolist()
    held = [(n, x) for n, x in zip(names, forces, strict=True) if abs(x) > max(1e-9, _HELD * effort)]
    if not held:
        return ()
    words = ", ".join(f"{n} {x:.4g}" for n, x in held[:8]) + (f" and {len(held) - 8} more" if len(held) > 8 else "")
    return (f"this pose is no equilibrium: it is held by constant joint forces ({words})",)


# --- eigenvalues -------------------------------------------------------------------------------------------------------------


def vibrations(A: Array, shapes: Array) -> tuple[list[dict[str, Any]], bool]:
    """Modes of d/dt (x, v) = A (x, v), and whether none grows; shapes: x -> what is drawn."""
    from scipy.linalg import eig

    n = A.shape[0] // 2
    if not n:
        return [], True
    both: Any = eig(A)
    values: list[complex] = both[0].tolist()
    vectors: Array = both[1]
    small = ZERO * max(*map(abs, values), 1e-6)
    rows = [_mode(0.0, shapes @ x) for x in _drifting(A, small).T]
    moving = [k for k in range(len(values)) if abs(values[k]) > small and values[k].imag >= -1e-9 * abs(values[k])]
    moving.sort(key=lambda k: (abs(values[k]), -values[k].real))
    rows += [_mode(values[k], shapes @ vectors[:n, k]) for k in moving]
    return rows, all(x.real <= small for x in values)


def _drifting(A: Array, small: float) -> Array:
    """Displacements that nothing brings back: of the eigenvalues that are zero, chains of them included (a body that tilts
    drifts, and nothing vibrates). One per column."""
    from scipy.linalg import schur

    n = A.shape[0] // 2
    made: Any = schur(A, sort=lambda re, im: abs(complex(re, im)) <= small)
    basis: Array = made[1][:n, : made[2]]
    U, sizes, _ = np.linalg.svd(basis, full_matrices=False)
    return U[:, : int(np.sum(sizes > 1e-6))]


def _mode(value: complex, x: Array) -> dict[str, Any]:
    """One mode: its eigenvalue, and its shape with the largest entry 1."""
    largest = x[int(np.argmax(np.abs(x)))] if len(x) else 1.0
    shape: Array = x / largest if abs(largest) > 0 else x
    size = abs(value)
    exact = 0.0 if abs(value.imag) <= 1e-9 * size else value.imag
    return {
        "frequency": size / (2 * np.pi),
        "damping": -value.real / size if size else 0.0,
        "real": value.real,
        "imaginary": exact,
        "shape": {"real": np.real(shape).tolist(), "imaginary": np.imag(shape).tolist()},
    }
