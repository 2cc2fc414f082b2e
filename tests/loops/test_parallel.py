"""Parallel robots: two derivations of everything, closed forms against Newton, MuJoCo's matrices, known counts and ranks."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from benchmarks.parallel_robots import ROBOTS
from tests.support.mechanics import platform_poses
from tests.support.model import cut, solve

EXAMPLES = Path(__file__).parents[2] / "examples" / "parallel"
FAST = ("3rrr", "6ups")
ALL = [
    pytest.param(p.stem, marks=[] if p.stem in FAST else pytest.mark.slow)
    for p in sorted(EXAMPLES.glob("*.yaml"))
    if p.stem != "hbot"
]
Array = np.ndarray


@cache
def robot(name: str) -> lw.Robot:
    return lw.load(EXAMPLES / f"{name}.yaml")


@cache
def derived(name: str, quantity: str, method: str | None = None, **options: Any) -> Any:
    return lw.derive(robot(name), quantity, method, **options)


def state(name: str, seed: int = 0, reach: float = 0.05) -> dict[str, Array]:
    """A closed state near the start: pose, leg joints by Newton, rates, accelerations."""
    c, draw = cut(robot(name)), np.random.default_rng(seed)
    n = len(c.coordinates.free_q)
    q = np.array([c.start[k] for k in c.coordinates.free_q]) + draw.uniform(-reach, reach, n)
    theta = solve(robot(name), q)[list(c.coordinates.dependent_q)]
    return {"q": q, "theta": theta, "v": draw.uniform(-1, 1, n), "a": draw.uniform(-2, 2, n)}


def value(f: Any, at: dict[str, Array]) -> Array:
    return np.array(f(**{k: x for k, x in at.items() if k in f.inputs}))


def close(x: Array, y: Array, tolerance: float = 1e-11) -> bool:
    return bool(np.max(np.abs(x - y)) <= tolerance * max(1e-9, float(np.max(np.abs(y)))))


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize(
    "quantity", ["inverse_dynamics", "mass_matrix", "gravity", "coriolis_vector", "inverse_jacobian"]
)
def test_leg_by_leg_is_projection(name: str, quantity: str) -> None:
    """Laws 17 and 18; with the closed form inside, and with leg joints that Newton found."""
    at = state(name)
    expected = value(derived(name, quantity, "projection", closure="given"), at)
    assert close(value(derived(name, quantity, "legwise", closure="given"), at), expected)
    assert close(value(derived(name, quantity, "legwise", closure="explicit"), at), expected)


def test_whole_trees_as_inputs() -> None:
    """closure="tree": positions, rates and accelerations of all joints come in."""
    at, c = state("3rrr"), cut(robot("3rrr"))
    q = solve(robot("3rrr"), at["q"])
    W = value(derived("3rrr", "projection_matrix", closure="given"), at)
    drift = value(derived("3rrr", "dependent_accelerations", closure="given"), at)
    a = np.zeros(len(q))
    a[list(c.coordinates.free_v)], a[list(c.coordinates.dependent_v)] = at["a"], drift
    tau = derived("3rrr", "inverse_dynamics", "legwise", closure="tree")(q=q, v=W @ at["v"], a=a)
    assert close(np.asarray(tau), value(derived("3rrr", "inverse_dynamics", "projection", closure="given"), at))


@pytest.mark.parametrize("name", ALL)
def test_inverse_kinematics_is_what_newton_finds(name: str) -> None:
    f = derived(name, "inverse_kinematics", joints="all", closure="explicit")
    for seed in range(5):
        at = state(name, seed)
        assert close(np.asarray(f(q=at["q"])), at["theta"])


@pytest.mark.parametrize("name", ALL)
def test_the_inverse_jacobian_is_the_derivative_of_inverse_kinematics(name: str) -> None:
    f, at = derived(name, "inverse_kinematics", closure="explicit"), state(name)
    J = value(derived(name, "inverse_jacobian", closure="explicit"), at)
    h = 1e-5
    steps = h * np.eye(len(at["q"]))
    ahead, back, far, far_back = (np.asarray(f(q=at["q"] + k * steps)).T for k in (1, -1, 2, -2))
    assert close((8 * (ahead - back) - (far - far_back)) / (12 * h), J, 1e-8)


@pytest.mark.parametrize("name", ["6ups", pytest.param("6pus", marks=pytest.mark.slow)])
def test_force_and_moment_of_the_platform(name: str) -> None:
    """H maps rates of the coordinates to velocity and angular velocity: forces of one are H' times those of the other."""
    at = state(name)
    (_, _, _, a, b, _) = at["q"]
    H = np.eye(6)
    H[3:, 4] = [0, np.cos(a), np.sin(a)]
    H[3:, 5] = [np.sin(b), -np.sin(a) * np.cos(b), np.cos(a) * np.cos(b)]
    for quantity in ("inverse_dynamics", "mass_matrix", "gravity", "coriolis_vector"):
        wrench = value(derived(name, f"platform_{quantity}", closure="given"), at)
        assert close(H.T @ wrench, value(derived(name, quantity, "projection", closure="given"), at))
    twist = value(derived(name, "inverse_jacobian", velocities="twist", closure="given"), at)
    assert close(twist @ H, value(derived(name, "inverse_jacobian", "projection", closure="given"), at))


