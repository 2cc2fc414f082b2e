"""Accelerations on the manifold against the coordinates of tests/manifold/coordinates.py, and against the tree derivation."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from ruamel.yaml import YAML
from scipy.spatial.transform import Rotation

import linkwright as lw
from tests.manifold.chart import System, accelerations, energy, random_inputs, random_state
from tests.manifold.coordinates import SYSTEMS, cable
from tests.support.manifold import slots_of, system
from tests.support.package import LinkwrightError

EXAMPLES = Path(__file__).parents[2] / "examples" / "manifold"


def stacked(mechanism: Any, state: dict[str, Any]) -> tuple[Any, Any]:
    q = np.concatenate([state[x.name][0] for x in mechanism.variables])
    return q, np.concatenate([state[x.name][1] for x in mechanism.variables])


def compare(mechanism: Any, s: System, seed: int, count: int = 2, **options: Any) -> float:
    f = lw.derive(mechanism, "accelerations", **options)
    rng = np.random.default_rng(seed)
    worst = 0.0
    for _ in range(count):
        state, inputs = random_state(s, rng), random_inputs(s, rng)
        expected = accelerations(s, state, inputs)
        q, v = stacked(mechanism, state)
        found = f(q=q, v=v, **inputs)
        a = found["a"] if isinstance(found, dict) else found
        want = np.concatenate([expected[x.name] for x in mechanism.variables])
        worst = max(worst, float(np.max(np.abs(a - want)) / np.max(np.abs(want))))
    return worst


def test_matrices_of_symbols_have_their_entries_where_they_are_named() -> None:
    """J a + 2 K v + A' e1 = 0: a symmetric one, a skew one and one that is neither, by labels of row and column."""
    text = "dot(dx, J*dx)/2 - dot(e1, A*x) + dot(dx, K*x)"
    constants = {"J": "symmetric", "K": "skew", "A": "matrix"}
    f = lw.derive(lw.load({"manifold": {"x": "R^3"}, "constants": constants, "lagrangian": text}), "accelerations")
    rng = np.random.default_rng(0)
    B, A, v = rng.normal(size=(3, 3)), rng.normal(size=(3, 3)), rng.normal(size=3)
    values = {"J": B @ B.T + np.eye(3), "K": B - B.T, "A": A}
    labels = f.inputs["parameters"].labels
    given = [values[n[0]][int(n[2]) - 1, int(n[3]) - 1] for n in labels]
    expected = np.linalg.solve(values["J"], -2 * values["K"] @ v - A[0])
    assert f(q=rng.normal(size=3), v=v, parameters=given) == pytest.approx(expected)


@pytest.mark.parametrize("name", SYSTEMS)
def test_as_in_coordinates(name: str) -> None:
    mechanism = lw.load(EXAMPLES / f"{name}.yaml")
    assert compare(mechanism, SYSTEMS[name], 1) < 1e-10


@pytest.mark.parametrize("name", ["quadrotor_load", "double_pendulum_3d", "rolling_ball"])
def test_constants_as_inputs(name: str) -> None:
    mechanism = lw.load(EXAMPLES / f"{name}.yaml")
    assert compare(mechanism, SYSTEMS[name], 2, parameters="symbolic") < 1e-10
    f = lw.derive(mechanism, "accelerations", symbolic="m*")
    assert f.inputs["parameters"].labels == tuple(c for c in SYSTEMS[name].constants if c.startswith("m"))


@pytest.mark.parametrize("name", SYSTEMS)
def test_equations_vanish_at_the_accelerations(name: str) -> None:
    """The residual of coordinates' accelerations is zero; with multipliers, that of the accelerations found here."""
    s, mechanism = SYSTEMS[name], lw.load(EXAMPLES / f"{name}.yaml")
    residual, forward = lw.derive(mechanism, "equations_of_motion"), lw.derive(mechanism, "accelerations")
    rng = np.random.default_rng(5)
    state, inputs = random_state(s, rng), random_inputs(s, rng)
    q, v = stacked(mechanism, state)
    found = forward(q=q, v=v, **inputs)
    more = {"multipliers": found["multipliers"]} if isinstance(found, dict) else {}
    expected = accelerations(s, state, inputs)
    a = np.concatenate([expected[x.name] for x in mechanism.variables])
    assert np.max(np.abs(residual(q=q, v=v, a=a, **inputs, **more))) < 1e-10
    assert np.max(np.abs(residual(q=q, v=v, a=a + 0.1, **inputs, **more))) > 1e-4


