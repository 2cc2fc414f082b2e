"""The reading of a recording that a machine could have made: mistakes undone one by one, as long as each explains much more."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from linkwright.identification.diagnosis.changes import Change, changes
from linkwright.identification.diagnosis.prior import UNLIKE, agreement
from linkwright.identification.diagnosis.view import View

GOOD = 0.1
"""Relative residual up to which no other directions of gravity are tried; a Panda's recording has 0.08."""
_FEW, _FEW_GOOD = 40, 0.03
"""Parameters up to which, and the relative residual from which on, directions of gravity are tried also of good fits."""
_SOLVED = 0.05
"""Relative residual from which on no further directions of gravity are tried."""
CHANGED = 1.5
"""Gain in score from which on a mistake is believed: residuals of all rows multiplied fall to less than a quarter."""
CHANGED_ROW = 0.5
"""The same for each row, of machines with one or two of them."""
_MOST = 3
"""Mistakes at once."""
_SIMPLE = 0.3
"""Score that each further turned sign or other order must be worth."""
_TIE = 0.2
"""Difference of scores that does not decide."""
_SURE_SHAPE = 0.8
"""Agreement with the file from which on a direction of gravity is taken for the right one, among those that fit alike."""


@dataclass(frozen=True, eq=False)
class Step:
    """A mistake that was undone: relative residual with it and without, and others that explain as much."""

    change: Change
    before: float
    after: float
    ties: tuple[str, ...]
    by_fit: bool = True


@dataclass(frozen=True, eq=False)
class Reading:
    """The recording as given, with the best order and signs, and without the mistakes of `steps`."""

    given: View
    view: View
    steps: tuple[Step, ...]


def searched(given: View) -> Reading:
    """The best reading of a recording that can be found."""
    view, steps = given, list[Step]()
    for _ in range(_MOST):
        step, found = _next(view)
        if found is view:
            break
        view = found
        steps += [step] if step is not None else []
        if view.fit.whole < _SOLVED:
            break
    if not steps and (found := _mounted(view)):
        steps, view = [found[0]], found[1]
    return Reading(given, view, tuple(steps))


def _next(view: View) -> tuple[Step | None, View]:
    """The mistake that explains most; without one where order and signs of forces do, or nothing does."""
    plain = view.best()
    same = plain.order == view.order and plain.sign == view.sign
    if not same and len(view.model.names) > _FEW and plain.fit.whole < _SOLVED:
        return None, plain  # another mistake would hardly be undone so well by chance
    tried = list(_tried(view, view.fit.typical > _good(view) or agreement(view) < _SURE_SHAPE))
    worth = [_worth(x, view) for _, x in tried]
    best = min(range(len(tried)), key=lambda k: worth[k], default=-1)
    least = view.fit.score - min(CHANGED, CHANGED_ROW * len(view.sign))
    if best < 0 or worth[best] > min(least, _worth(plain, view) - _TIE):
        return None, view if same else plain
    change, found = tried[best]
    ties = tuple(c.what for k, (c, _) in enumerate(tried) if k != best and worth[k] < worth[best] + _TIE)
    return Step(change, view.fit.whole, found.fit.whole, ties), found


def _good(view: View) -> float:
    """Models of machines with few parameters are made in no time: more is tried of them."""
    return GOOD if len(view.model.names) > _FEW else _FEW_GOOD


def _worth(view: View, before: View) -> float:
    turned = sum(a != b for a, b in zip(view.sign, before.sign, strict=True))
    return view.fit.score + _SIMPLE * (turned + (view.order != before.order))


def _tried(view: View, bad: bool) -> Iterator[tuple[Change, View]]:
    solved = min(_SOLVED, _good(view))
    good = view.best().fit.whole < solved
    every = sorted(changes(view.model, view.samples), key=lambda c: c.kind == "gravity")
    for change in every:
        if change.kind == "gravity" and (good or not bad):
            continue  # another model: half a second for an arm of seven joints
        found = change.made(view)
        if found is None or found.evidence is None:
            continue
        if change.kind in ("shuffled", "sign") and (bad or len(view.model.names) <= _FEW):
            found = found.best()
        good = good or (found.fit.whole < solved and change.kind != "gravity")  # of gravity, all: some may be alike
        yield change, found


def _mounted(view: View) -> tuple[Step, View] | None:
    """Gravity by the file's masses: of slow motions a robot on the ceiling fits as well, with masses below zero."""
    if not agreement(view) < UNLIKE:
        return None
    for change in changes(view.model, view.samples):
        found = change.made(view) if change.kind == "gravity" else None
        if found is None or found.evidence is None or found.fit.score > view.fit.score + _TIE:
            continue
        if agreement(found) > _SURE_SHAPE:
            return Step(change, view.fit.whole, found.fit.whole, (), found.fit.score < view.fit.score - CHANGED), found
    return None
