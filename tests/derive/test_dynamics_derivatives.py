"""Derivatives of the dynamics: the recursion against differentiation of the graph, and against Pinocchio."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given

import linkwright as lw
from tests.strategies import mechanisms
from tests.support.model import Robot
from tests.support.verification import sample

EXAMPLES = Path(__file__).parents[2] / "examples"


def values(f: lw.Function, robot: Robot) -> dict[str, np.ndarray]:
    states = sample(robot, 2, seed=3)
    return f(**{name: getattr(states, name) for name in f.inputs if name != "parameters"})


@given(mechanisms(exact=False, symbolic=False))
def test_recursion_equals_differentiation(robot: Robot) -> None:
    ways = [
        values(lw.derive(robot, "inverse_dynamics_derivatives", method), robot)
        for method in ("recursive", "differentiation")
    ]
    for name in ("dtau_dq", "dtau_dv"):
        scale = 1 + np.abs(ways[1][name]).max(initial=0)
        np.testing.assert_allclose(ways[0][name], ways[1][name], atol=1e-10 * scale)


@pytest.mark.parametrize("floating", [False, True])
def test_against_pinocchio(floating: bool) -> None:
    pin = pytest.importorskip("pinocchio")
    path = str(EXAMPLES / "elbow6.urdf")
    robot = lw.load(path, floating=floating)
    model = pin.buildModelFromUrdf(path, *([pin.JointModelFreeFlyer()] if floating else []))
    data = model.createData()
    states = sample(robot, 1, seed=5)
    q, v, a, tau = states.q[0], states.v[0], states.a[0], states.tau[0]
    q_pin = np.concatenate([q[:-1], [np.cos(q[-1]), np.sin(q[-1])]])  # the last joint is continuous
    pin.computeRNEADerivatives(model, data, q_pin, v, a)
    ours = lw.derive(robot, "rnea_derivatives")(q=q, v=v, a=a)
    np.testing.assert_allclose(ours["dtau_dq"], data.dtau_dq, atol=1e-10)
    np.testing.assert_allclose(ours["dtau_dv"], data.dtau_dv, atol=1e-10)
    by_q, by_v, inverse = pin.computeABADerivatives(model, data, q_pin, v, tau)
    ours = lw.derive(robot, "aba_derivatives")(q=q, v=v, tau=tau)
    np.testing.assert_allclose(ours["da_dq"], by_q, rtol=1e-8, atol=1e-8 * np.abs(by_q).max())
    np.testing.assert_allclose(ours["da_dv"], by_v, rtol=1e-8, atol=1e-8 * np.abs(by_v).max())
    full = np.triu(inverse) + np.triu(inverse, 1).T
    np.testing.assert_allclose(ours["da_dtau"], full, rtol=1e-8, atol=1e-8 * np.abs(full).max())
