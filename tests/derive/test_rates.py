"""Time derivatives of the equations of motion: along a trajectory in sixty digits, and by the closed form on the Lie group.

Law 21 (tests/verify) asks the same of random mechanisms with all kinds of joints.
"""

from __future__ import annotations

from math import comb
from pathlib import Path
from typing import Any

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings

import linkwright as lw
from tests.derive.reference import robot as reference
from tests.strategies import mechanisms
from tests.support.graph import Function, equal, evaluate
from tests.support.graph import evaluate_mpmath_domain as mpmath_domain
from tests.support.model import Robot
from tests.support.verification import Scene, flat, minus, sample

EXAMPLES = Path(__file__).parents[2] / "examples"
FORCES = ("inverse_dynamics", "inverse_dynamics_rate", "inverse_dynamics_rate2")
Array = np.ndarray


# --- along a polynomial trajectory ------------------------------------------------------------------------------------


def moved(f: Function, derivatives: list[Array], t: Any) -> list[Any]:
    """The function on the trajectory with these derivatives of q at t = 0, in sixty digits."""
    chain = []
    for k in range(3):
        terms = [[mpmath.mpf(float(x)) * t**i / mpmath.factorial(i) for x in d] for i, d in enumerate(derivatives[k:])]
        chain.append([sum(column) for column in zip(*terms, strict=True)])
    symbols = {}
    for name, port in f.inputs.items():
        values = chain["qva".index(name)]
        symbols.update(zip((f.graph.data[i] for i in port.nodes), values, strict=True))
    return evaluate(f.graph, f.roots, symbols, mpmath_domain(60))


@pytest.mark.parametrize("file", ["elbow6.urdf", "scara.yaml", "cart_pole.yaml"])
def test_torques_along_a_polynomial_trajectory(file: str) -> None:
    robot = lw.load(str(EXAMPLES / file))
    x = sample(robot, 1, seed=7)
    derivatives = [getattr(x, name)[0] for name in ("q", "v", "a", "j", "s")]
    closed_form = lw.derive(robot, "inverse_dynamics", method="lie_group")
    with mpmath.workdps(60):
        h = mpmath.mpf(10) ** -12
        behind, here, ahead = (moved(closed_form, derivatives, t) for t in (-h, 0 * h, h))
        first = [float((a - b) / (2 * h)) for a, b in zip(ahead, behind, strict=True)]
        second = [float((a - 2 * b + c) / h**2) for a, b, c in zip(ahead, here, behind, strict=True)]
    for name, expected in zip(FORCES[1:], (first, second), strict=True):
        f = lw.derive(robot, name)
        found = f(**{k: getattr(x, k)[0] for k in f.inputs if k != "parameters"})
        np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12 * np.abs(expected).max())


# --- the closed form of Mueller & Kumar 2021 for a planar 2R ----------------------------------------------------------

L1, M1, M2, C1, C2, I1, I2, G = 0.5, 3.0, 2.0, 0.2, 0.3, 0.11, 0.07, 9.81


def planar() -> Robot:
    """Two links in the vertical x-y plane; masses at C1, C2 along x."""
    inertials = [
        {"m": m, "mx": m * c, "Ixx": 0.01, "Iyy": 0.01 + i, "Izz": i + m * c * c}
        for m, c, i in ((M1, C1, I1), (M2, C2, I2))
    ]
    rows = [("R", 0, 0, 0, "q"), ("R", 0, L1, 0, "q")]
    return lw.dh(rows, convention="modified", inertials=inertials, gravity=(0, -G, 0), name="planar")


def ad(V: Array) -> Array:
    """On (angular; linear)."""

    def hat(u: Array) -> Array:
        return np.array([[0, -u[2], u[1]], [u[2], 0, -u[0]], [-u[1], u[0], 0]])

    return np.block([[hat(V[:3]), np.zeros((3, 3))], [hat(V[3:]), hat(V[:3])]])


def inverse_adjoint(angle: float, x: float) -> Array:
    """Ad of the inverse of: x along the parent's first axis, then turned about z."""
    c, s = np.cos(angle), np.sin(angle)
    R, p = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]), np.array([x, 0, 0])
    hat = np.array([[0, -p[2], p[1]], [p[2], 0, -p[0]], [-p[1], p[0], 0]])
    return np.block([[R.T, np.zeros((3, 3))], [-R.T @ hat, R.T]])


