"""Machines: populations along paths, against the numeric model of every row, forward kinematics, differences, the referee."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import linkwright as lw
from linkwright.synthesis.demand import Demand
from linkwright.synthesis.machine import machine
from linkwright.synthesis.structure import Structure, Variable
from linkwright.synthesis.structures import family
from tests.support.package import InputError

Array = np.ndarray[Any, Any]
EXAMPLES = Path(__file__).parents[2] / "examples"
SAMPLES = 121


def around(centre: Array, size: float, R: Array, yaw: float = 0.3, count: int = SAMPLES) -> Demand:
    """A bent circle about a centre with a turn about the vertical, from rates that are its derivatives."""
    t = np.linspace(0, 2, count)
    w = np.pi
    s, zero = w * t, np.zeros((count, 3))
    poses = np.tile(np.eye(4), (count, 1, 1))
    poses[:, :3, 3] = centre + size * np.c_[np.cos(s) - 1, np.sin(s), 0.5 * np.sin(2 * s)]
    c, n = np.cos(yaw * np.sin(s)), np.sin(yaw * np.sin(s))
    turned = np.zeros((count, 3, 3))
    turned[:, 0, 0] = turned[:, 1, 1] = c
    turned[:, 1, 0], turned[:, 0, 1], turned[:, 2, 2] = n, -n, 1
    poses[:, :3, :3] = turned @ R
    twists, accelerations = np.c_[zero, zero], np.c_[zero, zero]
    twists[:, :3] = size * w * np.c_[-np.sin(s), np.cos(s), np.cos(2 * s)]
    accelerations[:, :3] = size * w * w * np.c_[-np.cos(s), -np.sin(s), -2 * np.sin(2 * s)]
    twists[:, 5], accelerations[:, 5] = yaw * w * np.cos(s), -yaw * w * w * np.sin(s)
    return Demand(t, poses, twists, accelerations, np.arange(0, count, 20), np.zeros((0, 4, 4)))


CASES: dict[str, tuple[str, str, str, dict[str, float], list[float]]] = {
    "scara": ("scara.yaml", "tool", "3T1R", {"L1": 0.325, "L2": 0.225, "m2": 3.5}, [0.3, 1.2, 0.05, -0.4]),
    "arm6": ("arm6.yaml", "flange", "pose", {"a2": 0.43, "a3": 0.02, "d4": 0.43}, [0.3, -0.9, 0.4, 0.4, 1.1, -0.2]),
    "delta": ("parallel/delta.yaml", "platform", "position", {"rb": 0.25, "l2": 0.35, "l4": 0.8}, [0.05, 0.1, -0.6]),
    "palletiser": ("loops/palh3m2.yaml", "flange", "3T1R", {"AB": 4.0, "BG": 3.0, "HW": 2.0}, [0.3, 1.2, 1.2, 0.2]),
    "level": ("", "tool", "3T1R", {"L1": 0.4, "L2": 0.4, "hand_x": 0.05}, [0.3, 0.2, 0.4, 0.5]),
    "general": ("", "tool", "pose", {"a2": 0.4, "a3": 0.3, "d4": 0.35}, [0.3, -0.8, 1.1, 0.4, 0.7, -0.2]),
}
_GENERAL = """
linkwright: 1
name: general
gravity: [0, 0, -g]
parameters: {g: 9.81, a2: 0.4, a3: 0.3, d4: 0.35, a5: 0.08, d2: 0.1, m: 2}
dh:
  convention: modified
  rows: [[R, 0, 0, 0.3, q], [R, -pi/2, 0.1, d2, q], [R, 0.3, a2, 0, q], [R, -pi/2, a3, d4, q], [R, 1.2, a5, 0.05, q],
    [R, -pi/2, 0.06, 0.1, q]]
  inertials: [{m: m, mx: m*a2/2, Izz: m*a2**2/3}, {m: m, mx: m*a2/2, Izz: 0.1}, {m: m, Izz: 0.1}, {m: 1}, {m: 1}, {m: 1}]
