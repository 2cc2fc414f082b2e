"""lw.identify from one end to the other: exact data, noise, loads, gains, postures, parallel robots, mistakes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from linkwright.errors import InputError
from linkwright.identification.compress import compressed
from linkwright.identification.estimate import wls
from linkwright.identification.loads import load_forces, load_of
from linkwright.identification.model import IdentificationModel
from linkwright.identification.samples import Samples
from tests.identification.recorded import Motion, fourier, motion_of, other_parameters, table
from tests.identification.test_model import panda

EXAMPLES = Path(__file__).parents[2] / "examples"
Array = np.ndarray[Any, Any]

ROBOTS = {
    "double_pendulum.yaml": 0.7, "scara.yaml": 0.7, "cart_pole.yaml": 0.7, "elbow6.urdf": 0.7, "arm6.yaml": 0.7,
    "quadruped.yaml": 0.7, "loops/fivebar1.yaml": 0.15, "loops/fourbar.yaml": 0.3, "parallel/fivebar.yaml": 0.08,
    "parallel/delta.yaml": 0.08, "parallel/6ups.yaml": 0.08,
}  # fmt: skip
"""Robots, and the size of motions that they can make."""


def loaded(file: str) -> Any:
    robot = lw.load(EXAMPLES / file)
    assert not isinstance(robot, lw.Lagrangian)
    return robot


@pytest.mark.parametrize("file", [*ROBOTS, "panda"])
def test_exact_data_give_exact_parameters(file: str) -> None:
    """Trees, slides, a floating base with wrenches, five-bars, a delta, a 6-UPS: to 1e-8 of each parameter, or of 1e-3 of the
    largest where it is smaller."""
    robot = panda() if file == "panda" else loaded(file)
    model = IdentificationModel.of(robot)
    rng = np.random.default_rng(1)
    motion = motion_of(model, rng, 600, ROBOTS.get(file, 0.7))
    true = model.values(other_parameters(model, rng))
    more = {"wrench": rng.normal(size=(600, 6 * len(robot.wrenches)))} if robot.wrenches else {}
    known = model.known(motion.q, motion.v, motion.a, **more)
    tau = model.columns(motion.q, motion.v, motion.a) @ true + known
    found = lw.identify(robot, table(model, motion, tau, **more), cutoff=np.inf)
    size = np.maximum(np.abs(true), 1e-3 * np.abs(true).max())
    assert np.max(np.abs(found.values - true) / size) < 1e-8
    assert not [f for f in found.findings if f.severity == "error"]
    assert found.consistency is not None
    assert np.all(found.consistency.eigenvalues > 0)


def coverage(runs: int) -> float:
    """Part of all true values inside two standard errors, over noisy recordings of a six-axis arm."""
    model = IdentificationModel.of(loaded("elbow6.urdf"))
    rng = np.random.default_rng(7)
    motion = motion_of(model, rng, 400)
    true = model.values(other_parameters(model, rng))
    tau = model.columns(motion.q, motion.v, motion.a) @ true
    sigma = 0.02 * np.sqrt(np.mean(tau**2, axis=0))
    inside = []
    for _ in range(runs):
        noisy = tau + sigma * rng.normal(size=tau.shape)
        samples = Samples("made up", motion.t, motion.q, motion.v, motion.a, noisy)
        found = wls(compressed(samples.blocks(model)))
        inside.append(np.abs(found.values - true) <= 2 * found.errors)
    return float(np.mean(inside))


def test_standard_errors_are_what_they_say() -> None:
    assert 0.93 < coverage(25) < 0.975


@pytest.mark.slow
def test_standard_errors_over_200_runs() -> None:
    assert 0.945 < coverage(200) < 0.962


def recorded(
    robot: Any, noise: float, seed: int = 2, seconds: float = 20.0
) -> tuple[IdentificationModel, Array, dict[str, Array]]:
    """A recording at 200 Hz of positions and forces alone, with noise of both."""
    model = IdentificationModel.of(robot)
    rng = np.random.default_rng(seed)
    motion = fourier(robot.nv, rng, round(200 * seconds), 0.8, seconds)
    true = model.values(other_parameters(model, rng))
    tau = model.columns(motion.q, motion.v, motion.a) @ true
    tau = tau + noise * np.sqrt(np.mean(tau**2, axis=0)) * rng.normal(size=tau.shape)
    q = motion.q + 1e-5 * noise * rng.normal(size=motion.q.shape)
    return model, true, {"t": motion.t, "q": q, "tau": tau}


@pytest.mark.parametrize("method", ["ols", "wls", "robust"])
def test_positions_and_forces_are_enough(method: str) -> None:
    model, true, data = recorded(loaded("scara.yaml"), 0.02)
    found = lw.identify(loaded("scara.yaml"), data, method=method)
    assert found.chosen == method
    assert found.fit.relative_held_out < 0.02
    assert found.errors is not None
    assert np.mean(np.abs(found.values - true) <= 3 * found.errors) > 0.9
    assert found.model.names == model.names


def test_results_are_data() -> None:
    _, _, data = recorded(loaded("scara.yaml"), 0.02)
    found = lw.identify(loaded("scara.yaml"), data)
    assert set(found.fits) == {"ols", "wls", "consistent"}
    assert 0 < len(found.essential) <= len(found.names)
    assert found.physical["m_link2"] > 0
    assert found.samples + found.held_out_samples <= len(data["t"])
    dynamics = lw.compile(found.robot)
    q, v, a = (np.full(4, x) for x in (0.3, 0.2, 0.1))
    own = found.model.columns(q[None], v[None], a[None]) @ found.fits["consistent"].values
    offsets = np.array([found.physical[f"offset_{n}"] for n in found.model.rows])
    np.testing.assert_allclose(np.asarray(dynamics.inverse_dynamics(q, v, a)), own[0] - offsets, rtol=1e-9)


def test_a_load_is_found_beside_a_robot_that_is_known() -> None:
    robot = loaded("elbow6.urdf")
    rng = np.random.default_rng(4)
    motion = fourier(6, rng, 800)
    load = load_of("2.5 0.02 -0.01 0.08 0.01 0.012 0.008")
    at = motion.q, motion.v, motion.a
    tau = np.asarray(lw.compile(robot).inverse_dynamics(*at)) + load_forces(robot, "tool", load, at)
    model = IdentificationModel.of(robot)
    found = lw.identify(robot, table(model, motion, tau), payload=True, at="tool", cutoff=np.inf)
    assert len(found.names) == 10 + 6  # and the offsets of the sensors
    assert not found.findings
    np.testing.assert_allclose(found.load.parameters, load.parameters, rtol=1e-6, atol=1e-8)
    whole = np.asarray(lw.compile(found.robot).inverse_dynamics(*at))
    np.testing.assert_allclose(whole, tau, atol=1e-6 * np.abs(tau).max())


def test_a_load_is_an_independent_robots_load() -> None:
    """The load's forces are those of a robot file with a body more."""
    robot = lw.load({
        "linkwright": 1, "name": "two", "gravity": [0, 0, -9.81],
        "joints": {
            "a": {"type": "revolute", "axis": [0, 1, 0], "parent": "world", "child": "one"},
            "b": {"type": "revolute", "axis": [0, 1, 0], "parent": "one", "child": "two", "xyz": [0.5, 0, 0]},
        },
        "bodies": {"one": {"mass": 1, "com": [0.2, 0, 0]}, "two": {"mass": 1, "com": [0.2, 0, 0]}},
        "frames": {"tip": {"body": "two", "xyz": [0.4, 0, 0]}},
    })  # fmt: skip
    heavy = lw.load({
        "linkwright": 1, "name": "two", "gravity": [0, 0, -9.81],
        "joints": {
            "a": {"type": "revolute", "axis": [0, 1, 0], "parent": "world", "child": "one"},
            "b": {"type": "revolute", "axis": [0, 1, 0], "parent": "one", "child": "two", "xyz": [0.5, 0, 0]},
            "c": {"type": "fixed", "parent": "two", "child": "load", "xyz": [0.4, 0, 0]},
        },
        "bodies": {
            "one": {"mass": 1, "com": [0.2, 0, 0]}, "two": {"mass": 1, "com": [0.2, 0, 0]},
            "load": {"mass": 3, "com": [0.1, 0, 0.05]},
        },
    })  # fmt: skip
    assert isinstance(robot, lw.OpenRobot)
    motion = fourier(2, np.random.default_rng(0), 5)
    at = motion.q, motion.v, motion.a
    by_file = np.asarray(lw.compile(heavy).inverse_dynamics(*at)) - np.asarray(lw.compile(robot).inverse_dynamics(*at))
    np.testing.assert_allclose(load_forces(robot, "tip", load_of("3 0.1 0 0.05"), at), by_file, rtol=1e-10)