@pytest.mark.parametrize("name", SYSTEMS)
def test_energies(name: str) -> None:
    s, mechanism = SYSTEMS[name], lw.load(EXAMPLES / f"{name}.yaml")
    state = random_state(s, np.random.default_rng(3))
    q, v = stacked(mechanism, state)
    T, U = energy(s, state)
    assert lw.derive(mechanism, "kinetic_energy")(q=q, v=v) == pytest.approx(T, rel=1e-12)
    assert lw.derive(mechanism, "potential_energy")(q=q) == pytest.approx(U, rel=1e-12, abs=1e-12)
    assert lw.derive(mechanism, "energy")(q=q, v=v) == pytest.approx(T + U, rel=1e-12)
    M = lw.derive(mechanism, "mass_matrix")(q=q)
    assert v @ M @ v / 2 == pytest.approx(T, rel=1e-12)
    assert np.allclose(lw.derive(mechanism, "momentum")(q=q, v=v), M @ v, rtol=1e-12)


@pytest.mark.parametrize("name", [n for n, s in SYSTEMS.items() if "up" not in s.constants and "a" not in s.constants])
def test_hamilton(name: str) -> None:
    """v from p is v again, H is the energy, and dp/dt is the rate of p along the motion."""
    s, mechanism = SYSTEMS[name], lw.load(EXAMPLES / f"{name}.yaml")
    rng = np.random.default_rng(4)
    state, inputs = random_state(s, rng), random_inputs(s, rng)
    q, v = stacked(mechanism, state)
    momentum = lw.derive(mechanism, "momentum")
    p = momentum(q=q, v=v)
    assert lw.derive(mechanism, "hamiltonian")(q=q, p=p) == pytest.approx(
        lw.derive(mechanism, "energy")(q=q, v=v), rel=1e-11
    )
    both = lw.derive(mechanism, "hamilton_equations")(q=q, p=p, **inputs)
    assert np.allclose(both["v"], v, atol=1e-11)
    a, h = lw.derive(mechanism, "accelerations")(q=q, v=v, **inputs), 1e-6
    ahead = [momentum(q=moved(mechanism, q, v, a, k * h), v=v + k * h * a) for k in (1, -1)]
    assert np.allclose(both["dp"], (ahead[0] - ahead[1]) / (2 * h), atol=1e-7, rtol=1e-7)


def moved(mechanism: Any, q: Any, v: Any, a: Any, h: float) -> Any:
    """Places after a short time, to second order."""
    found = np.array(q)
    for s in slots_of(mechanism.variables):
        way = h * v[s.v] + h * h / 2 * a[s.v]
        if s.kind == "S2":
            found[s.q] = Rotation.from_rotvec(way).apply(q[s.q])
        elif s.kind == "SO3":
            found[s.q] = (q[s.q].reshape(3, 3) @ Rotation.from_rotvec(way).as_matrix()).ravel()
        else:
            found[s.q] = q[s.q] + way
    return found


