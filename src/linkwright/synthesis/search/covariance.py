"""CMA-ES, by cma: the best by one objective. A block goes on from the mean and spreads of the last one."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwright.lazy import extra
from linkwright.synthesis.search.trials import Judged, Trials, together

_SETTLED = 1e-7
"""Spread of a population (of ranges scaled to 0..1) below which the search is over, and begins again somewhere else."""


def cma_es(trials: Trials, start: Judged, population: int, seed: int) -> Judged:
    """From the best of the start; where it settles, again from another good one with a wider population."""
    cma = extra("cma", "synthesize", "searching by CMA-ES")
    known = start.take(start.best_first())
    idle = [0.5] * (2 - trials.variables)  # cma searches in two dimensions or more
    centre, spread, size, runs = known.x[0], _spread(known, population), population, 0
    while trials.left > 0:
        options = {
            "bounds": [0.0, 1.0],
            "popsize": size,
            "seed": seed + 1 + runs,
            "verbose": -9,
            "CMA_stds": [*spread, *idle],
            "tolfun": 0.0,
            "tolfunhist": 0.0,
            "tolx": _SETTLED,
        }
        latest = _run(cma.CMAEvolutionStrategy([*centre, *idle], 1.0, options), trials)
        known = together([known, latest])
        known = known.take(known.best_first()[: max(population, len(start))])
        runs += 1
        size = population * (1 + runs % 3)
        rng = np.random.default_rng([seed, runs])
        centre, spread = start.x[rng.integers(len(start))], np.full(trials.variables, 0.25)
    return known


def _run(strategy: Any, trials: Trials) -> Judged:
    """Until it settles or no trial is left; the last generations, which say where it got to."""
    latest: list[Judged] = []
    while trials.left > 0 and not strategy.stop():
        asked = strategy.ask()
        judged = trials(np.array(asked)[:, : trials.variables])
        strategy.tell(asked, list(one_number(judged)))
        latest = [*latest[-2:], judged]
    return together(latest)


def _spread(known: Judged, population: int) -> Any:
    """Of the better half of a population around the best: that of the last block, or of the first scatter."""
    better = known.x[: max(2, population // 2)]
    return np.clip(np.std(better, axis=0), 1e-4, 0.3)


def one_number(judged: Judged) -> Any:
    """Deb's rule as one number that is less for the better: feasible below 1, the others above it by their violation."""
    value = judged.objectives[:, 0]
    size = np.abs(value)
    return np.where(judged.violation > 0, 1.0 + judged.violation, value / (1.0 + size))