def test_gains_are_found_with_a_known_load(tmp_path: Path) -> None:
    robot = loaded("elbow6.urdf")
    model = IdentificationModel.of(robot)
    rng = np.random.default_rng(5)
    true = model.values(other_parameters(model, rng))
    gains = np.array([0.8, 0.9, 0.5, 0.2, 0.15, 0.1])
    load = "4 0.05 0.02 0.1"
    files = []
    for n in range(2):
        motion = fourier(6, rng, 900)
        at = motion.q, motion.v, motion.a
        tau = model.columns(*at) @ true + (load_forces(robot, "tool", load_of(load), at) if n else 0.0)
        files.append(tmp_path / f"run{n}.npz")
        np.savez(files[-1], t=motion.t, q=motion.q, v=motion.v, a=motion.a, tau=tau / gains)
    asked = {"current": True, "estimate_gain": True, "load": load, "loaded": str(files[1]), "at": "tool"}
    found = lw.identify(robot, files[0], cutoff=np.inf, **asked)
    assert found.gains is not None
    np.testing.assert_allclose(found.gains[0], gains, rtol=1e-7)
    np.testing.assert_allclose(found.values, true, atol=1e-6 * np.abs(true).max())


def test_gains_that_are_known_are_used() -> None:
    model, true, data = recorded(loaded("scara.yaml"), 0.0)
    data["tau"] = data["tau"] / 0.25
    found = lw.identify(loaded("scara.yaml"), data, current=True, gain="0.25")
    assert found.fit.relative_held_out < 0.01
    assert np.median(np.abs(found.values - true) / np.abs(true)) < 0.01
    assert len(model.rows) == 4


