"""A mechanism's functions as native code, in this process."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, overload

from linkwright.errors import InputError, QuantityError
from linkwright.mechanism import Mechanism, require_mechanism
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.robot import OpenRobot
from linkwright.native_dynamics import Dynamics
from linkwright.request import Request

if TYPE_CHECKING:
    from typing import Unpack

    import numpy as np

    from linkwright.inverse.follow import Followed
    from linkwright.inverse.inverse_kinematics import Asked, InverseKinematics
    from linkwright.manifold.lagrangian import Lagrangian
    from linkwright.native_methods import (  # pyright: ignore[reportMissingModuleSource]
        ClosedMethods,
        LagrangianMethods,
        TreeMethods,
    )
else:  # a method per quantity for editors and checkers only: at run time they are found in the tables
    ClosedMethods = LagrangianMethods = TreeMethods = object


class OpenDynamics(Dynamics, TreeMethods):
    """Functions of a tree."""

    def __init__(self, robot: OpenRobot, options: Request = Request(), layout: str = "full") -> None:
        super().__init__(robot, options, layout)
        self.open_robot = robot
        self._solver: InverseKinematics | None = None
        self._formula: Any = None
        self._all_solved: Any = None
        self._ends_well: Any = None

    def inverse_kinematics(self, pose: Any, near: Any = None, **asked: Unpack[Asked]) -> dict[str, Any]:
        """All positions at which a frame has a pose, (4, 4) or x y z qx qy qz qw, or batches of them: solutions (N, nq),
        NaN where there are fewer; count; residual (N,).

        near:   positions; the nearest solution comes first
        asked:  frame, base, mask, given, samples, limits, turns, weights, threads: as in inverse_kinematics.Asked

        At poses without any solution: nearest (nq,), the positions of the least error, and nearest_residual.
        """
        if near is None and not asked and self._formula is not None:
            try:  # nothing in between: every check here costs as much as the solutions
                found = self._formula(pose)
            except InputError:
                pass  # another format, or it is told what is wrong
            else:
                if self._all_solved(found) and self._ends_well(pose):
                    return found
        solver = self.inverse
        found = solver(pose, near, asked)
        if not asked and self._formula is None:
            from linkwright.inverse.solutions import all_found, all_solved, ends_well

            f = solver.compiled(asked)
            self._formula = f if len(f.kernel.inputs) == 1 else None
            self._ends_well = ends_well
            self._all_solved = all_solved if f.kernel.procedure else all_found
        return found

    ik = inverse_kinematics

    def follow(self, poses: Any, q0: Any, **asked: Unpack[Asked]) -> Followed:
        """Positions along a path of poses, (T, 4, 4), or several, (paths, T, 4, 4), that continue from q0 without a jump of
        branch; jumps, singularities, and where a path leaves reach or limits are told (linkwright.inverse.follow)."""
        from linkwright.inverse.follow import follow

        return follow(self.inverse, poses, q0, asked)

    @property
    def inverse(self) -> InverseKinematics:
        """What stands behind inverse_kinematics."""
        self.require_double("inverse kinematics")
        if self._solver is None:
            from linkwright.inverse.inverse_kinematics import InverseKinematics

            self._solver = InverseKinematics(self.open_robot, self.whole)
        return self._solver

    def inverse_kinematics_method(self, **asked: Unpack[Asked]) -> str:
        """How solutions are found: "closed_form" or "near_closed_form" (with the family of arms), "elimination" or "search"."""
        facts = dict(self.inverse.compiled(asked).kernel.facts)
        family = facts.get("family")
        return f"{facts['method']}: {family}" if family else str(facts["method"])


class LagrangianDynamics(Dynamics, LagrangianMethods):
    """Functions of a Lagrangian on a manifold: dyn.accelerations(q, v, *inputs)."""


class ClosedDynamics(Dynamics, ClosedMethods):
    """The same for a robot with closed loops: q, v, a and tau are those of the free joints.

    Where the closure has a closed form it is inside: dyn.inverse_dynamics(q, v, a). Where it has none, functions take the
    dependent positions, too: theta = dyn.closure(q, theta0); dyn.inverse_dynamics(q=q, theta=theta, v=v, a=a).
    """

    def __init__(self, robot: ClosedRobot, options: Request = Request(), layout: str = "full") -> None:
        super().__init__(robot, options, layout)
        self.closed_robot = robot

    def closure(self, q: Any, theta0: Any = None) -> Any:
        """Dependent positions at free ones, (n,) or (batch, n): in closed form or, near theta0, by Newton's method (theta0:
        those of the start where none are given)."""
        import numpy as np

        from linkwright.model.assembly.solving import open_by, refuse_open

        if theta0 is None:
            try:
                theta = self.whole("closure")(q)
            except QuantityError:
                theta0 = self.start[1]
            else:
                refuse_open(self.closed_robot, np.where(np.isfinite(theta).all(axis=-1), 0.0, np.nan))
                return theta
        found = self.whole("closure_solution")(q, np.broadcast_to(theta0, (*np.shape(q)[:-1], np.shape(theta0)[-1])))
        refuse_open(self.closed_robot, found["residual"], self.options.real)
        if self.options.parameters == "numeric" and not self.options.symbolic:
            refuse_open(self.closed_robot, open_by(self.closed_robot, q, found["theta"]), self.options.real)
        return found["theta"]

    def platform_forward_kinematics(self, motors: Any, near: Any = None, starts: int = 200) -> dict[str, Any]:
        """All poses of a parallel robot's platform for positions of its motors, (n,) or (batch, n), nearest to `near` (default:
        the start) first: solutions, NaN where there are fewer, count, residual, and complete: False where Newton's method was
        started from `starts` poses, and some may be missing."""
        from linkwright.mechanics.platform.forward_kinematics import platform_forward_kinematics

        self.require_double("the search for all poses of a platform")
        return platform_forward_kinematics(self.closed_robot, motors, near, starts)

    def platform_path(self, motors: Any, near: Any = None) -> dict[str, Any]:
        """Poses of the platform along a path of its motors (batch, n), or at its end (n,), from a known pose (default: the
        start) on, in the same way of assembly: q, residual, conditioning of the inverse Jacobian, and reached: the part of the
        way to each position that was made; less than 1, and q NaN from there on, where a singularity bars the way."""
        from linkwright.mechanics.platform.forward_kinematics import platform_path

        self.require_double("the path of a platform")
        return platform_path(
            self.closed_robot, self.whole("inverse_kinematics"), self.whole("inverse_jacobian"), (motors, near)
        )

    @property
    def start(self) -> tuple[Any, Any]:
        """Free and dependent positions at which the mechanism was assembled."""
        import numpy as np

        from linkwright.model.assembly.mobility_report import cut

        made = cut(self.closed_robot)
        every = np.array(made.start)
        return every[list(made.coordinates.free_q)], every[list(made.coordinates.dependent_q)]

    def __repr__(self) -> str:
        q, theta = self.start
        return self.told(f"{len(q)} free positions, {len(theta)} dependent ones")


class ClosedArmDynamics(ClosedDynamics):
    """The same without a platform: frames that no dependent joint is on the way to go to poses as those of a tree."""

    def inverse_kinematics(  # pyright: ignore[reportIncompatibleMethodOverride]
        self, pose: Any, near: Any = None, **asked: Unpack[Asked]
    ) -> dict[str, Any]:
        """As OpenDynamics.inverse_kinematics; solutions (N, nq) are positions of the free joints."""
        return self.arm.inverse_kinematics(pose, near, **self._checked(asked))

    ik = inverse_kinematics

    def follow(self, poses: Any, q0: Any, **asked: Unpack[Asked]) -> Followed:
        """As OpenDynamics.follow."""
        return self.arm.follow(poses, q0, **self._checked(asked))

    def inverse_kinematics_method(self, **asked: Unpack[Asked]) -> str:
        """As OpenDynamics.inverse_kinematics_method."""
        return self.arm.inverse_kinematics_method(**self._checked(asked))

    @cached_property
    def arm(self) -> OpenDynamics:
        """Functions of the tree of the free joints."""
        from linkwright.mechanics.inverse.beside_loops import free_tree

        return OpenDynamics(free_tree(self.closed_robot), self.options)

    def _checked(self, asked: Asked) -> Asked:
        """With the frame named, to which no dependent joint is on the way."""
        from linkwright.mechanics.inverse.beside_loops import frame_beside_loops

        own = self.arm.inverse.options(asked)
        return {**asked, "frame": frame_beside_loops(self.closed_robot, own.get("frame"), own.get("base"))}


class Compiled(TypedDict, total=False):
    """What compile takes by name."""

    parameters: str
    symbolic: str
    layout: str
    dtype: str | type | np.dtype[Any]


AnyDynamics = OpenDynamics | ClosedDynamics | LagrangianDynamics


@overload
def compile(robot: OpenRobot, **options: Unpack[Compiled]) -> OpenDynamics: ...
@overload
def compile(robot: ClosedRobot, **options: Unpack[Compiled]) -> ClosedDynamics: ...
@overload
def compile(robot: Lagrangian, **options: Unpack[Compiled]) -> LagrangianDynamics: ...
@overload
def compile(robot: str | Path, **options: Unpack[Compiled]) -> AnyDynamics: ...


def compile(
    robot: Mechanism | str | Path,
    *,
    parameters: str = "numeric",
    symbolic: str = "",
    layout: str = "full",
    dtype: str | type | np.dtype[Any] = "float64",
) -> AnyDynamics:
    """Native functions of a mechanism, in this process; no C compiler is needed.

    robot:      a mechanism, or the path of its file
    parameters: "numeric" folds the model's numbers in; "symbolic", "inertial" or "base" make them an input
    symbolic:   patterns of parameters that stay an input in numeric form
    layout:     of results: "full"; "packed": no constants, no second halves; "soa": the batch as the last axis; "packed,soa"
    dtype:      "float64", or "float32" (np.float32): twice as many states at a time, with seven digits (docs/performance.md)
    """
    from linkwright.readers import load

    mechanism: Mechanism = load(robot) if isinstance(robot, str | Path) else robot
    require_mechanism(mechanism, "compile")
    request = Request(parameters, symbolic, real=_name(dtype))
    match mechanism:
        case OpenRobot():
            return OpenDynamics(mechanism, request, layout)
        case ClosedRobot(platform=None):
            return ClosedArmDynamics(mechanism, request, layout)
        case ClosedRobot():
            return ClosedDynamics(mechanism, request, layout)
        case _:
            return LagrangianDynamics(mechanism, request, layout)


def _name(dtype: str | type | np.dtype[Any]) -> str:
    """Of a real, as NumPy's users write it; what knows no NumPy goes on with the name."""
    if isinstance(dtype, str):
        return dtype
    return dtype.__name__ if isinstance(dtype, type) else str(dtype)
