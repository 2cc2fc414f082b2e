"""The way of a tool: through points on straight lines, or as a table of poses has it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from linkwright.arrays import Array
from linkwright.errors import InputError
from linkwright.trajectory.paths import chain, line
from linkwright.trajectory.task import TaskSamples, TaskTrajectory


class Way(ABC):
    """Where the tool is along time.

    rate:  samples per second
    marks: times of the points that it must pass
    """

    rate: float
    marks: tuple[float, ...]

    @property
    @abstractmethod
    def duration(self) -> float:
        """Seconds."""

    @abstractmethod
    def at(self, t: Array) -> TaskSamples:
        """Poses and their rates at these times."""


@dataclass(frozen=True)
class Motion:
    """How points are passed. velocity, acceleration, jerk: (of the origin, of the turn); time: of all, None: what the bounds
    need; blend: metres from a point within which its corner is rounded, 0 for a stop."""

    velocity: tuple[float, float] = (1.0, 2.0)
    acceleration: tuple[float, float] = (3.0, 6.0)
    jerk: tuple[float, float] = (30.0, 60.0)
    time: float | None = None
    blend: float = 0.0
    rate: float = 0.0


@dataclass(frozen=True)
class Stop:
    """A point of a path, and how long the tool rests there; stop: it comes to rest there, whatever the blend."""

    pose: Array
    dwell: float = 0.0
    stop: bool = False


@dataclass(frozen=True)
class Lines(Way):
    """Straight lines: pieces that begin at these times, rests between them."""

    pieces: tuple[TaskTrajectory, ...]
    starts: tuple[float, ...]
    end: float
    marks: tuple[float, ...]
    rate: float

    @property
    def duration(self) -> float:
        return self.end

    def at(self, t: Array) -> TaskSamples:
        which = np.clip(np.searchsorted(self.starts, t, side="right") - 1, 0, None)
        parts = [piece.at(t[which == k] - self.starts[k]) for k, piece in enumerate(self.pieces)]
        rows = np.argsort(np.concatenate([np.flatnonzero(which == k) for k in range(len(self.pieces))]))
        every = (
            np.concatenate([getattr(x, name) for x in parts])[rows]
            for name in ("poses", "twists", "accelerations", "jerks")
        )
        return TaskSamples(t, *every)


def through_stops(stops: Sequence[Stop], motion: Motion) -> Lines:
    """The way through points, from rest to rest; corners are rounded by the blend where the tool does not rest."""
    bounds: dict[str, Any] = {k: getattr(motion, k) for k in ("velocity", "acceleration", "jerk")}
    groups: list[list[TaskTrajectory]] = [[]]
    for k, (here, there) in enumerate(pairwise(stops)):
        groups[-1].append(line(here.pose, there.pose, **bounds))
        if groups[-1][-1].duration == 0:
            raise InputError(
                f"points {k + 1} and {k + 2} of the path are the same", hint="leave one out, or write a dwell"
            )
        if (there.dwell or there.stop) and k + 2 < len(stops):
            groups.append([])
    pieces = [chain(group, motion.blend) for group in groups]
    resting = sum(stop.dwell for stop in stops)
    if motion.time is not None:
        moving = sum(piece.duration for piece in pieces)
        if motion.time <= resting:
            raise InputError(
                f"the path takes {motion.time:g} s, and rests {resting:g} s of them",
                hint="give it more time, or rest less",
            )
        pieces = [piece.stretched(piece.duration * (motion.time - resting) / moving) for piece in pieces]
    return _timed(pieces, stops, motion.rate)


def _timed(pieces: Sequence[TaskTrajectory], stops: Sequence[Stop], rate: float) -> Lines:
    """Pieces one after the other, with the rests between them."""
    now, point = stops[0].dwell, 0
    marks, starts = [now], list[float]()
    for piece in pieces:
        starts.append(now)
        ends = [leg.delay + leg.profile.duration for leg in piece.legs]
        begins = [*(leg.delay for leg in piece.legs[1:]), piece.duration]
        marks += [now + (end + begin) / 2 for end, begin in zip(ends, begins, strict=True)]
        point += len(ends)
        now += piece.duration + stops[point].dwell
    return Lines(tuple(pieces), tuple(starts), now, tuple(marks), rate)


@dataclass(frozen=True, eq=False)
class Recorded(Way):
    """Poses at given times, between them the smoothest curves: cubic splines of the position and of the rotation."""

    times: Array
    positions: Array
    quaternions: Array
    rate: float

    @property
    def marks(self) -> tuple[float, ...]:  # pyright: ignore[reportIncompatibleVariableOverride]
        return (0.0, self.duration)

    @property
    def duration(self) -> float:
        return float(self.times[-1] - self.times[0])

    def at(self, t: Array) -> TaskSamples:
        from scipy.interpolate import CubicSpline
        from scipy.spatial.transform import Rotation, RotationSpline

        clock = t + self.times[0]
        place = CubicSpline(self.times, self.positions)
        turn: Any = RotationSpline(self.times, Rotation.from_quat(self.quaternions))
        poses = np.repeat(np.eye(4)[None], len(t), axis=0)
        poses[:, :3, :3], poses[:, :3, 3] = turn(clock).as_matrix(), place(clock)
        # the spline's rates are those in the turned axes: R w and R dw/dt in the world's
        turning = [np.einsum("nij,nj->ni", poses[:, :3, :3], turn(clock, k)) for k in (1, 2)]
        twists, accelerations = (np.column_stack([place(clock, k + 1), turning[k]]) for k in (0, 1))
        return TaskSamples(t, poses, twists, accelerations, np.zeros((len(t), 6)))
