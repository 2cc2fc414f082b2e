"""Linearisation: against Pinocchio, and against motions that start a little apart. Law 20 asks it of random mechanisms."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from tests.support.model import Body, Joint, Robot, make_robot
from tests.support.spatial import Inertia, Mat, Transform, Vec, X, Y, Z
from tests.support.verification import rate_matrix, rates, sample

EXAMPLES = Path(__file__).parents[2] / "examples"
ELBOW = str(EXAMPLES / "elbow6.urdf")
Array = np.ndarray


def state(robot: Robot, seed: int = 5) -> dict[str, Array]:
    x = sample(robot, 1, seed)
    return {name: getattr(x, name)[0] for name in ("q", "v", "tau")}


@pytest.mark.parametrize("floating", [False, True])
def test_against_pinocchio(floating: bool) -> None:
    """A Euler step of length h maps deviations by 1 + h A; Pinocchio differentiates its own step on the manifold."""
    pin: Any = pytest.importorskip("pinocchio")
    robot = lw.load(ELBOW, floating=floating)
    model = pin.buildModelFromUrdf(ELBOW, *([pin.JointModelFreeFlyer()] if floating else []))
    data, x, n = model.createData(), state(robot), robot.nv
    q = np.concatenate([x["q"][:-1], [np.cos(x["q"][-1]), np.sin(x["q"][-1])]])  # the last joint is continuous
    by_q, by_v, inverse = pin.computeABADerivatives(model, data, q, x["v"], x["tau"])
    h = 1e-6
    step = [
        (pin.dIntegrate(model, q, sign * h * x["v"], pin.ARG0) - np.eye(n)) / (sign * h) for sign in (1, -1)
    ]  # central: the group's bracket alone is left
    found = lw.derive(robot, "linearisation")(**x)
    upper = np.hstack([(step[0] + step[1]) / 2, np.eye(n)])
    lower = np.hstack([by_q, by_v])
    np.testing.assert_allclose(found["A"][:n], upper, atol=1e-8)
    np.testing.assert_allclose(found["A"][n:], lower, rtol=1e-8, atol=1e-8 * np.abs(lower).max())
    full = np.triu(inverse) + np.triu(inverse, 1).T
    np.testing.assert_allclose(found["B"], np.vstack([np.zeros((n, n)), full]), atol=1e-8 * np.abs(full).max())


def test_fixed_base() -> None:
    robot = lw.load(ELBOW)
    x, n = state(robot), robot.nv
    found, derivatives = lw.derive(robot, "linearisation")(**x), lw.derive(robot, "aba_derivatives")(**x)
    expected = np.block([[np.zeros((n, n)), np.eye(n)], [derivatives["da_dq"], derivatives["da_dv"]]])
    np.testing.assert_allclose(found["A"], expected, rtol=1e-12)
    np.testing.assert_allclose(found["B"], np.vstack([np.zeros((n, n)), derivatives["da_dtau"]]), rtol=1e-12)


# --- two motions that start a little apart ----------------------------------------------------------------------------


def every_group() -> Robot:
    """A floating trunk, on it a planar joint, a ball and a hinge."""
    tensor = Mat(Vec(5, 1, 2), Vec(1, 6, 1), Vec(2, 1, 7))
    turn = Transform(Mat(X, -Z, Y), Vec(0.5, 0.25, 0.1))
    kinds = ("floating", "planar", "spherical", "revolute")
    joints = [
        Joint(f"j{k}", kind, "world" if k == 0 else f"b{k - 1}", f"b{k}", Transform() if k == 0 else turn)
        for k, kind in enumerate(kinds)
    ]
    bodies = [Body(f"b{k}", Inertia.about_com(2, Vec(0.2, 0.3, 0.1 * k), tensor)) for k in range(len(kinds))]
    return make_robot("groups", bodies, joints)


def evolved(robot: Robot, a: lw.Function, q: Array, v: Array, tau: Array, time: float) -> tuple[Array, Array]:
    """One Runge-Kutta step of dq/dt = N(q) v, dv/dt = a."""

    def slope(q: Array, v: Array) -> tuple[Array, Array]:
        return np.array(rates(robot, q, v)), np.asarray(a(q=q, v=v, tau=tau))

    k1 = slope(q, v)
    k2 = slope(q + time / 2 * k1[0], v + time / 2 * k1[1])
    k3 = slope(q + time / 2 * k2[0], v + time / 2 * k2[1])
    k4 = slope(q + time * k3[0], v + time * k3[1])
    new = [x + time / 6 * (a + 2 * b + 2 * c + d) for x, a, b, c, d in zip((q, v), k1, k2, k3, k4, strict=True)]
    return new[0], new[1]


def test_deviations_of_motions_on_the_manifold() -> None:
    """d/dt (dq, dv) = A (dq, dv) + B dtau, dq = N+(q) (difference of coordinates), by central differences twice."""
    robot = every_group()
    x, n = state(robot, seed=8), robot.nv
    a = lw.derive(robot, "forward_dynamics")
    found = lw.derive(robot, "linearisation")(**x)
    dq, dv, dtau = np.random.default_rng(1).uniform(-1, 1, (3, n))
    eps, h = 1e-5, 1e-3
    start = rate_matrix(robot, x["q"])

    def deviation(time: float) -> Array:
        q, _ = evolved(robot, a, x["q"], x["v"], x["tau"], time)
        pair = [
            evolved(robot, a, x["q"] + s * start @ dq, x["v"] + s * dv, x["tau"] + s * dtau, time) for s in (eps, -eps)
        ]
        apart = [(one - other) / (2 * eps) for one, other in zip(*pair, strict=True)]
        return np.concatenate([np.linalg.pinv(rate_matrix(robot, q)) @ apart[0], apart[1]])

    growth = (8 * (deviation(h) - deviation(-h)) - (deviation(2 * h) - deviation(-2 * h))) / (12 * h)
    expected = found["A"] @ np.concatenate([dq, dv]) + found["B"] @ dtau
    np.testing.assert_allclose(growth, expected, atol=1e-6 * np.abs(expected).max())
    assert np.abs(found["A"][:n, :n]).max() > 0.1  # the groups' brackets are there
