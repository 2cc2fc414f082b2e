"""The robots of example-robot-data, piece by piece against Pinocchio's model: tree, placements, axes, inertias, frames."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from tests.support.model import Robot
from tests.support.spatial import Inertia, Transform

from .numeric import matrix

pin = pytest.importorskip("pinocchio")

# the wheel of example-robot-data has files and no module; they are beside Pinocchio's
ROBOTS = Path(pin.__file__).parents[4] / "share" / "example-robot-data" / "robots"
FILES = sorted(ROBOTS.rglob("*.urdf"))
if not FILES:
    pytest.skip("example-robot-data is not installed", allow_module_level=True)
NO_ROBOT = "ur3.urdf"  # it has no links


def test_the_collection_is_there() -> None:
    assert len(FILES) >= 60


@pytest.mark.parametrize("path", [f for f in FILES if f.name == NO_ROBOT], ids=lambda p: p.name)
def test_the_empty_file_says_so(path: Path) -> None:
    with pytest.raises(lw.LinkwrightError, match="the file has no links"):
        lw.load(path)


@pytest.mark.parametrize("floating", [False, True], ids=["fixed", "floating"])
@pytest.mark.parametrize("path", [f for f in FILES if f.name != NO_ROBOT], ids=lambda p: p.stem)
def test_model_is_pinocchio_s(path: Path, floating: bool) -> None:
    root = (pin.JointModelFreeFlyer(),) if floating else ()
    model = pin.buildModelFromUrdf(str(path), *root)
    robot = lw.load(path, floating=floating, mimic=False, snap=False, order="name")
    assert list(robot.joint_names) == list(model.names)[1:]
    assert (robot.nv, sum(j.type == "continuous" for j in robot.joints.values()) + robot.nq) == (model.nv, model.nq)

    placed, inertias, frames = welded(robot)
    data = model.createData()
    pin.computeJointJacobians(model, data, pin.neutral(model))
    for i, name in enumerate(model.names):
        ours = np.array([float(x) for x in inertias[name].parameters])
        theirs = model.inertias[i].toDynamicParameters()
        assert np.allclose(ours, theirs, rtol=1e-12, atol=1e-14 * (1 + abs(theirs).max()))
        if i == 0:
            continue
        parent, X = placed[name]
        assert parent == model.names[model.parents[i]]
        assert np.allclose(matrix(X), model.jointPlacements[i].homogeneous, atol=1e-14)
        joint = robot.joints[name]
        if joint.nv == 1:
            axis, none = [float(x) for x in joint.axis], [0.0, 0.0, 0.0]
            column = pin.getJointJacobian(model, data, i, pin.LOCAL)[:, model.joints[i].idx_v]
            assert np.allclose(column, axis + none if joint.type == "prismatic" else none + axis, atol=1e-13)
    links = [f for f in model.frames if f.type == pin.BODY]
    assert {f.name for f in links} == set(robot.frames)
    for frame in links:
        parent, X = frames[frame.name]
        assert parent == model.names[frame.parentJoint]
        assert np.allclose(matrix(X), frame.placement.homogeneous, atol=1e-14)


@pytest.mark.parametrize("name", ["panda.urdf", "baxter.urdf", "pr2.urdf", "tiago_pro.urdf", "talos_reduced.urdf"])
def test_mimic_is_pinocchio_s(name: str) -> None:
    path = next(f for f in FILES if f.name == name)
    model = pin.buildModelFromUrdf(str(path), mimic=True)
    robot = lw.load(path)
    assert robot.nv == model.nv
    theirs = {n for n, j in zip(model.names, model.joints, strict=True) if j.shortname() == "JointModelMimic"}
    assert {j.name for j in robot.joints.values() if j.mimic} == theirs


def welded(robot: Robot) -> tuple[dict[str, Any], dict[str, Inertia], dict[str, Any]]:
    """Moving joints with their parents and placements, what hangs on each of them, frames: as Pinocchio keeps them."""
    at: dict[str, tuple[str, Transform]] = {"world": ("universe", Transform())}
    placed: dict[str, tuple[str, Transform]] = {}
    inertias = {"universe": Inertia()}
    for joint in robot.joints.values():
        parent, X = at[joint.parent]
        if joint.type == "fixed":
            at[joint.child] = (parent, X @ joint.X)
        else:
            placed[joint.name] = (parent, X @ joint.X)
            inertias[joint.name] = Inertia()
            at[joint.child] = (joint.name, Transform())
    for body in robot.bodies.values():
        name, X = at[body.name]
        inertias[name] = inertias[name] + body.inertia.seen_from(X)
    return placed, inertias, {n: (at[f.body][0], at[f.body][1] @ f.X) for n, f in robot.frames.items()}
