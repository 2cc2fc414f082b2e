"""Bodies that are alike: built from one drawing, they have the same inertial parameters, whatever these are.

Alike are the ten parameters at the frame of the joint that moves each body, everything that is welded to it included. What is
said of the first of them is said of all: functions have one set of inputs for them, regressors one set of columns.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from linkwright.errors import LinkwrightError, ModelError, suggestion
from linkwright.graph.expr import Expr, Scalar, lift, number
from linkwright.graph.graph import Graph
from linkwright.model.directions import vanishes
from linkwright.model.robot import WORLD, Body, Joint
from linkwright.spatial.inertia import PARAMETER_NAMES, Inertia

Alike = tuple[tuple[str, ...], ...]
"""Groups of bodies."""

_NEAR = 1e-9
"""Numbers that differ by less, relative to the larger, are the same number written twice."""


def alike_errors(
    alike: Alike, bodies: Mapping[str, Body], joints: Iterable[Joint], word: str, source: str
) -> list[LinkwrightError]:
    """What is wrong with groups of bodies that should be alike."""
    found: list[LinkwrightError] = []
    by_child = {j.child: j for j in joints}
    named: set[str] = set()
    for group in alike:
        known = [name for name in group if name in bodies and name != WORLD]
        for name in group:
            if name not in known:
                otherwise = f"name {word} that a joint moves: {', '.join(list(by_child)[:6])}"
                hint = suggestion(name, by_child, otherwise)
                found.append(ModelError(f"'alike' names '{name}', which is no {word} of this robot", source, hint))
            elif name in named:
                found.append(ModelError(f"{word} '{name}' is named twice under 'alike'", source, "keep one of the two"))
            elif by_child[name].type == "fixed" if name in by_child else True:
                hint = f"name the {word} that it is welded to: what is welded to alike ones counts with them"
                found.append(ModelError(f"no joint moves {word} '{name}', which is under 'alike'", source, hint))
            named.add(name)
        if len(group) < 2:
            hint = "write alike: [[leg1_link1, leg2_link1, leg3_link1], ...]"
            found.append(ModelError("a group of alike bodies has fewer than two", source, hint))
    return found or _differences(alike, bodies, list(by_child.values()), word, source)


def _differences(
    alike: Alike, bodies: Mapping[str, Body], joints: Sequence[Joint], word: str, source: str
) -> list[LinkwrightError]:
    found: list[LinkwrightError] = []
    for first, *others in alike:
        mine = _welded(first, bodies, joints)
        for other in others:
            slot = _different(mine, _welded(other, bodies, joints))
            if slot is not None:
                what = f"{word} '{first}' and '{other}' are said to be alike, but their {slot} differs"
                hint = f"at the frame of its joint each has the same ten inertial parameters: correct '{other}', or 'alike'"
                found.append(ModelError(what, bodies[other].where or source, hint))
    return found


def _welded(body: str, bodies: Mapping[str, Body], joints: Sequence[Joint]) -> Inertia:
    """The inertia of a body and of all that is welded to it, at the body's frame."""
    total = bodies[body].inertia
    for joint in joints:
        if joint.parent == body and joint.type == "fixed" and joint.child != body:
            total = total + _welded(joint.child, bodies, joints).seen_from(joint.X)
    return total


def _different(one: Inertia, other: Inertia) -> str | None:
    """The first of the ten parameters in which two inertias differ."""
    pairs = zip(PARAMETER_NAMES, one.parameters, other.parameters, strict=True)
    return next((slot for slot, x, y in pairs if not _same(x, y)), None)


def _same(x: Scalar, y: Scalar) -> bool:
    a, b = number(x), number(y)
    if a is not None and b is not None:
        return abs(a - b) <= _NEAR * max(abs(a), abs(b)) or abs(a - b) < 1e-15
    if a is not None or b is not None or not isinstance(x, Expr):
        return False
    graph = Graph()
    return vanishes(lift(graph, x) - lift(graph, y))
