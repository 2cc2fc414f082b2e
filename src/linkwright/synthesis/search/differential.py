"""Differential evolution, by SciPy: the best by one objective where no extra is installed."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.optimize import Bounds
from scipy.optimize import differential_evolution as scipy_evolution

from linkwright.synthesis.search.covariance import one_number
from linkwright.synthesis.search.trials import Judged, Trials, together


def differential_evolution(trials: Trials, start: Judged, population: int, seed: int) -> Judged:
    """A population that starts from the best of `start`, whose values are known."""
    first = start.take(start.best_first()[:population])
    judged: list[Judged] = []

    def value(x: Any) -> Any:
        if not judged:
            judged.append(first)
            return one_number(first)
        if trials.left <= 0:
            return np.full(x.shape[1], np.inf)
        judged.append(trials(np.ascontiguousarray(x.T)))
        return one_number(judged[-1])

    def enough(intermediate_result: Any) -> None:
        if trials.left <= 0:
            raise StopIteration

    generations = max(1, trials.left // len(first))
    scipy_evolution(
        value,
        Bounds(np.zeros(trials.variables), np.ones(trials.variables)),
        init=first.x,
        maxiter=generations,
        popsize=1,
        vectorized=True,
        updating="deferred",
        polish=False,
        tol=0.0,
        atol=0.0,
        rng=np.random.default_rng(seed),
        callback=enough,
    )
    known = together(judged)
    return known.take(known.best_first()[: len(first)])
