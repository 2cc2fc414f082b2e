"""Which loop an arm is solved by: the one whose equations are furthest from singular. Axes that meet or are parallel make some
of the six singular at every pose, and symmetries give some two solutions for one first angle; in numbers, at random poses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import numpy as np

from linkwright.errors import QuantityError
from linkwright.graph.expr import number
from linkwright.inverse.half_angles import Array, dialytic, slow_basis
from linkwright.inverse.loop import Loop
from linkwright.mechanics.inverse.axes import Revolute
from linkwright.mechanics.inverse.chain import Chain
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import Vec

POSES = 12
SINGULAR = 1e-9
"""A second singular value this small, of the largest: the equations do not have one solution there but many."""
WORTH = 30.0
"""How much worse the equations may be for an eigenvalue problem of two thirds the size."""


@dataclass(frozen=True)
class Elimination:
    """A loop with its tables. chain: the arm, or the arm seen from the tool; centre, length: what the axes are measured from and
    in; table: the left side (2, 14, 3, 12); basis, linear: see slow_basis."""

    loop: Loop
    chain: Chain
    centre: Vec
    length: float
    table: Array
    basis: Array
    linear: int

    def motion(self) -> Transform:
        """Of space, from home to the pose that is wanted, measured as the axes are."""
        moved = self.chain.target @ self.chain.home.inverse
        return Transform(moved.R, (moved.point(self.centre) - self.centre) * (1 / self.length))


def eliminations(chain: Chain) -> list[Elimination]:
    """The six of an arm; those of joints in numbers."""
    if not all(isinstance(axis, Revolute) for axis in chain.axes) or len(chain.axes) != 6:
        raise QuantityError(
            f"the joints are {', '.join(chain.names)}: elimination is for six revolute joints",
        )
    if any(number(x) is None for axis in chain.axes for v in (axis.h, axis.p) for x in v):
        raise QuantityError("elimination is for arms whose lengths are numbers", hint="parameters='numeric'")
    return [_elimination(side, first) for side in (chain, chain.reversed) for first in range(3)]


def best(chain: Chain) -> Elimination:
    """The best conditioned of the six; QuantityError where all are singular."""
    random = Random(1)
    postures = [[random.uniform(-3.1, 3.1) for _ in range(6)] for _ in range(POSES)]
    found = eliminations(chain)
    weighed = [(cost, k) for k, x in enumerate(found) if (cost := _cost(x, postures)) is not None]
    if not weighed:
        raise QuantityError("its equations are singular in every order of elimination: the arm has a special geometry")
    return found[min(weighed)[1]]


def _elimination(chain: Chain, first: int) -> Elimination:
    axes = [axis for axis in chain.axes if isinstance(axis, Revolute)]
    H, P = (np.array([[float(x) for x in v] for v in vs]) for vs in ([a.h for a in axes], [a.p for a in axes]))  # type: ignore[arg-type]
    across = np.eye(3) - H[:, :, None] * H[:, None, :]
    centre = np.linalg.lstsq(across.sum(0), np.einsum("kij,kj->i", across, P), rcond=1e-6)[0]
    P = np.einsum("kij,kj->ki", across, P - centre)  # the points of the axes nearest to the middle of the arm
    length = float(abs(P).max()) or 1.0
    measured = [Revolute(a.h, Vec(*(float(x) if abs(x) > 1e-14 else 0.0 for x in p / length))) for a, p in zip(axes, P, strict=True)]
    loop = Loop(tuple(measured), first)
    table = dialytic(loop.left())
    basis, linear = slow_basis(table)
    return Elimination(loop, chain, Vec(*(float(x) for x in centre)), length, table @ basis, basis, linear)


def _cost(x: Elimination, postures: Sequence[Sequence[float]]) -> float | None:
    """How ill-conditioned the equations are at some poses, at their solution and away from it; None: singular."""
    costs: list[float] = []
    for q in postures:
        values = [axis.value(angle) for axis, angle in zip(x.loop.axes, q, strict=True)]
        moved = Transform()
        for axis, value in reversed(list(zip(x.loop.axes, values, strict=True))):
            moved = axis.transform(value, moved)
        A, B, C = matrices(x, moved)
        at = q[x.loop.first]
        there = np.linalg.svd(A + B * np.cos(at) + C * np.sin(at))[1]
        away = max(_ratio(A + B * np.cos(t) + C * np.sin(t)) for t in np.arange(0.3, 6.3, 1.25))
        if there[-2] < SINGULAR * there[0] or away < SINGULAR:
            return None
        costs.append(there[0] / there[-2] / away)
    return float(np.median(costs)) * WORTH ** ((8 - x.linear) / 8)


def _ratio(A: Array) -> float:
    sizes = np.linalg.svd(A)[1]
    return float(sizes[-1] / sizes[0])


def matrices(x: Elimination, motion: Transform) -> Array:
    """Constant, cosine, sine (3, 12, 12) of the twelve equations in the basis, at a motion in numbers."""
    Q = np.array([[float(n) for n in column.numbers] for column in x.loop.right(motion)]).T  # type: ignore[arg-type]
    N = np.linalg.svd(Q[:, 1:])[0][:, 8:].T
    M = np.einsum("ei,hikj->khej", N, x.table).reshape(3, 12, 12)
    M[0] -= np.einsum("e,hj->hej", N @ Q[:, 0], constant(x)).reshape(12, 12)
    return M


def constant(x: Elimination) -> Array:
    """What the constants of the equations are multiplied by (2, 12)."""
    return x.basis[[6, 9]]
