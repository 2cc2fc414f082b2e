"""SYMORO's files: dynamics against Pinocchio models that are made here from the same numbers, by Khalil's transforms."""

from __future__ import annotations

import math
import random
import re
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.optimize import fsolve

import linkwright as lw

from .numeric import Array, poses, rot, trans, value

pin = pytest.importorskip("pinocchio")

EXAMPLES = Path(__file__).parents[2] / "examples/formats"
INERTIAL = ("M", "MX", "MY", "MZ", "XX", "XY", "YY", "XZ", "YZ", "ZZ")
Lists = dict[str, list[Any]]


def random_lists(rng: np.random.Generator, ant: list[int], base: int = 0) -> Lists:
    """A tree with full rows; base: 1 where link 0 has inertia, too."""
    n = len(ant)
    angle = lambda: rng.choice([0, np.pi / 2, -0.4, 1.1], n)  # noqa: E731
    length = lambda: rng.choice([0, 0.3, -0.2], n)  # noqa: E731
    lists: Lists = {"ant": ant, "sigma": list(rng.choice([0, 0, 1], n)), "mu": [1] * n}
    lists |= {key: list(angle()) for key in ("gamma", "alpha", "theta")} | {k: list(length()) for k in "bdr"}
    ten = [
        pin.Inertia(m, c, np.diag(rng.uniform(0.1, 0.2, 3))).toDynamicParameters()
        for m, c in zip(rng.uniform(1, 3, n + base), rng.uniform(-0.2, 0.2, (n + base, 3)), strict=True)
    ]
    lists |= {key: [row[k] for row in ten] for k, key in enumerate(INERTIAL)}
    return lists | {key: list(rng.uniform(0.1, 1, n + base)) for key in ("IA", "FV", "FS")} | {"G": [0.3, -0.5, -9.7]}


