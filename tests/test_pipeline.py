"""build() and compile() end to end, against the interpreter and against an independent derivation."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import linkwright as lw
from linkwright.pipeline import DEFAULT_QUANTITIES, model_hash

EXAMPLES = Path(__file__).parents[1] / "examples"
ARM = EXAMPLES / "elbow6.urdf"


def test_compiled_functions_and_aliases() -> None:
    robot = lw.load(ARM)
    dyn = lw.compile(robot)
    rng = np.random.default_rng(1)
    q, v, a = rng.uniform(-1, 1, (3, robot.nv))
    reference = lw.derive(robot, "inverse_dynamics", method="lagrange")
    np.testing.assert_allclose(dyn.rnea(q, v, a), reference(q=q, v=v, a=a), rtol=1e-11, atol=1e-11)
    np.testing.assert_allclose(dyn.crba(q) @ a + dyn.nle(q, v), dyn.inverse_dynamics(q, v, a), rtol=1e-11, atol=1e-11)
    np.testing.assert_allclose(dyn.aba(q, v, dyn.rnea(q, v, a)), a, rtol=1e-9, atol=1e-9)
    with pytest.raises(AttributeError, match="no quantity is called"):
        dyn.colour  # noqa: B018


def test_batches_equal_single_states() -> None:
    dyn = lw.compile(ARM)
    q, v, a = np.random.default_rng(2).uniform(-2, 2, (3, 103, 6))
    tau = dyn.inverse_dynamics(q, v, a)
    one_by_one = np.array([dyn.inverse_dynamics(*state) for state in zip(q, v, a, strict=True)])
    np.testing.assert_allclose(tau, one_by_one, rtol=1e-13, atol=1e-13)


def test_frames_are_chosen_by_name() -> None:
    dyn = lw.compile(ARM)
    q = np.zeros(6)
    tool = dyn.function("jacobian", frame="tool")(q)
    elbow = dyn.function("jacobian", frame="forearm")(q)
    assert np.all(elbow[:, 3:] == 0)
    assert np.any(tool[:, 3:] != 0)


def test_symbolic_parameters_are_inputs() -> None:
    robot = lw.load(EXAMPLES / "double_pendulum.yaml")
    dyn = lw.compile(robot, parameters="symbolic")
    q = np.array([0.3, 0.7])
    names = dyn.mass_matrix.inputs["parameters"].labels
    heavy = np.array([10.0 if n == "m2" else robot.parameters[n].value for n in names])
    numeric = lw.compile(robot).mass_matrix(q)
    np.testing.assert_allclose(dyn.mass_matrix(q), numeric, rtol=1e-13)
    assert dyn.mass_matrix(q, heavy)[1, 1] == pytest.approx(10 * numeric[1, 1])


def test_build_is_deterministic_and_complete(tmp_path: Path) -> None:
    first = lw.build(ARM, to=["c", "numpy"], out=tmp_path / "a", run=False)
    second = lw.build(ARM, to=["c", "numpy"], out=tmp_path / "b", run=False)
    assert first.trees == second.trees
    text = "".join(first.trees["c"].values())
    for name in DEFAULT_QUANTITIES:
        assert name in text
    assert model_hash(lw.load(ARM)) in text


def test_nothing_is_written_when_something_fails(tmp_path: Path) -> None:
    with pytest.raises(lw.LinkwrightError, match="cobol"):
        lw.build(ARM, to=["c", "cobol"], out=tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_hash_sees_every_number() -> None:
    robot = lw.load(ARM)
    other = robot.map(lambda x: x * 1.0000001 if isinstance(x, float) else x)
    assert model_hash(robot) != model_hash(other)
    assert model_hash(robot) == model_hash(lw.load(ARM))