def test_actuator_forces_do_the_work_of_the_platforms() -> None:
    at = state("6ups")
    J = value(derived("6ups", "inverse_jacobian", closure="given"), at)
    tau = value(derived("6ups", "inverse_dynamics", closure="given"), at)
    assert close(J.T @ value(derived("6ups", "actuator_forces", closure="given"), at), tau)


def test_an_elbow_selects_the_way_to_assemble() -> None:
    from ruamel.yaml import YAML

    written = YAML(typ="safe").load((EXAMPLES / "3rrr.yaml").read_text())
    angles: list[float] = []
    for elbow in (1, -1):
        written["legs"] |= {"elbow": elbow}
        other = lw.load(written)
        angles.append(float(np.asarray(lw.derive(other, "inverse_kinematics")(q=[0, 0, 0]))[0]))
    assert angles[1] == pytest.approx(0.675, abs=1e-3)
    assert angles[0] == pytest.approx(2.466, abs=1e-3)


# --- forward kinematics -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ALL)
def test_forward_kinematics_undoes_inverse_kinematics(name: str) -> None:
    f, at = derived(name, "inverse_kinematics", closure="explicit"), state(name)
    poses = platform_poses(robot(name), f(q=at["q"]), starts=10)
    assert min(np.max(np.abs(x - at["q"])) for x in poses) < 1e-9


def test_all_poses_of_a_planar_robot() -> None:
    """Every pose satisfies the closure, and many Newton searches from random poses find no other."""
    for seed in range(4):
        draw = np.random.default_rng(seed)
        centres = draw.uniform(-1, 1, (3, 2))
        points = draw.uniform(-0.5, 0.5, (3, 2))
        pose = np.array([*draw.uniform(-0.3, 0.3, 2), draw.uniform(-3, 3)])
        lengths = np.linalg.norm(_planar_gap(pose, centres, points), axis=1)
        made = _rpr(centres, points, lengths, pose)
        poses = platform_poses(made, lengths)
        for x in poses:
            assert np.allclose(np.linalg.norm(_planar_gap(x, centres, points), axis=1), lengths, atol=1e-9)
        others = _planar_search(centres, points, lengths, draw)
        for x in [pose, *others]:
            assert (
                min(np.linalg.norm(_planar_gap(x, centres, points) - _planar_gap(y, centres, points)) for y in poses)
                < 1e-6
            )
        assert 1 <= len(poses) <= 6


def _planar_gap(x: Array, centres: Array, points: Array) -> Array:
    c, s = np.cos(x[2]), np.sin(x[2])
    return x[:2] + points @ np.array([[c, s], [-s, c]]) - centres


def _planar_search(centres: Array, points: Array, lengths: Array, draw: np.random.Generator) -> list[Array]:
    from scipy.optimize import fsolve

    found: list[Array] = []
    for _ in range(60):
        start = np.array([*draw.uniform(-2, 2, 2), draw.uniform(-np.pi, np.pi)])
        x, _, good, _ = fsolve(
            lambda x: np.sum(_planar_gap(x, centres, points) ** 2, axis=1) - lengths**2, start, full_output=True
        )
        gap = np.linalg.norm(_planar_gap(x, centres, points), axis=1) - lengths
        if good == 1 and np.max(np.abs(gap)) < 1e-10:
            found.append(x)
    return found


