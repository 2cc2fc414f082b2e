"""Closed-loop robots of the literature, built from their tables of frames (Khalil & Kleinfinger 1986, with cut joints).

A row places a frame on its antecedent: Rz(beta) Tz(b) Rx(alpha) Tx(a) Rz(theta) Tz(d). Rows of kind F are fixed frames. The
joints at which the loops are cut are closures of kind pin, not rows. Lengths and gravity are symbols with values.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from linkwright.graph.expr import Expr, Scalar, lift, symbol
from linkwright.graph.graph import Graph
from linkwright.model.build import make_robot
from linkwright.model.closed_robot import Robot
from linkwright.model.closures import COORDINATE, Coupling, Loop
from linkwright.model.robot import Body, Frame, Joint, Parameter
from linkwright.spatial.inertia import PARAMETER_NAMES, Inertia
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import IDENTITY, Mat, Vec, rot_x, rot_z

_KINDS = {"R": "revolute", "P": "prismatic", "X": "fixed"}
_QUARTERS = {"0": 0, "pi/2": 1, "pi": 2, "3pi/2": 3, "-pi/2": 3}


@dataclass(frozen=True)
class Table:
    """rows: (kind, antecedent, beta, b, alpha, a, theta, d), kind R revolute, P prismatic, F frame; `active` rows are the free
    coordinates; `loops`: pairs of frames; `couplings`: joint -> expression; range of the free coordinates that closes."""

    name: str
    rows: Mapping[int, str]
    loops: Sequence[tuple[str, str]]
    active: Sequence[int]
    values: Mapping[str, float]
    low: Sequence[float]
    high: Sequence[float]
    start: Mapping[int, float]
    couplings: Mapping[int, str] | None = None


def build(table: Table, symbols: bool = False, seed: int = 5) -> Robot:
    """The robot with random physical inertias, as numbers or as ten symbols per row that has a body."""
    values = {**table.values, "gx": 1.7, "gy": -9.1, "gz": -3.2}
    rng = np.random.default_rng(seed)
    graph = Graph()
    bodies, joints, frames = [], [], []
    used: dict[str, None] = {}

    def scalar(text: str) -> Scalar:
        if text == "0":
            return 0
        sign, name = (-1, text[1:]) if text[0] == "-" else (1, text)
        used[name] = None
        return sign * symbol(name, graph)

    def turn(text: str, about: object) -> Mat:
        total: Scalar = 0
        quarters = 0
        for part in text.replace(" ", "").split("+"):
            if part in _QUARTERS:
                quarters += _QUARTERS[part]
            else:
                total = total + scalar(part)
        c, s = ((1, 0), (0, 1), (-1, 0), (0, -1))[quarters % 4]
        exact = Mat(Vec(c, -s, 0), Vec(s, c, 0), Vec(0, 0, 1))
        if about is rot_x:
            exact = Mat(Vec(1, 0, 0), Vec(0, c, -s), Vec(0, s, c))
        return exact if isinstance(total, int) else about(total) @ exact  # type: ignore[operator]

    for i, row in table.rows.items():
        kind, parent, beta, b, alpha, a, theta, d = row.split()
        theta = theta.replace("q", "0")
        d = d.replace("q", "0")
        X = Transform(turn(beta, rot_z), Vec(0, 0, scalar(b))) @ Transform(turn(alpha, rot_x))
        X = X @ Transform(IDENTITY, Vec(scalar(a), 0, 0)) @ Transform(turn(theta, rot_z), Vec(0, 0, scalar(d)))
        on = "world" if parent == "0" else f"b{parent}"
        if kind == "F":
            frames.append(Frame(f"f{i}", on, X))
            continue
        own = _inertia(rng)
        values |= {f"{p}_b{i}": x for p, x in zip(PARAMETER_NAMES, own.parameters, strict=True)}
        named = Inertia.from_parameters([scalar(f"{p}_b{i}") for p in PARAMETER_NAMES]) if symbols else own
        bodies.append(Body(f"b{i}", named))
        joints.append(Joint(f"j{i}", _KINDS[kind], on, f"b{i}", X))
    gravity = Vec(*(symbol(n, graph) for n in ("gx", "gy", "gz")))
    couplings = [
        Coupling(f"c{j}", f"j{j}", _coupling(text, graph, used)) for j, text in (table.couplings or {}).items()
    ]
    return make_robot(
        table.name, bodies, joints, frames=frames, gravity=gravity,
        parameters=[Parameter(n, values[n]) for n in (*used, "gx", "gy", "gz")],
        loops=[Loop(f"loop{k + 1}", "pin", first, second) for k, (first, second) in enumerate(table.loops)],
        couplings=couplings, actuated=[f"j{i}" for i in table.active],
        start={f"j{i}": x for i, x in table.start.items()},
    )  # fmt: skip


def _coupling(text: str, graph: Graph, used: dict[str, None]) -> Expr:
    """'q5 - q4 + delta' over joint coordinates and parameters."""
    total = lift(graph, 0)
    sign = 1
    for word in text.split():
        if word in "+-":
            sign = 1 if word == "+" else -1
            continue
        if word in ("pi", "pi/2"):
            total = total + sign * Expr(graph, graph.pi()) * (Fraction(1, 2) if word == "pi/2" else 1)
        elif word[0] == "q":
            total = total + sign * symbol(COORDINATE.format(f"j{word[1:]}"), graph)
        else:
            used[word] = None
            total = total + sign * symbol(word, graph)
    return total


def _inertia(rng: np.random.Generator) -> Inertia:
    m = round(float(rng.uniform(0.5, 2)), 3)
    c = [round(float(x), 3) for x in rng.uniform(-0.4, 0.4, 3)]
    A = rng.uniform(-0.3, 0.3, (3, 3))
    S = A @ A.T + 0.05 * np.eye(3)
    t = [[round(float(x), 4) for x in row] for row in (np.trace(S) * np.eye(3) - S)]
    return Inertia.about_com(m, Vec(*c), Mat.of(t))


def _acos(x: float) -> float:
    return math.acos(x)


_BAR = {"l1": 4.5, "l2": 2.0, "l3": 3.0, "l4": 4.0}
_PI = math.pi

FOURBAR1 = Table(
    "fourbar1",
    {1: "R 0 0 0 0 0 q 0", 2: "R 1 0 0 0 l2 q+pi 0", 3: "R 0 0 0 0 l1 q 0", 4: "F 2 0 0 0 l3 0 0", 5: "F 3 0 0 0 l4 0 0"},
    [("f4", "f5")], [1], _BAR, [0.3], [6.0], {1: 1.2, 2: 2.5, 3: 1.9},
)  # fmt: skip
FOURBAR2 = Table(
    "fourbar2",
    {1: "R 0 0 0 0 0 q 0", 2: "R 1 0 0 0 l2 q+pi 0", 3: "R 0 0 0 0 l1 q 0", 4: "F 2 0 0 0 l1 0 0", 5: "F 3 0 0 0 l2 0 0"},
    [("f4", "f5")], [1], {"l1": 4.0, "l2": 2.0}, [0.3], [2.8], {1: 1.2, 2: _PI - 1.2, 3: 1.2},
)  # fmt: skip
FOURBARPRIS = Table(
    "fourbarpris",
    {
        1: "R 0 0 0 0 GK q+pi 0", 2: "P 1 -pi/2 0 -pi/2 0 0 q", 3: "R 0 0 0 0 0 q+pi 0", 4: "F 3 0 0 0 GP 0 0",
        5: "F 2 0 HP pi/2 0 0 0",
    },
    [("f5", "f4")], [2], {"GK": 7.0, "GP": 6.0, "HP": 1.0}, [0.5], [5.5], {1: 1.0, 2: 3.0, 3: 2.4},
)  # fmt: skip
FOURBAR1TURN = Table(
    "fourbar1turn",
    {
        1: "R 0 0 0 0 0 q l5", 2: "R 1 0 0 pi/2 0 q 0", 3: "R 2 0 0 0 l2 q+pi 0", 4: "R 1 0 0 pi/2 l1 q 0",
        5: "F 3 0 0 0 l3 0 0", 6: "F 4 0 0 0 l4 0 0",
    },
    [("f5", "f6")], [1, 2], {**_BAR, "l5": 1.0}, [-3, 0.3], [3, 2.9], {1: 0.1, 2: 1.2, 3: 2.5, 4: 1.9},
)  # fmt: skip
FIVEBAR1 = Table(
    "fivebar1",
    {
        1: "R 0 0 0 0 0 q 0", 2: "R 1 0 0 0 AE q+pi 0", 3: "R 0 0 0 0 AB q 0", 4: "R 3 0 0 0 BC q 0",
        5: "F 4 0 0 0 CD 0 0", 6: "F 2 0 0 0 ED 0 0",
    },
    [("f6", "f5")], [1, 3], {"AB": 5.5, "AE": 2.9, "BC": 3.1, "CD": 4.5, "ED": 4.0}, [-1.2, -2.4], [1.2, 2.4],
    {1: 0.9, 2: 2.2, 3: 1.1, 4: 1.4},
)  # fmt: skip
_PICKER = {
    1: "R 0 0 0 0 0 q+pi 0", 2: "R 1 0 0 0 L1 q 0", 3: "R 2 0 0 0 L2 q+pi 0", 4: "R 2 0 0 0 L3 q 0",
    5: "R 0 phi05 0 0 L5 q 0", 6: "R 2 0 0 0 0 q+pi 0", 7: "R 0 0 0 0 e q+3pi/2 0", 8: "R 1 0 0 0 L1 q+pi 0",
    9: "R 3 0 0 0 L6 q+pi 0", 10: "R 4 0 0 0 L4 q+pi 0", 11: "F 8 0 0 0 L5 0 0", 12: "F 6 0 0 0 L6 0 0",
    13: "F 7 0 0 0 L3 0 0", 14: "F 5 0 0 0 L1 0 0", 15: "F 9 0 0 0 L2 0 0",
}  # fmt: skip
_PICKER_VALUES = {
    "L1": 0.65, "L2": 0.8, "L3": 0.4, "L4": 0.82, "L5": 0.2, "L6": 0.3, "e": 0.17, "phi05": 2 * _PI / 3,
}  # fmt: skip
_PICKER_PI = {6: "q8 - q2 + pi/2", 10: "q7 - q1 - q2 - q4 - pi/2"}
PICKER2DM1 = Table(
    "picker2Dm1", _PICKER, [("b10", "f13"), ("f11", "f14"), ("f12", "f15")], [1, 7],
    _PICKER_VALUES, [-0.17, -0.17], [1.0, 1.0],
    {1: 0.4, 2: -2.59, 3: -0.86, 4: -1.52, 5: 1.45, 6: -0.86, 7: 0.4, 8: 1.69, 9: -2.28, 10: 2.54}, _PICKER_PI,
)  # fmt: skip
PALH1M1 = Table(
    "palh1m1",
    {
        1: "R 0 0 0 0 0 q OT2", 2: "R 1 0 0 pi/2 T2A q+pi/2 0", 3: "R 2 0 0 0 AB q+3pi/2 0", 4: "R 3 0 0 0 BG q 0",
        5: "R 4 0 0 pi/2 GH q HW", 6: "R 1 0 -T2T1 pi/2 -T1D q 0", 7: "R 2 0 0 0 AB q 0", 8: "R 2 0 0 0 0 q 0",
        9: "R 8 0 0 0 AM q+pi 0", 10: "R 7 -phi710 0 0 BE q+pi 0", 11: "F 7 phi711 0 0 BC 0 0",
        12: "F 3 phi312 0 0 BL 0 0", 13: "F 4 phi413 0 0 GP 0 0", 14: "F 6 0 0 0 DC 0 0", 15: "F 9 0 0 0 ML 0 0",
        16: "F 10 pi 0 0 -EP 0 0",
    },
    [("f14", "f11"), ("f12", "f15"), ("f13", "f16")], [1, 2, 3, 5],
    {
        "AB": 2.0, "AM": 3.0, "BC": 3.5, "BE": 3.0, "BG": 4.5, "BL": 2.0, "DC": 3.0, "EP": 3.0, "GP": 4.0, "ML": 3.5,
        "T1D": 2.0, "T2A": 2.0, "T2T1": 2.0, "GH": 2.0, "HW": 2.0, "OT2": 4.0, "phi312": 2 * _PI / 3, "phi413": _PI / 3,
        "phi711": _acos(2 / 3.5), "phi710": _acos(2 / 3),
    },
    [-3, 0.1, 0.1, -3], [3, 1.5, 1.5, 3], {1: 0.1, 2: 0.7, 3: 0.7, 5: 0.2, 8: 1.5, 9: 1.5},
)  # fmt: skip
_PALH3 = {
    1: "R 0 0 0 0 0 q OT1", 2: "R 1 0 0 pi/2 T1A q 0", 3: "R 2 0 0 0 AB q+pi 0", 4: "R 3 0 0 0 BG q 0",
    5: "R 4 0 0 pi/2 GH q HW", 6: "R 1 0 T1T2 pi/2 -DT2 q 0", 7: "R 2 0 0 0 AB q 0", 8: "R 7 -phi78 0 0 BE q+pi 0",
    9: "F 7 phi79 0 0 BC 0 0", 10: "F 4 phi410 0 0 GP 0 0", 11: "F 6 0 0 0 DC 0 0", 12: "F 8 pi 0 0 -EP 0 0",
}  # fmt: skip
PALH3M1 = Table(
    "palh3m1", _PALH3, [("f11", "f9"), ("f10", "f12")], [1, 2, 3, 5],
    {
        "AB": 2.0, "BC": 3.5, "BE": 2.0, "BG": 3.0, "DC": 4.0, "EP": 3.0, "GP": 4.0, "T1A": 2.0, "DT2": 3**0.5 / 2,
        "T1T2": 1.0, "GH": 2.0, "HW": 2.0, "OT1": 2.0, "phi79": _acos(2 / 3.5), "phi410": _PI / 3, "phi78": 0.0,
    },
    [-3, 0.1, 0.1, -3], [3, 1.5, 1.5, 3], {1: 0.1, 2: 0.7, 3: 0.7, 5: 0.2, 4: 1.5, 6: 1.5, 8: 1.5},
)  # fmt: skip
EXOSKELETON = Table(
    "exoskeleton",
    {
        1: "R 0 0 0 0 0 q+-pi/2 l1", 2: "R 1 0 0 -pi/2 0 q+pi/2 l2", 3: "R 2 0 0 pi/2 0 q l3", 4: "R 3 0 0 0 l5 q 0",
        5: "R 4 0 0 0 l11 q 0", 6: "R 5 0 0 0 l12 q+pi/2 0", 7: "R 6 0 0 pi/2 0 q l15", 8: "X 2 0 0 pi/2 0 delta8+pi/2 l3",
        9: "R 8 0 0 0 -l4 q 0", 10: "R 3 0 0 0 l6 q 0", 11: "R 10 0 0 0 l22 q+pi 0", 12: "R 4 0 0 0 l11 q+-pi/2 0",
        13: "X 12 0 0 0 0 delta17+-pi/2 0", 14: "R 13 0 0 0 l14 q+3pi/2 0", 15: "P 14 0 0 pi/2 0 0 q",
        16: "F 10 delta9 0 0 l21 0 0", 17: "F 13 0 0 0 l14 0 0", 18: "F 6 -pi/2+-delta20 0 0 l23 0 0",
        19: "F 9 0 0 0 l20 0 0", 20: "F 11 0 0 0 l13 0 0", 21: "F 15 0 0 -pi/2 0 0 0",
    },
    [("f17", "f20"), ("f16", "f19"), ("f18", "f21")], [1, 2, 4, 5, 7],
    {
        "l1": 0.101, "l2": 0.148, "l3": 0.048, "l4": 0.025, "l5": 0.258, "l6": 0.132, "l11": 0.0385, "l12": 0.0385,
        "l13": 0.1853, "l14": 0.0782, "l15": 0.2658, "l20": 0.1574, "l21": 0.0312, "l22": 0.0567,
        "l23": math.hypot(0.054, 0.071), "delta8": 0.0, "delta18": 0.0, "delta17": math.radians(110),
        "delta9": _PI - math.atan(20 / 24) - math.atan(43 / 37), "delta20": math.atan2(0.054, 0.071),
    },
    [-1.5, -2.3, 0.05, 0.05, -3], [0.7, 0.5, 1.5, 1.5, 3],
    {
        1: 0.1, 2: 0.2, 3: 0.32, 4: 0.8, 5: 0.7, 6: -0.1, 7: 0.3, 9: -0.9, 10: -0.27, 11: 3.81, 12: 0.8, 14: -1.88, 15: 0.07,
    },
    {12: "q4", 6: "q5 - q4 + delta18"},
)  # fmt: skip
PALH3M2_VALUES = {
    "AB": 4.0, "BC": 2.0, "BE": 2.0, "BG": 3.0, "DC": 4.0, "EP": 3.0, "GP": 2.0, "T1A": 3**0.5 / 2, "DT2": 3**0.5 / 2,
    "T1T2": 1.0, "GH": 2.0, "HW": 2.0, "OT1": 2.0, "phi79": _PI / 6, "phi410": _PI / 3, "phi78": _PI / 6,
}  # fmt: skip
_PARALLEL3 = {  # both loops are parallelograms: rods stay parallel to arms, the triangle to the turntable
    6: "q2", 7: "pi - phi1 - phi79 - q2", 8: "q3 - q7 + phi78", 4: "q7 - q3 - phi78 - phi410 - pi",
}  # fmt: skip
PALH3M2 = Table(
    "palh3m2", _PALH3, [], [1, 2, 3, 5], {**PALH3M2_VALUES, "phi1": _PI / 6},
    [-3, 0.1, 0.1, -3], [3, 1.5, 1.5, 3], {}, _PARALLEL3,
)  # fmt: skip
PALH3M2_LOOPS = Table(
    "palh3m2_loops", _PALH3, PALH3M1.loops, [1, 2, 3, 5], PALH3M2_VALUES,
    [-3, 0.7, 0.1, -3], [3, 1.5, 0.6, 3], {1: 0.1, 2: 1.2, 3: 0.3, 4: -4.12, 5: 0.2, 7: 0.89, 8: -0.07, 6: 1.2},
)  # fmt: skip
PICKER2DM2 = Table(
    "picker2Dm2", _PICKER, [("b10", "f13")], [1, 7], _PICKER_VALUES,
    [-0.17, -0.17], [1.0, 1.0], PICKER2DM1.start,
    {**_PICKER_PI, 5: "q1 + pi - phi05", 8: "phi05 - q1", 3: "q6", 9: "pi - q3"},
)  # fmt: skip

TABLES = {
    t.name: t
    for t in (
        FOURBAR1, FOURBAR2, FOURBARPRIS, FOURBAR1TURN, FIVEBAR1, PICKER2DM1, PICKER2DM2, PALH1M1, PALH3M2, PALH3M1,
        PALH3M2_LOOPS, EXOSKELETON,
    )
}  # fmt: skip
