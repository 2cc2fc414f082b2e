"""What each quantity of a closed mechanism should be: one line per quantity, over brute force and projection.

As in expected.py, NaN is not compared. What depends on which rows of the closure are kept has no value of its own here: laws
speak of it (closed.py).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.verification import plain
from linkwright.verification.closed_states import ClosedStates
from linkwright.verification.movement import Movement
from linkwright.verification.projected import Projected
from linkwright.verification.suite.frames import FrameMotion

if TYPE_CHECKING:
    from linkwright.model.cut import Coordinates

Array = np.ndarray[Any, Any]
Outputs = tuple[Array, ...]


@dataclass(frozen=True)
class ClosedReference:
    """A closed robot in numbers on sample states; frame and chosen as in Reference."""

    projected: Projected
    states: ClosedStates
    where: Coordinates
    actuated: tuple[int, ...]
    frames: tuple[str, ...]
    frame: str
    chosen: bool
    values: Mapping[str, float]

    @cached_property
    def motion(self) -> Movement:
        """The tree along its motion, with one derivative."""
        p = self.projected
        slow = p.closed.motion(p.positions, p.rates, p.accelerations, 1)
        return Movement(p.tree, slow.q, slow.v, slow.a)

    def one(self, name: str | None = None) -> FrameMotion:
        return FrameMotion(self.motion, self.frame if name is None else name)

    def dependent(self, rates: Array) -> Array:
        return rates[:, list(self.where.dependent_v)]


def _poses(r: ClosedReference) -> Array:
    if r.chosen:
        return r.one().pose.value
    return np.stack([r.one(n).pose.value for n in r.frames], axis=1)


def _centre(r: ClosedReference) -> Array:
    mass, moment = r.motion.moment_of_mass
    return moment.value / mass


def _centre_jacobian(r: ClosedReference) -> Array:
    mass, _ = r.motion.moment_of_mass
    return r.motion.momentum_matrix.value[..., :3, :] / mass @ r.projected.W


def _regressor(r: ClosedReference) -> Array:
    """A column per parameter of every link; pieces between the axes of a joint have no mass, and no value here."""
    found: list[Array] = []
    m = r.projected.motion
    for k, mover in enumerate(r.projected.tree.movers):
        own = [r.projected.project(m.projected(k, m.wrench(k, G)).value) for G in m.units(np.eye(4))]
        pieces = int(mover.joint.type in ("universal", "cylindrical"))
        found += [np.full_like(own[0], np.nan)] * 10 * pieces + own
    return np.stack(found, axis=-1)


def _motors(r: ClosedReference) -> Array:
    """Forces of the motors of the least norm that give tau at the free joints."""
    W = r.projected.W[:, list(r.actuated), :]
    return np.einsum("kij,kj->ki", np.linalg.pinv(np.swapaxes(W, 1, 2)), r.projected.forces)


def _axis_forces(r: ClosedReference) -> Array:
    """Of the force that a joint transmits, what acts along its axis: tau where the joint is free, nothing where it follows,
    less what springs, dampers and rotors take there. NaN elsewhere, and where joints are coupled."""
    p, robot = r.projected, r.projected.closed.robot
    taken = p.motion.passive.value + p.motion.rotors * p.accelerations
    rows: list[Array] = []
    for mover in p.tree.movers:
        own = np.full((len(r.states), 6), np.nan)
        axis = plain.vector(mover.joint.axis)
        along = int(np.argmax(np.abs(axis)))
        simple = mover.width == 1 and abs(abs(axis[along]) - 1) < 1e-12 and mover.joint.type != "helical"
        if simple and not robot.couplings:
            free = mover.iv in r.where.free_v
            force = p.forces[:, r.where.free_v.index(mover.iv)] if free else np.zeros(len(r.states))
            own[:, along + (0 if mover.joint.type == "prismatic" else 3)] = np.sign(axis[along]) * (
                force - taken[:, mover.iv]
            )
        pieces = int(mover.joint.type in ("universal", "cylindrical"))
        rows += [np.full_like(own, np.nan)] * pieces + [own]
    return np.stack(rows, axis=1)


def _legs(r: ClosedReference) -> Array:
    """Positions of the joints with motors, near those of the start."""
    robot = r.projected.closed.robot
    where = {iv: iq for iq, iv in robot.tree.offsets.values()}
    return r.states.positions[:, [where[iv] for iv in r.actuated]]


def _at_platform(r: ClosedReference, forces: Array) -> Array:
    """Forces at the free coordinates as force and moment of the platform: J' w = forces."""
    platform = r.projected.closed.robot.platform
    assert platform is not None
    J = r.one(platform).aligned.value @ r.projected.W
    columns = forces if forces.ndim == 3 else forces[..., None]
    found = np.linalg.solve(np.swapaxes(J, 1, 2), columns)
    return found if forces.ndim == 3 else found[..., 0]


EXPECTED: Mapping[str, Callable[[ClosedReference], Outputs]] = MappingProxyType(
    {
        "inverse_dynamics": lambda r: (r.projected.forces,),
        "mass_matrix": lambda r: (r.projected.mass,),
        "mass_matrix_rate": lambda r: (r.projected.coriolis_matrix + np.swapaxes(r.projected.coriolis_matrix, 1, 2),),
        "coriolis_matrix": lambda r: (r.projected.coriolis_matrix,),
        "coriolis_vector": lambda r: (r.projected.coriolis,),
        "gravity": lambda r: (r.projected.gravity,),
        "passive_forces": lambda r: (r.projected.passive,),
        "velocity_terms": lambda r: (r.projected.coriolis + r.projected.passive,),
        "nonlinear_effects": lambda r: (r.projected.bias,),
        "forward_dynamics": lambda r: (r.projected.forward,),
        "mass_matrix_inverse": lambda r: (np.linalg.inv(r.projected.mass),),
        "kinetic_energy": lambda r: (r.projected.motion.kinetic_energy.value,),
        "potential_energy": lambda r: (r.projected.motion.potential_energy.value,),
        "regressor": lambda r: (_regressor(r),),
        "cut_forces": lambda r: (_axis_forces(r),),
        "actuator_forces": lambda r: (_motors(r),),
        "closure": lambda r: (r.states.theta,),
        "projection_matrix": lambda r: (r.projected.W,),
        "dependent_velocities": lambda r: (r.dependent(r.projected.rates),),
        "dependent_accelerations": lambda r: (r.dependent(r.projected.accelerations),),
        "forward_kinematics": lambda r: (_poses(r),),
        "jacobian": lambda r: (r.one().aligned.value @ r.projected.W,),
        "twist": lambda r: (r.one().twist.value,),
        "frame_acceleration": lambda r: (r.one().twist.rate(1),),
        "center_of_mass": lambda r: (_centre(r),),
        "inverse_kinematics": lambda r: (_legs(r),),
        "inverse_jacobian": lambda r: (r.projected.W[:, list(r.actuated)],),
        "platform_inverse_dynamics": lambda r: (_at_platform(r, r.projected.forces),),
        "platform_mass_matrix": lambda r: (_at_platform(r, r.projected.mass),),
        "platform_coriolis_vector": lambda r: (_at_platform(r, r.projected.coriolis),),
        "platform_gravity": lambda r: (_at_platform(r, r.projected.gravity),),
        "com_jacobian": lambda r: (_centre_jacobian(r),),
    }
)
