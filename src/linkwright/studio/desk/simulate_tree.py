"""The motion of a tree on the server: the same functions that the page has, as native code, by an implicit method."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.graph.function import Function
from linkwright.model.robot import OpenRobot
from linkwright.native import compile as compile_robot
from linkwright.passes import optimise
from linkwright.passes.schedule import schedule
from linkwright.runtime import native
from linkwright.simulation.flow import accounted
from linkwright.simulation.motion import Motion, Path
from linkwright.simulation.progress import Tell, reaching
from linkwright.simulation.run import Run
from linkwright.simulation.tree_flow import TreeFlow, labels_of
from linkwright.studio.desk.program_tree import program_of_tree
from linkwright.studio.desk.setup import Setup
from linkwright.studio.desk.signals import signals_at


def tree_motion(robot: OpenRobot, setup: Setup, run: Run, tell: Tell) -> Motion:
    """Under everything that acts in a run."""
    flow = ProgramFlow(robot, setup)
    flow.reached = reaching(tell, run.time)
    return accounted(flow, flow.path(*flow.begin, run), run.chosen(flow.methods), tell)


def compiled(function: Function) -> Any:
    """A function of a program as native code."""
    return native(schedule(optimise(function)))


class ProgramFlow(TreeFlow):
    """A tree whose equations are those of its program: `slope` and `observe`."""

    def __init__(self, robot: OpenRobot, setup: Setup) -> None:
        (slope, observe, *_), layout = program_of_tree(robot, setup)
        self.robot = robot
        self.dynamics = compile_robot(robot)
        self._slope, self._observe = compiled(slope), compiled(observe)
        self._signals = signals_at(layout["signals"], setup.signals)
        self._parameters = np.array([p["value"] for p in layout["parameters"]], dtype=float)
        self._push = np.zeros(robot.nv)
        self.begin: tuple[Array, Array] = np.array(layout["start"]["q"]), np.array(layout["start"]["v"])

    def slope(self, t: float, y: Array) -> Array:
        """Rates of the state: positions, rates, work."""
        nq, nv = self.robot.nq, self.robot.nv
        found = self._slope(t, y[:nq], y[nq : nq + nv], self._signals(t), self._push, self._parameters)
        return np.concatenate([found["dq"], found["a"], [found["power"]]])

    def motion(self, path: Path, method: str) -> Motion:
        """What the page would observe along a path."""
        assert path.work is not None
        nq, nv, rows = self.robot.nq, self.robot.nv, list[Any]()
        for t, q, v in zip(path.t, path.q, path.v, strict=True):
            a = self.slope(t, np.concatenate([q, v, [0.0]]))[nq : nq + nv]
            rows.append((a, self._observe(t, q, v, a, self._signals(t), self._push, self._parameters)))
        a = np.array([a for a, _ in rows]).reshape(len(rows), nv)
        tau = np.array([seen["tau"] for _, seen in rows]).reshape(len(rows), nv)
        kinetic, potential = (np.array([float(seen[n]) for _, seen in rows]) for n in ("kinetic", "potential"))
        still = np.zeros((len(rows), 0))
        return Motion(
            path.t, path.q, path.v, a, tau, kinetic, potential, path.work, labels_of(self.robot), still, method, path.steps
        )  # fmt: skip
