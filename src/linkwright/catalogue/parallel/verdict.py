"""What the test says of a leg between a base and a platform."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from linkwright.catalogue.parallel.assembly import Robots, assemble, at_once
from linkwright.catalogue.parallel.kinematics import Array
from linkwright.catalogue.parallel.leg import Leg
from linkwright.catalogue.parallel.masks import Mask
from linkwright.catalogue.parallel.mobility import ZERO, Mobility, mobility
from linkwright.catalogue.parallel.motion import CLOSED, Motion
from linkwright.catalogue.parallel.placing import Placing

DRAWS = 8
"""Robots of random lengths per way of placing and set of angles."""
AGAIN = 4
"""Further rounds of draws for legs that did not meet."""
TWISTS = ("vx", "vy", "vz", "wx", "wy", "wz")
STATUS = ("accepted", "not held", "extra freedom", "idle", "not assembled", "no motion")
"""From the best to the worst: of several draws and sets of angles the best counts."""


@dataclass(frozen=True)
class Verdict:
    """Of a leg at a place. residual: largest of the eight corners (where there is no motion, the smallest that was found);
    values: singular values of what the legs forbid; outside: twists beside the mask; parasitic: the one that
    comes with the mask's motions most, per unit; drives: driven joint -> smallest singular
    value with locked motors, where they hold the platform; prescribed: those that hold it if all but the mask is held."""

    place: Placing
    status: str
    residual: float
    freedom: int = 0
    idle: int = 0
    values: tuple[float, ...] = ()
    outside: tuple[str, ...] = ()
    parasitic: tuple[str, float] = ("", 0.0)
    drives: dict[int, float] = field(default_factory=dict[int, float])
    prescribed: dict[int, float] = field(default_factory=dict[int, float])
    robot: Robots | None = None

    @property
    def accepted(self) -> bool:
        return self.status == "accepted"

    @property
    def order(self) -> tuple[float, ...]:
        """Smaller is better."""
        held = (max(x.values(), default=0.0) for x in (self.drives, self.prescribed))
        return STATUS.index(self.status), len(self.outside), *(-x for x in held)


def verdicts(leg: Leg, mask: Mask, found: Sequence[tuple[Placing, Motion]], seed: int) -> list[Verdict]:
    """Of every place, with the angles for which the leg has the motion there."""
    rng = np.random.default_rng(seed)
    best: dict[Placing, Verdict] = {}
    for place, motion in found:
        if not len(motion.constants):
            best[place] = Verdict(place, "idle" if motion.idle else "no motion", motion.residual)
    most = max((len(m.constants) for _, m in found), default=0)
    for attempt in range(most + AGAIN if most else 0):
        turn = attempt if attempt < most else attempt % most
        settled = ("accepted",) if attempt < most else STATUS[:4]  # afterwards only what did not meet is tried again
        open_ = [
            (p, m) for p, m in found if len(m.constants) > turn and (p not in best or best[p].status not in settled)
        ]
        if open_:
            places = [p for p, _ in open_ for _ in range(DRAWS)]
            constants = np.repeat(np.stack([m.constants[turn] for _, m in open_]), DRAWS, axis=0)
            for verdict in _judged(leg, mask, places, constants, rng):
                if verdict.place not in best or verdict.order < best[verdict.place].order:
                    best[verdict.place] = verdict
    refused = [place for place, verdict in best.items() if verdict.status == "no motion"]
    best |= {v.place: v for v in _parasitic(leg, mask, [best[place] for place in refused], rng)}
    return [best[place] for place, _ in found]


def _parasitic(leg: Leg, mask: Mask, refused: list[Verdict], rng: np.random.Generator) -> Iterator[Verdict]:
    """What the platform does instead, at a pose where the legs close."""
    if not refused:
        return
    robots = at_once(leg, mask, [v.place for v in refused], rng)
    judged = mobility(leg, mask, robots)
    for k in np.flatnonzero(robots.left < CLOSED):
        most = int(judged.parasitic[k].argmax())
        amount = float(judged.parasitic[k, most])
        values = tuple(float(v) for v in judged.values[k])
        yield replace(refused[k], freedom=int(judged.freedom[k]), values=values, parasitic=(TWISTS[most], amount))


def _judged(
    leg: Leg, mask: Mask, places: list[Placing], constants: Array, rng: np.random.Generator
) -> Iterator[Verdict]:
    robots = assemble(leg, mask, places, constants, rng)
    closed = np.flatnonzero(robots.left < CLOSED)
    for k in np.flatnonzero(robots.left >= CLOSED):
        yield Verdict(places[k], "not assembled", float(robots.left[k]))
    if len(closed):
        judged = mobility(leg, mask, robots.take(closed))
        for position, k in enumerate(closed):
            yield _of(mask, places[k], robots.take(np.array([k])), judged, position)


def _of(mask: Mask, place: Placing, robot: Robots, judged: Mobility, k: int) -> Verdict:
    freedom, idle = int(judged.freedom[k]), int(judged.idle[k])
    drives, prescribed = (
        {joint: float(v[k]) for joint, v in by.items() if v[k] > ZERO} for by in (judged.held, judged.held_mask)
    )
    outside = tuple(name for name, x in zip(TWISTS, judged.outside[k], strict=True) if x > 1e-3)
    if freedom > len(mask.moves):
        status = "extra freedom"
    elif idle:
        status = "idle"
    else:
        status = "accepted" if drives else "not held"
    values = tuple(float(v) for v in judged.values[k])
    left, parasitic = float(robot.left[0]), ("", 0.0)
    return Verdict(place, status, left, freedom, idle, values, outside, parasitic, drives, prescribed, robot)
