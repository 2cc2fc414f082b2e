"""Regressors of torques, gravity, energies and momentum against Pinocchio; base regressors; labels. Law 8 asks more."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

import linkwright as lw
from tests.strategies import mechanisms
from tests.support.graph import equal
from tests.support.model import Robot
from tests.support.package import QuantityError
from tests.support.verification import sample, without_drives

EXAMPLES = Path(__file__).parents[2] / "examples"
COLUMNS = (
    "regressor",
    "gravity_regressor",
    "kinetic_energy_regressor",
    "potential_energy_regressor",
    "momentum_regressor",
)


class Both:
    """The same robot here and in Pinocchio, in one random state."""

    def __init__(self, floating: bool) -> None:
        self.pin: Any = pytest.importorskip("pinocchio")
        path = str(EXAMPLES / "elbow6.urdf")
        self.robot = lw.load(path, floating=floating)
        self.model = self.pin.buildModelFromUrdf(path, *([self.pin.JointModelFreeFlyer()] if floating else []))
        self.data = self.model.createData()
        x = sample(self.robot, 1, seed=11)
        self.x = {name: getattr(x, name)[0] for name in ("q", "v", "a")}
        q = self.x["q"]
        self.q = np.concatenate([q[:-1], [np.cos(q[-1]), np.sin(q[-1])]])  # the last joint is continuous

    def ours(self, name: str) -> np.ndarray:
        f = lw.derive(self.robot, name)
        return np.asarray(f(**{k: self.x[k] for k in f.inputs}))


@pytest.fixture(scope="module", params=[False, True], ids=["fixed", "floating"])
def both(request: pytest.FixtureRequest) -> Both:
    return Both(request.param)


def test_torques(both: Both) -> None:
    x, zero = both.x, np.zeros(both.model.nv)
    for name, v, a in (("regressor", x["v"], x["a"]), ("gravity_regressor", zero, zero)):
        peer = both.pin.computeJointTorqueRegressor(both.model, both.data, both.q, v, a)
        np.testing.assert_allclose(both.ours(name), peer, atol=1e-11)


def test_energies(both: Both) -> None:
    kinetic = both.pin.computeKineticEnergyRegressor(both.model, both.data, both.q, both.x["v"])
    np.testing.assert_allclose(both.ours("kinetic_energy_regressor"), np.ravel(kinetic), atol=1e-12)
    potential = both.pin.computePotentialEnergyRegressor(both.model, both.data, both.q)
    np.testing.assert_allclose(both.ours("potential_energy_regressor"), np.ravel(potential), atol=1e-12)


def test_static(both: Both) -> None:
    """Pinocchio's static regressor gives mass times centre of mass from (m, mx, my, mz) of each body."""
    static = both.pin.computeStaticRegressor(both.model, both.data, both.q)
    total = sum(both.model.inertias[i].mass for i in range(1, both.model.njoints))
    weighed = -(both.model.gravity.linear @ static) * (total if _normalised(both, static) else 1)
    ours = both.ours("potential_energy_regressor").reshape(-1, 10)
    np.testing.assert_allclose(ours[:, :4].ravel(), weighed, atol=1e-11)
    assert not ours[:, 4:].any()


def _normalised(both: Both, static: np.ndarray) -> bool:
    """Whether Pinocchio divides by the total mass: then the columns, times the parameters, are the centre of mass itself."""
    p = np.concatenate([both.model.inertias[i].toDynamicParameters()[:4] for i in range(1, both.model.njoints)])
    return np.allclose(static @ p, both.pin.centerOfMass(both.model, both.data, both.q), atol=1e-9)


def test_momentum(both: Both) -> None:
    """The torque regressor at rest is linear in a: there it is the momentum regressor with a in place of v, and gravity."""
    zero, v = np.zeros(both.model.nv), both.x["v"]
    peer = [both.pin.computeJointTorqueRegressor(both.model, both.data, both.q, zero, a).copy() for a in (v, zero)]
    np.testing.assert_allclose(both.ours("momentum_regressor"), peer[0] - peer[1], atol=1e-11)


