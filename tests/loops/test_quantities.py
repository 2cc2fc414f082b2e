"""What the quantities of closed robots must do, whatever they are made of."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import numpy as np
import pytest

import linkwright as lw
from benchmarks.loops_robots import TABLES, build
from tests.loops.brute import states
from tests.support.model import Drive, Robot, cut

NAMES = ["fourbarpris", "fourbar1turn", "fivebar1"]


def driven(robot: Robot) -> Robot:
    """Springs, dampers, rotors and friction in every joint, dependent ones included; a wrench at the last frame."""
    drive = Drive(rotor_inertia=0.02, gear_ratio=3, viscous=0.3, coulomb=0.1, stiffness=1.5, rest=0.4, damping=0.2)
    joints = MappingProxyType({n: replace(j, drive=drive) for n, j in robot.joints.items()})
    return robot.with_tree(replace(robot.tree, joints=joints, wrenches=(list(robot.frames)[-1],)))


ROBOTS = {name: driven(build(TABLES[name])) for name in NAMES}
RNG = np.random.default_rng(4)


def some(name: str, count: int = 5) -> dict[str, np.ndarray]:
    table = TABLES[name]
    n = len(table.active)
    low, high = np.array(table.low), np.array(table.high)
    return {
        "q": RNG.uniform(low, high, (count, n)),
        "v": RNG.uniform(-1, 1, (count, n)),
        "a": RNG.uniform(-1, 1, (count, n)),
        "tau": RNG.uniform(-1, 1, (count, n)),
        "wrench": RNG.uniform(-1, 1, (count, 1, 6)),
    }


def value(robot: Robot, quantity: str, given: dict[str, np.ndarray], **options: object) -> np.ndarray:
    f = lw.derive(robot, quantity, **options)  # type: ignore[arg-type]
    return np.asarray(f(**{n: given[n] for n in f.inputs if n != "parameters"}))


def difference(robot: Robot, quantity: str, given: dict[str, np.ndarray], by: str = "v", h: float = 1e-6) -> np.ndarray:
    """d/dt of what depends on q alone, moving with v."""
    ahead, behind = ({**given, "q": given["q"] + s * h * given[by]} for s in (1, -1))
    return (value(robot, quantity, ahead) - value(robot, quantity, behind)) / (2 * h)


@pytest.mark.parametrize("name", NAMES)
def test_the_equation_of_motion_is_the_sum_of_its_parts(name: str) -> None:
    robot, s = ROBOTS[name], some(name)
    tau = value(robot, "inverse_dynamics", s)
    M, c, g = (value(robot, n, s) for n in ("mass_matrix", "coriolis_vector", "gravity"))
    passive, nle, V = (value(robot, n, s) for n in ("passive_forces", "nonlinear_effects", "velocity_terms"))
    unloaded = value(robot.with_tree(replace(robot.tree, wrenches=())), "nonlinear_effects", s)
    assert np.allclose(tau, np.einsum("nij,nj->ni", M, s["a"]) + nle, atol=1e-9)
    assert np.allclose(unloaded, c + g + passive, atol=1e-9)
    assert np.allclose(V, c + passive, atol=1e-9)
    C = value(robot, "coriolis_matrix", s)
    assert np.allclose(np.einsum("nij,nj->ni", C, s["v"]), c, atol=1e-9)


@pytest.mark.parametrize("name", NAMES)
def test_mass_matrix_rate_less_twice_coriolis_is_skew(name: str) -> None:
    robot, s = ROBOTS[name], some(name)
    dM, C = value(robot, "mass_matrix_rate", s), value(robot, "coriolis_matrix", s)
    S = dM - 2 * C
    assert np.allclose(S, -np.swapaxes(S, -1, -2), atol=1e-9)
    assert np.allclose(dM, difference(robot, "mass_matrix", s), rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("name", NAMES)
def test_forward_dynamics_undoes_inverse_dynamics(name: str) -> None:
    robot, s = ROBOTS[name], some(name)
    s["tau"] = value(robot, "inverse_dynamics", s)
    for closure in ("explicit", "given"):
        given = s | {"theta": value(robot, "closure", s)}
        assert np.allclose(value(robot, "forward_dynamics", given, closure=closure), s["a"], atol=1e-8)
    M, inverse = value(robot, "mass_matrix", s), value(robot, "mass_matrix_inverse", s)
    assert np.allclose(M @ inverse, np.eye(M.shape[-1]), atol=1e-8)


@pytest.mark.parametrize("name", NAMES)
def test_power_goes_into_energy_and_friction(name: str) -> None:
    """d(T + U)/dt = v' (tau - friction), friction of all joints at the rates that they have."""
    robot, s = ROBOTS[name].with_tree(replace(ROBOTS[name].tree, wrenches=())), some(name)
    tau, h = value(robot, "inverse_dynamics", s), 1e-6

    def energy(t: float) -> np.ndarray:
        there = {**s, "q": s["q"] + t * s["v"] + t * t / 2 * s["a"], "v": s["v"] + t * s["a"]}
        return value(robot, "kinetic_energy", there) + value(robot, "potential_energy", there)

    rates = np.einsum("nij,nj->ni", value(robot, "projection_matrix", s), s["v"])
    lost = np.sum(rates * (0.5 * rates + 0.1 * np.sign(rates)), axis=-1)
    power = np.sum(s["v"] * tau, axis=-1)
    assert np.allclose((energy(h) - energy(-h)) / (2 * h), power - lost, rtol=1e-6, atol=1e-5)
    M = value(robot, "mass_matrix", s)
    assert np.allclose(value(robot, "kinetic_energy", s), np.einsum("ni,nij,nj->n", s["v"], M, s["v"]) / 2, atol=1e-10)