def test_postures_at_rest_show_gravity() -> None:
    """First moments of an arm; inertias stay as the file has them, and are said to be unseen."""
    robot = loaded("elbow6.urdf")
    model = IdentificationModel.of(robot, "offset")
    rng = np.random.default_rng(6)
    q = rng.uniform(-2, 2, (60, 6))
    none = np.zeros((60, 6))
    true = model.values(other_parameters(model, rng))
    tau = model.columns(q, none, none) @ true
    found = lw.identify(robot, {"q": q, "tau": tau}, static=True, friction="offset")
    assert {f.kind for f in found.findings} <= {"not identifiable", "quantisation"}  # the waist feels no gravity
    assert found.errors is not None
    seen = np.isfinite(found.errors)
    assert {"mxR", "myR"} <= {n.partition("_")[0] for n, s in zip(found.names, seen, strict=True) if s}
    assert not any(s for n, s in zip(found.names, seen, strict=True) if n.startswith(("Ixx", "Ixy", "Izz")))
    assert found.fit.relative_held_out < 1e-9
    np.testing.assert_allclose(found.values[seen], true[seen], atol=1e-8 * np.abs(true).max())


@pytest.mark.parametrize("file", ["parallel/fivebar.yaml", "parallel/6ups.yaml"])
def test_motors_of_a_parallel_robot_are_enough(file: str) -> None:
    """Positions and forces of motors; where the platform is follows from them."""
    robot = loaded(file)
    model = IdentificationModel.of(robot, "viscous,offset,rotor")  # no dry friction, which a filter would blur
    rng = np.random.default_rng(8)
    motion = motion_of(model, rng, 1000, 0.05)
    true = model.values(other_parameters(model, rng))
    tau = model.columns(motion.q, motion.v, motion.a) @ true
    legs = np.asarray(model.dynamics.function("inverse_kinematics")(motion.q))
    data = {"t": motion.t, "q": legs, "tau": tau}
    found = lw.identify(robot, data, friction="viscous,offset,rotor", consistent=False)
    assert any("motors" in n for n in found.notes)
    assert found.fit.relative_held_out < 1e-3  # differentiated, so not exact


def test_validation_by_another_recording(tmp_path: Path) -> None:
    _, _, data = recorded(loaded("scara.yaml"), 0.01)
    _, _, other = recorded(loaded("scara.yaml"), 0.01, seed=2)
    np.savez(tmp_path / "other.npz", **other)
    found = lw.identify(loaded("scara.yaml"), data, validate=str(tmp_path / "other.npz"))
    assert found.held_out_samples > 3000
    assert [t.name.endswith("other.npz") for t in found.traces] == [False, True]
    assert found.traces[1].held == found.traces[1].t[0]


