"""From poses to joints: inverse kinematics of trees and of parallel robots. Entries of the table of quantities."""

from __future__ import annotations

from linkwright.graph.quantity import Quantity
from linkwright.lazy import lazy
from linkwright.mechanics.quantities.method import always, both, embedded, of_closed, of_trees

_OF_TREES = lazy("linkwright.mechanics.inverse.closed_form:inverse_kinematics")
_OF_PLATFORMS = lazy("linkwright.mechanics.platform.quantities:inverse_kinematics")
_SOLVER = "Sugihara 2011"
_RATES = "Bruyninckx & De Schutter 1996"
_OPTIONS = ("frame", "base", "mask", "limits")

INVERSE = (
    Quantity(
        "inverse_kinematics",
        "pose given",
        "solutions count residual",
        {"closed_form": of_trees(_OF_TREES, always) | of_closed(embedded(_OF_PLATFORMS))},
        doc="All positions of the joints that put a frame at a pose: a row per branch, NaN where it does not exist; how many "
        "exist; the largest error of each",
        equation="pose(q) = pose",
        reference="Pieper 1968; Murray, Li & Sastry 1994, section 3.3",
        unit="rad | m",
        aliases=("ik",),
        options=("frame", "base", "mask", "given"),
        kinematic=True,
        beside_loops=True,
        closed={
            "inputs": "q",
            "output": "legs",
            "doc": "Coordinates of the joints with motors (joints='all': of all joints of the legs) at a pose of the platform",
            "equation": "h(x, legs) = 0",
            "reference": "Briot & Khalil 2015, chapters 7 and 8",
            "options": ("joints", "closure", "form"),
            "needs": "platform",
            "beside_loops": False,
            "lanes": True,
        },
    ),
    Quantity(
        "inverse_kinematics_step",
        "pose q direction damping weights rest gain",
        "q_next direction_next error",
        {"damped": of_trees(lazy("linkwright.mechanics.inverse.levenberg_marquardt:step"), always)},
        doc="A damped step towards a pose of a frame, the next direction, and the length of the weighted error; joints stay "
        "within their limits (limits='ignored': not)",
        equation="q + damping direction;  J'(J J' + lambda)^-1 e;  |e|",
        reference=_SOLVER,
        options=_OPTIONS,
        kinematic=True,
        beside_loops=True,
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
        beside_loops=True,
    ),
    Quantity(
        "inverse_kinematics_rates",
        "q twist acceleration",
        "v a",
        {"blocks": both(lazy("linkwright.mechanics.inverse.rates:rates"))},
        doc="Rates and accelerations of the joints at which a frame has a twist and its time derivative (what the mask asks of "
        "them); the least where joints are to spare, the least error where there are too few",
        equation="v = J^+ twist;  a = J^+ (acceleration - dJ/dt v)",
        reference=_RATES,
        unit="rad/s | m/s; rad/s^2 | m/s^2",
        options=("frame", "base", "mask"),
        kinematic=True,
    ),
    Quantity(
        "jacobian_condition",
        "q",
        "condition",
        {"blocks": both(lazy("linkwright.mechanics.inverse.rates:condition"))},
        doc="Condition of the Jacobian of a frame (the rows that the mask asks for) by Frobenius' norm: at least the condition "
        "number of the singular values, at most that times the smaller of its sizes",
        equation="|J| |J^+|",
        reference="Golub & Van Loan 2013, section 2.3",
        options=("frame", "base", "mask"),
        kinematic=True,
    ),
)