# --- base parameters --------------------------------------------------------------------------------------------------


@settings(max_examples=6)
@given(mechanisms(size=3, wrenches=False))
def test_base_regressor_has_a_name_of_its_own(robot: Robot) -> None:
    one, other = lw.derive(robot, "base_regressor", parameters="base"), lw.derive(robot, "regressor", parameters="base")
    assert one.outputs["Yb"].labels == other.outputs["Y"].labels
    assert one.outputs["Yb"].labels == lw.derive(robot, "base_parameters").outputs["base"].labels
    assert one.outputs["Yb"].shape == other.outputs["Y"].shape
    renamed = {"Y": replace(one.outputs["Yb"], name="Y")}
    assert equal(replace(one, outputs=renamed), other)


@pytest.mark.parametrize("form", ["numeric", "symbolic", "inertial", "base"])
@pytest.mark.parametrize("file", ["double_pendulum.yaml", "scara.yaml", "quadruped.yaml", "elbow6.urdf"])
def test_base_regressor_times_base_parameters(file: str, form: str) -> None:
    """In every form: the map from physical to base parameters belongs to the regressor, label by label."""
    robot = replace(without_drives(lw.load(str(EXAMPLES / file))), wrenches=())
    Y, p = (lw.derive(robot, name, parameters=form) for name in ("base_regressor", "base_parameters"))
    assert Y.outputs["Yb"].labels == p.outputs["base"].labels
    assert len(set(Y.outputs["Yb"].labels)) == Y.outputs["Yb"].shape[1]
    x = sample(robot, 1, seed=2)
    state = {k: getattr(x, k)[0] for k in ("q", "v", "a")}
    tau = lw.derive(robot, "inverse_dynamics")(**state)
    np.testing.assert_allclose(Y(**state) @ p(), tau, rtol=1e-9, atol=1e-9 * np.abs(tau).max())


def test_symbolic_base_parameters_are_formulas_of_the_files_parameters() -> None:
    robot = lw.load(str(EXAMPLES / "double_pendulum.yaml"))
    f = lw.derive(robot, "base_parameters", parameters="symbolic")
    assert set(f.inputs["parameters"].labels) <= set(robot.parameters)
    assert {"L1", "m1", "m2"} <= set(f.inputs["parameters"].labels)


@pytest.mark.parametrize("name", [n for n in COLUMNS if n != "potential_energy_regressor"])
def test_regressors_in_base_columns(name: str) -> None:
    robot = lw.load(str(EXAMPLES / "elbow6.urdf"))
    full, base = lw.derive(robot, name), lw.derive(robot, name, parameters="base")
    p_base = lw.derive(robot, "base_parameters")
    x = sample(robot, 1, seed=3)
    labels = next(iter(full.outputs.values())).labels
    assert labels[:10] == tuple(f"{k}_{labels[0][2:]}" for k in ("m", "mx", "my", "mz", *_TENSOR))
    state = {k: getattr(x, k)[0] for k in full.inputs}
    p = _inertial(robot, labels)
    np.testing.assert_allclose(base(**state) @ p_base(), full(**state) @ p, rtol=1e-9, atol=1e-9)


_TENSOR = ("Ixx", "Ixy", "Iyy", "Ixz", "Iyz", "Izz")


def _inertial(robot: Robot, labels: tuple[str, ...]) -> np.ndarray:
    port = lw.derive(robot, "inverse_dynamics", parameters="inertial").inputs["parameters"]
    assert port.defaults is not None
    known = dict(zip(port.labels, port.defaults, strict=True))
    return np.array([known.get(label, 0.0) for label in labels])


def test_potential_energy_is_not_a_matter_of_base_parameters() -> None:
    robot = lw.load(str(EXAMPLES / "elbow6.urdf"))
    with pytest.raises(QuantityError, match="cannot be computed from base parameters"):
        lw.derive(robot, "potential_energy_regressor", parameters="base")