frames: {tool: {body: link6, xyz: [0, 0, 0.1]}}
"""


@cache
def structure(name: str) -> Structure:
    file, frame, mask, lengths, _ = CASES[name]
    text = (EXAMPLES / file).read_text() if file else {"general": _GENERAL, "level": family("palletiser").text}[name]
    text = text.replace("phi410: pi/3", "phi410: pi/2")  # the palletiser's flange upright
    variables = tuple(Variable(n, 0.9 * x, 1.1 * x) for n, x in lengths.items())
    return Structure(name, name, text, frame, mask, variables)


def loaded(text: str, folder: Path) -> Any:
    path = folder / "robot.yaml"
    path.write_text(text)
    return lw.load(path)


@cache
def demand_of(name: str) -> Demand:
    made, q = machine(structure(name)), np.array(CASES[name][4])
    pose = lw.derive(made.model.robot, "forward_kinematics", frame=made.structure.frame)(q=q)
    return around(pose[:3, 3], 0.04 if name != "palletiser" else 0.4, pose[:3, :3])


def population(name: str, count: int, seed: int = 0) -> Array:
    made = machine(structure(name))
    low, high = np.array([(v.low, v.high) for v in made.variables]).T
    return np.random.default_rng(seed).uniform(low, high, (count, len(low)))


def moved(name: str, X: Array) -> tuple[Array, Array, Any]:
    """Parameters, branches and the motion of rows in the first branch that reaches all corners."""
    made, demand = machine(structure(name)), demand_of(name)
    P = made.parameters(X)
    postures = made.postures(P, demand.poses[demand.corners])
    assert postures.shape == (len(X), len(demand.corners), made.branches, len(made.joints))
    good = np.isfinite(postures).all(axis=(1, 3))
    assert np.all(good.any(axis=1))
    branch = good.argmax(axis=1)
    return P, branch, made.motion(P, branch, demand)


@pytest.mark.parametrize("name", CASES)
def test_rows_are_the_numeric_models_of_their_dimensions(name: str, tmp_path: Path) -> None:
    """The file with a candidate's numbers, loaded without symbols: where it stands, how it moves, what its motors give."""
    made, demand, X = machine(structure(name)), demand_of(name), population(name, 3)
    P, _, motion = moved(name, X)
    assert np.all(motion.error < 1e-10)
    forces = made.forces(P, motion)
    for x, q, v, a, tau, motor in zip(X, motion.q, motion.v, motion.a, forces, motion.motor_q, strict=True):
        robot = loaded(made.structure.file(x), tmp_path)
        pose = lw.derive(robot, "forward_kinematics", frame=made.structure.frame)(q=q)
        np.testing.assert_allclose(pose[:, :3, 3], demand.poses[:, :3, 3], atol=1e-9)
        if made.structure.mask != "position":
            np.testing.assert_allclose(pose[:, :3, :3], demand.poses[:, :3, :3], atol=1e-9)
        quantity = "actuator_forces" if isinstance(robot, lw.ClosedRobot) else "inverse_dynamics"
        dynamics = lw.derive(robot, quantity)
        own = dynamics(q=q, v=v, a=a, **({"wrench": np.zeros((1, 6))} if "wrench" in dynamics.inputs else {}))
        np.testing.assert_allclose(tau, own, atol=1e-12 * max(1, np.abs(own).max()))
        if getattr(robot, "platform", None):
            np.testing.assert_allclose(motor, lw.derive(robot, "inverse_kinematics")(q=q), atol=1e-11)
        rates = lw.derive(robot, "inverse_kinematics_rates", frame=made.structure.frame, mask=made.structure.mask)
        again = rates(q=q, twist=demand.twists, acceleration=demand.accelerations)
        np.testing.assert_allclose(again["v"], v, atol=1e-11 * max(1, np.abs(v).max()))


