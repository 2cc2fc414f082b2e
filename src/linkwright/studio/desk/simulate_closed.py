"""The motion of a closed robot under the inputs of a run, with the forces that keep its loops closed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.model.assembly.mobility_report import ROWS, cut
from linkwright.model.closed_robot import ClosedRobot
from linkwright.native import compile as compile_robot
from linkwright.simulation.closed_flow import ClosedFlow
from linkwright.simulation.flow import accounted
from linkwright.simulation.motion import Motion
from linkwright.simulation.prescribed import Prescribed
from linkwright.simulation.progress import Tell, reaching
from linkwright.simulation.run import Run
from linkwright.simulation.tree_flow import without_wrenches
from linkwright.studio.desk.acting import Driven
from linkwright.studio.desk.program_closed import ClosedProgram, closed_start
from linkwright.studio.desk.setup import Setup
from linkwright.studio.desk.signals import signals_at
from linkwright.studio.desk.simulate_tree import compiled


def closed_motion(robot: ClosedRobot, setup: Setup, run: Run, tell: Tell) -> tuple[Motion, dict[str, Any]]:
    """The motion, and the forces in its loops."""
    program = ClosedProgram(robot, setup)
    acting, x = program.acting, program.x
    outputs = {"tau": acting.tau, "stop": acting.stop, "potential": acting.potential}
    found = compiled(x.function("forces", "t q v signals", outputs))
    signals, known = signals_at(x.signals, setup.signals), _values(robot)

    def given(t: float, q: Array, v: Array) -> Mapping[str, Any]:
        return found(t, q, v, signals(t), known)

    def torque(t: float, q: Array, v: Array) -> Array:
        now = given(t, q, v)
        return np.asarray(now["tau"] + now["stop"])

    flow = ClosedFlow(robot, torque, _prescribed(program, robot))
    q, v = closed_start(robot, setup, acting.driven)
    flow.reached = reaching(tell, run.time)
    path = flow.path(flow.equations.closed(np.array(q)), np.array(v), run)
    motion = accounted(flow, path, run.chosen(flow.methods), tell)
    rows = [given(*at) for at in zip(motion.t, motion.q, motion.v, strict=True)]
    stored = np.array([float(row["potential"]) for row in rows])
    stop = np.array([row["stop"] for row in rows]).reshape(motion.tau.shape)
    forces = _loop_forces(robot, motion)
    told = replace(
        motion, tau=motion.tau - stop, potential=motion.potential + stored, work=motion.work + stored - stored[0]
    )
    return told, {"constraint_forces": forces}


def _values(robot: ClosedRobot) -> Array:
    return np.array([p.value for p in robot.parameters.values()], dtype=float)


def _prescribed(program: ClosedProgram, robot: ClosedRobot) -> Prescribed | None:
    """Accelerations of the joints that follow a motion."""
    driven: dict[int, Driven] = program.acting.driven
    if not driven:
        return None
    outputs = {"a": [motion.acceleration for motion in driven.values()]}
    found, known = compiled(program.x.function("accelerations", "t", outputs)), _values(robot)
    return Prescribed(list(driven), lambda t: np.asarray(found(t, known)))


def _loop_forces(robot: ClosedRobot, motion: Motion) -> dict[str, Any]:
    """Multipliers of the closure's rows: forces and moments in the axes of each loop, of couplings in their joints."""
    made = cut(robot)
    where = made.coordinates
    free, theta, dependent = list(where.free_q), list(where.dependent_q), list(where.dependent_v)
    jacobian = compile_robot(robot).function("closure_jacobian")
    felt = without_wrenches(compile_robot(robot.tree).function("inverse_dynamics"), robot.tree)
    values: list[list[float]] = []
    for q, v, a, tau in zip(motion.q, motion.v, motion.a, motion.tau, strict=True):
        J = np.asarray(jacobian(q[free], q[theta])["Jtheta"]).reshape(len(dependent), len(dependent))
        missing = (felt(q, v, a) - tau)[dependent]
        inverse: Array = np.linalg.pinv(J.T, rcond=1e-12)
        values.append((inverse @ missing).tolist())
    labels = [f"{c.name}: {ROWS[row]}" for c in made.closures for row in c.rows]
    return {"labels": [*labels, *(f.name for f in made.followers)], "values": values}
