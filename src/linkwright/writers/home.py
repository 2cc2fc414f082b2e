"""Closures in numbers: where a loop's ends are when every coordinate is zero, and couplings as polynomials."""

from __future__ import annotations

from math import factorial

from linkwright.graph.calculus import gradient
from linkwright.graph.evaluate import evaluate
from linkwright.graph.expr import Expr, as_number, floats
from linkwright.graph.rewrite import symbols_of
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.closures import COORDINATE, LOOP_KINDS, Coupling, Loop
from linkwright.model.robot import WORLD, Mimic, OpenRobot
from linkwright.spatial.transform import Transform

_CLOSED = 1e-13
"""Metres, and components of axes."""
MAX_DEGREE = 4
"""Of a polynomial that MJCF can say."""


def home(tree: OpenRobot) -> dict[str, Transform]:
    """Where every body is when all joints are at zero."""
    places = {WORLD: Transform()}
    for joint in tree.joints.values():
        places[joint.child] = places[joint.parent] @ joint.X
    return places


def closes_at_home(robot: ClosedRobot, loop: Loop, within: float = _CLOSED) -> str:
    """Why a joint at its place in the home position is not this loop; empty where it is."""
    places = home(robot.tree)
    first, second = (places[f.body] @ f.X for f in (robot.frame(loop.first), robot.frame(loop.second)))
    gap = first.inverse @ second
    shift, axes = floats(gap.p), [floats(r) for r in gap.R]
    held, turns = LOOP_KINDS[loop.kind]
    apart = [abs(x) for x in shift[:held]]
    if turns == 2:
        apart += [abs(axes[0][2]), abs(axes[1][2])]
    if turns == 3:
        apart += [abs(axes[i][j]) for i in range(3) for j in range(3) if i != j]
    if max(apart) > within or (turns > 1 and axes[2][2] < 0):
        return "it is not closed where all coordinates are zero"
    return ""


def polynomial(coupling: Coupling) -> tuple[str, list[float]] | None:
    """The one coordinate that a coupling follows, as a symbol, and coefficients c0, c1, ...; None where it is no polynomial of
    one coordinate of a degree that files hold."""
    value = coupling.value
    names = symbols_of(value.graph, [value.index]) if isinstance(value, Expr) else []
    if not isinstance(value, Expr) or not names:
        return "", [float(as_number(value))]
    if len(names) > 1:
        return None
    found: list[float] = []
    slope: Expr = value
    for k in range(MAX_DEGREE + 1):
        try:
            found.append(float(evaluate(slope.graph, [slope.index], {names[0]: 0.0})[0]) / factorial(k))
        except ArithmeticError:
            return None
        (slope,) = gradient(slope, names)
        if not symbols_of(slope.graph, [slope.index]) and slope.graph.value(slope.index) == 0:
            return names[0], found
    return None


def linear(robot: ClosedRobot, coupling: Coupling) -> Mimic | None:
    """The coupling as a joint that mimics another; None where it is something else."""
    found = polynomial(coupling)
    if found is None or len(found[1]) != 2:
        return None
    leaders = {COORDINATE.format(name): name for name in robot.joints}
    return Mimic(leaders[found[0]], found[1][1], found[1][0])