@pytest.mark.parametrize("name", SYSTEMS)
def test_linearisation_is_the_difference_of_motions(name: str) -> None:
    s, mechanism = SYSTEMS[name], lw.load(EXAMPLES / f"{name}.yaml")
    rng = np.random.default_rng(7)
    state, inputs = random_state(s, rng), random_inputs(s, rng)
    q, v = stacked(mechanism, state)
    f = lw.derive(mechanism, "accelerations")
    linear = lw.derive(mechanism, "linearisation")(q=q, v=v, **inputs)
    A, B = (linear["A"], linear["B"]) if isinstance(linear, dict) else (linear, np.zeros((2 * len(v), 0)))
    chi, dv, h = allowed(mechanism, q, v, rng), rng.uniform(-1, 1, len(v)), 1e-6
    du = {n: rng.uniform(-1, 1, len(x)) for n, x in inputs.items()}

    def at(k: float) -> Any:
        qk = moved(mechanism, q, chi, 0 * chi, k)
        found = f(q=qk, v=speeds(mechanism, qk, v + k * dv), **{n: x + k * du[n] for n, x in inputs.items()})
        return found["a"] if isinstance(found, dict) else found

    away = (speeds(mechanism, moved(mechanism, q, chi, 0 * chi, h), v + h * dv)
            - speeds(mechanism, moved(mechanism, q, chi, 0 * chi, -h), v - h * dv)) / (2 * h)  # fmt: skip
    n = len(v)
    stack = np.concatenate([du[i.name] for i in mechanism.inputs]) if mechanism.inputs else np.zeros(0)
    expected = (at(h) - at(-h)) / (2 * h)
    assert np.allclose(A[n:] @ np.concatenate([chi, away]) + B[n:] @ stack, expected, rtol=1e-7, atol=2e-6)


def test_the_deviation_of_places_follows_the_motion() -> None:
    """d chi/dt of the first rows against two neighbouring trajectories of the quadrotor with its load."""
    mechanism = lw.load(EXAMPLES / "quadrotor_load.yaml")
    rng = np.random.default_rng(8)
    s = SYSTEMS["quadrotor_load"]
    q, v = stacked(mechanism, random_state(s, rng))
    inputs = random_inputs(s, rng)
    f = lw.derive(mechanism, "accelerations")
    A = lw.derive(mechanism, "linearisation")(q=q, v=v, **inputs)["A"]
    chi, dv, e, h = allowed(mechanism, q, v, rng), rng.uniform(-1, 1, len(v)), 1e-5, 1e-4
    here, there = [], []
    for k in (1, -1):
        qk = moved(mechanism, q, chi, 0 * chi, k * e)
        vk = speeds(mechanism, qk, v + k * e * dv)
        there.append(vk)
        a = f(q=qk, v=vk, **inputs)
        here.append([moved(mechanism, qk, vk, a, t) for t in (h, -h)])
    away = (there[0] - there[1]) / (2 * e)
    rate = [(here[0][t] - here[1][t]) / (2 * e) for t in (0, 1)]  # delta q, at +h and -h
    middle = [(here[0][t] + here[1][t]) / 2 for t in (0, 1)]
    chis = [tangent(mechanism, middle[t], rate[t]) for t in (0, 1)]
    n = len(v)
    assert np.allclose((chis[0] - chis[1]) / (2 * h), A[:n] @ np.concatenate([chi, away]), atol=1e-4)


def tangent(mechanism: Any, q: Any, dq: Any) -> Any:
    """delta x, xi, eta of a change of places."""
    found: list[Any] = []
    for s in slots_of(mechanism.variables):
        if s.kind == "S2":
            found.append(np.cross(q[s.q], dq[s.q]))
        elif s.kind == "SO3":
            W = q[s.q].reshape(3, 3).T @ dq[s.q].reshape(3, 3)
            found.append(np.array([W[2, 1] - W[1, 2], W[0, 2] - W[2, 0], W[1, 0] - W[0, 1]]) / 2)
        else:
            found.append(dq[s.q])
    return np.concatenate(found)


def allowed(mechanism: Any, q: Any, v: Any, rng: Any) -> Any:
    return speeds(mechanism, q, rng.uniform(-1, 1, len(v)))


def speeds(mechanism: Any, q: Any, v: Any) -> Any:
    """Without the parts along unit vectors."""
    found = np.array(v)
    for s in slots_of(mechanism.variables):
        if s.kind == "S2":
            found[s.v] -= q[s.q] * (q[s.q] @ v[s.v])
    return found


