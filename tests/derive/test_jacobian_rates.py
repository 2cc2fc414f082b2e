"""Jacobians in three references and their time derivatives: exactly, and as Pinocchio says."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from tests.derive.moving import Motion, close, flat, last_body, peers, pinocchio_state
from tests.strategies import mechanisms
from tests.support.model import Robot
from tests.support.spatial import Vec


@settings(max_examples=8)
@given(robot=mechanisms(size=3))
def test_rates_are_time_derivatives(robot: Robot) -> None:
    scene, frame = Motion(robot), last_body(robot)
    first = scene.flow(flat(scene.of("jacobian", frame=frame)))
    assert scene.equal(flat(scene.of("jacobian_rate", frame=frame)), first)
    assert scene.equal(flat(scene.of("jacobian_rate2", frame=frame)), scene.flow(first))


@settings(max_examples=8)
@given(robot=mechanisms(size=3))
def test_references_are_shifts_and_turns(robot: Robot) -> None:
    """Each column at the world's origin is (s + p x w, w); in the frame's axes (R' s, R' w)."""
    scene, frame = Motion(robot), last_body(robot)
    R, p = scene.pose(frame)
    aligned, world, body = (
        [list(c) for c in zip(*scene.of(name, frame=frame), strict=True)]
        for name in ("jacobian", "jacobian_world", "jacobian_body")
    )
    for column, at_origin, own in zip(aligned, world, body, strict=True):
        s, w = Vec(*column[:3]), Vec(*column[3:])
        assert scene.equal(at_origin, [*(s + p.cross(w)), *w])
        assert scene.equal(own, [*R.apply_T(s), *R.apply_T(w)])


@peers
@pytest.mark.parametrize(
    ("quantity", "reference"),
    [("jacobian", "LOCAL_WORLD_ALIGNED"), ("jacobian_world", "WORLD"), ("jacobian_body", "LOCAL")],
)
def test_jacobians_against_pinocchio(name: str, quantity: str, reference: str) -> None:
    x = pinocchio_state(name)
    J = x.pin.computeFrameJacobian(x.model, x.data, x.Q, x.frame, getattr(x.pin.ReferenceFrame, reference))
    close(x.ours(quantity, frame=x.tip), J @ x.G)


@peers
def test_rate_against_pinocchio(name: str) -> None:
    x = pinocchio_state(name)
    x.pin.computeJointJacobiansTimeVariation(x.model, x.data, x.Q, x.V)
    x.pin.updateFramePlacements(x.model, x.data)
    aligned = x.pin.ReferenceFrame.LOCAL_WORLD_ALIGNED
    dJ = x.pin.getFrameJacobianTimeVariation(x.model, x.data, x.frame, aligned)
    close(x.ours("jacobian_rate", frame=x.tip), dJ @ x.G)
