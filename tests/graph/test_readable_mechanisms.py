"""Readable equations of textbook mechanisms: equal to the book's formulas, and as short.

Formulas as in Spong, Hutchinson & Vidyasagar (two-link arm, SCARA), Craig (PUMA 560), and every course on mechanics (cart and
pole, spherical pendulum, polar arm), written down from the geometry and compared by value.
"""

from __future__ import annotations

import functools
import math
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import linkwright as lw
from tests.support.graph import Function, Graph, Readable, Scalar, equal, equations, readable_function, symbol
from tests.support.model import Body, Joint, Robot, make_robot
from tests.support.package import derive
from tests.support.spatial import ZERO, Inertia, Mat, Transform, Vec, translation

G = Graph()
HERE = Transform()
TURNED = Mat(Vec(1, 0, 0), Vec(0, 0, -1), Vec(0, 1, 0))  # z to -y: 90 degrees about x
EXAMPLE = Path(__file__).parents[2] / "examples" / "double_pendulum.yaml"


def s(name: str) -> Scalar:
    return symbol(name, G)


def body(mass: str, com: Vec = ZERO, *inertia: str) -> Inertia:
    """A body with mass and centre of mass, and principal inertias about the centre (one: about z)."""
    ixx, iyy, izz = [s(n) for n in inertia] if len(inertia) == 3 else [0, 0, s(inertia[0]) if inertia else 0]
    return Inertia.about_com(s(mass), com, Mat(Vec(ixx, 0, 0), Vec(0, iyy, 0), Vec(0, 0, izz)))


def chain(gravity: Vec, *links: tuple[str, Vec, Transform, Inertia]) -> Robot:
    bodies = [Body(f"b{k}", inertia) for k, (_, _, _, inertia) in enumerate(links)]
    joints = [
        Joint(f"j{k}", kind, f"b{k - 1}" if k else "world", f"b{k}", X=X, axis=axis)
        for k, (kind, axis, X, _) in enumerate(links)
    ]
    return make_robot("chain", bodies, joints, gravity=gravity)


X, Y, Z = Vec(1, 0, 0), Vec(0, 1, 0), Vec(0, 0, 1)
g = s("g")


def along_x(name: str) -> Transform:
    return translation(s(name), 0, 0)


def cart_pole() -> Robot:
    return chain(Vec(0, 0, -g), ("prismatic", X, HERE, body("M")), ("revolute", Y, HERE, body("m", Vec(0, 0, s("l")))))


def two_link() -> Robot:
    return chain(
        Vec(0, -g, 0),
        ("revolute", Z, HERE, body("m1", Vec(s("r1"), 0, 0), "I1")),
        ("revolute", Z, along_x("l1"), body("m2", Vec(s("r2"), 0, 0), "I2")),
    )


def spherical_pendulum() -> Robot:
    return chain(Vec(0, 0, -g), ("revolute", Z, HERE, Inertia()), ("revolute", Y, HERE, body("m", Vec(0, 0, -s("l")))))


def polar_arm() -> Robot:
    return chain(
        Vec(0, -g, 0),
        ("revolute", Z, HERE, body("m1", Vec(s("r1"), 0, 0), "I1")),
        ("prismatic", X, HERE, body("m2", ZERO, "I2")),
    )


def scara() -> Robot:
    return chain(
        Vec(0, 0, -g),
        ("revolute", Z, HERE, body("m1", Vec(s("r1"), 0, 0), "I1")),
        ("revolute", Z, along_x("l1"), body("m2", Vec(s("r2"), 0, 0), "I2")),
        ("revolute", Z, along_x("l2"), body("m3", ZERO, "I3")),
        ("prismatic", -Z, HERE, body("m4", ZERO, "I4")),
    )


def elbow() -> Robot:
    return chain(
        Vec(0, 0, -g),
        ("revolute", Z, HERE, body("m1", ZERO, "A1", "B1", "C1")),
        ("revolute", Z, Transform(TURNED, Vec(0, 0, s("h"))), body("m2", Vec(s("r2"), 0, 0))),
        ("revolute", Z, along_x("l2"), body("m3", Vec(s("r3"), 0, 0))),
    )


