"""Least squares that outliers do not lead astray.  Huber 1964; Huber & Ronchetti 2009, chapter 7.

Samples are seen several times: a residual e of more than 1.345 standard deviations counts with the weight 1.345 sigma / |e|.
The standard deviation of each force is found from the median of its residuals, which a few wild samples do not move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import numpy as np

from linkwright.arrays import Array
from linkwright.errors import InputError
from linkwright.identification.compress import Block, Compressed, compressed
from linkwright.identification.estimate import Estimate, Solution, enough, estimate_of, seen_from, solved, wls

THRESHOLD = 1.345
"""Standard deviations from which on a residual counts less: 95 % of the efficiency of least squares without outliers."""
_MEDIAN = 1.482602218505602
"""Standard deviation of a normal distribution by its median absolute value."""
_BINS, _LEAST, _MOST = 4000, 1e-14, 1e4
"""Bins for the logarithms of |residual| / |force|, 1 % wide: the median in one pass and little memory."""
_SAME = 1e-3
"""Change of all parameters, in standard errors, below which rounds end."""


def huber(
    blocks: Callable[[], Iterable[Block]],
    independent: float = 1.0,
    prior: Array | None = None,
    rounds: int = 8,
    threshold: float = THRESHOLD,
) -> Estimate:
    """Huber's estimate by repeated weighting.

    blocks: begins anew with the first block of samples whenever it is called; samples are seen rounds + 2 times at most
    """
    if not threshold > 0:
        raise InputError(f"a threshold of {threshold:g} standard deviations", hint="it must be positive, as 1.345")
    plain = compressed(blocks())
    enough(plain, independent)
    start = wls(plain, independent, prior)
    pass_over = _Pass(start.values, start.sigma, threshold, plain.norms / np.sqrt(plain.counts))
    for _ in pass_over.weighted(
        blocks()
    ):  # the first deviations are those of least squares, which outliers have spoilt
        pass
    values, sigma, found = start.values, pass_over.deviations(), None
    for _ in range(max(rounds, 1)):
        pass_over = _Pass(values, sigma, threshold, pass_over.size)
        factor = compressed(pass_over.weighted(blocks())).weighted(1 / sigma)
        found = solved(factor, seen_from(factor, independent), prior)
        spread = np.sqrt(np.sum(found.root**2, axis=1) / independent)
        moved = np.abs(found.values - values) > _SAME * spread + 1e-12 * np.abs(values)
        values, sigma = found.values, pass_over.deviations()
        if not np.any(moved):
            break
    assert found is not None
    return estimate_of("robust", found, _covariance(plain, found, sigma, pass_over) / independent, sigma)


def _covariance(plain: Compressed, found: Solution, sigma: Array, last: _Pass) -> Array:
    """A^-1 B A^-1 with A = sum E[psi'] / sigma^2 Y'Y, B = sum E[psi^2] / sigma^2 Y'Y over the rows (Huber 1973)."""
    slope = last.inside / plain.counts
    square = last.squares / plain.counts
    grams = np.einsum("jki,jkl->jil", plain.R[:, :, :-1], plain.R[:, :, :-1])
    A = np.einsum("j,jil->il", slope / sigma**2, grams)
    B = np.einsum("j,jil->il", square / sigma**2, grams)
    # in coordinates of what is seen: A is singular along the rest
    C = found.root
    inner = np.linalg.inv(np.asarray(C.T @ A @ C)).astype(np.float64)
    return C @ inner @ (C.T @ B @ C) @ inner @ C.T


class _Pass:
    """One pass over the samples with given values and deviations: weights of all samples, and sums over them.

    inside:  (rows,) samples whose weight is one
    squares: (rows,) sum of the squares of residuals, in deviations, cut at the threshold
    """

    def __init__(self, values: Array, sigma: Array, threshold: float, size: Array) -> None:
        self.values, self.sigma, self.threshold = values, sigma, threshold
        self.size = np.where(size > 0, size, max(float(np.max(size, initial=0.0)), 1e-300))
        rows = len(sigma)
        self.inside, self.squares = np.zeros(rows), np.zeros(rows)
        self._counts = np.zeros((rows, _BINS))

    def weighted(self, blocks: Iterable[Block]) -> Iterator[Block]:
        """The blocks with Huber's weights; what they say of the residuals is summed on the way."""
        for block in blocks:
            Y, tau = (np.asarray(part, dtype=float) for part in block[:2])
            error = np.abs(tau - Y @ self.values)
            self._count(error / self.size)
            by = error / self.sigma
            self.inside += np.sum(by <= self.threshold, axis=0)
            self.squares += np.sum(np.minimum(by, self.threshold) ** 2, axis=0)
            yield Y, tau, np.minimum(1.0, self.threshold / np.maximum(by, 1e-300))

    def _count(self, share: Array) -> None:
        spread = np.log(np.clip(share, _LEAST, _MOST) / _LEAST) / np.log(_MOST / _LEAST)
        places = np.minimum((spread * _BINS).astype(int), _BINS - 1)
        for j in range(len(self.sigma)):
            self._counts[j] += np.bincount(places[:, j], minlength=_BINS)

    def deviations(self) -> Array:
        """Standard deviation of each force from the median of its residuals."""
        sums = np.cumsum(self._counts, axis=1)
        half = sums[:, -1:] / 2
        place = np.argmax(sums >= half, axis=1)
        below = np.where(place > 0, np.take_along_axis(sums, np.maximum(place - 1, 0)[:, None], 1)[:, 0], 0.0)
        within = np.take_along_axis(self._counts, place[:, None], 1)[:, 0]
        part = (place + (half[:, 0] - below) / np.maximum(within, 1.0)) / _BINS
        return _MEDIAN * self.size * _LEAST * (_MOST / _LEAST) ** part
