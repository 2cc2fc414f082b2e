"""The table of quantities; a new derivation is one file, one entry in the part it belongs to, and one test file."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from linkwright.derive.quantity import Quantity
from linkwright.derive.table_derivatives import DERIVATIVES
from linkwright.derive.table_dynamics import DYNAMICS
from linkwright.derive.table_kinematics import KINEMATICS
from linkwright.derive.table_parameters import PARAMETERS

_TABLE: tuple[Quantity, ...] = (*DYNAMICS, *DERIVATIVES, *PARAMETERS, *KINEMATICS)

QUANTITIES: Mapping[str, Quantity] = MappingProxyType({x.name: x for x in _TABLE})
ALIASES: Mapping[str, str] = MappingProxyType({alias: x.name for x in _TABLE for alias in (x.name, *x.aliases)})

DEFAULT = (
    "inverse_dynamics", "mass_matrix", "coriolis_matrix", "gravity", "nonlinear_effects", "forward_dynamics",
    "kinetic_energy", "potential_energy", "forward_kinematics", "jacobian",
)  # fmt: skip
"""What `build` writes when no quantity is named."""
