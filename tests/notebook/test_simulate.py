"""Motions under controllers of Python, against other integrations of the same equations and against closed forms."""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import linkwright as lw
from tests.support.schema import from_json, to_json

EXAMPLES = Path(__file__).parents[2] / "examples"
Array = np.ndarray[Any, Any]


def cart_pole() -> Any:
    return lw.load(EXAMPLES / "cart_pole.yaml")


def falling(**more: Any) -> Any:
    """A body on a vertical rail."""
    joint = {"type": "prismatic", "axis": [0, 0, 1], "child": "body", **more}
    return lw.load({"linkwright": 1, "name": "drop", "joints": {"rail": joint}, "bodies": {"body": {"mass": 2}}})


def feedback(t: float, q: Array, v: Array) -> list[float]:
    return [-3 * q[0] - 2 * v[0] + math.sin(t), -0.1 * v[1]]


def solved(robot: Any, q0: Any, v0: Any, spans: Any, torque: Any) -> tuple[Array, Array]:
    """Compiled forward dynamics under LSODA, span by span; torque: of the span's start, or of all."""
    dyn = lw.compile(robot)
    y = np.concatenate([q0, v0])
    n = len(q0)
    for begin, end in spans:
        tau = torque(begin, y[:n], y[n:])

        def slope(t: float, x: Array, tau: Any = tau) -> Array:
            now = tau(t, x[:n], x[n:]) if callable(tau) else tau
            return np.concatenate([x[n:], dyn.forward_dynamics(x[:n], x[n:], np.array(now, dtype=float))])

        y = solve_ivp(slope, (begin, end), y, "LSODA", rtol=1e-10, atol=1e-11).y[:, -1]
    return y[:n], y[n:]


def test_a_function_acts_all_the_time() -> None:
    robot = cart_pole()
    motion = lw.simulate(robot, 1.5, [0.1, 0.4], torque=feedback)
    q, v = solved(robot, [0.1, 0.4], [0, 0], [(0, 1.5)], lambda *_: feedback)
    np.testing.assert_allclose(motion.q[-1], q, atol=1e-6)
    np.testing.assert_allclose(motion.v[-1], v, atol=1e-5)
    np.testing.assert_allclose(motion.tau[40], feedback(motion.t[40], motion.q[40], motion.v[40]), atol=1e-12)
    assert motion.energy_error < 1e-7


@pytest.mark.parametrize(("every", "rate"), [(0.05, 100.0), (0.07, 30.0), (0.02, 10.0)])
def test_sampled_forces_are_held(every: float, rate: float) -> None:
    """Against a loop over the samples that is written here; whether samples fall on told instants or between them."""
    robot = cart_pole()
    asked: list[float] = []

    def sampled(t: float, q: Array, v: Array) -> list[float]:
        asked.append(t)
        return feedback(t, q, v)

    motion = lw.simulate(robot, 0.6, [0.1, 0.4], torque=sampled, every=every, rate=rate)
    times = [k * every for k in range(math.ceil(0.6 / every - 1e-9))]
    np.testing.assert_allclose(asked, times, atol=1e-12)
    q, v = solved(robot, [0.1, 0.4], [0, 0], zip(times, [*times[1:], 0.6], strict=True), feedback)
    np.testing.assert_allclose(motion.q[-1], q, atol=1e-6)
    np.testing.assert_allclose(motion.v[-1], v, atol=1e-5)
    np.testing.assert_allclose(motion.t, np.linspace(0, 0.6, round(0.6 * rate) + 1), atol=1e-12)
    held = np.searchsorted(times, motion.t + 1e-9) - 1
    assert len(np.unique(motion.tau[:, 0])) == len(np.unique(held))
    assert motion.energy_error < 1e-8


def test_controllers_get_states_of_their_own() -> None:
    def careless(t: float, q: Array, v: Array) -> Array:
        q += 1
        v[:] = 0
        return np.zeros(2)

    motion = lw.simulate(cart_pole(), 0.3, [0.1, 0.4], torque=careless)
    np.testing.assert_allclose(motion.q, lw.simulate(cart_pole(), 0.3, [0.1, 0.4]).q, atol=1e-12)


