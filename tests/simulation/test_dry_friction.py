"""Dry friction holds joints and lets them go: against motions in closed form, a smoothed law, and statics."""

from __future__ import annotations

import itertools
import json
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import brentq
from typer.testing import CliRunner

import linkwright as lw
from linkwright.simulation.stick_slip import held_by
from tests.inverse.arms import arm
from tests.schema.support import differences, through_text
from tests.support.cli import app
from tests.support.model import WORLD, Body, Drive, Joint, Mimic, OpenRobot, make_robot
from tests.support.package import InputError
from tests.support.simulation import Motion, Run, simulate
from tests.support.spatial import IDENTITY, Inertia, Vec

EXAMPLES = Path(__file__).parents[2] / "examples"
MASS = 2.0


def slider(drive: Drive, gravity: Vec = Vec(0, 0, -9.81)) -> OpenRobot:
    """A mass of 2 kg that slides along x."""
    body = Body("mass", Inertia.about_com(MASS, Vec(0, 0, 0), IDENTITY))
    robot = make_robot(
        "slider", [body], [Joint("slide", "prismatic", WORLD, "mass", axis=Vec(1, 0, 0), drive=drive)], gravity=gravity
    )
    assert isinstance(robot, OpenRobot)
    return robot


def rubbing(robot: OpenRobot, limit: float) -> OpenRobot:
    return robot.with_drives(lambda drive: replace(drive, coulomb=limit))


def double_pendulum(limit: float) -> OpenRobot:
    robot = lw.load(EXAMPLES / "double_pendulum.yaml")
    assert isinstance(robot, OpenRobot)
    return rubbing(robot, limit)


def changes(motion: Motion) -> int:
    assert motion.slip is not None
    return int(np.sum(np.diff(motion.slip, axis=0) != 0))


@pytest.mark.parametrize("share", [0.5, 0.999, 1.001, 2.0])
def test_a_block_on_a_plane_holds_up_to_its_friction_and_slides_beyond(share: float) -> None:
    """share: weight along the plane by what friction holds; x = (weight - friction) / m t^2 / 2."""
    limit = 3.0
    weight = share * limit / MASS
    motion = simulate(slider(Drive(coulomb=limit), Vec(weight, 0, -9)), Run(time=1.0))
    slides = max(0.0, weight - limit / MASS)
    np.testing.assert_allclose(motion.q[:, 0], slides * motion.t**2 / 2, atol=1e-9)
    np.testing.assert_allclose(motion.a[:, 0], slides, atol=1e-12)
    assert motion.slip is not None
    assert np.all(motion.slip == (share > 1))
    assert motion.energy_error < 1e-8


def test_what_is_held_is_at_rest_to_the_last_digit() -> None:
    motion = simulate(slider(Drive(coulomb=3.0), Vec(1, 0, -9)), Run(time=1.0, q0="0.3"))
    assert np.all(motion.q == 0.3)
    assert not np.any(motion.v)
    assert not np.any(motion.a)


def test_a_block_on_a_spring_loses_four_times_friction_by_stiffness_per_period() -> None:
    """Half periods of a cosine about the place where spring and friction balance, then rest (Den Hartog 1930)."""
    stiffness, limit = 8.0, 0.5
    omega, shift = np.sqrt(stiffness / MASS), limit / stiffness
    motion = simulate(slider(Drive(stiffness=stiffness, coulomb=limit)), Run(time=15.0, q0="1"))

    def exact(t: float) -> float:
        turn = 1.0
        while abs(turn) > shift and t > np.pi / omega:
            turn, t = -(turn - 2 * np.sign(turn) * shift), t - np.pi / omega
        middle = np.sign(turn) * shift
        return turn if abs(turn) <= shift else middle + (turn - middle) * np.cos(omega * t)

    np.testing.assert_allclose(motion.q[:, 0], [exact(t) for t in motion.t], atol=1e-7)
    whole = simulate(slider(Drive(stiffness=stiffness, coulomb=limit)), Run(time=2 * np.pi / omega, q0="1", rate=50))
    assert whole.q[-1, 0] == pytest.approx(1 - 4 * limit / stiffness, abs=1e-8)
    assert np.all(motion.v[-200:] == 0)
    assert abs(motion.q[-1, 0]) <= shift
    assert motion.energy_error < 1e-7
    turns = [(-1) ** k * (1 - 2 * k * shift) for k in range(9)]
    path = sum(abs(a - b) for a, b in itertools.pairwise(turns))
    assert motion.work[-1] == pytest.approx(-limit * path, rel=1e-7)  # friction times the way


