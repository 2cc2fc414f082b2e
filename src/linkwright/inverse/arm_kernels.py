"""Straight-line code of one arm that the elimination calls: its fourteen equations, all joints from three, Newton's method."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from linkwright.graph.expr import Expr, Scalar, apply, cos, lift, sin, symbol
from linkwright.graph.function import Function, Port
from linkwright.graph.graph import Graph
from linkwright.inverse.choice import Elimination
from linkwright.inverse.measured import Measured
from linkwright.mechanics.inverse.axes import Angle, Prismatic
from linkwright.passes import optimise
from linkwright.passes.kernel import Kernel
from linkwright.passes.schedule import schedule
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import Vec


def equations(x: Elimination, inputs: Sequence[Port], graph: Graph) -> Kernel:
    """pose -> (14, 9): coefficients of the two joints on the other side."""
    columns = [column.numbers for column in x.loop.right(x.arm.motion())]
    rows = [row for numbers in zip(*columns, strict=True) for row in numbers]
    return _kernel(
        "equations", graph, inputs, {"coefficients": ((14, 9), rows)}, "Equations without the first three joints"
    )


def joints(x: Elimination, inputs: Sequence[Port], graph: Graph) -> Kernel:
    """pose and three neighbouring joints -> all six, in the order of the arm."""
    names = ("first", "second", "third")
    given = [symbol(name, graph) for name in names]
    turns = [Angle(cos(q), sin(q)) for q in given]
    slide = turns[0].s / (1 + turns[0].c)
    angles = x.loop.angles(x.arm.motion(), [slide if x.loop.slides else turns[0], *turns[1:]])
    found = [axis.coordinate(angle) for axis, angle in zip(x.loop.axes, angles, strict=True)]
    for k, q in enumerate(given):
        found[x.loop.first + k] = q
    if x.loop.slides:
        found[x.loop.first] = slide * x.arm.length
    ports = [*inputs, *(Port(name, (), (q.index,)) for name, q in zip(names, given, strict=True))]
    return _kernel("joints", graph, ports, {"q": ((6,), found)}, "All joints from three neighbours")


class Start(NamedTuple):
    """Joints in the arm's order, and by how much the branch exists that they are of."""

    q: Sequence[Scalar]
    exists: Scalar


def starts(rows: Sequence[Start], inputs: Sequence[Port], graph: Graph) -> Kernel:
    """pose -> where to begin, a row per start, and by how much each exists."""
    outputs = {
        "q": ((len(rows), 6), [x for row in rows for x in row.q]),
        "exists": ((len(rows),), [row.exists for row in rows]),
    }
    return _kernel("starts", graph, inputs, outputs, "Solutions of an arm that is nearly this one")


def polish(x: Measured, inputs: Sequence[Port], graph: Graph, fixed: Mapping[int, Scalar], nq: int) -> Kernel:
    """pose and six joints -> Jacobian, the motion that is missing, largest error of the pose, all coordinates of the robot."""
    q = [symbol(f"q[{k}]", graph) for k in range(6)]
    wanted, reached = x.motion(), Transform()
    columns: list[list[Scalar]] = []
    for axis, angle in zip(x.axes, q, strict=True):
        h, p = reached.R.apply(axis.h), reached.point(axis.p)
        slides = isinstance(axis, Prismatic)
        columns.append([0, 0, 0, *(h * (1 / x.length))] if slides else [*h, *p.cross(h)])
        value = axis.value(angle * (1 / x.length)) if slides else axis.value(angle)
        reached = reached @ axis.transform(value, Transform())
    missing = wanted @ reached.inverse
    R = missing.R
    turn = Vec(R[2][1] - R[1][2], R[0][2] - R[2][0], R[1][0] - R[0][1]) * 0.5
    row: list[Scalar] = [0] * nq
    for joint, angle in zip(x.chain.joints, q, strict=True):
        row[joint.index] = angle
    for index, value in fixed.items():
        row[index] = value
    outputs = {
        "jacobian": ((6, 6), [y for r in zip(*columns, strict=True) for y in r]),
        "error": ((6, 1), [*turn, *missing.p]),
        "residual": ((), [_largest_error(x, reached)]),
        "row": ((nq,), row),
    }
    ports = [*inputs, Port("q", (6,), tuple(e.index for e in q))]
    return _kernel("polish", graph, ports, outputs, "Jacobian and error at joint positions")


def _largest_error(x: Measured, reached: Transform) -> Scalar:
    """Of the entries of the pose, in its own units."""
    moved = reached.p * x.length + x.centre - reached.R.apply(x.centre)
    there = Transform(reached.R, moved) @ x.chain.home
    goal = x.chain.target
    gaps = [
        *(there.p - goal.p),
        *(a - b for r, s in zip(there.R, goal.R, strict=True) for a, b in zip(r, s, strict=True)),
    ]
    most: Scalar = abs(gaps[0])
    for gap in gaps[1:]:
        most = apply("max", most, abs(gap))
    return most


def _kernel(
    name: str, graph: Graph, inputs: Sequence[Port], outputs: dict[str, tuple[tuple[int, ...], list[Scalar]]], doc: str
) -> Kernel:
    ports = [Port(port, shape, tuple(_node(graph, y) for y in values)) for port, (shape, values) in outputs.items()]
    made = Function.make(f"inverse_kinematics_{name}", graph, inputs, ports, doc=doc)
    return schedule(optimise(made, 1))


def _node(graph: Graph, x: Scalar) -> int:
    return x.index if isinstance(x, Expr) and x.graph is graph else lift(graph, x).index
