"""Exciting motions: what they are worth, and that they keep their limits, looked at by other means."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import linkwright as lw
from linkwright.identification.excitation import Excitation, excite
from linkwright.identification.excitation.moving import moving
from linkwright.identification.recordings import with_held
from linkwright.model.build import make_robot
from linkwright.model.numeric import numeric
from linkwright.model.robot import Joint
from linkwright.spatial.transform import Transform
from tests.identification.excitation.arms import EXAMPLES, chain, elbow
from tests.support.referee import frame_poses


def condition_of(robot: Any, found: Excitation, which: str = "identification_regressor") -> float:
    """Of the columns along the samples, by the interpreter."""
    function = lw.derive(robot, which, **({"drives": "none"} if which.startswith("identification") else {}))
    Y = function(q=found.q, v=found.v, a=found.a)
    return float(np.linalg.cond(Y.reshape(-1, Y.shape[-1])))


@given(types=st.text("RP", min_size=1, max_size=3), seed=st.integers(0, 50), margin=st.sampled_from([0.0, 0.1, 0.4]))
@settings(max_examples=8)
def test_limits_are_kept_between_the_samples(types: str, seed: int, margin: float) -> None:
    """Positions, velocities and forces of random arms, at times that the search did not look at."""
    robot = chain(types, seed, effort=60.0)
    found = excite(robot, time=4.0, harmonics=3, rate=50.0, margin=margin, starts=1, seed=seed)
    fine = found.at(np.linspace(0, 4.0, 20 * 200 + 7))
    limits = [robot.joints[n].limits for n in robot.joint_names]
    low, high, velocity = (np.array([getattr(x, n) for x in limits]) for n in ("lower", "upper", "velocity"))
    half = (1 - margin) * (high - low) / 2
    tiny = 1e-5
    assert np.all(np.abs(fine.q - (low + high) / 2) <= half * (1 + tiny))
    assert np.all(np.abs(fine.v) <= (1 - margin) * velocity * (1 + tiny))
    tau = lw.derive(robot, "inverse_dynamics")(q=fine.q, v=fine.v, a=fine.a)
    assert np.all(np.abs(tau) <= (1 - margin) * 60.0 * (1 + tiny))
    assert np.allclose(tau, fine.tau)
    assert found.condition <= found.before


@pytest.fixture(scope="module")
def found() -> Excitation:
    return excite(elbow(), starts=2)


def test_condition_is_far_better_than_that_of_a_random_motion(found: Excitation) -> None:
    """And is that of the columns along the samples."""
    assert found.condition < 8 < 20 < found.before
    assert found.condition == pytest.approx(condition_of(elbow(), found), rel=1e-6)
    assert len(found.columns) == 36
    assert found.t[-1] == 10.0
    assert found.q.shape == (1001, 6)
    largest = max(limit.part for limit in found.limits)
    assert 0.97 < largest <= 1.0


def test_the_motion_is_periodic_and_starts_at_rest(found: Excitation) -> None:
    ends = found.at([0.0, found.time])
    assert np.allclose(ends.v, 0, atol=1e-9)
    assert np.allclose(ends.a, 0, atol=1e-8)
    assert np.allclose(ends.q[0], ends.q[1])


def test_rates_are_those_of_the_positions(found: Excitation) -> None:
    samples = found.sample(1e-3)
    assert np.allclose(np.gradient(samples.q, samples.t, axis=0)[1:-1], samples.v[1:-1], atol=1e-4)
    assert np.allclose(np.gradient(samples.v, samples.t, axis=0)[1:-1], samples.a[1:-1], atol=1e-3)


def test_same_seed_same_motion() -> None:
    robot = chain("RR", 4)
    one, again, other = (excite(robot, time=5.0, harmonics=2, starts=1, seed=seed) for seed in (3, 3, 4))
    assert np.array_equal(one.coefficients, again.coefficients)
    assert not np.allclose(one.coefficients, other.coefficients)


def test_the_determinant_grows() -> None:
    """The cost that was asked for is the better one in its own measure."""
    robot = chain("RRR", 1)

    def volume(motion: Excitation) -> float:
        Y = lw.derive(robot, "identification_regressor", drives="none")(q=motion.q, v=motion.v, a=motion.a)
        W = Y.reshape(-1, Y.shape[-1])
        return float(np.linalg.slogdet(W.T @ W)[1])

    by_volume, by_condition = (excite(robot, cost=cost, starts=1, harmonics=3) for cost in ("logdet", "condition"))
    assert volume(by_volume) > volume(by_condition)
    assert by_volume.condition > by_condition.condition


def test_start_and_held_joints() -> None:
    robot = chain("RRPR", 5)
    limits = [robot.joints[n].limits for n in robot.joint_names]
    q = np.array([x.lower + 0.4 * (x.upper - x.lower) for x in limits])
    motion = excite(robot, start=q, starts=1, harmonics=3)
    assert np.allclose(motion.q[[0, -1]], q)
    assert np.allclose(motion.v[[0, -1]], 0, atol=1e-9)
    held = excite(robot, start=q, hold="j3", starts=1, harmonics=3)
    assert np.all(held.q[:, 2] == q[2])
    assert np.all(held.v[:, 2] == 0)
    assert held.names == ("j1", "j2", "j4")
    assert held.tau.shape == (1001, 4)
    assert len(held.columns) < len(motion.columns)
    assert held.condition == pytest.approx(_of_welded(robot, held, q[2]), rel=1e-6)


def test_identification_and_excitation_hold_joints_alike() -> None:
    """The same text: the same robot is left, and joints stand where it says."""
    robot = chain("RRPR", 5)
    parts = moving(robot, "j3 = 0.1, j[1] = 30 deg", None)
    less = with_held(robot, "j3 = 0.1, j[1] = 30 deg")
    assert parts.names == less.joint_names == ("j2", "j4")
    assert np.allclose(parts.positions(np.ones((1, 2))), [[np.pi / 6, 1, 0.1, 1]])
    here, there = (frame_poses(numeric(x), np.array([0.4, -0.6])) for x in (parts.reduced, less))
    whole = frame_poses(numeric(robot), np.array([np.pi / 6, 0.4, 0.1, -0.6]))
    assert all(np.allclose(here[n], whole[n]) and np.allclose(there[n], whole[n]) for n in here)


def _of_welded(robot: Any, motion: Excitation, x: float) -> float:
    """Condition of the columns of an arm whose slide was welded, x away from zero, by hand."""
    joint = robot.joints["j3"]
    place = Transform(joint.X.R, joint.X.p + joint.axis * float(x))
    welded = {**robot.joints, "j3": Joint("j3", "fixed", joint.parent, joint.child, place)}
    other = make_robot("welded", robot.bodies.values(), welded.values())
    some = [0, 1, 3]
    Y = lw.derive(other, "identification_regressor", drives="none")(
        q=motion.q[:, some], v=motion.v[:, some], a=motion.a[:, some]
    )
    return float(np.linalg.cond(Y.reshape(-1, Y.shape[-1])))


def test_frames_stay_in_their_box_and_above_the_floor() -> None:
    """By the referee's kinematics."""
    robot = elbow()
    box = ((-0.3, 0.9), (-0.4, 0.4), (0.3, 1.2))
    motion = excite(robot, boxes={"tool": box}, floor=0.15, starts=1, harmonics=3)
    places = [frame_poses(robot, q) for q in motion.sample(0.05).q]
    tool = np.array([x["tool"][:3, 3] for x in places])
    assert np.all((tool >= np.array(box)[:, 0] - 1e-6) & (tool <= np.array(box)[:, 1] + 1e-6))
    moved = [n for n in places[0] if np.ptp([x[n][:3, 3] for x in places], axis=0).max() > 1e-3]
    assert len(moved) >= 4
    assert min(x[n][2, 3] for x in places for n in moved) >= 0.15 - 1e-6
    assert {limit.kind for limit in motion.limits} >= {"box", "floor", "torque"}


