"""Poses by quaternions and their Jacobian: against the rotation matrices, exact time derivatives, and Pinocchio."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

import linkwright as lw
from tests.derive.moving import Motion, close, last_body, peers, pinocchio_state
from tests.strategies import SIMPLE, TYPES, mechanisms
from tests.support.graph import Expr, Graph, evaluate, lift, reachable
from tests.support.graph import evaluate_FLOAT as FLOAT
from tests.support.mechanics import constant_quaternion
from tests.support.model import JOINT_SIZES, Robot
from tests.support.referee import body_poses, frame_names, frame_poses, quaternion_matrix
from tests.support.spatial import rot_rpy, rot_x, rot_y, rot_z
from tests.support.verification import sample

SMOOTH = tuple(t for t in TYPES if t != "planar")
"""A planar joint's half angle is no rational function of its cosine and sine."""


@given(robot=mechanisms(exact=False, symbolic=False))
def test_quaternions_are_the_rotations(robot: Robot) -> None:
    f, states = lw.derive(robot, "pose_quaternion"), sample(robot, 3)
    for q in states.q:
        expected = frame_poses(robot, q)
        for row, name in zip(f(q=q), frame_names(robot), strict=True):
            assert np.linalg.norm(row[3:]) == pytest.approx(1, abs=1e-12)
            close(row[:3], expected[name][:3, 3])
            close(quaternion_matrix(row[3:]), expected[name][:3, :3])


@given(robot=mechanisms(size=3, types=SMOOTH))
def test_analytic_jacobian_is_the_rate_of_the_pose(robot: Robot) -> None:
    scene, frame = Motion(robot), last_body(robot)
    J = scene.of("analytic_jacobian_quaternion", frame=frame)
    rate = scene.flow(scene.of("pose_quaternion", frame=frame))
    assert scene.equal([sum((x * v for x, v in zip(row, scene.v, strict=True)), 0) for row in J], rate)


@given(robot=mechanisms(types=(*SIMPLE, "universal"), symbolic=False, floating=False))
def test_the_sign_follows_the_motion(robot: Robot) -> None:
    """Along a way through several turns no component ever jumps."""
    f = lw.derive(robot, "pose_quaternion", frame=last_body(robot))
    way = np.linspace(-7, 7, 400)[:, None] * np.ones(robot.nq)
    rows = f(q=way)
    assert np.abs(np.diff(np.broadcast_to(rows, (400, 7))[:, 3:], axis=0)).max() < 0.5


@pytest.mark.parametrize("turn", [rot_x, rot_y, rot_z])
def test_symbolic_rotations_have_half_angles(turn: object) -> None:
    g = Graph()
    alpha = Expr(g, g.symbol("alpha"))
    Q = constant_quaternion(turn(-alpha))  # type: ignore[operator]
    nodes = reachable(g, [lift(g, x).index for x in (*Q.r, Q.w, Q.n)])
    assert {g.op[i] for i in nodes} <= {"sym", "const", "sin", "cos", "neg", "mul"}  # no root, no choice


def test_symbolic_lengths_and_angles() -> None:
    rows = [("R", "al1", "a1", "d1", "q"), ("R", "al2", 0, "d2", "q"), ("P", "al3", "a3", "q", "th3")]
    robot = lw.dh(rows, convention="modified", inertials="full", gravity=(0, 0, -9.81))
    f, g = lw.derive(robot, "pose_quaternion"), lw.derive(robot, "forward_kinematics")
    rng = np.random.default_rng(1)
    for _ in range(20):
        given_ = {k: rng.uniform(-3, 3, f.inputs[k].shape) for k in f.inputs}
        for row, X in zip(f(**given_), g(**{k: given_[k] for k in g.inputs}), strict=True):
            close(row[:3], X[:3, 3])
            close(quaternion_matrix(row[3:]), X[:3, :3])


def test_symbolic_rotations_about_no_coordinate_axis() -> None:
    g = Graph()
    angles = [Expr(g, g.symbol(n)) for n in "abc"]
    Q = constant_quaternion(rot_rpy(*angles))
    roots = [lift(g, x).index for x in Q.components]
    rng = np.random.default_rng(2)
    # half turns about each axis among them, where one component after the other vanishes
    for a, b, c in [*rng.uniform(-3, 3, (20, 3)), (np.pi, 0, 0), (0, np.pi, 0), (0, 0, np.pi), (0, 0, 0)]:
        x = np.array(evaluate(g, roots, {"a": a, "b": b, "c": c}, FLOAT))
        close(quaternion_matrix(x), np.array(rot_rpy(a, b, c)))


@given(robot=mechanisms(exact=False, symbolic=False))
def test_joint_transforms_multiply_to_poses(robot: Robot) -> None:
    moving = [j for j in robot.joints.values() if JOINT_SIZES[j.type][1]]
    X = lw.derive(robot, "joint_transforms")(q=(q := sample(robot, 1).q[0]))
    assert X.shape == (len(moving), 4, 4)
    poses = body_poses(robot, q)
    rows = {j.child: X[k] for k, j in enumerate(moving)}
    parents = {j.child: j for j in robot.joints.values()}
    for joint in moving:
        found, body = np.eye(4), joint.child
        while body in rows:
            found, body = rows[body] @ found, parents[body].parent
            while body in parents and parents[body].type == "fixed":
                body = parents[body].parent
        close(found, poses[joint.child])


@peers
def test_against_pinocchio(name: str) -> None:
    x = pinocchio_state(name)
    x.pin.framesForwardKinematics(x.model, x.data, x.Q)
    placement = x.data.oMf[x.frame]
    row = x.ours("pose_quaternion", frame=x.tip)
    theirs = x.pin.Quaternion(placement.rotation).coeffs()
    close(row[:3], placement.translation)
    close(row[3:], theirs * np.sign(theirs @ row[3:]))


@pytest.mark.parametrize("name", ["panda", "ur5", "solo12"])
def test_joint_transforms_against_pinocchio(name: str) -> None:
    x = pinocchio_state(name)
    x.pin.forwardKinematics(x.model, x.data, x.Q)
    moving = [j.name for j in x.robot.joints.values() if JOINT_SIZES[j.type][1]]
    for X, joint in zip(x.ours("joint_transforms"), moving, strict=True):
        floats = x.robot.joints[joint].type == "floating"
        close(X, x.data.liMi[x.model.getJointId("root_joint" if floats else joint)].homogeneous)
