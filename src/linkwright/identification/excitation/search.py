"""The search for a motion: from random ones on, by descent of a sequence of smooth functions that tend to the cost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.identification.excitation.cost import condition
from linkwright.identification.excitation.descent import descend
from linkwright.identification.excitation.problem import PER_HARMONIC, Lagrangian, Problem

if TYPE_CHECKING:
    from linkwright.identification.excitation.motion import Motion

    Tell = Callable[[str, float], object]


ROUNDS: dict[str, Sequence[tuple[float, int]]] = {
    "condition": ((0, 60), (0, 60), (1, 80), (2, 80), (4, 100), (8, 100), (16, 100), (32, 150), (32, 150), (32, 80)),
    "logdet": ((0, 60), (0, 100), (0, 100), (0, 100), (0, 100), (0, 100)),
}
"""Kind of cost -> order of the norm and iterations of each round; between rounds multipliers are settled.  Panda, 4 starts: the
condition number falls from some 40 to 28 by the determinant, to 8 at order 1, to 6.2 at 32."""
STIFF = (2.0, 2.0, 200.0)
"""Of the bands: in the first round, how much more in each, at most."""
FINER = 10
"""Samples between those of the result at which limits are looked at."""
_FILLED = 0.8
"""Part of its bands that a random motion fills before the search."""
_SHRINKS = (1.0, 0.999, 0.998, 0.995, 0.99, 0.98, 0.96, 0.93, 0.9, 0.85, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.05)


@dataclass(frozen=True, eq=False)
class Candidate:
    """A motion that keeps all limits: coefficients (size, n) and its condition number."""

    coefficients: Array
    condition: float
    score: float


def fine_instants(problem: Problem, rate: float) -> Array:
    """Where limits are checked: ten times as often as samples are wanted."""
    series = problem.series
    return series.instants(max(round(FINER * rate * series.time), FINER * PER_HARMONIC * series.harmonics))


def beyond(problem: Problem, motion: Motion | None) -> tuple[float, str]:
    """The largest excess of all bands, and whose it is; infinite where loops do not close."""
    if motion is None:
        return float("inf"), "closure: the loops do not close along the motion"
    if not problem.plant.reaches(motion):
        return float("inf"), "closure: the motion is out of reach"
    worst = -np.inf, ""
    for band in problem.bands:
        worst = max(worst, band.told(band.at(motion)))
    return worst


def shrunk(problem: Problem, coefficients: Array, rate: float) -> Array | None:
    """The motion drawn towards the centre until it keeps all limits on fine samples; None where nothing is left."""
    still = np.zeros_like(coefficients)
    still[0] = problem.centre
    t = fine_instants(problem, rate)

    def drawn(part: float) -> Array:
        return still + part * (coefficients - still)

    def kept(part: float) -> bool:
        some = drawn(part)
        few = beyond(problem, problem.motion(some, t[::FINER]))[0]  # out of reach takes as long as reach to find
        return few <= 0 and beyond(problem, problem.motion(some, t))[0] <= 0

    above = None
    for part in _SHRINKS:
        if kept(part):
            break
        above = part
    else:
        return None
    if above is None:
        return coefficients
    low = part
    for _ in range(6):
        middle = (low + above) / 2
        low, above = (middle, above) if kept(middle) else (low, middle)
    return drawn(low)


def random_start(problem: Problem, random: np.random.Generator) -> Array:
    """Variables of a random motion about the centre that fills most of the velocities and positions."""
    x = random.normal(size=problem.shape)
    coefficients = problem.coefficients(x) - problem.coefficients(0 * x)
    rows = problem.series.rows(problem.series.instants(PER_HARMONIC * problem.series.harmonics))
    coefficients[0] -= (rows[0] @ coefficients).mean(axis=0) if not problem.series.anchored else 0.0
    q, v = rows[0] @ coefficients + problem.centre, rows[1] @ coefficients
    position, velocity = problem.bands[0], problem.bands[1]
    room = np.where(q > problem.centre, position.high - problem.centre, problem.centre - position.low)
    used = np.maximum((np.abs(v) / velocity.high).max(axis=0), (np.abs(q - problem.centre) / room).max(axis=0))
    scale = _FILLED / np.maximum(used, 1e-12)
    variables: Array = np.linalg.pinv(problem.series.free) @ (coefficients * scale)
    return (variables / problem.speeds).ravel()


def reachable(lagrangian: Lagrangian, x: Array) -> Array:
    """Variables drawn to the centre until there is a motion at all: loops may not close along the first one."""
    for _ in range(40):
        if np.isfinite(lagrangian(x)[0]):
            lagrangian.remember(x)
            break
        x = 0.7 * x
    return x


def improved(problem: Problem, x: Array, tell: Tell) -> Array:
    """Variables after all rounds."""
    stiff, grows, most = STIFF
    lagrangian = Lagrangian(problem, stiff)
    x = reachable(lagrangian, x)
    rounds = ROUNDS["logdet" if problem.kind == "logdet" else "condition"]
    for k, (order, iterations) in enumerate(rounds):
        tell("searching", k / len(rounds))
        lagrangian.order = order
        x = descend(lagrangian, x, iterations)
        if lagrangian.motion(x) is None:
            break
        lagrangian.settle(x)
        lagrangian.stiffness = min(lagrangian.stiffness * grows, most)
    return x


def judged(problem: Problem, coefficients: Array, rate: float) -> Candidate | None:
    """The motion, drawn into its limits, with its condition number on the samples of the result."""
    kept = shrunk(problem, coefficients, rate)
    if kept is None:
        return None
    count = max(round(rate * problem.series.time), 1)
    motion = problem.motion(kept, np.arange(count + 1) * (problem.series.time / count))
    if motion is None:
        return None
    W = problem.plant.W(motion)
    found = condition(W, problem.kind)
    score = found if problem.kind != "logdet" else -float(np.linalg.slogdet(W.T @ W)[1])
    return Candidate(kept, found, score)
