"""Chains as products of elementary transforms: poses of the compiled robot, columns; all joint types on a way."""

from __future__ import annotations

import numpy as np
import pytest

import linkwright as lw
from linkwright.calibration.chain import chain_to
from linkwright.calibration.elementary_transforms import Postures, poses, poses_and_columns
from linkwright.calibration.measured import ALL, KINDS, inverse
from linkwright.calibration.options import GROUPS
from linkwright.calibration.run import tree_and_frame
from linkwright.errors import InputError
from tests.calibration.arms import EXAMPLES, example_robot, random_arm

MIXED: dict[str, object] = {
    "linkwright": 1,
    "name": "mixed",
    "joints": {
        "u": {"type": "universal", "parent": "world", "child": "a", "axis": [0, 0, 1], "axis2": [1, 0, 0]},
        "s": {
            "type": "helical",
            "pitch": 0.1,
            "parent": "a",
            "child": "b",
            "xyz": [0.3, 0, 0.1],
            "axis": [0, 0.6, 0.8],
        },
        "c": {"type": "cylindrical", "parent": "b", "child": "d", "xyz": [0, 0.2, 0], "axis": [1, 0, 0]},
        "r": {"type": "revolute", "parent": "d", "child": "e", "xyz": [0.1, 0.2, 0], "axis": [0, -1, 0]},
        "f": {
            "type": "revolute",
            "parent": "e",
            "child": "g",
            "mimic": {"joint": "r", "multiplier": -2, "offset": 0.3},
        },
    },
    "bodies": {n: {"mass": 1} for n in "abdeg"},
}


@pytest.mark.parametrize(
    "source", ["arm6.yaml", "scara.yaml", "screws.yaml", "elbow6.urdf", "panda", "mixed", "random"]
)
def test_poses_and_columns(source: str) -> None:
    made = {
        "panda": lambda: lw.load(example_robot("panda_description/urdf/panda.urdf")),
        "mixed": lambda: lw.load(MIXED),
        "random": lambda: random_arm("RPRRP", 3),
    }
    robot, frame = tree_and_frame(made[source]() if source in made else lw.load(EXAMPLES / source), "")
    chain = chain_to(robot, frame, GROUPS, (ALL, ALL))
    rng = np.random.default_rng(0)
    n, q = len(chain.parameters), rng.normal(size=(6, robot.nq))
    at = Postures(q, rng.normal(size=(6, robot.nv)))
    fk = np.asarray(lw.compile(robot).function("forward_kinematics", frame=frame)(q)).reshape(-1, 4, 4)
    assert np.allclose(poses(chain.transforms, np.zeros(n), at), fk, atol=1e-14)
    values, h = rng.normal(size=n) * 0.1, 1e-6
    T, J = poses_and_columns(chain.transforms, values, at)
    for k in range(n):
        step = h * np.eye(n)[k]
        D = (poses(chain.transforms, values + step, at) - poses(chain.transforms, values - step, at)) / (2 * h)
        W = D[:, :3, :3] @ np.swapaxes(T[:, :3, :3], 1, 2)
        rates = np.concatenate([D[:, :3, 3], W[:, [2, 0, 1], [1, 2, 0]]], axis=1)
        assert np.allclose(rates, J[:, :, k], atol=1e-8), chain.parameters[k].name


@pytest.mark.parametrize("kind", KINDS)
def test_rows_are_derivatives_of_gaps(kind: str) -> None:
    """Far from the measured pose, too."""
    robot = lw.load(EXAMPLES / "elbow6.urdf")
    chain = chain_to(*tree_and_frame(robot, ""), GROUPS, (ALL, ALL))
    rng = np.random.default_rng(1)
    n, at = len(chain.parameters), Postures(rng.normal(size=(5, 6)), np.zeros((5, 6)))
    T, J = poses_and_columns(chain.transforms, np.zeros(n), at)
    other = poses(chain.transforms, rng.normal(size=n) * 0.3, at)
    M = {"pose": other, "camera": inverse(other), "position": other[:, :3, 3], "distance": np.full(5, 0.7)}.get(
        kind, other
    )
    rows, h = KINDS[kind].rows(T, J, M), 1e-6
    for k in range(n):
        ahead, behind = (poses(chain.transforms, s * h * np.eye(n)[k], at) for s in (1, -1))
        slope = (KINDS[kind].gap(ahead, M) - KINDS[kind].gap(behind, M)) / (2 * h)
        assert np.allclose(-slope, rows[:, :, k], atol=1e-7)


def test_joints_that_cannot_be_on_the_way() -> None:
    with pytest.raises(InputError, match="'ball' is a spherical joint on the way"):
        chain_to(lw.load(EXAMPLES / "spherical_pendulum.yaml"), "bob", GROUPS, (ALL, ALL))


def test_symbols_without_a_value() -> None:
    robot = lw.dh([("R", 0, "L1", 0, "q"), ("R", 0, "L2", 0, "q")], convention="modified", parameters={"L1": 0.4})
    with pytest.raises(InputError, match="L2 of the geometry have no value"):
        chain_to(robot, "link2", GROUPS, (ALL, ALL))
