"""Inverse Jacobian of a parallel robot: rates of the actuated joints per rate of the platform's coordinates.

What joint j of a leg sees of its point is the direction that no other joint of the leg moves: u is perpendicular to the other
columns of J, and  dq_j = u . v / (u . J_j),  v = v_platform + w x r.  The direction needs no solution of a linear system, and
common factors of it drop out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from linkwright.graph.expr import Expr, Scalar, is_zero, lift, number
from linkwright.graph.function import count_ops
from linkwright.graph.graph import Graph
from linkwright.mechanics.platform.leg_kinematics import PointMotion, View
from linkwright.mechanics.platform.legs import Leg, Parallel
from linkwright.mechanics.platform.legwise import Platform, platform_at
from linkwright.model.tree import BASE
from linkwright.spatial.matrix import Matrix
from linkwright.spatial.vector import IDENTITY, Vec


@dataclass(frozen=True)
class Style:
    """How a row is written down: from which axes, with which component of the direction set to one, divided early or late, and
    with the moment about an upright axis taken in the platform's axes (`turned`)."""

    view: View
    unit: int | None
    early: bool
    turned: bool


def inverse_jacobian(robot: Parallel, q: Sequence[Scalar], twists: bool = False, angles: bool = True) -> Matrix:
    """twists: per velocity and angular velocity of the platform, in the base's axes; angles: sums of a leg's angles and the
    platform's are as good as others (a closed form has cosines and sines of the leg's alone)."""
    at = platform_at(robot.platform, [q[k] for k in robot.iq])
    chosen: dict[object, Style] = {}
    rows: Matrix = []
    for n, j in robot.actuated:
        leg = robot.legs[n]
        looks = leg.looks, j
        if looks not in chosen:
            chosen[looks] = min(
                _styles(robot, leg, angles), key=lambda style, leg=leg, j=j: _cost(robot, leg, j, style, twists)
            )
        rows.append(_row(at, _seen(at, _upright(robot, q), leg, leg.of(q), j, chosen[looks]), twists))
    return rows


_Seen = tuple[Vec, Vec, Scalar]
"""Direction at the platform's origin, its moment about it, and what both are to be divided by."""


def _seen(at: Platform, spin: Scalar | None, leg: Leg, q: Sequence[Scalar], j: int, style: Style) -> _Seen:
    """What joint j of a leg sees of the platform. spin: see _upright."""
    point = PointMotion(leg, q, style.view)
    way, scale = direction(point.J, j, style.unit)
    if style.early:
        way, scale = [x / scale for x in way], 1
    u = point.vector(way)
    if style.turned:
        own = PointMotion(leg, q, style.view, spin).vector(way)
        moment = Vec(0, 0, leg.anchor[0] * own[1] - leg.anchor[1] * own[0])
    else:
        moment = at.point(leg).cross(u)
    return u, moment, scale


def _row(at: Platform, seen: _Seen, twists: bool) -> list[Scalar]:
    u, moment, scale = seen
    row = [*u, *moment] if twists else at.project(u, moment)
    return row if number(scale) == 1 else [x / scale for x in row]


def _upright(robot: Parallel, q: Sequence[Scalar]) -> Scalar | None:
    """The platform's angle where it turns about the base's z alone; None where it does not, or turns otherwise."""
    turning = [(k, link) for k, link in enumerate(robot.platform.links) if link.joint_type.hinge]
    if len(turning) != 1 or turning[0][0] != len(robot.platform.links) - 1:
        return None
    turned = IDENTITY
    for link in robot.platform.links:
        turned = turned @ link.X.R
    return q[robot.iq[-1]] + turning[0][1].turn if turned == IDENTITY else None


