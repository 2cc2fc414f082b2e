"""What the quantities should be that only closed robots have, or that mean something else for them; the others are in
expected.py. What depends on which rows of the closure are kept has no value of its own: laws speak of it (closed.py)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.referee.closed_reference import ClosedReference
from linkwright.referee.joints import numbers
from linkwright.referee.states import ClosedStates
from linkwright.verification.suite import expected
from linkwright.verification.suite.expected import Outputs, pieces


def motors(r: ClosedReference) -> list[int]:
    """Indices in the tree's v of the joints with motors; the free ones where none has any."""
    robot = r.closed.robot
    named = [iv for n in robot.actuated for iv in _span(r, n)]
    return named or list(r.closed.free)


def _span(r: ClosedReference, name: str) -> range:
    if name not in r.tree.robot.offsets:  # it mimics another
        return range(0)
    iv = r.tree.robot.offsets[name][1]
    return range(iv, iv + r.tree.robot.joints[name].nv)


def _dependent(r: ClosedReference, rates: Array) -> Array:
    return rates[:, r.closed.dependent]


def _motor_forces(r: ClosedReference) -> Array:
    """Forces of the motors of the least norm that give tau at the free joints."""
    W = r.W[:, motors(r), :]
    return np.einsum("kij,kj->ki", np.linalg.pinv(np.swapaxes(W, 1, 2)), r.forces().value)


def _axis_forces(r: ClosedReference) -> Array:
    """Of the force that a joint transmits, what acts along its axis: tau where the joint is free, nothing where it follows,
    less what springs, dampers and rotors take there. NaN elsewhere, and where joints are coupled."""
    m, tau = r.motion(), r.forces().value
    taken = m.passive.value + m.rotors * m.a.value
    rows: list[Array] = []
    for mover in r.tree.movers:
        own = np.full((len(r), 6), np.nan)
        axis = numbers(mover.joint.axis)
        along = int(np.argmax(np.abs(axis)))
        simple = mover.width == 1 and abs(abs(axis[along]) - 1) < 1e-12 and not mover.joint.joint_type.without_pitch
        if simple and not r.closed.robot.couplings:
            free = mover.iv in r.closed.free
            force = tau[:, r.closed.free.index(mover.iv)] if free else np.zeros(len(r))
            own[:, along + (0 if mover.joint.type == "prismatic" else 3)] = np.sign(axis[along]) * (
                force - taken[:, mover.iv]
            )
        rows += [np.full_like(own, np.nan)] * pieces(mover.joint.type) + [own]
    return np.stack(rows, axis=1)


def _theta(r: ClosedReference) -> Array:
    """Dependent positions."""
    assert isinstance(r.states, ClosedStates)
    return r.states.theta


def _legs(r: ClosedReference) -> Array:
    """Positions of the joints with motors, near those of the start."""
    where = {iv: iq for iq, iv in r.tree.robot.offsets.values()}
    return r.positions[:, [where[iv] for iv in motors(r)]]


def _at_platform(r: ClosedReference, forces: Array) -> Array:
    """Forces at the free coordinates as force and moment of the platform: J' w = forces."""
    platform = r.closed.robot.platform
    assert platform is not None
    J = r.at(platform).aligned.value @ r.W
    columns = forces if forces.ndim == 3 else forces[..., None]
    found = np.linalg.solve(np.swapaxes(J, 1, 2), columns)
    return found if forces.ndim == 3 else found[..., 0]


_CLOSED: Mapping[str, Callable[[ClosedReference], Outputs]] = MappingProxyType(
    {
        "cut_forces": lambda r: (_axis_forces(r),),
        "actuator_forces": lambda r: (_motor_forces(r),),
        "closure": lambda r: (_theta(r),),
        "projection_matrix": lambda r: (r.W,),
        "dependent_velocities": lambda r: (_dependent(r, r.rates),),
        "dependent_accelerations": lambda r: (_dependent(r, r.tree_accelerations),),
        "inverse_kinematics": lambda r: (_legs(r),),
        "inverse_jacobian": lambda r: (r.W[:, motors(r)],),
        "platform_inverse_dynamics": lambda r: (_at_platform(r, r.forces().value),),
        "platform_mass_matrix": lambda r: (_at_platform(r, r.mass().value),),
        "platform_coriolis_vector": lambda r: (_at_platform(r, r.coriolis()),),
        "platform_gravity": lambda r: (_at_platform(r, r.gravity().value),),
    }
)
EXPECTED: Mapping[str, Callable[[Any], Outputs]] = MappingProxyType({**expected.EXPECTED, **_CLOSED})
