"""Parallel robots whose operation counts are compared, and the counts of a Maple toolchain for the same functions.

Inputs of every function: the platform's pose, rates and accelerations, and the joint angles of the legs (no inverse kinematics
inside). Symbols: gravity (three), the legs' orientation angles, their points on the platform, all lengths and angles of the
legs' DH rows that the design leaves open, and all ten inertial parameters of each body; the legs share one set.

A robot with three rotations is counted as the toolchain defines it: forces are a force and a moment about the platform's origin
in the base's axes, the inverse Jacobian takes a velocity and an angular velocity, the mass matrix takes Euler accelerations to
that force and moment.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

TEN = ("m", "mx", "my", "mz", "Ixx", "Ixy", "Iyy", "Ixz", "Iyz", "Izz")


@dataclass(frozen=True)
class CountLegs:
    """frame: angles (a, b, c) of the legs' base frames, Rx(a) Ry(b) Rz(c), in which ga1, ga2, ... are symbols; rows as in
    the YAML format."""

    name: str
    coordinates: str
    legs: int
    frame: tuple[str, str, str]
    rows: tuple[str, ...]
    coupling: int
    actuated: int
    base_parameters: int

    @property
    def twists(self) -> bool:
        return len(self.coordinates.split()) == 6

    @property
    def moving(self) -> int:
        """Joints of a leg in front of its point of the platform."""
        return self.coupling - 1 if self.rows[self.coupling - 1][0] == "R" else self.coupling

    def description(self, seed: int = 1) -> dict[str, Any]:
        """The robot in the words of the YAML format; parameters have random values with which it closes at the start."""
        draw = np.random.default_rng(seed)
        values = {name: float(draw.uniform(0.3, 0.9)) for name in self._lengths()}
        pose = {x: float(draw.uniform(0.2, 0.5)) for x in self.coordinates.split()}
        starts = [self._start(values, draw) for _ in range(self.legs)]
        ten = {part: _inertia(draw) for part in ("platform", *range(1, self.moving + 1))}
        inertials = {f"{k}_{part}": x for part, row in ten.items() for k, x in row.items()}
        for i, start in enumerate(starts, 1):
            values |= self._place(i, start, pose, values, draw)
        return {
            "linkwright": 1,
            "name": self.name,
            "gravity": ["g1", "g2", "g3"],
            "parameters": {"g1": 0.5, "g2": -1, "g3": -9.5, **values, **inertials},
            "platform": {
                "coordinates": self.coordinates.split(),
                "body": {"parameters": {k: f"{k}_platform" for k in TEN}},
                "start": pose,
            },
            "legs": {
                "rows": [row.split(",") for row in self.rows],
                "coupling": self.coupling,
                "actuated": self.actuated,
                "bodies": {n: {"parameters": {k: f"{k}_{n}" for k in TEN}} for n in range(1, self.moving + 1)},
                "start": starts,
                "each": [
                    {
                        "base": {
                            "xyz": [f"ax{i}", f"ay{i}", f"az{i}"],
                            "angles": [x.replace("ga", f"ga{i}") for x in self.frame],
                        },
                        "platform": {"xyz": [f"bx{i}", f"by{i}", f"bz{i}"]},
                    }
                    for i in range(1, self.legs + 1)
                ],
            },
        }

    def _lengths(self) -> list[str]:
        entries = {x.strip("-") for row in self.rows for x in row.split(",")[1:]}
        return sorted(x for x in entries if x[:1].isalpha() and x not in ("q", "pi/2"))

    def _place(
        self, i: int, start: list[float], pose: dict[str, float], values: dict[str, float], draw: np.random.Generator
    ) -> dict[str, float]:
        """Base point of leg i such that the leg closes there, its angle, and its point of the platform."""
        turn = float(draw.uniform(0, 6))
        b = draw.uniform(-0.4, 0.4, 3)
        frame = np.eye(4)
        for axis, written in enumerate(self.frame):
            angle = {"0": 0.0, "ga": turn, "-pi/2": -math.pi / 2}[written]
            frame = frame @ _turn(axis, angle)
        end = (frame @ self._leg(start, values))[:3, 3]
        P = np.eye(4)
        for axis, name in enumerate(("phix", "phiy", "phiz")):
            P = P @ _turn(axis, pose.get(name, 0.0))
        a = np.array([pose.get(x, 0.0) for x in "xyz"]) + P[:3, :3] @ b - end
        named = zip("xyz", a, b, strict=True)
        return {f"ga{i}": turn} | {
            f"{n}{k}{i}": float(x) for k, *pair in named for n, x in zip("ab", pair, strict=True)
        }

    def _start(self, values: dict[str, float], draw: np.random.Generator) -> list[float]:
        """Joints of a leg far from where it is stretched: of several the ones that move its point best in all directions."""
        slides = [row[0] == "P" for row in self.rows[: self.moving]]
        directions = 2 if self.moving == 2 else 3
        best, most = [0.0], -1.0
        for _ in range(20):
            q = [float(draw.uniform(0.5, 1) if slide else draw.uniform(-2, 2)) for slide in slides]
            ends = [self._leg([x + 1e-6 * (k == n) for k, x in enumerate(q)], values)[:3, 3] for n in range(-1, len(q))]
            J = np.array([(end - ends[0]) / 1e-6 for end in ends[1:]])[:, :directions]
            least = float(np.linalg.svd(J, compute_uv=False)[-1])
            best, most = (q, least) if least > most else (best, most)
        return best

    def _leg(self, q: list[float], values: dict[str, float]) -> np.ndarray:
        """From a leg's base frame to its point, by its DH rows."""
        X = np.eye(4)
        known = {**values, "pi/2": math.pi / 2, "0": 0.0}
        for row, x in zip(self.rows, [*q, 0.0], strict=False):
            _, alpha, a, d, theta = row.split(",")
            here = {**known, "q": x}
            X = X @ _turn(0, here[alpha]) @ _shift(here[a], 0) @ _turn(2, here[theta]) @ _shift(0, here[d])
        return X


