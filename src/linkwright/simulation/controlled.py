"""Motions under forces from Python: controllers, continuous or sampled, starts as arrays, events."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.errors import InputError, counted, suggestion
from linkwright.mechanism import require_mechanism
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.robot import OpenRobot
from linkwright.narrowing import is_mapping, is_sequence
from linkwright.simulation.controller import Forces, forces_of
from linkwright.simulation.flow import accounted, flow
from linkwright.simulation.integrable import Flow
from linkwright.simulation.motion import Motion
from linkwright.simulation.pieces import Event, Pieces, Watch
from linkwright.simulation.progress import Tell, reaching
from linkwright.simulation.run import Run

if TYPE_CHECKING:
    from linkwright.mechanism import Mechanism


@dataclass(frozen=True)
class Control:
    """What acts on a motion, and where it starts, as Python says it.

    q0, v0: text, numbers, numbers by name of a coordinate, or of what it belongs to (others as by default), or None
    torque: text, a function (t, q, v), numbers, numbers by name, or None
    every:  seconds between two samples of the forces, which are held between them; None: they act all the time
    events: functions (t, q, v), one, several, or by name; attributes `terminal` and `direction` are as SciPy has them
    follow: a trajectory that the joints follow, see tracking.py
    """

    q0: Any = None
    v0: Any = None
    torque: Any = None
    every: float | None = None
    events: Any = ()
    follow: Any = None


def controlled(
    mechanism: Mechanism, run: Run, control: Control, progress: Tell | None = None
) -> tuple[Motion, tuple[Event, ...]]:
    """The motion of a mechanism, and what happened on the way. progress: as of `simulate`."""
    require_mechanism(mechanism, "simulate")
    watches = _watches(control.events)
    every = None if control.every is None else _positive(control.every, "every")
    field = _flow(mechanism, control, bool(watches) or every is not None)
    method, columns, reference = run.chosen(field.methods), list[int](), None
    if control.follow is not None:
        from linkwright.simulation.tracking import following, reference_of

        reference = reference_of(control.follow, mechanism.nq)
        run, columns = following(mechanism, field, run, reference)
    q, v = _start(mechanism, field, run, control)
    field.reached = reaching(progress, run.time)
    if not (watches or every):
        motion, events = accounted(field, field.path(q, v, run), method, progress), ()
    else:
        forces = Forces(field.torque, every)
        field.torque = forces
        pieces = Pieces(field, forces, run, watches)
        motion, events = accounted(field, pieces.path(q, v), method, progress), tuple(pieces.events)
    if reference is not None:
        motion = replace(motion, tracking_error=reference.error(motion.t, motion.q[:, columns]))
    return motion, events


def _flow(mechanism: Mechanism, control: Control, in_pieces: bool) -> Flow:
    """What is integrated. Of a Lagrangian, text becomes a function where a motion is interrupted."""
    given = "" if control.torque is None else control.torque
    match mechanism:
        case OpenRobot() | ClosedRobot():
            return flow(mechanism, given if isinstance(given, str) else forces_of(given, mechanism.rate_names))
        case _:
            from linkwright.simulation.driven_lagrangian import input_function
            from linkwright.simulation.lagrangian_flow import input_labels

            if not isinstance(given, str):
                return flow(mechanism, forces_of(_by_element(given, mechanism.inputs), input_labels(mechanism)))
            return flow(mechanism, input_function(mechanism, given) if in_pieces else given)


def _by_element(given: Any, inputs: Sequence[Any]) -> Any:
    """Forces by name of a Lagrangian's inputs as forces by name of their elements: M (3,) is M_1, M_2, M_3."""
    shapes = {i.name: i.shape for i in inputs}

    def spread(forces: Any) -> Any:
        if not is_mapping(forces):
            return forces
        found: dict[str, Any] = {}
        for name, x in forces.items():
            flat = np.ravel(x) if shapes.get(name) else None
            found |= {name: x} if flat is None else {f"{name}_{k + 1}": y for k, y in enumerate(flat)}
        return found

    if not callable(given):
        return spread(given)
    called: Callable[..., Any] = given

    def torque(t: float, q: Array, v: Array) -> Any:
        return spread(called(t, q, v))

    torque.__name__ = getattr(called, "__name__", type(called).__name__)
    return torque


# --- where it starts -----------------------------------------------------------------------------------------------------