@pytest.mark.parametrize("name", CASES)
def test_rates_are_differences_of_positions(name: str) -> None:
    made, demand = machine(structure(name)), demand_of(name)
    _, _, motion = moved(name, population(name, 2, 1))
    step = demand.t[1]
    stencil = np.array([-1, 9, -45, 0, 45, -9, 1]) / 60 / step
    for q, v, slides in (
        *((motion.q, motion.v, made.sliding_joints), (motion.v, motion.a, made.sliding_joints)),
        *((motion.motor_q, motion.motor_v, made.sliding), (motion.motor_v, motion.motor_a, made.sliding)),
    ):
        assert len(slides) == q.shape[2]
        found = sum(c * q[:, k : SAMPLES - 6 + k] for k, c in enumerate(stencil))
        np.testing.assert_allclose(found, v[:, 3:-3], atol=2e-3 * max(1, np.abs(v).max()))


@pytest.mark.parametrize("name", ["scara", "general", "delta"])
def test_forces_are_those_of_the_referee(name: str, tmp_path: Path) -> None:
    """By brute force: energy along the path. What the motors do is what the robot gains."""
    made, demand, X = machine(structure(name)), demand_of(name), population(name, 2, 2)
    P, _, motion = moved(name, X)
    power = np.einsum("mtk,mtk->mt", made.forces(P, motion), motion.motor_v)
    for x, q, v, gained in zip(X, motion.q, motion.v, power, strict=True):
        robot = loaded(made.structure.file(x), tmp_path)
        T, U = (lw.derive(robot, n) for n in ("kinetic_energy", "potential_energy"))
        energy = T(q=q, v=v) + U(q=q)
        work = np.concatenate([[0], np.cumsum((gained[1:] + gained[:-1]) / 2 * np.diff(demand.t))])
        np.testing.assert_allclose(energy - energy[0], work, atol=2e-2 * np.ptp(energy))


@given(st.lists(st.floats(0.05, 0.8), min_size=2, max_size=2), st.integers(0, 1))
@settings(max_examples=25, deadline=None)
def test_any_lengths_reach_or_say_that_they_do_not(lengths: list[float], branch: int) -> None:
    """Two arms and a point: the law of cosines says whether they reach it."""
    made, demand = machine(structure("scara")), demand_of("scara")
    P = made.parameters(np.array([[*lengths, 3.5]]))
    motion = made.motion(P, np.array([branch]), demand)
    far = np.hypot(*demand.poses[:, :2, 3].T)
    margin = np.minimum(lengths[0] + lengths[1] - far, far - abs(lengths[0] - lengths[1])).min()
    if margin > 1e-6:
        assert motion.error[0] < 1e-9
        elbow = motion.q[0, :, 1]
        assert np.all(np.abs(np.diff(motion.q[0], axis=0)) < 1)
        expected = np.arccos((far**2 - lengths[0] ** 2 - lengths[1] ** 2) / (2 * lengths[0] * lengths[1]))
        np.testing.assert_allclose(np.abs(np.remainder(elbow + np.pi, 2 * np.pi) - np.pi), expected, atol=1e-6)
    elif margin < -1e-6:
        assert motion.error[0] == np.inf


def test_angles_go_on_beyond_half_a_turn() -> None:
    """A tool that goes twice round the base: no jump of a turn, the last angle two turns on."""
    made = machine(structure("scara"))
    t = np.linspace(0, 4, 801)
    angle = np.pi * t
    poses = np.tile(np.diag([1.0, -1, -1, 1]), (len(t), 1, 1))
    poses[:, :2, 3] = 0.4 * np.c_[np.cos(angle), np.sin(angle)]
    twists, accelerations = np.zeros((len(t), 6)), np.zeros((len(t), 6))
    twists[:, :2] = 0.4 * np.pi * np.c_[-np.sin(angle), np.cos(angle)]
    accelerations[:, :2] = -(np.pi**2) * poses[:, :2, 3]
    demand = Demand(t, poses, twists, accelerations, np.array([0]), np.zeros((0, 4, 4)))
    motion = made.motion(made.parameters(population("scara", 2)), np.array([0, 1]), demand)
    assert np.all(motion.error < 1e-10)
    np.testing.assert_allclose(motion.q[:, -1, 0] - motion.q[:, 0, 0], 4 * np.pi, atol=1e-9)


