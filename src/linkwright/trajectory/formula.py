"""The fastest motion from rest to rest as a formula of time, such as documents of the studio have. Without NumPy.

A sum of truncated powers: every jump of the jerk (or of the acceleration) at a time t_k adds jump/6*max(0, t - t_k)**3. Time is
held at the end of each phase (speeding up, slowing down), so that the powers do not grow and cancel afterwards: what is left of
the first phase is its velocity, and of the second nothing, exactly.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import factorial, inf, isfinite, isinf

from linkwright.errors import InputError
from linkwright.trajectory.spans import spans_of

_ACCURACY = 1e-11
"""Of the end, as a part of the distance, and of the velocity at knots: above it numbers get more digits."""
_ROUNDINGS = (1e-12, 1e-14)
"""By which part of themselves, or of a phase, numbers may be rounded; tried in this order."""

_LONG = 100
"""Times its rise, from which on a constant acceleration is written as a square. Cubes that cancel lose 1e-12 of the distance
there, and with 1e8 times the rise 1e-6 of it."""


@dataclass(frozen=True)
class MotionFormula:
    """A formula of t, and for how many seconds it moves."""

    text: str
    duration: float


@dataclass(frozen=True)
class _Term:
    """rate/power! * max(0, min(t, until) - knot)**power"""

    rate: float
    power: int
    knot: float
    until: float

    def rounded(self, part: float, phase: float) -> _Term:
        knot, until = (_rounded(x, part * phase) for x in (self.knot, self.until))
        return _Term(_rounded(self.rate, part * abs(self.rate)), self.power, knot, until)

    def at(self, t: float, order: int = 0) -> float:
        """Its derivative of an order up to the power."""
        left = self.power - order
        return self.rate / factorial(left) * max(0.0, min(t, self.until) - self.knot) ** left

    @property
    def text(self) -> str:
        """Without the sign."""
        after = f"min(t, {_written(self.until)})" + (f" - {_written(self.knot)}" if self.knot else "")
        divided = f"/{factorial(self.power)}" if self.power > 1 else ""
        raised = f"**{self.power}" if self.power > 1 else ""
        return f"{_written(abs(self.rate))}{divided}*max(0, {after}){raised}"


def rest_to_rest_formula(
    start: float,
    end: float,
    *,
    begin: float = 0.0,
    velocity: float | None = None,
    acceleration: float | None = None,
    jerk: float | None = None,
) -> MotionFormula:
    """The fastest motion of one joint from `start` to `end` within bounds, which begins at time `begin`; None: no bound."""
    if not all(map(isfinite, (start, end, begin))):
        raise InputError("positions and times of a motion must be finite", hint="such as 0, 1.5")
    if begin < 0:
        raise InputError(f"the motion begins at {begin:g} s", hint="time begins at 0")
    bounds = [_bound(*x) for x in (("velocity", velocity), ("acceleration", acceleration), ("jerk", jerk))]
    if isinf(bounds[1]) and isinf(bounds[2]):
        raise InputError("neither acceleration nor jerk has a bound", hint="give one of them, or both")
    if start == end:
        return MotionFormula(_written(start), 0.0)
    rise, hold, cruise = spans_of(abs(end - start), *bounds)
    terms, duration = _terms(begin, (rise, hold, cruise), bounds[1:], 1.0 if end > start else -1.0)
    return MotionFormula(_summed(start, _shortened(terms, 2 * rise + hold, end - start)), duration)


def _summed(start: float, terms: list[_Term]) -> str:
    text = "".join(f" {'-' if term.rate < 0 else '+'} {term.text}" for term in terms)
    if start:
        return _written(start) + text
    return text.removeprefix(" + ") if terms[0].rate > 0 else f"-{text.removeprefix(' - ')}"


def _bound(what: str, given: float | None) -> float:
    if given is None:
        return inf
    if not given > 0:
        raise InputError(f"the bound on the {what} is {given:g}", hint="give a positive one, or none")
    return float(given)


def _terms(
    begin: float, spans: tuple[float, float, float], bounds: list[float], sign: float
) -> tuple[list[_Term], float]:
    """Of speeding up, of the velocity from then on, of slowing down; and the duration. bounds: acceleration, jerk."""
    rise, hold, cruise = spans
    acceleration, jerk = bounds
    phase = 2 * rise + hold
    fast, slow = begin + phase, begin + phase + cruise
    top = sign * (acceleration * hold if isinf(jerk) else jerk * rise * (rise + hold))
    up, down = (
        _speeding(at, (rise, hold), (way * acceleration, way * jerk)) for at, way in ((begin, sign), (slow, -sign))
    )
    return [*up, _Term(top, 1, fast, slow + phase), *down], slow + phase - begin


def _speeding(at: float, spans: tuple[float, float], rates: tuple[float, float]) -> list[_Term]:
    """A phase from time `at` on. rates: acceleration and jerk, with their sign."""
    rise, hold = spans
    acceleration, jerk = rates
    full, fall, until = at + rise, at + rise + hold, at + (2 * rise + hold)
    if isinf(jerk):
        return [_Term(acceleration, 2, at, until)]
    if not hold:
        return [_Term(jerk, 3, at, until), _Term(-2 * jerk, 3, full, until)]
    falls = _Term(-jerk, 3, fall, until)
    if hold < _LONG * rise:
        return [_Term(jerk, 3, at, until), _Term(-jerk, 3, full, until), falls]
    held = [_Term(jerk * rise**2 / 2, 1, full, until), _Term(acceleration, 2, full, until)]
    return [_Term(jerk, 3, at, full), *held, falls]


def _shortened(terms: list[_Term], phase: float, distance: float) -> list[_Term]:
    """With as few digits as are exact enough."""
    tries = ([term.rounded(part, phase) for term in terms] for part in _ROUNDINGS)
    return next((rounded for rounded in tries if _exact(rounded, distance)), terms)


def _exact(terms: list[_Term], distance: float) -> bool:
    """Whether it ends where it shall, and the velocity nowhere jumps."""
    times = {time for term in terms for time in (term.knot, term.until)}
    missed = sum(term.at(max(times)) for term in terms) - distance
    jumps = (
        sum(x.at(time, 1) for x in terms if x.knot < time <= x.until)
        - sum(x.at(time, 1) for x in terms if x.knot <= time < x.until)
        for time in times
    )
    top = max(abs(term.rate) for term in terms if term.power == 1)
    return abs(missed) <= _ACCURACY * abs(distance) and max(map(abs, jumps)) <= _ACCURACY * top


def _rounded(x: float, slack: float) -> float:
    """The number of the fewest digits that is as near."""
    tries = (float(f"{x:.{digits}g}") for digits in range(1, 17))
    return next((found for found in tries if abs(found - x) <= slack), x)


def _written(x: float) -> str:
    return repr(float(x)).removesuffix(".0")
