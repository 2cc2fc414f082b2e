"""`lw.identify`: from recordings to parameters, stage by stage."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import add
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwright.errors import InputError, counted
from linkwright.identification.compress import Compressed, compressed
from linkwright.identification.consistent import GAMMAS, ConsistentProblem, by_hold_out, consistent
from linkwright.identification.essential import essential
from linkwright.identification.estimate import Estimate, ols, wls
from linkwright.identification.identified import Consistency, Fit, Identification, Trace
from linkwright.identification.model import IdentificationModel
from linkwright.identification.quality import conditions, correlations
from linkwright.identification.recordings import Prepared, Source, listed, prepared, with_held
from linkwright.identification.request import Identify
from linkwright.identification.samples import Samples
from linkwright.mechanism import Mechanism, require_mechanism
from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.model.robot import OpenRobot

Array = NDArray[np.float64]
Tell = Callable[[str, float], object]

SHOWN = 4000
"""Samples of a trace that is kept for plots."""


@dataclass(frozen=True, eq=False)
class Data:
    """What is fitted and what is only predicted, as samples and compressed."""

    fitted: tuple[Samples, ...]
    held: tuple[Samples, ...]
    fit: Compressed
    check: Compressed
    independent: float


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

    mechanism = load(robot) if isinstance(robot, str | Path) else robot
    require_mechanism(mechanism, "identify")
    if not isinstance(mechanism, OpenRobot | ClosedRobot):
        hint = "write the system as a robot of links to identify it"
        raise InputError(f"'{mechanism.name}' has no bodies and joints", mechanism.source, hint)
    try:
        request = Identify(**options)
    except TypeError as error:
        known = ", ".join(Identify.__dataclass_fields__)
        raise InputError(f"identify: {error}", hint=f"options: {known}") from None
    return identified(mechanism, listed(data), request, progress or (lambda what, part: None))


def identified(robot: Robot, data: Sequence[Source], request: Identify, tell: Tell) -> Identification:
    """The same, of a robot and checked options."""
    start = time.perf_counter()
    tell("model", 0.0)
    model = IdentificationModel.of(with_held(robot, request.hold), request.friction)
    tell("reading", 0.05)
    ready = [prepared(model, source, request) for source in data]
    others = [prepared(model, source, request) for source in request.validation]
    tell("columns", 0.2)
    own = gathered(model, ready, others, request)
    tell("least squares", 0.5)
    estimates = estimated(own, model, request)
    fits = {e.method: fit_of(own, e.method, e.values, e.errors) for e in estimates}
    chosen = estimates[-1]
    tell("physical parameters", 0.7)
    found = consistent_of(own, model, chosen, request)
    if found is not None:
        values = model.values(found.physical)
        fits["consistent"] = fit_of(own, "consistent", values, None)
    tell("essential parameters", 0.9)
    needed = essential(own.fit, chosen, model.names, own.independent)
    notes = tuple(dict.fromkeys(n for x in (*ready, *others) for n in (*x.recording.notes, *x.smooth.notes)))
    return Identification(
        model, MappingProxyType(fits), chosen.method, sum(map(len, own.fitted)), sum(map(len, own.held)),
        conditions(own.fit).scaled, _pairs(chosen, model), needed.names, found, None, (), notes,
        tuple(trace_of(model, x, chosen.values, 1.0 if others else 1 - request.hold_out) for x in (*ready, *others)),
        MappingProxyType({"seconds": time.perf_counter() - start}),
    )  # fmt: skip


def _pairs(chosen: Estimate, model: IdentificationModel) -> tuple[tuple[str, str, float], ...]:
    return tuple((c.first, c.second, c.value) for c in correlations(chosen, model.names))


def gathered(
    model: IdentificationModel, ready: Sequence[Prepared], others: Sequence[Prepared], request: Identify
) -> Data:
    """What is fitted and what is held out: the ends of the recordings, or others."""
    held = 0.0 if others else request.hold_out
    parts = [x.samples.split(held) for x in ready]
    fitted = tuple(a for a, _ in parts)
    kept = tuple(x.samples for x in others) or tuple(b for _, b in parts if len(b)) or fitted
    fit, check = (reduce(add, (compressed(s.blocks(model)) for s in some)) for some in (fitted, kept))
    count = sum(map(len, fitted))
    share = sum(s.independent * len(s) for s in fitted) / max(count, 1)
    if count * len(model.rows) * share <= len(model.names):
        what = f"{counted(count, 'sample')} cannot determine {len(model.names)} parameters"
        raise InputError(what, hint="record longer, or name fewer unknown terms (--friction)")
    return Data(fitted, kept, fit, check, share)


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

        found.append(instrumental(model, own.fitted, found[-1], own.independent))
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
    weights = 1 / chosen.sigma
    start = time.perf_counter()
    if request.prior_weight is not None:
        one = consistent(problem, own.fit, weights, request.prior_weight)
        table = ((request.prior_weight, own.fit.relative(one.values), own.check.relative(one.values)),)
    else:
        one, trials = by_hold_out(problem, own.fit, own.check, weights, GAMMAS)
        table = tuple((t.gamma, t.fit, t.held_out) for t in trials)
    return Consistency(one.physical, one.eigenvalues, one.gamma, table, time.perf_counter() - start)


def trace_of(model: IdentificationModel, x: Prepared, values: Array, fitted: float) -> Trace:
    """Every so many samples of a recording, with what is predicted."""
    some = x.samples.at_most(SHOWN)
    raw = np.stack([np.interp(some.t, x.recording.t, column) for column in x.recording.tau.T], axis=1)
    t = x.samples.t
    held = float(t[min(round(len(t) * fitted), len(t) - 1)])
    predicted = some.predicted(model, values)
    return Trace(some.name, some.t, raw, some.tau, predicted, some.q, some.v, some.a, held, x.smooth.notes)


def shifted(samples: Samples, lag: float) -> Samples:
    """The same with forces that were measured `lag` seconds after the positions of their row."""
    t = samples.t
    tau = np.stack([np.interp(t + lag, t, column) for column in samples.tau.T], axis=1)
    inside = (t + lag >= t[0]) & (t + lag <= t[-1])
    first, end = int(np.argmax(inside)), len(t) - int(np.argmax(inside[::-1]))
    return replace(samples, tau=tau)[first:end]
