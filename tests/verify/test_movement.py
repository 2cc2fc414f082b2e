"""The brute-force reference against codes of others: Pinocchio for forces and momenta, differences for Taylor series."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import linkwright as lw
from tests.support.referee import (
    FrameMotion,
    Movement,
    OpenReference,
    Series,
    at_instant,
    constant,
    integrated,
    inverse,
    polynomial,
    quaternion_of,
    quotient,
    reference_tree,
    root,
    waves,
)
from tests.support.verification import sample

ARM = Path(__file__).parents[2] / "examples" / "elbow6.urdf"


def test_against_pinocchio() -> None:
    pin = pytest.importorskip("pinocchio")
    for floating in (False, True):
        robot = lw.load(ARM, floating=floating, snap=False)
        model = (
            pin.buildModelFromUrdf(str(ARM), pin.JointModelFreeFlyer())
            if floating
            else pin.buildModelFromUrdf(str(ARM))
        )
        data = model.createData()
        states = sample(robot, 4)
        motion = at_instant(reference_tree(robot), states)
        for n in range(4):
            q, v, a = _circled(robot, states.q[n]), states.v[n], states.a[n]
            tau = pin.rnea(model, data, q, v, a)
            np.testing.assert_allclose(motion.rigid_forces.value[n], tau, atol=1e-11 * np.abs(tau).max())
            M = pin.crba(model, data, q)
            M = np.triu(M) + np.triu(M, 1).T
            np.testing.assert_allclose(motion.rigid_mass.value[n], M, atol=1e-12 * np.abs(M).max())
            np.testing.assert_allclose(
                motion.gravity.value[n], pin.computeGeneralizedGravity(model, data, q), atol=1e-10
            )
            pin.computeCentroidalMomentum(model, data, q, v)
            mass, moment = motion.moment_of_mass
            np.testing.assert_allclose(moment.value[n] / mass, data.com[0], atol=1e-12)
            linear = motion.momentum_matrix.value[n][:3] @ v
            np.testing.assert_allclose(linear, data.hg.linear, atol=1e-11)


def _circled(robot: lw.Robot, q: np.ndarray) -> np.ndarray:
    """Pinocchio's coordinates: cosine and sine of a continuous joint."""
    parts = [(robot.joints[n], q[k : k + robot.joints[n].nq]) for n, (k, _) in robot.offsets.items()]
    return np.concatenate([[*np.cos(x), *np.sin(x)] if j.type == "continuous" else x for j, x in parts])


def test_series_of_a_motion_are_its_derivatives() -> None:
    """Forces a little later, by the series and by a new start there."""
    robot = lw.load(ARM)
    states, t = sample(robot, 2), 1e-3
    reference = OpenReference(reference_tree(robot), states, "tool", True)
    now = reference.motion(3)
    later = Movement(now.tree, *(constant(_at(x, t), 1) for x in (now.q, now.v, now.a)))
    np.testing.assert_allclose(_at(reference.forces(3), t), later.forces(states.wrench).value, rtol=1e-9, atol=1e-9)
    frame, moved = FrameMotion(now, "tool"), FrameMotion(later, "tool")
    for series, value in (
        (frame.aligned, moved.aligned), (frame.world, moved.world), (frame.twist, moved.twist),
        (frame.analytic_xyz, moved.analytic_xyz),
    ):  # fmt: skip
        np.testing.assert_allclose(_at(series, t), value.value, rtol=1e-9, atol=1e-9)
    turned = _at(frame.quaternion, t)
    np.testing.assert_allclose(np.abs(np.sum(turned * quaternion_of(moved.R.value), axis=-1)), 1, atol=1e-11)


def _at(series: Series, t: float) -> np.ndarray:
    return np.sum([c * t**k for k, c in enumerate(series.c)], axis=0)


def test_arithmetic_of_series() -> None:
    t = np.linspace(-0.05, 0.05, 7)
    x = polynomial([np.array(0.7), np.array(1.3), np.array(-0.4)], 8)

    def values(series: Series) -> np.ndarray:
        return np.sum([c * t**k for k, c in enumerate(series.c)], axis=0)

    at = 0.7 + 1.3 * t - 0.2 * t**2
    sine, cosine = waves(x)
    np.testing.assert_allclose(values(sine), np.sin(at), atol=1e-12)
    np.testing.assert_allclose(values(cosine * x + 2), np.cos(at) * at + 2, atol=1e-12)
    np.testing.assert_allclose(values(root(x)), np.sqrt(at), atol=1e-9)
    np.testing.assert_allclose(values(quotient(sine, x)), np.sin(at) / at, atol=1e-9)
    np.testing.assert_allclose(values(integrated(np.array(0.5), lambda y: -1 * y, 8)), 0.5 * np.exp(-t), atol=1e-12)
    A = Series(np.random.default_rng(0).normal(size=(4, 3, 3)) + 3 * np.eye(3))
    np.testing.assert_allclose((A @ inverse(A)).c, [np.eye(3), *np.zeros((3, 3, 3))], atol=1e-12)
