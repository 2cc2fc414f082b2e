"""Units move as Linkwright's own integrators do, in both versions of the standard, by both kinds of interface."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from tests.fmu.units import EXAMPLES, IDS, KINDS, TUMBLER, columns, loaded, simulated, units
from tests.support.simulation import Run, flow, simulate

CASES: dict[str, tuple[str, dict[str, float], Run]] = {
    "arm": (
        "elbow6.urdf",
        {"q_waist": 0.3, "q_shoulder_pitch": -0.6, "q_elbow": 0.9, "v_waist": 0.5, "tau_waist": 2.0, "tau_elbow": -1.0},
        Run(0.5, q0="0.3, -0.6, 0.9, 0, 0, 0", v0="0.5, 0, 0, 0, 0, 0", torque="2, 0, -1, 0, 0, 0", tolerance=1e-11),
    ),
    "cart_pole": (
        "cart_pole.yaml",
        {"q_pivot": 0.4, "v_rail": 0.2, "tau_rail": 0.7},
        Run(2.0, q0="0, 0.4", v0="0.2, 0", torque="0.7, 0", tolerance=1e-11),
    ),
    "fourbar": ("loops/fourbar.yaml", {"tau_crank": 0.4}, Run(0.6, torque="0.4", tolerance=1e-11)),
    "no closed form": ("loops/spherical_fourbar.yaml", {"tau_q1": 0.2}, Run(0.6, torque="0.2", tolerance=1e-11)),
}


@pytest.mark.parametrize(("version", "kind"), KINDS, ids=IDS)
@pytest.mark.parametrize("case", CASES)
def test_robots(case: str, version: int, kind: str) -> None:
    file, start, run = CASES[case]
    robot = lw.load(EXAMPLES / file)
    found = simulated(units(file)[version], kind, run.time, start)
    motion = simulate(robot, run)
    names = [f"q_{joint}" for joint in robot.tree.joint_names]
    np.testing.assert_allclose(columns(found, names), motion.q, atol=1e-6)
    np.testing.assert_allclose(columns(found, ["v" + n[1:] for n in names]), motion.v, atol=1e-6)


@pytest.mark.parametrize(("version", "kind"), KINDS, ids=IDS)
def test_a_quadrotor_with_a_load(version: int, kind: str) -> None:
    """Unit vectors and rotations are states; the referee steps on the manifold."""
    file = "manifold/quadrotor_load.yaml"
    motion = simulate(lw.load(EXAMPLES / file), Run(1.0, torque="18, 0.02, -0.01, 0.03", step=1e-3))
    start = {"f": 18.0, "M_1": 0.02, "M_2": -0.01, "M_3": 0.03}
    found = simulated(units(file)[version], kind, 1.0, start)
    np.testing.assert_allclose(columns(found, list(motion.labels["q"])), motion.q, atol=1e-6)
    np.testing.assert_allclose(columns(found, list(motion.labels["v"])), motion.v, atol=1e-6)


@pytest.mark.parametrize(("version", "kind"), KINDS, ids=IDS)
def test_a_floating_body_tumbles_with_a_unit_quaternion(version: int, kind: str) -> None:
    """A wrench of the nozzle acts as the same force and moment in the floating joint, whose rates are in the body's axes."""
    start = {"v_base.wx": 2.0, "v_base.wy": -1.0, "v_base.wz": 3.0, "tau_wheel": 0.3, "wrench_nozzle.fy": 1.5}
    found = simulated(units(TUMBLER)[version], kind, 1.0, start)
    quaternion = columns(found, ["q_base.qx", "q_base.qy", "q_base.qz", "q_base.qw"])
    np.testing.assert_allclose(np.linalg.norm(quaternion, axis=1), 1, atol=1e-7)
    torque = "0, 1.5, 0, 0, 0, 0.4*1.5, 0.3"
    motion = simulate(loaded(TUMBLER), Run(1.0, v0="0, 0, 0, 2, -1, 3, 0", torque=torque, tolerance=1e-11))
    names = ["q_base.x", "q_base.y", "q_base.z", "q_base.qx", "q_base.qy", "q_base.qz", "q_base.qw", "q_wheel"]
    np.testing.assert_allclose(columns(found, names), motion.q, atol=1e-6)


