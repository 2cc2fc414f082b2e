"""Which loop an arm is solved by: the one whose equations are furthest from singular. Axes that meet or are parallel make some
of the six singular at every pose, and symmetries give some two solutions for one first angle; in numbers, at random poses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import atan, sin
from random import Random

import numpy as np

from linkwright.graph.expr import floats as floats_of
from linkwright.inverse.half_angles import Array, dialytic, slow_basis
from linkwright.inverse.loop import Loop
from linkwright.inverse.measured import Measured, in_numbers, measured
from linkwright.mechanics.inverse.axes import Revolute
from linkwright.mechanics.inverse.chain import Chain
from linkwright.mechanics.inverse.masks import some_values
from linkwright.spatial.transform import Transform

POSES = 12
SINGULAR = 1e-9
"""A second singular value this small, of the largest: the equations do not have one solution there but many."""
COMPLETED = 1e-6
"""How far rounding may move the joints that follow from three."""
WORTH = 30.0
"""How much worse the equations may be for an eigenvalue problem of two thirds the size."""


@dataclass(frozen=True)
class Elimination:
    """A loop with its tables.

    arm:            the arm, or the arm seen from the tool
    table:          the left side (2, 14, 3, 12), in the basis
    basis, linear:  see slow_basis
    """

    loop: Loop
    arm: Measured
    table: Array
    basis: Array
    linear: int


def best(chain: Chain) -> Elimination | None:
    """The best conditioned of those that an arm has; None where all are singular, or the joints are others."""
    if len(chain.axes) != 6:
        return None
    random = Random(1)
    postures = [[random.uniform(-3.1, 3.1) for _ in range(6)] for _ in range(POSES)]
    found = [
        x for side in (chain, chain.reversed) for first in range(3) if (x := _elimination(side, first)) is not None
    ]
    weighed = [(cost, k) for k, x in enumerate(found) if (cost := _cost(x, postures)) is not None]
    return found[min(weighed)[1]] if weighed else None


def _elimination(chain: Chain, first: int) -> Elimination | None:
    """None where a joint other than the first is prismatic, and where the four axes of the table depend on a joint that is
    given, or on parameters."""
    axes = chain.axes
    if not all(isinstance(axis, Revolute) for k, axis in enumerate(axes) if k != first):
        return None
    if not all(in_numbers(axis) for axis in axes[first : first + 4]):
        return None
    arm = measured(chain, range(first, first + 4))
    loop = Loop(arm.axes, first)
    table = dialytic(loop.left())
    basis, linear = slow_basis(table)
    return Elimination(loop, arm, table @ basis, basis, linear)


def _in_numbers(loop: Loop, random: Random) -> Loop:
    """The same with some value of each symbol."""
    value = some_values(random)
    return replace(loop, axes=tuple(replace(a, h=a.h.map(value), p=a.p.map(value)) for a in loop.axes))


def _cost(x: Elimination, postures: Sequence[Sequence[float]]) -> float | None:
    """How ill-conditioned the equations are at some poses, at their solution and away from it; None: singular."""
    costs: list[float] = []
    loop = _in_numbers(x.loop, Random(2))
    for q in postures:
        moved = Transform()
        for axis, angle in reversed(list(zip(loop.axes, q, strict=True))):
            moved = axis.transform(axis.value(angle), moved)
        A, B, C = matrices(replace(x, loop=loop), moved)
        at = 2 * atan(q[loop.first]) if loop.slides else q[loop.first]
        there = np.linalg.svd(A + B * np.cos(at) + C * np.sin(at))[1]
        away = max(_ratio(A + B * np.cos(t) + C * np.sin(t)) for t in np.arange(0.3, 6.3, 1.25))
        if there[-2] < SINGULAR * there[0] or away < SINGULAR or not _completed(loop, moved, q):
            return None
        costs.append(there[0] / there[-2] / away)
    return float(np.median(costs)) * WORTH ** ((8 - x.linear) / 8)


def _completed(loop: Loop, motion: Transform, q: Sequence[float]) -> bool:
    """Whether three joints say where the others are."""
    values = [axis.value(y) for axis, y in zip(loop.axes, q, strict=True)]
    found = loop.angles(motion, values[loop.first : loop.first + 3])
    back = floats_of(axis.coordinate(value) for axis, value in zip(loop.axes, found, strict=True))
    return all(abs(sin((a - b) / 2)) < COMPLETED for a, b in zip(back, q, strict=True))


def _ratio(A: Array) -> float:
    sizes = np.linalg.svd(A)[1]
    return float(sizes[-1] / sizes[0])


def matrices(x: Elimination, motion: Transform) -> Array:
    """Constant, cosine, sine (3, 12, 12) of the twelve equations in the basis, at a motion in numbers."""
    Q = np.array([[float(n) for n in column.numbers] for column in x.loop.right(motion)]).T  # type: ignore[arg-type]
    N = np.linalg.svd(Q[:, 1:])[0][:, 8:].T
    left = np.einsum("ei,hikj->khej", N, x.table)
    return (left - np.einsum("e,hkj->khej", N @ Q[:, 0], constant(x))).reshape(3, 12, 12)


def constant(x: Elimination) -> Array:
    """What the constants of the equations are multiplied by (2, 3, 12)."""
    shares = (0.5, 0.5, 0.0) if x.loop.slides else (1.0, 0.0, 0.0)
    return np.einsum("k,hj->hkj", np.array(shares), x.basis[[6, 9]])
