"""Essential parameters: those without which the model would predict worse.  Pham & Gautier 1991.

The parameter with the largest relative standard error is dropped and the others are estimated anew, as long as an F-test does
not notice that the residual grows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from linkwright.arrays import Array
from linkwright.errors import InputError
from linkwright.identification.compress import Compressed, triangle
from linkwright.identification.estimate import Estimate, enough, relative_errors, solved

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True)
class Dropped:
    """A parameter that was dropped: its relative standard error then, F of the residual's growth since all parameters were
    there, and the F that chance reaches with the chosen risk."""

    name: str
    relative: float
    statistic: float
    limit: float


@dataclass(frozen=True, eq=False)
class Essential:
    """Parameters that are kept, in their order.

    values, errors: (n,) of all parameters; zero for those that were dropped
    dropped:        in the order of dropping
    stopped:        the parameter that the test would not let go; None if all went
    """

    names: tuple[str, ...]
    kept: tuple[int, ...]
    values: Array
    errors: Array
    dropped: tuple[Dropped, ...]
    stopped: Dropped | None


def essential(
    data: Compressed, estimate: Estimate, names: Sequence[str], independent: float = 1.0, risk: float = 0.05
) -> Essential:
    """The essential ones among the parameters of a weighted estimate.

    independent: share of the samples that a filter leaves independent; risk: chance to keep a parameter that is not needed
    """
    enough(data, independent)
    if not 0 < risk < 1:
        raise InputError(f"a risk of {risk:g}", hint="it lies between 0 and 1, as 0.05")
    factor = data.weighted(1 / estimate.sigma)
    freedom = float(np.sum(data.counts)) * independent - data.size
    whole = _Fit.of(factor, tuple(range(data.size)))
    now, dropped, stopped = whole, list[Dropped](), None
    while now.kept:
        worst = int(np.argmax(now.relative))
        smaller = _Fit.of(factor, now.kept[:worst] + now.kept[worst + 1 :])
        step = _tested(whole, smaller, freedom, risk, (names[now.kept[worst]], float(now.relative[worst])))
        if step.statistic > step.limit:
            stopped = step
            break
        dropped.append(step)
        now = smaller
    values, errors = np.zeros(data.size), np.zeros(data.size)
    values[list(now.kept)] = now.values
    errors[list(now.kept)] = now.errors / np.sqrt(independent)
    return Essential(tuple(names[k] for k in now.kept), now.kept, values, errors, tuple(dropped), stopped)


@dataclass(frozen=True, eq=False)
class _Fit:
    """A fit with some of the columns, in units of the noise; square: of the residual."""

    kept: tuple[int, ...]
    values: Array
    errors: Array
    square: float

    @property
    def relative(self) -> Array:
        return relative_errors(self.values, self.errors)

    @staticmethod
    def of(factor: Array, kept: tuple[int, ...]) -> _Fit:
        some = triangle(factor[:, [*kept, -1]])
        found = solved(some)
        errors = np.where(found.open, np.inf, np.sqrt(np.sum(found.root**2, axis=1)))
        return _Fit(kept, found.values, errors, float(np.sum((some @ np.append(found.values, -1.0)) ** 2)))


def _tested(whole: _Fit, smaller: _Fit, freedom: float, risk: float, worst: tuple[str, float]) -> Dropped:
    """F = (growth of the squared residual per parameter dropped) / (squared residual of all per degree of freedom)."""
    from scipy.stats import f

    gone = len(whole.kept) - len(smaller.kept)
    noise = max(whole.square / freedom, np.finfo(float).tiny)
    growth = max(smaller.square - whole.square, 0.0)
    return Dropped(*worst, growth / gone / noise, float(f.ppf(1 - risk, gone, freedom)))
