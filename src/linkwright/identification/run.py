"""`lw.identify`: from recordings to parameters, stage by stage."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

from linkwright.arrays import Array
from linkwright.identification.consistent import GAMMAS, ConsistentProblem, by_hold_out, consistent
from linkwright.identification.essential import essential
from linkwright.identification.estimate import Estimate, ols, wls
from linkwright.identification.identified import Consistency, Fit, Identification, Trace
from linkwright.identification.model import IdentificationModel
from linkwright.identification.quality import conditions, correlations
from linkwright.identification.recordings import Prepared, Source, listed, with_held
from linkwright.identification.request import Identify
from linkwright.identification.stages import Data, gathered, made_ready, unknown_of
from linkwright.measurements.finding import Finding
from linkwright.mechanism import Mechanism, require_robot
from linkwright.model.closed_robot import Robot
from linkwright.request import by_name

Tell = Callable[[str, float], object]

_LEAST_NOISE = 1e-5
"""Of the largest force: exact data would outweigh the bodies' own laws beyond what a solver can hold."""
_OF_LOADS = 1e-6
"""Weight of the prior of a load: a ball of 1 kg is a place to start from, no opinion."""
_WORSE, _SMALL = 3.0, 0.02
"""Held-out residual, beside the fitted one, that is much worse: a factor and an addition."""
SHOWN = 4000
"""Samples of a trace that is kept for plots."""


def identify(
    robot: Mechanism | str | Path,
    data: Source | Sequence[Source],
    *,
    progress: Tell | None = None,
    **options: Any,
) -> Identification:
    """Inertial parameters, friction, rotors and offsets of a robot from recordings of its motion.

    robot:   a robot, or its file; what it says of inertias and friction is only a first guess
    data:    recordings: files (.csv, .npz, .mat), or arrays by name: {"t": ..., "q": ..., "tau": ...}
    options: see linkwright.identification.request.Identify
    """
    from linkwright.readers import load

    given = load(robot) if isinstance(robot, str | Path) else robot
    own = require_robot(given, "identify", "write the system as a robot of links to identify it")
    request = by_name(Identify, options, "identify")
    return identified(own, listed(data), request, progress or (lambda what, part: None))


def identified(robot: Robot, data: Sequence[Source], request: Identify, tell: Tell) -> Identification:
    """The same, of a robot and checked options."""
    start = time.perf_counter()
    tell("model", 0.0)
    model = unknown_of(with_held(robot, request.hold), request)
    tell("reading", 0.05)
    ready = made_ready(model, data, request)
    tell("columns", 0.3)
    own = gathered(ready, request)
    tell("least squares", 0.6)
    estimates = estimated(own, model, request)
    chosen = estimates[-1]
    fits = {e.method: fit_of(own, e.method, e.values, e.errors) for e in estimates}
    tell("physical parameters", 0.8)
    bodies = consistent_of(own, model, chosen, request)
    if bodies is not None:
        fits["consistent"] = fit_of(own, "consistent", model.values(bodies.physical), None)
    findings = (*ready.findings, *check_held_out(fits[chosen.method]))
    tell("essential parameters", 0.9)
    needed = essential(own.fit, chosen, model.names, own.independent)
    every = (*ready.fitted, *ready.others)
    whole = 1.0 if ready.others else 1 - request.hold_out
    traces = [trace_of(model, x, chosen.values, whole) for x in ready.fitted]
    traces += [trace_of(model, x, chosen.values, 0.0) for x in ready.others]
    return Identification(
        model, MappingProxyType(fits), chosen.method, sum(map(len, own.fitted)), sum(map(len, own.held)),
        conditions(own.fit).scaled, _pairs(chosen, model), needed.names, bodies,
        None if ready.gains is None else (ready.gains.gains, ready.gains.errors), findings,
        tuple(dict.fromkeys(n for x in every for n in (*x.recording.notes, *x.smooth.notes))), tuple(traces),
        MappingProxyType({"seconds": time.perf_counter() - start, "independent": own.independent}), ready.slow,
        request.at if request.payload else None,
    )  # fmt: skip


