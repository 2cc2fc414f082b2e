"""Arms whose file rounds right angles, so that axes that should meet miss each other by a micrometre: no branch is lost."""

from __future__ import annotations

import numpy as np
import pytest

import linkwright as lw
from linkwright.errors import InputError
from tests.inverse.brute_force import Arm, Array, Axis, gap
from tests.support.inverse import kernel, run_kernel
from tests.support.passes import Kernel
from tests.support.runtime import native

RIGHT_ANGLE = 1.5708
"""As files have it: 3.7e-6 too much."""


def turned(axis: int, angle: float, *p: float) -> Array:
    """A frame turned about one of the axes and moved."""
    R = np.eye(4)
    i, j = (axis + 1) % 3, (axis + 2) % 3
    R[[i, i, j, j], [i, j, i, j]] = np.cos(angle), -np.sin(angle), np.sin(angle), np.cos(angle)
    R[:3, 3] = p
    return R


def arm(mounted: Array, *rows: tuple[float, tuple[float, float, float]]) -> Arm:
    """Joints about z, each frame turned about x and moved in the one before."""
    at, axes = mounted, list[Axis]()
    for roll, p in rows:
        at = at @ turned(0, roll, *p)
        axes.append(Axis("R", at[:3, 2].copy(), at[:3, 3].copy()))
    return Arm(tuple(axes), at @ turned(1, 0.4, 0.02, 0.01, 0.1))


SEVEN = (
    (0.0, (0, 0, 0.3)), (-RIGHT_ANGLE, (0, 0, 0)), (RIGHT_ANGLE, (0, -0.27, 0)), (-RIGHT_ANGLE, (0, 0, 0)),
    (RIGHT_ANGLE, (0, -0.23, 0)), (-RIGHT_ANGLE, (0, 0, 0)), (RIGHT_ANGLE, (0, -0.15, 0)),
)  # fmt: skip
SIX = (
    (0.0, (0, 0, 0.4)), (-RIGHT_ANGLE, (0.03, 0, 0)), (0.0, (0.45, 0, 0)), (-RIGHT_ANGLE, (0.04, 0, 0)),
    (RIGHT_ANGLE, (0, 0, 0.4)), (-RIGHT_ANGLE, (1e-6, 0, 0)),
)  # fmt: skip
TILTED = turned(0, 0.7, 0.1, -0.2, 0.5) @ turned(2, 0.3, 0, 0, 0)
"""As on the shoulder of a torso: no axis lies along one of the world."""
ARMS = {
    "seven": arm(np.eye(4), *SEVEN),
    "seven, tilted": arm(TILTED, *SEVEN),
    "six": arm(np.eye(4), *SIX),
    "six, tilted": arm(TILTED, *SIX),
}


def made(name: str) -> Kernel:
    found = kernel(ARMS[name].robot, "inverse_kinematics", frame="flange")
    assert ("method", "near_closed_form") in found.facts
    return found


@pytest.mark.parametrize("name", ARMS)
def test_no_solution_is_lost(name: str) -> None:
    whole, solve = ARMS[name], native(made(name))
    for q in np.random.default_rng(3).uniform(-3, 3, (4, len(whole.axes))):
        pose, given = whole.pose(q[None])[0], {"given": q[6:]} if len(q) > 6 else {}
        out = solve(pose=pose, **given)
        count = int(out["count"])
        rows = out["solutions"][:count]
        assert np.isnan(out["solutions"][count:]).all()
        np.testing.assert_allclose(whole.pose(rows), np.broadcast_to(pose, (count, 4, 4)), atol=1e-12)
        assert gap(rows, q, True).min() < 1e-8
        for other in locked(whole, q[6:]).search(pose, 150):
            assert gap(rows[:, :6], other, True).min() < 1e-6, other


def locked(whole: Arm, last: Array) -> Arm:
    """Without what comes after the sixth joint, which stays where it is."""
    end = Arm(whole.axes[6:], whole.home).pose(last[None])[0]
    return Arm(whole.axes[:6], end)


@pytest.mark.parametrize("name", ["seven", "seven, tilted"])
def test_all_eight_at_every_pose(name: str) -> None:
    """Where the elbow is almost straight one may be missing. Elimination, whose equations are almost singular, lost a branch
    at one pose of fourteen."""
    q = np.random.default_rng(5).uniform(-3, 3, (3000, 7))
    out = native(made(name))(ARMS[name].pose(q), q[:, 6:])
    assert np.mean(out["count"] == 8) > 0.999
    gaps = np.nan_to_num(gap(out["solutions"], q[:, None], True), nan=np.inf).min(axis=1)
    assert gaps[np.abs(q[:, 3]) > 0.01].max() < 1e-5


def test_a_stretched_arm_and_one_beyond_its_reach() -> None:
    solve, whole = made("six"), ARMS["six"]
    stretched = np.array([0.3, 0.4, np.arctan2(-0.4, 0.04) + 1e-3, 0.5, 0.6, 0.7])
    out = run_kernel(solve, {"pose": whole.pose(stretched[None])[0]})
    assert gap(out["solutions"], stretched, True)[: int(out["count"])].min() < 1e-6
    far = np.eye(4)
    far[0, 3] = 5.0
    assert run_kernel(solve, {"pose": far})["count"] == 0


def test_an_arm_that_is_far_from_a_closed_form_goes_by_elimination() -> None:
    rows = list(SIX)
    rows[5] = (-RIGHT_ANGLE, (1e-3, 0, 0))
    found = kernel(arm(np.eye(4), *rows).robot, "inverse_kinematics", frame="flange")
    assert ("method", "elimination") in found.facts


def test_what_is_given_is_named() -> None:
    dyn = lw.compile(ARMS["seven"].robot)
    pose = ARMS["seven"].pose(np.full((1, 7), 0.4))[0]
    with pytest.raises(InputError, match="not values by the names of joints") as told:
        dyn.inverse_kinematics(pose, given=[0.4])  # type: ignore[arg-type]
    assert "'j7'" in told.value.hint
    assert dyn.inverse_kinematics(pose, given={"j7": 0.4})["count"] == 8
