"""The plant of a tree: dq/dt = N(q) v, dv/dt = forward dynamics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from linkwright.fmu.compose import FRICTION_SPEED, Composition
from linkwright.fmu.plant import Plant, Signal
from linkwright.fmu.robot_signals import force_signals, pose_signals, rate_signals, state_signals, wrench_signals
from linkwright.graph.expr import Expr, Scalar
from linkwright.mechanics.tree.kinematics import coordinate_rates
from linkwright.model.configuration import neutral, unit_spans
from linkwright.model.parameters import parametrised_tree
from linkwright.model.robot import OpenRobot
from linkwright.request import Request
from linkwright.spatial.matrix import unit_length


def open_plant(robot: OpenRobot, request: Request) -> Plant:
    """States are the positions and rates of all joints, from rest at zero."""
    nq, nv = robot.nq, robot.nv
    every_q, every_v = range(nq), range(nv)
    inputs = (*force_signals(robot, every_v), *wrench_signals(robot))
    sizes = {"x": nq + nv, "u": len(inputs)}
    made = Composition(robot, request, sizes)
    x, u = made.symbols("x"), made.symbols("u")
    q, v = normalised(robot, x[:nq]), x[nq:]
    a = made.derived("forward_dynamics", {"q": q, "v": v, "tau": u[:nv], "wrench": u[nv:]})["a"]
    dq = coordinate_rates(parametrised_tree(robot).tree, q, v) if nq != nv else list(v)
    y, outputs = frame_pose(made, {"q": q})
    rates = [*dq, *a]
    return Plant(
        robot.name,
        state_signals(robot, every_q, every_v, neutral(robot).tolist()),
        rate_signals(robot, every_q, every_v),
        nq,
        inputs,
        outputs,
        made.parameter_signals(),
        made.motion(rates, y),
        made.directional(rates, y),
        None if nq == nv else made.projection(q, v),
        notes=dry_friction_notes(made),
    )


def normalised(robot: OpenRobot, q: Sequence[Expr]) -> list[Scalar]:
    """Positions with quaternions and pairs of cosine and sine at unit length."""
    found: list[Scalar] = list(q)
    for own in unit_spans(robot).values():
        found[own] = unit_length(q[own])
    return found


def frame_pose(made: Composition, state: Mapping[str, Sequence[Scalar]]) -> tuple[list[Expr], tuple[Signal, ...]]:
    """Place of the frame that the request names, if it names one."""
    frame = made.request.frame
    if frame is None:
        return [], ()
    (pose,) = made.derived("pose_quaternion", state, frame=frame).values()
    return pose, pose_signals(frame)


def dry_friction_notes(made: Composition) -> tuple[str, ...]:
    """What is told of dry friction, where there is some."""
    if FRICTION_SPEED not in made.parameters:
        return ()
    return (
        "dry friction is a slope below `friction_speed`: joints that should stick creep, the slower the smaller it is",
    )
