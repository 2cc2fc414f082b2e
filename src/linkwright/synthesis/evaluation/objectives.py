"""OBJECTIVES: what a search makes small (stiffness: large). docs/synthesis.md has the formulas."""

from __future__ import annotations

from linkwright.synthesis.evaluation import measures, solids, tubes
from linkwright.synthesis.evaluation.table import Measure

_ROWS = (
    Measure("energy", "J", "forces", "work that motors on one supply put in during a cycle", measures.energy),
    Measure("mass", "kg", "masses", "mass of all moving bodies", measures.mass),
    Measure("torque", "N m", "forces", "largest torque of a turning motor", measures.torque),
    Measure("force", "N", "forces", "largest force of a sliding motor", measures.force),
    Measure("power", "W", "forces", "largest mechanical power of one motor", measures.motor_power),
    Measure("speed", "1", "motion", "largest speed of a motor, relative to its limit", measures.velocity),
    Measure("condition", "1", "motion", "largest condition number of the Jacobian", measures.condition),
    Measure("position_error", "m", "motion", "error of the tool from the resolution of encoders", tubes.position_error),
    Measure("stiffness", "N/m", "solids", "least force per way that the tool gives", tubes.tool_stiffness, -1),
    Measure("footprint", "m2", "solids", "area of the convex outline of all links along the path", solids.footprint),
    Measure(
        "swept_volume", "m3", "solids", "volume of the convex hull of all links along the path", solids.swept_volume
    ),
)
OBJECTIVES = {row.name: row for row in _ROWS}
