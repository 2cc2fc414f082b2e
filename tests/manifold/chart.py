"""Euler-Lagrange in a chart: angles for S2 and SO(3), energies from positions, derivatives by the graph; states to ask at."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tests.support.graph import Expr, Graph, Scalar, cos, derivative, directional, evaluate, lift, sin
from tests.support.spatial import Mat, Vec, rot_x, rot_y, rot_z

Array = np.ndarray[Any, Any]
State = Mapping[str, tuple[Array, Array]]
"""Variable -> (place, velocity): R 1, R3 3, S2 (q, omega), SO3 (R, Omega in the body)."""

E1, E2, E3 = Vec(1, 0, 0), Vec(0, 1, 0), Vec(0, 0, 1)
_SIZES = {"R": 1, "R3": 3, "S2": 2, "SO3": 3}


class Scene:
    """Coordinates y, their rates, and what is made of them."""

    def __init__(self, variables: Mapping[str, str], inputs: Mapping[str, Any]) -> None:
        self.graph = Graph()
        self.variables = variables
        self.slots: dict[str, slice] = {}
        count = 0
        for name, kind in variables.items():
            self.slots[name] = slice(count, count + _SIZES[kind])
            count += _SIZES[kind]
        self.names = [f"y{k}" for k in range(count)]
        self.y = [Expr(self.graph, self.graph.symbol(n)) for n in self.names]
        self.u = [Expr(self.graph, self.graph.symbol(f"d{n}")) for n in self.names]
        self.inputs = inputs
        self.mass = self.weight = self.power = lift(self.graph, 0)
        self.constraints: list[Expr] = []

    def __getitem__(self, name: str) -> Any:
        """A scalar, a vector, a unit vector or a rotation."""
        y = self.y[self.slots[name]]
        kind = self.variables[name]
        if kind == "R":
            return y[0]
        if kind == "R3":
            return Vec(*y)
        if kind == "S2":
            return Vec(sin(y[0]) * cos(y[1]), sin(y[0]) * sin(y[1]), cos(y[0]))
        return rot_z(y[0]) @ rot_y(y[1]) @ rot_x(y[2])

    def rate(self, x: Scalar) -> Expr:
        node = lift(self.graph, x).index
        return Expr(
            self.graph,
            directional(self.graph, [node], {n: u.index for n, u in zip(self.names, self.u, strict=True)})[0],
        )

    def velocity(self, p: Vec) -> Vec:
        return p.map(self.rate)

    def spin(self, R: Mat) -> Vec:
        """The angular velocity in the body's axes: R' dR/dt."""
        W = R.T @ Mat(*(row.map(self.rate) for row in R))
        return Vec(W[2][1], W[0][2], W[1][0])

    # --- energies and forces ---------------------------------------------------------------------------------------------

    def point(self, m: float, p: Vec, g: float = 0.0, up: Vec = E3) -> None:
        v = self.velocity(p)
        self.mass = self.mass + m * v.dot(v) / 2
        self.weight = self.weight + m * g * p.dot(up)

    def body(self, J: Array, R: Mat) -> None:
        w = self.spin(R)
        self.mass = self.mass + w.dot(Mat.of(J.tolist()).apply(w)) / 2

    def force(self, name: str, p: Vec) -> None:
        self.power = self.power + Vec(*self.inputs[name]).dot(self.velocity(p))

    def moment(self, name: str, R: Mat) -> None:
        self.power = self.power + Vec(*self.inputs[name]).dot(self.spin(R))


@dataclass(frozen=True)
class System:
    """variables in the file's order; constants as numbers; inputs: name -> size; write: puts masses and forces into a scene."""

    variables: Mapping[str, str]
    constants: Mapping[str, Any]
    inputs: Mapping[str, int]
    write: Callable[[Scene, Mapping[str, Any]], None]
    constrain: Callable[[Scene, Mapping[str, Any]], list[Any]] = field(default=lambda s, c: [])
    """Expressions in coordinates and their rates, linear in the rates, that vanish."""


def accelerations(system: System, state: State, inputs: Mapping[str, Any]) -> dict[str, Array]:
    """x_ddot, omega_dot, Omega_dot by variable."""
    s = Scene(system.variables, inputs)
    system.write(s, system.constants)
    y, u = _coordinates(s, state)
    values = {**dict(zip(s.names, y, strict=True)), **{f"d{n}": x for n, x in zip(s.names, u, strict=True)}}
    constraints = [lift(s.graph, x) for x in system.constrain(s, system.constants)]
    a = _solve(s, constraints, values)
    return _accelerations(s, values, a)


def energy(system: System, state: State) -> tuple[float, float]:
    s = Scene(system.variables, {n: [0.0] * max(1, k) for n, k in system.inputs.items()})
    system.write(s, system.constants)
    y, u = _coordinates(s, state)
    values = {**dict(zip(s.names, y, strict=True)), **{f"d{n}": x for n, x in zip(s.names, u, strict=True)}}
    T, U = evaluate(s.graph, [s.mass.index, s.weight.index], values)
    return T, U


def _rows(s: Scene, roots: list[Expr], names: list[str], values: Mapping[str, float]) -> Array:
    """The Jacobian of some expressions, in numbers."""
    zero = s.graph.number(0)
    rows = derivative(s.graph, [r.index for r in roots], names)
    flat = evaluate(s.graph, [row.get(n, zero) for row in rows for n in names], values)
    return np.array(flat, dtype=float).reshape(len(roots), len(names))


