"""The picture of a mechanism: a sketch of a robot in a pose; a Lagrangian's variables and equations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.errors import InputError, counted
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.robot import OpenRobot

if TYPE_CHECKING:
    from linkwright.mechanism import Mechanism


def picture(mechanism: Mechanism, pose: Sequence[float] | Array | None = None, mark: str = "") -> str:
    """A mechanism as SVG, the same text for the same mechanism and pose.

    pose: positions q as the robot's functions take them (of a closed robot the free ones); by default at rest, or at the
          start of a closed robot. A Lagrangian has none
    mark: a comment near the top
    """
    if pose is not None and isinstance(mechanism, OpenRobot | ClosedRobot) and len(pose) != mechanism.nq:
        raise InputError(f"a pose of '{mechanism.name}' has {counted(mechanism.nq, 'number')}, not {len(pose)}")
    match mechanism:
        case OpenRobot():
            from linkwright.draw.sketch import sketch
            from linkwright.model.configuration import neutral, normalised
            from linkwright.model.numeric import numeric

            q = neutral(mechanism) if pose is None else normalised(mechanism, np.array(pose, dtype=float))
            return sketch(numeric(mechanism), q, mark)
        case ClosedRobot():
            from linkwright.draw.sketch import sketch
            from linkwright.model.assembly.mobility_report import cut, solve
            from linkwright.model.numeric import numeric

            start = np.array(cut(mechanism).start)
            q = start if pose is None else solve(mechanism, np.array(pose, dtype=float), start)
            return sketch(numeric(mechanism), q, mark)
        case _:
            from linkwright.draw.lagrangian import variables_and_equations

            if pose is not None:
                raise InputError("the picture of a Lagrangian shows no pose", mechanism.source, "leave the pose out")
            return variables_and_equations(mechanism, mark)
