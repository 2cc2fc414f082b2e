"""All four-joint chains of the catalogue that move a tool in space and turn it about the vertical, as machines."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwright as lw
from linkwright.synthesis.machine import machine
from linkwright.synthesis.structure_chain import Surroundings, chain_structure
from tests.support.catalogue import Chain, patterns
from tests.synthesis.test_machine import around

Array = np.ndarray[Any, Any]
CHAINS = [chain for chain in patterns(4) if chain.mask == "3T1R"]


def test_there_are_twenty_eight() -> None:
    assert len(CHAINS) == 28


@pytest.mark.parametrize(
    "chain", [pytest.param(c, id=c.name, marks=[] if k % 9 == 3 else pytest.mark.slow) for k, c in enumerate(CHAINS)]
)
def test_every_chain_has_a_closed_form_that_follows(chain: Chain) -> None:
    """Random dimensions: forward kinematics of every sample that was followed is the path."""
    made = machine(chain_structure(chain, Surroundings(0.4, 0.2, "3T1R")))
    assert made.method == "ClosedForm"
    low, high = np.array([(v.low, v.high) for v in made.variables]).T
    P = made.parameters(np.random.default_rng(0).uniform(low, high, (200, len(low))))
    demand = around(np.array([0.1, 0.1, -0.2]), 0.05, np.eye(3))
    reached = np.isfinite(made.postures(P, demand.poses[demand.corners])).all(axis=(1, 3))
    rows, branch = np.nonzero(reached)
    rows, branch = rows[:12], branch[:12]
    motion = made.motion(P[rows], branch, demand)
    followed = np.flatnonzero(np.isfinite(motion.error))
    assert len(followed) >= 6
    pose = lw.derive(made.model.robot, "forward_kinematics", frame="tool", parameters="symbolic")
    for m in followed:
        np.testing.assert_allclose(pose(q=motion.q[m], parameters=P[rows[m]]), demand.poses, atol=1e-9)
    power = np.einsum("mtk,mtk->mt", made.forces(P[rows], motion), motion.motor_v)
    assert np.all(np.isfinite(power[followed]))