def test_links_keep_apart() -> None:
    """Distances of many points on the axes of links, by the referee; without the limit they come closer."""
    robot = chain("RRRR", 11)
    asked: dict[str, Any] = {"starts": 1, "time": 6.0, "radius": 0.02}

    def least(motion: Excitation) -> float:
        names = ["link1", "link2", "link3", "link4", "tool"]
        poses = [frame_poses(robot, q) for q in motion.sample(0.03).q]
        at = np.array([[x[n][:3, 3] for n in names] for x in poses])
        part = np.linspace(0, 1, 41)[:, None]

        def points(k: int) -> np.ndarray:
            return at[:, k, None] + part * (at[:, k + 1] - at[:, k])[:, None]

        first, last = points(0), points(3)
        return float(np.linalg.norm(first[:, :, None] - last[:, None], axis=-1).min())

    free = least(excite(robot, **asked))
    clearance = free + 0.03
    kept = excite(robot, clearance=clearance, **asked)
    assert kept.used("clearance")
    assert free < 0.04 + clearance <= least(kept) + 1e-3


def test_five_bar_with_motors() -> None:
    """A closed robot: forces are those of its motors, limits those of its free joints."""
    robot = lw.load(EXAMPLES / "loops" / "fivebar1.yaml")
    motion = excite(robot, velocity=2.0, limits={"q1": {"effort": 100}, "q3": {"effort": 100}}, starts=1)
    assert motion.condition < motion.before / 3
    fine = motion.sample(0.001)
    assert np.abs(fine.tau).max() <= 90 * (1 + 1e-5)
    assert np.abs(fine.v).max() <= 1.8 * (1 + 1e-9)
    forces = lw.derive(robot, "actuator_forces")(q=fine.q, v=fine.v, a=fine.a)
    assert np.allclose(forces, fine.tau)


