"""Diagnosis of a recording through the model of its robot."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from linkwright.errors import InputError
from linkwright.identification.diagnosis.friction import check_friction
from linkwright.identification.diagnosis.lags import Lag, lag
from linkwright.identification.diagnosis.prior import check_shape, check_sizes
from linkwright.identification.diagnosis.residuals import check_bursts, check_correlation, check_saturation, residuals
from linkwright.identification.diagnosis.search import searched
from linkwright.identification.diagnosis.seen import check_seen
from linkwright.identification.diagnosis.structure import check_structure
from linkwright.identification.diagnosis.view import View
from linkwright.identification.model import IdentificationModel
from linkwright.identification.samples import Samples
from linkwright.measurements.finding import Finding

_SEARCHED, _SEEN, _READ = 1000, 3000, 20000
"""Samples that mistakes are tried on, that parameters are found from, and whose residuals are looked at."""
_FEW = 1.5
"""Independent measurements per parameter below which nothing can be said."""


def diagnosed(model: IdentificationModel, samples: Samples) -> tuple[Finding, ...]:
    """What is wrong with a recording, seen through the dynamics; errors first, empty where nothing is."""
    _check(model, samples)
    samples = samples.sharp  # other states, and models with other columns, are tried
    if len(samples) * len(model.rows) * samples.independent < _FEW * len(model.names):
        return ()  # too few samples for any of this; the estimate says so
    if model.rest is not None:  # of a load: the robot's own recording has been looked at, and its friction is given
        own = View.of(model, thinned(samples, _SEEN))
        return (*_late(lag(model, samples)), *check_seen(own))
    reading = searched(View.of(model, thinned(samples, _SEARCHED)))
    view, found = check_structure(reading)
    if not any(x.severity == "error" for x in found):
        own = View.of(model, thinned(samples, _SEEN))
        rest = residuals(own, thinned(samples, _READ))
        found = (
            *found,
            *_late(lag(model, samples)),
            *check_shape(view),
            *check_seen(own),
            *check_saturation(own),
            *check_bursts(rest),
            *check_friction(own),
        )
        explained = {n for x in found if x.kind in ("saturation", "burst", "friction") for n in x.who}
        found = (*found, *check_correlation(rest, explained))
    if not any(x.kind in ("wrong robot", "degrees", "shuffled") for x in found):
        found = (*found, *check_sizes(view))
    return tuple(sorted(found, key=lambda x: x.severity))  # "error" before "warning"


def _check(model: IdentificationModel, samples: Samples) -> None:
    robot = model.robot
    for word, width, names in (
        ("positions", samples.q.shape[1], robot.position_names),
        ("rates", samples.v.shape[1], robot.rate_names),
        ("forces", samples.tau.shape[1], model.rows),
    ):
        if width != len(names):
            what = f"the recording has {width} {word}, and '{robot.name}' has {len(names)}"
            hint = f"is it the right robot? Its {word} are: {', '.join(names)}; --hold (hold=) names joints that stood still"
            raise InputError(what, samples.name, hint)
    if not all(np.all(np.isfinite(x)) for x in (samples.q, samples.v, samples.a, samples.tau)):
        raise InputError("a sample is not finite", samples.name, "leave samples out where anything is missing")


def thinned(samples: Samples, count: int) -> Samples:
    """Every so many samples, of which more are independent of each other."""
    some = samples.at_most(count)
    return replace(some, independent=min(1.0, samples.independent * len(samples) / max(len(some), 1)))


def _late(found: Lag) -> tuple[Finding, ...]:
    if not found.sure:
        return ()
    late, early = ("forces", "positions") if found.seconds > 0 else ("positions", "forces")
    what = f"{late} come {1000 * abs(found.seconds):.2g} ms late, behind the {early} of their rows"
    evidence = (
        f"lag {1000 * found.seconds:.3g} ms, standard error {1000 * found.error:.2g} ms; "
        f"relative residual {found.before:.2%} without and {found.after:.2%} with a correction"
    )
    remedy = "shift them by that, or use positions, rates and forces of one clock and one filter"
    return (Finding("lag", what, evidence, remedy, "warning"),)
