"""From files, arrays and tables to samples of a model: which columns, which coordinates, filtered or at rest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

from linkwright.arrays import Array
from linkwright.errors import InputError
from linkwright.identification.model import IdentificationModel
from linkwright.identification.request import Identify
from linkwright.identification.samples import Samples
from linkwright.measurements.columns import recording_of
from linkwright.measurements.recording import Recording
from linkwright.measurements.smoothing import Smoothed, smoothed
from linkwright.measurements.table import Table, table_of
from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.model.held import held
from linkwright.model.robot import OpenRobot
from linkwright.native import ClosedDynamics
from linkwright.readers.positions import held_positions

Source = str | Path | Table | Recording | Mapping[str, Any]
"""A recording: a file, what was read of one, or arrays by name: t, q, tau, and v, a, wrench where they were measured."""


@dataclass(frozen=True, eq=False)
class Prepared:
    """A recording as measured (of closed robots in their free coordinates), the same filtered, and as the model takes it."""

    recording: Recording
    smooth: Smoothed
    samples: Samples


def with_held(robot: Robot, hold: str) -> Robot:
    """The robot with joints that stood still: names or patterns, with a position ("finger* = 0.02") where it is not zero."""
    places = held_positions([j.name for j in robot.joints.values() if j.nv == 1], hold)
    if not places:
        return robot
    if not isinstance(robot, OpenRobot):
        hint = "leave --hold out: its free joints follow each other through the loops"
        raise InputError(f"'{robot.name}' has loops: no joint of it can be held", robot.source, hint)
    return held(robot, {name: x or 0.0 for name, x in places.items()})


def prepared(model: IdentificationModel, source: Source, request: Identify) -> Prepared:
    """A recording ready for the model."""
    recording = read_recording(model, source, request)
    recording = replace(recording, tau=recording.tau * gains_of(model, request))
    if not np.any(recording.tau):
        hint = "name the columns of the forces: 'tau=effort*' (--columns, columns=)"
        raise InputError("all measured forces are zero", recording.name, hint)
    if request.static:
        smooth = _at_rest(recording)
    else:
        measured = request.rates == "measured" or (request.rates == "auto" and recording.v is not None)
        smooth = smoothed(recording, request.cutoff, rates="measured" if measured else "differentiated")
    more: dict[str, Array] = {} if smooth.wrench is None else {"wrench": smooth.wrench}
    more |= _dependent(model, smooth.q)
    samples = Samples(
        smooth.name,
        smooth.t,
        smooth.q,
        smooth.v,
        smooth.a,
        smooth.tau,
        MappingProxyType(more),
        smooth.independent,
        heads=recording.heads,
    )
    if np.isfinite(smooth.cutoff):
        samples = samples.with_known(model, smooth.filter)
        if "stribeck" not in model.terms:  # its velocities are not known yet
            samples = samples.with_blurred(model, smooth.filter)
    return Prepared(recording, smooth, samples)


def gains_of(model: IdentificationModel, request: Identify) -> Array | float:
    """Force per unit of what was measured."""
    if not request.gain:
        return 1.0
    try:
        values = np.array([float(x) for x in request.gain.replace(",", " ").split()])
    except ValueError:
        raise InputError(
            f"gain '{request.gain}' is no list of numbers", hint="such as 0.105 or '0.1, 0.1, 0.05'"
        ) from None
    if len(values) not in (1, len(model.rows)) or not np.all(np.isfinite(values)) or np.any(values == 0):
        hint = f"one number, or one for each of {', '.join(model.rows)}"
        raise InputError(f"the gain '{request.gain}' does not fit {len(model.rows)} forces", hint=hint)
    return values if len(values) > 1 else float(values[0])


def read_recording(model: IdentificationModel, source: Source, request: Identify) -> Recording:
    """In the robot's free coordinates: measured themselves, or (of a platform) following from the positions of the motors."""
    if isinstance(source, Recording):
        return in_free_coordinates(model, source)
    table, robot = table_of(source, "arrays"), model.robot
    if request.static and "t" not in table.names:
        numbered = np.column_stack([np.arange(len(table.values), dtype=float), table.values])
        table = Table(("t", *table.names), numbered, table.source)

    def read(positions: Sequence[str], rates: Sequence[str]) -> Recording:
        try:
            return _with_free_base(table, positions, rates, model, request.columns or None)
        except InputError as error:
            held = "joints that were not recorded stood still: --hold 'finger*' (hold=)"
            raise InputError(
                error.what, error.where, f"{error.hint}; {held}" if len(rates) > 1 else error.hint
            ) from None

    if not motors_measured(model):
        return read(robot.position_names, robot.rate_names)
    try:
        return in_free_coordinates(model, read(model.rows, model.rows))
    except InputError as error:
        try:
            other = read(robot.position_names, robot.rate_names)
        except InputError:
            raise error from None
        return replace(other, notes=(*other.notes, "positions are taken for the coordinates of the platform"))


