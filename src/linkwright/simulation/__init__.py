"""Motions of mechanisms: what is integrated (flow.py), how (integrators.py), under which forces, with an account of the energy.

motion = simulate(mechanism, Run(time=5, q0="0.5, 30 deg", torque="-v1, sin(t)"))
motion.t, motion.q, motion.energy_error
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from linkwright.lazy import names

if TYPE_CHECKING:
    from linkwright.simulation.flow import simulate
    from linkwright.simulation.motion import Motion
    from linkwright.simulation.run import Run

__all__ = ["Motion", "Run", "simulate"]

# Imported when they are used: every command knows the flags of a Run, and few simulate.
__getattr__ = names(
    __name__,
    {
        "Motion": "linkwright.simulation.motion:Motion",
        "Run": "linkwright.simulation.run:Run",
        "simulate": "linkwright.simulation.flow:simulate",
    },
)