def _start(mechanism: Mechanism, field: Flow, run: Run, control: Control) -> tuple[Array, Array]:
    """States of the path. Positions of a closed robot may be those of all joints, as its motions have them."""
    q0, v0 = control.q0, control.v0
    if isinstance(mechanism, ClosedRobot) and not (q0 is None or isinstance(q0, str) or is_mapping(q0)):
        tree = mechanism.tree
        every = np.asarray(q0, dtype=float).ravel()
        if len(every) == tree.nq != mechanism.nq:
            return _near(mechanism, every, _text(v0, "v0", lambda: _named(mechanism, field)[1]) or run.v0)
    texts = [
        _text(x, what, lambda k=k: _named(mechanism, field)[k]) for k, (x, what) in enumerate(((q0, "q0"), (v0, "v0")))
    ]
    return field.start(texts[0] or run.q0, texts[1] or run.v0)


def _near(robot: ClosedRobot, positions: Array, v0: str) -> tuple[Array, Array]:
    """A start of all joints: its own way to assemble the loops, not the file's."""
    from linkwright.model.assembly.mobility_report import solve, velocities
    from linkwright.readers.positions import free_rates

    closed = solve(robot, positions[list(robot.coordinates.free_q)], positions)
    return closed, velocities(robot, closed, free_rates(robot, v0, "v0"))


def _named(mechanism: Mechanism, field: Flow) -> tuple[dict[str, float], dict[str, float]]:
    """Names of positions and rates, with the numbers that they have by default."""
    q, v = field.own(*field.start("", ""))
    match mechanism:
        case OpenRobot() | ClosedRobot():
            names = mechanism.position_names, mechanism.rate_names
        case _:
            from linkwright.manifold.state import labels_of, slots_of

            slots = slots_of(mechanism.variables)
            names = labels_of(slots, "q"), labels_of(slots, "v")
    first, second = (dict(zip(n, map(float, x), strict=True)) for n, x in zip(names, (q, v), strict=True))
    return first, second


def _text(given: Any, what: str, known: Callable[[], Mapping[str, float]]) -> str:
    """Numbers as the flows read them; every digit is kept."""
    if given is None or isinstance(given, str):
        return given or ""
    if is_mapping(given):
        given = _by_entry(given, known(), what)
    try:
        numbers = np.asarray(given, dtype=float).ravel()
    except (TypeError, ValueError):
        raise InputError(f"{what} is {given!r}, no numbers", hint="such as [0.5, 0.1], or '0.5, 30 deg'") from None
    if not np.all(np.isfinite(numbers)):
        raise InputError(f"{what} is {numbers.tolist()}", hint="finite numbers")
    return ", ".join(repr(float(x)) for x in numbers)


def _by_entry(given: Mapping[Any, Any], names: Mapping[str, float], what: str) -> list[Any]:
    """Numbers of all entries, where some are given: by their own names (base.3, x_1), or together by what they belong to (the
    joint base, the variable x)."""
    found: dict[str, Any] = dict(names)
    for name, x in given.items():
        own = [n for n in names if n == name or re.fullmatch(rf"{re.escape(str(name))}[._]\d+", n)]
        if not own:
            hint = suggestion(str(name), names, f"there are: {', '.join(names)}")
            raise InputError(f"{what} has '{name}', which there is not", hint=hint)
        values = np.ravel(x)
        if len(values) != len(own):
            raise InputError(
                f"{what} has {counted(len(values), 'number')} for '{name}'", hint=f"it has {len(own)}: {', '.join(own)}"
            )
        found |= zip(own, values, strict=True)
    return list(found.values())


# --- events --------------------------------------------------------------------------------------------------------------


def _watches(events: Any) -> list[Watch]:
    """One function, several, or functions by name."""
    if callable(events):
        events = [events]
    named: list[tuple[str, Any]]
    if is_mapping(events):
        named = [(str(name), f) for name, f in events.items()]
    elif is_sequence(events) and not isinstance(events, str):
        named = [(str(getattr(f, "__name__", f"event {k + 1}")), f) for k, f in enumerate(events)]
    else:
        named = [("events", events)]
    for name, f in named:
        if not callable(f):
            hint = "functions (t, q, v) whose zeros are events: events={'touches': lambda t, q, v: q[0]}"
            raise InputError(f"event '{name}' is {f!r}, no function", hint=hint)
    return [
        Watch(name, f, bool(getattr(f, "terminal", False)), float(getattr(f, "direction", 0.0))) for name, f in named
    ]


def _positive(given: Any, what: str) -> float:
    try:
        found = float(given)
    except (TypeError, ValueError):
        found = 0.0
    if 0 < found < np.inf:
        return found
    raise InputError(f"{what} is {given!r}", hint="seconds, such as 0.01")
