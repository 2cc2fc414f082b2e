"""A robot in a screen of text: what `print(robot)` says. Rows are data, so that a notebook makes a table of them.

It imports no type of robot: the types themselves call it.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from linkwright.errors import LinkwrightError, counted, printable
from linkwright.graph.evaluate import evaluate
from linkwright.graph.expr import Expr, Scalar, number
from linkwright.graph.rewrite import symbols_of

if TYPE_CHECKING:
    from linkwright.model.closed_robot import ClosedRobot
    from linkwright.model.robot import Joint, OpenRobot

MOST = 30
"""Rows of a table."""
HEADS = ("joint", "type", "parent", "child", "q", "range", "speed", "effort", "mass")
_LONG = 24
"""Letters of a name."""


def summary(robot: OpenRobot) -> str:
    """Name, sizes, a row per joint."""
    return "\n".join([headline(robot), *_table(joint_rows(robot)), *_more(robot)])


def closed_summary(robot: ClosedRobot) -> str:
    """The same, and what closes it."""
    return "\n".join(
        [closed_headline(robot), *_table(joint_rows(robot.tree)), *closing_lines(robot), *_more(robot.tree)]
    )


def headline(robot: OpenRobot) -> str:
    """Its name and sizes in one line."""
    return f"{printable(robot.name)}: {counted(robot.nv, 'degree of freedom', 'degrees of freedom')}, {_sizes(robot)}"


def closed_headline(robot: ClosedRobot) -> str:
    """The same; its degrees of freedom are found by closing it, if it can be closed."""
    try:
        free = counted(robot.nv, "degree of freedom", "degrees of freedom")
    except LinkwrightError as error:
        free = f"it does not close ({error.what})"
    return f"{printable(robot.name)}: {free}, {_sizes(robot.tree)}, {counted(len(robot.loops), 'loop')}"


def closing_lines(robot: ClosedRobot) -> list[str]:
    """Loops, couplings, motors; free joints, where it closes."""
    lines = [f"loop {_short(x.name)}: {_short(x.first)} and {_short(x.second)}" for x in robot.loops]
    lines += [f"coupling {_short(x.name)}" for x in robot.couplings]
    lines = _cut(lines)
    with suppress(LinkwrightError):
        lines.append(f"free: {_listed(robot.position_names)}; dependent: {_listed(robot.dependent_position_names)}")
    if robot.actuated:
        lines.append(f"motors: {_listed(robot.actuated)}")
    return lines


def joint_rows(robot: OpenRobot) -> list[tuple[str, ...]]:
    """A row per joint, under HEADS; joints that do not move are left out, their bodies' masses count."""
    offsets, masses = robot.offsets, _carried(robot)
    return [
        (_short(j.name), f"follows {_short(j.mimic.joint)}" if j.mimic else j.type, _short(j.parent), _short(j.child),
         _places(offsets[j.name][0], j.nq) if j.nq else "", *_limits(j), masses.get(j.child, ""))
        for j in robot.joints.values() if j.type != "fixed"
    ]  # fmt: skip


def _sizes(robot: OpenRobot) -> str:
    bodies = counted(len(robot.bodies) - ("world" in robot.bodies), "body", "bodies")
    masses = [_value(robot, b.inertia.m) for b in robot.bodies.values()]
    known = [m for m in masses if m is not None]
    mass = f"{sum(known):.4g} kg" if len(known) == len(masses) else "masses without values"
    return ", ".join(
        [counted(len(joint_rows(robot)), "joint"), bodies, mass, *([robot.source] if robot.source else [])]
    )


def _carried(robot: OpenRobot) -> dict[str, str]:
    """Body -> its mass, with that of bodies that are fixed to it."""
    above = {j.child: j.parent for j in robot.joints.values() if j.type == "fixed"}
    found: dict[str, Scalar] = {}
    for name, body in robot.bodies.items():
        while name in above:
            name = above[name]
        found[name] = found.get(name, 0) + body.inertia.m
    return {name: _mass(robot, m) for name, m in found.items()}


def _mass(robot: OpenRobot, m: Scalar) -> str:
    value = _value(robot, m)
    return _short(str(m)) if value is None else f"{value:.4g}"


def _value(robot: OpenRobot, x: Scalar) -> float | None:
    """The number that an expression is for the robot's parameters, where they have values."""
    plain = number(x)
    if plain is not None or not isinstance(x, Expr):
        return None if plain is None else float(plain)
    known = {n: p.value for n, p in robot.parameters.items() if p.value is not None}
    if any(name not in known for name in symbols_of(x.graph, [x.index])):
        return None
    try:
        return float(evaluate(x.graph, [x.index], known)[0])
    except (ArithmeticError, ValueError):
        return None


def _limits(joint: Joint) -> tuple[str, str, str]:
    x = joint.limits
    ends = ["" if e is None else f"{e:.4g}" for e in (x.lower, x.upper)]
    span = f"{ends[0]} .. {ends[1]}" if any(ends) else ""
    speed, effort = ("" if e is None else f"{e:.4g}" for e in (x.velocity, x.effort))
    return span, speed, effort


def _places(first: int, count: int) -> str:
    return f"{first}" if count == 1 else f"{first}..{first + count - 1}"


def _table(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Columns that something stands in, as wide as they need."""
    used = [k for k in range(len(HEADS)) if any(row[k] for row in rows)]
    shown = [tuple(row[k] for k in used) for row in (HEADS, *rows[:MOST])]
    widths = [max(len(row[k]) for row in shown) for k in range(len(used))]
    lines = ["  " + "  ".join(x.ljust(w) for x, w in zip(row, widths, strict=True)).rstrip() for row in shown]
    return [*lines, *([f"  ... and {len(rows) - MOST} more"] if len(rows) > MOST else [])] if rows else []


def _more(robot: OpenRobot) -> list[str]:
    """Frames, parameters, notes: as far as there are some."""
    found: list[str] = []
    frames = [name for name in robot.frames if name not in robot.bodies]
    if frames:
        found.append(f"frames besides the bodies': {_listed(frames)}")
    if robot.parameters:
        values = [f"{p.name}{'' if p.value is None else f' = {p.value:.6g}'}" for p in robot.parameters.values()]
        found.append(f"parameters: {_listed(values)}")
    if robot.notes:
        found.append(f"{counted(len(robot.notes), 'note')} of what was ignored, repaired or assumed: robot.notes")
    return found


def _cut(lines: list[str]) -> list[str]:
    return lines if len(lines) <= MOST // 2 else [*lines[: MOST // 2], f"... and {len(lines) - MOST // 2} more"]


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(_short(n) for n in names[:12])
    return f"{shown} and {len(names) - 12} more" if len(names) > 12 else shown or "none"


def _short(name: str) -> str:
    name = printable(name)
    return name if len(name) <= _LONG else name[: _LONG - 1] + "…"
