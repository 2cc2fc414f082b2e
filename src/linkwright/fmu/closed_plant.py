"""The plant of a closed robot: free coordinates are the states; dependent ones follow, in closed form or by Newton's method.

Forces act at the free joints, and at dependent ones that have motors: tau + W_m' u, W_m the rows of the projection matrix.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from linkwright.errors import QuantityError
from linkwright.fmu.compose import Composition
from linkwright.fmu.open_plant import dry_friction_notes, frame_pose, normalised
from linkwright.fmu.plant import Plant, Signal
from linkwright.fmu.robot_signals import (
    force_signals,
    position_signal,
    rate_signals,
    state_signals,
    velocity_signal,
    wrench_signals,
)
from linkwright.graph.expr import Expr, Scalar
from linkwright.mechanics.tree.kinematics import coordinate_rates
from linkwright.mechanism import derive
from linkwright.model.assembly.mobility_report import cut
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.cut import Coordinates
from linkwright.model.elements import freedoms, positions
from linkwright.model.parameters import parametrised_tree
from linkwright.request import Request

if TYPE_CHECKING:
    from linkwright.graph.function import Function
    from linkwright.passes.kernel import Kernel


def closed_plant(robot: ClosedRobot, request: Request) -> Plant:
    """States are free positions and rates, from the start at which the loops were closed."""
    where, start = cut(robot).coordinates, [float(x) for x in cut(robot).start]
    nq, nx = len(where.free_q), len(where.free_q) + len(where.free_v)
    motors = _dependent_motors(robot, where)
    forces = force_signals(robot, (*where.free_v, *motors))
    dynamics = derive(robot, "forward_dynamics", parameters=request.parameters, symbolic=request.symbolic)
    given = "theta" in dynamics.inputs
    sizes = {"x": nx, "u": len(forces) + 6 * len(robot.wrenches), "theta": len(where.dependent_q) if given else 0}
    made = Composition(robot, request, sizes)
    x = made.symbols("x")
    q, dq = _free_rates(made, robot, where)
    state = {"q": q, "v": x[nq:]} | ({"theta": made.symbols("theta")} if given else {})
    rates = [*dq, *_accelerations(made, dynamics, state, motors)]
    y = _dependent(made, state)
    names = [positions(robot.tree)[k] for k in where.dependent_q], [freedoms(robot.tree)[k] for k in where.dependent_v]
    pose, seen = frame_pose(made, {name: x for name, x in state.items() if name != "v"})
    y += pose
    outputs: tuple[Signal, ...] = (*map(position_signal, names[0]), *map(velocity_signal, names[1]), *seen)
    return Plant(
        robot.name,
        state_signals(robot, where.free_q, where.free_v, start),
        rate_signals(robot, where.free_q, where.free_v),
        nq,
        (*forces, *wrench_signals(robot)),
        outputs,
        made.parameter_signals(),
        made.motion(rates, y),
        _directional(made, robot, state, (rates, y)),
        made.projection(q, x[nq:]) if robot.tree.nq != robot.tree.nv else None,
        _closure(made, q) if given else None,
        tuple(start[k] for k in where.dependent_q) if given else (),
        dry_friction_notes(made),
    )


def _dependent_motors(robot: ClosedRobot, where: Coordinates) -> tuple[int, ...]:
    """Rates of the tree that have motors and are not free."""
    every = freedoms(robot.tree)
    return tuple(k for k in where.dependent_v if every[k].joint.name in robot.actuated)


def _free_rates(made: Composition, robot: ClosedRobot, where: Coordinates) -> tuple[list[Scalar], list[Scalar]]:
    """Free positions, rotations at unit length, and their rates."""
    x, nq, tree = made.symbols("x"), len(where.free_q), robot.tree
    every_q, every_v = made.symbols("other_q", tree.nq), made.symbols("other_v", tree.nv)
    for k, e in zip(where.free_q, x, strict=False):
        every_q[k] = e
    for k, e in zip(where.free_v, x[nq:], strict=True):
        every_v[k] = e
    whole = normalised(tree, every_q)
    q = [whole[k] for k in where.free_q]
    if tree.nq == tree.nv:
        return q, list(x[nq:])
    rates = coordinate_rates(parametrised_tree(tree).tree, whole, every_v)
    dq = [rates[k] for k in where.free_q]
    if made.depends([*q, *dq], "other_q") or made.depends(dq, "other_v"):
        what = f"a joint of '{robot.name}' is free in part: its positions are no states of their own"
        raise QuantityError(what, hint="let another joint be the one that is free")
    return q, dq


def _accelerations(
    made: Composition, dynamics: Function, state: Mapping[str, Sequence[Scalar]], motors: Sequence[int]
) -> list[Expr]:
    """Of the free joints, under all forces."""
    u, nv = made.symbols("u"), len(state["v"])
    tau: list[Scalar] = list(u[:nv])
    if motors:
        (W,) = made.derived("projection_matrix", _of(state, "q theta")).values()
        for force, row in zip(u[nv:], motors, strict=False):
            tau = [t + W[row * nv + j] * force for j, t in enumerate(tau)]
    return made.inserted(dynamics, {**state, "tau": tau, "wrench": u[nv + len(motors) :]})["a"]


def _dependent(made: Composition, state: Mapping[str, Sequence[Scalar]]) -> list[Scalar]:
    """Positions and rates of the dependent joints."""
    theta = state.get("theta") or made.derived("closure", _of(state, "q"))["theta"]
    (dtheta,) = made.derived("dependent_velocities", state).values()
    return [*theta, *dtheta]


def _directional(
    made: Composition,
    robot: ClosedRobot,
    state: Mapping[str, Sequence[Scalar]],
    outputs: tuple[list[Scalar], list[Scalar]],
) -> Function | None:
    """Where dependent positions are an input, they change as the loops demand; known where all coordinates are plain."""
    if "theta" not in state:
        return made.directional(*outputs)
    if robot.tree.nq != robot.tree.nv:
        return None
    dq = made.symbols("dx", len(state["q"]))
    (dtheta,) = made.derived("dependent_velocities", {**state, "v": dq}).values()
    return made.directional(*outputs, dtheta)


def _closure(made: Composition, q: Sequence[Scalar]) -> Kernel:
    """The solver for the dependent positions at a state."""
    from linkwright.passes import optimise
    from linkwright.passes.repeat import repeated
    from linkwright.passes.schedule import schedule

    n = made.sizes["theta"]
    theta, direction, damping = made.symbols("theta"), made.symbols("direction", n), made.symbols("damping", 1)
    found = made.derived("closure_step", {"q": q, "theta": theta, "direction": direction, "damping": damping})
    inputs = {"x": made.sizes["x"], "theta": n, "direction": n, "damping": 1}
    step = made.function("closure_step", inputs, found, "A damped step towards closure")
    scalars = {"damping", "error"}
    step = replace(
        step,
        inputs={k: replace(p, shape=()) if k in scalars else p for k, p in step.inputs.items()},
        outputs={k: replace(p, shape=()) if k in scalars else p for k, p in step.outputs.items()},
    )
    return repeated(schedule(optimise(step, made.request.effort)), "closure", "theta", "Dependent positions of a state")


def _of(state: Mapping[str, Sequence[Scalar]], names: str) -> dict[str, Sequence[Scalar]]:
    return {name: state[name] for name in names.split() if name in state}
