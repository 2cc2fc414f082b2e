"""Laws of closed robots that say: the quantity is what brute force makes of the closed motion. Time derivatives are Taylor
series along it; derivatives along coordinates, rates and parameters are complex steps, after which the loops are closed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from linkwright.referee.algebra import applied
from linkwright.referee.closed import Closed
from linkwright.referee.closed_reference import ClosedReference
from linkwright.referee.frames import quaternion_of
from linkwright.referee.poses import leaf_frames
from linkwright.referee.tree import ReferenceTree
from linkwright.verification.context import ClosedContext
from linkwright.verification.finding import Finding, gap, largest, notes
from linkwright.verification.states import evaluated
from linkwright.verification.suite.closed_expected import EXPECTED
from linkwright.verification.suite.numbers import in_numbers, other

Array = np.ndarray[Any, Any]
_FRAMES = 3
_VANISHES = 1e-6
"""What is nowhere larger than this is compared absolutely: by symmetry it may be rounding alone."""
_MANY = 40
"""Joint rates up to which all derivatives are asked."""

_OF_A_FRAME = (
    "jacobian", "jacobian_world", "jacobian_body", "analytic_jacobian", "jacobian_rate", "jacobian_rate2",
    "analytic_jacobian_rate", "twist", "frame_acceleration", "frame_jerk",
)  # fmt: skip
_SLOPES = ("inverse_dynamics_derivatives", "forward_dynamics_derivatives", "linearisation")
_RATES = (
    "inverse_dynamics_rate", "inverse_dynamics_rate2", "gravity_rate", "gravity_rate2", "mass_matrix_rate",
    "mass_matrix_rate2", "coriolis_matrix_rate", "coriolis_matrix_rate2",
)  # fmt: skip


def compared(s: ClosedContext, r: ClosedReference, names: Sequence[str], **choices: Any) -> list[float]:
    """Every output of the quantities against brute force, to its largest entry; those that the robot lacks are left out."""
    gaps: list[float] = []
    for name in names:
        f = s.function_or_none(name, **choices)
        if f is not None:
            pairs = zip(EXPECTED[name](r), evaluated(f, s.states), strict=True)
            gaps += [_gap(wanted, found) for wanted, found in pairs]
    return gaps


def _gap(wanted: Array, found: Array) -> float:
    known = ~np.isnan(wanted)
    size = float(np.max(np.abs(wanted[known]), initial=0.0))
    return gap(wanted[known], found[known], 1.0 if size < _VANISHES else 0.0)


def forces(s: ClosedContext) -> Finding:
    """Law 3: forces, mass matrix, gravity and accelerations by projection of what virtual work gives for every body."""
    p = s.reference
    size = s.tree_forces
    gaps = [
        gap(s.value("inverse_dynamics"), p.forces().value, size),
        gap(s.value("mass_matrix"), p.mass().value),
        gap(s.value("gravity"), p.gravity().value, size),
        gap(s.value("coriolis_vector"), p.coriolis(), size),
    ]
    return Finding(largest(gaps))


def frames_of_loops(s: ClosedContext) -> Finding:
    """Law 2 along the closed motion."""
    leaves = leaf_frames(s.robot.tree)
    chosen = leaves[:: max(1, -(-len(leaves) // _FRAMES))]
    gaps = compared(s, s.reference, ("center_of_mass", "com_jacobian"))
    for frame in chosen:
        r = replace(s.reference, frame=frame, chosen=True)
        names = [n for n in _OF_A_FRAME if "analytic" not in n or np.min(r.at().tilt) > 1e-3]
        gaps += compared(s, r, names, frame=frame)
        J, twist = s.value("jacobian", frame=frame), s.value("twist", frame=frame)
        gaps.append(gap(applied(J, s.states.v), twist, 1.0))
        gaps += _quaternions(s, r, frame)
    note = f"{len(chosen)} of {len(leaves)} end frames" if len(chosen) < len(leaves) else ""
    return Finding(largest(gaps), note=note)


def _quaternions(s: ClosedContext, r: ClosedReference, frame: str) -> list[float]:
    """A quaternion and its opposite are one rotation: products are compared in which the sign is lost."""
    at = r.at()
    pose, J = s.value("pose_quaternion", frame=frame), s.value("analytic_jacobian_quaternion", frame=frame)
    turn, slope = quaternion_of(at.R.value), r.columns(at.analytic_quaternion).value
    products = [
        (pose[:, :3], at.p.value), (_outer(pose[:, 3:], pose[:, 3:]), _outer(turn, turn)), (J[:, :3], slope[:, :3]),
        (J[:, 3:, :, None] * pose[:, None, None, 3:], slope[:, 3:, :, None] * turn[:, None, None, :]),
    ]  # fmt: skip
    return [gap(found, wanted, 1.0) for found, wanted in products]


def _outer(x: Array, y: Array) -> Array:
    return x[:, :, None] * y[:, None, :]


def derivatives(s: ClosedContext) -> Finding:
    """Law 20: total derivatives of forces and accelerations along the closed motion, by free rates (the tangent space where
    positions are quaternions), by velocities, forces and parameters; linear behaviour near a state."""
    names = _SLOPES if s.robot.tree.nv <= _MANY else _SLOPES[:1]
    gaps = compared(s, s.reference, names)
    by_parameters = _by_parameters(s) if s.small else None
    note = "no parameters to differentiate by" if by_parameters is None and s.small else ""
    gaps += [] if by_parameters is None else [by_parameters]
    short = "" if len(names) > 1 else "of inverse dynamics only, for its size"
    return Finding(largest(gaps), note=notes(note, short))


def _by_parameters(s: ClosedContext) -> float | None:
    """By masses, lengths, ...: whatever has a name in the model; the loops stay closed when a length changes."""
    f = s.function_or_none("inverse_dynamics_parameter_derivatives", s.given, parameters="symbolic")
    values = s.parameters
    labels = () if f is None else f.inputs["parameters"].labels
    if f is None or any(n not in values for n in labels):  # numbers of a file without parameters got names here
        return None
    direction = {n: values[n] * (1 + other(n) / 2) for n in labels}
    free = s.cut.coordinates.free_v

    def moved(at: Any) -> tuple[Closed, ReferenceTree]:
        closed = Closed(in_numbers(s.given, at), free, at, s.cut.counting)
        return closed, closed.tree

    r = s.reference_of(s.robot, values=values, closed_of=moved)
    slopes = evaluated(f, s.states, parameters=np.array([values[n] for n in labels]))[0]
    size = float(np.max(np.abs(slopes), initial=0.0))
    return gap(slopes @ np.array([direction[n] for n in labels]), r.along_parameters(direction), size)


def rates_of_loops(s: ClosedContext) -> Finding:
    """Law 21 along the closed motion."""
    names = _RATES if s.robot.tree.nv <= _MANY else _RATES[:4]
    note = "" if len(names) > 4 else "tau and g only, for its size"
    return Finding(largest(compared(s, s.reference, names)), note=note)
