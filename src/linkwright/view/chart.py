"""Small charts as SVG within a page: its colours, light and dark; marks differ in form as well as in colour."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from linkwright.view.markup import Markup, tag

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 560.0, 330.0, 62.0, 14.0, 12.0, 46.0
COLOURS = 7
"""Of the page's style sheet, --c1 to --c7: told apart by people who see colours differently."""
_FORMS = (
    "M-5,0a5,5 0 1,0 10,0a5,5 0 1,0 -10,0",
    "M-4.6,-4.6h9.2v9.2h-9.2z",
    "M0,-5.8L5.4,4.2H-5.4z",
    "M0,-6.2L5,0L0,6.2L-5,0z",
)


@dataclass(frozen=True)
class Mark:
    """A point of a chart. kind: which colour and form; hollow: it is beside the front; href: where a click leads."""

    x: float
    y: float
    kind: int
    label: str
    hollow: bool = False
    href: str = ""


@dataclass(frozen=True)
class Curve:
    """A line through points; steps: it changes only there; look: "pale", "wide" where others are drawn over it."""

    x: Sequence[float]
    y: Sequence[float]
    kind: int
    label: str
    steps: bool = False
    look: Literal["", "pale", "wide"] = ""


@dataclass(frozen=True)
class Chart:
    """x, y: titles of the axes; levels: (value of y, what it is) of limits; bands: (from, to, what it is) along x, shaded;
    whole: axes begin at zero."""

    title: str
    x: str
    y: str
    marks: Sequence[Mark] = ()
    curves: Sequence[Curve] = ()
    levels: Sequence[tuple[float, str]] = ()
    bands: Sequence[tuple[float, float, str]] = ()
    whole: bool = False
    height: float = field(default=HEIGHT)

    def svg(self) -> Markup:
        """The picture."""
        shown = {
            "viewBox": f"0 0 {WIDTH:.0f} {self.height:.0f}",
            "role": "group" if any(m.href for m in self.marks) else "img",
        }
        return tag("svg", self.parts(), class_="chart", aria_label=self.title, **shown)

    def parts(self) -> list[Markup]:
        """What is drawn, within WIDTH and height."""
        xs = [m.x for m in self.marks] + [v for c in self.curves for v in c.x]
        ys = [m.y for m in self.marks] + [v for c in self.curves for v in c.y] + [v for v, _ in self.levels]
        across = _Axis(*_span(xs, self.whole), LEFT, WIDTH - RIGHT)
        up = _Axis(*_span(ys, self.whole), self.height - BOTTOM, TOP)
        parts = [self._band(a, b, t, across) for a, b, t in self.bands]
        parts += [*self._frame(across, up), *(self._level(v, t, up) for v, t in self.levels)]
        return parts + [_curve(c, across, up) for c in self.curves] + [_mark(m, across, up) for m in self.marks]

    def _frame(self, across: _Axis, up: _Axis) -> list[Markup]:
        low, right = self.height - BOTTOM, WIDTH - RIGHT
        lines = [tag("path", d=f"M{across(v):.1f},{TOP}V{low}", class_="grid") for v in across.ticks]
        lines += [tag("path", d=f"M{LEFT},{up(v):.1f}H{right}", class_="grid") for v in up.ticks]
        words = [tag("text", across.name(v), x=across(v), y=low + 17, class_="middle") for v in across.ticks]
        words += [tag("text", up.name(v), x=LEFT - 7, y=up(v) + 4, class_="end") for v in up.ticks]
        middle = (TOP + low) / 2
        words.append(tag("text", self.x, x=(LEFT + right) / 2, y=self.height - 8, class_="middle axis"))
        turned = f"translate(14 {middle:.1f}) rotate(-90)"
        words.append(tag("text", self.y, transform=turned, class_="middle axis"))
        return [*lines, *words]

    def _band(self, start: float, end: float, text: str, across: _Axis) -> Markup:
        low, high = (min(max(x, across.low), across.high) for x in (start, end))
        d = f"M{across(low):.1f},{TOP}H{across(high):.1f}V{self.height - BOTTOM}H{across(low):.1f}z"
        return tag("path", tag("title", text), d=d, class_="band")

    def _level(self, value: float, text: str, up: _Axis) -> Markup:
        line = tag("path", tag("title", text), d=f"M{LEFT},{up(value):.1f}H{WIDTH - RIGHT}", class_="level")
        return tag("g", line, tag("text", text, x=WIDTH - RIGHT - 4, y=up(value) - 4, class_="end level-name"))


def sign(kind: int, hollow: bool = False) -> Markup:
    """A mark by itself, for legends and tables."""
    own = tag("path", d=_FORMS[kind % len(_FORMS)], class_=_class(kind, hollow))
    return tag("svg", own, class_="sign", viewBox="-7 -7 14 14", aria_hidden="true")


def stroke(kind: int) -> Markup:
    """A line by itself, for legends."""
    own = tag("path", d="M-8,0H8", class_=f"curve k{kind % COLOURS + 1} d{kind // COLOURS % 3}")
    return tag("svg", own, class_="sign", viewBox="-9 -7 18 14", aria_hidden="true")


def legend(entries: Sequence[tuple[Markup, str]]) -> Markup:
    """Signs and what they are."""
    return tag("figcaption", [tag("span", mark, " ", text) for mark, text in entries], class_="legend")


def _class(kind: int, hollow: bool) -> str:
    return f"mark k{kind % COLOURS + 1}{' hollow' if hollow else ''}"


def _mark(m: Mark, across: _Axis, up: _Axis) -> Markup:
    place = f"translate({across(m.x):.2f} {up(m.y):.2f})"
    form = _FORMS[m.kind % len(_FORMS)]
    shape = tag("path", tag("title", m.label), d=form, transform=place, class_=_class(m.kind, m.hollow))
    return tag("a", shape, href=m.href, aria_label=m.label) if m.href else shape


def _curve(c: Curve, across: _Axis, up: _Axis) -> Markup:
    d = ""
    for x, y in zip(c.x, c.y, strict=True):
        to = f"{across(x):.2f},{up(y):.2f}"
        d += f"H{across(x):.2f}V{up(y):.2f}" if d and c.steps else f"{'L' if d else 'M'}{to}"
    look = f"curve k{c.kind % COLOURS + 1} d{c.kind // COLOURS % 3} {c.look}".rstrip()
    return tag("path", tag("title", c.label), d=d, class_=look)


@dataclass(frozen=True)
class _Axis:
    """From values between low and high to places between start and end."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)

    @property
    def step(self) -> float:
        rough = (self.high - self.low) / 7
        size = 10.0 ** math.floor(math.log10(rough))
        return next(k * size for k in (1, 2, 5, 10) if k * size >= rough * (1 - 1e-9))

    @property
    def ticks(self) -> list[float]:
        first = math.ceil(self.low / self.step - 1e-9)
        return [k * self.step for k in range(first, math.floor(self.high / self.step + 1e-9) + 1)]

    def name(self, value: float) -> str:
        digits = max(0, -math.floor(math.log10(self.step) + 1e-9))
        return f"{value + 0.0:.{digits}f}" if digits < 5 else f"{value:.3g}"


def _span(values: Sequence[float], whole: bool) -> tuple[float, float]:
    """With some room around the values."""
    known = [v for v in values if math.isfinite(v)] + ([0.0] if whole else [])
    low, high = (min(known), max(known)) if known else (0.0, 1.0)
    room = 0.06 * (high - low) or 0.1 * abs(high) or 1.0
    return (low if whole and low == 0 else low - room), high + room
