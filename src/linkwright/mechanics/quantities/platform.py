"""What only parallel robots have: inverse Jacobian, force and moment of the platform. Entries of the table."""

from __future__ import annotations

from linkwright.graph.quantity import Quantity
from linkwright.lazy import lazy
from linkwright.mechanics.quantities.derivations import of_load
from linkwright.mechanics.quantities.method import embedded, of_closed

_FORCES = lazy("linkwright.mechanics.platform.quantities:platform_forces")
_BOOK = "Briot & Khalil 2015, chapters 7 and 8"
_WRENCH = "Force and moment about the platform's origin, in the base's axes"

PARALLEL = (
    Quantity(
        "inverse_jacobian",
        "q",
        "Jinv",
        {
            "legwise": of_closed(embedded(lazy("linkwright.mechanics.platform.quantities:inverse_jacobian"))),
            "projection": of_closed(
                embedded(lazy("linkwright.mechanics.platform.quantities:inverse_jacobian_by_projection"))
            ),
        },
        doc="Rates of the joints with motors per rate of the platform's coordinates (velocities='twist': per its velocity and "
        "angular velocity in the base's axes)",
        equation="dq_motors = Jinv(q) v",
        reference=_BOOK,
        unit="rad/m | 1",
        aliases=("Jinv",),
        options=("velocities",),
        kinematic=True,
        needs="platform",
        lanes=True,
    ),
    Quantity(
        "platform_inverse_dynamics",
        "q v a wrench",
        "W",
        {"legwise": of_closed(of_load(_FORCES, "inverse_dynamics"))},
        doc=f"{_WRENCH}, that make a platform of six coordinates move with accelerations a of these",
        equation="W = H^-T tau,  H: rates of the coordinates -> velocity and angular velocity",
        reference=_BOOK,
        unit="N, N m",
        needs="platform",
        lanes=True,
    ),
    Quantity(
        "platform_mass_matrix",
        "q",
        "M",
        {"legwise": of_closed(embedded(lazy("linkwright.mechanics.platform.quantities:platform_mass_matrix")))},
        doc=f"{_WRENCH}, per acceleration of the platform's six coordinates (not symmetric)",
        equation="H^-T M(q)",
        reference=_BOOK,
        unit="kg m^2 | kg m | kg",
        needs="platform",
        lanes=True,
    ),
    Quantity(
        "platform_coriolis_vector",
        "q v",
        "c",
        {"legwise": of_closed(of_load(_FORCES, "coriolis_vector"))},
        doc=f"{_WRENCH}, of Coriolis and centrifugal forces",
        equation="H^-T C(q,v) v",
        reference=_BOOK,
        unit="N, N m",
        needs="platform",
        lanes=True,
    ),
    Quantity(
        "platform_gravity",
        "q",
        "g",
        {"legwise": of_closed(of_load(_FORCES, "gravity"))},
        doc=f"{_WRENCH}, that hold platform and legs still against gravity",
        equation="H^-T g(q)",
        reference=_BOOK,
        unit="N, N m",
        needs="platform",
        lanes=True,
    ),
)
