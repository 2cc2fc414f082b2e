"""One step of the numeric inverse kinematics: what the generated solvers repeat (passes/repeat.py).

Levenberg-Marquardt with a damping that grows with the error (Sugihara 2011): J'(J J' + lambda)^-1 e, lambda ~ |e|^2. Near a
solution it is Newton's method; at singular poses and for goals out of reach it goes to the least error. A joint at its limit
that the error pushes outward stays there (projected Newton: Bertsekas 1982).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from linkwright.errors import QuantityError
from linkwright.graph.expr import Scalar, apply, is_zero, sqrt
from linkwright.graph.quantity import Nested
from linkwright.graph.values import named, replaced
from linkwright.mechanics.inverse.masks import mask_of
from linkwright.mechanics.inverse.pose_error import Row, pose_error
from linkwright.mechanics.inverse.seen import goal, seen
from linkwright.mechanics.state import State
from linkwright.mechanics.tree.kinematics import coordinate_rates, last_frame, normalised
from linkwright.model.tree import Tree
from linkwright.spatial.linear import solve_positive
from linkwright.spatial.matrix import Matrix, dot, product, transpose
from linkwright.spatial.motion import Motion

_DAMPING = 0.1
"""Of the square of the error."""
_FLOOR = 1e-14
"""Damping at the solution, relative to the trace of J J': what is singular there can be solved, what is not stays quadratic."""

_TINY = 1e-300

Limits = Sequence[tuple[float | None, float | None]]
"""Lowest and highest value per position."""


def step(x: State) -> Nested:
    """[q + damping direction within the limits, the next direction there, the length of the weighted error there]."""
    q = x.given["q"]
    limits: Limits = x.options["joint_limits"] if x.options.get("limits", "kept") == "kept" else [(None, None)] * len(q)
    damping = x.given["damping"][0]
    moved = [t + damping * d for t, d in zip(q, x.given["direction"], strict=True)]
    moved = _clamped(normalised(x.tree, moved), limits)
    errors, J = _system(x)
    way = _Way(errors, J, _pull(x.tree, q, x.given["rest"], x.given["gain"][0]))
    *direction, error = replaced(x.graph, [*_direction(x, way, limits), way.size], named(q, moved))
    return [moved, direction, error]


def goals_of(tree: Tree, frame: str | None) -> list[str]:
    """The frames that have goals: one, or several with commas between."""
    return [last_frame(tree)] if frame is None else [name.strip() for name in frame.split(",")]


def _system(x: State) -> tuple[list[Scalar], Matrix]:
    """Weighted errors of all goals, and their Jacobian (with the sign of the rates that make them smaller)."""
    tree, base = x.tree, x.options.get("base")
    errors: list[Scalar] = []
    J: Matrix = []
    for k, frame in enumerate(goals_of(tree, x.options.get("frame"))):
        at = seen(tree, x.q, frame, base)
        if not at.columns:
            other = f" against '{base}'" if base else ""
            raise QuantityError(f"no joint moves frame '{frame}'{other}", hint="name a frame beyond a joint")
        mask = mask_of(tree, frame, base, x.options.get("mask"))
        for row in pose_error(mask, at.X, goal(x.given["pose"][16 * k : 16 * k + 16])):
            weight = x.given["weights"][2 * k + row.turns]
            errors.append(weight * row.error)
            J.append([weight * _slope(row, at.columns.get(i)) for i in range(tree.nv)])
    return errors, x.per_free_rate(J)


def _slope(row: Row, column: Motion | None) -> Scalar:
    return 0 if column is None else row.linear.dot(column[0]) + row.angular.dot(column[1])


@dataclass(frozen=True)
class _Way:
    """The equations of one step. pull: rates towards the posture of rest, followed as far as the goals allow."""

    errors: list[Scalar]
    J: Matrix
    pull: list[Scalar]

    @property
    def square(self) -> Scalar:
        return dot(self.errors, self.errors)

    @property
    def size(self) -> Scalar:
        return sqrt(self.square)

    def rates(self, free: Sequence[Scalar]) -> list[Scalar]:
        """z + J'(J J' + lambda)^-1 (e - J z), in the space of the errors or of the rates, whichever is smaller; free: per
        rate 1, or 0 where it may not change."""
        freed = [[a * f for a, f in zip(row, free, strict=True)] for row in self.J]
        moving = [any(not is_zero(a) for a in column) for column in transpose(freed)]
        z = [p * f if moves else 0 for p, f, moves in zip(self.pull, free, moving, strict=True)]
        rest = [e - y for e, y in zip(self.errors, product(freed, z), strict=True)]
        columns = [k for k, moves in enumerate(moving) if moves]
        if not columns:
            return z
        rows = [[row[k] for k in columns] for row in freed]
        across = transpose(rows)
        wide = len(rows) <= len(columns)
        gram = _gram(rows) if wide else _gram(across)
        trace = sum((gram[i][i] for i in range(1, len(gram))), gram[0][0])
        # of errors beyond the arm's own size what matters is their curvature, which grows with |e| alone
        own = sqrt(trace)
        shift = _DAMPING * self.square * own / (own + self.size + _TINY) + _FLOOR * trace
        A = [[a + shift if i == j else a for j, a in enumerate(row)] for i, row in enumerate(gram)]
        found = product(across, solve_positive(A, rest)) if wide else solve_positive(A, product(across, rest))
        for k, rate in zip(columns, found, strict=True):
            z[k] = z[k] + rate
        return z


def _gram(J: Matrix) -> Matrix:
    """J J'."""
    return [[dot(a, b) for b in J] for a in J]


def _direction(x: State, way: _Way, limits: Limits) -> list[Scalar]:
    """How the positions should change to first order."""
    tree = x.tree
    slopes = product(transpose(way.J), way.errors)
    free: list[Scalar] = [1] * tree.nv
    for link in tree.links:
        if link.joint_type.single:
            low, high = limits[link.iq]
            free[link.iv] = _free(x.q[link.iq], slopes[link.iv], low, high)
    return coordinate_rates(tree, x.q, way.rates(free))


def _free(at: Scalar, slope: Scalar, low: float | None, high: float | None) -> Scalar:
    """1, or 0 for a joint at a limit that the error pushes outward."""
    up: Scalar = 1 if high is None else apply("select", high - at, 1, apply("select", slope, 0, 1))
    down: Scalar = 1 if low is None else apply("select", at - low, 1, apply("select", -slope, 0, 1))
    return up * down


def _pull(tree: Tree, q: Sequence[Scalar], rest: Sequence[Scalar], gain: Scalar) -> list[Scalar]:
    """Rates towards the posture of rest, of the joints with one coordinate."""
    z: list[Scalar] = [0] * tree.nv
    for link in tree.links:
        if link.joint_type.single:
            z[link.iv] = gain * (rest[link.iq] - q[link.iq])
    return z


def _clamped(q: list[Scalar], limits: Limits) -> list[Scalar]:
    result: list[Scalar] = []
    for value, (low, high) in zip(q, limits, strict=True):
        kept = value if low is None else apply("max", value, low)
        result.append(kept if high is None else apply("min", kept, high))
    return result
