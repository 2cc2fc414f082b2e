"""The second root: mechanisms in coordinates, from the positions of their masses; Euler-Lagrange by the graph's derivatives.

Nothing here knows the room under test. A unit vector has two spherical angles, a rotation three Euler angles (ZYX); energies
are sums over point masses and rigid bodies; the accelerations in coordinates are mapped back to those of the manifold.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from tests.manifold.chart import E1, E2, E3, Scene, System
from tests.support.graph import cos, sin
from tests.support.spatial import Vec

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
