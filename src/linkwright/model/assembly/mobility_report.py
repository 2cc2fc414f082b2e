"""Analysis of a closed mechanism: how it moves, which coordinates are free, how it is cut open.

analyse(robot)        everything `linkwright check` says about loops
cut(robot, mode)      the mechanism as the derivations of this room want it
solve, velocities     numbers: tree positions of free coordinates, tree velocities of free ones
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from linkwright.model.assembly.assembly import random_starts
from linkwright.model.assembly.closure_equations import ClosureEquations
from linkwright.model.assembly.coordinates import rates_of
from linkwright.model.assembly.cutting import cut_open
from linkwright.model.assembly.cycles import Cycle
from linkwright.model.assembly.mobility import Equations, Mobility, keep_rows, kept_gradients
from linkwright.model.assembly.mobility_study import MobilityStudy, study
from linkwright.model.assembly.nesting import Block, blocks_of, joined
from linkwright.model.assembly.singularity import Singularity, singularity
from linkwright.model.assembly.solving import assemblies, distinct, solve, velocities
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.cut import Coordinates, Cut
from linkwright.model.robot import WORLD, Note
from linkwright.model.tree import BASE

__all__ = [
    "MobilityReport",
    "LoopAnalysis",
    "Ways",
    "analyse",
    "assemblies",
    "cut",
    "singularity",
    "solve",
    "velocities",
]


@lru_cache(maxsize=64)  # a robot is compared by identity; many quantities share one form
def cut(robot: ClosedRobot, mode: str = "numeric", keep: str = "") -> Cut:
    """The robot cut open, with the wanted numbers as symbols; `mode` and `keep` as in `parametrised_tree`."""
    return cut_open(study(robot), robot, mode, keep)


# --- what `check` prints --------------------------------------------------------------------------------------------------

ROWS = ("x", "y", "z", "turn about x", "turn about y", "turn about z")


@dataclass(frozen=True)
class LoopAnalysis:
    """One loop: what closes it, which joints it has, how they move, which of its equations count.

    meet:    the body where its branches meet
    motion:  "planar", "spherical", "translational" or "spatial"; normal: of the plane, in the axes of the link `meet`
    span:    dimension of the velocities that its joints can make anywhere
    rows:    names of the equations kept; dropped: (equation, why it is left out)
    """

    name: str
    kind: str
    joints: tuple[str, ...]
    meet: str
    motion: str
    normal: tuple[float, ...] | None
    span: int
    rows: tuple[str, ...]
    dropped: tuple[tuple[str, str], ...]


MOST_WAYS = 16
"""Ways listed of one loop; loops that fold onto themselves may have a continuum."""


@dataclass(frozen=True)
class Ways:
    """The ways found to assemble some loops: their names, the joints that differ, tree positions (those of the start first)."""

    loops: tuple[str, ...]
    joints: tuple[str, ...]
    positions: tuple[tuple[float, ...], ...]


@dataclass(frozen=True)
class MobilityReport:
    """Everything found out about a closed mechanism.

    free, dependent: joints; a joint that is free in part is in both
    independent: how many of the motors are; fewer than there are where the actuation is redundant
    idle:       spins that nothing drives and nothing feels
    order:      blocks of equations and dependent rates that can be solved one after another
    ways:       for each loop, or loops that hang together: its ways to be assembled where all others are as in the start
    assumed:    parameters without values, for which the analysis made some up
    notes:      what else was assumed
    """

    robot: str
    loops: tuple[LoopAnalysis, ...]
    mobility: Mobility
    coordinates: Coordinates
    free: tuple[str, ...]
    dependent: tuple[str, ...]
    actuated: tuple[str, ...]
    independent: int
    idle: int
    order: tuple[Block, ...]
    start: tuple[float, ...]
    residual: float
    ways: tuple[Ways, ...]
    singularity: Singularity
    assumed: tuple[str, ...]
    notes: tuple[Note, ...]


@lru_cache(maxsize=64)
def analyse(robot: ClosedRobot) -> MobilityReport:
    """How a closed mechanism moves; raises where it cannot."""
    found = study(robot)
    conditions, c = found.conditions, found.coordinates
    equations = keep_rows(conditions, found.cycles, found.samples, found.mobility.rank, lambda: found.whole)
    anywhere = random_starts(conditions, found.start, np.arange(robot.tree.nv), 5)
    J, names = kept_gradients(conditions, equations, anywhere)
    blocks = blocks_of(J, c.dependent_v, names)
    return MobilityReport(
        robot.name,
        tuple(_loop(found, cycle, e) for cycle, e in zip(found.cycles, equations, strict=True)),
        found.mobility,
        c,
        _joints(robot, c.free_v),
        _joints(robot, c.dependent_v),
        robot.actuated,
        found.actuation.independent,
        found.actuation.idle,
        blocks,
        tuple(float(x) for x in found.start),
        float(np.linalg.norm(conditions(found.start[None])[0])),
        tuple(_ways(found, group) for group in joined(blocks)),
        singularity(robot, found.start),
        found.assumed,
        found.notes,
    )


def _ways(found: MobilityStudy, group: Block) -> Ways:
    whole = found.conditions
    pairs = tuple(p for p in whole.pairs if p.name in group.names)
    followers = tuple(f for f in whole.followers if f.name in group.names)
    part = ClosureEquations(whole.skeleton, pairs, followers)
    count = 16 + 12 * len(group.rates) if pairs else 0  # couplings alone have one solution
    ways = distinct(part, found.start, np.array(group.rates, dtype=np.intp), count)
    joints = _joints(found.robot, group.rates)
    return Ways(group.names, joints, tuple(tuple(float(x) for x in q) for q in ways[:MOST_WAYS]))


def _joints(robot: ClosedRobot, rates: Sequence[int]) -> tuple[str, ...]:
    return tuple(n for n in robot.tree.offsets if set(rates_of(robot, n)) & set(rates))


def _loop(found: MobilityStudy, cycle: Cycle, e: Equations) -> LoopAnalysis:
    links = found.conditions.skeleton.tree.links
    return LoopAnalysis(
        cycle.pair.name,
        cycle.pair.kind,
        tuple(dict.fromkeys(links[i].joint for i in cycle.links)),
        WORLD if cycle.meet == BASE else links[cycle.meet].name,
        cycle.motion,
        cycle.normal,
        len(cycle.span),
        tuple(ROWS[r] for r in e.rows),
        tuple((ROWS[r], why) for r, why in e.dropped),
    )
