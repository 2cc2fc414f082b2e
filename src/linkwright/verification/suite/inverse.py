"""Checks of the numeric inverse kinematics: at poses that the reference has by brute force, steps and solvers end there.

Many postures may have one pose, so a solver that starts elsewhere is asked for the error that is left, and for the posture only
where it starts from it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from linkwright.emit import Call, Check, Term, Value
from linkwright.mechanics.inverse.limits import joint_limits
from linkwright.passes.kernel import Kernel
from linkwright.referee.robot_reference import Reference
from linkwright.verification.suite.expected import moved_rows

Array = np.ndarray[Any, Any]
_NEAR = 0.01
"""How far from a solution a solver starts."""


def inverse_checks(
    kernels: Mapping[str, Kernel], r: Reference, passed: Mapping[str, Array], label: Sequence[str]
) -> list[Check]:
    """passed: values of `parameters` by function, where they are given."""
    known = {n: k for n, k in kernels.items() if n in ("inverse_kinematics_step", "inverse_kinematics_solution")}
    found: list[Check] = []
    if not known:
        return found
    q = within_limits(r)
    poses = replace(r, states=replace(r.states, q=q), _motions={}).at().pose.value
    for n, name in enumerate(label):
        for kernel in known.values():
            for given, expected in _CASES[kernel.name](q[n], r):
                given = {"pose": poses[n], **given}
                if kernel.name in passed:
                    given["parameters"] = passed[kernel.name]
                found += [check(kernel, name, given, port, value) for port, value in expected.items()]
    return found


def within_limits(r: Reference) -> Array:
    """The positions of the sample states, moved to the nearest limit where they are beyond it."""
    ends = np.array(joint_limits(r.tree.robot), dtype=float).reshape(-1, 2)
    return np.clip(r.states.q, np.nan_to_num(ends[:, 0], nan=-np.inf), np.nan_to_num(ends[:, 1], nan=np.inf))


def _steps(q: Array, r: Reference) -> list[tuple[dict[str, Array], dict[str, Array]]]:
    """A step that ends at the pose finds nothing left to do."""
    direction, damping = np.linspace(-0.01, 0.02, len(q)), 0.5
    given = {"q": q - damping * direction, "direction": direction, "damping": np.array(damping)}
    return [(given, {"q_next": q, "direction_next": np.zeros_like(q), "error": np.array(0.0)})]


def _solutions(q: Array, r: Reference) -> list[tuple[dict[str, Array], dict[str, Array]]]:
    away = _NEAR * np.cos(1.0 + np.arange(len(q)))
    there = {"q": q, "residual": np.array(0.0), "iterations": np.array(0.0)}
    return [({"guess": q}, there), ({"guess": q + away}, {"residual": np.array(0.0)})]


_CASES = {"inverse_kinematics_step": _steps, "inverse_kinematics_solution": _solutions}
"""What each is given, and what should come of it."""


def rate_checks(
    kernels: Mapping[str, Kernel], r: Reference, passed: Mapping[str, Array], label: Sequence[str]
) -> list[Check]:
    """The frame's motion at the sample states, back to the rates of the joints: the shortest, or those of the state; where
    they are those of the state, their accelerations too."""
    kernel, found = kernels.get("inverse_kinematics_rates"), None
    if kernel is None or (found := moved_rows(r)) is None:
        return []
    J, checks = found[1], list[Check]()
    v = (np.linalg.pinv(J) @ J @ r.states.v[..., None])[..., 0]
    for n, name in enumerate(label):
        given = {"twist": r.at().twist.value[n], "acceleration": r.at(order=1).twist.rate(1)[n]}
        given |= {p.name: getattr(r.states, p.name)[n] for p in kernel.inputs if p.name in ("q", "theta")}
        if kernel.name in passed:
            given["parameters"] = passed[kernel.name]
        checks.append(check(kernel, name, given, "v", v[n], 1e-7))
        if np.allclose(v[n], r.states.v[n], rtol=0, atol=1e-9):
            checks.append(check(kernel, name, given, "a", r.states.a[n], 1e-7))
    return checks


def check(
    kernel: Kernel, label: str, given: Mapping[str, Array], port: str, expected: Array, tolerance: float = 1e-9
) -> Check:
    """An output at given inputs is as expected, absolutely where that is small."""
    names = {p.name: f"{p.name} of {label}" for p in kernel.inputs if p.name in given}
    values = [_value(source, given[name]) for name, source in names.items()]
    call = Call(kernel.name, tuple(names.items()), ((port, "found"),))
    terms = (Term(1.0, ("found",)), Term(-1.0, ("expected",)))
    data = (*values, _value("expected", expected))
    return Check(f"{kernel.name} {port} {label}", data, (call,), terms, tolerance, floor=1.0)


def _value(name: str, x: Array) -> Value:
    return Value(name, np.shape(x), tuple(np.ravel(x).tolist()))
