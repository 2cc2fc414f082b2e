"""The referee against itself: rows of joints, closed robots that are trees in disguise, differences of closed positions."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from tests.closed_robots import at, body, fourbar, geared, hexapod, start_of
from tests.support.graph import symbol
from tests.support.model import COORDINATE, Body, ClosedRobot, Coupling, Frame, Joint, OpenRobot, Robot, make_robot
from tests.support.referee import (
    ROWS,
    Closed,
    ClosedReference,
    ClosedStates,
    Series,
    States,
    axial,
    drift,
    joint_axes,
    joint_motion,
    rates,
    reference,
    skew,
)
from tests.support.spatial import Vec
from tests.support.verification import expected_EXPECTED as EXPECTED
from tests.support.verification import sample

# --- joints ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [k for k in ROWS if k != "fixed"])
def test_axes_of_joints_are_derivatives_of_their_poses(kind: str) -> None:
    """S v and dS/dt v against differences of the pose along q' = N(q) v."""
    joint = Joint("j", kind, "world", "b", axis=Vec(0.6, 0, 0.8), axis2=Vec(0, 1, 0), pitch=0.3)
    robot = OpenRobot("one", {"b": Body("b")}, {"j": joint})
    state = sample(robot, 1)
    q, v = state.q[0], state.v[0]
    step = 1e-4
    ways = [_twist(joint, robot, _ahead(robot, q, v, t * step), v) for t in (-1, 0, 1)]
    S = joint_axes(joint, q)
    np.testing.assert_allclose(S @ v, ways[1], atol=1e-9)
    pushed = drift(joint, Series(q[None]), Series(v[None])).value
    np.testing.assert_allclose(pushed, (ways[2] - ways[0]) / (2 * step), atol=1e-6)
    if kind == "universal":
        np.testing.assert_allclose(pushed[3:], np.cross(S[3:, 0] * v[0], S[3:, 1] * v[1]), atol=1e-14)


def _ahead(robot: OpenRobot, q: np.ndarray, v: np.ndarray, t: float) -> np.ndarray:
    """One step of Runge and Kutta."""
    one = np.array(rates(robot, q, v))
    two = np.array(rates(robot, q + t / 2 * one, v))
    three = np.array(rates(robot, q + t / 2 * two, v))
    four = np.array(rates(robot, q + t * three, v))
    return q + t / 6 * (one + 2 * two + 2 * three + four)


def _twist(joint: Joint, robot: OpenRobot, q: np.ndarray, v: np.ndarray) -> np.ndarray:
    """(linear; angular) in the child's axes, by central differences."""
    h = 1e-5
    X, (A, B) = joint_motion(joint, q), (joint_motion(joint, _ahead(robot, q, v, t)) for t in (-h, h))
    dX = (B - A) / (2 * h)
    R = X[:3, :3]
    np.testing.assert_allclose(R.T @ dX[:3, :3], skew(axial(R.T @ dX[:3, :3])), atol=1e-8)
    return np.concatenate([R.T @ dX[:3, 3], axial(R.T @ dX[:3, :3])])


# --- a tree in disguise ------------------------------------------------------------------------------------------------


def _tree(extra: bool) -> Robot:
    """A floating body with an arm, and a joint that moves nothing but follows the arm."""
    bodies = [body("base", 2.0, 0.1, 0.2, -0.1), body("arm", 1.0, 0.4, 0.1)]
    joints = [
        Joint("free", "floating", "world", "base"),
        Joint("turn", "revolute", "base", "arm", at(0.3), Vec(0, 0.6, 0.8)),
    ]
    frames = [Frame("tool", "arm", at(0.5, 0.1))]
    if not extra:
        return make_robot("disguised", bodies, joints, frames=frames, wrenches=("tool",))
    value = symbol(COORDINATE.format("turn"))
    return make_robot(
        "disguised", [*bodies, Body("hand")], [*joints, Joint("dial", "revolute", "world", "hand")],
        frames=frames, wrenches=("tool",), couplings=[Coupling("follows", "dial", value * value + value)],
    )  # fmt: skip


def test_a_tree_in_disguise_is_a_tree() -> None:
    """Everything of a closed robot whose dependent joint moves no mass is what it is without that joint."""
    plain, closed = _tree(False), _tree(True)
    assert isinstance(plain, OpenRobot)
    assert isinstance(closed, ClosedRobot)
    s = sample(plain, 2)
    dial = s.q[:, 7:] ** 2 + s.q[:, 7:]
    states = ClosedStates(s.q, dial, s.v, s.a, s.tau, s.wrench, s.j, s.s, np.concatenate([s.q, dial], axis=1))
    one = reference(plain, s, frame="tool", chosen=True)
    other = reference(closed, states, free=tuple(range(7)), frame="tool", chosen=True)
    assert np.max(np.abs(other.rates[:, 7] - (2 * s.q[:, 7] + 1) * s.v[:, 6])) < 1e-14
    for name, value in EXPECTED.items():
        if name not in ("cut_forces", "joint_transforms", "jacobian_determinant") and "regressor" not in name:
            for a, b in zip(value(one), value(other), strict=True):
                np.testing.assert_allclose(a, b, atol=1e-11 * max(1.0, np.max(np.abs(a))), err_msg=name)