def test_joints_that_stood_still_are_held() -> None:
    robot = loaded("elbow6.urdf")
    assert isinstance(robot, lw.OpenRobot)
    names = robot.joint_names
    from linkwright.model.held import held

    less = held(robot, {names[5]: 0.4})
    model = IdentificationModel.of(less)
    rng = np.random.default_rng(3)
    motion = motion_of(model, rng, 600)
    true = model.values(other_parameters(model, rng))
    tau = model.columns(motion.q, motion.v, motion.a) @ true
    found = lw.identify(robot, table(model, motion, tau), hold=f"{names[5]} = 0.4", cutoff=np.inf)
    np.testing.assert_allclose(found.values, true, atol=1e-8 * np.abs(true).max())


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"method": "magic"}, "no method 'magic'"),
        ({"cutoff": -1.0}, "no cut-off of -1"),
        ({"hold_out": 1.0}, "cannot be held out"),
        ({"gain": "0.1"}, "gain without currents"),
        ({"current": True}, "currents are no forces"),
        ({"columns": "tau=tau1, tau1, tau3, tau4"}, "'tau1' twice"),
        ({"current": True, "gain": "0.1, 0.2"}, "does not fit 4 forces"),
        ({"estimate_gain": True}, "without a recording with a known load"),
        ({"hold": "wrist9"}, "no joint is called 'wrist9'"),
        ({"friction": "sticky"}, "no drive has a term 'sticky'"),
        ({"loaded": "missing.csv", "load": "1 0 0 0"}, "missing.csv"),
        ({"speed": 3}, "speed"),
    ],
)
def test_mistakes_are_told(options: dict[str, Any], words: str) -> None:
    _, _, data = recorded(loaded("scara.yaml"), 0.01, seconds=4.0)
    with pytest.raises(lw.LinkwrightError, match=words):
        lw.identify(loaded("scara.yaml"), data, **options)


def test_too_few_samples_are_told() -> None:
    data = {
        "t": np.arange(4) * 0.01,
        "q": np.zeros((4, 4)),
        "v": np.zeros((4, 4)),
        "a": np.zeros((4, 4)),
        "tau": np.ones((4, 4)),
    }
    with pytest.raises(InputError, match="cannot determine"):
        lw.identify(loaded("scara.yaml"), data, cutoff=np.inf)


def test_a_lag_is_found_taken_away_and_said() -> None:
    robot = loaded("elbow6.urdf")
    _, true, data = recorded(robot, 0.01)
    late = {**data, "tau": np.stack([np.interp(data["t"] - 0.02, data["t"], x) for x in data["tau"].T], axis=1)}
    found = lw.identify(robot, late, cutoff=8.0)
    (told,) = [f for f in found.findings if f.kind == "lag"]
    assert "corrected here by 2" in told.remedy or "corrected here by 19." in told.remedy
    plain = lw.identify(robot, data, cutoff=8.0)
    assert found.fit.relative_held_out < 1.5 * plain.fit.relative_held_out
    assert len(true) == len(found.values)


def test_samples_are_cut_and_thinned() -> None:
    motion: Motion = fourier(2, np.random.default_rng(0), 100)
    samples = Samples("x", motion.t, motion.q, motion.v, motion.a, motion.q, added=motion.q)
    fitted, held = samples.split(0.3)
    assert (len(fitted), len(held), len(samples.at_most(30))) == (70, 30, 25)
    assert held.added is not None
    np.testing.assert_array_equal(held.added, motion.q[70:])
    assert replace(samples, slow=np.ones(2))[:3].slow is not None


def test_platform_coordinates_may_be_measured_instead() -> None:
    """Columns q1, q2 that no motor can have are the platform's; it is said."""
    robot = loaded("parallel/fivebar.yaml")
    model = IdentificationModel.of(robot, "viscous")
    rng = np.random.default_rng(9)
    motion = motion_of(model, rng, 400, 0.05)
    tau = model.columns(motion.q, motion.v, motion.a) @ model.values(other_parameters(model, rng))
    data = {"t": motion.t, "q": motion.q, "v": motion.v, "a": motion.a, "tau": tau}
    found = lw.identify(robot, data, friction="viscous", cutoff=np.inf, consistent=False)
    assert any("coordinates of the platform" in n for n in found.notes)
    assert found.fit.relative_held_out < 1e-9


def test_what_stands_on_the_ground_keeps_its_mass() -> None:
    robot = loaded("elbow6.urdf")
    _, _, data = recorded(robot, 0.01, seconds=8.0)
    found = lw.identify(robot, data)
    assert found.robot.bodies["base_link"].inertia == robot.bodies["base_link"].inertia
    told = repr(found).splitlines()
    assert told[0].startswith("identification of elbow6: 58 parameters; held out ")
    assert told[1].split("  ")[1].startswith(f"{found.names[0]} = {found.values[0]:.4g} ± ")
    assert len(told) <= 20