@pytest.mark.slow
@pytest.mark.parametrize(("version", "kind"), KINDS, ids=IDS)
def test_a_platform_on_six_legs_with_forces_in_its_motors(version: int, kind: str) -> None:
    """The referee integrates the whole tree with forces in the legs; the unit has them on the platform by W'."""
    file = "parallel/6ups.yaml"
    robot = lw.load(EXAMPLES / file)
    legs = [k for k, name in enumerate(robot.tree.rate_names) if name in robot.actuated]
    forces = np.array([35.0, 30, 32, 31, 36, 33])
    tau = np.zeros(robot.tree.nv)
    tau[legs] = forces
    start = {f"tau_{robot.tree.rate_names[k]}": f for k, f in zip(legs, forces, strict=True)}
    found = simulated(units(file)[version], kind, 0.3, start)
    field: Any = flow(robot)
    law: Callable[[float, Any, Any], Any] = lambda t, q, v: tau  # noqa: E731
    field.torque = law
    q, v = field.start("", "")
    motion = field.motion(field.path(q, v, Run(0.3, tolerance=1e-11)), "dop853")
    free, dependent = list(robot.coordinates.free_q), list(robot.coordinates.dependent_q)
    names = [f"q_{robot.tree.position_names[k]}" for k in (*free, *dependent)]
    np.testing.assert_allclose(columns(found, names), motion.q[:, [*free, *dependent]], atol=1e-6)
    assert np.ptp(found["q_platform_z"]) > 1e-3


@pytest.mark.parametrize(("version", "kind"), KINDS, ids=IDS)
def test_a_parameter_changes_the_motion(version: int, kind: str) -> None:
    heavier = loaded(
        (EXAMPLES / "cart_pole.yaml").read_text(encoding="utf-8").replace("value: 0.2 kg", "value: 0.35 kg")
    )
    found = simulated(units("cart_pole.yaml", "m,l")[version], kind, 1.0, {"q_pivot": 0.4, "m": 0.35})
    motion = simulate(heavier, Run(1.0, q0="0, 0.4", tolerance=1e-11))
    lighter = simulate(lw.load(EXAMPLES / "cart_pole.yaml"), Run(1.0, q0="0, 0.4", tolerance=1e-11))
    pole = np.stack([found["q_rail"], found["q_pivot"]], axis=1)
    np.testing.assert_allclose(pole, motion.q, atol=1e-6)
    assert np.max(np.abs(motion.q - lighter.q)) > 1e-2


@pytest.mark.parametrize("kind", ["CoSimulation", "ModelExchange"])
def test_dry_friction_is_a_slope_at_rest(kind: str) -> None:
    """The referee has the slope as a formula of the force, and no friction of its own; with a steep slope the rail sticks."""
    text = (EXAMPLES / "cart_pole.yaml").read_text(encoding="utf-8").replace("viscous: b}", "viscous: b, coulomb: 0.8}")
    unit = units(text)[3]
    start = {"q_pivot": 0.2, "friction_speed": 0.01}
    found = simulated(unit, kind, 1.0, start)
    law = "-0.8*v1/max(abs(v1), 0.01), 0"
    motion = simulate(lw.load(EXAMPLES / "cart_pole.yaml"), Run(1.0, q0="0, 0.2", torque=law, tolerance=1e-11))
    np.testing.assert_allclose(columns(found, ["q_rail", "q_pivot"]), motion.q, atol=1e-6)
    stuck = simulate(loaded(text), Run(0.1, q0="0, 0.2"))
    assert np.ptp(stuck.q[:, 0]) == 0
    assert np.ptp(simulated(unit, kind, 0.1, {"q_pivot": 0.2})["q_rail"]) < 1e-4


def test_a_fixed_step_is_of_order_four() -> None:
    unit, start = units("cart_pole.yaml")[3], {"q_pivot": 0.4}
    exact = simulated(unit, "CoSimulation", 1.0, start)["q_pivot"][-1]
    ends = [simulated(unit, "CoSimulation", 1.0, {**start, "solver_step": h})["q_pivot"][-1] for h in (0.01, 0.005)]
    errors = [abs(end - exact) for end in ends]
    assert 10 < errors[0] / errors[1] < 30  # 8 of order three, 32 of order five
