"""Eigenvalues of a real matrix: Hessenberg form by Householder's reflections, then the QR algorithm with Francis' double shift.

Golub & Van Loan 2013, algorithms 7.4.2 and 7.5.1. In the part of Python that procedures are written in.
"""

from __future__ import annotations

from linkwright.inverse.linear_algebra import ROUNDING
from linkwright.passes.procedure_math import Floats, fabs, sqrt, zeros

MOST = 40
"""Steps per eigenvalue, at most; on average it takes two."""
PATIENCE = 6
"""Steps after which what is small beside the whole matrix counts as zero, and more with every step: where many eigenvalues are
one, all that is left beside the diagonal is rounding, and no step makes it less."""


def eigenvalues(A: Floats, re: Floats, im: Floats) -> int:
    """All eigenvalues; A is used up. How many were not found: they are among the first ones."""
    hessenberg(A)
    n = len(A)
    size = 0.0
    for i in range(n):
        for j in range(n):
            size += A[i, j] * A[i, j]
    size = sqrt(size)
    last = n - 1
    tries = 0
    while last >= 0 and tries < MOST:
        first = last
        patience = size * float(max_index(tries - PATIENCE, 0))
        while first > 0:
            near = max(fabs(A[first - 1, first - 1]) + fabs(A[first, first]), patience)
            if fabs(A[first, first - 1]) <= ROUNDING * near:
                A[first, first - 1] = 0.0
                break
            first -= 1
        if first == last:
            re[last] = A[last, last]
            im[last] = 0.0
            last -= 1
            tries = 0
        elif first == last - 1:
            pair(A, first, re, im)
            last -= 2
            tries = 0
        else:
            tries += 1
            francis_step(A, first, last, tries)
    return last + 1


def hessenberg(A: Floats) -> None:
    """Zeros below the first subdiagonal, by reflections from both sides."""
    n = len(A)
    v = zeros(24)
    for k in range(n - 2):
        size = 0.0
        for i in range(k + 1, n):
            v[i] = A[i, k]
            size += v[i] * v[i]
        size = sqrt(size)
        if size > 0.0:
            if v[k + 1] < 0.0:
                size = -size
            v[k + 1] += size
            scale = 1.0 / (size * v[k + 1])
            reflect_rows(A, v, scale, k)
            for i in range(n):
                dot = 0.0
                for j in range(k + 1, n):
                    dot += A[i, j] * v[j]
                dot *= scale
                for j in range(k + 1, n):
                    A[i, j] -= dot * v[j]


def reflect_rows(A: Floats, v: Floats, scale: float, k: int) -> None:
    """Rows below k, from column k on, reflected by v: row by row, as they lie in memory."""
    n = len(A)
    dots = zeros(24)
    for i in range(k + 1, n):
        for j in range(k, n):
            dots[j] += v[i] * A[i, j]
    for i in range(k + 1, n):
        factor = scale * v[i]
        for j in range(k, n):
            A[i, j] -= factor * dots[j]


def pair(A: Floats, k: int, re: Floats, im: Floats) -> None:
    """Eigenvalues of the two by two block at k."""
    half = 0.5 * (A[k, k] - A[k + 1, k + 1])
    product = A[k, k + 1] * A[k + 1, k]
    middle = A[k + 1, k + 1] + half
    square = half * half + product
    if square >= 0.0:
        root = fabs(half) + sqrt(square)
        if half < 0.0:
            root = -root
        re[k] = A[k + 1, k + 1] + root
        re[k + 1] = re[k]
        if root != 0.0:
            re[k + 1] = A[k + 1, k + 1] - product / root
        im[k] = 0.0
        im[k + 1] = 0.0
    else:
        re[k] = middle
        re[k + 1] = middle
        im[k] = sqrt(-square)
        im[k + 1] = -im[k]


