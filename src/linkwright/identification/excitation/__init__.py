"""Exciting trajectories: motions of a robot that tell its parameters apart, within its limits.

excite(robot, time=10, harmonics=5)   a Fourier series per joint, from rest to rest, of the least condition number
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from linkwright.lazy import names

if TYPE_CHECKING:
    from linkwright.identification.excitation.bounds import read_limits
    from linkwright.identification.excitation.plan import Plan
    from linkwright.identification.excitation.result import Excitation
    from linkwright.identification.excitation.run import excite

__all__ = ["Excitation", "Plan", "excite", "read_limits"]

__getattr__ = names(
    __name__,
    {
        "Excitation": "linkwright.identification.excitation.result:Excitation",
        "Plan": "linkwright.identification.excitation.plan:Plan",
        "excite": "linkwright.identification.excitation.run:excite",
        "read_limits": "linkwright.identification.excitation.bounds:read_limits",
    },
)
