"""NSGA-II and NSGA-III, by pymoo: fronts of several objectives, feasible candidates before all others."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwright.lazy import extra
from linkwright.synthesis.search.trials import Judged, Trials


def nsga2(trials: Trials, start: Judged, population: int, seed: int) -> Judged:
    """Sorting by fronts, then by crowding."""
    algorithm = _part("pymoo.algorithms.moo.nsga2", "NSGA2")(pop_size=population, sampling=start.x)
    return _evolve(algorithm, trials, start, seed)


def nsga3(trials: Trials, start: Judged, population: int, seed: int) -> Judged:
    """Sorting by fronts, then along as many directions as the population can hold."""
    directions = _part("pymoo.util.ref_dirs", "get_reference_directions")
    objectives, parts = start.objectives.shape[1], 1
    while len(directions("das-dennis", objectives, n_partitions=parts + 1)) <= population:
        parts += 1
    chosen = directions("das-dennis", objectives, n_partitions=parts)
    algorithm = _part("pymoo.algorithms.moo.nsga3", "NSGA3")(
        chosen, pop_size=max(population, len(chosen)), sampling=start.x
    )
    return _evolve(algorithm, trials, start, seed)


def _evolve(algorithm: Any, trials: Trials, start: Judged, seed: int) -> Judged:
    """Generations until no trial is left; the first one is known already."""
    problem = _part("pymoo.core.problem", "Problem")(
        n_var=trials.variables, n_obj=start.objectives.shape[1], n_ieq_constr=1, xl=0.0, xu=1.0
    )
    algorithm.setup(problem, seed=seed, verbose=False)
    asked, judged = algorithm.ask(), start
    while True:
        known = judged.violation <= 0
        asked.set("F", np.where(known[:, None], judged.objectives, 0.0))
        asked.set("G", np.minimum(judged.violation, 1e9)[:, None])
        algorithm.tell(infills=asked)
        if trials.left <= 0:
            break
        asked = algorithm.ask()
        if asked is None or not len(asked):
            break
        judged = trials(asked.get("X"))
    return _survivors(algorithm.pop)


def _survivors(population: Any) -> Judged:
    violation = population.get("G")[:, 0]
    known = violation <= 0
    objectives = np.where(known[:, None], population.get("F"), np.nan)
    return Judged(population.get("X"), objectives, violation)


def _part(module: str, name: str) -> Any:
    return getattr(extra(module, "synthesize", "searching by several objectives"), name)