def _with_free_base(
    table: Table, positions: Sequence[str], rates: Sequence[str], model: IdentificationModel, columns: str | None
) -> Recording:
    """Forces of all rows; those of a base that floats may be missing: nothing drives it but what is measured as wrenches."""
    free = {n for j in model.robot.joints.values() if j.nv == 6 for n in model.rows if n.startswith(f"{j.name}.")}
    try:
        return recording_of(table, positions, rates, model.rows, columns)
    except InputError as error:
        driven = [k for k, n in enumerate(model.rows) if n not in free]
        if not free or not driven:
            raise
        try:
            found = recording_of(table, positions, rates, [model.rows[k] for k in driven], columns)
        except InputError:
            raise error from None
    tau = np.zeros((len(found.t), len(model.rows)))
    tau[:, driven] = found.tau
    said = "no forces at the base that floats are in the table: they are taken for zero"
    return replace(found, tau=tau, forces=model.rows, heads=(), notes=(*found.notes, said))


def motors_measured(model: IdentificationModel) -> bool:
    """Whether the robot's own coordinates are those of a platform, and what is measured are its motors."""
    return (
        isinstance(model.robot, ClosedRobot)
        and model.robot.platform is not None
        and model.rows != model.robot.rate_names
    )


def in_free_coordinates(model: IdentificationModel, recording: Recording) -> Recording:
    """A recording of motors with the platform's coordinates in place of theirs; rates are derived from these."""
    if not motors_measured(model) or recording.positions != model.rows:
        return recording
    dynamics = model.dynamics
    assert isinstance(dynamics, ClosedDynamics)
    found = dynamics.platform_path(recording.q)
    reached = np.asarray(found["reached"])
    if not np.all(reached >= 1):
        first = int(np.flatnonzero(reached < 1)[0])
        what = f"the platform cannot be where the motors are from sample {first} on (t = {recording.t[first]:g})"
        hint = "are units and the zeros of the motors those of the robot's file? a singularity may bar the way"
        raise InputError(what, recording.name, hint)
    return Recording(
        recording.name, recording.t, np.asarray(found["q"]), None, None, recording.tau, recording.wrench,
        (*recording.notes, "the platform's coordinates follow from the positions of the motors"),
        model.robot.position_names, model.robot.rate_names, recording.forces, recording.heads,
    )  # fmt: skip


def _dependent(model: IdentificationModel, q: Array) -> dict[str, Array]:
    """Dependent positions along the samples, where no closed form is inside the functions."""
    if not isinstance(model.dynamics, ClosedDynamics) or all(p.name != "theta" for p in model.regressor.kernel.inputs):
        return {}
    theta: list[Array] = []
    near: Array = model.dynamics.start[1]
    for row in q:  # from each to the next: the loops stay assembled as they are
        near = np.asarray(model.dynamics.closure(row, near))
        theta.append(near)
    return {"theta": np.stack(theta)}


def _at_rest(recording: Recording) -> Smoothed:
    """Postures: nothing moves, and nothing is filtered."""
    rates = np.zeros((len(recording.t), len(recording.rates)))
    count = len(recording.t)
    return Smoothed(
        recording.name, recording.t, recording.q, rates, rates, recording.tau, recording.wrench, 1.0, np.inf, 1,
        ((0, count),), False, 0, 0, 0, 1.0, (f"{count} postures at rest",),
    )  # fmt: skip


def listed(data: Source | Sequence[Source]) -> tuple[Source, ...]:
    """One recording, or several."""
    if isinstance(data, list | tuple):
        return tuple(data)
    if not isinstance(data, str | Path | Table | Recording | Mapping):
        hint = "a file, arrays by name {'t': ..., 'q': ..., 'tau': ...}, or a list of these"
        raise InputError(f"data of type {type(data).__name__} are no recording", hint=hint)
    return (data,)
