"""Calibration of arms whose errors are known: without noise to rounding, with noise within standard errors."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import linkwright as lw
from linkwright.calibration.chain import chain_to
from linkwright.calibration.elementary_transforms import Postures, poses
from linkwright.calibration.run import calibrate, tree_and_frame
from linkwright.errors import InputError
from tests.calibration.arms import DEFAULT, EXAMPLES, Truth, columns, example_robot, measure, random_arm

UR5 = "ur_description/urdf/ur5_robot.urdf"


def predicted(found, q):
    """Poses of the target by the calibrated robot alone, through code that this room has no part in."""
    fk = np.asarray(lw.compile(found.robot).function("forward_kinematics", frame=found.target)(q)).reshape(-1, 4, 4)
    return found.base @ fk


def fresh(truth: Truth, N: int = 30) -> tuple[np.ndarray, np.ndarray]:
    """Postures that were never measured, and where the target is."""
    q = np.random.default_rng(99).uniform(-2.5, 2.5, (N, truth.chain.robot.nq))
    return q, poses(truth.chain.transforms, truth.values, Postures(q, 0 * q))


@pytest.mark.parametrize("types", ["RRRRRR", "RRPRRR", "RPRPRR", "RRRRRRR"])
@pytest.mark.parametrize("kind", ["pose", "camera"])
def test_without_noise_the_robot_is_found(types: str, kind: str) -> None:
    robot = random_arm(types, 2)
    truth = measure(robot, kind)
    found = calibrate(robot, truth.table, measured=kind)
    q, T = fresh(truth)
    assert np.abs(predicted(found, q) - T).max() < 1e-10
    assert found.before.rms > 1e-3
    assert found.held_after.rms < 1e-10
    assert not found.outliers
    assert not found.notes


@pytest.mark.parametrize("kind", ["position", "distance"])
@pytest.mark.parametrize("source", ["arm6.yaml", "scara.yaml", "elbow6.urdf", UR5])
def test_points_and_distances_alone(kind: str, source: str) -> None:
    robot = lw.load(example_robot(source) if source == UR5 else EXAMPLES / source)
    truth = measure(robot, kind, 120)
    found = calibrate(robot, truth.table)
    assert found.measured == kind
    q, T = fresh(truth)
    there = predicted(found, q)[:, :3, 3]
    if kind == "position":
        assert np.abs(there - T[:, :3, 3]).max() < 1e-10
    else:
        assert np.abs(np.linalg.norm(there, axis=1) - np.linalg.norm(T[:, :3, 3], axis=1)).max() < 1e-10


def test_parameters_themselves() -> None:
    """Errors only of parameters that can be told: every one of them comes back."""
    robot = random_arm("RRRRRR", 4)
    some = measure(robot)
    names = [p.name for p in calibrate(robot, some.table).parameters]
    kept = np.array([p.name in names and p.group not in ("base", "tool") for p in some.chain.parameters])
    values = np.where(kept, some.values, 0.0)
    q = np.column_stack([some.table[n] for n in some.chain.robot.position_names])
    T = poses(some.chain.transforms, values, Postures(q, 0 * q))
    table = {**some.table, **columns("pose", T, 0.0, np.random.default_rng(0))}
    found = {p.name: p.correction for p in calibrate(robot, table).parameters}
    wanted = {p.name: v for p, v, k in zip(some.chain.parameters, values, kept, strict=True) if k}
    assert max(abs(found[n] - v) for n, v in wanted.items()) < 1e-10


def test_a_known_base_stays() -> None:
    robot = random_arm("RRRRRR", 5)
    truth = measure(robot)
    chain = truth.chain.starting(np.eye(4), np.eye(4))
    q = np.column_stack([truth.table[n] for n in chain.robot.position_names])
    outer = np.array([p.group in ("base", "tool") for p in chain.parameters])
    T = poses(chain.transforms, np.where(outer, 0, truth.values), Postures(q, 0 * q))
    table = {**truth.table, **columns("pose", T, 0.0, np.random.default_rng(0))}
    found = calibrate(robot, table, parameters="offsets,lengths,angles")
    assert np.array_equal(found.base, np.eye(4))
    assert found.target == ""
    assert found.held_after.largest < 1e-10
    only = calibrate(robot, table, parameters="offsets")
    assert {p.group for p in only.parameters} == {"offsets"}
    assert only.held_after.rms > 1e-4


@pytest.mark.parametrize(("kind", "count"), [("point", 23), ("plane", 23)])
def test_touching_one_thing(kind: str, count: int) -> None:
    """27 parameters of a six-axis arm by positions, less motions of the thing on itself, less one for the size."""
    robot = lw.load(EXAMPLES / "elbow6.urdf")
    tree, frame = tree_and_frame(robot, "")
    chain = chain_to(tree, frame, DEFAULT, ("x y z rx ry rz", "x y z"))
    tool = np.eye(4)
    tool[:3, 3] = 0.05, 0.03, 0.1
    chain = chain.starting(np.eye(4), tool)
    rng = np.random.default_rng(2)
    values = rng.normal(size=len(chain.parameters)) * 1e-3
    which = slice(0, 3) if kind == "point" else slice(2, 3)

    def off(q: np.ndarray) -> np.ndarray:
        return (poses(chain.transforms, values, Postures(q, 0 * q))[:, :3, 3] - [0.4, 0.2, 0.3])[:, which]

    q, h = rng.uniform(-2, 2, (150, 6)), 1e-6
    for _ in range(30):
        slope = np.stack([(off(q + h * e) - off(q - h * e)) / (2 * h) for e in np.eye(6)], axis=2)
        q = q - np.clip(np.einsum("nij,nj->ni", np.linalg.pinv(slope), off(q)), -0.3, 0.3)
    q = q[(np.abs(off(q)).max(axis=1) < 1e-13) & (np.abs(q).max(axis=1) < 4)]
    assert len(q) > 100
    made = calibrate(robot, dict(zip(tree.position_names, q.T, strict=True)), measured=kind)
    assert len(made.parameters) == count
    assert made.before.rms > 1e-3
    assert made.held_after.largest < 1e-10
    assert any("another size" in x.why for x in made.left_out)


def test_scales_and_compliances() -> None:
    """Factors of positions, and joints that give way under the arm's weight by the masses of the file."""
    robot = lw.load(example_robot(UR5))
    tree, frame = tree_and_frame(robot, "")
    groups = (*DEFAULT, "scales", "elastic")
    chain = chain_to(tree, frame, groups, ("x y z rx ry rz",) * 2)
    rng = np.random.default_rng(0)
    size = {"scales": 1e-3, "elastic": 1e-5}
    values = np.array([rng.normal() * size.get(p.group, 1e-3) for p in chain.parameters])
    q = rng.uniform(-2, 2, (80, 6))
    load = -np.asarray(lw.compile(robot).gravity(q))
    table = dict(zip(tree.position_names, q.T, strict=True))
    table |= columns("pose", poses(chain.transforms, values, Postures(q, load)), 0.0, rng)
    found = calibrate(robot, table, parameters="base,tool,offsets,lengths,angles,scales", elastic=True)
    assert found.held_after.largest < 1e-10
    true = {p.name: v for p, v in zip(chain.parameters, values, strict=True)}
    loaded = {n for n, x in zip(tree.joint_names, load.T, strict=True) if np.ptp(x) > 1e-9}
    assert found.compliances.keys() == loaded == {"shoulder_lift_joint", "elbow_joint", "wrist_1_joint"}
    assert all(x == pytest.approx(true[f"compliance_{n}"], abs=1e-12) for n, x in found.compliances.items())
    assert all(x == pytest.approx(true[f"scale_{n}"], abs=1e-10) for n, x in found.scales.items())
    assert "compliance_shoulder_pan_joint" in [x.name for x in found.left_out if not x.theory]


