"""The last part of the elimination: Newton's method from candidates, and the list of what it finds.

In the part of Python that procedures are written in, as six_joints, whose part it is.
"""

from __future__ import annotations

from linkwright.inverse.linear_algebra import solve
from linkwright.passes.procedure_math import Floats, atan2, cos, fabs, isfinite, nan, sin, zeros

PI = 3.141592653589793
ACCEPTED = 1e-10
"""Largest error of an entry of the pose at a solution."""
SAME = 1e-6
"""Solutions nearer than this are one."""
STEPS = 20
NQ = 6
"""Coordinates of the robot; an arm puts its own here."""
TURNING: Floats = zeros(6)
"""1 of a revolute joint, 0 of a prismatic one."""


def polish(pose: Floats, q: Floats) -> tuple[Floats, Floats, float, Floats]:
    """Stands for the kernel of Newton's method: Jacobian, error (6, 1), largest error of the pose, all coordinates."""
    raise NotImplementedError


def accepted(pose: Floats, q: Floats, total: int, found: Floats, solutions: Floats, residual: Floats) -> int:
    """Newton's method from q; where it finds a solution that is new, this is added. The number of solutions then."""
    J = zeros(6, 6)
    error = zeros(6, 1)
    row = zeros(NQ)
    trial = zeros(6)
    J[:], error[:], size, row[:] = polish(pose, q)
    solve(J, error, 1)
    damping = limited(error)
    direction = zeros(6, 1)
    direction[:] = error
    for _step in range(STEPS):
        if not size > 1e-15 or not damping > 0.01:
            break
        for i in range(6):
            trial[i] = q[i] + damping * direction[i, 0]
        J[:], error[:], left, row[:] = polish(pose, trial)
        if left < size:
            q[:] = trial
            size = left
            solve(J, error, 1)
            direction[:] = error
            damping = min(2.0 * damping, limited(direction))
        else:
            damping *= 0.3
            if size < 1e-12:
                break
    after = total
    if size < ACCEPTED:
        for i in range(6):
            if TURNING[i] > 0.0:
                q[i] = atan2(sin(q[i]), cos(q[i]))
        fresh = is_new(q, total, found)
        if fresh == 1:
            J[:], error[:], size, row[:] = polish(pose, q)
            for i in range(6):
                found[total, i] = q[i]
            for i in range(len(row)):
                solutions[total, i] = row[i]
            residual[total] = size
            after = total + 1
    return after


def made_even(pose: Floats, total: int, found: Floats, solutions: Floats, residual: Floats) -> int:
    """The number of solutions is even but at singular poses: where it is odd, more are looked for where those that are known
    hardly move the tool."""
    q = zeros(6)
    after = total
    if fabs(sin(0.5 * PI * float(total))) > 0.5 and total < 16:
        for k in range(total):
            for part in range(8):
                if fabs(sin(0.5 * PI * float(after))) > 0.5:
                    along_singular(pose, found, k, 0.7 * float(part - 4) + 0.35, q)
                    after = accepted(pose, q, after, found, solutions, residual)
    return after


def is_new(q: Floats, total: int, found: Floats) -> int:
    """1, or 0 of what is among the solutions."""
    fresh = 1
    for k in range(total):
        apart = 0.0
        for i in range(6):
            gap = found[k, i] - q[i]
            if TURNING[i] > 0.0:
                gap = 2.0 * sin(0.5 * gap)
            apart = max(apart, fabs(gap))
        if apart < SAME:
            fresh = 0
    return fresh


def along_singular(pose: Floats, found: Floats, k: int, part: float, q: Floats) -> None:
    """Start beside a solution, in the direction in which the joints move the tool least."""
    J = zeros(6, 6)
    motion = zeros(6, 1)
    row = zeros(NQ)
    for i in range(6):
        q[i] = found[k, i]
    J[:], motion[:], _, row[:] = polish(pose, q)
    for i in range(6):
        motion[i, 0] = sin(1.0 + 2.0 * float(i))
    solve(J, motion, 1)
    longest = 1e-300
    for i in range(6):
        longest = max(longest, fabs(motion[i, 0]))
    for i in range(6):
        q[i] += part * motion[i, 0] / longest


def limited(direction: Floats) -> float:
    """The part of a step that turns no joint by more than half a radian; NaN of one that is not finite."""
    longest = 0.0
    for i in range(6):
        longest = max(longest, fabs(direction[i, 0]))
        if not isfinite(direction[i, 0]):
            longest = nan
    return 0.5 / max(longest, 0.5) if isfinite(longest) else nan


def in_order(solutions: Floats, residual: Floats, total: int) -> None:
    """Sort the rows by their first coordinate, then by the next."""
    for end in range(1, total):
        for k in range(end, 0, -1):
            ahead = 0.0
            for i in range(NQ):
                if ahead == 0.0 and fabs(solutions[k, i] - solutions[k - 1, i]) > 1e-9:
                    ahead = solutions[k, i] - solutions[k - 1, i]
            if ahead < 0.0:
                for i in range(NQ):
                    kept = solutions[k, i]
                    solutions[k, i] = solutions[k - 1, i]
                    solutions[k - 1, i] = kept
                kept = residual[k]
                residual[k] = residual[k - 1]
                residual[k - 1] = kept