@pytest.mark.parametrize(
    ("name", "method", "branches"),
    [
        *(
            ("scara", "ClosedForm", 2),
            ("arm6", "ClosedForm", 8),
            ("delta", "ClosedForm", 1),
            ("level", "ClosedForm", 4),
        ),
        *(("palletiser", "Following", 8), ("general", "Following", 8)),
    ],
)
def test_how_positions_are_found(name: str, method: str, branches: int) -> None:
    made = machine(structure(name))
    assert (made.method, made.branches) == (method, branches)


def test_a_branch_that_changes_on_the_way_is_lost() -> None:
    """Through its base a SCARA turns round at once."""
    made = machine(structure("scara"))
    t = np.linspace(-1, 1, 200)
    poses = np.tile(np.diag([1.0, -1, -1, 1]), (len(t), 1, 1))
    poses[:, 0, 3] = 0.3 * t
    twists = np.zeros((len(t), 6))
    twists[:, 0] = 0.3
    demand = Demand(t - t[0], poses, twists, 0 * twists, np.array([0]), np.zeros((0, 4, 4)))
    P = made.parameters(np.array([[0.3, 0.3, 3.5]]))
    assert made.motion(P, np.array([0]), demand).error[0] == np.inf


@pytest.mark.parametrize(("name", "rows"), [("arm6", slice(6)), ("scara", [0, 1, 2, 5]), ("delta", slice(3))])
def test_condition_is_on_its_side_of_a_limit(name: str, rows: Any) -> None:
    made = machine(structure(name))
    P, _, motion = moved(name, population(name, 6))
    exact = np.linalg.cond(made.jacobian(P, motion)[:, :, rows]).max(axis=1)
    np.testing.assert_allclose(made.jacobian_condition(P, motion), exact, rtol=1e-9)
    for limit in (0.9 * exact.min(), float(np.median(exact)) * 1.001, 3 * exact.max(), 20 * exact.max()):
        assert np.array_equal(made.jacobian_condition(P, motion, limit) <= limit, exact <= limit)


def test_sizes_are_those_of_the_file(tmp_path: Path) -> None:
    made, X = machine(structure("arm6")), population("arm6", 3)
    P, _, motion = moved("arm6", X)
    origins = made.origins(P, motion, ["link1", "flange", "world"])
    far = np.linalg.norm(origins[:, :, 1] - origins[:, :, 0], axis=-1).max(axis=1)
    assert np.all(far <= made.reach(P))
    assert np.all(made.reach(P) < 2 * X.sum(axis=1))
    assert not np.any(origins[:, :, 2])
    np.testing.assert_allclose(origins[:, :, 1], np.tile(demand_of("arm6").poses[:, :3, 3], (3, 1, 1)), atol=1e-9)
    assert dict(zip(made.bodies, made.masses(P)[0], strict=True)) == {
        "link1": 8, "link2": 17.4, "link3": 4.8, "link4": 0.82, "link5": 0.34, "link6": 0.09
    }  # fmt: skip
    assert np.all(np.isinf(machine(structure("scara")).reach(np.ones((2, 9)))))


def test_regressor_times_parameters_is_the_force() -> None:
    made = machine(structure("scara"))
    P, _, motion = moved("scara", population("scara", 2))
    assert made.regressor(P, motion).shape[:3] == (2, SAMPLES, 4)


def test_what_cannot_be_is_told() -> None:
    from dataclasses import replace

    own = structure("scara")
    with pytest.raises(InputError, match="no parameter 'L3'"):
        machine(replace(own, variables=(Variable("L3", 0, 1),)))
    assert machine(structure("scara")) is machine(replace(own))