# --- derivatives -------------------------------------------------------------------------------------------------------

CASES: list[tuple[Callable[[], Robot], tuple[int, ...]]] = [
    (fourbar, (0,)),
    (geared, (0,)),
    (hexapod, tuple(range(8, 26, 3))),
    (hexapod, tuple(range(6))),
]
"""The last has a platform with a quaternion as its free coordinates."""


def _made(make: Callable[[], Robot], free: tuple[int, ...]) -> ClosedReference:
    robot = make()
    assert isinstance(robot, ClosedRobot)
    c = Closed(robot, free)
    q, rng = c.sample(start_of(robot), 1, seed=2), np.random.default_rng(4)
    v, a, tau, j, s = (rng.uniform(-0.5, 0.5, (1, len(free))) for _ in range(5))
    return reference(robot, ClosedStates(q, q, v, a, tau, np.zeros((1, 0, 6)), j, s, q), free=free)


def _moved(r: ClosedReference, free_step: np.ndarray, **rates_: np.ndarray) -> ClosedReference:
    """At positions after a small step of the free rates, closed by Newton's method."""
    q = r.closed.moved(r.positions, (r.W @ free_step[..., None])[..., 0])
    positions, closed = r.closed.close_all(q)
    assert closed.all()
    known = {**vars(r.states), "positions": positions, **rates_}
    return ClosedReference(r.tree, ClosedStates(**known), closed=r.closed)


@pytest.mark.parametrize(("make", "free"), CASES)
def test_derivatives_are_differences_of_closed_states(make: Callable[[], Robot], free: tuple[int, ...]) -> None:
    r, h = _made(make, free), 1e-5
    for k in range(r.n):
        way = h * np.eye(r.n)[k][None]
        forces = [_moved(r, sign * way).forces().value for sign in (1, -1)]
        slope = (forces[0] - forces[1])[0] / (2 * h)
        np.testing.assert_allclose(r.inverse_slopes["q"][0, :, k], slope, atol=3e-6 * np.max(np.abs(slope)) + 1e-7)
        forces = [_moved(r, 0 * way, v=r.states.v + sign * way).forces().value for sign in (1, -1)]
        slope = (forces[0] - forces[1])[0] / (2 * h)
        np.testing.assert_allclose(r.inverse_slopes["v"][0, :, k], slope, atol=3e-6 * np.max(np.abs(slope)) + 1e-7)


@pytest.mark.parametrize(("make", "free"), CASES)
def test_rates_are_differences_along_the_closed_motion(make: Callable[[], Robot], free: tuple[int, ...]) -> None:
    r, h = _made(make, free), 1e-4
    s = r.states
    motion = r.closed.along(r.positions, [s.v, s.a, s.j, s.s], 6)
    there = [
        _at_time(r, motion.q, t)
        for t in (-h, 0.0, h)
    ]  # fmt: skip
    assert np.max(np.abs(r.closed.gaps(there[2].positions))) < 1e-12
    for value, first, second in (
        (lambda x: x.forces().value, r.forces(2).rate(1), r.forces(2).rate(2)),
        (lambda x: x.mass().value, r.mass(2).rate(1), r.mass(2).rate(2)),
        (lambda x: x.coriolis_matrix().value, r.coriolis_matrix(2).rate(1), r.coriolis_matrix(2).rate(2)),
        (lambda x: x.W, r.spread(2).rate(1), r.spread(2).rate(2)),
    ):
        before, now, after = (value(x) for x in there)
        size = max(1e-3, *(np.max(np.abs(x)) for x in (now, first, second)))
        np.testing.assert_allclose(first, (after - before) / (2 * h), atol=1e-5 * size)
        np.testing.assert_allclose(second, (after - 2 * now + before) / h**2, atol=1e-4 * size)


def _at_time(r: ClosedReference, q: Series, t: float) -> ClosedReference:
    s = r.states
    positions = np.sum([c * t**k for k, c in enumerate(q.c)], axis=0)
    v, a = s.v + t * s.a + t**2 / 2 * s.j + t**3 / 6 * s.s, s.a + t * s.j + t**2 / 2 * s.s
    known = {**vars(s), "positions": positions, "v": v, "a": a, "j": s.j + t * s.s}
    return ClosedReference(r.tree, ClosedStates(**known), closed=r.closed)


def test_dispatch_is_by_type() -> None:
    robot = _tree(False)
    assert isinstance(robot, OpenRobot)
    states = sample(robot, 1)
    assert isinstance(states, States)
    assert type(reference(robot, states)).__name__ == "OpenReference"
