"""All solutions of a six-joint arm: the procedure. Three angles from an eigenvalue problem, the others from those, then Newton.

Raghavan & Roth 1993, with the eigenvalues of Manocha & Canny 1994. It is written in the part of Python that procedures are
written in; the names below it stand for what a given arm puts there.
"""

from __future__ import annotations

from linkwright.inverse.eigenvalues import eigenvalues
from linkwright.inverse.linear_algebra import null_rows, null_vector, solve, triangular
from linkwright.inverse.polish import accepted, in_order, made_even
from linkwright.passes.procedure_math import Floats, atan2, cos, fabs, log, nan, sin, zeros

PI = 3.141592653589793
NEAR = 0.02
"""Complex angles with an imaginary part up to this are tried: of two real ones that are near rounding makes such a pair. Both
are begun at beside the real part, by as much as the imaginary part."""
TRIES = 5

# --- what an arm puts here ----------------------------------------------------------------------------------------------------

LINEAR, SIZE = 8, 16
"""How many of the twelve products have degree one, and the size of the eigenvalue problem."""
TABLE: Floats = zeros(14, 72)
"""What the null space is multiplied by: (half, function of the first angle, product)."""
CONSTANT: Floats = zeros(2, 36)
BASIS: Floats = zeros(12, 12)


def equations(pose: Floats) -> Floats:
    """Stands for the kernel of the fourteen equations: coefficients of two angles (14, 9), the constant first."""
    raise NotImplementedError


def joints(pose: Floats, first: float, second: float, third: float) -> Floats:
    """Stands for the kernel that finds all six joints from three neighbours."""
    raise NotImplementedError


# --- the procedure ------------------------------------------------------------------------------------------------------------


def all_solutions(pose: Floats, solutions: Floats, count: Floats, residual: Floats) -> None:
    """Rows in increasing order of the coordinates; NaN where there are fewer."""
    found = zeros(16, 6)
    M = zeros(36, 12)
    work = zeros(12, 12)
    companion = zeros(SIZE, SIZE)
    re = zeros(SIZE)
    im = zeros(SIZE)
    q = zeros(6)
    solutions[:] = nan
    residual[:] = nan
    pencil(pose, M)
    start = linearised(M, work, companion)
    missing = eigenvalues(companion, re, im)
    total = 0
    for k in range(missing, SIZE):
        above = (1.0 - im[k]) * (1.0 - im[k]) + re[k] * re[k]
        below = (1.0 + im[k]) * (1.0 + im[k]) + re[k] * re[k]
        beside = 0.5 * log(above / below)
        if fabs(beside) < NEAR and total < 16:
            angle = start + atan2(re[k], 1.0 - im[k]) + atan2(re[k], 1.0 + im[k]) + beside
            candidate(pose, M, angle, q)
            total = accepted(pose, q, total, found, solutions, residual)
    total = made_even(pose, total, found, solutions, residual)
    in_order(solutions, residual, total)
    count[0] = float(total)


def pencil(pose: Floats, M: Floats) -> None:
    """The twelve equations as rows of three matrices: what is constant, what is multiplied by cosine and sine of the angle."""
    Q = zeros(14, 9)
    N = zeros(6, 14)
    constant = zeros(14)
    Q[:] = equations(pose)
    for i in range(14):
        constant[i] = Q[i, 0]
    null_rows(Q, N)
    for e in range(6):
        rest = 0.0
        for i in range(14):
            rest += N[e, i] * constant[i]
        for half in range(2):
            for k in range(3):
                for j in range(12):
                    M[12 * k + 6 * half + e, j] = -rest * CONSTANT[half, 12 * k + j]
            for i in range(14):
                factor = N[e, i]
                for k in range(3):
                    for j in range(12):
                        M[12 * k + 6 * half + e, j] += factor * TABLE[i, 36 * half + 12 * k + j]


def at_angle(M: Floats, angle: float, A: Floats) -> None:
    """The twelve equations at an angle."""
    c = cos(angle)
    s = sin(angle)
    for i in range(12):
        for j in range(12):
            A[i, j] = M[i, j] + c * M[12 + i, j] + s * M[24 + i, j]


def linearised(M: Floats, work: Floats, companion: Floats) -> float:
    """A matrix whose eigenvalues are the tangents of half the angle, counted from the angle that is returned: opposite to it
    the equations are far from singular."""
    best = -1.0
    start = 0.0
    for k in range(TRIES):
        angle = 0.3 + 2.0 * PI * float(k) / 5.0
        at_angle(M, angle, work)
        pivots = triangular(work)
        if pivots > best:
            best = pivots
            start = angle - PI
        if pivots > 0.01:
            break
    leading = zeros(12, 12)
    others = zeros(12, SIZE)
    at_angle(M, start + PI, work)
    for i in range(12):
        for j in range(12):
            leading[i, j] = work[i, j]
        for j in range(6):
            if 2 * j < LINEAR:
                leading[i, 2 * j] = -work[i, 2 * j + 1]
                leading[i, 2 * j + 1] = work[i, 2 * j]
    at_angle(M, start, work)
    c = cos(start)
    s = sin(start)
    for i in range(12):
        for j in range(LINEAR):
            others[i, j] = work[i, j]
        for j in range(LINEAR, 12):
            others[i, j] = 2.0 * (c * M[24 + i, j] - s * M[12 + i, j])
            others[i, 12 - LINEAR + j] = work[i, j]
    solve(leading, others, SIZE)
    companion[:] = 0.0
    for i in range(12):
        for j in range(SIZE):
            companion[i, j] = -others[i, j]
    for j in range(12, SIZE):
        companion[j, j - 12 + LINEAR] = 1.0
    return start


def candidate(pose: Floats, M: Floats, angle: float, q: Floats) -> None:
    """All joints at an angle at which the equations are singular."""
    work = zeros(12, 12)
    y = zeros(12)
    at_angle(M, angle, work)
    triangular(work)
    null_vector(work, y)
    second, third = from_products(y)
    q[:] = joints(pose, angle, second, third)


def from_products(y: Floats) -> tuple[float, float]:
    """The two angles of a null vector: a (4, 3) matrix of rank one."""
    v = zeros(4, 3)
    for f in range(4):
        for b in range(3):
            for j in range(12):
                v[f, b] += BASIS[3 * f + b, j] * y[j]
    row = 0
    most = -1.0
    for f in range(4):
        size = v[f, 0] * v[f, 0] + v[f, 1] * v[f, 1] + v[f, 2] * v[f, 2]
        if size > most:
            most = size
            row = f
    one = v[row, 0]
    x = v[row, 1]
    z = v[row, 2]
    c = v[2, 0] * one + v[2, 1] * x + v[2, 2] * z
    s = v[3, 0] * one + v[3, 1] * x + v[3, 2] * z
    if one < 0.0:
        x = -x
        z = -z
    return 2.0 * atan2(s, c), atan2(z, x)