def francis_step(A: Floats, first: int, last: int, tries: int) -> None:
    """One step on the block from first to last, at least three long; every tenth try with another shift."""
    shift = zeros(2)
    shifts(A, last, tries, shift)
    x = 0.0
    y = 0.0
    z = 0.0
    begin = last - 2
    while begin >= first:
        b = begin
        x = A[b, b] * A[b, b] + A[b, b + 1] * A[b + 1, b] - shift[0] * A[b, b] + shift[1]
        y = A[b + 1, b] * (A[b, b] + A[b + 1, b + 1] - shift[0])
        z = A[b + 1, b] * A[b + 2, b + 1]
        if begin == first:
            break
        around = fabs(A[b - 1, b - 1]) + fabs(A[b, b]) + fabs(A[b + 1, b + 1])
        if fabs(A[b, b - 1]) * (fabs(y) + fabs(z)) <= ROUNDING * fabs(x) * around:
            A[b, b - 1] = -A[b, b - 1]
            break
        begin -= 1
    for k in range(begin, last - 1):
        if k > begin:
            x = A[k, k - 1]
            y = A[k + 1, k - 1]
            z = A[k + 2, k - 1]
        size = sqrt(x * x + y * y + z * z)
        if size > 0.0:
            if x < 0.0:
                size = -size
            x += size
            scale = 1.0 / (size * x)
            if k > begin:
                A[k, k - 1] = -size
                A[k + 1, k - 1] = 0.0
                A[k + 2, k - 1] = 0.0
            for j in range(k, last + 1):
                dot = scale * (x * A[k, j] + y * A[k + 1, j] + z * A[k + 2, j])
                A[k, j] -= dot * x
                A[k + 1, j] -= dot * y
                A[k + 2, j] -= dot * z
            for i in range(first, min_index(k + 3, last) + 1):
                dot = scale * (x * A[i, k] + y * A[i, k + 1] + z * A[i, k + 2])
                A[i, k] -= dot * x
                A[i, k + 1] -= dot * y
                A[i, k + 2] -= dot * z
    last_reflection(A, first, last)


def shifts(A: Floats, last: int, tries: int, shift: Floats) -> None:
    """Sum and product of the two shifts: the eigenvalues of the last two by two block; of real ones twice the one nearer to the
    last element, otherwise symmetric spectra stall. After some tries others near it."""
    m = last - 1
    a = A[last, last]
    half = 0.5 * (A[m, m] - a)
    product = A[m, last] * A[last, m]
    square = half * half + product
    shift[0] = A[m, m] + a
    shift[1] = A[m, m] * a - product
    if square >= 0.0:
        root = sqrt(square)
        if half > 0.0:
            root = -root
        near = a + half + root
        shift[0] = 2.0 * near
        shift[1] = near * near
    if tries == 8 or tries == 16 or tries == 24 or tries == 32:
        size = fabs(A[last, m]) + fabs(A[m, m - 1])
        shift[0] = 2.0 * a + 1.5 * size
        shift[1] = a * a + 1.5 * a * size + size * size


def last_reflection(A: Floats, first: int, last: int) -> None:
    """The one of two rows that ends a step."""
    m = last - 1
    x = A[m, m - 1]
    y = A[last, m - 1]
    size = sqrt(x * x + y * y)
    if size > 0.0:
        if x < 0.0:
            size = -size
        x += size
        scale = 1.0 / (size * x)
        A[m, m - 1] = -size
        A[last, m - 1] = 0.0
        for j in range(m, last + 1):
            dot = scale * (x * A[m, j] + y * A[last, j])
            A[m, j] -= dot * x
            A[last, j] -= dot * y
        for i in range(first, last + 1):
            dot = scale * (x * A[i, m] + y * A[i, last])
            A[i, m] -= dot * x
            A[i, last] -= dot * y


def max_index(a: int, b: int) -> int:
    """The larger one."""
    most = a
    if b > a:
        most = b
    return most


def min_index(a: int, b: int) -> int:
    """The smaller one."""
    least = a
    if b < a:
        least = b
    return least
