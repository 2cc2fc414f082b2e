"""Checks of what is solved by steps: inverse kinematics at poses that the reference has by brute force, and closures.

Many postures may have one pose, so a solver that starts elsewhere is asked for the error that is left, and for the posture only
where it starts from it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from linkwright.arrays import Array
from linkwright.emit import Check
from linkwright.mechanics.inverse.limits import joint_limits
from linkwright.passes.kernel import Kernel
from linkwright.referee.robot_reference import Reference
from linkwright.verification.suite.building import called
from linkwright.verification.suite.expected import moved_rows
from linkwright.verification.suite.samples import Known, RobotSamples

_NEAR = 0.01
"""How far from a solution a solver starts; twice as far from one of a closure."""


def inverse_checks(x: RobotSamples) -> list[Check]:
    """Of poses that postures within the joints' limits have."""
    if not x.table.keys() & {"inverse_kinematics_step", "inverse_kinematics_solution"}:
        return []
    q = within_limits(x.r)
    poses = replace(x.r, states=replace(x.r.states, q=q), _motions={}).at().pose.value
    found: list[Check] = []
    for n, (posture, pose) in enumerate(zip(q, poses, strict=True)):
        away = _NEAR * np.cos(1.0 + np.arange(len(posture)))
        there = {"q": posture, "residual": np.array(0.0), "iterations": np.array(0.0)}
        found += _cases(x, n, "inverse_kinematics_step", {"pose": pose}, [_step("q", posture)])
        nearby = ({"guess": posture + away}, {"residual": np.array(0.0)})
        found += _cases(x, n, "inverse_kinematics_solution", {"pose": pose}, [({"guess": posture}, there), nearby])
    return found


def closure_checks(x: RobotSamples) -> list[Check]:
    """Law 12: steps and solvers end at dependent positions that are closed by brute force."""
    found: list[Check] = []
    for n, known in enumerate(x.given):
        theta = known["theta"]
        size = np.maximum(0.1, np.minimum(1.0, np.abs(theta)))
        guess = theta + 2 * _NEAR * np.random.default_rng(n).uniform(-1, 1, len(theta)) * size
        found += _cases(x, n, "closure_step", {"q": known["q"]}, [_step("theta", theta)])
        found += _cases(x, n, "closure_solution", {"q": known["q"]}, [({"guess": guess}, {"theta": theta})])
    return found


def _step(name: str, x: Array) -> tuple[Known, Known]:
    """A step that ends at the solution finds nothing left to do."""
    direction, damping = np.linspace(-0.01, 0.02, len(x)), 0.5
    given = {name: x - damping * direction, "direction": direction, "damping": np.array(damping)}
    return given, {f"{name}_next": x, "direction_next": np.zeros_like(x), "error": np.array(0.0)}


def _cases(x: RobotSamples, n: int, name: str, known: Known, cases: Sequence[tuple[Known, Known]]) -> list[Check]:
    """cases: what the function is given besides what is known, and what should come of it."""
    if (kernel := x.table.get(name)) is None:
        return []
    every = [({**known, **x.parameters(kernel), **given}, expected) for given, expected in cases]
    return [
        check(kernel, x.label(n), given, port, value) for given, expected in every for port, value in expected.items()
    ]


def within_limits(r: Reference) -> Array:
    """The positions of the sample states, moved to the nearest limit where they are beyond it."""
    ends = np.array(joint_limits(r.tree.robot), dtype=float).reshape(-1, 2)
    return np.clip(r.states.q, np.nan_to_num(ends[:, 0], nan=-np.inf), np.nan_to_num(ends[:, 1], nan=np.inf))


def rate_checks(x: RobotSamples) -> list[Check]:
    """The frame's motion at the sample states, back to the rates of the joints: the shortest, or those of the state; where
    they are those of the state, their accelerations too."""
    kernel, found = x.table.get("inverse_kinematics_rates"), None
    if kernel is None or (found := moved_rows(x.r)) is None:
        return []
    J, checks, r = found[1], list[Check](), x.r
    v = (np.linalg.pinv(J) @ J @ r.states.v[..., None])[..., 0]
    for n in range(len(r)):
        given = {"twist": r.at().twist.value[n], "acceleration": r.at(order=1).twist.rate(1)[n], **x.inputs(kernel, n)}
        checks.append(check(kernel, x.label(n), given, "v", v[n], 1e-7))
        if np.allclose(v[n], r.states.v[n], rtol=0, atol=1e-9):
            checks.append(check(kernel, x.label(n), given, "a", r.states.a[n], 1e-7))
    return checks


def check(
    kernel: Kernel, label: str, given: Mapping[str, Array], port: str, expected: Array, tolerance: float = 1e-9
) -> Check:
    """An output at given inputs is as expected, absolutely where that is small."""
    inputs, name = {p.name: given[p.name] for p in kernel.inputs if p.name in given}, f"{kernel.name} {port} {label}"
    about: dict[str, Any] = {"port": port, "tolerance": tolerance, "floor": 1.0}
    return called(name, kernel, inputs, "computed - expected", {"expected": expected}, **about)
