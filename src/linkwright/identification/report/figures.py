"""Charts of an identification: forces measured and predicted, what the filter did, the weight of the prior."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from linkwright.arrays import Array, Indices
from linkwright.identification.identified import Consistency, Identification, Trace
from linkwright.identification.model import IdentificationModel
from linkwright.identification.report.units import force_unit, rate_unit
from linkwright.view.chart import COLOURS, Chart, Curve, Mark
from linkwright.view.markup import in_unit

MEASURED, PREDICTED, RESIDUAL = 0, 1, 2
"""Colours of curves."""
SHOWN = 6
"""Recordings that are drawn; the others are in the tables."""
_BINS = 280
"""Of a curve: each keeps its least and its largest value, so that no peak is lost."""
_CLOSE = 0.06
"""Part of a recording that is looked at closely, where the filter changes most."""


def predictions(found: Identification, trace: Trace) -> list[Chart]:
    """Two charts per force: measured and predicted, and the difference."""
    charts: list[Chart] = []
    bands = _held(trace)
    for k, name in enumerate(found.model.rows):
        unit = force_unit(found.model, name)
        both = [
            replace(curve(trace.t, trace.tau[:, k], MEASURED, f"{name}: measured"), look="wide"),
            curve(trace.t, trace.predicted[:, k], PREDICTED, f"{name}: predicted"),
        ]
        left = [curve(trace.t, trace.tau[:, k] - trace.predicted[:, k], RESIDUAL, f"{name}: residual")]
        axis = in_unit("force", unit or "1")
        charts.append(Chart(name, "time (s)", axis, curves=both, bands=bands, height=220))
        charts.append(Chart(f"{name}: residual", "time (s)", axis, curves=left, bands=bands, height=220))
    return charts


def filtered(model: IdentificationModel, trace: Trace) -> list[Chart]:
    """Per force: raw and filtered, where they differ most."""
    charts: list[Chart] = []
    for k, name in enumerate(model.rows):
        part = _closely(trace.t, trace.raw[:, k] - trace.tau[:, k])
        t = trace.t[part]
        both = [
            Curve(t.tolist(), trace.raw[part, k].tolist(), MEASURED, f"{name}: as measured", look="pale"),
            Curve(t.tolist(), trace.tau[part, k].tolist(), PREDICTED, f"{name}: filtered"),
        ]
        axis = in_unit("force", force_unit(model, name) or "1")
        charts.append(Chart(f"{name}, closely", "time (s)", axis, curves=both, height=220))
    return charts


def rates(model: IdentificationModel, trace: Trace) -> list[Chart]:
    """Velocities and accelerations, as many joints in a chart as there are colours."""
    names = model.robot.rate_names
    charts: list[Chart] = []
    for first in range(0, len(names), COLOURS):
        own = range(first, min(first + COLOURS, len(names)))
        which = f", {names[own[0]]} to {names[own[-1]]}" if len(names) > COLOURS else ""
        unit = rate_unit(model, [names[k] for k in own])
        for word, per, values in (("velocity", "/s", trace.v), ("acceleration", "/s²", trace.a)):
            curves = [curve(trace.t, values[:, k], k - first, names[k]) for k in own]
            axis = f"{word} ({unit}{per})" if unit else word
            charts.append(Chart(f"{word}{which}", "time (s)", axis, curves=curves, height=240))
    return charts


def weights(consistency: Consistency) -> Chart:
    """How well consistent parameters predict, over the weight of the prior."""
    known = [row for row in consistency.table if math.isfinite(row[2])]
    x = [math.log10(w) for w, _, _ in known]
    curves = [
        Curve(x, [100 * a for _, a, _ in known], MEASURED, "fitted"),
        Curve(x, [100 * b for _, _, b in known], PREDICTED, "held out"),
    ]
    chosen = [
        Mark(math.log10(w), 100 * b, PREDICTED, f"chosen: weight {w:.3g}, {100 * b:.3g} %")
        for w, _, b in known
        if w == consistency.weight
    ]
    title = "error over the weight of the file's parameters"
    return Chart(title, "log10 of the weight", "|error| / |force| (%)", marks=chosen, curves=curves, height=260)


def curve(t: Array, values: Array, kind: int, label: str) -> Curve:
    """Samples as a curve that shows all peaks of them."""
    picked = _peaks(values)
    return Curve(t[picked].tolist(), values[picked].tolist(), kind, label)


def legend_of(trace: Trace) -> Sequence[tuple[int, str]]:
    """Colours of `predictions` and what they are."""
    method = "predicted: shaded samples took no part in the fit" if _held(trace) else "predicted"
    return ((MEASURED, "measured, filtered"), (PREDICTED, method), (RESIDUAL, "residual"))


def _held(trace: Trace) -> list[tuple[float, float, str]]:
    start, end = trace.held, float(trace.t[-1])
    return [(start, end, "held out: only predicted")] if start < end else []


def _peaks(values: Array) -> Indices:
    """Places of the least and the largest value of every bin."""
    if len(values) <= 2 * _BINS:
        return np.arange(len(values))
    parts = np.array_split(np.arange(len(values)), _BINS)
    picked = [place for part in parts for place in (part[np.argmin(values[part])], part[np.argmax(values[part])])]
    return np.unique([0, *picked, len(values) - 1])


def _closely(t: Array, change: Array) -> slice:
    """Samples around the largest change."""
    count = max(round(_CLOSE * len(t)), min(len(t), 60))
    middle = int(np.argmax(np.abs(change)))
    first = min(max(middle - count // 2, 0), len(t) - count)
    return slice(first, first + count)
