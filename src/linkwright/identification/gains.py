"""Unknown gains of drives: currents i are measured, forces tau_j = g_j i_j are not.

Runs without payload, Y p = g i, give parameters and gains up to one common factor. A run with a known payload, of which the
model gives the forces y_L, sets it: Y p + y_L = g i.  Gautier & Briot 2014.

Noise is on the currents, so what is minimised is |i_j - (Y_j p + y_Lj) / g_j|, by Gauss-Newton in p and c = 1 / g. The linear
least squares of Y p - g i = -y_L, which takes currents as exact, is only where it starts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from linkwright.arrays import Array
from linkwright.errors import InputError
from linkwright.identification.compress import Compressed, triangle
from linkwright.identification.estimate import Solution, enough, solved

_STEPS, _HALVINGS = 100, 30
_STILL = 1e-11
"""Step, relative to the norm of the unknowns in units of their columns, at which Gauss-Newton ends."""
_EXACT = 1e-12
"""Standard deviation relative to the current that exact data are given."""


@dataclass(frozen=True, eq=False)
class Gains:
    """Gains (rows,) of the drives in units of force per current, parameters (n,), and their standard errors.

    covariance: (n + rows, n + rows) of parameters, then gains; sigma: (rows,) standard deviation of the currents
    """

    gains: Array
    errors: Array
    values: Array
    value_errors: Array
    covariance: Array
    sigma: Array


def drive_gains(data: Compressed, rows: Sequence[str], independent: float = 1.0, rounds: int = 2) -> Gains:
    """Gains and parameters from currents of all runs together.

    data: of blocks ([Y | y_L], i): the forces of the known payload are the last column, zero in runs without it
    """
    n = data.size - 1
    enough(data, independent)
    load = np.linalg.norm(data.R[:, :, n], axis=1)
    if not np.any(load > 0):
        what = "no run has a known payload: gains and parameters can be found only up to one common factor"
        raise InputError(what, hint="add a run with a payload of known mass and centre, or give the gains")
    dead = [name for name, size in zip(rows, data.norms, strict=True) if not size > 0]
    if dead:
        raise InputError(
            f"the current of '{dead[0]}' is zero in all runs", hint="leave the drive out, or map its column"
        )
    size = data.norms / np.sqrt(data.counts)
    p, c = _start(data, size, rows)
    sigma, weights = size, 1 / size
    for _ in range(rounds + 1):
        p, c, found = _gauss_newton(data, weights, p, c, rows)
        sigma = _deviations(data, found, weights, (p, c), independent)
        weights = 1 / sigma
    _, _, found = _gauss_newton(data, weights, p, c, rows)
    covariance = found.root @ found.root.T / independent
    change = np.append(np.ones(n), -1 / c**2)  # dg = -dc / c^2
    covariance = change[:, None] * covariance * change
    errors = np.sqrt(np.diag(covariance))
    return Gains(1 / c, errors[n:], p, errors[:n], covariance, sigma)


def _start(data: Compressed, size: Array, rows: Sequence[str]) -> tuple[Array, Array]:
    """(p, 1 / g) by linear least squares of Y p - g i = -y_L."""
    n, count = data.size - 1, data.rows
    stack = np.zeros((count, n + 2, n + count + 1))
    for j in range(count):
        stack[j, :, :n], stack[j, :, n + j], stack[j, :, -1] = data.R[j, :, :n], -data.R[j, :, -1], -data.R[j, :, n]
    found = solved(triangle(stack.reshape(-1, n + count + 1)))
    g = found.values[n:]
    _refuse_open(found, n, rows)
    least = 1e-9 * np.max(np.abs(g) * size) / size  # a gain of zero has no inverse to start from
    return found.values[:n], 1 / np.where(np.abs(g) > least, g, least)


def _refuse_open(found: Solution, n: int, rows: Sequence[str]) -> None:
    unknown = [name for name, is_open in zip(rows, found.open[n:], strict=True) if is_open]
    if unknown:
        what = f"the gain of '{unknown[0]}' cannot be told from these runs: a change of it is taken up by parameters"
        hint = "move that drive, and those it shares bodies with, in the run with the payload, or give its gain"
        raise InputError(what, hint=hint)


def _gauss_newton(
    data: Compressed, weights: Array, p: Array, c: Array, rows: Sequence[str]
) -> tuple[Array, Array, Solution]:
    """The minimum of sum |w (i - c (Y p + y_L))|^2 near a start, and the linear problem there."""
    n = len(p)
    for _ in range(_STEPS):
        system = _linearised(data, weights, p, c)
        found = solved(system)
        _refuse_open(found, n, rows)
        lengths = np.linalg.norm(system[:-1, :-1], axis=0)
        step = found.values
        if np.linalg.norm(step * lengths) <= _STILL * np.linalg.norm(np.append(p, c) * lengths):
            return p, c, found
        before = _cost(data, weights, p, c)
        for halving in range(_HALVINGS):
            part = step / 2**halving
            if _cost(data, weights, p + part[:n], c + part[n:]) <= before * (1 + 1e-12):
                break
        else:
            return p, c, found  # no descent is left but rounding
        p, c = p + part[:n], c + part[n:]
    what = f"the gains do not settle within {_STEPS} steps"
    raise InputError(
        what, hint="check that the payload's mass is the true one, and that currents and motion belong together"
    )


def _linearised(data: Compressed, weights: Array, p: Array, c: Array) -> Array:
    """The triangle of [J | e] with e = i - c (Y p + y_L) and J = [c Y | Y p + y_L]: the step is the solution of J step = e."""
    n, count = len(p), len(c)
    stack = np.zeros((count, n + 2, n + count + 1))
    for j in range(count):
        force = data.R[j, :, : n + 1] @ np.append(p, 1.0)
        stack[j, :, :n] = weights[j] * c[j] * data.R[j, :, :n]
        stack[j, :, n + j] = weights[j] * force
        stack[j, :, -1] = weights[j] * (data.R[j, :, -1] - c[j] * force)
    return triangle(stack.reshape(-1, n + count + 1))


def _errors(data: Compressed, p: Array, c: Array) -> Array:
    """Norm of measured less predicted current of each row."""
    force = data.R[:, :, :-1] @ np.append(p, 1.0)
    return np.linalg.norm(data.R[:, :, -1] - c[:, None] * force, axis=1)


def _cost(data: Compressed, weights: Array, p: Array, c: Array) -> float:
    return float(np.sum((weights * _errors(data, p, c)) ** 2))


def _deviations(
    data: Compressed, found: Solution, weights: Array, at: tuple[Array, Array], independent: float
) -> Array:
    """Standard deviation of each current, by its degrees of freedom (see `estimate.deviations`)."""
    p, c = at
    n = len(p)
    force = data.R[:, :, :-1] @ np.append(p, 1.0)
    spent = np.zeros(len(c))
    for j in range(len(c)):
        own = c[j] * data.R[j, :, :n] @ found.root[:n] + np.outer(force[j], found.root[n + j])
        spent[j] = weights[j] ** 2 * np.sum(own**2)
    freedom = np.maximum(data.counts - spent / independent, 1.0)
    return np.maximum(_errors(data, p, c) / np.sqrt(freedom), _EXACT * data.norms / np.sqrt(data.counts))
