"""The program of an open tree: its motion under everything that acts, what is to be seen of it, and what is drawn."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from linkwright.formula.scalar import constant
from linkwright.graph.expr import Scalar, is_zero
from linkwright.graph.function import Function
from linkwright.graph.graph import Graph
from linkwright.mechanics.problem import numeric_inertias
from linkwright.mechanics.quantities.method import long_without_mimics
from linkwright.mechanics.tree.articulated_body import articulated_body
from linkwright.mechanics.tree.energy import kinetic_energy, potential_energy
from linkwright.mechanics.tree.factor import ancestors, carrier, factorise, no_mass, singular
from linkwright.mechanics.tree.kinematics import coordinate_rates
from linkwright.mechanics.tree.mass_matrix import mass_matrix
from linkwright.mechanics.tree.newton_euler import newton_euler, passive_forces
from linkwright.model.parameters import need_values, parametrised_tree
from linkwright.model.regroup import regroup
from linkwright.model.robot import WORLD, OpenRobot
from linkwright.model.tree import Tree
from linkwright.spatial.factors import symmetric_factors
from linkwright.spatial.vector import Scalars
from linkwright.studio.desk.acting import Acting, Driven, acting_on, signals_of
from linkwright.studio.desk.layout import layout_of
from linkwright.studio.desk.setup import Setup
from linkwright.studio.desk.start import started
from linkwright.view.scene import Scene, scene_of
from linkwright.view.symbols import Symbols, state_names

RETURN = 20
"""Per second: a joint that is off its motion comes back to it by e^(-20 t), critically damped; steps of 0.1 s stay stable."""


def program_of_tree(robot: OpenRobot, setup: Setup) -> tuple[list[Function], dict[str, Any]]:
    """Functions of the program, and its layout."""
    need_values(robot)
    known = tuple(robot.parameters.values())
    x = Symbols(Graph(), robot.nq, robot.nv, known, signals_of(setup), sum(name != WORLD for name in robot.bodies))
    scene = scene_of(robot, x)
    x = scene.x
    acting = acting_on(robot, scene.tree, x, setup, state_names(robot, scene.q, x["v"]))
    motion = TreeMotion(scene, acting)
    q, v, told = started(robot, setup, acting.driven)
    if not acting.driven:
        _require_masses(robot, q)
    layout = layout_of(scene, acting, {"q": q, "v": v}, told)
    return [motion.slope(), motion.observe(), *scene.functions()], layout


def _require_masses(robot: OpenRobot, q: Scalars) -> None:
    """Refuse joints whose motion meets no inertia: a parameter may be a mass of zero."""
    tree = parametrised_tree(robot).tree
    undetermined = singular(tree, [[constant(x) or 0.0 for x in row] for row in mass_matrix(tree, q)])
    if undetermined is not None:
        raise undetermined


@dataclass(frozen=True)
class TreeMotion:
    """The equations of motion of a tree under all that acts."""

    scene: Scene
    acting: Acting

    @property
    def x(self) -> Symbols:
        return self.scene.x

    @cached_property
    def passive(self) -> list[Scalar]:
        return passive_forces(self.scene.tree, self.scene.q, self.x["v"])

    def slope(self) -> Function:
        """dq/dt, dv/dt, and the power of all that is not in the energy."""
        x, v = self.x, self.x["v"]
        a, tau = self._accelerations()
        power = _dot(v, [t + p for t, p in zip(tau, x["push"], strict=True)]) - self._friction() + self.acting.loss
        rates = coordinate_rates(self.scene.tree, x["q"], v)  # linear in q: its length does not matter
        return x.function("slope", "t q v signals push", {"dq": rates, "a": a, "power": power})

    def observe(self) -> Function:
        """Forces and energies at a state whose accelerations are known."""
        x, tree, q = self.x, self.scene.tree, self.scene.q
        tau = self._with_driven(x["a"])
        acting = [t - p + s for t, p, s in zip(tau, self.passive, self.acting.stop, strict=True)]
        outputs = {
            "tau": tau,
            "acting": acting,
            "kinetic": kinetic_energy(tree, q, x["v"]),
            "potential": potential_energy(tree, q) + self.acting.potential,
        }
        return x.function("observe", "t q v a signals push", outputs)

    def _accelerations(self) -> tuple[list[Scalar], list[Scalar]]:
        """Accelerations, and the forces of inputs and of what drives joints along a motion."""
        x, q, v, driven = self.x, self.scene.q, self.x["v"], self.acting.driven
        tree = _lean(self.scene.tree)
        given = [t + p + s for t, p, s in zip(self.acting.tau, x["push"], self.acting.stop, strict=True)]
        if not driven and long_without_mimics(tree):
            return articulated_body(tree, q, v, given), self.acting.tau
        a: list[Scalar] = [0] * tree.nv
        for k, motion in driven.items():
            a[k] = self._followed(k, motion)
        left = [t - b for t, b in zip(given, newton_euler(tree, q, v, a), strict=True)]
        free = [k for k in range(tree.nv) if k not in driven]
        for k, found in zip(free, _solved(tree, mass_matrix(tree, q), left, free), strict=True):
            a[k] = found
        return a, self._with_driven(a)

    def _followed(self, k: int, motion: Driven) -> Scalar:
        """The motion's acceleration, and what brings the joint back to it: a run goes on when a slider changes the motion, or
        starts where the mechanism was posed (Baumgarte 1972)."""
        behind = motion.position - self.x["q"][self.scene.robot.offsets[motion.joint][0]]
        slower = motion.rate - self.x["v"][k]
        return motion.acceleration + 2 * RETURN * slower + RETURN**2 * behind

    def _with_driven(self, a: Scalars) -> list[Scalar]:
        """The forces of inputs, and what it takes that driven joints follow their motion."""
        if not self.acting.driven:
            return self.acting.tau
        needed = newton_euler(_lean(self.scene.tree), self.scene.q, self.x["v"], a)
        tau = list(self.acting.tau)
        for k in self.acting.driven:
            tau[k] = needed[k] - self.x["push"][k] - self.acting.stop[k]
        return tau

    def _friction(self) -> Scalar:
        """What dampers and friction take."""
        total: Scalar = 0
        for tie in self.scene.tree.acting:
            d, rate = tie.drive, tie.rate(self.x["v"])
            total = total + (d.viscous + d.damping) * rate * rate
            if not is_zero(d.coulomb):
                total = total + d.coulomb * abs(rate)
        return total


def _lean(tree: Tree) -> Tree:
    """The same dynamics with fewer numbers; symbols may cost more to move than the moving saves."""
    return regroup(tree) if numeric_inertias(tree) else tree


def _solved(tree: Tree, M: list[list[Scalar]], b: Scalars, free: list[int]) -> list[Scalar]:
    """x with M x = b, of the rows and columns that are free."""
    if len(free) == tree.nv:
        return factorise(tree, M).solve(b)
    new = {k: n for n, k in enumerate(free)}
    before = [[new[j] for j in row if j in new] for k, row in enumerate(ancestors(tree)) if k in new]
    part = [[M[r][c] for c in free] for r in free]
    factors = symmetric_factors(part, before, lambda n: no_mass(tree, carrier(tree, free[n])))
    return factors.solve([b[k] for k in free])


def _dot(a: Scalars, b: Scalars) -> Scalar:
    total: Scalar = 0
    for x, y in zip(a, b, strict=True):
        total = total + x * y
    return total
