"""The table of quantities of closed robots, in free coordinates; names as for trees where the concept is the same."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from linkwright.graph.quantity import Quantity
from linkwright.loops.table_closure import CLOSURE
from linkwright.loops.table_dynamics import DYNAMICS
from linkwright.loops.table_kinematics import KINEMATICS
from linkwright.loops.table_parallel import PARALLEL

_TABLE: tuple[Quantity, ...] = (*DYNAMICS, *CLOSURE, *KINEMATICS, *PARALLEL)

QUANTITIES: Mapping[str, Quantity] = MappingProxyType({x.name: x for x in _TABLE})
ALIASES: Mapping[str, str] = MappingProxyType({alias: x.name for x in _TABLE for alias in (x.name, *x.aliases)})

DEFAULT = (
    "inverse_dynamics", "mass_matrix", "coriolis_matrix", "gravity", "nonlinear_effects", "forward_dynamics",
    "kinetic_energy", "potential_energy", "closure_solution", "projection_matrix", "dependent_velocities",
    "dependent_accelerations", "forward_kinematics", "jacobian",
)  # fmt: skip
"""What `build` writes when no quantity is named."""
