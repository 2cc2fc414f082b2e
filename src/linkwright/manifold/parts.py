"""What a derivation of a quantity gives, and when it cannot."""

from __future__ import annotations

from linkwright.errors import QuantityError
from linkwright.manifold.lower import Value
from linkwright.manifold.mechanics import Mechanics

Parts = dict[str, Value]
"""Outputs by name."""


class NotByThis(QuantityError):
    """A method that does not apply to this system; another one does."""


def need_quadratic(x: Mechanics, what: str) -> None:
    """Complain where the kinetic energy is not quadratic in the velocities."""
    if not x.quadratic:
        raise QuantityError(
            f"{what} of '{x.system.name}': the kinetic energy is not quadratic in the velocities, so there is no explicit form",
            x.system.source,
            "equations_of_motion, momentum and energy do not need one",
        )
