"""Outline: a planar loop while a closed form is built, with everything known put together."""

from __future__ import annotations

from dataclasses import dataclass, field

from linkwright.mechanics.closure.explicit_state import State
from linkwright.mechanics.closure.forms import LinearForm, plus
from linkwright.mechanics.closure.polygon import Polygon, Side, pointing
from linkwright.mechanics.closure.vec2 import NOWHERE, Vec2
from linkwright.model.cut import Closure


@dataclass
class Open:
    """Sides of a loop that turn by one unknown angle: arm + slides, turned by e^(i form)."""

    form: LinearForm
    rest: LinearForm
    arm: Vec2
    slides: dict[int, Vec2]


@dataclass
class Outline:
    """known + sum of tracks times unknown lengths + sum of open sides = 0."""

    closure: Closure
    polygon: Polygon
    known: Vec2 = NOWHERE
    tracks: dict[int, Vec2] = field(default_factory=dict[int, Vec2])
    open: list[Open] = field(default_factory=list[Open])

    @property
    def lengths(self) -> list[int]:
        """Coordinates of unknown lengths."""
        return [*self.tracks, *(k for one in self.open for k in one.slides)]


def outline(state: State, closure: Closure) -> Outline | None:
    """A planar loop as far as it is known; None for other loops."""
    if closure.name not in state.linear.planar:
        return None
    polygon = state.linear.planar[closure.name]
    result = Outline(closure, polygon)
    for angle, side in state.linear.sides(polygon).items():
        _add_side(state, angle, side, result)
    return result


def _add_side(state: State, angle: LinearForm, side: Side, into: Outline) -> None:
    rest = state.unknown(angle)
    known = {k: d for k, d in side.slides.items() if state.knows(k)}
    open_ = {k: d for k, d in side.slides.items() if k not in known}
    arm = Side(side.arm, known).vector({k: state.value(k) for k in known})
    if not rest:
        turn = state.turn(angle)
        into.known = into.known + arm * turn
        _add(into.tracks, open_, turn)
        return
    for one in into.open:
        difference = plus(angle, one.form, -1)
        if not state.unknown(difference):
            turn = state.turn(difference)
            one.arm = one.arm + arm * turn
            _add(one.slides, open_, turn)
            return
    into.open.append(Open(angle, rest, arm, open_))


def _add(slides: dict[int, Vec2], more: dict[int, Vec2], turn: Vec2) -> None:
    for k, d in more.items():
        slides[k] = slides[k] + d * turn if k in slides else d * turn


def start_vector(state: State, v: Vec2, angle: LinearForm) -> Vec2:
    """A side's vector at the start, in numbers; v may depend on free coordinates."""
    here = {k: float(x) for k, x in enumerate(state.cut.start)}
    return pointing(Vec2(state.at_start(v.x), state.at_start(v.y)), angle, here)
