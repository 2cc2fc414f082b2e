"""Mistakes that a model sees: each is made on purpose in a synthetic recording, and must be named."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import linkwright as lw
from linkwright.errors import InputError
from linkwright.identification.diagnosis import diagnosed
from linkwright.identification.diagnosis.changes import with_gravity
from linkwright.identification.model import IdentificationModel
from linkwright.identification.samples import Samples
from linkwright.measurements.finding import Finding
from linkwright.model.closed_robot import Robot
from linkwright.spatial.vector import Vec
from tests.identification.diagnosis.motions import Motion, recording

EXAMPLES = Path(__file__).parents[3] / "examples"
MOTIONS = {
    "elbow6.urdf": Motion(),
    "scara.yaml": Motion(),
    "loops/fivebar1.yaml": Motion(centre=(0.3, 0.6), amplitude=0.5),
    "double_pendulum.yaml": Motion(),
}
ROBOTS = tuple(MOTIONS)


@cache
def robot(name: str) -> Robot:
    found = lw.load(EXAMPLES / name)
    assert isinstance(found, Robot)
    return found


@cache
def good(name: str) -> tuple[IdentificationModel, Samples]:
    return recording(robot(name), MOTIONS[name])


def errors(model: IdentificationModel, samples: Samples) -> list[Finding]:
    return [x for x in diagnosed(model, samples) if x.severity == "error"]


def exchanged(x: np.ndarray, i: int = 0, k: int = 1) -> np.ndarray:
    order = list(range(x.shape[1]))
    order[i], order[k] = k, i
    return x[:, order]


@pytest.mark.parametrize("name", ROBOTS)
def test_a_good_recording_has_no_finding(name: str) -> None:
    assert diagnosed(*good(name)) == ()


@pytest.mark.parametrize("name", ROBOTS)
def test_exchanged_forces_are_named_with_the_order_that_repairs_them(name: str) -> None:
    model, samples = good(name)
    (found,) = errors(model, replace(samples, tau=exchanged(samples.tau)))
    first, second, *rest = model.rows
    assert found.kind == "shuffled"
    assert found.what == f"the forces of {first} and {second} look exchanged"
    assert found.who == (first, second)
    assert f"tau={', '.join((second, first, *rest))}" in found.remedy
    assert "relative residual" in found.evidence


def test_three_shuffled_forces_are_named() -> None:
    model, samples = good("elbow6.urdf")
    (found,) = errors(model, replace(samples, tau=samples.tau[:, [1, 2, 0, 3, 4, 5]]))
    a, b, c, *rest = model.rows
    assert found.what.startswith("the forces look shuffled")
    assert f"that of {a} stands at {c}" in found.what
    assert f"tau={', '.join((c, a, b, *rest))}" in found.remedy


@pytest.mark.parametrize("name", ["elbow6.urdf", "scara.yaml", "loops/fivebar1.yaml"])
def test_exchanged_positions_are_named(name: str) -> None:
    model, samples = good(name)
    moved = {n: exchanged(getattr(samples, n)) for n in "qva"}
    (found,) = errors(model, replace(samples, **moved))
    first, second = model.robot.position_names[:2]
    assert (found.kind, found.what) == ("shuffled", f"the positions of {first} and {second} look exchanged")


def test_joints_in_another_order_are_named_in_positions_and_forces() -> None:
    model, samples = good("elbow6.urdf")
    moved = {n: exchanged(getattr(samples, n), 1, 2) for n in ("q", "v", "a", "tau")}
    found = errors(model, replace(samples, **moved))
    second, third = model.rows[1:3]
    assert [x.what for x in found] == [
        f"the positions of {second} and {third} look exchanged",
        f"the forces of {second} and {third} look exchanged",
    ]


@pytest.mark.parametrize("name", ROBOTS)
def test_a_turned_sign_of_any_single_force_is_named(name: str) -> None:
    model, samples = good(name)
    for k, row in enumerate(model.rows):
        turn = np.ones(len(model.rows))
        turn[k] = -1
        (found,) = errors(model, replace(samples, tau=samples.tau * turn))
        assert (found.kind, found.who) == ("sign", (row,))
        assert found.what == f"the force of {row} seems to have the wrong sign"
        assert f"-{row}" in found.remedy


@pytest.mark.parametrize("name", ROBOTS)
def test_all_signs_turned_are_named_by_what_no_machine_has(name: str) -> None:
    model, samples = good(name)
    (found,) = errors(model, replace(samples, tau=-samples.tau))
    assert found.what == "all forces have the wrong sign"
    assert found.who == model.rows
    assert "would feel an inertia of -" in found.evidence
    assert "would put in" in found.evidence


def test_a_joint_that_counts_the_other_way_is_named() -> None:
    model, samples = good("elbow6.urdf")
    turn = np.ones(6)
    turn[2] = -1
    moved = {n: getattr(samples, n) * turn for n in ("q", "v", "a", "tau")}
    found = errors(model, replace(samples, **moved))
    name = model.rows[2]
    assert [x.what for x in found] == [
        f"the positions of {name} seem to have the wrong sign",
        f"the force of {name} seems to have the wrong sign",
    ]


@pytest.mark.parametrize("name", ROBOTS)
def test_degrees_are_named(name: str) -> None:
    model, samples = good(name)
    turning = np.array([model.robot.joints[n].type == "revolute" for n in model.robot.position_names])
    factor = np.where(turning, 180 / np.pi, 1.0)
    (found,) = errors(model, replace(samples, **{n: getattr(samples, n) * factor for n in "qva"}))
    assert found.kind == "degrees"
    assert "are in degrees" in found.what
    assert "[deg]" in found.remedy


def test_positions_in_degrees_with_rates_in_radians_are_told_apart() -> None:
    model, samples = good("elbow6.urdf")
    (found,) = errors(model, replace(samples, q=np.degrees(samples.q)))
    assert "are in degrees, rates in rad/s" in found.what


@pytest.mark.parametrize("gravity", [Vec(0, 0, 9.81), Vec(9.81, 0, 0), Vec(0, -9.81, 0)])
def test_a_robot_on_a_wall_or_ceiling_is_named_with_the_direction(gravity: Vec) -> None:
    model, _ = good("elbow6.urdf")
    _, samples = recording(with_gravity(robot("elbow6.urdf"), gravity), MOTIONS["elbow6.urdf"])
    (found,) = errors(model, samples)
    assert found.kind == "gravity"
    axis = "xyz"[int(np.argmax(np.abs(gravity)))]
    assert f"gravity seems to pull along {'+' if sum(gravity) > 0 else '-'}{axis} of the base" in found.what
    assert f"gravity: [{', '.join(f'{x:g}' for x in gravity)}]" in found.remedy


def test_forces_without_gravity_are_named() -> None:
    model, _ = good("elbow6.urdf")
    _, samples = recording(with_gravity(robot("elbow6.urdf"), Vec(0, 0, 0)), MOTIONS["elbow6.urdf"])
    (found,) = errors(model, samples)
    assert found.what.startswith("forces seem to be without gravity")


def test_gravity_of_a_loop_that_lies_flat_is_named_with_what_explains_as_much() -> None:
    name = "loops/fivebar1.yaml"
    _, samples = recording(with_gravity(robot(name), Vec(0, 0, 9.81)), MOTIONS[name])
    (found,) = errors(good(name)[0], samples)
    assert found.kind == "gravity"
    assert "as well explained if" in found.evidence  # up or down is all the same to a machine in a level plane
    assert "without gravity" in found.what + found.evidence


def test_a_slow_robot_on_the_ceiling_is_told_by_the_masses_of_its_file() -> None:
    name = "elbow6.urdf"
    slow = replace(MOTIONS[name], time=100.0, dt=0.1, noise=0.01)
    model, _ = good(name)
    _, samples = recording(with_gravity(robot(name), Vec(0, 0, 9.81)), slow)
    found = [x for x in diagnosed(model, samples) if x.kind == "gravity"]
    assert len(found) == 1
    assert "pull along +z" in found[0].what


@pytest.mark.parametrize("turn", [np.pi / 2, -np.pi / 2, np.pi])
def test_a_zero_that_is_off_is_named(turn: float) -> None:
    model, samples = good("elbow6.urdf")
    q = samples.q.copy()
    q[:, 1] -= turn
    (found,) = errors(model, replace(samples, q=q))
    assert found.kind == "zero"
    assert model.rows[1] in found.what + found.evidence


@pytest.mark.parametrize("name", ROBOTS[:3])
@pytest.mark.parametrize(
    ("factor", "words"), [(1000.0, "N mm"), (0.001, "kN"), (1 / 40, "times those that the file expects")]
)
def test_forces_in_another_unit_are_a_suspicion(name: str, factor: float, words: str) -> None:
    model, samples = good(name)
    (found,) = diagnosed(model, replace(samples, tau=samples.tau * factor))
    assert (found.kind, found.severity) == ("unit of forces", "warning")
    assert words in found.what
    assert "measured by expected force" in found.evidence


@pytest.mark.parametrize("mass", [1e-6, 1.0, 1e6])
def test_forces_in_another_unit_are_suspected_of_light_machines_and_heavy_ones(tmp_path: Path, mass: float) -> None:
    text, given = (EXAMPLES / "double_pendulum.yaml").read_text(), "m1: 1, m2: 1, g: 9.8, c: 1, d: 1"
    assert given in text
    weighed = f"m1: {mass}, m2: {mass}, g: 9.8, c: {mass}, d: {mass}"
    (tmp_path / "pendulum.yaml").write_text(text.replace(given, weighed))
    loaded = lw.load(tmp_path / "pendulum.yaml")
    assert isinstance(loaded, Robot)
    model, samples = recording(loaded)
    assert diagnosed(model, samples) == ()
    (found,) = diagnosed(model, replace(samples, tau=1000 * samples.tau))
    assert "N mm" in found.what


def test_forces_of_another_run_are_of_the_wrong_robot() -> None:
    model, samples = good("elbow6.urdf")
    _, other = recording(robot("elbow6.urdf"), Motion(seed=7))
    (found,) = errors(model, replace(samples, tau=other.tau))
    assert found.kind == "wrong robot"
    assert "the forces are not those of" in found.what
    assert "at best" in found.evidence
    assert model.rows[0] in found.evidence


def test_another_number_of_joints_is_an_error_with_the_names() -> None:
    model, samples = good("elbow6.urdf")
    with pytest.raises(InputError, match="has 5 forces, and 'elbow6' has 6"):
        diagnosed(model, replace(samples, tau=samples.tau[:, :5]))


def test_rows_that_are_poorly_explained_are_named_the_worst_first() -> None:
    model, samples = good("elbow6.urdf")
    tau, draw = samples.tau.copy(), np.random.default_rng(3)
    for k, noise in ((1, 0.6), (4, 2.0), (2, 1.0)):
        tau[:, k] += noise * np.std(tau[:, k]) * draw.normal(size=len(tau))
    (found,) = (x for x in diagnosed(model, replace(samples, tau=tau)) if x.kind == "unexplained")
    assert found.severity == "warning"
    assert found.who == tuple(model.rows[k] for k in (4, 2, 1))
    assert found.what == f"the forces of {found.who[0]}, {found.who[1]} and {found.who[2]} are poorly explained"
