"""Mobility: how many ways a mechanism can move, counted three ways; and which closure equations are worth keeping.

The count that holds is the rank of the closure's Jacobian along the closed motion: formulas that only count joints miss
planar loops (unless told) and overconstrained ones that move nevertheless (Bennett, Sarrus).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from linkwright.arrays import Array, Indices
from linkwright.model.assembly.closure_equations import ClosureEquations
from linkwright.model.assembly.cycles import Cycle, equations_of, normal_in_first, rank_of
from linkwright.model.assembly.numeric_tree import to_matrix
from linkwright.model.closures import LOOP_KINDS
from linkwright.model.tree import Place

_RANK = 1e-8
_NEAR_SINGULAR = 0.05
"""Configurations with so small a share of the largest distance from singular ones do not choose equations."""


@dataclass(frozen=True)
class Mobility:
    """Degrees of freedom.

    count:   Chebychev-Gruebler-Kutzbach: joints minus all that the loops' kinds and the couplings take away
    screws:  the same with what each loop's kind takes away from the space of velocities that the loop's joints span (three in a
             plane or about a point, up to six elsewhere)
    true:    by the rank of all conditions along the closed motion
    rank:    that rank; equations: how many conditions there are
    at_start: mobility in the first closed configuration; more than `true` where it is singular
    """

    count: int
    screws: int
    true: int
    rank: int
    equations: int
    joints: int
    at_start: int


def ranks(conditions: ClosureEquations, q: Array) -> Indices:
    """Rank of the conditions' Jacobian at each configuration."""
    J = conditions(q)[1] * conditions.skeleton.units
    s = np.linalg.svd(J, compute_uv=False)
    if not s.shape[-1]:
        return np.zeros(len(q), dtype=np.intp)
    return np.sum(s > max(_RANK, conditions.blur) * np.maximum(s[:, :1], 1e-12), axis=-1)


def motions(conditions: ClosureEquations, q: Array, rank: int) -> Array:
    """Orthonormal bases of the velocities that keep the mechanism closed, in comparable units: (count, nv, nv - rank)."""
    J = conditions(q)[1] * conditions.skeleton.units
    return np.linalg.svd(J, full_matrices=True)[2][:, rank:].swapaxes(-1, -2)


def count_mobility(conditions: ClosureEquations, cycles: Sequence[Cycle], start: Array, samples: Array) -> Mobility:
    """Degrees of freedom at the start and along the motion, with what the loops take away."""
    nv = conditions.skeleton.tree.nv
    at_start = int(ranks(conditions, start[None])[0])
    along = ranks(conditions, samples) if len(samples) else np.array([at_start])
    rank = max(at_start, int(along.max()))
    taken = sum(sum(LOOP_KINDS[c.pair.kind]) for c in cycles) + len(conditions.followers)
    useful = sum(useful_rows(conditions, c, k, start) for k, c in enumerate(cycles)) + len(conditions.followers)
    return Mobility(nv - taken, nv - useful, nv - rank, rank, conditions.count, nv, nv - at_start)


def useful_rows(conditions: ClosureEquations, cycle: Cycle, k: int, q: Array) -> int:
    """What a loop's kind takes away from all velocities that its joints span, at a closed configuration."""
    skeleton = conditions.skeleton
    world = skeleton.placements(q[None])
    R, p = world[0, cycle.meet, :3, :3], world[0, cycle.meet, :3, 3]
    w = R @ cycle.span[:, 3:].T
    u = R @ cycle.span[:, :3].T * skeleton.length - np.cross(w, p[:, None], axis=0)
    twists = np.broadcast_to(np.concatenate([u, w]), (1, len(conditions.pairs), 6, len(cycle.span)))
    h, J = np.zeros((1, conditions.count)), np.zeros((1, conditions.count, len(cycle.span)))
    conditions.all.apply(world, twists, h, J)
    return rank_of(J[0, conditions.spans[k]])


# --- rows ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Equations:
    """Of one loop: the axes they are written in, the rows that count, and those left out with the reason.

    normal: of a planar loop, in the axes of its first place
    """

    axes: Place
    normal: Array
    rows: tuple[int, ...]
    dropped: tuple[tuple[int, str], ...]


def keep_rows(
    conditions: ClosureEquations, cycles: Sequence[Cycle], samples: Array, rank: int, whole: Callable[[], Array]
) -> tuple[Equations, ...]:
    """As many equations as there is rank, those of couplings and of the first loops first, well apart from each other; where
    the conditions know already which rows count, those.

    whole: configurations all along the motion, asked for where there is a choice
    """
    skeleton = conditions.skeleton
    world = skeleton.placements(samples[:1])
    normals = [normal_in_first(world[0], c) for c in cycles]
    asked = [equations_of(skeleton.tree, c, n) for c, n in zip(cycles, normals, strict=True)]
    labels = [(k, row) for k, (_, rows) in enumerate(asked) for row in rows]
    fixed = len(conditions.followers)
    blocks = _candidates(conditions, asked, samples)
    if conditions.kept is not None:
        chosen = {(k, row) for k, (_, rows) in enumerate(conditions.kept) for row in rows}
    else:
        kept = independent(np.concatenate(blocks, axis=1), rank, fixed)
        if 0 < len(kept) == rank < len(labels) + fixed:
            kept = exchanged(np.concatenate(_candidates(conditions, asked, whole()), axis=1), kept, fixed)
        chosen = {labels[i - fixed] for i in kept if i >= fixed}
    sizes = [np.max(np.abs(b), axis=(0, 2), initial=0.0) for b in blocks[1:]]
    return tuple(
        Equations(
            axes, normals[k], tuple(r for r in rows if (k, r) in chosen), _dropped(cycles[k], rows, k, chosen, sizes[k])
        )
        for k, (axes, rows) in enumerate(asked)
    )