def test_another_load_on_the_validation_run_is_told(tmp_path: Path) -> None:
    robot = loaded("elbow6.urdf")
    model, true, data = recorded(robot, 0.01)
    motion = fourier(6, np.random.default_rng(11), 2000, 0.8, 10.0)
    at = motion.q, motion.v, motion.a
    heavy = model.columns(*at) @ true + load_forces(robot, "tool", load_of("5 0 0 0.1"), at)
    np.savez(tmp_path / "heavy.npz", t=motion.t, q=motion.q, tau=heavy)
    found = lw.identify(robot, data, validate=str(tmp_path / "heavy.npz"), consistent=False)
    assert "held out" in {f.kind for f in found.findings}


def test_a_load_on_a_machine_with_dry_friction_and_offsets() -> None:
    """Positions and forces alone, filtered: friction of the file goes through the filter, offsets of sensors are found."""
    bare = loaded("elbow6.urdf")
    names = bare.joint_names
    rough = replace(
        bare,
        joints={
            n: replace(j, drive=replace(j.drive, coulomb=0.8, viscous=0.3)) if n in names else j
            for n, j in bare.joints.items()
        },
    )
    rng = np.random.default_rng(12)
    motion = fourier(6, rng, 4000, 0.8, 20.0)
    at = motion.q, motion.v, motion.a
    load = load_of("2 0.01 -0.02 0.05 0.004 0.004 0.004")
    tau = np.asarray(lw.compile(rough).inverse_dynamics(*at)) + load_forces(rough, "tool", load, at) + 0.2
    found = lw.identify(rough, {"t": motion.t, "q": motion.q, "tau": tau}, payload=True, at="tool")
    assert found.fit.relative_held_out < 0.005
    np.testing.assert_allclose(float(found.load.m), 2.0, rtol=0.01)


def test_remedies_name_the_columns_of_the_file() -> None:
    robot = loaded("elbow6.urdf")
    _, _, data = recorded(robot, 0.01)
    named = {"t": data["t"], **{f"pos_{k + 1}": x for k, x in enumerate(data["q"].T)}}
    forces = [data["tau"][:, k] for k in (1, 0, 2, 3, 4, 5)]
    named |= {f"eff_{k + 1}": x for k, x in enumerate(forces)}
    found = lw.identify(robot, named, columns="q=pos_*, tau=eff_*")
    (told,) = [f for f in found.findings if f.kind == "shuffled"]
    assert "tau=eff_2, eff_1, eff_3" in told.remedy
    again = lw.identify(robot, named, columns="q=pos_*, tau=eff_2, eff_1, eff_3, eff_4, eff_5, eff_6")
    assert not [f for f in again.findings if f.severity == "error"]


def test_a_base_that_floats_needs_no_force_columns() -> None:
    """Forces of the joints and wrenches at the feet are what a legged robot measures."""
    robot = loaded("quadruped.yaml")
    model = IdentificationModel.of(robot)
    rng = np.random.default_rng(1)
    motion = motion_of(model, rng, 400)
    true = model.values(other_parameters(model, rng))
    bodies = model.columns(motion.q, motion.v, motion.a) @ true
    # wrenches at the feet that hold the base: any of them, found by least squares over what they do there
    unit = np.eye(6 * len(robot.wrenches))
    one = slice(0, 1)
    held = [model.known(motion.q[one], motion.v[one], motion.a[one], wrench=u[None]) for u in unit]
    assert np.linalg.matrix_rank(np.concatenate(held)[:, :6]) == 6
    wrench = np.zeros((400, len(unit)))
    for k in range(400):
        at = motion.q[k : k + 1], motion.v[k : k + 1], motion.a[k : k + 1]
        still = np.asarray(model.known(*at, wrench=np.zeros((1, len(unit)))))[0]
        does = np.array([np.asarray(model.known(*at, wrench=u[None]))[0] - still for u in unit])
        wrench[k] = np.linalg.lstsq(does[:, :6].T, -(bodies[k] + still)[:6], rcond=None)[0]
    tau = bodies + model.known(motion.q, motion.v, motion.a, wrench=wrench)
    assert np.max(np.abs(tau[:, :6])) < 1e-9
    data = {n: x for n, x in table(model, motion, tau).items() if not n.startswith("tau_base")}
    found = lw.identify(robot, data | {"wrench": wrench}, cutoff=np.inf, consistent=False)
    assert any("base that floats" in n for n in found.notes)
    np.testing.assert_allclose(found.values, true, atol=1e-7 * np.abs(true).max())


def test_what_is_fitted_cannot_validate(tmp_path: Path) -> None:
    _, _, data = recorded(loaded("scara.yaml"), 0.01, seconds=4.0)
    np.savez(tmp_path / "run.npz", **data)
    with pytest.raises(InputError, match="fitted and cannot validate"):
        lw.identify(loaded("scara.yaml"), tmp_path / "run.npz", validate=str(tmp_path / "run.npz"))