def puma() -> Robot:
    def link(k: int) -> Inertia:
        names = ("m", "mx", "my", "mz", "Ixx", "Ixy", "Iyy", "Ixz", "Iyz", "Izz")
        return Inertia.from_parameters([s(f"{name}{k}") for name in names])

    back = TURNED.T
    places = [
        HERE, Transform(back), translation(s("a2"), 0, s("d3")), Transform(back, Vec(s("a3"), s("d4"), 0)),
        Transform(TURNED), Transform(back),
    ]  # fmt: skip
    return chain(Vec(0, 0, -g), *(("revolute", Z, X_k, link(k + 1)) for k, X_k in enumerate(places)))


BOOK: dict[Callable[[], Robot], dict[str, dict[str, str]]] = {
    cart_pole: {
        "mass_matrix": {"M11": "M + m", "M12": "m*l*cos(q2)", "M22": "m*l**2"},
        "coriolis_vector": {"c1": "-m*l*dq2**2*sin(q2)", "c2": "0"},
        "gravity": {"g1": "0", "g2": "-m*g*l*sin(q2)"},
        "kinetic_energy": {"T": "(M + m)*dq1**2/2 + m*l*dq1*dq2*cos(q2) + m*l**2*dq2**2/2"},
        "inverse_dynamics": {
            "tau1": "(M + m)*ddq1 + m*l*cos(q2)*ddq2 - m*l*dq2**2*sin(q2)",
            "tau2": "m*l*cos(q2)*ddq1 + m*l**2*ddq2 - m*g*l*sin(q2)",
        },
        "forward_dynamics": {
            "a1": "(tau1 - tau2*cos(q2)/l + m*l*dq2**2*sin(q2) - m*g*sin(q2)*cos(q2))/(M + m*sin(q2)**2)",
            "a2": "((M + m)*tau2 - m*l*tau1*cos(q2) - m**2*l**2*dq2**2*sin(q2)*cos(q2) + (M + m)*m*g*l*sin(q2))"
            "/(m*l**2*(M + m*sin(q2)**2))",
        },
    },
    two_link: {
        "mass_matrix": {
            "M11": "m1*r1**2 + m2*(l1**2 + r2**2 + 2*l1*r2*cos(q2)) + I1 + I2",
            "M12": "m2*(r2**2 + l1*r2*cos(q2)) + I2",
            "M22": "m2*r2**2 + I2",
        },
        "coriolis_vector": {"c1": "-m2*l1*r2*sin(q2)*(2*dq1*dq2 + dq2**2)", "c2": "m2*l1*r2*sin(q2)*dq1**2"},
        "gravity": {
            "g1": "(m1*r1 + m2*l1)*g*cos(q1) + m2*r2*g*cos(q1 + q2)",
            "g2": "m2*r2*g*cos(q1 + q2)",
        },
        "kinetic_energy": {
            "T": "(I1 + m1*r1**2 + m2*l1**2)*dq1**2/2 + (I2 + m2*r2**2)*(dq1 + dq2)**2/2 + m2*l1*r2*cos(q2)*dq1*(dq1 + dq2)"
        },
        "mass_matrix_inverse": {
            "Minv11": "(m2*r2**2 + I2)/((m2*r2**2 + I2)*(m1*r1**2 + I1) + m2*l1**2*(I2 + m2*r2**2*sin(q2)**2))"
        },
    },
    spherical_pendulum: {
        "mass_matrix": {"M11": "m*l**2*sin(q2)**2", "M12": "0", "M22": "m*l**2"},
        "coriolis_vector": {
            "c1": "2*m*l**2*sin(q2)*cos(q2)*dq1*dq2",
            "c2": "-m*l**2*sin(q2)*cos(q2)*dq1**2",
        },
        "gravity": {"g1": "0", "g2": "m*g*l*sin(q2)"},
        "kinetic_energy": {"T": "m*l**2*(dq2**2 + dq1**2*sin(q2)**2)/2"},
    },
    polar_arm: {
        "mass_matrix": {"M11": "I1 + I2 + m1*r1**2 + m2*q2**2", "M12": "0", "M22": "m2"},
        "coriolis_vector": {"c1": "2*m2*q2*dq1*dq2", "c2": "-m2*q2*dq1**2"},
        "gravity": {"g1": "(m1*r1 + m2*q2)*g*cos(q1)", "g2": "m2*g*sin(q1)"},
    },
    scara: {
        "mass_matrix": {
            "M11": "I1 + I2 + I3 + I4 + m1*r1**2 + m2*(l1**2 + r2**2 + 2*l1*r2*cos(q2))"
            " + (m3 + m4)*(l1**2 + l2**2 + 2*l1*l2*cos(q2))",
            "M12": "I2 + I3 + I4 + m2*(r2**2 + l1*r2*cos(q2)) + (m3 + m4)*(l2**2 + l1*l2*cos(q2))",
            "M13": "I3 + I4",
            "M44": "m4",
        },
        "coriolis_vector": {
            "c1": "-l1*sin(q2)*(m2*r2 + (m3 + m4)*l2)*dq2*(2*dq1 + dq2)",
            "c2": "l1*sin(q2)*(m2*r2 + (m3 + m4)*l2)*dq1**2",
        },
        "gravity": {"g1": "0", "g4": "-m4*g"},
        "inverse_dynamics": {"tau3": "(I3 + I4)*(ddq1 + ddq2 + ddq3)", "tau4": "m4*ddq4 - m4*g"},
    },
    elbow: {
        "mass_matrix": {
            "M11": "C1 + m2*r2**2*cos(q2)**2 + m3*(l2*cos(q2) + r3*cos(q2 + q3))**2",
            "M12": "0",
            "M22": "m2*r2**2 + m3*(l2**2 + r3**2 + 2*l2*r3*cos(q3))",
            "M23": "m3*(r3**2 + l2*r3*cos(q3))",
            "M33": "m3*r3**2",
        },
        "gravity": {"g1": "0", "g2": "g*((m2*r2 + m3*l2)*cos(q2) + m3*r3*cos(q2 + q3))"},
    },
    puma: {
        "forward_kinematics": {
            "pose11": "cos(q1)*(cos(q2+q3)*(cos(q4)*cos(q5)*cos(q6) - sin(q4)*sin(q6)) - sin(q2+q3)*sin(q5)*cos(q6))"
            " + sin(q1)*(sin(q4)*cos(q5)*cos(q6) + cos(q4)*sin(q6))",
            "pose23": "-sin(q1)*(cos(q2+q3)*cos(q4)*sin(q5) + sin(q2+q3)*cos(q5)) + cos(q1)*sin(q4)*sin(q5)",
            "pose14": "cos(q1)*(a2*cos(q2) + a3*cos(q2+q3) - d4*sin(q2+q3)) - d3*sin(q1)",
            "pose34": "-a3*sin(q2+q3) - a2*sin(q2) - d4*cos(q2+q3)",
        }
    },
}  # fmt: skip

