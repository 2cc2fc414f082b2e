"""How far an integration is, told to who waits for it: a few times a second, whatever the length of the steps."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

Tell = Callable[[str, float], object]
"""Called with what is done and how much of all is done (0 to 1)."""
SELDOM = 64
"""Evaluations between two looks at the clock: a look costs a hundredth of the cheapest evaluation, and one in 64 nothing."""
_PAUSE = 0.2
"""Seconds between two words about progress."""
INTEGRATED = 0.9
"""Part of the whole that the integration is; the rest are forces and energies along the motion."""


def unheard(t: float) -> None:
    """Progress that nobody asked to see."""


def reaching(tell: Tell | None, end: float) -> Callable[[float], object]:
    """What an integration calls with the time that it has reached, as often as it likes."""
    if tell is None:
        return unheard
    last = perf_counter()

    def reached(t: float) -> None:
        nonlocal last
        if (now := perf_counter()) - last > _PAUSE:
            last = now
            tell(f"{t:.3g} s of {end:g} s", INTEGRATED * min(1.0, max(0.0, t / end)))

    return reached
