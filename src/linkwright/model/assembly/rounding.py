"""Rounding: how well the loops of a file can close at all, and which of their equations say the same but for it.

A file that writes lengths with six decimals cannot close a loop better than its last digit, and where loops repeat each other
(parallelograms side by side, axes that should be parallel) rounded numbers contradict each other: by the last digit nothing
moves. Then as many equations count as are independent within the rounding; the others hold within it all along the motion.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TYPE_CHECKING

import numpy as np

from linkwright.arrays import Array
from linkwright.graph.expr import number
from linkwright.model.assembly.assembly import close, wander
from linkwright.model.assembly.closure_equations import ClosureEquations
from linkwright.model.assembly.cycles import find_cycles
from linkwright.model.assembly.mobility import keep_rows, ranks
from linkwright.model.assembly.numeric_tree import to_matrix
from linkwright.model.assembly.start import involved
from linkwright.model.closures import LOOP_KINDS, Counting
from linkwright.model.robot import WORLD
from linkwright.model.tree import BASE
from linkwright.spatial.vector import Vec

if TYPE_CHECKING:
    from linkwright.model.closed_robot import ClosedRobot

_DECIMALS = range(4, 13)
"""Fewer are lengths that somebody chose, more are computed."""
_COMPUTED = 15
"""Numbers with so many digits were computed, and are not rounded."""
_LEVERS = 4.0
"""How much an error in one length grows until it shows where equations are left out."""
_MOST = 1e-3
"""Of a mechanism's length: nothing that is open by more counts as closed, whatever the digits."""


@dataclass(frozen=True)
class Rounding:
    """decimals: most that a length of the loops is written with; length: what they explain, in metres."""

    decimals: int
    length: float


def rounding_of(robot: ClosedRobot) -> Rounding | None:
    """How far apart rounded lengths may leave the ends of a loop: half a last digit each in the worst case, and what levers
    make of it. None: the lengths are no rounded ones."""
    written = [Decimal(repr(x)).as_tuple() for x in _lengths(robot)]
    rounded = [-int(d.exponent) for d in written if len(d.digits) < _COMPUTED]
    decimals = max(rounded, default=0)
    return Rounding(decimals, _LEVERS * len(rounded) * 10.0**-decimals / 2) if decimals in _DECIMALS else None


def tolerance_of(robot: ClosedRobot, length: float) -> float:
    """What rounding explains as a share of the mechanism's length; 0 where numbers are no rounded ones."""
    found = rounding_of(robot)
    return 0.0 if found is None else min(_MOST, found.length / length)


def _lengths(robot: ClosedRobot) -> Iterator[float]:
    """Components of the places of joints and ends around the loops, those that are not zero."""
    carried = {j.child: j for j in robot.joints.values()}
    places: dict[str, Vec] = {}
    for loop in robot.loops:
        chains: list[set[str]] = []
        for end in (loop.first, loop.second):
            body = robot.joints[end].child if end not in robot.frames and end in robot.joints else end
            if end in robot.frames:
                places[f"frame {end}"] = robot.frames[end].X.p
                body = robot.frames[end].body
            chain: set[str] = set()
            while body in carried:
                chain.add(carried[body].name)
                body = carried[body].parent
            chains.append(chain)
        places |= {f"joint {n}": robot.joints[n].X.p for n in chains[0] ^ chains[1]}
    for p in places.values():
        yield from (float(v) for x in p if (v := number(x)) is not None and v)


def within_rounding(conditions: ClosureEquations, start: Array) -> tuple[ClosureEquations, Array]:
    """The conditions that count, and the configuration nearest to the start at which they are closed exactly.

    conditions: with the tolerance of the file; start: closed within it
    """
    moving = involved(conditions)
    samples = np.concatenate([start[None], wander(conditions, start, moving)])
    found = ranks(conditions, samples)
    rank = int(found.max())
    regular = samples[found == rank]
    equations = keep_rows(conditions, find_cycles(conditions), regular, rank, lambda: regular)
    counting = replace(conditions, kept=tuple((e.axes, e.rows) for e in equations))
    return counting, close(counting, start[None], moving).q[0]


def counting_of(robot: ClosedRobot, conditions: ClosureEquations) -> tuple[Counting, ...]:
    """What `conditions.kept` says, without the links of a tree."""
    places = {n: x for n, x in conditions.skeleton.tree.frames.items() if n in robot.bodies}
    found: list[Counting] = []
    for k, (axes, rows) in enumerate(conditions.kept or ()):
        body = next((n for n, x in places.items() if x.link == axes.link and n != WORLD), WORLD)
        own = np.eye(3) if axes.link == BASE else to_matrix(places[body].X)[:3, :3]
        turned = own.T @ to_matrix(axes.X)[:3, :3]
        whole = conditions.normals[k] is not None and 5 in rows
        turns = tuple(r for r in range(LOOP_KINDS[conditions.pairs[k].kind][1]) if whole or 3 + r in rows)
        columns = tuple(tuple(float(x) for x in row) for row in turned)
        found.append(Counting(WORLD if axes.link == BASE else body, columns, tuple(r for r in rows if r < 3), turns))
    return tuple(found)