CASES = [
    pytest.param(robot, quantity, name, id=f"{robot.__name__}-{name}")
    for robot, quantities in BOOK.items()
    for quantity, formulas in quantities.items()
    for name in formulas
]


@functools.cache
def function(robot: Callable[[], Robot], quantity: str) -> Function:
    options = {"frame": "b5"} if quantity == "forward_kinematics" else {}
    return derive(robot(), quantity, parameters="symbolic", **options)


@functools.cache
def printed(robot: Callable[[], Robot], quantity: str) -> dict[str, Readable]:
    return dict(readable_function(function(robot, quantity)))


def value(formula: str, seed: int) -> float:
    """At a random point: every name has the same value in every formula."""
    names = {name: random.Random(f"{seed} {name}").uniform(0.2, 1.5) for name in re.findall(r"[A-Za-z]\w*", formula)}
    return eval(formula, {**names, "sin": math.sin, "cos": math.cos})


def length(formula: str) -> int:
    """Names and numbers, and brackets at the price of two."""
    return len(re.findall(r"[A-Za-z]\w*|\d+", formula)) + 2 * len(re.findall(r"(?<![A-Za-z0-9])\(", formula))


@pytest.mark.parametrize(("robot", "quantity", "name"), CASES)
def test_the_value_is_the_textbooks(robot: Callable[[], Robot], quantity: str, name: str) -> None:
    x = printed(robot, quantity)[name]
    assert x.is_closed
    for seed in range(3):
        assert value(x.ascii(), seed) == pytest.approx(value(BOOK[robot][quantity][name], seed), rel=1e-12, abs=1e-14)


