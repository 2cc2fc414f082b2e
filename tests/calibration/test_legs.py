"""Anchors and leg offsets of a Gough-Stewart platform from poses and motor positions."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import linkwright as lw
from linkwright.calibration.legs import calibrate_legs, legs_of, platform_poses
from linkwright.errors import InputError
from tests.calibration.arms import EXAMPLES

ROBOT = lw.load(EXAMPLES / "parallel" / "6ups.yaml")
MOTORS = [f"leg{k + 1}_joint3" for k in range(6)]


def measured(noise: float, seed: int = 0, away: bool = True) -> tuple[dict[str, np.ndarray], np.ndarray]:
    """Lengths by true anchors and offsets, at poses seen by an instrument anywhere; those seven numbers of each leg."""
    rng = np.random.default_rng(seed)
    legs = legs_of(ROBOT)
    true = np.array([[*leg.a, *leg.b, 0.0] for leg in legs]) + rng.normal(size=(6, 7)) * 2e-3
    q = np.column_stack(
        [rng.uniform(-0.15, 0.15, (80, 2)), rng.uniform(0.45, 0.7, 80), rng.uniform(-0.35, 0.35, (80, 3))]
    )
    T = platform_poses(ROBOT, q)
    arms = T[:, None, :3, 3] + np.einsum("nij,kj->nki", T[:, :3, :3], true[:, 3:6]) - true[:, :3]
    lengths = np.linalg.norm(arms, axis=2) - true[:, 6] + rng.normal(size=(80, 6)) * noise
    B, S = np.eye(4), np.eye(4)
    if away:
        B[:3, :3], B[:3, 3] = Rotation.random(random_state=1).as_matrix(), (1, 2, 0.3)
        S[:3, :3], S[:3, 3] = Rotation.random(random_state=2).as_matrix(), (0.1, -0.05, 0.2)
    M = B @ T @ S
    table = dict(zip("xyz", M[:, :3, 3].T, strict=True))
    table |= dict(zip(("qx", "qy", "qz", "qw"), Rotation.from_matrix(M[:, :3, :3]).as_quat().T, strict=True))
    return table | dict(zip(MOTORS, lengths.T, strict=True)), true


@pytest.mark.parametrize("away", [False, True])
def test_without_noise(away: bool, tmp_path: Path) -> None:
    """The written robot moves its motors as the measured one does, at poses that were never fitted."""
    table, true = measured(0.0, away=away)
    found = calibrate_legs(ROBOT, table)
    assert found.before.rms > 1e-3
    assert found.held_after.largest < 1e-10
    assert np.allclose(found.values[:, 6], true[:, 6], atol=1e-9)
    lw.save(found.robot, tmp_path / "calibrated.yaml")
    robot = lw.load(tmp_path / "calibrated.yaml")
    q = lw.compile(robot).start[0] + np.random.default_rng(5).normal(size=(5, 6)) * 0.03
    said = np.asarray(lw.compile(robot).function("inverse_kinematics")(q))
    seen = found.base @ platform_poses(robot, q) @ found.tool  # as the instrument would see it
    arms = seen[:, None, :3, 3] + np.einsum("nij,kj->nki", seen[:, :3, :3], found.values[:, 3:6]) - found.values[:, :3]
    assert np.abs(np.linalg.norm(arms, axis=2) - found.values[:, 6] - said).max() < 1e-10


def test_standard_errors() -> None:
    inside = []
    for seed in range(15):
        table, true = measured(5e-5, seed, away=False)
        found = calibrate_legs(ROBOT, table, hold_out=0.0)
        assert found.sigma == pytest.approx(5e-5, rel=0.2)
        inside.append(np.abs(found.values - true) < 2 * found.errors)
    assert 0.92 < np.mean(inside) < 0.98


def test_what_has_no_such_legs() -> None:
    with pytest.raises(InputError, match="is no leg that changes its length"):
        legs_of(lw.load(EXAMPLES / "parallel" / "delta.yaml"))
    table, _ = measured(0.0)
    with pytest.raises(InputError, match="no column for motor 'leg2_joint3'"):
        calibrate_legs(ROBOT, {n: x for n, x in table.items() if n != "leg2_joint3"})
    with pytest.raises(InputError, match="poses are fitted; legs need 20"):
        calibrate_legs(ROBOT, {n: x[:20] for n, x in table.items()})