@pytest.mark.parametrize("name", NAMES)
def test_closure_and_its_rates(name: str) -> None:
    robot, s = ROBOTS[name], some(name)
    theta = value(robot, "closure", s)
    given = s | {"theta": theta}
    assert np.abs(value(robot, "closure_residual", given)).max() < 1e-12
    dtheta = value(robot, "dependent_velocities", s)
    assert np.allclose(dtheta, difference(robot, "closure", s), rtol=1e-6, atol=1e-6)
    f = lw.derive(robot, "closure_jacobian")
    parts = f(q=s["q"], theta=theta)
    rates = np.einsum("nij,nj->ni", parts["Jq"], s["v"]) + np.einsum("nij,nj->ni", parts["Jtheta"], dtheta)
    assert np.abs(rates).max() < 1e-12
    h = 1e-5
    ahead, behind = ({**s, "q": s["q"] + t * s["v"] + t * t / 2 * s["a"], "v": s["v"] + t * s["a"]} for t in (h, -h))
    rate = (value(robot, "dependent_velocities", ahead) - value(robot, "dependent_velocities", behind)) / (2 * h)
    assert np.allclose(value(robot, "dependent_accelerations", s), rate, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("name", NAMES)
def test_newton_steps_close_the_loops(name: str) -> None:
    robot, s = ROBOTS[name], some(name)
    step = lw.derive(robot, "closure_step")
    theta = value(robot, "closure", s)
    guess = theta + RNG.uniform(-0.05, 0.05, theta.shape)
    nothing = np.zeros_like(theta)
    out = step(q=s["q"], theta=guess, direction=nothing, damping=np.zeros(len(theta)))
    assert np.array_equal(out["theta_next"], guess)
    errors = []
    for _ in range(6):
        out = step(q=s["q"], theta=out["theta_next"], direction=out["direction_next"], damping=np.ones(len(theta)))
        errors.append(out["error"].max())
    assert errors[-1] < 1e-12 < errors[0]
    assert np.allclose(out["theta_next"], theta, atol=1e-10)


@pytest.mark.parametrize("name", NAMES)
def test_frames_move_as_their_jacobian_says(name: str) -> None:
    robot, s = ROBOTS[name], some(name)
    frame = next(iter(robot.frames))
    J, V = value(robot, "jacobian", s, frame=frame), value(robot, "twist", s, frame=frame)
    assert np.allclose(np.einsum("nij,nj->ni", J, s["v"]), V, atol=1e-10)
    f = lw.derive(robot, "forward_kinematics", frame=frame)
    h = 1e-6
    moved = (f(q=s["q"] + h * s["v"]) - f(q=s["q"] - h * s["v"])) / (2 * h)
    assert np.allclose(moved[:, :3, 3], V[:, :3], atol=1e-6)
    com = value(robot, "com_jacobian", s)
    assert np.allclose(np.einsum("nij,nj->ni", com, s["v"]), difference(robot, "center_of_mass", s), atol=1e-6)
    loop = robot.loops[0]
    first, second = (value(robot, "forward_kinematics", s, frame=n)[:, :3, 3] for n in (loop.first, loop.second))
    assert np.abs(first - second).max() < 1e-12


@pytest.mark.parametrize("name", NAMES)
def test_multipliers_balance_the_tree(name: str) -> None:
    """tau_tree = S' tau + J' lambda, with all of J by differences of the closure."""
    robot = ROBOTS[name]
    where = cut(robot).coordinates
    tree = lw.derive(robot.tree, "inverse_dynamics")
    for x in states(robot, TABLES[name], 2):
        given = {"q": x.q, "theta": x.theta, "v": x.v, "a": x.a, "wrench": RNG.uniform(-1, 1, (1, 6))}
        # springs of dependent joints feel whole turns: the closed form has those of the start
        lam, tau = value(robot, "constraint_forces", given), value(robot, "inverse_dynamics", given)
        parts = lw.derive(robot, "closure_jacobian")(q=x.q, theta=x.theta)
        expected = np.zeros(robot.tree.nv)
        expected[list(where.free_v)] = tau + parts["Jq"].T @ lam
        expected[list(where.dependent_v)] = parts["Jtheta"].T @ lam
        found = tree(q=x.tree_q, v=x.tree_v, a=x.tree_a, wrench=given["wrench"])
        assert np.allclose(found, expected, rtol=1e-7, atol=1e-7)


@pytest.mark.parametrize("name", NAMES)
def test_cut_forces_drive_only_the_free_joints(name: str) -> None:
    """Along its axis a joint transmits what its motor gives, and nothing where there is no motor: no drives here."""
    robot, s = build(TABLES[name]), some(name)
    where = cut(robot).coordinates
    forces, tau = value(robot, "cut_forces", s), value(robot, "inverse_dynamics", s)
    for k, joint in enumerate(robot.joints.values()):
        along = forces[:, k, 2 if joint.type == "prismatic" else 5]
        expected = tau[:, where.free_v.index(k)] if k in where.free_v else np.zeros(len(tau))
        assert np.allclose(along, expected, atol=1e-9), joint.name


def test_motors_elsewhere_and_too_many() -> None:
    """Motors at the two coordinates, at others, at three: W_m' u = tau; of the least weighted norm where there is a choice."""
    table = TABLES["fivebar1"]
    s = some("fivebar1")
    plain = build(table)
    W, tau = value(plain, "projection_matrix", s), value(plain, "inverse_dynamics", s)
    three = replace(plain, actuated=("j1", "j3", "j4"))
    order = list(three.tree.offsets)
    for weights in (None, (1.0, 4.0, 2.0)):
        u = value(three, "actuator_forces", s, **({} if weights is None else {"weights": weights}))
        motors = cut(three).actuated
        assert [order[k] for k in motors] == ["j1", "j3", "j4"]
        rows = W[:, list(motors)]
        assert np.allclose(np.einsum("nmf,nm->nf", rows, u), tau, atol=1e-9)
        D = np.diag(weights or (1.0, 1.0, 1.0))
        best = [
            np.linalg.solve(D, r) @ np.linalg.solve(r.T @ np.linalg.solve(D, r), t)
            for r, t in zip(rows, tau, strict=True)
        ]
        assert np.allclose(u, best, atol=1e-9)


@pytest.mark.parametrize("name", ["fourbar1", "fourbar2", *(pytest.param(n, marks=pytest.mark.slow) for n in NAMES)])
@pytest.mark.parametrize("symbolic", ["", "*"])
def test_regressors_and_base_parameters(name: str, symbolic: str) -> None:
    """tau = Y p = Yb p_base, and no base parameter too many, lengths being numbers or symbols."""
    robot, s = build(TABLES[name]), some(name, 200)
    how = {"parameters": "inertial", "symbolic": symbolic}
    tau = value(robot, "inverse_dynamics", s, **how)
    Y = lw.derive(robot, "regressor", **how)
    labels = lw.derive(robot, "inverse_dynamics", **how).inputs["parameters"]
    p = dict(zip(labels.labels, labels.defaults or (), strict=True))
    full = Y(q=s["q"], v=s["v"], a=s["a"])
    assert np.allclose(full @ [p.get(n, 0.0) for n in Y.outputs["Y"].labels], tau, atol=1e-8)
    Yb = value(robot, "base_regressor", s, parameters="base", symbolic=symbolic)
    base = lw.derive(robot, "base_parameters", **how)()
    assert np.allclose(Yb @ base, tau, atol=1e-8)
    assert np.allclose(value(robot, "inverse_dynamics", s, parameters="base", symbolic=symbolic), tau, atol=1e-8)
    stacked = full.reshape(-1, full.shape[-1])
    stacked = stacked / np.maximum(np.linalg.norm(stacked, axis=0), 1e-9)
    rank = np.linalg.matrix_rank(stacked, tol=1e-7)
    assert Yb.shape[-1] == rank


@pytest.mark.parametrize("name", ["fourbarpris", "fourbar1"])
def test_base_parameters_of_a_robot_whose_numbers_are_partly_zero(name: str) -> None:
    """What closures make equal may need numbers that such a robot has not: then it is no relation among those it has."""
    robot = lw.load(Path(__file__).parents[2] / "examples" / "loops" / f"{name}.yaml")
    s = some(name, 20)
    base = lw.derive(robot, "base_parameters", parameters="inertial")()
    found = value(robot, "base_regressor", s, parameters="base") @ base
    assert np.allclose(found, value(robot, "inverse_dynamics", s), atol=1e-9)


def test_quantities_that_need_the_physical_inertias_say_so() -> None:
    with pytest.raises(lw.LinkwrightError, match="cannot be computed from base parameters"):
        lw.derive(build(TABLES["fourbar1"]), "cut_forces", parameters="base")
