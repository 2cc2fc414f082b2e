"""Coupled motors with loads, springs that rest elsewhere, instruments with every term of friction: against closed forms."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from linkwright.identification.identified_robot import identified_robot
from linkwright.identification.loads import at_frame, load_forces, load_of
from linkwright.identification.model import IdentificationModel
from linkwright.model.robot import Drive
from tests.identification.recorded import Motion, fourier, other_parameters

EXAMPLES = Path(__file__).parents[2] / "examples"
Array = np.ndarray[Any, Any]
COUPLED = "m5 = wrist_pitch_joint; m6 = flange_roll - 0.5 wrist_pitch_joint"
A = np.eye(6)
A[5, 4] = -0.5
LOAD = "3 0.05 0.02 0.1"


def arm() -> Any:
    return lw.load(EXAMPLES / "elbow6.urdf")


def moved(seed: int, n: int = 6, samples: int = 1500) -> Motion:
    return fourier(n, np.random.default_rng(seed), samples, 0.8, 15.0)


def arrays(motion: Motion, tau: Array) -> dict[str, Array]:
    return {"t": motion.t, "q": motion.q, "v": motion.v, "a": motion.a, "tau": tau}


def at_motors(tau: Array) -> Array:
    return np.linalg.solve(A.T, tau.T).T


def load_along(motion: Motion) -> Array:
    """Forces of the load at the joints."""
    return load_forces(arm(), "", load_of(LOAD), (motion.q, motion.v, motion.a))


def test_gains_of_coupled_motors(tmp_path: Path) -> None:
    """The known load is felt by the motors, not by the joints."""
    model = IdentificationModel.of(arm(), None, COUPLED)
    gains = np.array([2.0, 3.0, 1.5, 1.0, 0.7, 0.5])
    true = model.values(other_parameters(model, np.random.default_rng(1)))
    bare, heavy = moved(5), moved(6)
    made = [model.columns(m.q, m.v, m.a) @ true for m in (bare, heavy)]
    file = tmp_path / "loaded.npz"
    np.savez(file, **arrays(heavy, (made[1] + at_motors(load_along(heavy))) / gains))
    found = lw.identify(
        arm(), arrays(bare, made[0] / gains), current=True, estimate_gain=True, loaded=str(file), load=LOAD,
        couplings=COUPLED, cutoff=np.inf, consistent=False,
    )  # fmt: skip
    assert found.gains is not None
    np.testing.assert_allclose(found.gains[0], gains, rtol=1e-8)


def test_payload_of_coupled_motors() -> None:
    motion = moved(5)
    own = np.asarray(lw.compile(arm()).inverse_dynamics(q=motion.q, v=motion.v, a=motion.a))
    tau = at_motors(own + load_along(motion))
    found = lw.identify(arm(), arrays(motion, tau), payload=True, couplings=COUPLED, cutoff=np.inf)
    assert found.fit.relative_held_out < 1e-9
    assert float(found.load.m) == pytest.approx(3.0, rel=1e-4)  # type: ignore[arg-type]


@pytest.mark.parametrize("names", [("m5", "m6"), ("wrist_pitch_joint", "flange_roll")])
def test_friction_of_a_coupled_motor_is_no_joints_friction(names: tuple[str, str]) -> None:
    """Whatever the motors are called; the bodies alone are in the robot."""
    text = COUPLED.replace("m5", names[0]).replace("m6", names[1])
    model = IdentificationModel.of(arm(), None, text)
    physical = other_parameters(model, np.random.default_rng(1))
    made = identified_robot(model, physical)
    assert made.joints["wrist_pitch_joint"].drive == made.joints["flange_roll"].drive == Drive()
    assert made.joints["elbow"].drive.viscous == pytest.approx(physical[model.physical.index("viscous_elbow")])


@pytest.mark.parametrize("terms", ["viscous,spring", "viscous,offset", "viscous,offset,spring"])
def test_springs_that_rest_elsewhere(terms: str) -> None:
    """The file's rest is known whether its stiffness is or not, and is counted once."""
    robot: Any = lw.load(EXAMPLES / "double_pendulum.yaml")
    joints = dict(robot.joints)
    name = next(iter(joints))
    joints[name] = replace(joints[name], drive=replace(joints[name].drive, stiffness=5.0, rest=0.3))
    robot = replace(robot, joints=MappingProxyType(joints))
    motion = moved(1, 2)
    tau = np.asarray(lw.compile(robot).inverse_dynamics(q=motion.q, v=motion.v, a=motion.a))
    found = lw.identify(robot, arrays(motion, tau), friction=terms, cutoff=np.inf)
    np.testing.assert_allclose(found.values, found.model.values(found.model.prior), atol=1e-9)
    again = np.asarray(lw.compile(found.robot).inverse_dynamics(q=motion.q, v=motion.v, a=motion.a))
    np.testing.assert_allclose(again, tau, atol=1e-5)


@pytest.mark.parametrize("term", ["load", "stribeck"])
def test_instruments_know_every_term(term: str) -> None:
    robot: Any = lw.load(EXAMPLES / "double_pendulum.yaml")
    model = IdentificationModel.of(robot, "viscous,coulomb")
    rng = np.random.default_rng(2)
    motion = fourier(2, rng, 1500, 0.8, 15.0)
    tau = model.columns(motion.q, motion.v, motion.a) @ model.values(other_parameters(model, rng))
    tau = tau + 0.002 * rng.normal(size=tau.shape) * np.std(tau, axis=0)
    data = {"t": motion.t, "q": motion.q, "tau": tau}
    found = lw.identify(robot, data, method="iv", friction=f"viscous,coulomb,{term}", consistent=False)
    assert found.chosen == "iv"
    assert found.fit.relative_held_out < 0.02


def test_a_load_is_told_in_numbers() -> None:
    """Lengths of the file are symbols with values; where a load is, is none."""
    robot: Any = lw.load(EXAMPLES / "parallel" / "delta.yaml")
    ten = np.array([2.0, 0.1, 0, 0, 0.1, 0, 0.1, 0, 0, 0.1])
    assert all(isinstance(x, int | float) for x in at_frame(robot, "", ten).h)
