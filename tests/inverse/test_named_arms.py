"""Arms of files: found by themselves, all solutions, judged by Pinocchio."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from tests.inverse.brute_force import Arm, Array, Axis, gap
from tests.support.package import QuantityError

EXAMPLES = Path(__file__).parents[2] / "examples"
X, Y, Z = np.eye(3)


def panda() -> Path:
    pin = pytest.importorskip("pinocchio")
    path = Path(pin.__file__).parents[4] / "share/example-robot-data/robots/panda_description/urdf/panda.urdf"
    return path if path.exists() else pytest.skip("example-robot-data is not installed")


def by_pinocchio(path: Path, frame: str, q: Array) -> Array:
    pin = pytest.importorskip("pinocchio")
    model = pin.buildModelFromUrdf(str(path))
    data = model.createData()
    poses: list[Any] = []
    for row in np.pad(q, ((0, 0), (0, model.nq - q.shape[1]))):  # fingers that mimic others have no coordinate here
        pin.framesForwardKinematics(model, data, row)
        poses.append(data.oMf[model.getFrameId(frame)].homogeneous.copy())
    return np.array(poses)


@pytest.mark.parametrize("given", [None, "panda_joint4", "panda_joint5", "panda_joint6", "panda_joint7"])
def test_panda_with_a_joint_given(given: str | None) -> None:
    path = panda()
    options = {"frame": "panda_link8"} | ({"given": given} if given else {})
    f = lw.derive(lw.load(path), "inverse_kinematics", **options)
    (name,) = f.inputs["given"].labels
    assert name == (given or "panda_joint7") == f.facts["given joints"]
    k = int(name[-1]) - 1
    q = np.random.default_rng(1).uniform(-2.5, 2.5, (60, 8))
    q[:, 7:] = 0
    pose = by_pinocchio(path, "panda_link8", q)
    found = f(pose=pose, given=q[:, k : k + 1])
    turning = np.ones(8, dtype=bool)
    for n, rows in enumerate(found["solutions"]):
        kept = rows[np.isfinite(rows).all(axis=1)]
        assert len(kept) == found["count"][n] <= 8
        assert np.abs(by_pinocchio(path, "panda_link8", kept) - pose[n]).max() < 1e-9
        assert gap(kept, q[n], turning).min() < 1e-6
        assert np.all(kept[:, k] == q[n, k])


def straight(*axes: tuple[Array, float], tool: float) -> Arm:
    """Axes that all meet the vertical, at these heights."""
    home = np.eye(4)
    home[2, 3] = tool
    return Arm(tuple(Axis("R", h, z * Z) for h, z in axes), home)


SRS = straight((Z, 0), (Y, 0.36), (Z, 0.5), (-Y, 0.78), (Z, 1), (Y, 1.18), (Z, 1.2), tool=1.3)
"""As the iiwa: shoulder and wrist are spherical."""


@pytest.mark.parametrize("given", [None, "j1", "j3", "j5", "j7"])
def test_seven_axes_with_two_spherical_joints(given: str | None) -> None:
    f = SRS.solve(**({"given": given} if given else {}))
    k = int(f.inputs["given"].labels[0][-1]) - 1
    q = np.random.default_rng(3).uniform(-2.5, 2.5, (50, 7))
    found = f(pose=SRS.pose(q), given=q[:, k : k + 1])
    for n, rows in enumerate(found["solutions"]):
        kept = rows[np.isfinite(rows).all(axis=1)]
        assert np.abs(SRS.pose(kept) - SRS.pose(q[n : n + 1])).max() < 1e-9
        assert gap(kept, q[n], np.ones(7, dtype=bool)).min() < 1e-6


def test_seen_from_a_link() -> None:
    """Joints before the base cancel; those between it and the frame are asked for."""
    f = lw.derive(SRS.robot, "ik", base="l1")
    q = np.random.default_rng(4).uniform(-2.5, 2.5, (20, 7))
    q[:, 0] = 0
    first = SRS.axes[0]
    base = np.eye(4)
    base[:3, 3] = first.p
    found = f(pose=np.linalg.inv(base) @ SRS.pose(q))
    assert found["solutions"].shape[-1] == 7
    for n, rows in enumerate(found["solutions"]):
        kept = rows[np.isfinite(rows).all(axis=1)]
        assert np.all(kept[:, 0] == 0)
        assert gap(kept, q[n], np.ones(7, dtype=bool)).min() < 1e-6


def test_lengths_may_be_symbols() -> None:
    """Where the axes lie is told from random lengths; the code takes any."""
    robot = lw.load(EXAMPLES / "arm6.yaml")
    f = lw.derive(robot, "ik", parameters="symbolic")
    plain = lw.derive(robot, "ik")
    pose = lw.derive(robot, "fk", frame="flange")(q=np.random.default_rng(5).uniform(-2, 2, (20, 6)))
    one, other = f(pose=pose, **_defaults(f)), plain(pose=pose)
    assert np.array_equal(one["count"], other["count"])


def _defaults(f: Any) -> dict[str, Any]:
    return {n: np.array(p.defaults) for n, p in f.inputs.items() if n == "parameters"}


def test_an_unknown_joint_is_told() -> None:
    with pytest.raises(QuantityError, match="no joint 'elbow' on the way"):
        SRS.solve(given="elbow")
