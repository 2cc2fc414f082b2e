"""Laws 3 and 22: independent derivations agree, and optimising changes nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from linkwright.errors import ExpressionError
from linkwright.exact.equality import equal
from linkwright.graph.function import Function
from linkwright.passes import optimise
from linkwright.verification.context import AnyContext, ClosedContext, LagrangianContext, OpenContext
from linkwright.verification.context.base import Exact
from linkwright.verification.finding import Finding, gap, largest, notes
from linkwright.verification.scene import minus
from linkwright.verification.states import unit_groups


def equations(s: AnyContext) -> Finding:
    """Law 3: by every method the equations of motion are those of brute force: a tree's Newton-Euler, Lagrange and Lie-group
    closed form, which are one another exactly; a closed robot's projection; Euler-Lagrange in a chart of a Lagrangian."""
    gaps, told = list[float](), ""
    for quantity, method in s.equations:
        choices: dict[str, Any] = {} if method is None else {"method": method}
        if s.function_or_none(quantity, **choices) is None:
            told = f"not asked by method {method}"
        gaps += s.compared(quantity, **choices)
    return s.found(gaps, told, exactly=lambda x: _one_another(x, s.equations))


def _one_another(x: Exact, asked: Sequence[tuple[str, str | None]]) -> bool:
    first, *others = (x.of(quantity, method=method) for quantity, method in asked)
    return all(x.vanish(minus(first, other)) for other in others)


# --- law 22 -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Asked:
    """Of which quantities law 22 is asked, and up to how many nodes: larger functions take seconds each."""

    quantities: str
    nodes: int = 6000


_TREES = _Asked(
    "inverse_dynamics mass_matrix coriolis_matrix gravity nonlinear_effects forward_dynamics mass_matrix_inverse "
    "kinetic_energy potential_energy cut_forces forward_kinematics jacobian regressor"
)
_LOOPS = _Asked("inverse_dynamics mass_matrix gravity forward_dynamics projection_matrix closure", 2500)
_LAGRANGIANS = _Asked("accelerations equations_of_motion mass_matrix energy momentum linearisation")
_ROOTS = 1
"""Square roots up to which an exact answer is sought: half of all numbers of a prime field have one, so many are rarely met."""


def optimised(s: AnyContext) -> Finding:
    """Law 22: every function is the same after the passes as before; exactly, measured numbers included, but where square roots
    of a closed form are in the way."""
    asked = _asked(s)
    gaps: list[float] = []
    exact = True
    skipped, floating, given = list[str](), list[str](), list[str]()
    for quantity in asked.quantities.split():
        f = s.function_or_none(quantity)
        if f is None:
            continue
        if len(f.graph) > asked.nodes:
            skipped.append(quantity)
            continue
        better = optimise(f)
        for one, two in zip(s.on_states(f), s.on_states(better), strict=True):
            gaps += [gap(x, y) for x, y in zip(one, two, strict=True)]
        decided, with_theta = _decided(s, quantity, f, better)
        exact = exact and decided is not False
        floating += [quantity] if decided is None else []
        given += [quantity] if with_theta and decided is not None else []
    left_out = f"too large to ask here: {', '.join(skipped)}" if skipped else ""
    if not gaps and skipped:
        return Finding(note=left_out)
    return Finding(
        largest(gaps),
        None if floating and exact else exact,
        notes(
            f"exactly where theta is given: {', '.join(given)}" if given else "",
            f"not decided exactly: {', '.join(floating)}" if floating else "",
            left_out,
        ),
    )


def _asked(s: AnyContext) -> _Asked:
    match s:
        case OpenContext():
            return _TREES
        case ClosedContext():
            return _LOOPS
        case LagrangianContext():
            return _LAGRANGIANS


def _decided(s: AnyContext, quantity: str, f: Function, better: Function) -> tuple[bool | None, bool]:
    """Whether both are the same function, None where that is not decided; and whether theta was given to decide it."""
    match s:
        case OpenContext():
            return equal(f, better) and equal(f, better, constraints=unit_groups(s.robot)), False
        case ClosedContext():
            rooted = f.ops.sqrt > _ROOTS
            try:
                return _without_roots(s, quantity) if rooted else equal(f, better), rooted
            except ExpressionError:
                return None, rooted
        case LagrangianContext():
            return equal(f, better), False


def _without_roots(s: ClosedContext, quantity: str) -> bool | None:
    """The same passes decided on the function that is given theta; None where there is none, or a large one."""
    f = s.function_or_none(quantity, closure="given")
    if f is None or len(f.graph) > _LOOPS.nodes or f.ops.sqrt > _ROOTS:
        return None
    return equal(f, optimise(f))