@pytest.mark.parametrize("method", ["dop853", "radau"])
def test_a_growing_force_tears_a_block_loose(method: str) -> None:
    """Held until t = limit; then v = (t - limit)^2 / 2 m."""
    motion = simulate(slider(Drive(coulomb=0.5)), Run(time=1.0, torque="t", method=method))
    late = np.maximum(motion.t - 0.5, 0)
    np.testing.assert_allclose(motion.v[:, 0], late**2 / 2 / MASS, atol=1e-7)
    np.testing.assert_allclose(motion.q[:, 0], late**3 / 6 / MASS, atol=1e-7)
    assert not np.any(motion.v[motion.t < 0.5])
    assert changes(motion) == 1


def test_a_force_that_is_large_for_a_moment_is_not_overlooked() -> None:
    """Nothing moves, so steps could be of any length: they are not."""
    motion = simulate(slider(Drive(coulomb=0.5)), Run(time=5.0, torque="3*exp(-((t-4)/0.02)^2)"))
    assert motion.q[-1, 0] > 1e-5
    assert motion.v[-1, 0] == 0


def test_a_pendulum_stops_beside_its_lowest_place_and_stays() -> None:
    """Every swing loses friction times its angle: m g l (cos q_next - cos q) = limit |q_next - q|, until friction holds."""
    limit, weight = 0.7, 9.81 * 0.5
    body = Body("bob", Inertia.about_com(1.0, Vec(0, -0.5, 0), IDENTITY))
    hinge = Joint("hinge", "revolute", WORLD, "bob", axis=Vec(0, 0, 1), drive=Drive(coulomb=limit))
    robot = make_robot("pendulum", [body], [hinge], gravity=Vec(0, -9.81, 0))
    motion = simulate(robot, Run(time=12.0, q0="1.2"))
    angle = 1.2
    while abs(weight * np.sin(angle)) > limit:
        lost = partial(lambda x, q: weight * (np.cos(x) - np.cos(q)) - limit * abs(x - q), q=angle)
        angle = brentq(lost, -angle, np.sign(angle) * (abs(angle) - 1e-6), xtol=1e-14)
    assert motion.q[-1, 0] == pytest.approx(angle, abs=1e-8)
    assert abs(angle) > 0.02
    stopped = np.flatnonzero(motion.v[:, 0] != 0)[-1] + 1
    assert stopped < len(motion.t) - 200
    assert np.ptp(motion.q[stopped:, 0]) == 0
    assert motion.energy_error < 1e-7


def test_a_smoothed_law_comes_near() -> None:
    """tanh(v / width) instead of sign(v), integrated on its own: its motions go to ours as the width goes to zero."""
    limit, time = 0.8, 1.5
    motion = simulate(double_pendulum(limit), Run(time=time, q0="1, -0.5", rate=20))
    forward = lw.compile(double_pendulum(0)).forward_dynamics

    def away(width: float) -> float:
        def slope(_: float, y: np.ndarray) -> np.ndarray:
            return np.concatenate([y[2:], forward(y[:2], y[2:], -limit * np.tanh(y[2:] / width))])

        found = solve_ivp(slope, (0, time), [1, -0.5, 0, 0], "Radau", motion.t, rtol=1e-8, atol=1e-10)
        return float(np.max(np.abs(found.y[:2].T - motion.q)))

    assert changes(motion) >= 3
    coarse, fine = away(1e-2), away(1e-3)
    assert fine < 2e-3
    assert fine < coarse / 5


def test_accelerations_and_forces_told_obey_the_law() -> None:
    """M a + ... = tau - f with f = limit sign(v) where a joint slides, |f| <= limit where it does not."""
    limit = 0.8
    motion = simulate(double_pendulum(limit), Run(time=3.0, q0="1, -0.5", torque="0.3*sin(9*t), 0"))
    f = motion.tau - lw.compile(double_pendulum(0)).inverse_dynamics(motion.q, motion.v, motion.a)
    assert motion.slip is not None
    slides = motion.slip != 0
    assert np.any(slides)
    assert not np.all(slides)
    np.testing.assert_allclose(f[slides], limit * motion.slip[slides], atol=1e-9)
    assert np.all(np.abs(f) <= limit * (1 + 1e-6))
    assert np.all(motion.v[~slides] == 0)
    assert np.all(motion.v[slides] * motion.slip[slides] >= -1e-8)
    assert motion.energy_error < 1e-7


