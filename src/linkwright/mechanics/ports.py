"""Inputs of functions of closed robots: what they are called, and their units."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.graph.expr import Expr
from linkwright.graph.function import Port
from linkwright.model.closed_robot import ClosedRobot

_UNITS = {
    "q": "rad | m",
    "theta": "rad | m",
    "v": "rad/s | m/s",
    "a": "rad/s^2 | m/s^2",
    "tau": "N m | N",
    "wrench": "N, N m",
    "direction": "rad | m",
    "damping": "1",
}
_DOCS = {
    "q": "free joint positions",
    "theta": "dependent joint positions, at which the loops are closed",
    "v": "rates of the free joints",
    "a": "accelerations of the free joints",
    "tau": "forces in the free joints",
    "wrench": "external force and moment per frame, in the frame's axes",
    "direction": "Newton's direction at theta: what was found there, or zero",
    "damping": "how much of the direction to follow, 0 to 1",
}


def input_port(name: str, symbols: Sequence[Expr], robot: ClosedRobot) -> Port:
    shape = (len(robot.wrenches), 6) if name == "wrench" else () if name == "damping" else (len(symbols),)
    return Port(name, shape, tuple(x.index for x in symbols), doc=_DOCS[name], unit=_UNITS[name])