def test_forces_and_starts_by_name_and_as_numbers() -> None:
    robot = cart_pole()
    first, second = robot.rate_names
    by_name = lw.simulate(robot, 0.3, {second: 0.4}, {first: 0.2}, {first: 1.5})
    in_order = lw.simulate(robot, 0.3, np.array([0, 0.4]), (0.2, 0), [1.5, 0])
    as_text = lw.simulate(robot, 0.3, "0, 0.4", "0.2, 0", "1.5, 0")
    np.testing.assert_array_equal(by_name.q, in_order.q)
    np.testing.assert_allclose(as_text.q, in_order.q, atol=1e-12)


def test_entries_of_a_joint_and_of_a_variable_are_given_together() -> None:
    dog = lw.load(EXAMPLES / "quadruped.yaml")
    base, rest = [0.0, 0.0, 1.0, 0.0, 0.0, 0.6, 0.8], np.zeros(dog.nq - 7)
    by_name = lw.simulate(dog, 0.05, {"base": base}, {"base": [0, 0, 1, 0.3, 0, 0]})
    in_order = lw.simulate(dog, 0.05, [*base, *rest], [0, 0, 1, 0.3, 0, 0, *np.zeros(dog.nv - 6)])
    np.testing.assert_array_equal(by_name.q, in_order.q)
    with pytest.raises(lw.LinkwrightError, match=r"3 numbers for 'base'\n.*it has 7: base.1"):
        lw.simulate(dog, 0.05, {"base": [0, 0, 1]})

    quad = lw.load(EXAMPLES / "manifold/quadrotor_load.yaml")
    motion = lw.simulate(quad, 0.05, {"x": [1, 2, 3]}, {"dx": [0, 0.5, 0], "Omega_R_1": 0.4})
    np.testing.assert_array_equal(motion.q[0, :3], [1, 2, 3])
    np.testing.assert_array_equal(motion.v[0], [0, 0.5, 0, 0, 0.5, 0, 0.4, 0.1, 0])  # the others as the file starts


def test_a_free_body_turns_along_its_geodesic() -> None:
    """Without gravity, about a principal axis: the exponential of its twist, which integrate() computes."""
    text = {"joints": {"free": {"type": "floating", "child": "body"}}, "gravity": [0, 0, 0]}
    inertia = {"mass": 2, "com": [0, 0, 0], "inertia": [0.1, 0.2, 0.3]}
    robot: Any = lw.load({"linkwright": 1, "name": "stone", **text, "bodies": {"body": inertia}})
    start = robot.random_configuration(3)
    twist = np.array([0, 0, 0.4, 0, 0, 5.0])
    motion = lw.simulate(robot, 2.0, start, twist, tolerance=1e-12)
    np.testing.assert_allclose(motion.q[-1], robot.integrate(start, twist, 2.0), atol=1e-9)
    np.testing.assert_allclose(np.linalg.norm(motion.q[:, 3:], axis=1), 1, atol=1e-14)


def test_controllers_of_closed_robots_see_the_free_joints() -> None:
    robot: Any = lw.load(EXAMPLES / "loops/fourbar.yaml")

    def brake(t: float, q: Array, v: Array) -> Array:
        assert q.shape == v.shape == (robot.nv,)
        return -2 * v + np.cos(q)

    motion = lw.simulate(robot, 0.5, torque=brake)
    as_text = lw.simulate(robot, 0.5, torque="-2*v1 + cos(q1)")
    np.testing.assert_allclose(motion.q, as_text.q, atol=1e-7)
    assert np.max(motion.gaps) < 1e-9


def test_a_closed_motion_goes_on_from_all_its_joints() -> None:
    robot: Any = lw.load(EXAMPLES / "loops/fourbar.yaml")
    whole = lw.simulate(robot, 0.4, v0=[1.0])
    first = lw.simulate(robot, 0.2, v0=[1.0])
    free = list(robot.coordinates.free_v)
    second = lw.simulate(robot, 0.2, first.q[-1], first.v[-1][free])
    np.testing.assert_allclose(second.q[-1], whole.q[-1], atol=1e-7)


