"""The second root: mechanisms in coordinates, from the positions of their masses; Euler-Lagrange by the graph's derivatives.

Nothing here knows the room under test. A unit vector has two spherical angles, a rotation three Euler angles (ZYX); energies
are sums over point masses and rigid bodies; the accelerations in coordinates are mapped back to those of the manifold.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from linkwright.graph.calculus import derivative, directional
from linkwright.graph.evaluate import evaluate
from linkwright.graph.expr import Expr, Scalar, cos, lift, sin
from linkwright.graph.graph import Graph
from linkwright.spatial.vector import Mat, Vec, rot_x, rot_y, rot_z

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


# --- the systems -----------------------------------------------------------------------------------------------------------

J1 = np.array([[0.9, 0.1, -0.05], [0.1, 1.2, 0.08], [-0.05, 0.08, 0.7]])
J2 = np.array([[0.5, -0.04, 0.02], [-0.04, 0.6, 0.03], [0.02, 0.03, 0.4]])
G = 9.81


def _mass_on_a_line(s: Scene, c: Mapping[str, Any]) -> None:
    s.point(c["m"], E3 * s["x"], c["g"])
    s.power = s.power + float(s.inputs["F"][0]) * s.rate(s["x"])


def _spherical_pendulum(s: Scene, c: Mapping[str, Any]) -> None:
    s.point(c["m"], s["q"] * c["l"], c["g"])
    s.force("tau", s["q"])


def _pendulum_3d(s: Scene, c: Mapping[str, Any]) -> None:
    R = s["R"]
    s.body(c["J"], R)
    s.weight = s.weight + c["m"] * c["g"] * R.apply(Vec(*c["rho"])).dot(E3)
    s.moment("M", R)


def _double_spherical(s: Scene, c: Mapping[str, Any]) -> None:
    p1 = s["q1"] * c["l1"]
    s.point(c["m1"], p1, c["g"])
    s.point(c["m2"], p1 + s["q2"] * c["l2"], c["g"])
    s.force("u1", s["q1"])
    s.force("u2", s["q2"])


def _double_pendulum_3d(s: Scene, c: Mapping[str, Any]) -> None:
    R1, R2 = s["R1"], s["R2"]
    s.body(c["J1"], R1)
    s.body(c["J2"], R2)
    s.point(c["m1"], R1.apply(Vec(*c["rhoc1"])), c["g"])
    s.point(c["m2"], R1.apply(Vec(*c["rho1"])) + R2.apply(Vec(*c["rhoc2"])), c["g"])
    s.moment("M1", R1)
    s.moment("M2", R2)


def _walker(s: Scene, c: Mapping[str, Any], foot: Vec) -> None:
    hip = foot + s["q1"] * c["l"]
    s.point(c["m"], foot + s["q1"] * (c["l"] / 2), c["g"])
    s.point(c["mH"], hip, c["g"])
    s.point(c["m"], hip + s["q2"] * (c["l"] / 2), c["g"])
    s.point(c["mT"], hip + s["q3"] * c["L"], c["g"])
    s.force("u2", s["q2"])
    s.force("u3", s["q3"])


def _quadrotor_load(s: Scene, c: Mapping[str, Any]) -> None:
    load = s["x"]
    vehicle = load - s["q"] * c["l"]
    s.point(c["mQ"], vehicle, c["g"])
    s.point(c["mL"], load, c["g"])
    s.body(c["J"], s["R"])
    thrust = s["R"].apply(E3) * float(s.inputs["f"][0])
    s.power = s.power + thrust.dot(s.velocity(vehicle))
    s.moment("M", s["R"])


def cable(n: int) -> System:
    """Quadrotor with a cable of n links."""
    masses, lengths = [0.1 + 0.02 * k for k in range(n)], [0.3 + 0.05 * k for k in range(n)]
    constants = {"m": 1.4, "J": J1, "g": G, "ma": masses, "l": lengths}
    variables = {"x": "R3", **{f"q{k + 1}": "S2" for k in range(n)}, "R": "SO3"}

    def write(s: Scene, c: Mapping[str, Any]) -> None:
        p = s["x"]
        s.point(c["m"], p, c["g"])
        s.power = s.power + (s["R"].apply(E3) * float(s.inputs["f"][0])).dot(s.velocity(p))
        for k in range(n):
            p = p + s[f"q{k + 1}"] * c["l"][k]
            s.point(c["ma"][k], p, c["g"])
        s.body(c["J"], s["R"])
        s.moment("M", s["R"])

    return System(variables, constants, {"f": 0, "M": 3}, write)


def _reaction_mass_pendulum(s: Scene, c: Mapping[str, Any]) -> None:
    leg, proof = s["RL"], s["RP"]
    tip = leg.apply(E3) * s["rho"]
    pairs = 2 * (c["m1"] + c["m2"] + c["m3"])
    s.body(c["JL"], leg)
    s.body(c["J0"], proof)
    s.point(c["m"] - pairs, tip, c["g"])
    for k, axis in enumerate((E1, E2, E3)):
        for side in (1, -1):  # each proof mass by itself
            s.point(c[f"m{k + 1}"], tip + proof.apply(axis) * (side * s[f"s{k + 1}"]), c["g"])
    s.moment("tauL", leg)
    s.moment("tauP", proof)
    for name, scalar in (("frho", "rho"), ("f1", "s1"), ("f2", "s2"), ("f3", "s3")):
        s.power = s.power + float(s.inputs[name][0]) * s.rate(s[scalar])


def _cart(s: Scene, c: Mapping[str, Any]) -> None:
    cart = E1 * s["x"]
    s.point(c["M"], cart)
    s.point(c["m"], cart + s["q"] * c["l"], c["g"])
    s.power = s.power + float(s.inputs["F"][0]) * s.rate(s["x"])


def _satellite(s: Scene, c: Mapping[str, Any]) -> None:
    R = s["R"]
    s.body(c["J"], R)
    w = s.spin(R)
    for k, axis in enumerate((E1, E2, E3)):
        turn = s.rate(s[f"h{k + 1}"]) + axis.dot(w)
        s.mass = s.mass + c["Jw"] * turn * turn / 2
        s.power = s.power + float(s.inputs[f"u{k + 1}"][0]) * s.rate(s[f"h{k + 1}"])


def _ball(s: Scene, c: Mapping[str, Any]) -> None:
    s.point(c["m"], s["x"], c["g"], Vec(*c["up"]))
    s.body(c["J"], s["R"])


def _rolling(s: Scene, c: Mapping[str, Any]) -> list[Any]:
    """The point of the ball that touches the plane is at rest."""
    w = s["R"].apply(s.spin(s["R"]))
    return list(s.velocity(s["x"]) + w.cross(E3 * -c["r"]))


def _sleigh(s: Scene, c: Mapping[str, Any]) -> None:
    x, y, h = s["x"], s["y"], s["theta"]
    s.point(c["m"], Vec(x + c["a"] * cos(h), y + c["a"] * sin(h), 0))
    turn = s.rate(h)
    s.mass = s.mass + c["I"] * turn * turn / 2


def _blade(s: Scene, c: Mapping[str, Any]) -> list[Any]:
    return [cos(s["theta"]) * s.rate(s["y"]) - sin(s["theta"]) * s.rate(s["x"])]


_WALKER = {"m": 1.1, "mH": 2.3, "mT": 3.1, "l": 0.9, "L": 0.6, "g": G}
_ONES = {"q1": "S2", "q2": "S2", "q3": "S2"}

SYSTEMS: dict[str, System] = {
    "mass_on_a_line": System({"x": "R"}, {"m": 1.3, "g": G}, {"F": 0}, _mass_on_a_line),
    "spherical_pendulum": System({"q": "S2"}, {"m": 1.3, "l": 0.7, "g": G}, {"tau": 3}, _spherical_pendulum),
    "pendulum_3d": System({"R": "SO3"}, {"J": J1, "m": 1.3, "g": G, "rho": (0.1, -0.2, 0.5)}, {"M": 3}, _pendulum_3d),
    "double_spherical_pendulum": System(
        {"q1": "S2", "q2": "S2"}, {"m1": 1.3, "m2": 0.8, "l1": 0.7, "l2": 0.9, "g": G}, {"u1": 3, "u2": 3}, _double_spherical
    ),
    "double_pendulum_3d": System(
        {"R1": "SO3", "R2": "SO3"},
        {"J1": J1, "J2": J2, "m1": 1.3, "m2": 0.8, "g": G, "rhoc1": (0.1, -0.2, 0.5), "rho1": (0.05, 0.1, 1.0),
         "rhoc2": (-0.1, 0.06, 0.4)},
        {"M1": 3, "M2": 3}, _double_pendulum_3d,
    ),
    "walker_stance": System(_ONES, _WALKER, {"u2": 3, "u3": 3}, lambda s, c: _walker(s, c, Vec(0, 0, 0))),
    "walker_flight": System(
        {"x": "R3", **_ONES}, _WALKER, {"u2": 3, "u3": 3}, lambda s, c: _walker(s, c, s["x"])
    ),
    "quadrotor_load": System(
        {"x": "R3", "q": "S2", "R": "SO3"}, {"mQ": 1.4, "mL": 0.4, "l": 0.8, "J": J1, "g": G}, {"f": 0, "M": 3},
        _quadrotor_load,
    ),
    "quadrotor_cable": cable(3),
    "reaction_mass_pendulum": System(
        {"RL": "SO3", "RP": "SO3", "rho": "R", "s1": "R", "s2": "R", "s3": "R"},
        {"JL": J1, "J0": J2, "m": 5.0, "m1": 0.4, "m2": 0.5, "m3": 0.6, "g": G},
        {"tauL": 3, "tauP": 3, "frho": 0, "f1": 0, "f2": 0, "f3": 0}, _reaction_mass_pendulum,
    ),
    "pendulum_on_a_cart": System(
        {"x": "R", "q": "S2"}, {"M": 2.0, "m": 0.6, "l": 0.7, "g": G}, {"F": 0}, _cart
    ),
    "satellite": System(
        {"R": "SO3", "h1": "R", "h2": "R", "h3": "R"}, {"J": J1, "Jw": 0.05}, {"u1": 0, "u2": 0, "u3": 0}, _satellite
    ),
    "rolling_ball": System(
        {"x": "R3", "R": "SO3"}, {"m": 1.2, "r": 0.3, "g": G, "J": J2 / 10, "up": (0.1, 0.0, 0.995)}, {}, _ball, _rolling
    ),
    "chaplygin_sleigh": System(
        {"x": "R", "y": "R", "theta": "R"}, {"m": 1.2, "I": 0.4, "a": 0.3}, {}, _sleigh, _blade
    ),
}  # fmt: skip


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
