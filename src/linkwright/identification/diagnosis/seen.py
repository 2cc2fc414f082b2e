"""What a motion does not show: parameters that make no force in the samples, and joints that lack motion."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from linkwright.errors import counted
from linkwright.identification.compress import compressed
from linkwright.identification.diagnosis.view import View
from linkwright.identification.estimate import wls
from linkwright.identification.quality import unseen
from linkwright.measurements.finding import Finding

_STILL = 1e-4
"""Root mean square rate of a joint beside the fastest, below which it rests."""
_SLOW = 0.02
"""The same of accelerations, relative to gravity or to the fastest joint."""
_TOLD = 5


def check_seen(view: View) -> Iterator[Finding]:
    """One finding for all columns that these data leave open."""
    model, samples = view.model, view.samples
    data = compressed(samples.blocks(model))
    if float(np.sum(data.counts)) * samples.independent <= data.size:
        return
    open_ = unseen(wls(data, samples.independent), data, model.names)
    if not open_:
        return
    names = tuple(dict.fromkeys(n for u in open_ for n in u.names))
    lacks = list(dict.fromkeys(u.lacking for u in open_ if u.lacking))
    what = f"{counted(len(open_), 'combination')} of parameters cannot be told from this motion"
    words = "; ".join(u.words for u in open_[:_TOLD]) + ("; ..." if len(open_) > _TOLD else "")
    rests = _resting(view)
    evidence = f"{words}; {rests}" if rests else words
    remedy = (
        f"record a motion with {'; '.join(lacks[:_TOLD])} (linkwright excite makes one)"
        if lacks
        else "linkwright excite makes a motion that tells them"
    )
    yield Finding("not identifiable", what, evidence, remedy, "warning", names)


def _resting(view: View) -> str:
    """Joints without rates, or without accelerations to speak of."""
    samples, names = view.samples, view.model.robot.rate_names
    rates, turns = (np.sqrt(np.mean(x**2, axis=0)) for x in (samples.v, samples.a))
    if not np.any(rates):
        return "nothing moves: postures at rest show gravity alone"
    still = [n for n, x in zip(names, rates, strict=True) if x < _STILL * rates.max()]
    slow = [n for n, x in zip(names, turns, strict=True) if n not in still and x < _SLOW * turns.max()]
    parts = [f"{', '.join(still)} rest{'s' * (len(still) == 1)}"] if still else []
    parts += [f"{', '.join(slow)} hardly accelerate{'s' * (len(slow) == 1)}"] if slow else []
    return "; ".join(parts)
