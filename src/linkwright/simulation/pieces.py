"""A motion piece by piece, of any kind of mechanism: forces that are sampled and held, and events that are looked for."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.errors import InputError
from linkwright.simulation.controller import Forces
from linkwright.simulation.integrable import Flow, instants
from linkwright.simulation.motion import Part, Path
from linkwright.simulation.run import Run

MOST_PIECES = 1_000_000
_SAME = 1e-9
"""Part of an interval by which instants may differ and be one."""
_SHARP = 1e-12
"""Seconds to which events are found."""


@dataclass(frozen=True)
class Watch:
    """A function (t, q, v) whose zeros are events. direction: 1 only where it grows, -1 only where it falls, 0 both."""

    name: str
    function: Callable[[float, Array, Array], float]
    terminal: bool = False
    direction: float = 0.0

    def changes(self, before: float, after: float) -> bool:
        """Whether it passes zero between two values; from zero itself it has passed it before."""
        grows, falls = before < 0 <= after, before > 0 >= after
        return (grows and self.direction >= 0) or (falls and self.direction <= 0)


@dataclass(frozen=True, eq=False)
class Event:
    """Where a watched function passes zero: when, and positions and rates as the mechanism's functions take them."""

    name: str  # of the function
    t: float  # when, in s
    q: Array  # positions
    v: Array  # rates


@dataclass(frozen=True)
class _Piece:
    """begin, end; samples: told within it, evenly, the end included (0: the end is no sample either)."""

    begin: float
    end: float
    samples: int


class Pieces:
    """Integrates a flow over its pieces; what it found is in `rows` and `events`."""

    def __init__(self, flow: Flow, forces: Forces, run: Run, watches: Sequence[Watch]) -> None:
        self.flow, self.forces, self.run, self.watches = flow, forces, run, watches
        self.reached = flow.reached
        flow.reached = lambda t: self.reached(forces.begun + t)  # it knows the time of a piece only
        self.events: list[Event] = []
        self.paths: list[Path] = []
        self.work = 0.0

    def path(self, q: Array, v: Array) -> Path:
        """States at the instants of the run, up to a terminal event."""
        self.paths = [Path(np.zeros(1), q[None], v[None], 0, work=np.zeros(1))]
        for piece in _pieces(self.run, self.forces.every, bool(self.watches)):
            self.forces.begin(piece.begin, q, v)
            made = self._integrated(q, v, piece.end - piece.begin, max(1, piece.samples))
            happened = self._happened(piece, q, v, made)
            if happened is not None:
                last, path = happened
                self._keep(path, last.t, 1)
                break
            self._keep(made, piece.end, piece.samples)
            self.reached(piece.end)
            q, v = made.q[-1], made.v[-1]
        self.forces.end()
        return _joined(self.paths)

    def _integrated(self, q: Array, v: Array, time: float, samples: int) -> Path:
        try:
            return self.flow.path(q, v, replace(self.run, time=time, rate=samples / time))
        except InputError as error:  # it tells times of this piece
            if not self.forces.begun:
                raise
            hint = (
                "does the sampled controller grow unstable? Sample it more often" if self.forces.every else error.hint
            )
            raise InputError(f"{error.what}, after t = {self.forces.begun:g} s", error.where, hint) from error

    def _keep(self, path: Path, end: float, samples: int) -> None:
        """The rows that are told of a piece, in the time of the whole motion."""
        begin = end - path.t[-1]
        t = begin + path.t
        t[-1] = end
        work = self.work + (np.zeros(len(t)) if path.work is None else path.work)
        self.work = float(work[-1])
        first = 1 if samples else len(t)
        parts = tuple(Part(float(p.start + begin), float(p.end + begin), p.how) for p in path.parts)
        slip = None if path.slip is None else path.slip[first:]
        if path.slip is not None and self.paths[0].slip is None:
            self.paths[0] = replace(self.paths[0], slip=path.slip[:1])
        told = (t[first:], path.q[first:], path.v[first:])
        self.paths.append(Path(*told, path.steps, path.newton, work[first:], parts, slip))

    def _happened(self, piece: _Piece, q: Array, v: Array, made: Path) -> tuple[Event, Path] | None:
        """Events within a piece, in order; the first that ends the motion, with the path to it."""
        found: list[tuple[float, Watch]] = []
        for watch in self.watches:
            before, after = self._value(watch, piece.begin, q, v), self._value(watch, piece.end, made.q[-1], made.v[-1])
            if watch.changes(before, after):
                found.append((self._root(watch, piece, (q, v), (before, after)), watch))
        for time, watch in sorted(found, key=lambda x: x[0]):
            path = self._integrated(q, v, time, 1)
            event = Event(watch.name, piece.begin + time, *self.flow.own(path.q[-1], path.v[-1]))
            self.events.append(event)
            if watch.terminal:
                return event, path
        return None

    def _value(self, watch: Watch, t: float, q: Array, v: Array) -> float:
        own = self.flow.own(q, v)
        try:
            return float(watch.function(t, *own))
        except (TypeError, ValueError) as error:
            hint = "a function (t, q, v) that returns one number, whose zeros are events"
            raise InputError(f"event '{watch.name}' gives no number at t = {t:.4g} s: {error}", hint=hint) from error

    def _root(self, watch: Watch, piece: _Piece, state: tuple[Array, Array], ends: tuple[float, float]) -> float:
        """Seconds from a piece's beginning to where the function is zero, integrated to anew each time."""
        from scipy.optimize import brentq

        length = piece.end - piece.begin

        def value(time: float) -> float:
            if time in (0.0, length):
                return ends[time > 0]
            path = self._integrated(*state, time, 1)
            return self._value(watch, piece.begin + time, path.q[-1], path.v[-1])

        if ends[1] == 0:
            return length
        found: Any = brentq(value, 0.0, length, xtol=_SHARP)
        return max(float(found), _SHARP)


