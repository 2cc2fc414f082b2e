"""The plant of a tree: dq/dt = N(q) v, dv/dt = forward dynamics."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.fmu.compose import Composition, unit_length
from linkwright.fmu.plant import Plant, Signal
from linkwright.fmu.robot_signals import force_signals, pose_signals, rate_signals, state_signals, wrench_signals
from linkwright.graph.expr import Expr, Scalar
from linkwright.mechanics.tree.kinematics import coordinate_rates
from linkwright.model.configuration import neutral, unit_part
from linkwright.model.parameters import form_of
from linkwright.model.robot import OpenRobot
from linkwright.request import Request


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
    dq = coordinate_rates(form_of(robot).tree, q, v) if nq != nv else list(v)
    y: list[Expr] = []
    outputs: tuple[Signal, ...] = ()
    if request.frame is not None:
        (y,) = made.derived("pose_quaternion", {"q": q}, frame=request.frame).values()
        outputs = pose_signals(request.frame)
    rates = [*dq, *a]
    moved = made.changes([*rates, *y], {"x": made.symbols("dx", nq + nv), "u": made.symbols("du", len(u))})
    wider = {"dx": nq + nv, "du": len(u)}
    return Plant(
        robot.name,
        state_signals(robot, every_q, every_v, neutral(robot)),
        rate_signals(robot, every_q, every_v),
        nq,
        inputs,
        outputs,
        made.parameter_signals(),
        made.function("motion", sizes, {"rates": rates, "y": y}, "Rates of the state, and outputs"),
        made.function(
            "directional", {**sizes, **wider}, {"rates": moved[: len(rates)], "y": moved[len(rates) :]},
            "Changes of rates and outputs when state and inputs change",
        ),
        None if nq == nv else made.function("projection", {"x": nq + nv}, {"put_back": [*q, *v]}, PROJECTED),
        notes=dry_friction_notes(robot),
    )  # fmt: skip


PROJECTED = "The state with unit vectors and rotations at their length"


def normalised(robot: OpenRobot, q: Sequence[Expr]) -> list[Scalar]:
    """Positions with quaternions and pairs of cosine and sine at unit length."""
    found: list[Scalar] = list(q)
    for name, (iq, _) in robot.offsets.items():
        first, last = unit_part(robot.joints[name], iq)
        if last > first:
            found[first:last] = unit_length(q[first:last])
    return found


def dry_friction_notes(robot: OpenRobot) -> tuple[str, ...]:
    """What is told of dry friction, where there is some."""
    from linkwright.simulation.passive import dry_friction_of

    if dry_friction_of(robot) is None:
        return ()
    return ("dry friction jumps with the sign of the velocity: joints that should stick creep and take small steps",)
