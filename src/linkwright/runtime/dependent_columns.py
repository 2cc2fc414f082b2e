"""Columns of a linear model that are combinations of others whatever the state: what one knows of these, one knows of them.

Of a robot's regressor these are the parameters that act only together with others (base parameters, Gautier & Khalil 1990).
Here they are found by numbers: a relation that holds at random points, of which there are more than columns, holds everywhere,
since elements are analytic functions of the inputs. At points that are no states (quaternions of any length) fewer relations
hold, never more.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from linkwright.arrays import Array
from linkwright.graph.evaluate import NUMPY
from linkwright.passes.kernel import Kernel

_EXACT = 1e-12
"""What is left of a column, relative to the largest one, that counts as nothing. Angles in files have more error than that."""
_LARGEST = 100.0
"""Of the numbers in a relation: by larger ones sums would lose digits."""


def independent_columns(kernel: Kernel) -> tuple[list[int], list[int], Array]:
    """Columns of the matrix Y that a kernel computes: those to keep, all others, and K with Y[:, others] = Y[:, kept] K."""
    (port,) = kernel.outputs
    n = port.shape[-1]
    every: tuple[list[int], list[int], Array] = list(range(n)), [], np.empty((n, 0))
    if not port.size or any(p.defaults is not None for p in kernel.inputs):  # relations could depend on parameters
        return every
    m = port.size // n
    points = _at_random(kernel, 4 * (n // m + 2)).reshape(-1, m, n)
    points = points[np.isfinite(points).all(axis=(1, 2))]  # others lie where a closed mechanism cannot be
    if len(points) * m < 2 * n:
        return every
    there = (points != 0).any(axis=0).sum(axis=0)  # rows that a column has
    order = sorted(np.flatnonzero(there).tolist(), key=lambda k: there[k])
    Y = points.reshape(-1, n)
    kept = _first_independent(Y, order)
    others = [k for k in range(n) if k not in set(kept)]
    K = np.zeros((len(kept), len(others)))
    if kept:
        K[...] = np.linalg.lstsq(Y[:, kept], Y[:, others], rcond=None)[0]
    K[np.abs(K) < _EXACT] = 0
    left = np.abs(Y[:, others] - Y[:, kept] @ K).max(initial=0)
    fits = left <= 100 * _EXACT * np.abs(Y).max(initial=0) and np.abs(K).max(initial=0) < _LARGEST
    return (kept, others, K) if fits else every


def _first_independent(Y: Array, order: Sequence[int]) -> list[int]:
    """Columns that are no combinations of those before them, by orthogonal projection (twice is enough: Kahan, Parlett)."""
    kept: list[int] = []
    basis = np.empty((Y.shape[0], len(order)))
    least = _EXACT * np.abs(Y).max(initial=0) * np.sqrt(len(Y))
    for k in order:
        Q = basis[:, : len(kept)]
        left = Y[:, k] - Q @ (Q.T @ Y[:, k])
        left -= Q @ (Q.T @ left)
        if (size := np.linalg.norm(left)) > least:
            basis[:, len(kept)] = left / size
            kept.append(k)
    return kept


def _at_random(kernel: Kernel, count: int) -> Array:
    """The output at so many points, computed by NumPy: compiling long code would take longer."""
    random = np.random.default_rng(0)
    given = {p.name: random.uniform(-1, 1, (p.size, count)) for p in kernel.inputs}
    values: list[Array | float] = []
    with np.errstate(all="ignore"):
        for instr in kernel.code:
            match instr.op:
                case "const":
                    values.append(instr.value)
                case "input":
                    values.append(given[instr.value[0]][instr.value[1]])
                case op:
                    values.append(NUMPY.ops[op](*(values[i] for i in instr.args)))
    (port,) = kernel.outputs
    return np.stack([np.broadcast_to(np.asarray(values[i], float), count) for i in port.nodes], axis=1)
