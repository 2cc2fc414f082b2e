"""What is said of a mechanism: the report of `check` (report.py), its equations for people (formulas.py), and what generated
files say besides the functions (here): picture, parameters, tests. One file per kind."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
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
    from linkwright.describe.constants import constants
    from linkwright.verification.suite import checks_for
    from linkwright.version import __version__

    return replace(
        _own(mechanism, kernels, options, languages),
        model_hash=model_hash(mechanism),
        version=__version__,
        checks=checks_for(
            mechanism, kernels, parameters=options.parameters, symbolic=options.symbolic, frame=options.frame
        ),
        constants=constants(mechanism),
        left_out=left_out,
    )


def _own(mechanism: Mechanism, kernels: Sequence[Kernel], options: Request, languages: Sequence[str]) -> BuildContext:
    """What only its kind knows: names, conventions, parameters, pictures, tables."""
    match mechanism:
        case OpenRobot():
            from linkwright.describe.tree import about

            return about(mechanism, kernels, options, languages)
        case ClosedRobot():
            from linkwright.describe.closed import about

            return about(mechanism, kernels, options, languages)
        case _:
            from linkwright.describe.lagrangian import about

            return about(mechanism, options)


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
