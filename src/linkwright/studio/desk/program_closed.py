"""The program of a closed robot: closing it from free coordinates, what is drawn, forces and energies over all joints of its
tree. Its motion comes from the server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.errors import InputError
from linkwright.graph.expr import Scalar
from linkwright.graph.function import Function
from linkwright.graph.graph import Graph
from linkwright.mechanics.tree.energy import kinetic_energy, potential_energy
from linkwright.mechanics.tree.newton_euler import newton_euler, passive_forces
from linkwright.mechanism import derive
from linkwright.model.assembly.mobility_report import cut, solve, velocities
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.elements import freedoms, positions
from linkwright.model.parameters import need_values
from linkwright.model.robot import WORLD
from linkwright.studio.desk.acting import Acting, Driven, acting_on, signals_of
from linkwright.studio.desk.layout import layout_of
from linkwright.studio.desk.setup import RUN, Setup
from linkwright.studio.desk.start import START, on_motions, with_values
from linkwright.view.closing import closing, over, parameters_of
from linkwright.view.coordinates_closed import coordinates_of_closed
from linkwright.view.scene import Scene, scene_of
from linkwright.view.symbols import Symbols, state_names

if TYPE_CHECKING:
    from linkwright.passes.kernel import Kernel


def program_of_closed(robot: ClosedRobot, setup: Setup) -> tuple[list[Function], list[Kernel], dict[str, Any]]:
    """Functions of the program, the solver that closes the robot, and the layout."""
    need_values(robot)
    made = ClosedProgram(robot, setup)
    q, v = closed_start(robot, setup, made.acting.driven)
    told = ["the motion of a closed mechanism is computed by the server"]
    told += [f"'{x.joint}' follows its motion from where it is at t = 0" for x in made.acting.driven.values()]
    layout = layout_of(made.scene, made.acting, {"q": q, "v": v}, told)
    own = {"kind": "closed", "nq": robot.nq, "nv": robot.nv, "coordinates": coordinates_of_closed(robot)}
    place, _, speeds = made.scene.functions()
    return [place, speeds, made.observe(), made.free_pull()], [closing(robot, made.x)], {**layout, **own}


def closed_start(robot: ClosedRobot, setup: Setup, driven: Mapping[int, Driven]) -> tuple[list[float], list[float]]:
    """Positions and rates of the tree, closed, from what is said of free ones; those that follow a motion start on it."""
    where, tree, begun = robot.coordinates, robot.tree, cut(robot).start
    _only_free(setup.start_q, positions(tree), where.free_q, "coordinate", f"{START}/q")
    _only_free(setup.start_v, freedoms(tree), where.free_v, "rate", f"{START}/v")
    named = with_values(begun, positions(tree), setup.start_q, f"{START}/q", tree)
    rates = with_values([0.0] * tree.nv, freedoms(tree), setup.start_v, f"{START}/v", tree)
    on_motions(tree, driven, named, rates)
    moved = list(named) != list(begun)
    q = solve(robot, [named[k] for k in where.free_q], np.array(begun)) if moved else np.array(begun)
    v = velocities(robot, q, [rates[k] for k in where.free_v])
    return [float(x) for x in q], [float(x) for x in v]


def _only_free(given: Mapping[str, str], elements: Sequence[Any], free: Sequence[int], what: str, where: str) -> None:
    """A start may be given to what is free alone: the rest follows."""
    known = {e.name: e.index for e in elements}
    names = [e.name for e in elements if e.index in free]
    for name in given:
        if name in known and known[name] not in free:
            hint = f"the rest follows from: {', '.join(names)}"
            raise InputError(
                f"the start of {what} '{name}' cannot be given: it depends on others", f"{where}/{name}", hint
            )


@dataclass(frozen=True)
class ClosedProgram:
    """The functions of a closed robot's program."""

    robot: ClosedRobot
    setup: Setup

    @cached_property
    def x(self) -> Symbols:
        tree = self.robot.tree
        bodies = sum(name != WORLD for name in tree.bodies)
        return Symbols(Graph(), tree.nq, tree.nv, tuple(tree.parameters.values()), signals_of(self.setup), bodies)

    @cached_property
    def scene(self) -> Scene:
        return scene_of(self.robot.tree, self.x)

    @cached_property
    def acting(self) -> Acting:
        """Inputs and stops; formulas name free coordinates by number, as `linkwright simulate` does."""
        where, q, v = self.robot.coordinates, self.scene.q, self.x["v"]
        names = state_names(self.robot.tree, q, v)
        names = {n: e for n, e in names.items() if n not in _numbered(self.robot.tree.nq, self.robot.tree.nv)}
        names |= {f"q{n + 1}": q[k] for n, k in enumerate(where.free_q)}
        names |= {f"v{n + 1}": v[k] for n, k in enumerate(where.free_v)}
        found = acting_on(self.robot.tree, self.scene.tree, self.x, self.setup, names)
        for k, motion in found.driven.items():
            if k not in where.free_v:
                free = [e.name for e in freedoms(self.robot.tree) if e.index in where.free_v]
                what = f"'{motion.joint}' cannot follow a motion: its position depends on others"
                raise InputError(what, f"{RUN}/inputs/{motion.joint}", f"drive one of: {', '.join(free)}")
        return found

    @cached_property
    def W(self) -> list[list[Scalar]]:
        """Rates of the tree per free rate: a column each."""
        found = derive(self.robot, "projection_matrix", parameters=parameters_of(self.robot), closure="tree")
        flat = over(found, "W", self.x.graph, {f"q[{k}]": e for k, e in enumerate(self.scene.q)})
        return [flat[k :: self.robot.nv] for k in range(self.robot.nv)]

    def _at_free_joints(self, forces: Sequence[Scalar]) -> list[Scalar]:
        """W' times forces of the tree."""
        found: list[Scalar] = []
        for column in self.W:
            total: Scalar = 0
            for e, force in zip(column, forces, strict=True):
                total = total + e * force
            found.append(total)
        return found

    @cached_property
    def tau(self) -> list[Scalar]:
        """Forces of inputs, and what it takes that driven joints follow their motion: W' (tree's forces - all others)."""
        if not self.acting.driven:
            return self.acting.tau
        x = self.x
        felt = newton_euler(self.scene.tree, self.scene.q, x["v"], x["a"])
        others = (self.acting.tau, self.acting.stop)
        needed = self._at_free_joints([f - t - s for f, t, s in zip(felt, *others, strict=True)])
        tau = list(self.acting.tau)
        for n, k in enumerate(self.robot.coordinates.free_v):
            if k in self.acting.driven:
                tau[k] = needed[n]
        return tau

    def observe(self) -> Function:
        """Forces and energies at a state of the tree."""
        x, tree, q = self.x, self.scene.tree, self.scene.q
        passive = passive_forces(tree, q, x["v"])
        acting = [t - p + s for t, p, s in zip(self.tau, passive, self.acting.stop, strict=True)]
        outputs = {
            "tau": self.tau,
            "acting": acting,
            "kinetic": kinetic_energy(tree, q, x["v"]),
            "potential": potential_energy(tree, q) + self.acting.potential,
        }
        return x.function("observe", "t q v a signals push", outputs)

    def free_pull(self) -> Function:
        """W' times the joint forces of forces at points."""
        push = self._at_free_joints(self.scene.pushed(self.scene.q))
        return self.x.function("free_pull", "q points forces", {"push": push})


def _numbered(nq: int, nv: int) -> set[str]:
    return {f"q{k + 1}" for k in range(nq)} | {f"v{k + 1}" for k in range(nv)}
