"""All solutions of an arm that is nearly one with a closed form: the procedure. Newton's method from those of the other arm.

It is written in the part of Python that procedures are written in; the names below it stand for what a given arm puts there.
"""

from __future__ import annotations

from linkwright.inverse.polish import NQ, accepted, along_singular, in_order, made_even, polish
from linkwright.passes.procedure_math import Floats, isfinite, nan, sin, zeros

STARTS = 8
"""Branches of the closed form; an arm puts its own here."""
ALMOST = 1e-4
"""How far a branch of the other arm may be from existing where this one may have it."""
LENGTH = 1.0
"""About how long the arm is."""


def starts(pose: Floats) -> tuple[Floats, Floats]:
    """Stands for the kernel of the closed form: (STARTS, 6), in the arm's order, NaN of what is far from existing; and by how
    much each exists."""
    raise NotImplementedError


def near_solutions(pose: Floats, solutions: Floats, count: Floats, residual: Floats) -> None:
    """Rows in increasing order of the coordinates; NaN where there are fewer. Where branches of the other arm are almost one,
    as those of a stretched elbow, Newton's method finds one of them twice or none: then it is begun around them and at the
    solutions of poses around the one that is wanted too."""
    found = zeros(16, 6)
    begun = zeros(STARTS, 6)
    exists = zeros(STARTS)
    moved = zeros(4, 4)
    solutions[:] = nan
    residual[:] = nan
    begun[:], exists[:] = starts(pose)
    total = from_starts(pose, begun, 0, found, solutions, residual)
    if total < due(pose, begun, exists, total):
        total = around_starts(pose, begun, total, found, solutions, residual)
        for step in range(2):
            for axis in range(3):
                for side in range(2):
                    moved[:] = pose
                    moved[axis, 3] += LENGTH * (0.0005 + 0.01 * float(step)) * float(2 * side - 1)
                    begun[:], exists[:] = starts(moved)
                    total = from_starts(pose, begun, total, found, solutions, residual)
    total = made_even(pose, total, found, solutions, residual)
    in_order(solutions, residual, total)
    count[0] = float(total)


def due(pose: Floats, begun: Floats, exists: Floats, known: int) -> int:
    """How many starts should lead to a solution: those that almost are one, and those of branches that are about to end.
    It is not asked where no more starts are than solutions that are known."""
    J = zeros(6, 6)
    error = zeros(6, 1)
    row = zeros(NQ)
    q = zeros(6)
    number = 0
    finite = 0
    for k in range(len(begun)):
        if isfinite(begun[k, 0]):
            finite += 1
    for k in range(len(begun)):
        if isfinite(begun[k, 0]) and finite > known:
            for i in range(6):
                q[i] = begun[k, i]
            J[:], error[:], size, row[:] = polish(pose, q)
            if size < 0.01 or exists[k] < ALMOST:
                number += 1
    return number


def from_starts(pose: Floats, begun: Floats, known: int, found: Floats, solutions: Floats, residual: Floats) -> int:
    """Newton's method from every start; how many solutions are known then."""
    q = zeros(6)
    total = known
    for k in range(len(begun)):
        if isfinite(begun[k, 0]) and total < 16:
            for i in range(6):
                q[i] = begun[k, i]
            total = accepted(pose, q, total, found, solutions, residual)
    return total


def around_starts(pose: Floats, begun: Floats, known: int, found: Floats, solutions: Floats, residual: Floats) -> int:
    """The same from places around the starts, first where the joints hardly move the tool."""
    q = zeros(6)
    total = known
    for k in range(len(begun)):
        before = total
        beside = 0.002
        for wider in range(5):
            for turn in range(6):
                if isfinite(begun[k, 0]) and total == before and total < 16:
                    if turn < 2:
                        along_singular(pose, begun, k, beside * float(2 * turn - 1), q)
                    else:
                        for i in range(6):
                            q[i] = begun[k, i] + beside * sin(float((7 * turn + 3 * wider + 2) * (i + 1)))
                    total = accepted(pose, q, total, found, solutions, residual)
            beside *= 4.0
    return total
