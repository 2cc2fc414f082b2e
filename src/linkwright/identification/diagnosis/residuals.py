"""What residuals along time tell: forces at their limit, bursts, and samples that are not independent of each other."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

import numpy as np

from linkwright.arrays import Array, Truth
from linkwright.identification.diagnosis.evidence import evidence
from linkwright.identification.diagnosis.view import View
from linkwright.identification.samples import Samples
from linkwright.measurements.finding import Finding, listed

_MEDIAN = 1.4826
_WILD = 8.0
"""Standard deviations, by the median, from which on a residual is no noise."""
_PART = 0.08
"""Least size of a burst beside the range of the force."""
_SLOW = 0.15
"""Rates, beside their root mean square, at which a joint is about to turn round: dry friction is most wrong there."""
_APART = 0.2
"""Seconds between bursts."""
_MANY = 0.1
"""Part of the samples above which wild ones are no bursts but a model that lacks something."""
_TOP = 0.97
"""Part of the largest force from which on samples may be at a limit."""
_SHARE = 0.003
"""Of the samples that must be there; a motion's own peak has some, too, but these are explained."""
_MISSING = 4.0
"""Mean force that is missing at a limit, in residuals elsewhere."""
_LONGER = 4.0
"""Times longer than the filter explains that residuals must stay alike: standard errors are then half of the true ones."""


@dataclass(frozen=True, eq=False)
class Rest:
    """Residuals (samples, rows) of samples, and their standard deviation (rows,) by the median.

    rates: which rate is that of a row, -1 for none
    """

    names: tuple[str, ...]
    rates: tuple[int, ...]
    samples: Samples
    values: Array
    sigma: Array


def _turning(rest: Rest) -> Truth:
    """(samples, rows): where the joint of a row turns round."""
    found = np.zeros(rest.values.shape, dtype=bool)
    for row, k in enumerate(rest.rates):
        if k >= 0:
            v = rest.samples.v[:, k]
            found[:, row] = np.abs(v) < _SLOW * np.sqrt(np.mean(v**2))
    return found


_REAL = 1e-5
"""Part of a force from which on a residual is more than rounding and interpolation."""


def residuals(view: View, samples: Samples) -> Rest:
    """Of samples, with the parameters of a view."""
    values = samples.tau - samples.predicted(view.model, view.fit.values)
    size = np.sqrt(np.mean(samples.tau**2, axis=0))
    sigma = np.maximum(_MEDIAN * np.median(np.abs(values), axis=0), 1e-4 * size + 1e-300)
    rates = view.model.robot.rate_names
    of_rows = tuple(rates.index(n) if n in rates else -1 for n in view.model.rows)
    return Rest(view.model.rows, of_rows, samples, values, sigma)


def check_bursts(rest: Rest) -> Iterator[Finding]:
    """Collisions, contacts and outliers: times at which residuals are far beyond noise."""
    by = np.where(_turning(rest), 0.0, np.abs(rest.values) / rest.sigma)
    by[np.abs(rest.values) < _PART * np.ptp(rest.samples.tau, axis=0)] = 0.0
    wild = np.flatnonzero(np.any(by > _WILD, axis=1))
    if not len(wild) or len(wild) > _MANY * len(by):
        return
    t = rest.samples.t[wild]
    starts = np.concatenate([[0], np.flatnonzero(np.diff(t) > _APART) + 1])
    ends = np.append(starts[1:], len(t)) - 1
    told: list[str] = []
    who: dict[str, None] = {}
    for first, last in zip(starts, ends, strict=True):
        part = by[wild[first : last + 1]]
        row = int(np.argmax(part.max(axis=0)))
        who[rest.names[row]] = None
        told.append(f"{t[first]:.4g} to {t[last]:.4g} s ({rest.names[row]}, {part.max():.0f} standard deviations)")
    evidence = f"{len(wild)} of {len(by)} samples: {'; '.join(told[:4])}{'; ...' * (len(told) > 4)}"
    remedy = "contact or a collision? Cut these times out, or use --method robust (method='robust')"
    what = "residuals come in bursts" if len(told) > 1 else "there is a burst of residuals"
    yield Finding("burst", what, evidence, remedy, "warning", tuple(who))


