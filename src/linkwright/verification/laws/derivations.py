"""Laws 3 and 22: independent derivations agree, and optimising changes nothing."""

from __future__ import annotations

from linkwright.exact.equality import equal
from linkwright.passes import optimise
from linkwright.passes.certificate import certificate
from linkwright.verification.finding import Finding, gap, largest, notes
from linkwright.verification.law_context import LawContext, evaluate
from linkwright.verification.scene import Scene, minus
from linkwright.verification.states import unit_groups

_METHODS = ("newton_euler", "lagrange", "lie_group")
_OPTIMISED = (
    "inverse_dynamics", "mass_matrix", "coriolis_matrix", "gravity", "nonlinear_effects", "forward_dynamics",
    "mass_matrix_inverse", "kinetic_energy", "potential_energy", "cut_forces", "forward_kinematics", "jacobian", "regressor",
)  # fmt: skip
_NODES = 6000
"""Functions up to this size are optimised here; larger ones take seconds each."""


def inverse_dynamics(s: LawContext) -> Finding:
    """Law 3: Newton-Euler, Lagrange and the Lie-group closed form give the same torques."""
    first, *others = (s.value("inverse_dynamics", method=m) for m in _METHODS)
    residual = largest(gap(first, other) for other in others)
    if (exact := s.exact_robot) is None:
        return Finding(residual, note=s.exact_note)
    scene = Scene(exact)
    one, *rest = (scene.put(s.function("inverse_dynamics", exact, method=m)) for m in _METHODS)
    return Finding(residual, all(scene.vanish(minus(one, other)) for other in rest), s.exact_note)


def optimised(s: LawContext) -> Finding:
    """Law 22: every function is the same after the passes as before, exactly, measured numbers included."""
    gaps: list[float] = []
    exact = True
    skipped: list[str] = []
    for quantity in _OPTIMISED:
        f = s.function_or_none(quantity)
        if f is None:
            continue
        if len(f.graph) > _NODES:
            skipped.append(quantity)
            continue
        better = optimise(f)
        gaps.append(gap(evaluate(f, s.states), evaluate(better, s.states)))
        exact = exact and certificate(f, better) and equal(f, better, constraints=unit_groups(s.robot))
    return Finding(largest(gaps), exact, notes(f"too large to ask here: {', '.join(skipped)}" if skipped else ""))