@pytest.mark.parametrize("file", ["spherical_pendulum", "mass_on_a_line"])
def test_functions_drive_lagrangians(file: str) -> None:
    """The same inputs as text, which are compiled into a step on the manifold."""
    system: Any = lw.load(EXAMPLES / f"manifold/{file}.yaml")
    count = len(lw.simulate(system, 0.01).labels["tau"])
    as_text = lw.simulate(system, 0.5, torque=", ".join(["0.3*cos(3*t)"] * count))
    driven = lw.simulate(system, 0.5, torque=lambda t, q, v: np.full(count, 0.3 * np.cos(3 * t)))
    assert (as_text.method, driven.method) == ("rkmk4", "dop853")
    np.testing.assert_allclose(driven.q, as_text.q, atol=1e-7)
    np.testing.assert_allclose(driven.work, as_text.work, atol=1e-7)
    assert driven.off < 1e-12
    held = lw.simulate(system, 0.5, torque=lambda t, q, v: np.full(count, 0.3 * np.cos(3 * t)), every=1e-2)
    late = lw.simulate(system, 0.5, torque=", ".join(["0.3*cos(3*(t - 0.005))"] * count))
    np.testing.assert_allclose(held.q, late.q, atol=2e-4)  # holding is, on average, half a sample late
    assert held.energy_error < 1e-9


def test_events_are_found_where_a_closed_form_has_them() -> None:
    def lands(t: float, q: Array, v: Array) -> float:
        return q[0]

    lands.terminal = True  # type: ignore[attr-defined]
    seen = {"ground": lands, "half way": lambda t, q, v: q[0] - 0.5, "time": lambda t, q, v: t - 0.1234}
    motion = lw.simulate(falling(), 3.0, [1.0], events=seen)
    expected = {"time": 0.1234, "half way": math.sqrt(1 / 9.81), "ground": math.sqrt(2 / 9.81)}
    assert [x.name for x in motion.events] == list(expected)
    for event in motion.events:
        assert event.t == pytest.approx(expected[event.name], abs=1e-9)
    assert motion.t[-1] == motion.events[-1].t
    assert motion.q[-1, 0] == pytest.approx(0, abs=1e-9)
    assert motion.v[-1, 0] == pytest.approx(-math.sqrt(2 * 9.81), abs=1e-8)
    assert "event 'ground' at t = 0.4515" in repr(motion)


def test_events_may_count_in_one_direction() -> None:
    def up(t: float, q: Array, v: Array) -> float:
        return q[0] - 1.2

    up.direction = 1  # type: ignore[attr-defined]
    motion = lw.simulate(falling(), 1.0, [1.0], [3.0], events=[up, lambda t, q, v: q[0] - 1.2])
    assert [x.name for x in motion.events] == ["up", "<lambda>", "<lambda>"]


def test_dry_friction_holds_between_samples_too() -> None:
    robot = falling(coulomb=25.0)
    assert np.ptp(lw.simulate(robot, 0.3, torque=lambda t, q, v: [2.0], every=0.1).q) == 0
    moved = lw.simulate(robot, 0.3, torque=lambda t, q, v: [-20.0], every=0.1)
    steady = lw.simulate(robot, 0.3, torque="-20")
    np.testing.assert_allclose(moved.q, steady.q, atol=1e-9)
    assert moved.slip is not None
    assert moved.slip.shape == (31, 1)


def test_joints_follow_arrays() -> None:
    robot = cart_pole()
    t = np.linspace(0, 1, 101)
    q = np.column_stack([np.sin(t) ** 2, 1 - np.cos(t)])
    v = np.column_stack([np.sin(2 * t), np.sin(t)])
    a = np.column_stack([2 * np.cos(2 * t), np.cos(t)])
    motion = lw.simulate(robot, 5.0, follow={"t": t, "q": q, "v": v, "a": a})
    assert motion.tracking_error is not None
    assert motion.tracking_error < 1e-6
    np.testing.assert_allclose(motion.q, q, atol=1e-6)