def test_loops_without_closed_form() -> None:
    robot = lw.load(EXAMPLES / "loops" / "sarrus.yaml")
    motion = excite(robot, velocity=2.0, limits={"hinge1": {"lower": 0.3, "upper": 1.2}}, starts=1, rate=20.0)
    assert motion.condition < motion.before / 3
    assert motion.tau.shape == (201, 1)
    assert np.isfinite(motion.tau).all()


def test_of_a_floating_robot_only_joints_are_excited() -> None:
    robot = lw.load(EXAMPLES / "quadruped.yaml")
    motion = excite(robot, velocity=3.0, starts=1, harmonics=2, rate=20.0)
    assert "floating" in motion.notes[0]
    assert np.all(motion.v[:, :6] == 0)
    assert motion.q.shape[1] == robot.nq
    assert "base" not in motion.names


def test_table_and_figure(found: Excitation, tmp_path: Path) -> None:
    found.to_csv(tmp_path / "m.csv")
    text = (tmp_path / "m.csv").read_text().splitlines()
    assert text[0].split(",") == ["t", *(f"{part}{k}" for part in ("q", "v", "a", "tau") for k in range(1, 7))]
    rows = np.loadtxt(text[1:], delimiter=",")
    assert np.array_equal(rows[:, 1:7], found.q)
    found.plot(tmp_path / "m.svg")
    drawn = (tmp_path / "m.svg").read_text()
    assert drawn.count("stroke-dasharray") >= 3 * 6


@pytest.mark.parametrize("hold", ["", "front_left_*", "*knee"])
def test_held_joints_stay_where_they_stand(hold: str) -> None:
    """A quadruped turned over and lifted, some joints held: forces and places of what is left are those of the whole robot."""
    robot = lw.load(EXAMPLES / "quadruped.yaml")
    random = np.random.default_rng(0)
    start = random.normal(size=robot.nq)
    start[3:7] /= np.linalg.norm(start[3:7])
    parts = moving(robot, hold, start)
    count = len(parts.names)
    assert count == 12 - 3 * (hold == "front_left_*") - 4 * (hold == "*knee")
    q, v, a = random.normal(size=(3, 1, count))
    left = lw.derive(parts.reduced, "inverse_dynamics")(q=q, v=v, a=a)
    whole = parts.positions(q), parts.rates(v), parts.rates(a)
    tau = lw.derive(robot, "inverse_dynamics")(q=whole[0], v=whole[1], a=whole[2], wrench=np.zeros((1, 4, 6)))
    assert np.allclose(left, tau[:, list(parts.iv)])
    here, there = frame_poses(numeric(parts.reduced), q[0]), frame_poses(numeric(robot), whole[0][0])
    assert all(np.allclose(here[name], there[name]) for name in here)
