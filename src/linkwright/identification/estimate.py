"""Least squares, ordinary and weighted, with standard errors.

Ordinary: min |tau - Y p|. Weighted: every force is divided by the standard deviation of its own noise, which the residuals of
the round before give. Gautier & Poignet 2001; Khalil & Dombre 2002, chapter 12.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from linkwright.arrays import Array, Truth
from linkwright.errors import InputError
from linkwright.identification.compress import Compressed

POOR = 0.3
"""Relative standard error above which a parameter is called poorly identified."""
_ROUNDING = 1e-10
"""Singular values of columns of unit length, relative to the largest, below which only rounding is left."""
_PART = 1e-3
"""Component of a parameter in an unseen direction of unit length from which on the parameter itself is unknown."""
_EXACT = 1e-10
"""Standard deviation relative to the force that exact data are given, so that weights stay finite."""
_SETTLED = 1e-3
"""Relative change of all sigma at which rounds of weighting end."""


@dataclass(frozen=True, eq=False)
class Estimate:
    """n parameters found from `rows` measured forces.

    values:     (n,)
    covariance: (n, n), of what the data see
    errors:     (n,) standard errors; infinite where the data leave the parameter open
    sigma:      (rows,) standard deviation of each measured force about the model
    unseen:     (k, n) changes of the parameters, one per row, that change no force of these data; along them the values are
                those of the prior that was given, or zero
    """

    method: str
    values: Array
    covariance: Array
    errors: Array
    sigma: Array
    unseen: Array = field(default_factory=lambda: np.zeros((0, 0)))

    @property
    def relative(self) -> Array:
        """Standard errors by the absolute values."""
        return relative_errors(self.values, self.errors)

    @property
    def poor(self) -> tuple[int, ...]:
        """Places of the parameters that are poorly identified."""
        return tuple(int(k) for k in np.flatnonzero(self.relative > POOR))


@dataclass(frozen=True, eq=False)
class Solution:
    """The minimum of |A p - b|: values, a root C of (A'A)^-1 = C C', and the directions that A does not see."""

    values: Array
    root: Array
    unseen: Array
    open: Truth


def relative_errors(values: Array, errors: Array) -> Array:
    """Standard errors by the absolute values; infinite of what is zero."""
    size = np.abs(values)
    return np.divide(errors, size, out=np.full(len(size), np.inf), where=size > 0)


def ols(data: Compressed, independent: float = 1.0, prior: Array | None = None) -> Estimate:
    """Ordinary least squares; its covariance knows that forces have noise of different size.

    Directions are unseen whose standard error alone would explain all of the measured force.

    independent: share of the samples, 0 to 1, that a low-pass filter leaves independent of each other
    prior:       (n,) values along directions that the data do not see; zero unless given
    """
    enough(data, independent)
    factor, same = data.weighted(), np.ones(data.rows)
    first = deviations(data, solved(factor, prior=prior), same, independent)
    found = solved(factor, seen_from(factor / np.sqrt(np.mean(first**2)), independent), prior)
    sigma = deviations(data, found, same, independent)
    inverse = found.root @ found.root.T
    noise = sum((s**2 * (R.T @ R) for s, R in zip(sigma, data.R[:, :, :-1], strict=True)), np.zeros_like(inverse))
    return estimate_of("ols", found, inverse @ noise @ inverse / independent, sigma)


def wls(data: Compressed, independent: float = 1.0, prior: Array | None = None, rounds: int = 10) -> Estimate:
    """Least squares weighted by 1 / sigma of each row, sigma from the round before, the first from ordinary least squares.

    Rounds cost nothing on triangles, and end when sigma does: after two, the quiet forces still bear some of the error that the
    loud ones brought into the first, and 96.4 % of true values were inside two standard errors instead of 95.4 %.
    """
    sigma, found = ols(data, independent, prior).sigma, None
    for _ in range(max(rounds, 1)):
        weights = 1 / sigma
        factor = data.weighted(weights)
        found = solved(factor, seen_from(factor, independent), prior)
        sigma = deviations(data, found, weights, independent)
        if np.all(np.abs(sigma * weights - 1) < _SETTLED):
            break
    assert found is not None
    return estimate_of("wls", found, found.root @ found.root.T / independent, sigma)


def solved(factor: Array, tolerance: float = _ROUNDING, prior: Array | None = None) -> Solution:
    """The minimum of |A p - b| of a triangle [A | b], with columns scaled to unit length for the question what A sees.

    tolerance: singular values of the scaled columns below which a direction is not seen, relative to the largest
    """
    A, b = factor[:-1, :-1], factor[:-1, -1]
    start = np.zeros(A.shape[1]) if prior is None else np.asarray(prior, dtype=float)
    lengths = np.linalg.norm(A, axis=0)
    scale = np.where(lengths > 0, lengths, 1.0)
    U, s, Vt = np.linalg.svd(A / scale)
    seen = s > max(tolerance, _ROUNDING) * np.max(s, initial=0.0)
    root = Vt[seen].T / s[seen] / scale[:, None]
    values = start + root @ (U[:, seen].T @ (b - A @ start))
    hidden = Vt[~seen]
    return Solution(values, root, hidden / scale, np.any(np.abs(hidden) > _PART, axis=0))


def seen_from(factor: Array, independent: float) -> float:
    """Tolerance of `solved` for a triangle in units of the noise.

    The coefficient of a direction with singular value s has the standard error 1 / (s sqrt(independent)); where this is more
    than the norm of all forces, the data say nothing about it.
    """
    whole = float(np.linalg.norm(factor[:, -1])) * np.sqrt(independent)
    largest = np.linalg.norm(factor[:-1, :-1] / np.maximum(np.linalg.norm(factor[:-1, :-1], axis=0), 1e-300), 2)
    return 1 / max(whole * float(largest), 1.0)


def deviations(data: Compressed, found: Solution, weights: Array, independent: float) -> Array:
    """Standard deviation of each force: its residual by its degrees of freedom.

    Parameters are shared by the forces: row j loses the trace of its block of the hat matrix, |w_j R_j C|^2, and all rows
    together lose n. Of filtered samples each parameter costs 1 / independent of them.
    """
    spent = np.array([np.sum((w * R[:, :-1] @ found.root) ** 2) for w, R in zip(weights, data.R, strict=True)])
    freedom = np.maximum(data.counts - spent / independent, 1.0)
    size = data.norms / np.sqrt(data.counts)
    least = _EXACT * np.where(size > 0, size, max(float(np.max(size, initial=0.0)), 1e-300))
    return np.maximum(data.errors(found.values) / np.sqrt(freedom), least)


def estimate_of(method: str, found: Solution, covariance: Array, sigma: Array) -> Estimate:
    """The estimate of a solution: errors from the covariance, infinite where a parameter is open."""
    errors = np.where(found.open, np.inf, np.sqrt(np.maximum(np.diag(covariance), 0.0)))
    return Estimate(method, found.values, covariance, errors, sigma, found.unseen)


def enough(data: Compressed, independent: float) -> None:
    """Whether there are more independent samples than parameters."""
    if not 0 < independent <= 1:
        hint = "1 of samples as measured, 2 * cut-off * dt of filtered ones"
        raise InputError(f"a share of {independent:g} independent samples", hint=hint)
    samples = float(np.sum(data.counts)) * independent
    if samples <= data.size:
        what = f"{data.size} parameters cannot be found from {samples:.0f} independent measurements of forces"
        raise InputError(what, hint="record longer, or filter with a higher cut-off")
