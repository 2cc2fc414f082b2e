"""Nonlinear least squares on poses: Levenberg and Marquardt, weights of lengths and angles from the data, standard errors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.calibration.chain import Chain
from linkwright.calibration.elementary_transforms import Postures, poses, poses_and_columns
from linkwright.calibration.measured import Kind

SIGMA = (1e-3, 1e-3)
"""Of lengths (m) and angles (rad), before the data say better."""
_LEAST_SIGMA = 1e-13
_MOST_DAMPING = 1e8
_ROUNDS = 4
"""In which weights follow the residuals."""
HUBER = 1.345
"""Standard deviations beyond which a posture counts less: 95 % as efficient as least squares where errors are normal."""
DEPENDENT = 1e-6
"""A column of which less than this part is left beside earlier ones cannot be told from them by these postures."""


@dataclass(frozen=True, eq=False)
class Data:
    """What was measured, at which postures. values: (N, 4, 4), (N, 3), (N,), or (N, 0) where something was touched."""

    kind: Kind
    at: Postures
    values: Array

    def __len__(self) -> int:
        return len(self.at)

    def take(self, rows: Array) -> Data:
        """Some of the postures."""
        return Data(self.kind, self.at.take(rows), self.values[rows])

    def gaps(self, chain: Chain, values: Array) -> Array:
        """(N, rows): measured less modelled."""
        return self.kind.gap(poses(chain.transforms, values, self.at), self.values)

    def gaps_and_rows(self, chain: Chain, values: Array) -> tuple[Array, Array]:
        """The same, and what every parameter adds to the model (N, rows, n)."""
        T, J = poses_and_columns(chain.transforms, values, self.at)
        return self.kind.gap(T, self.values), self.kind.rows(T, J, self.values)


@dataclass(frozen=True, eq=False)
class Fit:
    """values: corrections of all parameters, zero where they were not fitted; covariance: of the fitted ones; sigma: of
    lengths and angles; weights: of postures, below one where the fit is robust and the posture far off."""

    active: tuple[int, ...]
    values: Array
    covariance: Array
    sigma: tuple[float, float]
    weights: Array

    @property
    def errors(self) -> Array:
        """Standard errors of all parameters; zero where they were not fitted."""
        made = np.zeros(len(self.values))
        made[list(self.active)] = np.sqrt(np.diag(self.covariance))
        return made


def fit(chain: Chain, data: Data, active: Sequence[int], robust: bool = False) -> Fit:
    """Corrections of the active parameters that fit the data best."""
    values, sigma, weights = np.zeros(len(chain.parameters)), SIGMA, np.ones(len(data))
    covariance = np.zeros((len(active), len(active)))
    for _ in range(3 * _ROUNDS if robust else _ROUNDS):
        values = minimise(chain, data, active, values, _scales(data.kind, sigma) * np.sqrt(weights)[:, None])
        before = sigma
        e, J = data.gaps_and_rows(chain, values)
        sigma, covariance = _spread(data.kind, e, J[:, :, list(active)], sigma, weights)
        if robust:
            weights = _huber(e * _scales(data.kind, sigma))
        if np.allclose(before, sigma, rtol=1e-3, atol=0):
            break
    return Fit(tuple(active), values, covariance, sigma, weights)


def minimise(chain: Chain, data: Data, active: Sequence[int], start: Array, scales: Array, rounds: int = 60) -> Array:
    """Values of least weighted squares, by Levenberg and Marquardt from `start`; scales: (N, rows)."""
    values, columns, damping = np.array(start), list(active), 1e-6
    cost = float(((data.gaps(chain, values) * scales) ** 2).sum())
    for _ in range(rounds if columns else 0):
        e, rows = data.gaps_and_rows(chain, values)
        A = (rows[:, :, columns] * scales[:, :, None]).reshape(-1, len(columns))
        size = np.linalg.norm(A, axis=0)
        size[size == 0] = 1.0
        right = np.append((e * scales).ravel(), np.zeros(len(columns)))
        while True:
            damped = np.vstack([A / size, np.sqrt(damping) * np.eye(len(columns))])
            step = np.linalg.lstsq(damped, right, rcond=None)[0] / size
            tried = np.array(values)
            tried[columns] += step
            lower = float(((data.gaps(chain, tried) * scales) ** 2).sum())
            if lower < cost:
                break
            damping = max(damping * 10, 1e-12)
            if damping > _MOST_DAMPING:
                return values
        gain, values, cost = cost - lower, tried, lower
        damping = damping * 0.1 if damping > 1e-14 else 0.0
        if gain <= 1e-14 * cost and np.abs(step * size).max() <= 1e-9 * max(1.0, np.sqrt(cost)):
            break
    return values


def _scales(kind: Kind, sigma: tuple[float, float]) -> Array:
    """(1, rows): one over the standard deviation of each row."""
    return 1.0 / np.repeat(np.array(sigma), (kind.translations, kind.rotations))[None]


def _spread(
    kind: Kind, e: Array, J: Array, sigma: tuple[float, float], weights: Array
) -> tuple[tuple[float, float], Array]:
    """Standard deviations of lengths and of angles, and the covariance of the parameters. Every kind of row pays for the
    parameters that it determines: its share of the trace of the hat matrix."""
    A, C = _covariance(J, _scales(kind, sigma) * np.sqrt(weights)[:, None])
    hat = np.einsum("nri,ij,nrj->nr", A, C, A)
    found = list(sigma)
    for k, (first, last) in enumerate(((0, kind.translations), (kind.translations, kind.size))):
        left = float(weights.sum() * (last - first) - hat[:, first:last].sum())
        if last > first and left > 0.5:
            squares = float((e[:, first:last] ** 2 * weights[:, None]).sum())
            found[k] = max(float(np.sqrt(squares / left)), _LEAST_SIGMA)
    new = (found[0], found[1])
    return new, _covariance(J, _scales(kind, new) * np.sqrt(weights)[:, None])[1]


def _covariance(J: Array, scales: Array) -> tuple[Array, Array]:
    """Weighted columns, and the inverse of their products."""
    A = J * scales[:, :, None]
    flat = A.reshape(-1, A.shape[2])
    size = np.linalg.norm(flat, axis=0)
    size[size == 0] = 1.0
    triangle = np.linalg.qr(flat / size, mode="r")
    inner: Any = np.linalg.pinv(triangle, rcond=1e-12)
    return A, np.asarray(inner @ inner.T) / np.outer(size, size)


def _huber(scaled: Array) -> Array:
    """Weights of postures by their residual in robust standard deviations."""
    size = np.sqrt((scaled**2).mean(axis=1))
    typical = max(float(np.median(size)) / 0.8, 1e-300)
    return np.minimum(1.0, HUBER / np.maximum(size / typical, 1e-300))


def told_by_data(rows: Array, order: Sequence[int]) -> tuple[list[int], list[int]]:
    """Of columns (N, rows, n), those that these postures tell apart, the first in `order` preferred, and the others."""
    flat = rows.reshape(-1, rows.shape[-1])
    basis = np.zeros((0, len(flat)))
    kept: list[int] = []
    left_out: list[int] = []
    for k in order:
        column = flat[:, k]
        size = float(np.linalg.norm(column))
        rest = column - basis.T @ (basis @ column)
        rest = rest - basis.T @ (basis @ rest)  # again: the first leaves rounding
        length = float(np.linalg.norm(rest))
        if size == 0 or length < DEPENDENT * size or len(kept) == len(flat):
            left_out.append(k)
            continue
        basis = np.vstack([basis, rest / length])
        kept.append(k)
    return kept, left_out