@pytest.mark.parametrize(("robot", "quantity", "name"), CASES)
def test_the_form_is_about_as_short_as_the_textbooks(robot: Callable[[], Robot], quantity: str, name: str) -> None:
    book = length(BOOK[robot][quantity][name])
    assert length(printed(robot, quantity)[name].ascii()) <= max(book + 2, 1.15 * book)


@pytest.mark.parametrize(
    "quantity", ["mass_matrix", "coriolis_vector", "gravity", "inverse_dynamics", "kinetic_energy"]
)
@pytest.mark.parametrize("robot", [cart_pole, two_link, spherical_pendulum, polar_arm, scara, elbow])
def test_what_is_printed_equals_what_was_derived_exactly(robot: Callable[[], Robot], quantity: str) -> None:
    f = function(robot, quantity)
    forms = dict(readable_function(f))
    graph = Graph()
    nodes: list[int] = []
    for port in f.outputs.values():
        for k in range(port.size):
            name = port.name if not port.shape else f"{port.name}{k + 1}"
            if len(port.shape) == 2:
                i, j = sorted(divmod(k, port.shape[1]))  # the upper triangle stands for both
                name = f"{port.name}{i + 1}{j + 1}"
            nodes.append(forms[name].expr(graph).index)
    assert equal(f, f.with_outputs(graph, nodes))


def test_the_double_pendulum_of_the_examples() -> None:
    robot = lw.load(str(EXAMPLE))
    lines = [
        line for q in ("M", "c", "passive_forces", "g") for line in equations(derive(robot, q, parameters="symbolic"))
    ]
    assert lines == [
        "M11 = L1 L2 m2 cos(q2) + L1²m1/4 + L1²m2 + L2²m2/4",
        "M12 = L1 L2 m2 cos(q2)/2 + L2²m2/4",
        "M22 = L2²m2/4",
        "c1 = −L1 L2 m2 q̇2 sin(q2)(q̇1 + q̇2/2)",
        "c2 = L1 L2 m2 q̇1² sin(q2)/2",
        "passive1 = c q1 + d q̇1",
        "passive2 = 0",
        "g1 = g(L1 m1 sin(q1)/2 + L1 m2 sin(q1) + L2 m2 sin(q1+q2)/2)",
        "g2 = g L2 m2 sin(q1+q2)/2",
    ]


@pytest.mark.parametrize("robot", [two_link, spherical_pendulum, scara])
def test_three_derivations_print_the_same(robot: Callable[[], Robot]) -> None:
    methods = ("newton_euler", "lagrange", "lie_group")
    texts = [equations(derive(robot(), "inverse_dynamics", method=m, parameters="symbolic")) for m in methods]
    assert texts[0] == texts[1] == texts[2]


def test_a_large_symbolic_model_prints_in_steps_what_is_too_long() -> None:
    f = function(puma, "inverse_dynamics")
    forms = readable_function(f)
    assert all(not x.is_closed and x.steps for _, x in forms)
    graph = Graph()
    assert equal(f, f.with_outputs(graph, [x.expr(graph).index for _, x in forms]))
    short = dict(readable_function(function(puma, "mass_matrix"), max_terms=20))
    assert short["M55"].is_closed
    assert not short["M11"].is_closed
    assert short["M66"].text() == "Izz6"


def test_measured_parameters_print_as_numbers() -> None:
    robot = lw.load(str(EXAMPLE))
    assert equations(derive(robot, "mass_matrix"))[0] == "M11 = cos(q2) + 3/2"
    assert equations(derive(robot, "gravity"))[1] == "g2 = 4.9 sin(q1+q2)"