def _pairs(chosen: Estimate, model: IdentificationModel) -> tuple[tuple[str, str, float], ...]:
    return tuple((c.first, c.second, c.value) for c in correlations(chosen, model.names))


def check_held_out(fit: Fit) -> tuple[Finding, ...]:
    """Whether what was not fitted is predicted much worse than what was."""
    if fit.relative_held_out < _WORSE * fit.relative_fitted + _SMALL:
        return ()
    what = "forces that were not fitted are predicted much worse than those that were"
    evidence = f"{fit.relative_held_out:.2%} of them is left, and {fit.relative_fitted:.2%} of what was fitted"
    remedy = "the same load and tool in both? a richer motion (linkwright excite), or fewer unknown terms (--friction)"
    return (Finding("held out", what, evidence, remedy, "warning"),)


def estimated(own: Data, model: IdentificationModel, request: Identify) -> list[Estimate]:
    """Estimates, simple ones first; the last is the one that was asked for."""
    prior = model.values(model.prior)
    found = [ols(own.fit, own.independent, prior)]
    if request.method == "ols":
        return found
    found.append(wls(own.fit, own.independent, prior, rounds=8))
    if request.method == "robust":
        from linkwright.identification.robust import huber

        found.append(huber(lambda: (b for s in own.fitted for b in s.blocks(model)), own.independent, prior))
    if request.method == "iv":
        from linkwright.identification.instruments import instrumental

        bodies = consistent_of(own, model, found[-1], replace(request, consistent=True))
        assert bodies is not None
        found.append(instrumental(model, own.fitted, found[-1], model.values(bodies.physical), own.independent))
    return found


def fit_of(own: Data, method: str, values: Array, errors: Array | None) -> Fit:
    """How well values predict what was fitted and what was held out."""
    parts = (own.fit, own.check)
    rms = [c.residuals(values) for c in parts]
    whole = [c.relative(values) for c in parts]
    return Fit(method, values, errors, rms[0], rms[1], whole[0], whole[1])


def consistent_of(own: Data, model: IdentificationModel, chosen: Estimate, request: Identify) -> Consistency | None:
    """Parameters that bodies can have, near the file's."""
    if not request.consistent:
        return None
    problem = ConsistentProblem(model.B, model.prior, model.kinds, model.bodies)
    rms = own.fit.norms / np.sqrt(np.maximum(own.fit.counts, 1))
    weights = 1 / np.maximum(chosen.sigma, _LEAST_NOISE * np.max(rms))
    start = time.perf_counter()
    if request.prior_weight is not None:
        one = consistent(problem, own.fit, weights, request.prior_weight)
        table = ((request.prior_weight, own.fit.relative(one.values), own.check.relative(one.values)),)
    else:
        gammas = GAMMAS if model.rest is None else (_OF_LOADS,)
        one, trials = by_hold_out(problem, own.fit, own.check, weights, gammas)
        table = tuple((t.gamma, t.fit, t.held_out) for t in trials)
    return Consistency(one.physical, one.eigenvalues, one.gamma, table, time.perf_counter() - start)


def trace_of(model: IdentificationModel, x: Prepared, values: Array, fitted: float) -> Trace:
    """Every so many samples of a recording, with what is predicted."""
    some = x.samples.at_most(SHOWN)
    columns: list[Array] = list(x.recording.tau.T)
    raw = np.stack([np.interp(some.t, x.recording.t, column) for column in columns], axis=1)
    t = x.samples.t
    held = float(t[min(round(len(t) * fitted), len(t) - 1)])
    predicted = some.predicted(model, values)
    return Trace(some.name, some.t, raw, some.tau, predicted, some.q, some.v, some.a, held, x.smooth.notes)
