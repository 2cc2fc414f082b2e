"""The closure of a mechanism over all positions of its tree, as native code: h, its Jacobian, and what it demands of
accelerations."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.errors import InputError
from linkwright.graph.calculus import derivative, directional
from linkwright.graph.expr import Expr, Scalar, lift
from linkwright.graph.function import Function, Port
from linkwright.graph.graph import Graph
from linkwright.mechanics.closure.linear import linear
from linkwright.mechanics.closure.residual import residual
from linkwright.mechanics.tree.kinematics import coordinate_rates as rates_of
from linkwright.model.assembly.cycles import OUTSIDE_PLANES
from linkwright.model.assembly.mobility_report import cut
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.configuration import normalised
from linkwright.model.cut import Cut
from linkwright.simulation.tree_flow import coordinate_rates

_CLOSED, _ENOUGH = 1e-12, 1e-8
_STEPS = 30
_TURN = 5
"""The row that says that two frames are turned alike in the plane."""


class ClosureEquations:
    """h(q) = 0 of a closed robot over all positions of its tree, with what it demands of rates and accelerations."""

    def __init__(self, robot: ClosedRobot) -> None:
        from linkwright.passes import optimise
        from linkwright.passes.schedule import schedule
        from linkwright.runtime import native

        self.robot = robot
        parts = _functions(robot)
        self._here, self._moving = (native(schedule(optimise(f))) for f in parts)
        self.position_rates = coordinate_rates(robot.tree)

    def normalised(self, q: Array) -> Array:
        """Positions with their rotations at unit length."""
        return normalised(self.robot.tree, q)

    def residual(self, q: Array) -> Array:
        """h(q), zero where all loops are closed."""
        return np.asarray(self._here(q)["h"])

    def jacobian(self, q: Array) -> Array:
        """dh/dt = J v."""
        return np.asarray(self._here(q)["J"])

    def motion(self, q: Array, v: Array) -> tuple[Array, Array]:
        """J, and dJ/dt v: accelerations satisfy J a + dJ/dt v = 0."""
        return self.jacobian(q), np.asarray(self._moving(q, v))

    def closed(self, q: Array, moving: list[int] | None = None) -> Array:
        """Closed positions near q, by Newton's method; moving: rates that may change, all of them by default."""
        some = list(range(self.robot.tree.nv)) if moving is None else moving
        x, best, last = self.normalised(np.array(q, dtype=float)), np.inf, q
        for _ in range(_STEPS):
            h, J = (np.asarray(part) for part in self._here(x).values())
            size = float(np.max(np.abs(h), initial=0.0))
            if size < _CLOSED or (size < _ENOUGH and size >= 0.5 * best):
                return x if size <= best else last
            best, last = min(best, size), x
            step = np.zeros(self.robot.tree.nv)
            step[some] = -np.linalg.lstsq(J[:, some], h, rcond=1e-9)[0]
            largest = float(np.max(np.abs(step), initial=0.0))
            x = self.normalised(x + self.position_rates(x, step * min(1.0, 0.3 / largest if largest > 0 else 1.0)))
        if best < _ENOUGH:
            return last
        hint = "a position beyond the reach of the mechanism: forces push it apart"
        raise InputError(f"the loops of '{self.robot.name}' no longer close: {best:.2g} is left", hint=hint)


def _rows(made: Cut, q: list[Expr]) -> list[Scalar]:
    """As few equations as there are dependent rates. What is linear (couplings, parallelograms) stays linear: a parallelogram
    that lies flat is singular as a polygon, but not as equal angles."""
    found = linear(made)
    every = iter(residual(made, q))
    rows: list[Scalar] = []
    for closure in made.closures:
        own = [(row, next(every)) for row in closure.rows]
        angled = closure.name in found.planar  # its angle is among the relations
        rows += [x for row, x in own if closure.name not in found.done and not (angled and row == _TURN)]
    rows += [x for follower, x in zip(made.followers, every, strict=True) if follower.name not in found.done]
    for relation in found.relations.found.values():
        if relation.index < len(q):
            total: Scalar = q[relation.index] - relation.constant
            for k, factor in relation.form:
                total = total - factor * q[k]
            rows.append(total)
    return rows if len(rows) == len(made.coordinates.dependent_v) else residual(made, q)


def _repeated(made: Cut, q: list[Expr]) -> list[Scalar]:
    """Equations of spatial loops that were left out because they follow from others."""
    spatial = [c for c in made.closures if not c.plane]
    left = [replace(c, rows=tuple(r for r in OUTSIDE_PLANES[c.kind] if r not in c.rows)) for c in spatial]
    return residual(replace(made, closures=tuple(left), followers=()), q)


def _functions(robot: ClosedRobot) -> tuple[Function, Function]:
    """(q) -> h, J and (q, v) -> dJ/dt v. The equations that determine the dependent rates come first; those that follow from
    them at ordinary positions are needed where the mechanism passes a singular one, and would leave its motion."""
    made = cut(robot)
    graph = Graph()
    q = [Expr(graph, graph.symbol(f"q[{k}]")) for k in range(robot.tree.nq)]
    v = [Expr(graph, graph.symbol(f"v[{k}]")) for k in range(robot.tree.nv)]
    h = [lift(graph, x).index for x in (*_rows(made, q), *_repeated(made, q))]
    speeds = [lift(graph, x).index for x in rates_of(made.tree, q, v)]
    moving = {f"q[{k}]": node for k, node in enumerate(speeds)}
    dh = directional(graph, h, moving)
    rows = derivative(graph, dh, [f"v[{k}]" for k in range(robot.tree.nv)])
    zero = graph.number(0)
    J = [row.get(f"v[{k}]", zero) for row in rows for k in range(robot.tree.nv)]
    ddh = directional(graph, dh, moving)
    ports = [Port(n, (len(x),), tuple(e.index for e in x)) for n, x in (("q", q), ("v", v))]
    outputs = [Port("h", (len(h),), tuple(h)), Port("J", (len(h), len(v)), tuple(J))]
    here = Function.make("closure", graph, ports[:1], outputs)
    return here, Function.make("closure_drift", graph, ports, [Port("drift", (len(h),), tuple(ddh))])
