"""Stages of an identification: what is unknown, recordings made ready and looked at, what is fitted and what is held out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import add
from pathlib import Path

import numpy as np

from linkwright.arrays import Array
from linkwright.errors import InputError, counted
from linkwright.identification.compress import Compressed, compressed
from linkwright.identification.diagnosis import Lag, diagnosed, lag
from linkwright.identification.gains import Gains, drive_gains
from linkwright.identification.loads import load_forces, load_model, load_of
from linkwright.identification.model import IdentificationModel
from linkwright.identification.recordings import Prepared, Source, prepared
from linkwright.identification.request import Identify, paths
from linkwright.identification.samples import Samples
from linkwright.identification.stribeck import stribeck_velocities
from linkwright.measurements.diagnosis import diagnose
from linkwright.measurements.finding import Finding, JointLimits
from linkwright.model.closed_robot import Robot

_OF_MOTIONS = ("time order", "time unit", "lost samples", "repeated samples", "jump", "wrapped", "lag", "sign", "scale")
"""Findings that make no sense of postures at rest."""
_GAP = 1.5
"""Steps of time, in usual ones, across which no force is interpolated."""
_Change = Callable[[Samples], Samples]
_Blocks = Iterator[tuple[Array, Array]]


@dataclass(frozen=True, eq=False)
class Ready:
    """Recordings as the model takes them: those that are fitted, and others that are only predicted."""

    model: IdentificationModel
    fitted: tuple[Prepared, ...]
    others: tuple[Prepared, ...]
    findings: tuple[Finding, ...] = ()
    gains: Gains | None = None
    slow: Array | None = None


@dataclass(frozen=True, eq=False)
class Data:
    """What is fitted and what is only predicted, as samples and compressed."""

    fitted: tuple[Samples, ...]
    held: tuple[Samples, ...]
    fit: Compressed
    check: Compressed
    independent: float


def unknown_of(robot: Robot, request: Identify) -> IdentificationModel:
    """What is to be found: the robot's bodies and drives, or a load alone."""
    if request.payload:
        return load_model(robot, request.at, couplings=request.couplings)
    return IdentificationModel.of(robot, request.friction, request.couplings)


def made_ready(model: IdentificationModel, data: Sequence[Source], request: Identify) -> Ready:
    """Recordings read, filtered, looked at and, where that is needed, corrected."""
    plain = [prepared(model, source, request) for source in data]
    heavy = [_with_load(prepared(model, source, request), model, request) for source in paths(request.loaded)]
    ready = Ready(model, (*plain, *heavy), tuple(prepared(model, x, request) for x in request.validation))
    fitted = {Path(x).resolve() for x in (*data, *paths(request.loaded)) if isinstance(x, str | Path)}
    if same := [x for x in request.validation if x.resolve() in fitted]:
        raise InputError(f"'{same[0]}' is fitted and cannot validate, too", hint="name another recording (--validate)")
    if not ready.fitted:
        raise InputError("there is no recording", hint="name a file, or give arrays")
    seen = [f for x in (*ready.fitted, *ready.others) for f in diagnose(x.recording, limits_of(model))]
    ready = replace(ready, findings=tuple(f for f in seen if not (request.static and f.kind in _OF_MOTIONS)))
    if request.estimate_gain:
        ready = _with_gains(ready)
    if "stribeck" in model.terms:
        slow = stribeck_velocities(model, [x.samples for x in ready.fitted])
        ready = replace(_blurred(_changed(ready, lambda s: replace(s, slow=slow))), slow=slow)
    return _looked_at(ready)


def _with_load(x: Prepared, model: IdentificationModel, request: Identify) -> Prepared:
    s = x.samples
    added = load_forces(model.robot, request.at, load_of(request.load), (s.q, s.v, s.a), model.couplings, **s.more)
    return replace(x, samples=replace(s, added=added))


def _changed(ready: Ready, change: _Change) -> Ready:
    def of(some: tuple[Prepared, ...]) -> tuple[Prepared, ...]:
        return tuple(replace(x, samples=change(x.samples)) for x in some)

    return replace(ready, fitted=of(ready.fitted), others=of(ready.others))


def _blurred(ready: Ready) -> Ready:
    """Dry friction as the filter leaves it, once the velocities that it depends on are known."""

    def of(x: Prepared) -> Prepared:
        filtered = np.isfinite(x.smooth.cutoff)
        return replace(x, samples=x.samples.with_blurred(ready.model, x.smooth.filter)) if filtered else x

    return replace(ready, fitted=tuple(map(of, ready.fitted)), others=tuple(map(of, ready.others)))


