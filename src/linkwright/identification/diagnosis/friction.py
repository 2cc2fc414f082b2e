"""Friction unlike the model's: residuals that further terms of the drives would explain."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import numpy as np

from linkwright.arrays import Array
from linkwright.identification.diagnosis.view import View
from linkwright.measurements.finding import Finding, listed
from linkwright.mechanics.tree.drive_columns import NONNEGATIVE

_PART = 0.3
"""Of the squares of a row's residuals that a term must explain."""
_SIZE = 0.005
"""Relative residual below which nothing is missing."""
_SLOW = 0.1
"""Stribeck velocity that is tried, beside the root mean square velocity."""

_MORE: Mapping[str, Callable[[Array, Array, Array], Array]] = {
    "coulomb": lambda q, v, tau: np.sign(v),
    "viscous": lambda q, v, tau: v,
    "asymmetric": lambda q, v, tau: np.abs(v),
    "stribeck": lambda q, v, tau: np.sign(v) * np.exp(-((v / (_SLOW * np.sqrt(np.mean(v**2)))) ** 2)),
    "load": lambda q, v, tau: np.sign(v) * np.abs(tau),
    "spring": lambda q, v, tau: q,
}
"""Columns of further terms, from position, rate and force of a joint."""


def check_friction(view: View) -> Iterator[Finding]:
    """One finding for each term that would explain much of what is left."""
    model, samples, fit = view.model, view.samples, view.fit
    if not np.any(samples.v):
        return
    rates, places = model.robot.rate_names, model.robot.position_names
    Y = samples.columns(model)
    rest = samples.unknown(model) - Y @ fit.values
    force = samples.tau - rest  # without the noise, which would explain itself
    told: dict[str, dict[int, float]] = {}
    for row, name in enumerate(model.rows):
        if name not in rates or name not in places or fit.relative[row] < _SIZE:
            continue
        q, v = samples.q[:, places.index(name)], samples.v[:, rates.index(name)]
        if not np.any(v):
            continue
        own = _basis(Y[:, row])
        parts = {
            term: _explains(column(q, v, force[:, row]), own, rest[:, row], term in NONNEGATIVE)
            for term, column in _MORE.items()
            if term not in model.terms
        }
        best = max(parts, key=lambda t: parts[t], default="")
        if best and parts[best] > _PART:
            told.setdefault(best, {})[row] = parts[best]
    for term, rows in told.items():
        who = [model.rows[k] for k in rows]
        evidence = ", ".join(f"{model.rows[k]} {part:.0%}" for k, part in rows.items())
        wanted = ",".join((*model.terms, term))
        remedy = f"add the term: --friction {wanted} (friction='{wanted}')"
        what = f"friction of {listed(who)} is unlike the model's: a term '{term}' explains much of what is left"
        yield Finding(
            "friction", what, f"part of the squares of the residuals: {evidence}", remedy, "warning", tuple(who)
        )


def _basis(Y: Array) -> Array:
    """An orthonormal basis of what a row's own columns can say."""
    lengths = np.linalg.norm(Y, axis=0)
    used = Y[:, lengths > 0] / lengths[lengths > 0]
    U, s, _ = np.linalg.svd(used, full_matrices=False)
    return U[:, s > 1e-6 * s.max(initial=0.0)]


def _explains(column: Array, own: Array, rest: Array, dissipates: bool) -> float:
    """Part of the squares of a row's residual that what is new in a column would take away; nothing where the term would have
    to be negative and cannot be: a filter that rounds off dry friction looks like that."""
    new = column - own @ (own.T @ column)
    size = float(new @ new)
    if size < 1e-6 * float(column @ column) or not np.any(rest):
        return 0.0
    along = float(new @ rest)
    return 0.0 if along < 0 and dissipates else along**2 / (size * float(rest @ rest))