def _styles(robot: Parallel, leg: Leg, angles: bool) -> list[Style]:
    views = [View(k, merged) for k in range(BASE, len(leg.tree.links)) for merged in (False, True)]
    first = leg.tree.links[0]
    upright = (
        angles
        and _upright(robot, [0] * (max(robot.iq) + 1)) is not None
        and first.joint_type.hinge
        and IDENTITY == first.X.R
    )
    found: list[Style] = []
    for view in views:
        point = PointMotion(leg, [0.3] * len(leg.tree.links), view)
        if point.kept is None:
            continue
        turned = [False, True] if upright and view.merged and view.frame > BASE else [False]
        units = [None, *range(len(point.kept))]
        found += [Style(view, k, early, t) for k in units for early in (False, True) for t in turned]
    return found


def _cost(robot: Parallel, leg: Leg, j: int, style: Style, twists: bool) -> float:
    """Operations of one row; infinite where a direction cannot have that component."""
    graph = Graph()

    def here(x: Scalar) -> Scalar:
        return lift(graph, x) if isinstance(x, Expr) else x

    size = max((*robot.iq, *leg.iq)) + 1
    q = [Expr(graph, graph.symbol(f"q[{k}]")) for k in range(size)]
    at = platform_at(robot.platform.map(here), [q[k] for k in robot.iq])
    own = leg.map(here)
    try:
        row = _row(at, _seen(at, _upright(robot, q), own, own.of(q), j, style), twists)
    except ZeroDivisionError:
        return float("inf")
    ops = count_ops(graph, [lift(graph, x).index for x in row])
    return ops.flops + ops.sin + ops.cos


# --- directions -------------------------------------------------------------------------------------------------------------


def direction(J: Sequence[Sequence[Scalar]], j: int, unit: int | None) -> tuple[list[Scalar], Scalar]:
    """(way, scale): way / scale is row j of J^-1. unit: component of the way that is made one."""
    columns = [list(c) for c in zip(*J, strict=True)]
    others = [stripped(c) for k, c in enumerate(columns) if k != j]
    if len(columns) == 2:
        (other,) = others
        way: list[Scalar] = [other[1], -other[0]]
    elif len(columns) == 3:
        way = list(Vec(*others[0]).cross(Vec(*others[1])))
    else:
        raise ValueError("legs have two joints or three")
    way = stripped(way)
    if unit is not None:
        if is_zero(way[unit]):
            raise ZeroDivisionError
        way = [1 if k == unit else x / way[unit] for k, x in enumerate(way)]
    scale: Scalar = 0
    for x, y in zip(way, columns[j], strict=True):
        scale = scale + x * y
    return way, scale


def stripped(entries: Sequence[Scalar]) -> list[Scalar]:
    """The same direction without the factors that all entries have in common."""
    count = sum(not is_zero(x) for x in entries)
    if count == 1:
        return [0 if is_zero(x) else 1 for x in entries]
    inside = [x for x in entries if isinstance(x, Expr) and not is_zero(x)]
    if not inside or len(inside) < count:
        return list(entries)
    graph = inside[0].graph
    parts = [_factors(lift(graph, x)) for x in inside]
    common = list(parts[0][1])
    for _, factors in parts[1:]:
        left = list(factors)
        common = [f for f in common if f in left and (left.remove(f) is None)]
    if not common:
        return list(entries)
    rest = iter([_without(graph, sign, factors, common) for sign, factors in parts])
    return [0 if is_zero(x) else next(rest) for x in entries]


def _factors(x: Expr) -> tuple[int, list[int]]:
    """Sign and factors of a product."""
    sign, found, stack = 1, list[int](), [x.index]
    while stack:
        i = stack.pop()
        op = x.graph.op[i]
        if op == "neg":
            sign = -sign
        if op in ("neg", "mul"):
            stack.extend(x.graph.args[i])
        else:
            found.append(i)
    return sign, found


def _without(graph: Graph, sign: int, factors: Sequence[int], common: Sequence[int]) -> Scalar:
    left = list(factors)
    for f in common:
        left.remove(f)
    result: Scalar = sign
    for f in left:
        result = result * Expr(graph, f)
    return result
