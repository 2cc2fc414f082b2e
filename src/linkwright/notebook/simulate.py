"""`lw.simulate`: the motion of a mechanism under forces from Python."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypedDict, Unpack

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.errors import InputError, suggestion
from linkwright.mechanism import Mechanism, require_mechanism
from linkwright.notebook.motion import SimulatedMotion
from linkwright.simulation.controlled import Control, controlled
from linkwright.simulation.run import Run

Numbers = str | float | Sequence[float] | Array | Mapping[str, Any] | None
"""Text ("0.5, 30 deg"), numbers in order, or numbers by name of a coordinate, a joint or a variable."""
Function = Callable[[float, Array, Array], Any]
"""Of t, q and v."""


class Options(TypedDict, total=False):
    """every:  seconds between two samples of the forces, which are held between them; without it they act all the time
    events:    functions (t, q, v) whose zeros are looked for: one, several, or by name. As SciPy has it, an attribute
               `terminal = True` of a function ends the motion there, `direction` 1 or -1 looks one way only
    follow:    trajectory that the joints follow by computed torque: a table (.csv), or arrays by name t, q, v, a
    rate:      samples per second that are told
    method:    "dop853" or, of trees that are stiff, "radau"; of Lagrangians "rkmk4", "variational"
    step:      of rkmk4 and variational, in seconds
    tolerance: of dop853 and radau
    progress:  called a few times a second with a text and the part that is done (0 to 1)
    """

    every: float
    events: Function | Sequence[Function] | Mapping[str, Function]
    follow: str | Path | Mapping[str, Any]
    rate: float
    method: str
    step: float
    tolerance: float
    progress: Callable[[str, float], object]


def simulate(
    mechanism: Mechanism,
    time: float = 10.0,
    q0: Numbers = None,
    v0: Numbers = None,
    torque: Numbers | Function = None,
    **options: Unpack[Options],
) -> SimulatedMotion:
    """The motion of a mechanism from a start: trees, closed robots, Lagrangians.

    time:    seconds
    q0, v0:  positions and rates as the mechanism's functions take them; by default at rest, or as the file says
    torque:  joint forces (inputs of a Lagrangian): a function (t, q, v), numbers, numbers by name, or text ("sin(t), -v2/10")
    options: every (sample and hold), events, follow, rate, method, step, tolerance, progress: see Options
    """
    require_mechanism(mechanism, "simulate")
    for name in options:
        if name not in Options.__annotations__:
            known = ["time", "q0", "v0", "torque", *Options.__annotations__]
            raise InputError(
                f"simulate has no option '{name}'", hint=suggestion(name, known, f"there are: {', '.join(known)}")
            )
    usual = Run()
    run = Run(
        _number(time, "time"),
        rate=_number(options.get("rate", usual.rate), "rate"),
        method=options.get("method", usual.method),
        step=_number(options.get("step", usual.step), "step"),
        tolerance=_number(options.get("tolerance", usual.tolerance), "tolerance"),
    )
    control = Control(q0, v0, torque, options.get("every"), options.get("events", ()), options.get("follow"))
    motion, events = controlled(mechanism, run, control, options.get("progress"))
    return SimulatedMotion.of(mechanism, motion, events)


def _number(given: object, what: str) -> float:
    if isinstance(given, int | float | np.number) and not isinstance(given, bool):
        return float(given)  # pyright: ignore[reportUnknownArgumentType]
    raise InputError(f"{what} is {given!r}, no number", hint="lw.simulate(robot, 5.0, rate=200)")