def block(*parts: Array) -> Array:
    return np.block([[p if i == j else np.zeros((6, 6)) for j in range(2)] for i, p in enumerate(parts)])


class ClosedForm:
    """V = J v with J = A X; dA/dt = A a - A a A; dJ/dt = -A a J; M = J' Mb J; C = -J' (Mb A a + b' Mb) J."""

    def __init__(self, q: Array, v: Array, a: Array, j: Array, s: Array) -> None:
        X = np.zeros((12, 2))
        X[2, 0] = X[8, 1] = 1
        screw = ad(np.array([0, 0, 1, 0, 0, 0.0]))
        Ad21 = inverse_adjoint(q[1], L1)
        A = np.block([[np.eye(6), np.zeros((6, 6))], [Ad21, np.eye(6)]])
        small = [block(screw * u[0], screw * u[1]) for u in (v, a, j)]  # a and its derivatives
        J = A @ X
        dA = A @ small[0] - A @ small[0] @ A
        ddA = dA @ small[0] + A @ small[1] - dA @ small[0] @ A - A @ small[1] @ A - A @ small[0] @ dA
        dJ = -A @ small[0] @ J
        ddJ = -(dA @ small[0] + A @ small[1]) @ J - A @ small[0] @ dJ
        dddJ = -(ddA @ small[0] + 2 * dA @ small[1] + A @ small[2]) @ J
        dddJ = dddJ - 2 * (dA @ small[0] + A @ small[1]) @ dJ - A @ small[0] @ ddJ
        self.J = [J, dJ, ddJ]
        V = [J @ v, dJ @ v + J @ a, ddJ @ v + 2 * dJ @ a + J @ j, dddJ @ v + 3 * ddJ @ a + 3 * dJ @ j + J @ s]
        self.b = [block(ad(u[:6]), ad(u[6:])) for u in V[:3]]
        self.Aa = [A @ small[0], dA @ small[0] + A @ small[1], ddA @ small[0] + 2 * dA @ small[1] + A @ small[2]]
        self.Mb = block(*(self.inertia(m, c, i) for m, c, i in ((M1, C1, I1), (M2, C2, I2))))
        first = inverse_adjoint(q[0], 0) @ np.array([0, 0, 0, 0, G, 0])
        up = np.concatenate([first, Ad21 @ first])  # gravity as an acceleration of the base, in both links
        self.up = [up, -self.b[0] @ up, -self.b[1] @ up + self.b[0] @ self.b[0] @ up]

    @staticmethod
    def inertia(m: float, c: float, i: float) -> Array:
        H = np.array([[0, 0, 0], [0, 0, -m * c], [0, m * c, 0]])
        return np.block([[np.diag([0.01, 0.01 + i, i + m * c * c]), H], [-H, m * np.eye(3)]])

    def product(self, k: int, head: list[Array], *rest: list[Array]) -> Array:
        """k-th derivative of a product; each factor is a list of its derivatives."""
        if not rest:
            return head[k]
        return sum((comb(k, i) * head[i] @ self.product(k - i, *rest) for i in range(k + 1)), start=np.zeros(()))

    @property
    def left(self) -> list[Array]:
        return [x.T for x in self.J]

    def M(self, k: int) -> Array:
        constant = [self.Mb, 0 * self.Mb, 0 * self.Mb]
        return self.product(k, self.left, constant, self.J)

    def C(self, k: int) -> Array:
        inner = [-(self.Mb @ x + y.T @ self.Mb) for x, y in zip(self.Aa, self.b, strict=True)]
        return self.product(k, self.left, inner, self.J)

    def g(self, k: int) -> Array:
        return self.product(k, self.left, [self.Mb @ x for x in self.up])


@pytest.fixture(scope="module")
def closed() -> tuple[dict[str, Array], ClosedForm]:
    rng = np.random.default_rng(4)
    x = {name: rng.uniform(-1, 1, 2) for name in ("q", "v", "a", "j", "s")}
    return x, ClosedForm(**x)


def ours(name: str, x: dict[str, Array]) -> Array:
    f = lw.derive(planar(), name)
    return np.asarray(f(**{k: x[k] for k in f.inputs}))


