"""What the motors of a candidate do along the path, against their limits."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from linkwright.synthesis.report.played import Array, Played
from linkwright.view.chart import Chart, Curve, legend, stroke
from linkwright.view.markup import Markup, tag, together

MOST = 300
"""Samples that a curve is drawn through."""
NEAR = 3.0
"""Limits beyond this many times the largest value are told in words: a line so far away would flatten the curves."""


def plots(played: Played) -> Markup:
    """Position, velocity, force or torque: of turning motors and of sliding ones, for their units differ."""
    m = played.motors
    figures: list[Markup] = []
    for slides, title, units in ((False, "turning", ("rad", "rad/s", "N m")), (True, "sliding", ("m", "m/s", "N"))):
        own = [k for k, x in enumerate(m.sliding) if x == slides]
        if own:
            names = {k: m.names[k] for k in own}
            rows = (
                ("position", m.position, np.full(len(m.names), math.inf)),
                ("velocity", m.velocity, m.velocity_limit),
                ("force" if slides else "torque", m.effort, m.effort_limit),
            )
            for (name, values, limits), unit in zip(rows, units, strict=True):
                data = (played.t, values, limits)
                figures.append(_figure(f"{name} of {title} motors", f"{name} ({unit})", data, names))
    signs = [(stroke(k), name) for k, name in enumerate(m.names)]
    return together([tag("div", figures, class_="charts"), legend(signs)])


def _figure(title: str, axis: str, data: tuple[Array, Array, Array], names: Mapping[int, str]) -> Markup:
    t, values, limits = data
    own = list(names)
    picked = np.unique(np.linspace(0, len(t) - 1, min(len(t), MOST)).round().astype(int))
    curves = [Curve(t[picked].tolist(), values[picked, k].tolist(), k, names[k]) for k in own]
    largest = float(np.abs(values[:, own]).max())
    bounds = sorted({float(limits[k]) for k in own if math.isfinite(limits[k])})
    near = [x for x in bounds if x <= NEAR * largest]
    levels = [(s * x, "limit") for x in near for s in (1, -1)]
    far = [f"limit ±{x:g} is beyond the picture" for x in bounds if x not in near]
    chart = Chart(title, "time (s)", axis, curves=curves, levels=levels, height=240)
    return tag("figure", chart.svg(), tag("figcaption", "; ".join(far), class_="soft") if far else "")