def _turn(axis: int, angle: float) -> np.ndarray:
    X, i, j = np.eye(4), (axis + 1) % 3, (axis + 2) % 3
    X[i, i] = X[j, j] = math.cos(angle)
    X[i, j], X[j, i] = -math.sin(angle), math.sin(angle)
    return X


def _shift(x: float, z: float) -> np.ndarray:
    X = np.eye(4)
    X[0, 3], X[2, 3] = x, z
    return X


def _inertia(draw: np.random.Generator) -> dict[str, float]:
    """Ten parameters of a body that may exist: three points of mass and a little more."""
    m, points = draw.uniform(0.2, 1, 3), draw.uniform(-0.3, 0.3, (3, 3))
    h = m @ points
    E = (points * m[:, None]).T @ points + 0.01 * np.eye(3)
    inertia = np.trace(E) * np.eye(3) - E
    entries = (m.sum(), *h, *(inertia[i, j] for i, j in ((0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2))))
    return dict(zip(TEN, map(float, entries), strict=True))


_UPS = ("R,0,0,0,q", "R,pi/2,0,0,q", "P,pi/2,0,q,0", "R,0,0,0,q")
_RUU = ("R,0,0,0,q", "R,0,l2,0,q", "R,pi/2,0,0,q", "R,0,l4,0,q")
_PUU = ("P,0,0,q,0", "R,pi/2,l2,0,q", "R,pi/2,0,0,q", "R,0,l4,0,q")
_OPEN = ("R,al2,l2,d2,q", "R,al3,l3,d3,q", "R,al4,l4,d4,q")
_ALL = "x y z phix phiy phiz"
_UP = ("0", "0", "ga")

_TABLE = (
    CountLegs("3RRR", "x y phiz", 3, _UP, ("R,0,0,d1,q", "R,0,l2,d2,q", "R,0,l3,d3,q"), 3, 1, 9),
    CountLegs("6UPS", _ALL, 6, _UP, _UPS, 4, 3, 23),
    CountLegs("Delta", "x y z", 3, ("-pi/2", "ga", "-pi/2"), _RUU, 4, 1, 13),
    CountLegs("4PUU", "x y z phiz", 4, ("-pi/2", "ga", "0"), _PUU, 4, 1, 14),
    CountLegs("4RUU", "x y z phiz", 4, _UP, _RUU, 4, 1, 16),
    CountLegs("6PUS", _ALL, 6, _UP, ("P,0,0,q,th1", *_OPEN), 4, 1, 20),
    CountLegs("6RUS", _ALL, 6, _UP, ("R,0,0,d1,q", *_OPEN), 4, 1, 26),
)
ROBOTS = {robot.name: robot for robot in _TABLE}

QUANTITIES = {
    "ID": "inverse_dynamics",
    "M": "mass_matrix",
    "g": "gravity",
    "c": "coriolis_vector",
    "Jinv": "inverse_jacobian",
}

_PEERS = """
3RRR    230/432/5/26       119/238/5/26      85/153/5/20       189/388/5/26       32/57/4/20
6UPS    1615/2561/12/42    954/1366/12/42    281/512/12/42     1594/2500/12/42    114/217/0/42
Delta   478/858/14/48      213/396/14/39     156/237/14/48     264/496/14/39      12/30/7/27
4PUU    455/858/18/26      254/464/13/26     109/199/13/26     324/702/18/26      20/56/8/26
4RUU    702/1194/23/98     328/530/18/58     222/302/18/98     470/873/23/58      16/24/9/28
6PUS    3043/4760/48/50    1486/2372/18/50   994/1672/18/50    2928/4603/48/50    562/1053/12/50
6RUS    26665/43548/72/60  5680/9255/36/60   3928/7400/36/60   26416/43118/72/60  1533/2662/24/60
"""


def _peers() -> dict[tuple[str, str], tuple[int, ...]]:
    found: dict[tuple[str, str], tuple[int, ...]] = {}
    for line in _PEERS.strip().splitlines():
        robot, *cells = line.split()
        for quantity, cell in zip(QUANTITIES, cells, strict=True):
            found[robot, quantity] = tuple(int(x) for x in cell.split("/"))
    return found


PEERS = _peers()
"""(robot, quantity) -> (add, mul, div, functions)."""
