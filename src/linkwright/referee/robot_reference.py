"""What brute force says of a tree or of a closed robot, on many states at once: the words are the same for both.

Of a closed robot q, v, a, j, s and all forces are those of the free coordinates; `reduced` and `columns` go there from the
tree. Time derivatives are Taylor series along the motion, derivatives along coordinates and parameters complex steps.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.referee.algebra import ad, adjoint, applied, inverse_place
from linkwright.referee.frames import FrameMotion, in_world
from linkwright.referee.movement import Movement
from linkwright.referee.poses import frame_names
from linkwright.referee.series import Series, constant
from linkwright.referee.states import ClosedStates, States
from linkwright.referee.tree import ReferenceTree

STEP = 1e-30
"""Of a complex step."""


@dataclass(frozen=True)
class Reference(ABC):
    """tree: in numbers, its inertias those that are asked about.

    frame: the one frame that kinematic functions speak of; chosen: whether the user named it
    values: of the parameters along which derivatives are taken
    """

    tree: ReferenceTree
    states: States | ClosedStates
    frame: str = ""
    chosen: bool = False
    values: Mapping[str, float] = field(default_factory=dict[str, float])
    _motions: dict[int, Movement] = field(default_factory=dict[int, Movement])

    def __len__(self) -> int:
        return len(self.states)

    @property
    def n(self) -> int:
        """Degrees of freedom."""
        return self.states.v.shape[1]

    @property
    def frames(self) -> tuple[str, ...]:
        """All frames, in the order of `forward_kinematics`."""
        return tuple(frame_names(self.tree.robot))

    def motion(self, order: int = 0) -> Movement:
        """The tree along its motion, with at least so many derivatives."""
        known = [k for k in self._motions if k >= order]
        if not known:
            self._motions[order] = self.moved(order)
            known = [order]
        return self._motions[min(known)]

    def at(self, name: str | None = None, order: int = 0) -> FrameMotion:
        """A frame along the motion; the one that is spoken of where none is named."""
        return FrameMotion(self.motion(order), self.frame if name is None else name)

    # --- what differs between a tree and a closed robot ------------------------------------------------------------------

    @abstractmethod
    def moved(self, order: int) -> Movement:
        """The tree along the motion with rates v, a, j, s, as Taylor series."""

    @abstractmethod
    def reduced(self, forces: Series) -> Series:
        """Forces of the tree (or columns of them), felt at the coordinates."""

    @abstractmethod
    def columns(self, A: Series) -> Series:
        """A matrix that multiplies rates of the tree, for the rates v."""

    @abstractmethod
    def coriolis(self) -> Array:
        """c: what velocities need where no coordinate is accelerated."""

    @abstractmethod
    def coriolis_matrix(self, order: int = 0) -> Series:
        """C such that dM/dt - 2C is skew."""

    @abstractmethod
    def slopes(self, a: Array) -> dict[str, Array]:
        """Derivatives of the forces at accelerations a, (states, n, directions) along q (tangent space) and v."""

    @abstractmethod
    def brackets(self) -> Array:
        """-(v x): how a deviation of the position turns with the motion, (states, n, n)."""

    @abstractmethod
    def along_parameters(self, direction: Mapping[str, float]) -> Array:
        """d tau of parameters that move along a direction; a closed robot stays closed."""

    # --- forces and masses -------------------------------------------------------------------------------------------

    def forces(self, order: int = 0) -> Series:
        """tau = M a + c + g + passive - J' w."""
        return self.reduced(self.motion(order).forces(self.states.wrench))

    def rigid_forces(self) -> Array:
        """tau of the bodies alone: without rotors, springs, friction and wrenches."""
        return self.reduced(self.motion().rigid_forces).value

    def mass(self, order: int = 0) -> Series:
        """M, rotors included."""
        return self.columns(self.reduced(self.motion(order).mass))

    def rigid_mass(self) -> Array:
        """M of the bodies alone."""
        return self.columns(self.reduced(self.motion().rigid_mass)).value

    def gravity(self, order: int = 0) -> Series:
        return self.reduced(self.motion(order).gravity)

    @property
    def passive(self) -> Array:
        return self.reduced(self.motion().passive).value

    @cached_property
    def bias(self) -> Array:
        """Everything but the mass matrix."""
        outside = self.reduced(self.motion().outside(self.states.wrench)).value
        return self.coriolis() + self.gravity().value + self.passive - outside

    @cached_property
    def accelerations(self) -> Array:
        """Forward dynamics under the states' tau."""
        return np.linalg.solve(self.mass().value, (self.states.tau - self.bias)[..., None])[..., 0]

    # --- derivatives -------------------------------------------------------------------------------------------------

    @cached_property
    def inverse_slopes(self) -> dict[str, Array]:
        return self.slopes(self.states.a)

    @cached_property
    def forward_slopes(self) -> dict[str, Array]:
        """Derivatives of the accelerations: -M^-1 times those of the forces that make them."""
        inverse = np.linalg.inv(self.mass().value)
        return {name: -inverse @ x for name, x in self.slopes(self.accelerations).items()} | {"tau": inverse}

    @cached_property
    def linearisation(self) -> tuple[Array, Array]:
        """A and B of d/dt (dq, dv) = A (dq, dv) + B dtau: d(dq)/dt = dv - v x dq, d(dv)/dt = da."""
        n, count = self.n, len(self)
        A, B = np.zeros((count, 2 * n, 2 * n)), np.zeros((count, 2 * n, n))
        slopes = self.forward_slopes
        A[:, :n, :n], A[:, :n, n:] = self.brackets(), np.eye(n)
        A[:, n:, :n], A[:, n:, n:], B[:, n:] = slopes["q"], slopes["v"], slopes["tau"]
        return A, B

    # --- bodies ------------------------------------------------------------------------------------------------------

    @cached_property
    def center_of_mass(self) -> Array:
        mass, moment = self.motion().moment_of_mass
        return moment.value / mass

    @cached_property
    def momentum_matrix(self) -> Array:
        """Linear and angular momentum about the world's origin per rate."""
        return self.columns(self.motion().momentum_matrix).value

    @cached_property
    def centroidal_matrix(self) -> Array:
        """Momentum about the centre of mass, in world axes, per rate."""
        A = self.momentum_matrix.copy()
        A[..., 3:, :] -= np.cross(self.center_of_mass[..., None, :], np.swapaxes(A[..., :3, :], -1, -2)).swapaxes(
            -1, -2
        )
        return A

    def body_wrenches(self) -> list[Series]:
        """What every moving body needs to move as it does, at the world's origin; external wrenches taken off."""
        m = self.motion()
        found = [in_world(m, k, m.wrench(k, mover.G)) for k, mover in enumerate(self.tree.movers)]
        for n, name in enumerate(self.tree.robot.wrenches):
            k, X = self.tree.frame(name)
            if k >= 0:
                w = np.einsum("ji,...j->...i", adjoint(inverse_place(X)), self.states.wrench[:, n])
                found[k] = found[k] - in_world(m, k, constant(w, m.order))
        return found

    def per_parameter(self, of: Callable[[Movement, int, Array], Array]) -> list[list[Array]]:
        """Per mover, a value for one unit of each of its ten inertial parameters."""
        m = self.motion()
        return [[of(m, k, G) for G in m.units(np.eye(4))] for k in range(len(self.tree.movers))]


def joint_brackets(motion: Movement) -> Array:
    """[v, .] of the rates of every joint, (states, nv, nv), from the commutators of its screws where these do not depend on
    the position: of quaternions and planar joints. Rates of other joints are derivatives of coordinates, and have none."""
    total = np.zeros((*motion.batch, motion.nv, motion.nv))
    for m, S in zip(motion.tree.movers, motion.screws, strict=True):
        if not m.springy:
            own = slice(m.iv, m.iv + m.width)
            V = applied(S.value, m.rates(motion.v).value)
            total[..., own, own] = np.linalg.pinv(S.value) @ ad(Series(V[None])).value @ S.value
    return total
