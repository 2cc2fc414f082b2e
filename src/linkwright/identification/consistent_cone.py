"""The cone program of physical consistency, handed to Clarabel as cones.

Not through CVXPY: it finds the same minimum (a test asks it), but of a seven-axis arm it took 0.46 s to write and solve the
first program, where this takes 0.05 s, and more than a second to be imported.

Unknown are x = (vec Q_1, .., vec Q_K, d): Q = P0^-1/2 P P0^-1/2 of each body, its pseudo-inertia seen from the prior, and
scaled drive parameters d. vec lists the upper triangle by columns with factor sqrt(2) off the diagonal, so that |vec Q| = |Q|.

    min |M x - z|^2 + gamma sum_k D(Q_k) + weak |d - d0|^2    with Q_k > 0, some d >= 0

D is tr Q - logdet Q - 4 (logdet: twice the Kullback-Leibler divergence of the mass distributions; Lee, Wensing & Park 2020) or
|Q - E|^2 (frobenius).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from linkwright.arrays import Array, Indices, Truth
from linkwright.lazy import extra

Penalty = Literal["logdet", "frobenius"]
MARGIN = 1e-3
"""Least eigenvalue of Q under the quadratic penalty: a body keeps a thousandth of its prior in every direction.
The log-det keeps away from zero by itself."""
_WEAK = 1e-5
"""Pull on drive parameters, in units where one makes a force like the noise: it decides what data and cones leave open."""
_TIGHT = 1e-9
"""Gap at which Clarabel ends: a digit more than by itself; below 1e-10 it often ends short of it."""


@dataclass(frozen=True, eq=False)
class Program:
    """M (n, 10 K + drives) and z (n,), divided by the root of the number of samples; places among the drives that are >= 0;
    d0: (drives,) where the weak pull leads."""

    M: Array
    z: Array
    bodies: int
    nonnegative: Truth
    d0: Array


@dataclass(frozen=True, eq=False)
class Solved:
    """x, and Clarabel's word for how it ended."""

    x: Array
    status: str
    iterations: int


def vec_places(size: int) -> tuple[Indices, Indices, Array]:
    """Rows, columns and factors of vec of a symmetric matrix: upper triangle by columns."""
    pairs = [(i, j) for j in range(size) for i in range(j + 1)]
    rows, columns = np.array(pairs, dtype=np.intp).T
    return rows, columns, np.where(rows == columns, 1.0, np.sqrt(2.0))


IDENTITY = np.array([1.0, 0, 1, 0, 0, 1, 0, 0, 0, 1])
"""vec of the 4x4 unit matrix."""


def solve_cones(program: Program, gamma: float, penalty: Penalty) -> Solved:
    """The minimum, by Clarabel's interior points."""
    clarabel = extra("clarabel", "identify", "a physically consistent solution")
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    settings.max_threads = 1
    settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = _TIGHT
    P, q, A, b, cones = _standard_form(program, gamma, penalty, clarabel)
    solution = clarabel.DefaultSolver(P, q, A, b, cones, settings).solve()
    x = np.array(solution.x[: program.M.shape[1]])
    return Solved(x, str(solution.status), int(solution.iterations))


def _standard_form(program: Program, gamma: float, penalty: Penalty, clarabel: Any) -> tuple[Any, ...]:
    """min v'Pv/2 + q'v with A v + s = b, s in the cones; v = (x, r = M x - z, and of log-det triangles Z_k, logarithms t_k)."""
    from scipy import sparse

    n, nx = program.M.shape
    K, logdet = program.bodies, penalty == "logdet"
    more = 14 * K if logdet else 0
    size = nx + n + more
    links = [sparse.csc_matrix(program.M), -sparse.identity(n), sparse.csc_matrix((n, more))]
    parts: list[Any] = [sparse.hstack(links)]
    bounds: list[Array] = [program.z]
    cones: list[Any] = [clarabel.ZeroConeT(n)]
    positive = 10 * K + np.flatnonzero(program.nonnegative)
    if len(positive):
        parts.append(_picked(positive, size))
        bounds.append(np.zeros(len(positive)))
        cones.append(clarabel.NonnegativeConeT(len(positive)))
    for k in range(K):
        if logdet:
            parts.extend(_logdet_rows(k, (nx + n, nx + n + 10 * K), size))
            bounds.extend([np.zeros(36), np.tile([0.0, 1.0, 0.0], 4)])
            cones.extend([clarabel.PSDTriangleConeT(8), *[clarabel.ExponentialConeT()] * 4])
        else:
            parts.append(_picked(np.arange(10 * k, 10 * k + 10), size))
            bounds.append(-MARGIN * IDENTITY)
            cones.append(clarabel.PSDTriangleConeT(4))
    curvature, q = _objective(program, gamma, logdet, size)
    A = sparse.csc_matrix(sparse.vstack(parts))
    return sparse.csc_matrix(sparse.diags(curvature)), q, A, np.concatenate(bounds), cones


def _objective(program: Program, gamma: float, logdet: bool, size: int) -> tuple[Array, Array]:
    """The diagonal of P, and q."""
    n, nx = program.M.shape
    inertial, drives = slice(0, 10 * program.bodies), slice(10 * program.bodies, nx)
    curvature, q = np.zeros(size), np.zeros(size)
    curvature[nx : nx + n] = 2.0
    seen = np.any(program.M[:, drives], axis=0)
    pull = 2 * min(gamma, 1.0) * np.where(seen, _WEAK, 1.0)
    curvature[drives], q[drives] = pull, -pull * program.d0
    if logdet:
        q[inertial] = np.tile(gamma * IDENTITY, program.bodies)
        q[nx + n + 10 * program.bodies :] = -gamma
    else:
        curvature[inertial] = 2 * gamma
        q[inertial] = np.tile(-2 * gamma * IDENTITY, program.bodies)
    return curvature, q


def _picked(places: Indices, size: int) -> Any:
    """Rows of A with which s is v at those places: A v + s = 0 for -1 there."""
    return _sparse([(row, int(place), -1.0) for row, place in enumerate(places)], len(places), size)


def _logdet_rows(k: int, first: tuple[int, int], size: int) -> list[Any]:
    """[[Q, Z], [Z', diag Z]] > 0 with Z lower triangular, and log Z_ii >= t_i: then logdet Q >= sum t.

    first: where all Z and all t begin
    """
    place = {(int(i), int(j)): m for m, (i, j) in enumerate(zip(*vec_places(4)[:2], strict=True))}
    Q, Z, t = 10 * k, first[0] + 10 * k, first[1] + 4 * k
    entries: list[tuple[int, int, float]] = []
    for m, (i, j, factor) in enumerate(zip(*(part.tolist() for part in vec_places(8)), strict=True)):
        if j < 4:
            entries.append((m, Q + place[i, j], -1.0))  # vec of Q has its factors already
        elif i < 4 and i >= j - 4:
            entries.append((m, Z + place[j - 4, i], -factor))
        elif i == j:
            entries.append((m, Z + place[i - 4, i - 4], -1.0))
    logs = [(3 * i, t + i, -1.0) for i in range(4)] + [(3 * i + 2, Z + place[i, i], -1.0) for i in range(4)]
    return [_sparse(entries, 36, size), _sparse(logs, 12, size)]


def _sparse(entries: list[tuple[int, int, float]], rows: int, columns: int) -> Any:
    from scipy import sparse

    at, column, value = (list(part) for part in zip(*entries, strict=True))
    return sparse.csc_matrix((value, (at, column)), shape=(rows, columns))
