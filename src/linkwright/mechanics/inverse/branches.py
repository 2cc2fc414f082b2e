"""Branches of an inverse kinematics: values of the joints, and when they exist; their assembly to outputs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import pi

from linkwright.graph.expr import Scalar, apply
from linkwright.mechanics.inverse.axes import Angle, Value
from linkwright.mechanics.inverse.masks import Mask
from linkwright.mechanics.inverse.subproblems import maximum, minimum, select
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import Mat

SOLVED = 1e-6
"""Largest error of a solution, in entries of the rotation, and in metres, relative to the size of the pose where that is above
one. A pose that is no rotation, or has a NaN in it, has no solution within that; rounding stays far below."""


@dataclass(frozen=True)
class Branch:
    """values: of joints by the indices of their coordinates; conditions: it exists where all of them are positive."""

    values: Mapping[int, Value]
    conditions: tuple[Scalar, ...] = ()

    def __or__(self, other: Branch) -> Branch:
        """Both together: of different joints."""
        return Branch({**self.values, **other.values}, tuple(dict.fromkeys((*self.conditions, *other.conditions))))


@dataclass(frozen=True)
class Outputs:
    """solutions: a row per branch, a column per coordinate of the tree; count; residual per branch."""

    solutions: list[list[Scalar]]
    count: Scalar
    residual: list[Scalar]


def assembled(
    wanted: Transform,
    mask: Mask,
    branches: Sequence[Branch],
    nq: int,
    reached: Callable[[Mapping[int, Value]], Transform],
) -> Outputs:
    """Rows of branches, given joints among their values. reached: the pose of the frame at values of the joints."""
    angles = _Angles()
    rows: list[list[Scalar]] = []
    residuals: list[Scalar] = []
    count: Scalar = 0
    for branch in branches:
        off = [abs(e) for e in errors(mask, reached(branch.values), wanted)]
        exists = _exists(branch, off[: len(mask.directions)], off[len(mask.directions) :], wanted)
        row = [angles.coordinate(branch.values.get(k, 0)) for k in range(nq)]
        rows.append([only_if(exists, x) for x in row])
        residuals.append(only_if(exists, maximum(*off)))
        count = count + select(exists, 1, 0)
    return Outputs(rows, count, residuals)


def errors(mask: Mask, reached: Transform, wanted: Transform) -> list[Scalar]:
    """What two poses differ by, of what a mask asks for: entries of position and rotation."""
    way = reached.p - wanted.p
    return [*(way.dot(d) for d in mask.directions), *_TURNED[mask.rotation](mask, reached.R, wanted.R)]


def _about(mask: Mask, R: Mat, S: Mat) -> list[Scalar]:
    e, f = mask.across
    return [a.dot(R.apply(b)) - a.dot(S.apply(b)) for a in (e, f) for b in (e, f)]


_TURNED: Mapping[str, Callable[[Mask, Mat, Mat], list[Scalar]]] = {
    "all": lambda mask, R, S: [a - b for x, y in zip(R, S, strict=True) for a, b in zip(x, y, strict=True)],
    "none": lambda mask, R, S: [],
    "about": _about,
    "direction": lambda mask, R, S: list(R.apply(mask.axis) - S.apply(mask.axis)),
}
"""How rotations differ, by what a mask asks of them."""


def _exists(branch: Branch, placed: Sequence[Scalar], turned: Sequence[Scalar], wanted: Transform) -> Scalar:
    """Positive where the branch exists and solves the problem: errors of position and rotation; a NaN is not positive."""
    size = maximum(1, *(abs(x) for x in wanted.p))
    solved = SOLVED * size - maximum(*placed)
    if turned:
        solved = select(solved, SOLVED - maximum(*turned), -1)
    if not branch.conditions:
        return solved
    return select(solved, minimum(*branch.conditions), -1)


class _Angles:
    """Coordinates of values: of an angle and its opposite one arc tangent, half a turn apart."""

    def __init__(self) -> None:
        self._known: dict[tuple[object, object], Scalar] = {}

    def coordinate(self, value: Value) -> Scalar:
        if not isinstance(value, Angle):
            return value
        key, opposite = (value.c, value.s), (-value.c, -value.s)
        if key not in self._known:
            known = self._known.get(opposite)
            self._known[key] = (
                apply("atan2", value.s, value.c) if known is None else select(known, known - pi, known + pi)
            )
        return self._known[key]


def only_if(condition: Scalar, x: Scalar) -> Scalar:
    """x where the condition is positive, else NaN."""
    return apply("only_if", condition, x)
