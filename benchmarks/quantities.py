"""What is measured, from which inputs, and how much faster than Pinocchio's best build it shall be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from benchmarks.robots import KINDS, BenchRobot


@dataclass(frozen=True)
class Goal:
    """Pinocchio's time divided by ours, same run: one state at a time, and a batch on one core.

    None: no goal here, since batches of large results are bound by writing them (`benchmarks.narrow`).
    """

    single: float | None
    batched: float | None


FASTER = Goal(1, 1)


@dataclass(frozen=True)
class Quantity:
    """`inputs` of every contestant's function, in order; `goals` by kind of robot: arm, quadruped, humanoid.

    `casadi` is the least ratio against CasADi's generated C. `group` names the peers' program that has the quantity.
    """

    name: str
    inputs: tuple[str, ...]
    goals: tuple[Goal, ...] = (FASTER,) * 3
    casadi: float = 1.0
    group: Literal["dynamics", "motion"] = "dynamics"

    def goal(self, robot: BenchRobot) -> Goal:
        return self.goals[KINDS.index(robot.kind)]


QUANTITIES = {
    quantity.name: quantity
    for quantity in (
        Quantity("inverse_dynamics", ("q", "v", "a"), (Goal(8, 30), Goal(12, 20), Goal(6, 15)), casadi=2),
        Quantity("mass_matrix", ("q",), (Goal(7, 18), Goal(6, None), Goal(5, None)), casadi=2),
        Quantity("forward_dynamics", ("q", "v", "tau"), (Goal(7, 22), Goal(5, 15), Goal(5, 15)), casadi=2),
        Quantity("gravity", ("q",), (Goal(9, 35), Goal(9, 25), Goal(9, 25)), casadi=2),
        Quantity("inverse_dynamics_derivatives", ("q", "v", "a"), (Goal(3, 8),) * 3),
        Quantity("forward_dynamics_derivatives", ("q", "v", "tau"), (Goal(4, 4),) * 3),
        Quantity("coriolis", ("q", "v"), (Goal(4, 10), Goal(3, 8), Goal(3, 8))),
        Quantity("regressor", ("q", "v", "a"), (Goal(6, None), Goal(5, None), Goal(5, None))),
        Quantity("mass_matrix_inverse", ("q",)),
        Quantity("nonlinear_effects", ("q", "v")),
        Quantity("cut_forces", ("q", "v", "a")),
        Quantity("base_wrench", ("q", "v", "a")),
        Quantity("gravity_regressor", ("q",)),
        Quantity("pose", ("q",), (Goal(8, 22), Goal(10, 25), Goal(10, 25)), group="motion"),
        Quantity("jacobian", ("q",), (Goal(8, None), Goal(10, None), Goal(10, None)), group="motion"),
        Quantity("forward_kinematics", ("q",), group="motion"),
        Quantity("jacobian_world", ("q",), group="motion"),
        Quantity("jacobian_body", ("q",), group="motion"),
        Quantity("jacobian_rate", ("q", "v"), group="motion"),
        Quantity("twist", ("q", "v"), group="motion"),
        Quantity("frame_acceleration", ("q", "v", "a"), group="motion"),
        Quantity("center_of_mass", ("q",), group="motion"),
        Quantity("com_jacobian", ("q",), group="motion"),
        Quantity("momentum", ("q", "v"), group="motion"),
        Quantity("centroidal_momentum", ("q", "v"), group="motion"),
        Quantity("centroidal_momentum_matrix", ("q",), group="motion"),
        Quantity("kinetic_energy", ("q", "v"), group="motion"),
        Quantity("potential_energy", ("q",), group="motion"),
        Quantity("kinetic_energy_regressor", ("q", "v"), group="motion"),
        Quantity("potential_energy_regressor", ("q",), group="motion"),
    )
}
