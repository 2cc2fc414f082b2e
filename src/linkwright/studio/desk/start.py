"""Where a run begins: positions and rates of a tree from what the page was told, complete."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from linkwright.errors import InputError, suggestion
from linkwright.formula.scalar import constant
from linkwright.graph.expr import Expr
from linkwright.graph.graph import Graph
from linkwright.graph.rewrite import copy_nodes
from linkwright.model.configuration import unit_spans
from linkwright.model.elements import Element, freedoms, positions
from linkwright.model.robot import OpenRobot
from linkwright.studio.desk.acting import Driven
from linkwright.studio.desk.setup import RUN, Setup
from linkwright.view.coordinates_tree import neutral
from linkwright.view.symbols import TIME, value_of

START = "studio/start"


def started(robot: OpenRobot, setup: Setup, driven: Mapping[int, Driven]) -> tuple[list[float], list[float], list[str]]:
    """Positions, rates, and what must be said of them: joints that follow a motion start on it."""
    q = with_values(neutral(robot), positions(robot), setup.start_q, f"{START}/q", robot)
    v = with_values([0.0] * robot.nv, freedoms(robot), setup.start_v, f"{START}/v", robot)
    told = on_motions(robot, driven, q, v)
    return _normalised(robot, q), v, told


def on_motions(robot: OpenRobot, driven: Mapping[int, Driven], q: list[float], v: list[float]) -> list[str]:
    """Put joints that follow a motion onto it, and say so."""
    values = {p.name: p.value for p in robot.parameters.values()} | {TIME: 0.0}
    told: list[str] = []
    for iv, motion in driven.items():
        iq = robot.offsets[motion.joint][0]
        where = f"{RUN}/inputs/{motion.joint}/position"
        q[iq], v[iv] = _at(motion.position, values, where), _at(motion.rate, values, where)
        told.append(f"'{motion.joint}' follows its motion from {q[iq]:.4g}, at a rate of {v[iv]:.4g}")
    return told


def with_values(
    rest: Sequence[float], elements: Sequence[Element], given: Mapping[str, str], where: str, robot: OpenRobot
) -> list[float]:
    """`rest` with the elements that are named at what their texts say."""
    index = {e.name: e.index for e in elements}
    result = list(rest)
    for name, text in given.items():
        place = f"{where}/{name}"
        if name not in index:
            hint = suggestion(name, index, f"one of: {', '.join(list(index)[:20])}")
            raise InputError(f"the start names '{name}', which is none of the coordinates", place, hint)
        result[index[name]] = value_of(text, tuple(robot.parameters.values()), place)
    return result


def _at(x: Expr, values: Mapping[str, float | None], where: str) -> float:
    """The value of an expression at numbers for its symbols."""
    graph = Graph()
    numbers = {name: graph.number(value) for name, value in values.items() if value is not None}
    try:
        found = constant(Expr(graph, copy_nodes(x.graph, graph, [x.index], numbers)[0]))
    except ArithmeticError:
        found = None
    if found is None or not math.isfinite(found):
        raise InputError(
            "the motion, or its rate, has no value at the start", where, "write a formula that has, at t = 0"
        )
    return found


def _normalised(robot: OpenRobot, q: list[float]) -> list[float]:
    """Quaternions, and cosine with sine, at length one."""
    for name, own in unit_spans(robot).items():
        length = math.hypot(*q[own])
        if not length:
            what = f"the start has only zeros as rotation of joint '{name}'"
            rest = ", ".join(f"{x:g}" for x in neutral(robot)[own])
            raise InputError(what, f"{START}/q", f"at rest it is {rest}")
        q[own] = [x / length for x in q[own]]
    return q
