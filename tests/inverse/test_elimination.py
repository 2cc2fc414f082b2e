"""General arms: all solutions by elimination, against searches from many starts over products of exponentials of our own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from linkwright.errors import NoClosedForm
from tests.inverse.brute_force import Arm, Array, Axis, gap
from tests.support.inverse import eigenvalues, kernel, line_vector, null_rows, run_kernel
from tests.support.passes import Kernel
from tests.support.runtime import native
from tests.support.spatial import Transform, Vec, rot_rpy

X, Y, Z = np.eye(3)
C, S = np.cos(np.pi / 3), np.sin(np.pi / 3)


def turns(*axes: tuple[Array, tuple[float, float, float]]) -> tuple[Axis, ...]:
    return tuple(Axis("R", h / np.linalg.norm(h), np.array(p, dtype=float)) for h, p in axes)


def home(*p: float) -> Array:
    found = np.eye(4)
    found[:3, 3] = p
    return found


def random_arm(seed: int, joints: int = 6) -> Arm:
    rng = np.random.default_rng(seed)
    return Arm(
        turns(*((rng.normal(size=3), tuple(rng.normal(size=3) / 2)) for _ in range(joints))), home(*rng.normal(size=3))
    )


BENT_WRIST = Arm(
    turns(
        (Z, (0, 0, 0)), (Y, (0, 0, 0.28)), (Y, (0, 0, 0.69)), (Z, (0, -0.01, 0.9)),
        (np.array([S, 0, C]), (0, -0.01, 0.95)), (np.array([0, S, C]), (0.074, -0.01, 0.99)),
    ),
    home(0.074, 0.08, 1.05),
)  # fmt: skip
"""As Kinova's arms with a wrist of 60 degrees: neighbours meet, but not in one point."""
OFFSET_WRIST = Arm(
    turns(
        (Z, (0, 0, 0)),
        (Y, (0, 0, 0.25)),
        (Y, (0, 0, 0.96)),
        (X, (0.1, 0, 0.96)),
        (Y, (0.54, -0.15, 0.96)),
        (X, (0.7, 0, 1.1)),
    ),
    home(0.8, 0, 1.1),
)
"""As Fanuc's CRX: no offset at the shoulder, so that every solution has a twin; an offset in the wrist."""
ARMS = {"general": random_arm(3), "bent wrist": BENT_WRIST, "offset wrist": OFFSET_WRIST}


def elimination(arm: Arm, **options: Any) -> Kernel:
    made = kernel(arm.robot, "inverse_kinematics", frame="flange", **options)
    assert ("method", "elimination") in made.facts
    return made


def check(arm: Arm, solve: Callable[..., Any], q: Array, **inputs: Any) -> int:
    """All solutions of a search are there, and nothing else is said to be one; their number."""
    pose = arm.pose(q[None])[0]
    out = solve(pose=pose, **inputs)
    count = int(out["count"])
    rows = out["solutions"][:count]
    assert np.isnan(out["solutions"][count:]).all()
    np.testing.assert_allclose(arm.pose(rows), np.broadcast_to(pose, (count, 4, 4)), atol=1e-9)
    assert np.all(out["residual"][:count] < 1e-10)
    listed = [tuple(row) for row in rows.round(6)]
    assert listed == sorted(listed)
    turning = np.array([axis.kind == "R" for axis in arm.axes])
    assert all(gap(a, b, turning) > 1e-6 for k, a in enumerate(rows) for b in rows[:k])
    assert gap(rows, q, turning).min() < 1e-6
    if "given" not in inputs:
        for other in arm.search(pose, 150):
            assert gap(rows, other, turning).min() < 1e-4, other
    return count


@pytest.mark.slow
def test_eigenvalues_are_always_found() -> None:
    """Twenty thousand poses that an arm reaches: at fourteen of these the algorithm once ended without any."""
    q = np.random.default_rng(1).uniform(-np.pi, np.pi, (20000, 6))
    assert np.all(native(elimination(OFFSET_WRIST))(OFFSET_WRIST.pose(q))["count"] > 0)


@pytest.mark.parametrize("name", ARMS)
def test_no_solution_is_lost(name: str) -> None:
    solve = native(elimination(ARMS[name]))
    for q in np.random.default_rng(4).uniform(-3, 3, (4, 6)):
        assert check(ARMS[name], solve, q) % 2 == 0


@pytest.mark.slow
@pytest.mark.parametrize("name", ARMS)
def test_no_solution_is_lost_at_many_poses(name: str) -> None:
    solve = native(elimination(ARMS[name]))
    for q in np.random.default_rng(5).uniform(-3, 3, (60, 6)):
        check(ARMS[name], solve, q)


def test_sixteen_solutions() -> None:
    """The arm that showed that a general one can have sixteen: Manseur & Doty 1989."""
    rows = [(0.3, 90, 0), (1, 1, 0), (0, 90, 0.2), (1.5, 1, 0), (0, 90, 0), (0, 1, 0)]
    at, axes = np.eye(4), list[Axis]()
    for a, alpha, d in rows:
        axes.append(Axis("R", at[:3, 2], at[:3, 3]))
        c, s = np.cos(np.radians(alpha)), np.sin(np.radians(alpha))
        at = at @ np.array([[1, 0, 0, a], [0, c, -s, 0], [0, s, c, d], [0, 0, 0, 1]])
    arm = Arm(tuple(axes), at)
    made = elimination(arm)
    assert check(arm, lambda **x: run_kernel(made, x), np.array([2.2, -2.9, 1.4, -2.0, 2.3, 0.3])) == 16