def _pieces(run: Run, every: float | None, watched: bool) -> Iterator[_Piece]:
    """Where a motion is interrupted: where forces are sampled and, if something is watched, at all samples."""
    told = instants(run)
    step = float(told[1])
    held = np.zeros(1) if every is None else every * np.arange(math.ceil(run.time / every * (1 - _SAME)), dtype=float)
    if len(held) + len(told) * watched > MOST_PIECES:
        hint = f"sample less often, or simulate less time: at most {MOST_PIECES:.0e} pieces"
        raise InputError(f"a motion of {run.time:g} s has {len(held)} pieces", hint=hint)
    length = float(held[1]) if len(held) > 1 else run.time
    within = round(length / step)
    even = abs(within * step - length) < _SAME * step
    if not watched and even and within and within * len(held) == run.samples:
        for k in range(len(held)):
            yield _Piece(float(told[k * within]), float(told[(k + 1) * within]), within)
        return
    every_end = np.union1d(told, held)
    ends = every_end[np.concatenate([[True], np.diff(every_end) > _SAME * step])]
    for begin, end in pairwise(ends):
        nearest = told[min(len(told) - 1, round(end / step))]
        yield _Piece(float(begin), float(end), int(abs(nearest - end) < 2 * _SAME * step))


def _joined(paths: Sequence[Path]) -> Path:
    """One path of several, one after the other."""

    def rows(arrays: list[Array]) -> Array:
        return np.ascontiguousarray(np.concatenate(arrays))

    works, slips = [p.work for p in paths if p.work is not None], [p.slip for p in paths if p.slip is not None]
    return Path(
        rows([p.t for p in paths]), rows([p.q for p in paths]), rows([p.v for p in paths]), sum(p.steps for p in paths),
        sum(p.newton for p in paths), rows(works), _merged([x for p in paths for x in p.parts]),
        rows(slips) if slips else None,
    )  # fmt: skip


def _merged(parts: Sequence[Part]) -> tuple[Part, ...]:
    """Stretches of time, those that go on in the same way as one."""
    found: list[Part] = []
    for part in parts:
        if found and found[-1].how == part.how:
            found[-1] = replace(found[-1], end=part.end)
        else:
            found.append(part)
    return tuple(found)
