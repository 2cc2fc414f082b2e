"""What is said of a mechanism: the report of `check` (report.py), its equations for people (formulas.py), and what generated
files say besides the functions (here): picture, parameters, tests. One file per kind."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.robot import OpenRobot

if TYPE_CHECKING:
    from linkwright.emit import BuildContext
    from linkwright.mechanism import Mechanism
    from linkwright.passes.kernel import Kernel
    from linkwright.request import Request


def about_build(
    mechanism: Mechanism,
    kernels: Sequence[Kernel],
    options: Request,
    left_out: tuple[tuple[str, str], ...] = (),
    languages: Sequence[str] = (),
) -> BuildContext:
    """What the files say besides the functions."""
    more = (kernels, options, left_out, languages, model_hash(mechanism))
    match mechanism:
        case OpenRobot():
            from linkwright.describe.tree import about

            return about(mechanism, *more)
        case ClosedRobot():
            from linkwright.describe.closed import about

            return about(mechanism, *more)
        case _:
            from linkwright.describe.lagrangian import about

            return about(mechanism, *more)


def model_hash(mechanism: Mechanism) -> str:
    """A short hash of everything that the equations depend on."""
    return hashlib.sha256(_text(mechanism).encode()).hexdigest()[:16]


def _text(mechanism: Mechanism) -> str:
    match mechanism:
        case OpenRobot() | ClosedRobot():
            from linkwright.model.describe import describe

            return describe(mechanism)
        case _:
            from linkwright.describe.lagrangian import describe

            return describe(mechanism)