def _rpr(centres: Array, points: Array, lengths: Array, pose: Array) -> lw.Robot:
    """3-RPR: a turn, then a slider with the motor."""
    each = []
    for centre, point, way, length in zip(centres, points, _planar_gap(pose, centres, points), lengths, strict=True):
        angle = float(np.arctan2(way[1], way[0]))
        each.append({
            "base": {"xyz": [*map(float, centre), 0]}, "platform": {"xyz": [*map(float, point), 0]},
            "start": [angle - np.pi / 2 + np.pi, float(length)],
        })  # fmt: skip
    return lw.load({
        "linkwright": 1,
        "platform": {
            "coordinates": ["x", "y", "phiz"], "body": {"mass": 1, "inertia": [0, 0, 1]}, "start": [float(x) for x in pose],
        },
        "legs": {
            "rows": [["R", 0, 0, 0, "q"], ["P", "pi/2", 0, "q", 0], ["R", "-pi/2", 0, 0, "q"]], "coupling": 3,
            "actuated": 2, "each": each,
        },
    })  # fmt: skip


def test_wrong_numbers_of_motors_are_named() -> None:
    with pytest.raises(lw.LinkwrightError, match="has 6 motors, and was given 5"):
        platform_poses(robot("6ups"), [0.7] * 5)


def test_other_mechanisms_have_no_inverse_jacobian() -> None:
    with pytest.raises(lw.LinkwrightError, match="is not a platform that legs carry"):
        lw.derive(lw.load(EXAMPLES / "hbot.yaml"), "inverse_jacobian")
    with pytest.raises(lw.LinkwrightError, match="has 3 coordinates; force and moment belong to six"):
        derived("3rrr", "platform_gravity")


# --- general legs, drives, wrenches -------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", ["6RUS", "6PUS"])
def test_legs_without_closed_form(name: str) -> None:
    """Legs with offsets between all axes: their joints are an input, everything else is as for others."""
    made = lw.load(ROBOTS[name].description(4))
    c, draw = cut(made), np.random.default_rng(0)
    n = len(c.coordinates.free_q)
    q = np.array([c.start[k] for k in c.coordinates.free_q]) + draw.uniform(-0.01, 0.01, n)
    theta = solve(made, q)[list(c.coordinates.dependent_q)]
    at = {"q": q, "theta": theta, "v": draw.uniform(-1, 1, n), "a": draw.uniform(-2, 2, n)}
    assert lw.derive(made, "inverse_jacobian").facts["closure"] == "given"
    for quantity in ("inverse_dynamics", "mass_matrix", "inverse_jacobian"):
        one, other = (value(lw.derive(made, quantity, method), at) for method in ("legwise", "projection"))
        assert close(one, other, 1e-9)
    motors = np.array([theta[list(c.coordinates.dependent_q).index(k)] for k in c.actuated])
    poses = platform_poses(made, motors)
    assert min(np.max(np.abs(x - q)) for x in poses) < 1e-7


def test_friction_rotors_and_wrenches_reach_the_platform() -> None:
    from ruamel.yaml import YAML

    written = YAML(typ="safe").load((EXAMPLES / "3rrr.yaml").read_text())
    first = {"type": "R", "damper": 0.3, "rotor_inertia": 0.01, "gear_ratio": 5, "coulomb": 0.2}
    second = {"type": "R", "a": "l2", "spring": 2, "rest": 0.4, "viscous": 0.1}
    written["legs"]["rows"] = [first, second, ["R", 0, "l3", 0, "q"]]
    written["wrenches"] = ["leg2_link2", "platform", "leg1_end"]
    made = lw.load(written)
    c, draw = cut(made), np.random.default_rng(5)
    q = draw.uniform(-0.05, 0.05, 3)
    theta = solve(made, q)[list(c.coordinates.dependent_q)]
    at = {
        "q": q,
        "theta": theta,
        "v": draw.uniform(-1, 1, 3),
        "a": draw.uniform(-2, 2, 3),
        "wrench": draw.uniform(-5, 5, (3, 6)),
    }
    for quantity in ("inverse_dynamics", "nonlinear_effects", "mass_matrix", "coriolis_vector", "gravity"):
        one, other = (
            value(lw.derive(made, quantity, method, closure="given"), at) for method in ("legwise", "projection")
        )
        assert close(one, other), quantity


def test_base_parameters_that_moved_to_the_platforms_joints() -> None:
    at = state("6ups")
    for quantity in ("inverse_dynamics", "mass_matrix"):
        expected = value(derived("6ups", quantity, "projection", closure="given"), at)
        assert close(value(derived("6ups", quantity, "legwise", closure="given", parameters="base"), at), expected)
    with pytest.raises(lw.LinkwrightError, match="cannot be computed from base parameters"):
        derived("6ups", "platform_gravity", parameters="base")
