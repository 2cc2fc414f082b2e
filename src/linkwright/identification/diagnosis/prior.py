"""What was found beside what the robot's file says: units of forces, mounting, another robot."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from linkwright.identification.diagnosis.view import View
from linkwright.measurements.finding import Finding

_LIKE = 0.6
"""Correlation of measured and expected forces from which on their sizes are compared."""
_FAR = 20.0
"""Factor between them that no error of the file explains."""
_LARGE = 0.01
"""Expected forces of a row beside the largest of all rows, below which the row does not count."""
UNLIKE = 0.3
"""Agreement below which forces of the bodies are not those that the file says."""


def agreement(view: View) -> float:
    """-1 to 1: correlation of forces by the bodies that were found with those of the file, all rows in units of their noise.

    nan where the file says no masses, or the bodies that were found make no forces to speak of.
    """
    model, fit = view.model, view.fit
    if view.evidence is None:
        return float("nan")
    Y = view.samples.columns(model)[:, :, : model.inertial]
    prior = model.values(model.prior)[: model.inertial]
    noise = np.maximum(fit.sigma, 1e-3 * np.sqrt(np.mean(view.read.tau**2, axis=0)) + 1e-300)
    found, said = ((x - x.mean(axis=0)) / noise for x in (Y @ fit.values[: model.inertial], Y @ prior))
    lengths = [float(np.linalg.norm(x)) for x in (found, said)]
    if min(lengths) == 0 or lengths[0] < 3 * np.sqrt(found.size):
        return float("nan")
    return float(np.sum(found * said)) / (lengths[0] * lengths[1])


def check_sizes(view: View) -> Iterator[Finding]:
    """Forces in another unit, or currents: by the factor to those that the file expects."""
    model, samples = view.model, view.read
    known = samples.tau - samples.unknown(model)
    said = samples.columns(model) @ model.values(model.prior) + known
    tau, said = samples.tau - samples.tau.mean(axis=0), said - said.mean(axis=0)
    size = np.linalg.norm(said, axis=0)
    products = np.sum(tau * said, axis=0)
    like = products > _LIKE * size * np.linalg.norm(tau, axis=0)
    rows = np.flatnonzero(like & (size > _LARGE * size.max(initial=0.0)))
    if not len(rows):
        return
    factors = products[rows] / size[rows] ** 2
    middle = float(np.exp(np.median(np.log(factors))))
    if 1 / _FAR < middle < _FAR:
        return
    names = [model.rows[k] for k in rows]
    evidence = ", ".join(f"{n} {f:.3g}" for n, f in zip(names, factors, strict=True))
    evidence = f"measured by expected force: {evidence}"
    if 300 < middle < 3000:
        what, remedy = "forces seem to be in N mm (mN m)", "name the unit in --columns (columns=): 'tau=...[mNm]'"
    elif 1 / 3000 < middle < 1 / 300:
        what, remedy = "forces seem to be in kN (kN m)", "multiply them by 1000, or give --current --gain 1000"
    else:
        what = f"forces are {middle:.3g} times those that the file expects"
        remedy = "if they are motor currents, give --current and --gain (current=True, gain=); else check their unit"
    yield Finding("unit of forces", what, evidence, remedy, "warning", tuple(names))


def check_shape(view: View) -> Iterator[Finding]:
    """A fit that is good with bodies that are nothing like the file's."""
    found = agreement(view)
    if not found < UNLIKE:
        return
    evidence = f"correlation of their forces with those of the file {found:.2f}, relative residual {view.fit.whole:.1%}"
    remedy = (
        "is it the right robot, with the file's zeros, directions of joints and gravity? Or are its masses invented?"
    )
    yield Finding("prior", "the bodies found are nothing like those of the file", evidence, remedy, "warning")
