"""Law 22 asked of closed mechanisms: the passes change nothing, in numbers and, where roots allow it, exactly."""

from __future__ import annotations

from linkwright.errors import ExpressionError
from linkwright.passes import optimise
from linkwright.passes.certificate import certificate
from linkwright.verification.closed_law_context import ClosedLawContext, evaluated
from linkwright.verification.finding import Finding, gap, largest, notes

_NODES = 2500
"""Functions up to this size are optimised here; larger ones take many seconds each."""
_ROOTS = 1
"""Square roots up to which an exact answer is sought: half of all numbers of a prime field have one, so many are rarely met."""
_OPTIMISED = ("inverse_dynamics", "mass_matrix", "gravity", "forward_dynamics", "projection_matrix", "closure")


def optimised(s: ClosedLawContext) -> Finding:
    """Law 22: every function is the same after the passes as before."""
    gaps: list[float] = []
    exact = True
    skipped: list[str] = []
    floating: list[str] = []
    given: list[str] = []
    for quantity in _OPTIMISED:
        f = s.function_or_none(quantity)
        if f is None:
            continue
        if len(f.graph) > _NODES:
            skipped.append(quantity)
            continue
        better = optimise(f)
        gaps.append(gap(evaluated(f, s.states)[0], evaluated(better, s.states)[0]))
        try:
            decided = certificate(f, better) if f.ops.sqrt <= _ROOTS else _without_roots(s, quantity)
        except ExpressionError:
            decided = None
        exact = exact and decided is not False
        if decided is None:
            floating.append(quantity)
        elif f.ops.sqrt > _ROOTS:
            given.append(quantity)
    if not gaps:
        return Finding(note=f"too large to ask here: {', '.join(skipped)}")
    return Finding(
        largest(gaps),
        None if floating and exact else exact,
        notes(
            f"exactly where theta is given: {', '.join(given)}" if given else "",
            f"not decided exactly: {', '.join(floating)}" if floating else "",
            f"too large to ask here: {', '.join(skipped)}" if skipped else "",
        ),
    )


def _without_roots(s: ClosedLawContext, quantity: str) -> bool | None:
    """The same passes decided on the function that is given theta; None where there is none, or a large one."""
    f = s.function_or_none(quantity, closure="given")
    if f is None or len(f.graph) > _NODES or f.ops.sqrt > _ROOTS:
        return None
    return certificate(f, optimise(f))
