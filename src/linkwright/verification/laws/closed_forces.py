"""Laws 10, 15, 17 and 18 of closed robots: forces of the closures, of motors and of the platform, each in more than one way."""

from __future__ import annotations

import numpy as np

from linkwright.arrays import Array
from linkwright.errors import QuantityError, counted
from linkwright.verification.context import ClosedContext
from linkwright.verification.finding import Finding, gap, largest
from linkwright.verification.states import evaluated


def constraint_forces(s: ClosedContext) -> Finding:
    """Law 10: the tree with the closures' forces on it needs tau at the free joints and nothing at the others."""
    lam = s.value("constraint_forces")
    Jq, Jtheta = evaluated(s.function("closure_jacobian"), s.states)
    p, where = s.reference, s.cut.coordinates
    tree = p.motion().forces(s.states.wrench).value
    size = s.tree_forces
    free = tree[:, list(where.free_v)] - np.einsum("kij,ki->kj", Jq, lam)
    others = tree[:, list(where.dependent_v)] - np.einsum("kij,ki->kj", Jtheta, lam)
    gaps = [gap(free, p.forces().value, size), gap(others, np.zeros_like(others), size)]
    return Finding(largest(gaps), note=counted(lam.shape[1], "row"))


def both_ways(s: ClosedContext) -> Finding:
    """Law 15: Lagrange's equations after elimination of the dependent coordinates = projection of the tree's Newton-Euler."""
    size = s.tree_forces
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


def _by(s: ClosedContext, quantity: str, method: str) -> Array | None:
    try:
        return s.value(quantity, method=method)
    except (QuantityError, ValueError):
        return None


def inverse_jacobians(s: ClosedContext) -> Finding:
    """Law 17: rates of the motors per rate of the platform, leg by leg, by projection, and by brute force."""
    if s.robot.platform is None:
        return Finding(note="no platform")
    motors = s.reference.W[:, list(s.cut.actuated)]
    found = {m: x for m in ("legwise", "projection") if (x := _by(s, "inverse_jacobian", m)) is not None}
    return Finding(largest(gap(x, motors, 1.0) for x in found.values()), note=f"by {', '.join(found)}")


def platform(s: ClosedContext) -> Finding:
    """Law 18: forces at the platform's coordinates leg by leg, by projection and by brute force; and J' w = tau for force and
    moment of a platform with six degrees of freedom."""
    if s.robot.platform is None:
        return Finding(note="no platform")
    p = s.reference
    size, forces = s.tree_forces, p.forces().value
    found = {m: x for m in ("legwise", "projection") if (x := _by(s, "inverse_dynamics", m)) is not None}
    gaps = [gap(x, forces, size) for x in found.values()]
    f = s.function_or_none("platform_inverse_dynamics")
    if f is not None:
        J = s.value("jacobian", frame=s.robot.platform)
        gaps.append(gap(np.einsum("kij,ki->kj", J, evaluated(f, s.states)[0]), forces, size))
    return Finding(largest(gaps), note=f"by {', '.join([*found, 'force and moment'] if f else found)}")