@pytest.mark.slow
@pytest.mark.parametrize("place", [0, 2, 4])
def test_one_joint_may_be_prismatic(place: int) -> None:
    arm = random_arm(20 + place)
    axes = list(arm.axes)
    axes[place] = Axis("P", axes[place].h, axes[place].p)
    arm = Arm(tuple(axes), arm.home)
    solve = native(elimination(arm))
    for q in np.random.default_rng(6).uniform(-1.5, 1.5, (3, 6)):
        assert check(arm, solve, q) % 2 == 0


def test_a_prismatic_joint_whose_infinity_is_a_twelvefold_root() -> None:
    """Many equal eigenvalues leave rounding beside the diagonal that no step makes less; once the algorithm ended there."""
    lines = [(Z + 0.2 * X, (0.1, 0, 0)), (X, (0.6, -0.4, 0)), (-X, (0.6, -1.4, 0)), (Y - Z, (1.3, -1.4, 0))]
    slide = Axis("P", np.array([-0.8, -0.5, 0.3]) / np.sqrt(0.98), np.zeros(3))
    arm = Arm((*turns(*lines), slide, *turns((-Y, (0.4, -1.4, -0.5)))), home(0.3, 0.1, 0.2))
    q = np.random.default_rng(3).uniform(-1.5, 1.5, (200, 6))
    assert np.all(native(elimination(arm))(arm.pose(q))["count"] > 0)


@pytest.mark.parametrize("joint", ["j3", *(pytest.param(j, marks=pytest.mark.slow) for j in ("j1", "j5", "j7"))])
def test_seven_joints_one_of_them_given(joint: str) -> None:
    arm = random_arm(11, 7)
    q = np.random.default_rng(2).uniform(-3, 3, 7)
    made = elimination(arm, given=joint)
    assert check(arm, lambda **x: run_kernel(made, x), q, given=[q[int(joint[1]) - 1]]) >= 2


def test_the_fourth_of_seven_as_given_says_what_to_do() -> None:
    with pytest.raises(NoClosedForm) as told:
        elimination(random_arm(11, 7), given="j4")
    assert "give another joint, such as 'j7'" in told.value.hint


def test_poses_that_cannot_be_reached_or_are_none() -> None:
    solve = native(elimination(BENT_WRIST))
    far, bent, none = home(9, 0, 0), home(0.3, 0.1, 0.5), np.full((4, 4), np.nan)
    bent[0, 0] = 2
    for pose in (far, bent, none):
        out = solve(pose=pose)
        assert out["count"] == 0
        assert np.isnan(out["solutions"]).all()


# --- the parts ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [2, 3, 16, 24])
def test_eigenvalues_are_those_of_lapack(n: int) -> None:
    for seed in range(3):
        A = np.random.default_rng(seed).normal(size=(n, n))
        re, im = np.zeros(n), np.zeros(n)
        assert eigenvalues(A.copy(), re, im) == 0
        expected = np.linalg.eigvals(A)
        assert max(np.abs(re + 1j * im - z).min() for z in expected) < 1e-10
        assert np.sum(re) == pytest.approx(np.trace(A))


@pytest.mark.parametrize("symmetric", [1.0, -1.0])
def test_eigenvalues_that_lie_symmetric_do_not_stall(symmetric: float) -> None:
    """A ring of units has its eigenvalues on a circle, a matrix with a mirrored half has them in pairs of opposite sign."""
    ring = np.roll(np.eye(16), 1, axis=0)
    B = np.random.default_rng(1).normal(size=(8, 8))
    mirrored = np.block([[np.zeros((8, 8)), B], [symmetric * B.T + 0.1 * np.eye(8), np.zeros((8, 8))]])
    for A in (ring, mirrored):
        re, im = np.zeros(16), np.zeros(16)
        assert eigenvalues(A.copy(), re, im) == 0
        assert max(np.abs(re + 1j * im - z).min() for z in np.linalg.eigvals(A)) < 1e-9


def test_null_rows_are_orthonormal_and_across_all_columns_but_the_first() -> None:
    Q, N = np.random.default_rng(0).normal(size=(14, 9)), np.zeros((6, 14))
    null_rows(Q.copy(), N)
    np.testing.assert_allclose(N @ N.T, np.eye(6), atol=1e-14)
    np.testing.assert_allclose(N @ Q[:, 1:], 0, atol=1e-14)


def test_the_numbers_of_a_moved_line_are_linear_in_those_of_the_line() -> None:
    move = Transform(rot_rpy(0.3, -0.5, 1.1), Vec(0.4, -0.2, 0.7))
    p, h = Vec(0.1, 0.8, -0.3), Vec(0.6, 0.0, 0.8)
    moved = line_vector(move.point(p), move.R.apply(h)).numbers
    np.testing.assert_allclose(line_vector(p, h).moved(move).numbers, moved, atol=1e-14)


def test_the_method_is_told() -> None:
    assert lw.compile(random_arm(1).robot).inverse_kinematics_method() == "elimination"
