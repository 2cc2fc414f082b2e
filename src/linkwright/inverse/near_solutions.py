"""All solutions of an arm that is nearly one with a closed form: the procedure. Newton's method from those of the other arm.

It is written in the part of Python that procedures are written in; the names below it stand for what a given arm puts there.
"""

from __future__ import annotations

from linkwright.inverse.polish import accepted, along_singular, in_order, made_even
from linkwright.passes.procedure_math import Floats, isfinite, nan, sin, zeros

STARTS = 8
"""Branches of the closed form; an arm puts its own here."""


def starts(pose: Floats) -> Floats:
    """Stands for the kernel of the closed form: (STARTS, 6), in the arm's order; NaN of what is far from existing."""
    raise NotImplementedError


def near_solutions(pose: Floats, solutions: Floats, count: Floats, residual: Floats) -> None:
    """Rows in increasing order of the coordinates; NaN where there are fewer. Where two branches of the other arm are almost
    one, Newton's method may find one of the two twice: from there it is begun again on both
    sides, off the place where the joints cannot move the tool."""
    found = zeros(16, 6)
    begun = zeros(STARTS, 6)
    q = zeros(6)
    solutions[:] = nan
    residual[:] = nan
    begun[:] = starts(pose)
    total = 0
    for k in range(STARTS):
        if isfinite(begun[k, 0]) and total < 16:
            for i in range(6):
                q[i] = begun[k, i]
            before = total
            total = accepted(pose, q, total, found, solutions, residual)
            if total == before:
                for i in range(6):
                    begun[k, i] += 0.001 * sin(1.0 + 3.0 * float(i))
            beside = 0.002
            for _wider in range(5):
                for side in range(2):
                    if total == before:
                        along_singular(pose, begun, k, beside * float(2 * side - 1), q)
                        total = accepted(pose, q, total, found, solutions, residual)
                beside *= 5.0
    total = made_even(pose, total, found, solutions, residual)
    in_order(solutions, residual, total)
    count[0] = float(total)
