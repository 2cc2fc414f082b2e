"""The model file of a chain: every constant a parameter, and the robot moves as the chain does."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from hypothesis import given, settings

import linkwright as lw
from tests.catalogue.chains import chains, float_rank
from tests.support.catalogue import Chain, model, robot
from tests.support.model import numeric
from tests.support.referee import FrameMotion, poses


@given(chains(joints=5))
@settings(deadline=None, max_examples=30)
def test_the_robot_moves_as_the_chain(chain: Chain) -> None:
    """The referee's Jacobian of the model has the rank that was decided exactly."""
    arm = numeric(robot(chain, inertials="none"))
    q = np.random.default_rng(chain.joints).uniform(0.4, 1.3, chain.joints)
    J = FrameMotion(poses.at_position(arm, q), f"link{chain.joints}").body.value
    assert J.shape == (6, chain.joints)
    assert (float_rank(J), float_rank(J[3:])) == (chain.freedom.rank, chain.freedom.angular)


def test_every_constant_is_a_parameter(tmp_path: Path) -> None:
    chain = Chain.parse("R~Pf~R+U")
    (tmp_path / "arm.yaml").write_text(model(chain, name="arm"))
    arm = lw.load(tmp_path / "arm.yaml")
    assert arm.name == "arm"
    assert list(arm.parameters)[: len(chain.lengths + chain.angles)] == [*chain.lengths, *chain.angles]
    assert len(arm.parameters) == len(chain.lengths + chain.angles) + 10 * 5 + 1
    assert all(p.value is not None for p in arm.parameters.values())
    assert lw.derive(arm, "inverse_dynamics", parameters="symbolic").inputs


def test_inertias_are_of_bodies_that_exist() -> None:
    """Tensors about the centres of mass are positive and obey the triangle inequality."""
    values = {name: p.value for name, p in robot(Chain.parse("R=R+R")).parameters.items()}
    for k in (1, 2, 3):
        m, *c = (values[f"{x}{k}"] for x in ("m", "mx", "my", "mz"))
        I = np.array([[values[f"I{min(x, y)}{max(x, y)}{k}"] for x in "xyz"] for y in "xyz"], float)
        c = np.array(c, float) / m
        moments = np.linalg.eigvalsh(I - m * (c @ c * np.eye(3) - np.outer(c, c)))
        assert moments[0] > 0
        assert moments[2] < moments[0] + moments[1]
