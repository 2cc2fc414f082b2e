"""Instrumental variables and Stribeck velocities against what is known to be true."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

import linkwright as lw
from linkwright.identification.compress import compressed
from linkwright.identification.estimate import wls
from linkwright.identification.instruments import accelerations, instrumental
from linkwright.identification.model import IdentificationModel
from linkwright.identification.samples import Samples
from linkwright.identification.stribeck import stribeck_velocities
from tests.identification.recorded import fourier, other_parameters

EXAMPLES = Path(__file__).parents[2] / "examples"


def arm(friction: str | None = None) -> tuple[IdentificationModel, Any]:
    robot = lw.load(EXAMPLES / "scara.yaml")
    assert isinstance(robot, lw.OpenRobot)
    return IdentificationModel.of(robot, friction), np.random.default_rng(3)


def test_simulated_accelerations_are_those_of_forward_dynamics() -> None:
    model, rng = arm("viscous")
    dynamics = lw.compile(model.robot)
    q, v, tau = rng.normal(size=(3, 4))
    own = accelerations(model, q, v, tau, model.values(model.prior))
    np.testing.assert_allclose(own, np.asarray(dynamics.forward_dynamics(q, v, tau)), rtol=1e-9)


def test_noise_in_the_columns_does_not_bias() -> None:
    """Noise of positions, differentiated, makes least squares find too little inertia; instruments do not."""
    model, rng = arm("viscous,offset")
    true = model.values(other_parameters(model, rng))
    motion = fourier(4, rng, 4000, 0.8)
    tau = model.columns(motion.q, motion.v, motion.a) @ true
    noise = 1.0 * np.sqrt(np.mean(motion.a**2, axis=0)) * rng.normal(size=motion.a.shape)
    samples = Samples("noisy", motion.t, motion.q, motion.v, motion.a + noise, tau)
    least = wls(compressed(samples.blocks(model)))
    found = instrumental(model, [samples], least, true, 1.0)
    inertias = [k for k, n in enumerate(model.names) if n.startswith(("Izz", "m"))]
    scale = np.abs(true[inertias]).max()
    bias = np.abs(least.values - true)[inertias].max() / scale
    left = np.abs(found.values - true)[inertias].max() / scale
    assert bias > 0.2
    assert left < 0.25 * bias
    assert found.method == "iv"


def test_stribeck_velocities_are_found() -> None:
    model, rng = arm("viscous,coulomb,offset,rotor,stribeck")
    true = model.values(other_parameters(model, rng))
    motion = fourier(4, rng, 3000, 0.8)
    slow = np.array([0.05, 0.12, 0.03, 0.2])
    exact = Samples("slow", motion.t, motion.q, motion.v, motion.a, np.zeros((3000, 4)), slow=slow)
    tau = exact.columns(model) @ true
    found = stribeck_velocities(model, [replace(exact, tau=tau, slow=None)])
    np.testing.assert_allclose(found, slow, rtol=1e-3)


def test_stribeck_is_part_of_the_way() -> None:
    model, rng = arm("viscous,coulomb,offset,rotor,stribeck")
    true = model.values(other_parameters(model, rng))
    motion = fourier(4, rng, 3000, 0.8)
    slow = np.array([0.05, 0.12, 0.03, 0.2])
    exact = Samples("slow", motion.t, motion.q, motion.v, motion.a, np.zeros((3000, 4)), slow=slow)
    tau = exact.columns(model) @ true
    data = {"t": motion.t, "q": motion.q, "v": motion.v, "a": motion.a, "tau": tau}
    found = lw.identify(model.robot, data, friction=",".join(model.terms), cutoff=np.inf)
    assert found.slow is not None
    np.testing.assert_allclose(found.slow, slow, rtol=1e-2)
    np.testing.assert_allclose(found.values, true, atol=2e-3 * np.abs(true).max())