@pytest.mark.parametrize(("order", "name"), list(enumerate(("mass_matrix", "mass_matrix_rate", "mass_matrix_rate2"))))
def test_mass_matrix_of_the_closed_form(closed: tuple[dict[str, Array], ClosedForm], order: int, name: str) -> None:
    np.testing.assert_allclose(ours(name, closed[0]), closed[1].M(order), atol=1e-13)


@pytest.mark.parametrize(("order", "name"), list(enumerate(("gravity", "gravity_rate", "gravity_rate2"))))
def test_gravity_of_the_closed_form(closed: tuple[dict[str, Array], ClosedForm], order: int, name: str) -> None:
    np.testing.assert_allclose(ours(name, closed[0]), closed[1].g(order), atol=1e-12)


def test_coriolis_forces_of_the_closed_form(closed: tuple[dict[str, Array], ClosedForm]) -> None:
    """C itself is not unique (ours is of Christoffel symbols), C v and its derivatives are."""
    x, form = closed
    C, dC, ddC = (ours(n, x) for n in ("coriolis_matrix", "coriolis_matrix_rate", "coriolis_matrix_rate2"))
    v, a, j = x["v"], x["a"], x["j"]
    np.testing.assert_allclose(C @ v, form.C(0) @ v, atol=1e-13)
    np.testing.assert_allclose(dC @ v + C @ a, form.C(1) @ v + form.C(0) @ a, atol=1e-13)
    second = form.C(2) @ v + 2 * form.C(1) @ a + form.C(0) @ j
    np.testing.assert_allclose(ddC @ v + 2 * dC @ a + C @ j, second, atol=1e-13)


@pytest.mark.parametrize(("order", "name"), list(enumerate(FORCES)))
def test_torques_of_the_closed_form(closed: tuple[dict[str, Array], ClosedForm], order: int, name: str) -> None:
    """Q = M a + C v + g; dQ/dt and d2Q/dt2 by the product rule, as Mueller & Kumar write them."""
    x, form = closed
    chain = [x[k] for k in ("v", "a", "j", "s")]
    expected = form.g(order)
    for i in range(order + 1):
        factor = comb(order, i)
        expected = expected + factor * (form.M(i) @ chain[order - i + 1] + form.C(i) @ chain[order - i])
    np.testing.assert_allclose(ours(name, x), expected, atol=1e-12)


# --- identities and costs ---------------------------------------------------------------------------------------------


@settings(max_examples=6)
@given(mechanisms(size=3, driven=False))
def test_second_rate_of_the_mass_matrix_from_the_coriolis_matrix(robot: Robot) -> None:
    """dM/dt = C + C', hence d2M/dt2 = dC/dt + (dC/dt)'; exactly."""
    scene = Scene(robot)
    ddM, dC = (scene.put(lw.derive(robot, name)) for name in ("mass_matrix_rate2", "coriolis_matrix_rate"))
    both = [
        [x + y for x, y in zip(row, column, strict=True)] for row, column in zip(dC, zip(*dC, strict=True), strict=True)
    ]
    assert scene.vanish(minus(flat(ddM), flat(both)))


@settings(max_examples=6)
@given(mechanisms(size=3))
def test_recursions_equal_series(robot: Robot) -> None:
    for name in ("inverse_dynamics_rate2", "gravity_rate2", "mass_matrix_rate2", "coriolis_matrix_rate2"):
        assert equal(lw.derive(robot, name), lw.derive(robot, name, method="taylor"))


@pytest.mark.parametrize(
    ("name", "of", "times"),
    [
        ("inverse_dynamics_rate", "inverse_dynamics", 2.4),
        ("inverse_dynamics_rate2", "inverse_dynamics", 4.2),
        ("mass_matrix_rate2", "mass_matrix", 4.8),
        ("coriolis_matrix_rate", "coriolis_matrix", 2.6),
        ("coriolis_matrix_rate2", "coriolis_matrix", 4.8),
        ("gravity_rate", "gravity", 2.8),
        ("gravity_rate2", "gravity", 5.8),
    ],
)
def test_cost_is_a_small_multiple(name: str, of: str, times: float) -> None:
    robot = reference("LWR7")
    own, derived = (lw.derive(robot, n, parameters="base").ops.flops for n in (of, name))
    assert derived <= times * own
