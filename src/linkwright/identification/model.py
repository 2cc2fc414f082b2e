"""What is to be identified of a robot: independent columns, what each is made of, and the file's values as prior.

    tau = columns(q, v, a) @ p + known(q, v, a),     p = B @ physical

Nothing of a body's inertia is taken from the file but as a guess; of drives the terms that are named are unknown, and what else
the file says of them (springs, tendons) is known.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any

import numpy as np

from linkwright.arrays import Array
from linkwright.errors import InputError
from linkwright.mechanics.identifiable import driven_joints, force_rows, motor_couplings
from linkwright.mechanics.tree.drive_columns import TERMS, drive_terms, known_part
from linkwright.mechanism import derive
from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.model.parameters import need_values
from linkwright.model.robot import Drive
from linkwright.native import ClosedDynamics, OpenDynamics
from linkwright.native import compile as compiled
from linkwright.spatial.inertia import PARAMETER_NAMES, Inertia

INERTIAL = "inertial"
"""Kind of a body's parameters; those of drives have the name of their term."""
_NONE = 1e-12
"""Factor of a physical parameter, beside the largest of the same column, that counts as none."""


@dataclass(frozen=True, eq=False)
class IdentificationModel:
    """Columns of a robot; make it by `of`.

    terms:    unknown terms of the drives
    names:    identifiable parameters, one per column
    rows:     forces that are measured: of the motors, or of the free joints
    physical: ten parameters per moving body at its joint's frame, then those of the drives; kinds: of each of these
    bodies:   physical[10 k : 10 k + 10] are those of bodies[k]
    B, prior: p = B @ physical, and the physical values of the file
    couplings: motors that move several joints, as text
    rest:     a robot all of whose forces are known, if the unknown parameters are those of something mounted on it
    """

    robot: Robot
    terms: tuple[str, ...]
    names: tuple[str, ...]
    rows: tuple[str, ...]
    physical: tuple[str, ...]
    kinds: tuple[str, ...]
    bodies: tuple[str, ...]
    B: Array
    prior: Array
    rest: Robot | None = None
    couplings: str = ""

    @staticmethod
    def of(robot: Robot, terms: str | None = None, couplings: str = "") -> IdentificationModel:
        """terms: names of terms of drives, "none" for none of them (default: viscous, coulomb, offset, rotor).

        couplings: of motors that move several joints, "m5 = j5; m6 = j6 - j5"; forces are then those of the motors
        """
        need_values(robot)
        chosen = drive_terms(terms)
        asked = {"drives": ",".join(chosen) or "none"} | ({"couplings": couplings} if couplings else {})
        f = derive(robot, "identification_parameters", **asked)
        port = f.inputs.get("parameters")
        if port is None or not f.outputs["pi"].size:
            raise InputError(f"nothing of '{robot.name}' moves: there is nothing to identify", robot.source)
        physical, values = port.labels, np.array(port.defaults, float)
        B = np.asarray(f.jacobian("pi", "parameters")(parameters=values), float)
        bodies = tuple(n.removeprefix("m_") for n in physical[: _count(physical) : len(PARAMETER_NAMES)])
        kinds = tuple(INERTIAL if k < _count(physical) else n.split("_")[0] for k, n in enumerate(physical))
        names = f.outputs["pi"].labels
        rows = force_rows(robot, motor_couplings(robot, couplings))
        return IdentificationModel(robot, chosen, names, rows, physical, kinds, bodies, B, values, None, couplings)

    @cached_property
    def dynamics(self) -> OpenDynamics | ClosedDynamics:
        """Native functions of the robot."""
        return compiled(self.robot)

    @cached_property
    def regressor(self) -> Any:
        """The native function behind `columns`."""
        asked = {"drives": ",".join(self.terms) or "none"} | ({"couplings": self.couplings} if self.couplings else {})
        return self.dynamics.function("identification_regressor", **asked)

    def columns(self, q: Array, v: Array, a: Array, **more: Array) -> Array:
        """(samples, rows, names). more: theta of closed robots without closed form, tau where friction grows with the load,
        slow: Stribeck velocities, (rows,)."""
        return np.asarray(self.regressor(q=q, v=v, a=a, **self._taken(more, len(q))))

    def _taken(self, more: Mapping[str, Array], count: int) -> dict[str, Array]:
        """Of further inputs those that the function has, one row per sample."""
        names = {p.name for p in self.regressor.kernel.inputs}
        return {n: np.broadcast_to(x, (count, np.shape(x)[-1])) for n, x in more.items() if n in names}

    @cached_property
    def _known(self) -> Any:
        """Forces of what is known, as a native function; None where nothing is."""
        bare = self.without_unknown if self.rest is None else self.rest
        if self.rest is None and not bare.wrenches and not _acts(bare):
            return None
        rows_of_motors = isinstance(bare, ClosedRobot) and self.rows != bare.rate_names
        return compiled(bare).function("actuator_forces" if rows_of_motors else "inverse_dynamics")

    @property
    def knows(self) -> bool:
        """Whether any force does not depend on unknown parameters."""
        return self._known is not None

    @cached_property
    def without_unknown(self) -> Robot:
        """The robot without inertias and without the unknown terms of its drives."""
        tree = self.robot.tree
        bodies = MappingProxyType({n: replace(b, inertia=Inertia()) for n, b in tree.bodies.items()})
        driven = {*driven_joints(self.robot)}
        joints = {
            n: replace(j, drive=known_part(j.drive, self.terms)) if n in driven else j for n, j in tree.joints.items()
        }
        bare = replace(tree, bodies=bodies, joints=MappingProxyType(joints), alike=())
        return self.robot.with_tree(bare) if isinstance(self.robot, ClosedRobot) else bare

    def known(self, q: Array, v: Array, a: Array, **more: Array) -> Array | float:
        """Forces (samples, rows) that do not depend on unknown parameters: springs and friction of the file that are not in
        question, and measured wrenches (more: wrench, theta)."""
        if self._known is None:
            return 0.0
        shapes = {p.name: p.shape for p in self._known.kernel.inputs}
        if "wrench" in shapes:
            more = {"wrench": np.zeros(6 * shapes["wrench"][0]), **more}
            more["wrench"] = np.broadcast_to(more["wrench"], (len(q), more["wrench"].shape[-1])).reshape(len(q), -1, 6)
        found = np.asarray(self._known(q=q, v=v, a=a, **{n: x for n, x in more.items() if n in shapes}))
        own = motor_couplings(self.robot, self.couplings)
        return found if own is None else np.linalg.solve(np.array(own.A).T, found.T).T

    @cached_property
    def words(self) -> tuple[str, ...]:
        """What each identifiable parameter is made of: "Izz_link1 + rotor_joint1"."""
        return tuple(_said(row, self.physical) for row in self.B)

    @property
    def inertial(self) -> int:
        """How many columns are of bodies."""
        return sum(not n.startswith(tuple(f"{t}_" for t in TERMS)) for n in self.names)

    def values(self, physical: Array) -> Array:
        """Identifiable parameters of physical ones."""
        return self.B @ physical


def _count(physical: tuple[str, ...]) -> int:
    """How many physical parameters are of bodies."""
    terms = tuple(f"{t}_" for t in TERMS)
    return next((k for k, n in enumerate(physical) if n.startswith(terms)), len(physical))


def _acts(robot: Robot) -> bool:
    """Whether a spring, damper or friction is left."""
    drives = [j.drive for j in robot.joints.values()]
    drives += [j.transmission.drive for j in robot.joints.values() if j.transmission]
    return any(replace(d, gear_ratio=1) != Drive() for d in [*drives, *(t.drive for t in robot.tree.tendons)])


def _said(row: Array, names: tuple[str, ...]) -> str:
    """A sum in words, the largest share first where shares differ."""
    largest = float(np.max(np.abs(row), initial=0.0))
    parts = [(float(x), n) for x, n in zip(row, names, strict=True) if abs(x) > _NONE * largest]
    said = ""
    for x, name in sorted(parts, key=lambda part: abs(abs(part[0]) - 1) > _NONE):
        factor = "" if abs(abs(x) - 1) < _NONE else f"{abs(x):.4g} "
        said += f" {'-' if x < 0 else '+'} {factor}{name}"
    return said.removeprefix(" + ").strip()