@pytest.mark.parametrize("n", [1, 2, 6])
def test_cable_of_any_length(n: int) -> None:
    text = (EXAMPLES / "quadrotor_cable.yaml").read_text()
    s = cable(n)
    text = text.replace("n: 3", f"n: {n}").replace("[0.1, 0.12, 0.14]", str(s.constants["ma"]))
    text = text.replace("[0.3, 0.35, 0.4]", str(s.constants["l"]))
    head = text.split("start:")[0]
    mechanism = lw.load(YAML(typ="safe").load(head))
    assert compare(mechanism, s, 6, 2) < 1e-10


def test_a_robot_file_says_the_same() -> None:
    """The 3D pendulum as a spherical joint: the tree derivation gives the same accelerations."""
    J, rho, m = np.array(SYSTEMS["pendulum_3d"].constants["J"]), np.array([0.1, -0.2, 0.5]), 1.3
    centre = J - m * (rho @ rho * np.eye(3) - np.outer(rho, rho))
    robot = lw.load({
        "linkwright": 1, "joints": {"pivot": {"type": "spherical", "parent": "world", "child": "body"}},
        "bodies": {"body": {"mass": m, "com": rho.tolist(), "inertia": six(centre)}},
    })  # fmt: skip
    mechanism = lw.load(EXAMPLES / "pendulum_3d.yaml")
    rng = np.random.default_rng(11)
    state, inputs = random_state(SYSTEMS["pendulum_3d"], rng), random_inputs(SYSTEMS["pendulum_3d"], rng)
    R, Omega = state["R"]
    a = lw.derive(robot, "forward_dynamics")(
        q=Rotation.from_matrix(R.reshape(3, 3)).as_quat(), v=Omega, tau=inputs["M"]
    )
    assert np.allclose(a, lw.derive(mechanism, "accelerations")(q=R, v=Omega, **inputs), rtol=1e-10, atol=1e-10)


def six(J: Any) -> list[float]:
    return [float(J[i][j]) for i, j in ((0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2))]


def test_double_3d_pendulum_as_two_spherical_joints() -> None:
    c = SYSTEMS["double_pendulum_3d"].constants

    def body(k: int) -> dict[str, Any]:
        return {"mass": c[f"m{k}"], "com": list(c[f"rhoc{k}"]), "inertia": six(c[f"J{k}"])}

    robot = lw.load({
        "linkwright": 1, "bodies": {"one": body(1), "two": body(2)},
        "joints": {"first": {"type": "spherical", "parent": "world", "child": "one"},
                   "second": {"type": "spherical", "parent": "one", "child": "two", "xyz": list(c["rho1"])}},
    })  # fmt: skip
    mechanism = lw.load(EXAMPLES / "double_pendulum_3d.yaml")
    rng = np.random.default_rng(12)
    state, inputs = random_state(SYSTEMS["double_pendulum_3d"], rng), random_inputs(SYSTEMS["double_pendulum_3d"], rng)
    q, v = stacked(mechanism, state)
    R1, R2, W1, W2 = q[:9].reshape(3, 3), q[9:].reshape(3, 3), v[:3], v[3:]
    X = R1.T @ R2  # the second joint turns from body 1 to body 2
    w = W2 - X.T @ W1
    joint = np.concatenate([Rotation.from_matrix(R1).as_quat(), Rotation.from_matrix(X).as_quat()])
    # moments on the bodies: tau of the second joint acts on body 2 and back on body 1
    tau = np.concatenate([inputs["M1"] + X @ inputs["M2"], inputs["M2"]])
    a = lw.derive(robot, "forward_dynamics")(q=joint, v=np.concatenate([W1, w]), tau=tau)
    turned = X.T @ a[:3] + np.cross(X.T @ W1, w) + a[3:]
    assert np.allclose(
        np.concatenate([a[:3], turned]), lw.derive(mechanism, "accelerations")(q=q, v=v, **inputs), atol=1e-10
    )


