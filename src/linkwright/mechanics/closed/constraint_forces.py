"""Forces that keep the loops closed: multipliers of the closures' rows, what the joints then transmit, and what motors must do.

The tree's equations are  tau_tree(q, v, a) = tau + J' lambda,  with tau at the free joints: the rows of the dependent joints
give lambda. A row of displacement is a force along an axis at the closure, a row of rotation a moment about it.
"""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.errors import DependentActuators, QuantityError, TooFewActuators
from linkwright.graph.expr import Scalar, is_zero
from linkwright.mechanics.closure.kinematics import closure_jacobian
from linkwright.mechanics.closure.system import System
from linkwright.mechanics.embedding import Embedding
from linkwright.mechanics.tree.cut_forces import cut_forces as cut_forces_of_tree
from linkwright.mechanics.tree.factor import dense_factors
from linkwright.mechanics.tree.kinematics import link_transforms
from linkwright.mechanics.tree.newton_euler import newton_euler
from linkwright.model.cut import Closure, Cut
from linkwright.model.tree import BASE
from linkwright.spatial.matrix import Matrix, matrix_product, product, transpose
from linkwright.spatial.motion import Force
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import ZERO, Vec


def multipliers(x: Embedding) -> list[Scalar]:
    """lambda, in the order of the closure's rows."""
    felt = newton_euler(x.tree, x.positions, x.rates, x.accelerations, x.wrench)
    return System(closure_jacobian(x)[1], x.cut, x.positions).solve_transposed(
        [felt[k] for k in x.cut.coordinates.dependent_v]
    )


def cut_forces(x: Embedding) -> Matrix:
    """Per link: force and moment that its parent exerts on it, at the link's joint frame and in its axes."""
    closing = closing_wrenches(x, multipliers(x))
    return cut_forces_of_tree(x.tree, x.positions, x.rates, x.accelerations, x.wrench, closing)


def closing_wrenches(x: Embedding, lam: Sequence[Scalar]) -> list[tuple[int, Force]]:
    """(link, force at its origin, in its axes) of every closure on the two links that it joins."""
    at = link_transforms(x.tree, x.positions)
    values = iter(lam)
    found: list[tuple[int, Force]] = []
    for closure in x.cut.closures:
        f, n, point = _in_world(closure, at, [next(values) for _ in closure.rows])
        for place, sign in ((closure.first, -1), (closure.second, 1)):
            if place.link != BASE:
                X = at[place.link]
                own = X.R.apply_T(f * sign)
                arm = X.R.apply_T(point - X.p)
                found.append((place.link, Force(own, X.R.apply_T(n * sign) + arm.cross(own))))
    return found


def _in_world(closure: Closure, at: dict[int, Transform], lam: Sequence[Scalar]) -> tuple[Vec, Vec, Vec]:
    """Force and moment on the second body, and the point where they act."""
    axes = (at[closure.axes.link] @ closure.axes.X).R.T
    first, second = (at[p.link] @ p.X for p in (closure.first, closure.second))
    f, n = ZERO, ZERO
    for row, value in zip(closure.rows, lam, strict=True):
        if row < 3:
            f = f + axes[row] * value
        elif closure.kind == "universal":  # z1 . x2 changes by (x2 x z1) . (rotation of the second body)
            n = n + second.R.T[0].cross(first.R.T[2]) * value
        else:
            n = n + axes[row - 3] * value
    return f, n, second.p


def motor_forces(x: Embedding, tau: list[Scalar]) -> list[Scalar]:
    """u with W_m' u = tau, W_m the rows of W that motors drive; of the least sum of weights u^2 where that leaves a choice."""
    motors, free = x.cut.actuated or x.cut.coordinates.free_v, x.cut.coordinates.free_v
    weights = _weights(x, len(motors))
    if x.cut.driven < len(free):
        raise lacking_motors(x.cut, "forces of motors")
    if set(motors) == set(free):
        return [tau[free.index(k)] for k in motors]
    rows = [x.W[k] for k in motors]
    if len(motors) == len(free):
        return System(rows, x.cut, x.positions).solve_transposed(tau)
    scaled = [[e / w for e in row] for row, w in zip(rows, weights, strict=True)]
    share = dense_factors(matrix_product(transpose(rows), scaled)).solve(tau)
    return product(scaled, share)


def lacking_motors(cut: Cut, wanted: str) -> TooFewActuators | DependentActuators:
    """Motors do not determine all motions; with what would."""
    few = len(cut.actuated) < len(cut.coordinates.free_v)
    count = f"{len(cut.actuated)} motors determine {cut.driven} of {len(cut.coordinates.free_v)} degrees of freedom"
    hint = (
        f"for instance actuated: [{', '.join(cut.drives)}] (MJCF: an <actuator> for each); "
        "inverse_dynamics gives the forces at the free joints whatever the motors"
    )
    return (TooFewActuators if few else DependentActuators)(f"no {wanted} of '{cut.tree.name}': {count}", hint=hint)


def _weights(x: Embedding, count: int) -> list[Scalar]:
    given = x.options.get("weights")
    weights: list[Scalar] = [1] * count if given is None else list(given)
    if len(weights) != count or any(is_zero(w) or (isinstance(w, int | float) and w < 0) for w in weights):
        raise QuantityError(f"weights {weights} do not fit {count} motors", hint="give one positive number per motor")
    return weights
