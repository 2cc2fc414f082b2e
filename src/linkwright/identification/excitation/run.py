"""excite: from a robot and a plan to an exciting motion."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.errors import InputError
from linkwright.identification.excitation.bounds import bounds_of, checked_limits, completed
from linkwright.identification.excitation.centre import found_centre, given_start, resting
from linkwright.identification.excitation.fences import (
    Boxes,
    clearance_bands,
    dependent_bands,
    force_bands,
    frame_bands,
    joint_bands,
)
from linkwright.identification.excitation.moving import Moving, moving
from linkwright.identification.excitation.plan import Plan
from linkwright.identification.excitation.plant import Plant
from linkwright.identification.excitation.problem import Problem
from linkwright.identification.excitation.result import Excitation, Used
from linkwright.identification.excitation.search import (
    Candidate,
    beyond,
    fine_instants,
    improved,
    judged,
    random_start,
)
from linkwright.identification.excitation.series import Series
from linkwright.mechanics.identifiable import force_rows
from linkwright.mechanism import Mechanism, require_robot
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.robot import OpenRobot
from linkwright.readers import load
from linkwright.request import by_name

if TYPE_CHECKING:
    from linkwright.identification.excitation.band import Band

    Tell = Callable[[str, float], object]


def excite(
    robot: Mechanism | str | Path,
    *,
    start: Sequence[float] | Array | None = None,
    limits: Mapping[str, Mapping[str, Any]] | None = None,
    boxes: Boxes | None = None,
    tell: Tell = lambda what, part: None,
    **plan: Any,
) -> Excitation:
    """A motion, periodic and from rest to rest, that tells the parameters of a robot apart, within its limits.

    start:  all positions, at which the motion starts and ends (default: where it is best)
    limits: joint, or a pattern of joints -> lower, upper, velocity, acceleration, effort, in place of the file's
    boxes:  frame -> ((x, x), (y, y), (z, z)) in the world, where its origin stays
    tell:   called with a text and the part done, 0 to 1
    plan:   fields of Plan: time, harmonics, cost, margin, rate, starts, seed, hold, drives, velocity, acceleration, floor,
            clearance, radius
    """
    begun = time.process_time()
    asked = by_name(Plan, plan, "excite")
    given = load(robot) if isinstance(robot, str | Path) else robot
    robot = require_robot(given, "excite", "excite a robot made of links and joints")
    tell("deriving", 0.0)
    posture = None if start is None else np.asarray(start, dtype=float)
    parts = moving(robot, asked.hold, posture)
    problem, notes = problem_of(parts, asked, checked_limits(limits or {}), boxes or {}, posture is not None)
    first, best = _searched(problem, asked, tell)
    tell("checking", 1.0)
    notes = (*parts.notes, *notes, *_unbounded(problem, best))
    return Excitation(
        parts,
        problem.series,
        best.coefficients,
        columns=problem.plant.labels,
        cost=asked.cost,
        rate=asked.rate,
        before=first.condition,
        condition=best.condition,
        limits=_used(problem, best, asked.rate),
        forces=force_rows(robot),
        seconds=time.process_time() - begun,
        notes=notes,
    )


def problem_of(
    parts: Moving, plan: Plan, limits: Mapping[str, Mapping[str, float]], boxes: Boxes, anchored: bool
) -> tuple[Problem, tuple[str, ...]]:
    """What is to be solved, and notes on limits that were assumed."""
    every = bounds_of(parts.robot, limits)
    own, notes = completed(every.pick(tuple(parts.robot.tree.rate_names[k] for k in _rates(parts))), parts, plan)
    own, spared = own.spared(plan.margin), every.spared(plan.margin)
    plant = Plant(parts.reduced, plan.drives)
    bands: list[Band] = [*joint_bands(own), *force_bands(plant, spared), *dependent_bands(plant, spared)]
    bands += frame_bands(plant, plan, boxes)
    if anchored:
        centre = given_start(plant, bands, parts)
    else:
        centre = found_centre(plant, bands, parts, own)
    postures = resting(plant, _postures(own) if isinstance(parts.robot, OpenRobot) else centre[None])
    if postures is not None:
        bands += clearance_bands(plant, plan, postures)
    if plan.clearance is not None:  # again, now that there are distances to keep
        centre = given_start(plant, bands, parts) if anchored else found_centre(plant, bands, parts, own)
    series = Series(plan.time, plan.harmonics, anchored)
    return Problem(plant, series, bands, centre, own.velocity, plan.cost), notes


def _rates(parts: Moving) -> list[int]:
    """Places of the coordinates that move in the rates of the tree."""
    if isinstance(parts.robot, ClosedRobot):
        return list(parts.robot.coordinates.free_v)
    return list(parts.iv)


def _postures(bounds: Any) -> Array:
    random = np.random.default_rng(0)
    return bounds.lower + random.random((50, len(bounds.names))) * (bounds.upper - bounds.lower)


def _searched(problem: Problem, plan: Plan, tell: Tell) -> tuple[Candidate, Candidate]:
    """The first random motion and the best that was found, both within all limits."""
    first = best = None
    for k in range(plan.starts):
        random = np.random.default_rng([plan.seed, k])
        x = random_start(problem, random)
        first = first or judged(problem, problem.coefficients(x), plan.rate)

        def heard(what: str, part: float, start: int = k, best: Candidate | None = best) -> None:
            told = f", condition {best.condition:.4g}" if best else ""
            tell(f"start {start + 1} of {plan.starts}{told}", (start + part) / plan.starts)

        found = judged(problem, problem.coefficients(improved(problem, x, heard)), plan.rate)
        if first is None and found is None and k:
            break  # two of them: others will not either
        if found is not None and (best is None or found.score < best.score):
            best = found
    if first is not None and (best is None or first.score < best.score):
        best = first
    if best is None:
        raise _none_found(problem, plan)
    return first or best, best


def _none_found(problem: Problem, plan: Plan) -> InputError:
    """An error that names the limit that a small motion about the centre breaks."""
    x = random_start(problem, np.random.default_rng([plan.seed, 0]))
    small = problem.coefficients(0.05 * x)
    _, words = beyond(problem, problem.motion(small, fine_instants(problem, plan.rate)))
    hint = "give wider limits, more --time, or another --start"
    return InputError(f"no motion keeps all limits; even a small one breaks this: {words}", hint=hint)


def _unbounded(problem: Problem, best: Candidate) -> tuple[str, ...]:
    """A word on forces that no limit bounds: near singularities of a closed robot they may be anything."""
    field, names = problem.plant.torque
    bounded = {n for band in problem.bands if band.kind == "torque" for n in np.array(names)[np.isfinite(band.high)]}
    free = [k for k, n in enumerate(names) if n not in bounded]
    motion = problem.motion(best.coefficients, problem.series.instants(1000)) if free else None
    if motion is None:
        return ()
    most = np.abs(field(motion)).max(axis=0)
    told = ", ".join(f"{names[k]} {most[k]:.3g}" for k in free[:8])
    return (f"no effort limits bound these forces of the file's model, in N or N m: {told}",)


def _used(problem: Problem, best: Candidate, rate: float) -> tuple[Used, ...]:
    motion = problem.motion(best.coefficients, fine_instants(problem, rate))
    assert motion is not None
    found: list[Used] = []
    for band in problem.bands:
        values = band.at(motion)
        parts = band.used(values)
        for k, name in enumerate(band.names):
            if np.isfinite(band.low[k]) or np.isfinite(band.high[k]):
                ends = float(band.low[k]), float(band.high[k])
                extremes = float(values[:, k].min()), float(values[:, k].max())
                found.append(Used(band.kind, name, *ends, *extremes, float(parts[k])))
    return tuple(found)
