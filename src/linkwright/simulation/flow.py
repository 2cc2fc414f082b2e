"""Flow: what is integrated of a mechanism. One per kind; `simulate` is written over it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from linkwright.errors import InputError
from linkwright.mechanism import require_mechanism
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.robot import OpenRobot
from linkwright.simulation.forces import Torque
from linkwright.simulation.integrable import Flow
from linkwright.simulation.motion import Motion, Path
from linkwright.simulation.progress import INTEGRATED, Tell, reaching, unheard
from linkwright.simulation.run import Run

if TYPE_CHECKING:
    from linkwright.mechanism import Mechanism


def flow(mechanism: Mechanism, forces: str | Torque = "") -> Flow:
    """What is integrated of a mechanism.

    forces: joint forces, or inputs of a Lagrangian: comma-separated expressions in t, q1.., v1.. and the parameters; or a
            function of t and of positions and rates as the mechanism's functions take them
    """
    match mechanism:
        case OpenRobot():
            from linkwright.simulation.tree_flow import TreeFlow

            return TreeFlow(mechanism, forces)
        case ClosedRobot():
            from linkwright.simulation.closed_flow import ClosedFlow

            if isinstance(forces, str):
                return ClosedFlow(mechanism, forces)
            made = ClosedFlow(mechanism)
            made.torque = made.at_free_joints(forces)
            return made
        case _:
            if isinstance(forces, str):
                from linkwright.simulation.lagrangian_flow import LagrangianFlow

                return LagrangianFlow(mechanism, forces)
            from linkwright.simulation.driven_lagrangian import DrivenLagrangian

            return DrivenLagrangian(mechanism, forces)


def simulate(mechanism: Mechanism, run: Run = Run(), progress: Tell | None = None) -> Motion:
    """The motion of a mechanism from a start, with its accounts of energy, closure and momenta.

    run:      seconds, start, joint forces (as text: Run(time=2, q0="0.5, 30 deg", torque="sin(t), 0")), method and samples
    progress: called a few times a second with what is done and how much of all is done (0 to 1)
    """
    require_mechanism(mechanism, "simulate")
    _require_run(run)
    field = flow(mechanism, run.torque)
    method = run.chosen(field.methods)
    if run.follow:
        return _followed(mechanism, field, run, method, progress)
    field.reached = reaching(progress, run.time)
    q, v = field.start(run.q0, run.v0)
    return accounted(field, field.path(q, v, run), method, progress)


def accounted(field: Flow, path: Path, method: str, progress: Tell | None) -> Motion:
    """The motion along a path, whose forces and energies take their time, too."""
    field.reached = unheard
    if progress is not None:
        progress("forces and energies", INTEGRATED)
    return field.motion(path, method)


def _followed(mechanism: Mechanism, field: Flow, run: Run, method: str, progress: Tell | None) -> Motion:
    """The motion of joints that follow a trajectory, and how far from it they were."""
    from linkwright.simulation.tracking import following, read_reference

    reference = read_reference(run.follow, mechanism.nq)
    run, columns = following(mechanism, field, run, reference)
    field.reached = reaching(progress, run.time)
    motion = accounted(field, field.path(*field.start(run.q0, run.v0), run), method, progress)
    return replace(motion, tracking_error=reference.error(motion.t, motion.q[:, columns]))


def _require_run(run: object) -> None:
    if not isinstance(run, Run):
        raise InputError(f"simulate needs a Run, not {run!r}", hint="such as Run(time=2)")
