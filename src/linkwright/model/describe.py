"""A robot as canonical text: what its hash and its `check` report are made from."""

from __future__ import annotations

import hashlib

from linkwright.graph.expr import Expr, Scalar, number
from linkwright.graph.rewrite import reachable
from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.model.robot import Drive


def describe(robot: Robot) -> str:
    """Every number and name that the equations depend on, one item per line; independent of object identities."""
    lines = [f"robot {robot.name}", f"gravity {_row(robot.gravity)}"]
    lines += [f"parameter {p.name} {p.value}" for p in robot.parameters.values()]
    for b in robot.bodies.values():
        lines.append(f"body {b.name} {_row(b.inertia.parameters)}")
    for j in robot.joints.values():
        flat = [*j.X.R[0], *j.X.R[1], *j.X.R[2], *j.X.p, *j.axis, *(j.axis2 or ()), j.pitch]
        drive = _numbers(j.drive)
        mimic = [j.mimic.joint, canonical(j.mimic.multiplier), canonical(j.mimic.offset)] if j.mimic else []
        lines.append(f"joint {j.name} {j.type} {j.parent} {j.child} {_row(flat)} {_row(drive)} {' '.join(mimic)}")
    for motor, joint in robot.tree.motors.items():
        behind = robot.joints[motor].transmission
        lines.append(f"transmission {motor} {joint} {_row(_numbers(behind.drive) if behind else ())}")
    for x in robot.tree.tendons:
        terms = " ".join(f"{name} {canonical(c)}" for name, c in x.terms)
        lines.append(f"tendon {x.name} {terms} {_row(_numbers(x.drive))}")
    for f in robot.frames.values():
        lines.append(f"frame {f.name} {f.body} {_row([*f.X.R[0], *f.X.R[1], *f.X.R[2], *f.X.p])}")
    lines.append(f"wrenches {' '.join(robot.wrenches)}")
    lines += [f"alike {' '.join(group)}" for group in robot.tree.alike]
    return "\n".join([*lines, *(_closures(robot) if isinstance(robot, ClosedRobot) else ())])


def _closures(robot: ClosedRobot) -> list[str]:
    lines = [
        f"loop {x.name} {x.kind} {x.first} {x.second} {_row([] if x.mode is None else [x.mode])}" for x in robot.loops
    ]
    lines += [f"coupling {x.joint} {canonical(x.value)}" for x in robot.couplings]
    lines.append(f"actuated {' '.join(robot.actuated)} platform {robot.platform}")
    return lines + [f"start {name} {_row(x if isinstance(x, tuple) else [x])}" for name, x in robot.start.items()]


def _numbers(drive: Drive) -> list[Scalar]:
    return [getattr(drive, name) for name in drive.__dataclass_fields__]


def _row(values: object) -> str:
    return " ".join(canonical(x) for x in values)  # type: ignore[attr-defined]


def canonical(x: Scalar) -> str:
    """A scalar as text that is the same for equal expressions in different graphs."""
    value = number(x)
    if value is not None:
        return repr(float(value))
    assert isinstance(x, Expr)
    names: dict[int, str] = {}
    for i in reachable(x.graph, [x.index]):
        op = x.graph.op[i]
        args = ",".join(names[j] for j in x.graph.args[i])
        text = str(x.graph.data[i]) if op in ("sym", "const") else f"{op}({args})"
        names[i] = text if len(text) <= _SHORT else f"#{hashlib.sha256(text.encode()).hexdigest()}"
    return names[x.index]


_SHORT = 200
"""Characters from which on a node is named by its hash: shared parts, written out again wherever they are used, would make a
text that grows exponentially with the depth of the formulas."""