@pytest.mark.parametrize("suffix", [".urdf", ".yaml"])
def test_the_written_file_is_the_fitted_model(tmp_path: Path, suffix: str) -> None:
    robot = lw.load(EXAMPLES / "elbow6.urdf")
    truth = measure(robot, noise=1e-4)
    found = calibrate(robot, truth.table)
    found.save(tmp_path / f"calibrated{suffix}")
    read = lw.load(tmp_path / f"calibrated{suffix}")
    q, _ = fresh(truth)
    again = np.asarray(lw.compile(read).function("forward_kinematics", frame=found.target)(q)).reshape(-1, 4, 4)
    assert np.abs(found.base @ again - predicted(found, q)).max() < 1e-12
    assert np.allclose(lw.compile(read).gravity(q), lw.compile(found.robot).gravity(q), atol=1e-9)


def test_robust_fit_and_outliers() -> None:
    robot = lw.load(EXAMPLES / "elbow6.urdf")
    truth = measure(robot, noise=1e-4, N=60)
    table = {n: np.array(x) for n, x in truth.table.items()}
    table["x"][[7, 20]] += 0.03
    plain, robust = (calibrate(robot, table, robust=r) for r in (False, True))
    for found in (plain, robust):
        assert {x.place for x in found.outliers} == {"poses, row 8", "poses, row 21"}
        assert found.outliers[0].distance == pytest.approx(0.03, rel=0.05)
    q, T = fresh(truth)
    off = [np.abs(predicted(x, q) - T).max() for x in (plain, robust)]
    assert off[1] < 0.2 * off[0]


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["pose", "position"])
def test_standard_errors_cover_the_truth(kind: str) -> None:
    """95 % of the true values within two standard errors, over 120 runs."""
    robot = random_arm("RRRRRR", 6)
    inside: list[bool] = []
    for seed in range(120):
        truth = measure(robot, kind, 40, noise=2e-4, seed=seed, size=0.0)
        for p in calibrate(robot, truth.table, hold_out=0.0).parameters:
            if p.group not in ("base", "tool"):
                inside.append(abs(p.correction) < 2 * p.error)
    assert len(inside) > 1500
    assert 0.935 < np.mean(inside) < 0.97


def test_too_few_postures_are_told() -> None:
    robot = random_arm("RRRRRR", 2)
    with pytest.raises(InputError, match="24 measured numbers are fitted by 24 parameters"):
        calibrate(robot, measure(robot, N=6).table)


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"parameters": "length"}, "no parameters are called 'length'"),
        ({"hold_out": 1.5}, "hold_out is 1.5"),
        ({"styl": "dh"}, "calibration has no option 'styl'"),
        ({"style": "euler"}, "there is no style 'euler'"),
        ({"measured": "pos"}, "nothing measured is called 'pos'"),
        ({"frame": "hand"}, "there is no frame 'hand'"),
    ],
)
def test_wrong_options(asked: dict[str, object], words: str) -> None:
    robot = random_arm("RRRRRR", 2)
    with pytest.raises(lw.LinkwrightError, match=words):
        calibrate(robot, measure(robot).table, **asked)
