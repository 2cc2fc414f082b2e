"""Inverse kinematics of trees. Entries of the table of quantities."""

from __future__ import annotations

from linkwright.graph.quantity import Quantity
from linkwright.lazy import lazy
from linkwright.mechanics.quantities.method import always, of_trees

_SOLVER = "Sugihara 2011"
_OPTIONS = ("frame", "base", "mask", "limits")

INVERSE = (
    Quantity(
        "inverse_kinematics_step",
        "pose q direction damping weights rest gain",
        "q_next direction_next error",
        {"damped": of_trees(lazy("linkwright.mechanics.inverse.step:step"), always)},
        doc="A damped step towards a pose of a frame, the next direction, and the length of the weighted error; joints stay "
        "within their limits (limits='ignored': not)",
        equation="q + damping direction;  J'(J J' + lambda)^-1 e;  |e|",
        reference=_SOLVER,
        options=_OPTIONS,
        kinematic=True,
    ),
    Quantity(
        "inverse_kinematics_solution",
        "pose",
        "q",
        {},
        doc="Joint positions at which a frame has a pose, near a guess; where there are none, those of the least error",
        equation="X_world_frame(q) = pose",
        reference=_SOLVER,
        unit="rad | m",
        options=_OPTIONS,
        repeats="inverse_kinematics_step",
    ),
)
