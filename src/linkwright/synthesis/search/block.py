"""One block of the search: some hundred to some thousand candidates of one structure. What a worker does, anywhere."""

from __future__ import annotations

import hashlib
import time
from functools import lru_cache
from typing import Any

import numpy as np

from linkwright.synthesis.evaluation import Evaluation, evaluate
from linkwright.synthesis.machine import machine
from linkwright.synthesis.recheck import recheck
from linkwright.synthesis.search.methods import METHODS
from linkwright.synthesis.search.pareto import fronts
from linkwright.synthesis.search.trials import Judged, Trials, together
from linkwright.synthesis.structure import Structure
from linkwright.synthesis.task import Task


def run_block(
    structure: dict[str, Any], task: str, folder: str, plan: dict[str, Any], start: dict[str, Any] | None
) -> dict[str, Any]:
    """Judge as many candidates as the plan says, from where the last block ended.

    structure: as_dict of a Structure. task: text of the task file; folder: what its files are relative to. plan: key, method,
    population, evaluations, seed. start: what the last block returned under "end"; None: the first block, which begins with
    points spread evenly over the ranges. Returns all candidates in order, the names of the
    constraints that "stage" counts, the processor's seconds, and "end".
    """
    began = time.process_time()
    kind = Structure.from_dict(structure)
    names: list[str] = []

    def judge(values: Any) -> Evaluation:
        found = evaluate(compiled, wanted, values)
        names[:] = found.constraints
        return found

    compiled, wanted = machine(kind), _task(task, folder)
    low = np.array([v.low for v in kind.variables])
    high = np.array([v.high for v in kind.variables])
    trials = Trials(low, high, judge, int(plan["evaluations"]) if kind.variables else 1)
    seed = seed_of(plan["key"], plan["seed"])
    population = int(plan["population"])
    begin = _scatter(trials, population, seed) if start is None else Judged(**start)
    end = METHODS[plan["method"]].search(trials, begin, population, seed) if trials.left > 0 else begin
    kept = together(trials.kept)
    return {
        "x": trials.values(kept.x),
        "objectives": kept.objectives,
        "violation": kept.violation,
        "stage": np.concatenate(trials.stages).astype(float),
        "branch": np.concatenate(trials.branches).astype(float),
        "constraints": names,
        "seconds": time.process_time() - began,
        "end": {"x": end.x, "objectives": end.objectives, "violation": end.violation},
    }


def look_again(structure: dict[str, Any], task: str, folder: str, x: list[float]) -> dict[str, Any]:
    """A second look at one candidate, on finer samples and by simulation; arguments as of `run_block`."""
    return recheck(Structure.from_dict(structure), _task(task, folder), x)


@lru_cache(maxsize=4)
def _task(text: str, folder: str) -> Task:
    return Task.read(text, folder)


def seed_of(key: str, seed: int) -> int:
    """A seed of its own for each block, the same on every machine."""
    return int.from_bytes(hashlib.sha256(f"{seed}/{key}".encode()).digest()[:4], "big") // 2


def _scatter(trials: Trials, population: int, seed: int) -> Judged:
    """Points spread evenly (Sobol), four populations or a third of what may be judged; the best population of them.
    Where nothing is to be chosen, the one candidate that there is."""
    from scipy.stats.qmc import Sobol

    if not trials.variables:
        return trials(np.zeros((1, 0)))
    count = max(population, min(4 * population, trials.left // 3))
    points = Sobol(trials.variables, rng=np.random.default_rng(seed)).random_base2(int(np.ceil(np.log2(count))))[:count]
    judged = trials(points)
    return judged.take(_chosen(judged, population))


def _chosen(judged: Judged, population: int) -> Any:
    """As many as a population has: those nearest to feasible, and where more are feasible, fronts first."""
    order = judged.best_first()
    feasible = order[judged.violation[order] <= 0]
    if len(feasible) <= population or judged.objectives.shape[1] == 1:
        return order[:population]
    ranks = fronts(judged.objectives[feasible])
    return feasible[np.argsort(ranks, kind="stable")[:population]]
