"""Methods of robots that rooms above the model answer, so that users find them at the robot.

Here is only what they take and give; where each lives stands in `linkwright/__init__.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from linkwright.arrays import Array
from linkwright.lazy import provided

if TYPE_CHECKING:
    from typing import Self

    import numpy as np
    from numpy.typing import ArrayLike


class RobotMethods:
    """What open and closed robots can be asked. Positions q and rates v are those that a robot's functions take."""

    def integrate(self, q: ArrayLike, v: ArrayLike, dt: float = 1.0) -> Array:
        """Positions after a time dt with constant rates, as arrays (nq,) or (batch, nq): rotations stay rotations, and a body
        that floats moves along a screw."""
        return provided("robot.integrate")(self, q, v, dt)

    def difference(self, q0: ArrayLike, q1: ArrayLike) -> Array:
        """The rates that lead from q0 to q1 in unit time: integrate(q0, difference(q0, q1)) is q1, by less than half a turn."""
        return provided("robot.difference")(self, q0, q1)

    def random_configuration(self, rng: np.random.Generator | int | None = None) -> Array:
        """Random positions within the joints' limits; of a closed robot, where its loops close.

        rng: a generator of NumPy, or a seed
        """
        return provided("robot.random_configuration")(self, rng)

    def with_parameters(self, values: Mapping[str, float] | None = None, /, **named: float) -> Self:
        """The robot with other values of its parameters: robot.with_parameters(L1=0.4)."""
        return provided("robot.with_parameters")(self, {**(values or {}), **named})

    def with_payload(
        self,
        mass: float,
        com: Sequence[float] = (0.0, 0.0, 0.0),
        inertia: Sequence[float] | Sequence[Sequence[float]] | None = None,
        frame: str = "",
    ) -> Self:
        """The robot with a load fixed to a frame (default: the platform, else the last one).

        com:     centre of mass in the frame, in m
        inertia: about the centre of mass, in kg m^2: Ixx Iyy Izz, a matrix, or None for a point
        """
        return provided("robot.with_payload")(self, mass, com, inertia, frame)

    def subtree(self, body: str) -> Any:
        """What hangs on a body, as a robot of its own that stands on it: open, or closed where loops are left."""
        return provided("robot.subtree")(self, body)

    def _repr_html_(self) -> str:
        return provided("robot.html")(self)
