"""The table of quantities; a new derivation is one file, one entry in the part it belongs to, and one test file."""

from __future__ import annotations

from linkwright.graph.quantity import Quantities, Quantity
from linkwright.mechanics.quantities.derivatives import DERIVATIVES
from linkwright.mechanics.quantities.dynamics import DYNAMICS
from linkwright.mechanics.quantities.kinematics import KINEMATICS
from linkwright.mechanics.quantities.parameters import PARAMETERS

_TABLE: tuple[Quantity, ...] = (*DYNAMICS, *DERIVATIVES, *PARAMETERS, *KINEMATICS)

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
        "forward_kinematics",
        "jacobian",
    ),
)
QUANTITIES = TABLE.by_name