def _with_gains(ready: Ready) -> Ready:
    """Currents made forces: gains are those that explain the recording with the load and the one without alike."""
    model = ready.model

    def blocks() -> _Blocks:
        for s in (part for x in ready.fitted for part in x.samples.parts()):
            bare = replace(s, added=None)
            load = np.zeros_like(s.tau) if s.added is None else s.added
            yield np.concatenate([bare.columns(model), load[:, :, None]], axis=2), bare.unknown(model)

    if not _drives_alone(model):
        what = "gains cannot be found while springs or wrenches of the file act"
        raise InputError(what, model.robot.source, "give the gains (--gain)")
    share = float(np.mean([x.samples.independent for x in ready.fitted]))
    found = drive_gains(compressed(blocks()), model.rows, share)
    made = replace(_changed(ready, lambda s: replace(s, tau=s.tau * found.gains)), gains=found)
    return _blurred(made) if "load" in model.terms else made  # friction by the load was by the current


def _drives_alone(model: IdentificationModel) -> bool:
    """Whether no force is known: it could not be told in units of currents."""
    s = np.zeros((1, model.robot.nq)), np.zeros((1, model.robot.nv))
    return model.rest is None and isinstance(model.known(s[0], s[1], s[1]), float)


def _looked_at(ready: Ready) -> Ready:
    """Mistakes that only the dynamics show, in every recording; a lag of its forces behind its positions is taken away."""
    model, found = ready.model, list(ready.findings)
    several = len(ready.fitted) + len(ready.others) > 1

    def of(x: Prepared) -> Prepared:
        seen = diagnosed(model, x.samples)
        late = lag(model, x.samples) if any(f.kind == "lag" for f in seen) else None
        named = [replace(f, evidence=f"{x.recording.name}: {f.evidence}") if several else f for f in seen]
        found.extend(_corrected(f, late) if f.kind == "lag" and late else f for f in named)
        return replace(x, samples=shifted(x.samples, late.seconds)) if late else x

    fitted, others = tuple(map(of, ready.fitted)), tuple(map(of, ready.others))
    unique: dict[tuple[str, str], Finding] = {}
    for f in found:
        unique.setdefault((f.kind, f.what), f)  # of what several recordings say, the first
    findings = tuple(sorted(unique.values(), key=lambda f: f.severity))  # "error" before "warning"
    return replace(ready, fitted=fitted, others=others, findings=findings)


def _corrected(f: Finding, late: Lag) -> Finding:
    return replace(f, remedy=f"corrected here by {1000 * late.seconds:.3g} ms; better: one clock for both")


def shifted(samples: Samples, late: float) -> Samples:
    """The same with forces that were measured `late` seconds after the positions of their row; across gaps there are none."""
    t = samples.t
    columns: list[Array] = list(samples.tau.T)
    tau = np.stack([np.interp(t + late, t, column) for column in columns], axis=1)
    after = np.clip(np.searchsorted(t, t + late), 1, len(t) - 1)
    near = t[after] - t[after - 1] <= _GAP * np.median(np.diff(t))
    return replace(samples, tau=tau)[np.flatnonzero((t + late >= t[0]) & (t + late <= t[-1]) & near)]


def gathered(ready: Ready, request: Identify) -> Data:
    """What is fitted and what is held out: the ends of the recordings, or other recordings."""
    model = ready.model
    held = 0.0 if ready.others else request.hold_out
    parts = [x.samples.split(held) for x in ready.fitted]
    fitted = tuple(a for a, _ in parts)
    kept = tuple(x.samples for x in ready.others) or tuple(b for _, b in parts if len(b))
    if not kept:
        raise InputError(
            "no sample is held out", hint="hold out more (--hold-out 0.3), or predict another (--validate)"
        )
    count = sum(map(len, fitted))
    share = sum(s.independent * len(s) for s in fitted) / max(count, 1)
    if count * len(model.rows) * share <= len(model.names):
        what = f"{counted(count, 'sample')} cannot determine {len(model.names)} parameters"
        raise InputError(what, hint="record longer, or name fewer unknown terms (--friction)")
    fit, check = (reduce(add, (compressed(s.blocks(model)) for s in some)) for some in (fitted, kept))
    return Data(fitted, kept, fit, check, share)


def limits_of(model: IdentificationModel) -> JointLimits:
    """What the file says of the joints that are measured."""
    robot = model.robot
    own = {n: robot.joints[n].limits for n in robot.joints}

    def of(names: Sequence[str], field: str) -> Array:
        values = [getattr(own[n], field) if n in own else None for n in names]
        return np.array([np.nan if x is None else float(x) for x in values])

    return JointLimits(
        of(robot.position_names, "lower"),
        of(robot.position_names, "upper"),
        of(robot.rate_names, "velocity"),
        of(model.rows, "effort"),
    )