BAD: list[tuple[dict[str, Any], str]] = [
    ({"torque": lambda t, q, v: [1, 2, 3]}, "3 forces"),
    ({"torque": lambda t, q, v: 3.0}, r"1 force\n.*2 numbers.* by name: {'rail': 1.0}"),
    ({"torque": lambda t, q, v: [math.nan, 0]}, "nan"),
    ({"torque": lambda t, q, v: None}, "returns nothing"),
    ({"torque": {"no joint": 1}}, "no joint"),
    ({"torque": "1"}, "1 joint forces for 2"),
    ({"q0": [1.0]}, "needs 2"),
    ({"q0": [math.inf, 0]}, "inf"),
    ({"q0": {"nothing": 1}}, "nothing"),
    ({"every": 0}, "every is 0"),
    ({"every": "often"}, "every is 'often'"),
    ({"time": "long"}, "time is 'long'"),
    ({"time": -1.0}, "cannot simulate"),
    ({"evry": 0.1}, "no option 'evry'"),
    ({"torqe": 0.1}, "did you mean 'torque'"),
    ({"tau": 0.1}, "there are: time, q0, v0, torque, every"),
    ({"events": 3}, "no function"),
    ({"events": lambda t, q, v: q}, "no number"),
    ({"follow": 3}, "no trajectory"),
    ({"rate": "fast"}, "rate is 'fast'"),
]


@pytest.mark.parametrize(("given", "said"), BAD, ids=lambda x: str(x)[:24])
def test_bad_input_is_told(given: dict[str, Any], said: str) -> None:
    with pytest.raises(lw.LinkwrightError, match=said):
        lw.simulate(cart_pole(), **{"time": 0.1, **given})


def test_what_is_no_mechanism_is_told() -> None:
    with pytest.raises(lw.LinkwrightError, match="load it first"):
        lw.simulate("arm.urdf")  # type: ignore[arg-type]


def test_a_controller_that_grows_unstable_is_told() -> None:
    with pytest.raises(lw.LinkwrightError, match=r"after t = .*\n.*ample it more often"):
        lw.simulate(cart_pole(), 60.0, [0, 0.5], torque=lambda t, q, v: [0, -3e5 * v[1] ** 5], every=0.1, rate=10)


def test_a_motion_is_a_table_a_picture_a_page_and_a_document(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    motion = lw.simulate(cart_pole(), 0.2, [0, 0.3])
    rows = (motion.to_csv(tmp_path / "m.csv")).read_text().splitlines()
    assert rows[0].split(",")[:5] == ["t", "q1", "q2", "v1", "v2"]
    np.testing.assert_array_equal([float(x) for x in rows[-1].split(",")[1:3]], motion.q[-1])
    for name in ("m.svg", "m.png"):
        shown = motion.plot(tmp_path / name)
        assert (tmp_path / name).stat().st_size > 5000
    assert shown._repr_svg_().lstrip().startswith("<?xml")
    with pytest.raises(lw.LinkwrightError, match="cannot plot"):
        motion.plot(tmp_path / "m.bmp")
    assert '"motion":{"t":' in motion.show().html
    np.testing.assert_array_equal(from_json(to_json(motion)).q, motion.q)
    assert "energy balance holds" in repr(motion)
    assert len(repr(motion)) < 1000
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(lw.LinkwrightError, match="needs the package pandas"):
        motion.frame()


def test_a_motion_is_a_data_frame() -> None:
    pytest.importorskip("pandas")
    motion = lw.simulate(cart_pole(), 0.2, [0, 0.3])
    frame = motion.frame()
    np.testing.assert_array_equal(frame["q2"].to_numpy(), motion.q[:, 1])
    np.testing.assert_array_equal(frame.index.to_numpy(), motion.t)