def check_correlation(rest: Rest, explained: Collection[str] = ()) -> Iterator[Finding]:
    """Residuals that stay alike for longer than the filter explains: what the model lacks, in rows not explained yet."""
    if len(rest.values) < 16 or not np.any(rest.samples.v):
        return
    lengths = np.array([_alike(e) for e in rest.values.T])
    size = np.sqrt(np.mean(rest.samples.tau**2, axis=0))
    real = np.sqrt(np.mean(rest.values**2, axis=0)) > _REAL * size
    longer = np.where(real, lengths * rest.samples.independent, 0.0)
    long = [int(k) for k in np.flatnonzero(longer > _LONGER) if rest.names[k] not in explained]
    if not long:
        return
    step = float(np.median(np.diff(rest.samples.t)))
    told = ", ".join(f"{rest.names[k]} {lengths[k] * step:.2g} s" for k in long)
    factor = float(np.sqrt(np.median(longer[long])))
    evidence = f"alike for {told}; the filter explains {step / rest.samples.independent:.2g} s"
    remedy = (
        f"standard errors are too small by a factor of about {factor:.1f}; more terms (--friction, friction=) may help"
    )
    what = f"residuals of {listed([rest.names[k] for k in long])} are not noise but something that the model lacks"
    yield Finding("correlated", what, evidence, remedy, "warning", tuple(rest.names[k] for k in long))


def _alike(e: Array) -> float:
    """Samples per independent one: 1 + 2 sum of the autocorrelation, up to where it first is none (Sokal 1997)."""
    x = e - e.mean()
    power = np.abs(np.fft.rfft(x, 2 * len(x))) ** 2
    r = np.fft.irfft(power)[: len(x)]
    if not r[0] > 0:
        return 1.0
    r = r / r[0]
    end = int(np.argmax(r < 0)) or len(r)
    return float(max(1.0, 1 + 2 * np.sum(r[1:end])))


def check_saturation(view: View) -> Iterator[Finding]:
    """Forces that stay at their largest value where the model, fitted without these samples, asks for more."""
    samples, model = view.samples, view.model
    tau, told = samples.tau, dict[int, str]()
    Y, known = samples.columns(model), samples.tau - samples.unknown(model)
    top, bottom = tau > _TOP * tau.max(axis=0), tau < _TOP * tau.min(axis=0)
    top &= tau.max(axis=0) > 0
    bottom &= tau.min(axis=0) < 0
    for at, turn, word in ((top, 1, "most"), (bottom, -1, "least")):
        for row in np.flatnonzero(at.mean(axis=0) > _SHARE):
            inside = ~at[:, row]
            if inside.mean() < 0.5:
                continue
            rest = evidence(Y[inside], (tau - known)[inside][:, :, None]).explained(np.ones((tau.shape[1], 1)))
            missing = turn * np.mean((Y[:, row] @ rest.values + known[:, row] - tau[:, row])[at[:, row]])
            if missing > _MISSING * rest.sigma[row] and missing > 0.02 * np.ptp(tau[:, row]):
                limit = float(tau[:, row].max() if turn > 0 else tau[:, row].min())
                share = float(at[:, row].mean())
                where = f"{model.rows[row]} is at its {word}, {limit:.4g}, for {share:.1%} of the time"
                told[int(row)] = f"{where}, where {missing:.3g} more is expected"
    if told:
        who = [model.rows[k] for k in told]
        remedy = "excite more slowly, or leave these samples out: the force was not what the controller asked for"
        yield Finding(
            "saturation",
            f"the force of {listed(who)} saturates",
            "; ".join(told.values()),
            remedy,
            "warning",
            tuple(who),
        )