def _candidates(conditions: ClosureEquations, asked: Sequence[tuple[Place, tuple[int, ...]]], q: Array) -> list[Array]:
    """Gradients of the couplings, then of the equations that each loop's kind asks for: (count, rows, nv) each."""
    world = conditions.skeleton.placements(q)
    couplings = conditions(q)[1][:, conditions.count - len(conditions.followers) :] * conditions.skeleton.units
    rows = [_row_values(conditions, world, k, axes)[:, list(rows)] for k, (axes, rows) in enumerate(asked)]
    return [couplings, *rows]


def _row_values(conditions: ClosureEquations, world: Array, k: int, axes: Place) -> Array:
    """Gradients of the six equations of a closed loop (see Closure) in comparable units: (count, 6, nv)."""
    skeleton, pair = conditions.skeleton, conditions.pairs[k]
    twist = conditions.twists(world)[:, k]
    second = world[:, pair.second.link] @ to_matrix(pair.second.X)
    Rt = (world[:, axes.link] @ to_matrix(axes.X))[:, :3, :3].swapaxes(-1, -2)
    w = twist[:, 3:]
    u = Rt @ (twist[:, :3] + np.cross(w, second[:, :3, 3:], axis=-2)) / skeleton.length
    turn = Rt @ w
    if pair.kind == "universal":
        first = world[:, pair.first.link] @ to_matrix(pair.first.X)
        turn[:, 0] = np.einsum("bi,bij->bj", np.cross(second[:, :3, 0], first[:, :3, 2]), w)
    return np.concatenate([u, turn], axis=1) * skeleton.units


def kept_gradients(conditions: ClosureEquations, equations: Sequence[Equations], q: Array) -> tuple[Array, list[str]]:
    """Gradients of the kept equations, loop by loop, then of the couplings, and what each belongs to: (count, rows, nv)."""
    couplings, *blocks = _candidates(conditions, [(e.axes, e.rows) for e in equations], q)
    names = [conditions.pairs[k].name for k, e in enumerate(equations) for _ in e.rows]
    return np.concatenate([*blocks, couplings], axis=1), names + [f.name for f in conditions.followers]


def independent(rows: Array, rank: int, fixed: int = 0) -> list[int]:
    """Indices of `rank` rows that are independent at most configurations, earlier ones preferred while well apart.

    rows: (count, candidates, n); the first `fixed` ones are taken before all others
    """
    kept: list[int] = []
    basis = np.zeros((len(rows), rows.shape[-1], 0))
    size = np.linalg.norm(rows, axis=-1)
    for order in (range(fixed), range(fixed, rows.shape[1])):
        for least in (0.1, 1e-2, 1e-4, 1e-7):
            for i in order:
                if i in kept or len(kept) >= rank:
                    continue
                rest = rows[:, i] - (basis @ (basis.swapaxes(-1, -2) @ rows[:, i, :, None]))[..., 0]
                left = np.linalg.norm(rest, axis=-1)
                share = left / np.maximum(size[:, i], 1e-12) * (size[:, i] > 1e-7)
                if float(np.median(share)) > least:
                    kept.append(i)
                    basis = np.concatenate([basis, (rest / np.maximum(left, 1e-12)[:, None])[..., None]], axis=-1)
    return sorted(kept)


def exchanged(rows: Array, kept: Sequence[int], fixed: int = 0) -> list[int]:
    """Kept rows after exchanges with others, each of which makes the worst configuration more than twice as good.

    How good rows are is the volume that they span, over that of the space that all rows span: equations that follow from
    others at most configurations may cease to do so at single ones. Where all rows together are nearly singular the mechanism
    is, and no choice helps.
    """
    rank = len(kept)
    whole, s, _ = np.linalg.svd(rows, full_matrices=False)
    depth = s[:, rank - 1] / s[:, 0]
    U = whole[depth > _NEAR_SINGULAR * np.max(depth), :, :rank]

    def worst(chosen: Sequence[int]) -> float:
        return float(np.min(np.linalg.slogdet(U[:, list(chosen)])[1]))

    best, value = list(kept), worst(kept)
    for _ in range(rank):
        spare = [j for j in range(fixed, rows.shape[1]) if j not in best]
        trials = [[*best[:i], j, *best[i + 1 :]] for i, k in enumerate(best) if k >= fixed for j in spare]
        found = [worst(t) for t in trials]
        if not found or max(found) < value + math.log(2):
            break
        value = max(found)
        best = trials[found.index(value)]
    return sorted(best)


def _dropped(
    cycle: Cycle, rows: tuple[int, ...], k: int, chosen: set[tuple[int, int]], sizes: Sequence[float]
) -> tuple[tuple[int, str], ...]:
    """Rows left out, and why."""
    always = [
        r for r in (2, 3, 4) if r not in rows and not (r == 2 and 0 in rows and LOOP_KINDS[cycle.pair.kind][0] == 2)
    ]
    count = sum(LOOP_KINDS[cycle.pair.kind]) - len(rows)
    out = [(r, "holds in every motion of the loop's plane") for r in always[:count]]
    for r, size in zip(rows, sizes, strict=True):
        if (k, r) not in chosen:
            out.append((r, "follows from the other equations" if size > 1e-7 else "holds in every motion of the loop"))
    return tuple(out)
