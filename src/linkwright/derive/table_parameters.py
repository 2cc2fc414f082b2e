"""What is linear in the inertial parameters. Entries of the table of quantities."""

from __future__ import annotations

from linkwright.derive.quantity import Quantity
from linkwright.derive.references import KHALIL
from linkwright.derive.regressor import regressor, regressor_by_wrenches

PARAMETERS = (
    Quantity(
        "regressor",
        "q v a",
        "Y",
        {
            "screws": lambda x: regressor(x.tree, x.q, x.v, x.a, x.options["columns"]),
            "wrenches": lambda x: regressor_by_wrenches(x.tree, x.q, x.v, x.a, x.options["columns"]),
        },
        doc="Joint forces per inertial parameter",
        equation="tau = Y(q,v,a) p",
        reference=f"{KHALIL}, chapter 12",
        physical=True,
        aliases=("Y",),
    ),
    Quantity(
        "base_parameters",
        "",
        "base",
        {"regroup": lambda x: list(x.options["values"])},
        doc="Base parameters from the physical inertial parameters of the links",
        equation="p_base = B(p)",
        reference=f"Gautier & Khalil 1990; {KHALIL}, chapter 9",
        physical=True,
        aliases=("pb",),
    ),
)
