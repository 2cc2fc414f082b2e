"""The table of quantities of closed robots, in free coordinates; names as for trees where the concept is the same."""

from __future__ import annotations

from linkwright.graph.quantity import Quantities, Quantity
from linkwright.mechanics.quantities.closed_dynamics import DYNAMICS
from linkwright.mechanics.quantities.closed_kinematics import KINEMATICS
from linkwright.mechanics.quantities.closure import CLOSURE
from linkwright.mechanics.quantities.platform import PARALLEL

_TABLE: tuple[Quantity, ...] = (*DYNAMICS, *CLOSURE, *KINEMATICS, *PARALLEL)

TABLE = Quantities(
    _TABLE,
    default=(
        "inverse_dynamics",
        "mass_matrix",
        "coriolis_matrix",
        "gravity",
        "nonlinear_effects",
        "forward_dynamics",
        "kinetic_energy",
        "potential_energy",
        "closure_solution",
        "projection_matrix",
        "dependent_velocities",
        "dependent_accelerations",
        "forward_kinematics",
        "jacobian",
    ),
)
QUANTITIES = TABLE.by_name