def written(lists: Lists, links: int, **more: Any) -> str:
    """The text of a file; variables are th1, r2, ... added to the numbers of the list."""
    shown = {key: [str(x) for x in entries] for key, entries in lists.items()}
    for k, sigma in enumerate(lists["sigma"]):
        key = {0: "theta", 1: "r"}.get(int(sigma))
        if key:
            shown[key][k] = f"{'th' if key == 'theta' else 'r'}{k + 1} + {lists[key][k]}"
    frames = len(lists["ant"])
    sizes = {"NL": links, "NJ": (frames + links) // 2, "NF": frames, "Type": 1, **more}
    head = "".join(f"{key} = {x}\n" for key, x in sizes.items())
    return f"(* Robotname = 'made' *)\n{head}" + "".join(f"{k} = {{{', '.join(x)}}}\n" for k, x in shown.items())


def transform(lists: Lists, k: int) -> Array:
    gamma, b, alpha, d, theta, r = (float(lists[key][k]) for key in ("gamma", "b", "alpha", "d", "theta", "r"))
    return rot("z", gamma) @ trans("z", b) @ rot("x", alpha) @ trans("x", d) @ rot("z", theta) @ trans("z", r)


def pinocchio_model(lists: Lists, links: int, floating: bool = False) -> Any:
    model = pin.Model()
    model.gravity.linear = np.array(lists["G"], float)
    base = int(floating)
    joints = {0: 0}
    if floating:
        joints[0] = model.addJoint(0, pin.JointModelFreeFlyer(), pin.SE3.Identity(), "base")
    for k in range(links):
        kind = (pin.JointModelRZ, pin.JointModelPZ)[int(lists["sigma"][k])]()
        joints[k + 1] = model.addJoint(joints[lists["ant"][k]], kind, pin.SE3(transform(lists, k)), f"j{k + 1}")
    for k in range(links + base):
        ten = np.array([lists[key][k] for key in INERTIAL], float)
        inertia = pin.Inertia.FromDynamicParameters(ten)
        model.appendBodyToJoint(joints[k + 1 - base], inertia, pin.SE3.Identity())
    return model


@pytest.mark.parametrize(("ant", "floating"), [([0, 1, 2], False), ([0, 1, 1, 3, 3], False), ([0, 1, 0], True)])
@pytest.mark.parametrize("seed", range(4))
def test_dynamics_are_pinocchio_s(ant: list[int], floating: bool, seed: int, tmp_path: Path) -> None:
    """Inertia, rotors, friction, gravity and its sign, trees, a floating base with its own inertia."""
    rng = np.random.default_rng(seed)
    n, base = len(ant), int(floating)
    lists = random_lists(rng, ant, base)
    path = tmp_path / "made.par"
    path.write_text(written(lists, n, is_floating=floating))
    robot = lw.load(path)
    assert isinstance(robot, lw.OpenRobot)
    model = pinocchio_model(lists, n, floating)
    q = pin.randomConfiguration(model, np.full(model.nq, -1.0), np.full(model.nq, 1.0))
    v, a = rng.uniform(-1, 1, (2, model.nv))
    expected = pin.rnea(model, model.createData(), q, v, a)
    rotor, viscous, dry = (np.array(lists[key][base:]) for key in ("IA", "FV", "FS"))
    expected[6 * base :] += rotor * a[6 * base :] + viscous * v[6 * base :] + dry * np.sign(v[6 * base :])
    order = [int(re.sub(r"\D", "", name)) for name in robot.joint_names if name != "base"]  # ours is depth first
    places = [*range(6 * base), *(6 * base + k - 1 for k in order)]
    ahead = [*range(7 * base), *(7 * base + k - 1 for k in order)]
    tau = lw.derive(robot, "inverse_dynamics")(q=q[ahead], v=v[places], a=a[places])
    assert np.allclose(tau, expected[places], atol=1e-10)


def five_bar() -> Lists:
    lists: Lists = {
        "ant": [0, 1, 0, 3, 4, 2], "sigma": [0, 0, 0, 0, 0, 2], "mu": [1, 0, 1, 0, 0, 0], "gamma": [0, 0.2, 0, 0, 0, 0],
        "b": [0] * 6, "alpha": [np.pi / 2, 0, np.pi / 2, 0, 0, 0], "d": [0, 0.25, 0.3, 0.25, 0.35, 0.35],
        "theta": [2.1, -1.2, 1.0, 1.1, 0, 0], "r": [0] * 6, "IA": [0.002, 0, 0.003, 0], "G": [1, 0, -9.81],
    }  # fmt: skip
    values = {"M": 0.8, "MX": 0.1, "MY": 0.02, "ZZ": 0.03}
    return lists | {key: [values.get(key, 0) * (1 + 0.1 * k) for k in range(4)] for key in INERTIAL}


def test_closed_loops_are_cut_where_khalil_cuts_them(tmp_path: Path) -> None:
    """Frames 5 and 6 meet; forces at rest are the tree's, seen through the null space of the gap's Jacobian by differences."""
    lists = five_bar()
    path = tmp_path / "five_bar.par"
    path.write_text(written(lists, 4, Type=2))
    robot = lw.load(path)
    assert isinstance(robot, lw.ClosedRobot)
    assert [(x.kind, x.first, x.second) for x in robot.loops] == [("pin", "frame5", "frame6")]
    assert robot.actuated == ("th1", "th3")
    q, a = np.array([0.1, -0.2]), np.array([0.7, -0.4])

    def gap(x: Array) -> Array:
        th = [*x, 0.0, 0.0]
        T = [transform(lists, k) @ rot("z", th[k]) for k in range(6)]
        return (T[2] @ T[3] @ T[4] - T[0] @ T[1] @ T[5])[[0, 2], 3]

    th2, th4 = fsolve(lambda y: gap(np.array([q[0], y[0], q[1], y[1]])), [0.0, 0.0], xtol=1e-13)
    x = np.array([q[0], th2, q[1], th4])
    J = np.array([(gap(x + h) - gap(x - h)) / 2e-6 for h in 1e-6 * np.eye(4)]).T
    W = np.zeros((4, 2))
    W[[0, 2]] = np.eye(2)
    W[[1, 3]] = -np.linalg.solve(J[:, [1, 3]], J[:, [0, 2]])
    model = pinocchio_model(lists, 4)
    tree = pin.rnea(model, model.createData(), x, np.zeros(4), W @ a) + np.array(lists["IA"]) * (W @ a)
    tau = lw.derive(robot, "inverse_dynamics")(q=q, v=np.zeros(2), a=a)
    assert np.allclose(tau, W.T @ tree, atol=1e-8)


def test_the_rx90_has_36_base_parameters() -> None:
    """Of its links, without the rotors (Khalil & Dombre 2002, section 9.4)."""
    base = lw.derive(lw.load(EXAMPLES / "rx90.par"), "base_parameters")
    assert base.outputs["base"].shape == (36,)


SYMORO = {
    "rx90.par": [4.509840847869996, -11.887121712551275, -18.82835057109819, 3.603682828974775, -13.259009403486749,
                 8.522036313599527],
    "five_bar.par": [-0.46250810137614556, 0.39651210658344266, 1.6370077478664768, -0.6757865392639326],
}  # fmt: skip
"""Forces of the trees by OpenSYMORO's own Newton-Euler algorithm, with every symbol (QP1, QDP1 are rates) as below."""


def symbol_value(name: str) -> float:
    return round(math.sin(sum(ord(c) * (i + 1) for i, c in enumerate(name))), 3)


@pytest.mark.parametrize("name", SYMORO)
def test_forces_are_symoro_s(name: str) -> None:
    robot = lw.load(EXAMPLES / name)
    assert not isinstance(robot, lw.Lagrangian)
    f = lw.derive(robot.tree, "inverse_dynamics")  # numbers stay numbers
    n = robot.tree.nv
    q = [symbol_value(joint) for joint in robot.tree.joint_names]
    v, a = ([symbol_value(f"{word}{k}") for k in range(1, n + 1)] for word in ("QP", "QDP"))
    given = {key: [symbol_value(x) for x in f.inputs[key].labels] for key in f.inputs if key not in "qva"}
    assert np.allclose(f(q=q, v=v, a=a, **given), SYMORO[name], atol=1e-12)


PLANAR = """(* Robotname = 'two link' *)
NF = 2
NL = 2
NJ = 2
Type = 0 (* Simple *)
Ant = {
        0,1}
Sigma  = {0,0}
d = {0,
     L1}
R = {0,0}
Alpha = {Pi/2,0}
Theta = {0,Pi/4}
M = {0,m2}
MX = {0,m2*sqrt(L1**2 + L2^2)}
G = {0,0,g}
QP = {QP1,QP2}
FX = {0,FX2}
CZ = {0,0}
VP0 = {0,0,a0}
Elastic = {1}
"""


def loaded(text: str, tmp_path: Path) -> lw.OpenRobot | lw.ClosedRobot:
    path = tmp_path / "robot.par"
    path.write_text(text, encoding="latin-1")
    robot = lw.load(path)
    assert not isinstance(robot, lw.Lagrangian)
    return robot


def test_symoro_plus_spelling_and_what_is_noted(tmp_path: Path) -> None:
    robot = loaded("(* 1 rue de la No\xeb *)\n" + PLANAR, tmp_path)
    assert robot.name == "two link"
    assert robot.joint_names == ("q1", "q2")
    assert robot.gravity == (0, 0, lw.symbol("g") - lw.symbol("a0"))
    assert value(robot.bodies["link2"].inertia.parameters[1], {"m2": 2, "L1": 3, "L2": 4}) == 10
    at = poses(robot.tree, {"q1": 0.3, "q2": 0.0}, {"L1": 2.0})
    assert np.allclose(at["link2"], rot("x", np.pi / 2) @ rot("z", 0.3) @ trans("x", 2.0) @ rot("z", np.pi / 4))
    notes = [(note.kind, note.what, note.where) for note in robot.notes]
    for kind, words, line in (
        ("assumed", "variables q1, q2: the file has numbers in their places, which are added to them", 14),
        ("assumed", "symbols for MY MZ XX XY YY XZ YZ ZZ of every link", None),
        ("assumed", "gravity is G - VP0", 21),
        ("ignored", "QP, names of rates", 18),
        ("ignored", "FX to CZ, the wrench on the environment of link 2", 19),
        ("ignored", "'Elastic', which is no key of SYMORO's", 22),
    ):
        where = f"robot.par:{line}" if line else "robot.par"
        assert any(k == kind and words in what and w == where for k, what, w in notes), (words, notes)


def test_flexible_and_locked_joints(tmp_path: Path) -> None:
    text = PLANAR.replace("Sigma  = {0,0}", "sigma = {0,2}\neta = {1,0}\nk = {k1,5}\nFV = {0,2}\nmu = {0,1}")
    robot = loaded(text.replace("Theta = {0,Pi/4}", "Theta = {th1,Pi/4}"), tmp_path)
    assert robot.nv == 1
    assert robot.joints["th1"].drive.stiffness == lw.symbol("k1")
    said = [note.what for note in robot.notes]
    assert any("joint 'th1' is flexible" in what for what in said)
    assert any("k of a joint without eta" in what for what in said)
    assert any("friction or spring of a fixed joint" in what for what in said)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("NJ = 2", "", "the file has no NJ"),
        ("NJ = 2", "NJ = two", "NJ is 'two', not a number"),
        ("NJ = 2", "NJ = 1", "NL = 2, NJ = 1, NF = 2 do not belong together"),
        ("NF = 2", "NF = 3", "NL = 2, NJ = 2, NF = 3 do not belong together"),
        ("Type = 0", "Type = 7", "Type is '7'"),
        ("R = {0,0}", "R = {0,0,0}", "robot.par:11  r has 3 entries, not 2"),
        ("R = {0,0}", "", "the file has no list 'r'"),
        ("R = {0,0}", "R = 0", "'r' is no list"),
        ("R = {0,0}", "R = {0,0", "the list 'R' is not closed"),
        ("R = {0,0}", "R = {0,q2}", "frame 2 is a revolute joint with q2 in r"),
        ("R = {0,0}", "R = {0,0}\nr = {1,1}", "'r' is there twice, first in line 11"),
        ("Theta = {0,Pi/4}", "Theta = {th1,th1}", "frames 1 and 2 have the same variable th1"),
        ("Theta = {0,Pi/4}", "Theta = {th1,a + c}", "which of a, c in theta of frame 2 is its variable?"),
        ("Theta = {0,Pi/4}", "Theta = {th1,\n2*th2}", "theta of a revolute joint must be its variable th2"),
        ("Sigma  = {0,0}", "Sigma = {0,5}", "frame 2 has sigma = '5'"),
        ("        0,1}", "        0,2}", "frame 2 is its own antecedent"),
        ("        0,1}", "        0,9}", "frame 2 has antecedent '9', which is no row above it"),
        ("MX = {0,m2*sqrt(L1**2 + L2^2)}", "MX = {0,open('x')}", "MX of link 2"),
        ("MX = {0,m2*sqrt(L1**2 + L2^2)}", "MX = {0,m2*(}", "MX of link 2"),
        ("(* Simple *)", "(* Simple", "a comment is not closed"),
        ("VP0 = {0,0,a0}", "W0 = {0,0,1}", "W0 is not zero: the base turns"),
        ("VP0 = {0,0,a0}", "is_floating = maybe", "is_floating is 'maybe'"),
        ("VP0 = {0,0,a0}", "hello world", "'hello world' is not understood"),
        (PLANAR, "", "the file has no robot of SYMORO"),
    ],
)  # fmt: skip
def test_mistakes_are_explained(old: str, new: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(lw.LinkwrightError) as caught:
        loaded(PLANAR.replace(old, new), tmp_path)
    assert words in str(caught.value)
    assert "\n    " in str(caught.value)  # a remedy


def test_a_wrong_type_is_repaired_with_a_note(tmp_path: Path) -> None:
    robot = loaded(PLANAR.replace("        0,1}", "        0,0}"), tmp_path)
    assert robot.joints["q2"].parent == "world"
    assert any(note.kind == "repaired" and "make a tree" in note.what for note in robot.notes)


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.par")), ids=lambda p: p.stem)
def test_mutilated_files_end_in_an_error_or_a_robot(path: Path, tmp_path: Path) -> None:
    whole, rng = path.read_text(), random.Random(path.stem)
    junk = [
        "{",
        "}",
        "(*",
        "*)",
        ",",
        "=",
        "1e999",
        "-",
        "th1",
        "9" * 30,
        "\0",
        "NL = 99999",
        "((((",
        "nan",
        "1/0",
        "\n",
    ]
    refused = 0
    for _ in range(150):
        text = whole
        for _ in range(rng.choice([1, 1, 3])):
            at, cut = rng.randrange(len(text)), rng.choice([0, 1, 8, 100])
            text = text[:at] + rng.choice(junk) + text[at + cut :]
        try:
            loaded(text, tmp_path)
        except lw.LinkwrightError as error:
            refused += bool(str(error))
    assert refused > 30


@pytest.mark.parametrize(
    "text", ["d = {" + "0," * 10**5 + "0}", "(*" * 10**5, "{" * 10**5, "NL = 4000\nNJ = 4000\n", "x=1\n" * 10**5]
)
def test_large_files_end_soon(text: str, tmp_path: Path) -> None:
    started = time.process_time()
    with pytest.raises(lw.LinkwrightError):
        loaded(text, tmp_path)
    assert time.process_time() - started < 2


def test_start_motors_and_values_may_stand_beside_the_file(tmp_path: Path) -> None:
    lists = five_bar()
    text = written(lists, 4, Type=2)
    path = tmp_path / "five_bar.par"
    path.write_text(text.replace("G = {1, 0, -9.81}", "G = {0, 0, g}"))
    side = "parameters: {g: -9.81}\nactuated: [th1, th2]\nstart: {th1: 0.1, th2: 90 deg}\n"
    side += "frames: {tool: {body: link2, xyz: [0.1, 0, 0]}}\nwrenches: [link4]\n"
    (tmp_path / "five_bar.loops.yaml").write_text(side)
    robot = lw.load(path)
    assert isinstance(robot, lw.ClosedRobot)
    assert robot.actuated == ("th1", "th2")
    assert robot.parameters["g"].value == -9.81
    assert set(robot.start) == {"th1", "th2"}
    assert robot.tree.frames["tool"].body == "link2"
    assert robot.tree.wrenches == ("link4",)
    assert any("'five_bar.loops.yaml'" in note.what for note in robot.notes)


@pytest.mark.parametrize(("key", "written"), [("sigma", "Sigmma"), ("alpha", "alhpa"), ("NL", "NLL")])
def test_a_misspelt_key_is_named_where_it_is_missed(key: str, written: str, tmp_path: Path) -> None:
    path = tmp_path / "arm.par"
    text = (EXAMPLES / "rx90.par").read_text()
    path.write_text(re.sub(rf"(?im)^{key}(\s*=)", rf"{written}\1", text))
    line = path.read_text().split(written)[0].count("\n") + 1
    with pytest.raises(lw.LinkwrightError, match=f"has no .*{key}'?, but '{written}'") as told:
        lw.load(path)
    assert told.value.where == f"arm.par:{line}"
