"""How time is measured: short bursts of every contestant in turn, again and again; the median of each counts."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

BURST = 0.004  # seconds: long against the clock's resolution, short against the machine's moods


@dataclass(frozen=True)
class Contestant:
    """`seconds(n)` evaluates n states and says how long that took. `value()` is the result at the first state, flat."""

    column: str
    label: str
    seconds: Callable[[int], float]
    value: Callable[[], np.ndarray] | None = None
    granularity: int = 1
    """n is a multiple of this (a batch)."""


def burst_size(contestant: Contestant) -> int:
    """How many evaluations fill one burst."""
    n = contestant.granularity
    while (elapsed := contestant.seconds(n)) < BURST / 4:
        n *= 4
    rounds = max(1, math.ceil(BURST / elapsed * n / contestant.granularity))
    return rounds * contestant.granularity


def race(contestants: Sequence[Contestant], rounds: int) -> dict[int, float]:
    """Nanoseconds per evaluation for each contestant (by position): the median over interleaved bursts."""
    sizes = [burst_size(c) for c in contestants]
    samples: list[list[float]] = [[] for _ in contestants]
    for _ in range(rounds):
        for taken, contestant, n in zip(samples, contestants, sizes, strict=True):
            taken.append(contestant.seconds(n) / n * 1e9)
    return {i: statistics.median(taken) for i, taken in enumerate(samples)}


def best_of(contestants: Sequence[Contestant], times: Mapping[int, float]) -> dict[str, tuple[float, str]]:
    """Column -> the least time of its contestants, and whose it is."""
    best: dict[str, tuple[float, str]] = {}
    for i, contestant in enumerate(contestants):
        entry = (times[i], contestant.label)
        best[contestant.column] = min(best.get(contestant.column, entry), entry)
    return best


def disagreement(found: np.ndarray, reference: np.ndarray) -> float:
    """Largest difference, relative to the largest entry; infinite where the shapes differ."""
    if found.shape != reference.shape:
        return math.inf
    return float(np.max(np.abs(found - reference), initial=0.0) / max(1.0, np.max(np.abs(reference), initial=0.0)))