def test_friction_of_joints_that_depend_on_each_other_is_that_of_enumeration() -> None:
    """Every place at its lower limit, at rest or at its upper one: the one that obeys Coulomb's law gives the same w."""
    rng = np.random.default_rng(3)
    for size in (1, 2, 3, 4):
        for _ in range(10):
            G = rng.normal(size=(size, size))
            A, w, limit = G @ G.T + 1e-3 * np.eye(size), 2 * rng.normal(size=size), rng.uniform(0.1, 2, size)
            f = held_by(A, w, limit)
            valid = []
            for signs in itertools.product([-1, 0, 1], repeat=size):
                s = np.array(signs, dtype=float)
                rest = s == 0
                g = limit * s
                g[rest] = np.linalg.solve(A[np.ix_(rest, rest)], (w - A @ g)[rest])
                left = w - A @ g
                if np.all(np.abs(g) <= limit + 1e-12) and np.all(left[~rest] * s[~rest] >= -1e-12):
                    valid.append(g)
            assert any(np.allclose(f, g, atol=1e-9) for g in valid)


def test_joints_that_mimic_each_other_hold_together() -> None:
    """Limits add up as the joints move: 1 and 2 times its own."""
    box = Inertia.about_com(1.0, Vec(0, 0, 0), IDENTITY)
    joints = [
        Joint("a", "prismatic", WORLD, "one", axis=Vec(1, 0, 0), drive=Drive(coulomb=1.0)),
        Joint("b", "prismatic", WORLD, "two", axis=Vec(1, 0, 0), drive=Drive(coulomb=0.5), mimic=Mimic("a", -2)),
    ]
    robot = make_robot("pair", [Body("one", box), Body("two", box)], joints)
    assert not np.any(simulate(robot, Run(time=0.5, torque="1.99")).v)
    motion = simulate(robot, Run(time=0.5, torque="2.5"))
    np.testing.assert_allclose(motion.v[:, 0], 0.5 / 5 * motion.t, atol=1e-9)


def test_a_robot_with_friction_follows_a_trajectory_that_turns_back(tmp_path: Path) -> None:
    t = np.linspace(0, 2, 81)
    omega, amplitude = 2 * np.pi, np.array([0.5, -0.3])
    parts = [1 - np.cos(omega * t), omega * np.sin(omega * t), omega**2 * np.cos(omega * t)]
    table = np.column_stack([t, *(np.outer(x, amplitude) for x in parts)])
    np.savetxt(tmp_path / "m.csv", table, delimiter=",", comments="", header="t,q1,q2,v1,v2,a1,a2")
    motion = simulate(double_pendulum(1.0), Run(follow=str(tmp_path / "m.csv")))
    assert motion.tracking_error is not None
    assert motion.tracking_error < 1e-6
    assert motion.energy_error < 1e-6


def test_a_seven_axis_arm_falls_or_is_held() -> None:
    panda = arm("panda")
    assert isinstance(panda, OpenRobot)
    motion = simulate(rubbing(panda, 0.2), Run(time=0.5))
    assert motion.energy_error < 1e-7
    assert changes(motion) > 0
    stiff = simulate(rubbing(panda, 500.0), Run(time=0.5))
    assert not np.any(stiff.v)


def test_without_dry_friction_nothing_is_said_of_it() -> None:
    motion = simulate(double_pendulum(0), Run(time=0.1))
    assert motion.slip is None
    assert "slip" not in motion.labels


def test_negative_friction_is_refused() -> None:
    with pytest.raises(InputError, match="dry friction of 'slide' is -1"):
        simulate(slider(Drive(coulomb=-1)), Run(time=0.1))


def test_a_motion_with_friction_is_written_and_read() -> None:
    motion = simulate(double_pendulum(0.5), Run(time=0.2, q0="1, 1"))
    assert not list(differences(motion, through_text(motion)))


def test_the_command_says_what_is_held(tmp_path: Path) -> None:
    text = (
        (EXAMPLES / "double_pendulum.yaml")
        .read_text(encoding="utf-8")
        .replace("damper: d}", "damper: d, coulomb: 0.3}")
    )
    file = tmp_path / "robot.yaml"
    file.write_text(text, encoding="utf-8")
    out = CliRunner().invoke(app, ["simulate", str(file), "--time", "0.5"], catch_exceptions=False)
    assert out.exit_code == 0
    assert "dry friction holds 1 of 1 joints at times, at the end 'shoulder'" in out.stdout.replace("\n", " ")
    facts = CliRunner().invoke(app, ["simulate", str(file), "--time", "0.5", "--json"], catch_exceptions=False)
    assert json.loads(facts.stdout)["q_end"] == [0.0, 0.0]
