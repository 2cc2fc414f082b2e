"""Laws of mechanics asked of a robot's equations, in numbers and in exact arithmetic.

verdict = verify(robot)                          every law that needs nothing else installed
verdict = verify(robot, against="pinocchio")     and the comparison with an independent code
print(verdict); verdict.ok
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linkwright.verification.verdict import Row, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from linkwright.mechanism import Mechanism

__all__ = ["Row", "Verdict", "verify"]


def verify(
    robot: Mechanism,
    against: str | None = None,
    *,
    file: str | Path | None = None,
    laws: Iterable[int] | None = None,
    seed: int = 0,
    progress: Callable[[str], Any] | None = None,
) -> Verdict:
    """Ask the laws of a robot.

    against:  "pinocchio" or "mujoco" compares with it, too (law 23)
    file:     the robot's URDF, for the independent code to read by itself; without it the robot is handed over joint by joint
    laws:     numbers of the laws to ask; all by default
    seed:     of the sample points
    progress: called with the name of each law before it is asked
    """
    from linkwright.mechanism import require_mechanism
    from linkwright.verification.run import run

    require_mechanism(robot, "verify")
    return run(robot, against, None if file is None else str(file), laws, seed, progress)
