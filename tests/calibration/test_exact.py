"""Parameters that can be told apart: counts of the literature, ranks of floats, reasons."""

from __future__ import annotations

import numpy as np
import pytest

import linkwright as lw
from linkwright.calibration.chain import chain_to
from linkwright.calibration.elementary_transforms import Postures, poses_and_columns
from linkwright.calibration.exact import tell_apart
from linkwright.calibration.measured import KINDS
from linkwright.calibration.run import tree_and_frame
from linkwright.calibration.telling import order_of
from tests.calibration.arms import DEFAULT, EXAMPLES, example_robot, measure, random_arm

PANDA, UR5 = "panda_description/urdf/panda.urdf", "ur_description/urdf/ur5_robot.urdf"


@pytest.mark.parametrize("types", ["RRRRRR", "RRPRRR", "PRRRRR", "RPRPRR", "RRRRRRR", "RR", "PPPRRR"])
@pytest.mark.parametrize("style", ["dh", "xyz"])
def test_counts_of_everett(types: str, style: str) -> None:
    """C = 4 R + 2 P + 6 for full poses with base and tool (Everett & Hsu 1988), whichever parameters a placement has."""
    robot = random_arm(types, 1)
    chain = chain_to(robot, tree_and_frame(robot, "")[1], DEFAULT, KINDS["pose"].axes, style)
    told = tell_apart(chain.transforms, len(chain.parameters), order_of(chain), KINDS["pose"].exact)
    assert len(told.kept) == 4 * types.count("R") + 2 * types.count("P") + 6
    assert len(told.kept) + len(told.dropped) == len(chain.parameters)


@pytest.mark.parametrize(("path", "joints"), [(PANDA, 7), (UR5, 6)])
def test_counts_of_arms_with_parallel_axes(path: str, joints: int) -> None:
    robot = lw.load(example_robot(path))
    frame = "panda_link8" if "panda" in path else ""
    chain = chain_to(*tree_and_frame(robot, frame), DEFAULT, KINDS["pose"].axes)
    told = tell_apart(chain.transforms, len(chain.parameters), order_of(chain), KINDS["pose"].exact)
    assert len(told.kept) == 4 * joints + 6


@pytest.mark.parametrize("kind", ["pose", "position", "distance"])
@pytest.mark.parametrize("source", ["arm6.yaml", "scara.yaml", "screws.yaml", "elbow6.urdf"])
def test_the_rank_of_floats_is_the_same(kind: str, source: str) -> None:
    truth = measure(lw.load(EXAMPLES / source), kind)
    chain, n = truth.chain, len(truth.chain.parameters)
    told = tell_apart(chain.transforms, n, order_of(chain), KINDS[kind].exact)
    q = np.random.default_rng(5).uniform(-2, 2, (120, chain.robot.nq))
    T, J = poses_and_columns(chain.transforms, np.zeros(n), Postures(q, 0 * q))
    M = {"pose": T, "position": T[:, :3, 3], "distance": np.linalg.norm(T[:, :3, 3], axis=1)}[kind]
    rows = KINDS[kind].rows(T, J, M).reshape(-1, n)
    assert len(told.kept) == np.linalg.matrix_rank(rows, 1e-8)
    assert np.linalg.matrix_rank(rows[:, told.kept], 1e-8) == len(told.kept)
    for k, on in told.dropped:  # every reason is a true one, and no part of it can be left out
        basis = rows[:, list(on)]
        fit, *_ = np.linalg.lstsq(basis, rows[:, k], rcond=None)
        assert np.allclose(basis @ fit, rows[:, k], atol=1e-9)
        assert np.all(np.abs(fit) > 1e-9)


def test_reasons_name_what_is_the_same() -> None:
    robot = lw.load(EXAMPLES / "arm6.yaml")
    chain = chain_to(*tree_and_frame(robot, ""), DEFAULT, KINDS["pose"].axes)
    told = tell_apart(chain.transforms, len(chain.parameters), order_of(chain), KINDS["pose"].exact)
    names = [p.name for p in chain.parameters]
    why = {names[k]: [names[i] for i in on] for k, on in told.dropped}
    assert why["theta_joint1"] == ["base_rz"]
    assert why["theta_joint6"] == ["tool_rz"]
    assert why["d_joint2"] == ["d_joint3"]  # axes 2 and 3 are parallel
    kept = [names[k] for k in told.kept]
    assert "beta_joint3" in kept  # which is why that joint needs a fifth parameter (Hayati)
    assert "beta_joint4" in why
