"""Inverse kinematics as it is asked for in this process: formats of poses, order, limits, redundancy, the least error.

The solutions themselves are computed by the compiled quantities; `function(quantity, **options)` gives these.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, TypedDict

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.errors import InputError
from linkwright.inverse.one_pose import SIMPLE, OnePose
from linkwright.inverse.poses import as_poses
from linkwright.inverse.solutions import (
    Found,
    Ranges,
    nearest_first,
    with_turns,
    within_limits,
)
from linkwright.inverse.starts import moving_positions, starts_of
from linkwright.model.robot import OpenRobot

SAMPLES = 31
"""Values of a joint to spare that are tried where none is given."""
SOLVED = 1e-9
_STARTS = 12
"""Of the search for the least error."""


_AGAIN = 3
"""How often the best of them goes on: far out of reach the last digits come slowly."""


class Asked(TypedDict, total=False):
    """How solutions are asked for.

    frame:    the frame that should be at the pose; several with goals of their own: a list, poses (..., k, 4, 4)
    base:     the frame that poses are seen from (the world)
    mask:     what of the pose counts: "pose", "position", "3T1R", "plane", "axis", "axis x", "axis y"
    given:    of arms with joints to spare, {joint: value}
    samples:  the same where it is free: how many values of that joint to try, or the values
    limits:   only solutions within the joints' limits
    turns:    those as well that differ by whole turns, within the limits
    weights:  of errors of position and of rotation, where no solution exists
    threads:  as of any native function
    """

    frame: str | Sequence[str] | None
    base: str | None
    mask: str | None
    given: Mapping[str, float] | None
    samples: int | Sequence[float] | None
    limits: bool
    turns: bool
    weights: Any
    threads: int


class InverseKinematics:
    """All that is asked of one robot; function(quantity, **options): its compiled quantities."""

    def __init__(self, robot: OpenRobot, function: Callable[..., Any]) -> None:
        self.robot, self.function = robot, function
        self._one: dict[tuple[Any, ...], OnePose | None] = {}

    @cached_property
    def ranges(self) -> Ranges:
        return Ranges.of(self.robot)

    def ranges_of(self, asked: Asked) -> Ranges:
        """Limits of the joints that move the frame; those of others, which stay at zero, do not count."""
        return self.ranges.only(self.on_way(asked))

    def on_way(self, asked: Asked) -> set[int]:
        """Positions of the joints that move the frame."""
        own = self.options(asked)
        return moving_positions(self.robot, own["frame"].split(",") if "frame" in own else (), own.get("base"))

    def compiled(self, asked: Asked) -> Any:
        """The native function of `inverse_kinematics` with the options that it is derived with."""
        given = asked.get("given")
        if given is not None and not hasattr(given, "keys"):
            hint = f"name them: given={{{self.robot.position_names[-1]!r}: 0.0}}; the names are those of position_names"
            raise InputError(f"given is {given!r}, not values by the names of joints", hint=hint)
        extra = {**self.options(asked), **({"given": ",".join(given)} if given else {})}
        return self.function("inverse_kinematics", **extra)

    def options(self, asked: Asked) -> dict[str, str]:
        """Those that steps and solvers are derived with, too."""
        frame = asked.get("frame")
        named = frame if frame is None or isinstance(frame, str) else ",".join(frame)
        every = {"frame": named, "base": asked.get("base"), "mask": asked.get("mask")}
        return {name: value for name, value in every.items() if value is not None}

    def poses(self, pose: Any, asked: Asked) -> Array:
        """Checked, one per goal."""
        return as_poses(pose, self.options(asked).get("frame", "").count(",") + 1)

    def __call__(self, pose: Any, near: Any, asked: Asked) -> Found:
        """solutions, count, residual; where some pose has no solution also `nearest` and `nearest_residual`."""
        one = self._one_pose(asked) if asked or near is not None else None
        found = one(pose, near) if one else None
        return found or self.anyhow(pose, near, asked)

    def _one_pose(self, asked: Asked) -> OnePose | None:
        """The short way of these options, if they have one."""
        try:
            key = tuple(asked.items())
            if key in self._one:
                return self._one[key]
        except TypeError:  # lists of frames, dictionaries of joints
            return None
        if not asked.keys() <= SIMPLE or asked.get("turns"):
            return None
        f = self.compiled(asked)
        plain = len(f.kernel.inputs) == 1 and dict(f.kernel.facts).get("method") != "search"
        self._one[key] = OnePose(f, self.ranges_of(asked), bool(asked.get("limits"))) if plain else None
        return self._one[key]

    def anyhow(self, pose: Any, near: Any, asked: Asked) -> Found:
        """The same in any format, of any number of poses."""
        unknown = [name for name in asked if name not in Asked.__annotations__]
        if unknown:
            hint = f"it takes {', '.join(Asked.__annotations__)}"
            raise InputError(f"inverse_kinematics takes no '{unknown[0]}'", hint=hint)
        poses = self.poses(pose, asked)
        near = self._near(near, poses, asked)
        found = self.branches(poses, near, asked)
        ranges = self.ranges_of(asked)
        if asked.get("turns"):
            found = with_turns(found, ranges)
            ranges = replace(ranges, turning=ranges.endless)  # the others are there at every turn
        found = found if near is None else nearest_first(found, near, ranges)
        return self._with_nearest(found, poses, near, asked)

    def branches(self, poses: Array, near: Array | None, asked: Asked) -> Found:
        """Solutions within the limits, if that is asked for, a row per branch (and sample of a joint to spare); rows keep
        their places, and the least error is not looked for."""
        found = self._solutions(self.compiled(asked), poses, near, asked)
        return within_limits(found, self.ranges_of(asked)) if asked.get("limits") else found

    def _near(self, near: Any, poses: Array, asked: Asked) -> Array | None:
        if near is None:
            return None
        array = np.asarray(near, dtype=float)
        hint = f"one per position: {', '.join(self.robot.position_names[:12])}; for all poses, or a row for each"
        if not np.isfinite(array).all():
            raise InputError("near is not finite", hint=hint)
        batch = self._batch(poses, asked)
        if array.shape not in {(self.robot.nq,), (*batch, self.robot.nq)}:
            several = f" or {(*batch, self.robot.nq)}" if batch else ""
            raise InputError(f"near has the shape {array.shape}, not ({self.robot.nq},){several}", hint=hint)
        return np.broadcast_to(array, (*batch, self.robot.nq))

    def _batch(self, poses: Array, asked: Asked) -> tuple[int, ...]:
        return poses.shape[:-3] if "," in self.options(asked).get("frame", "") else poses.shape[:-2]

    # --- solutions

    def _solutions(self, f: Any, poses: Array, near: Array | None, asked: Asked) -> Found:
        threads = {"threads": asked["threads"]} if "threads" in asked else {}
        ports = {p.name: p for p in f.kernel.inputs}
        if "given" not in ports:
            if asked.get("samples") is not None:
                hint = "leave samples out, or ask for less of the pose (mask=...)"
                raise InputError("there is no joint to spare whose values could be sampled", hint=hint)
            found = dict(f(poses, **threads))
            by_search = dict(f.kernel.facts).get("method") == "search"
            return self._and_from(near, found, poses, asked) if by_search and near is not None else found
        values = self._given(ports["given"].labels, near, asked, self._batch(poses, asked))
        many = values.shape[-2]
        shape = (*values.shape[:-1], *poses.shape[-2:])
        every = np.broadcast_to(poses[..., None, :, :], shape).reshape(-1, 4, 4)
        found = f(every, values.reshape(-1, values.shape[-1]), **threads)
        batch = values.shape[:-2]
        rows = many * found["residual"].shape[-1]
        return {
            "solutions": found["solutions"].reshape(*batch, rows, self.robot.nq),
            "count": found["count"].reshape(*batch, many).sum(axis=-1),
            "residual": found["residual"].reshape(*batch, rows),
        }

    def _given(self, names: tuple[str, ...], near: Array | None, asked: Asked, batch: tuple[int, ...]) -> Array:
        """(..., samples, k): values of the joints that are given."""
        given, samples = asked.get("given"), asked.get("samples")
        where = [self.robot.position_names.index(name) for name in names]
        if given is not None:
            values = np.array([[float(given[name]) for name in names]])
        elif samples is not None or near is None:
            if len(names) > 1:
                hint = f"given={{{', '.join(f'{name!r}: 0.0' for name in names)}}}"
                raise InputError(f"{' and '.join(names)} are free: say where they are", hint=hint)
            values = self._sampled(where[0], SAMPLES if samples is None else samples)[:, None]
        else:
            return near[..., None, where]
        return np.broadcast_to(values, (*batch, *values.shape))

    def sampled(self, near: Any, asked: Asked) -> dict[str, int] | None:
        """The joint to spare whose values are tried, and how many; None where there is none, or it is told where it is."""
        ports = {p.name: p for p in self.compiled(asked).kernel.inputs}
        if "given" not in ports or asked.get("given") is not None or (near is not None and "samples" not in asked):
            return None
        labels = ports["given"].labels
        return {labels[0]: self._given(labels, None, asked, ()).shape[-2]}

    def _sampled(self, position: int, samples: int | Sequence[float]) -> Array:
        if not isinstance(samples, int | np.integer):
            values = np.array(samples, dtype=float)
            if values.ndim != 1 or not len(values) or not np.isfinite(values).all():
                raise InputError(
                    f"samples are no values of a joint: {samples!r}", hint="samples=31, or a list of numbers"
                )
            return values
        if samples < 1:
            raise InputError(f"{samples} samples are none", hint="samples=31, or the values themselves")
        low, high = self.ranges.low[position], self.ranges.high[position]
        if np.isinf(low) or np.isinf(high):
            low, high = -np.pi, np.pi * (1 - 2 / samples)
        return np.array([(low + high) / 2] if samples == 1 else np.linspace(low, high, samples))

    def _and_from(self, near: Array, found: Found, poses: Array, asked: Asked) -> Found:
        """Of a search, also what the solver finds from `near`: of joints to spare it changes them least."""
        own = self._solver(asked)(poses, near)
        good = own["residual"] <= SOLVED
        first = np.where(good[..., None], own["q"], np.nan)[..., None, :]
        error = np.where(good, own["residual"], np.nan)[..., None]
        double = self.ranges.distance(found["solutions"], first) < 1e-4
        others = np.where(double[..., None], np.nan, found["solutions"])
        return {
            "solutions": np.concatenate([first, others], axis=-2),
            "count": found["count"] + good - double.sum(axis=-1),
            "residual": np.concatenate([error, np.where(double, np.nan, found["residual"])], axis=-1),
        }

    # --- where there are none

    def _solver(self, asked: Asked) -> Any:
        limits = "kept" if asked.get("limits") else "ignored"
        return self.function("inverse_kinematics_solution", **self.options(asked), limits=limits)

    def _with_nearest(self, found: Found, poses: Array, near: Array | None, asked: Asked) -> Found:
        """The positions of the least error at poses without solutions, and that error; NaN at the others."""
        none = np.asarray(found["count"] == 0)
        if not none.any():
            return found
        inner = poses.shape[none.ndim :]
        chosen = poses[none].reshape(-1, *inner)
        own = self.options(asked)
        goals = own["frame"].split(",") if "frame" in own else ()
        starts = starts_of(self.robot, _STARTS, bool(asked.get("limits")), goals, own.get("base"))[0]
        guesses = [np.broadcast_to(np.array(g), (len(chosen), len(g))) for g in starts]
        if near is not None:
            guesses.insert(0, near[none].reshape(len(chosen), -1))
        weights = {} if asked.get("weights") is None else {"weights": np.asarray(asked.get("weights"), dtype=float)}
        q, left = _least(lambda guess: self._solver(asked)(chosen, guess, **weights), guesses)
        q, samples = q if asked.get("limits") else self.ranges.within_a_turn(q), asked.get("samples")
        if asked.get("given") is None and (samples is None or isinstance(samples, int)):
            found = _with_solved(found, none, q, left)
            q, left = np.where((left <= SOLVED)[:, None], np.nan, q), np.where(left <= SOLVED, np.nan, left)
            if found["count"].all():
                return found
        nearest = np.full((*none.shape, self.robot.nq), np.nan)
        error = np.full(none.shape, np.nan)
        nearest[none], error[none] = q, left
        return {**found, "nearest": nearest, "nearest_residual": error}


def _with_solved(found: Found, none: Array, q: Array, left: Array) -> Found:
    """With what the solver has found where the samples of a joint to spare, or the starts of a search, have missed it."""
    good = left <= SOLVED
    where = np.zeros(none.shape, dtype=bool)
    where[none] = good
    found = {name: np.array(value) for name, value in found.items()}
    found["solutions"][where, 0], found["residual"][where, 0], found["count"][where] = q[good], left[good], 1.0
    return found


def _least(solve: Callable[[Array], Mapping[str, Array]], guesses: Sequence[Array]) -> tuple[Array, Array]:
    """Of what the solver finds from several guesses, the least error; the first where there is nothing between them."""
    q, left = guesses[0], np.full(len(guesses[0]), np.inf)
    for k in range(len(guesses) + _AGAIN):
        own = solve(guesses[k] if k < len(guesses) else q)
        better = own["residual"] < left - SOLVED
        q, left = np.where(better[:, None], own["q"], q), np.where(better, own["residual"], left)
    return q, left