def _solve(s: Scene, constraints: list[Expr], values: Mapping[str, float]) -> Array:
    """M a + h = Q + A' lambda, A a + dA/dt u = 0."""
    speeds = [f"d{n}" for n in s.names]
    L = s.mass - s.weight
    row = derivative(s.graph, [L.index], speeds)[0]
    zero = s.graph.number(0)
    momentum = [Expr(s.graph, row.get(n, zero)) for n in speeds]
    M = _rows(s, momentum, speeds, values)
    turning = _rows(s, momentum, s.names, values) @ np.array([values[n] for n in speeds])
    slope = _rows(s, [L], s.names, values)[0]
    Q = _rows(s, [lift(s.graph, s.power)], speeds, values)[0]
    f = Q + slope - turning
    if not constraints:
        return np.linalg.solve(M, f)
    A = _rows(s, constraints, speeds, values)
    bias = _rows(s, constraints, s.names, values) @ np.array([values[n] for n in speeds])
    K = np.block([[M, -A.T], [A, np.zeros((len(A), len(A)))]])
    return np.linalg.solve(K, np.concatenate([f, -bias]))[: len(f)]


def _coordinates(s: Scene, state: State) -> tuple[Array, Array]:
    y, u = np.zeros(len(s.names)), np.zeros(len(s.names))
    for name, kind in s.variables.items():
        place, speed = (np.asarray(x, dtype=float) for x in state[name])
        slot = s.slots[name]
        if kind in ("R", "R3"):
            y[slot], u[slot] = np.ravel(place), np.ravel(speed)
            continue
        if kind == "S2":
            y[slot] = [np.arccos(place[2]), np.arctan2(place[1], place[0])]
            wanted = np.cross(speed, place)
            made: list[Expr] = list(s.velocity(s[name]))
        else:
            R = place.reshape(3, 3)
            y[slot] = [np.arctan2(R[1, 0], R[0, 0]), -np.arcsin(R[2, 0]), np.arctan2(R[2, 1], R[2, 2])]
            wanted = speed
            made = list(s.spin(s[name]))
        values = {**dict(zip(s.names, y, strict=True)), **{f"d{n}": 0.0 for n in s.names}}
        J = _rows(s, made, [f"d{n}" for n in s.names[slot]], values)
        u[slot] = np.linalg.lstsq(J, wanted, rcond=None)[0]
    return y, u


def _accelerations(s: Scene, values: dict[str, float], a: Array) -> dict[str, Array]:
    found: dict[str, Array] = {}
    for name, kind in s.variables.items():
        if kind in ("R", "R3"):
            found[name] = a[s.slots[name]]
            continue
        q = s[name]
        moving = list(q.cross(s.velocity(q))) if kind == "S2" else list(s.spin(q))  # omega = q x dq
        by_rate = _rows(s, moving, [f"d{n}" for n in s.names], values)
        by_place = _rows(s, moving, s.names, values)
        found[name] = by_rate @ a + by_place @ np.array([values[f"d{n}"] for n in s.names])
    return found


# --- states ----------------------------------------------------------------------------------------------------------------


def random_state(system: System, rng: np.random.Generator) -> dict[str, tuple[Array, Array]]:
    """A state of ordinary size, away from the poles of the coordinates; constraints hold for the velocities."""
    state: dict[str, tuple[Array, Array]] = {}
    for name, kind in system.variables.items():
        if kind in ("R", "R3"):
            n = _SIZES[kind]
            state[name] = rng.uniform(0.4, 1.0, n), rng.uniform(-1, 1, n)
        elif kind == "S2":
            q = np.append(rng.uniform(-1, 1, 2), rng.uniform(-0.6, 0.6))
            q /= np.linalg.norm(q)
            w = rng.uniform(-1, 1, 3)
            state[name] = q, w - q * (q @ w)
        else:
            yaw, pitch, roll = rng.uniform(-3, 3), rng.uniform(-1, 1), rng.uniform(-3, 3)
            R = np.array(rot_z(yaw) @ rot_y(pitch) @ rot_x(roll), dtype=float)
            state[name] = R.ravel(), rng.uniform(-1, 1, 3)
    return _allowed(system, state)


def _allowed(system: System, state: dict[str, tuple[Array, Array]]) -> dict[str, tuple[Array, Array]]:
    """Velocities moved to those that the constraints allow."""
    if "R" in system.variables and "up" in system.constants:  # a ball: its place follows its turning
        R, Omega = state["R"][0].reshape(3, 3), state["R"][1]
        state["x"] = state["x"][0], np.cross(R @ Omega, [0, 0, system.constants["r"]])
    if "theta" in system.variables:
        h = state["theta"][0][0]
        speed = state["x"][1][0]
        state["x"] = state["x"][0], np.array([speed * np.cos(h)])
        state["y"] = state["y"][0], np.array([speed * np.sin(h)])
    return state


def random_inputs(system: System, rng: np.random.Generator) -> dict[str, Array]:
    return {n: rng.uniform(-2, 2, max(1, size)) for n, size in system.inputs.items()}