def test_kinetic_energy_that_is_not_quadratic() -> None:
    mechanism = system(
        {"x": "R"}, "m*c**2*(1 - sqrt(1 - dx**2/c**2)) - m*g*x", {"m": 1.0, "c": 3.0, "g": 1.0}, name="fast"
    )
    with pytest.raises(LinkwrightError, match="not quadratic"):
        lw.derive(mechanism, "accelerations")
    residual = lw.derive(mechanism, "equations_of_motion")  # it still has equations: d/dt (m dx / sqrt(...)) + m g = 0
    u, a = 0.5, 0.7
    mass = (1 - u**2 / 9) ** -1.5
    assert residual(q=[0.0], v=[u], a=[a]) == pytest.approx([mass * a + 1.0])


def test_a_variable_without_mass() -> None:
    mechanism = system({"x": "R", "y": "R"}, "m*dx**2/2 - y**2", {"m": 1.0})
    with pytest.raises(LinkwrightError, match="'y' moves no mass"):
        lw.derive(mechanism, "accelerations")


def test_dissipation_and_power() -> None:
    mechanism = system(
        {"x": "R", "q": "S2"}, "m*dot(dx*e1 + dq, dx*e1 + dq)/2 + m*dx**2 - m*g*dot(q, e3)", {"m": 1.5, "g": 9.81, "c": 0.3},
        "F*delta(x)", dissipation="c*dot(dq, dq)/2 + dx**4/4",
    )  # fmt: skip
    rng = np.random.default_rng(0)
    q3 = rng.normal(size=3)
    q = np.array([0.3, *(q3 / np.linalg.norm(q3))])
    v = speeds(mechanism, q, rng.uniform(-1, 1, 4))
    a = lw.derive(mechanism, "accelerations")(q=q, v=v, F=[2.0])
    E, h = lw.derive(mechanism, "energy"), 1e-5
    rate = [E(q=moved(mechanism, q, v, a, k * h), v=v + k * h * a) for k in (1, -1)]
    P = lw.derive(mechanism, "power")(q=q, v=v, F=[2.0])
    assert (rate[0] - rate[1]) / (2 * h) == pytest.approx(P, rel=1e-7)
    spin = np.cross(v[1:], q[1:])
    assert pytest.approx(2.0 * v[0] - 0.3 * spin @ spin - v[0] ** 4) == P


def test_a_mass_matrix_that_is_singular() -> None:
    """The symmetric part of J has rank two."""
    J = [[1, 2, 0], [0, 1, 0], [0, 0, 1]]
    mechanism = system({"R": "SO(3)"}, "dot(Omega, J*Omega)/2", {"J": J})
    with pytest.raises(LinkwrightError, match="mass matrix is singular at 'R'"):
        lw.derive(mechanism, "accelerations")


def test_ball_on_a_turntable() -> None:
    """A homogeneous ball on a table that turns at w runs in circles at 2/7 w (Earnshaw 1844); the table does work."""
    m, r, w = 1.3, 0.3, 1.7
    mechanism = system(
        {"x": "R^3", "R": "SO(3)"}, "m*dot(dx, dx)/2 + m*r**2*dot(Omega, Omega)/5 - m*g*dot(x, e3)",
        {"m": m, "r": r, "w": w, "g": 9.81}, constraints={"rolling": "dx - r*cross(R*Omega, e3) - w*cross(e3, x)"},
    )  # fmt: skip
    rng = np.random.default_rng(3)
    R = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    R *= np.sign(np.linalg.det(R))
    x, Omega, e3 = rng.normal(size=3), rng.normal(size=3), np.array([0, 0, 1.0])
    dx = r * np.cross(R @ Omega, e3) + w * np.cross(e3, x)
    q, v = np.concatenate([x, R.ravel()]), np.concatenate([dx, Omega])
    a = lw.derive(mechanism, "accelerations")(q=q, v=v)["a"]
    assert np.allclose(a[:3], 2 / 7 * w * np.cross(e3, dx), atol=1e-13)
    rate = m * dx @ a[:3] + 2 / 5 * m * r**2 * Omega @ a[3:] + m * 9.81 * dx[2]
    assert abs(rate) > 0.1
    assert lw.derive(mechanism, "power")(q=q, v=v) == pytest.approx(rate, abs=1e-12)
