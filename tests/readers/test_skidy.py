"""Robots of Skidy's: against numbers that Skidy itself computed, and against products of exponentials by NumPy."""

from __future__ import annotations

import copy
import json
import random
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from ruamel.yaml import YAML
from scipy.linalg import expm

import linkwright as lw

from .numeric import Array, poses

EXAMPLES = Path(__file__).parents[2] / "examples/formats"

SKIDY: dict[str, dict[str, Any]] = {
    "two_link.yaml": {
        "p": {"I3": 0.664, "L1": 1.262, "L2": 1.34, "L3": 0.923, "g": 0.404, "m1": 1.288, "m2": 1.178, "m3": 0.913},
        "q": [1.185, 0.702, -0.285], "v": [-1.024, 1.385, -1.339], "a": [-1.162, -0.878, 0.566],
        "tau": [-18.337388039329134, -9.264385667951151, -1.1001854004434182],
        "ee": {"ee": [-0.14019337435340928, 3.0491780715592105, 0.0]},
    },
    "tree.json": {
        "p": {"J1": 0.483, "c": 0.659, "g": 0.654, "h": 1.282, "m1": 1.258, "tilt": 0.436},
        "q": [-1.046, 0.348, 0.749], "v": [1.463, -0.02, 1.275], "a": [0.167, -1.136, -0.612],
        "tau": [13.460176314225128, -2.628382604353125, -10.03587856885132],
        "ee": {
            "ee1": [0.2609891884227713, -0.45079893012392025, 1.038406711866064],
            "ee2": [0.2124999074403143, -0.7662171401698815, 0.9234528155908263],
        },
    },
}  # fmt: skip
"""Forces and end-effectors by Skidy 0.0.1, for random parameters and states."""


def loaded(source: Any) -> lw.OpenRobot:
    robot = lw.load(source)
    assert isinstance(robot, lw.OpenRobot)
    return robot


def forces(robot: lw.OpenRobot, state: dict[str, Any]) -> Array:
    f = lw.derive(robot, "inverse_dynamics", parameters="symbolic")
    given = {n: [state["p"][x] for x in f.inputs[n].labels] for n in f.inputs if n not in "qva"}
    return f(q=state["q"], v=state["v"], a=state["a"], **given)


@pytest.mark.parametrize("name", SKIDY)
def test_forces_and_end_effectors_are_skidy_s(name: str) -> None:
    robot, state = loaded(EXAMPLES / name), SKIDY[name]
    assert np.allclose(forces(robot, state), state["tau"], atol=1e-12)
    at = poses(robot, dict(zip(robot.joint_names, state["q"], strict=True)), state["p"])
    for frame, place in state["ee"].items():
        assert np.allclose(at[frame][:3, 3], place, atol=1e-12)


# --- every form of poses and inertias, against exponentials ----------------------------------------------------------


def hat(screw: Array) -> Array:
    w, v = screw[:3], screw[3:]
    T = np.zeros((4, 4))
    T[:3, :3] = [[0, -w[2], w[1]], [w[2], 0, -w[0]], [-w[1], w[0], 0]]
    T[:3, 3] = v
    return T


def random_robot(rng: np.random.Generator, representation: str) -> dict[str, Any]:
    """Four joints in a tree, each screw and pose in a form of its own; numbers only."""
    units = rng.normal(size=(4, 3))
    units /= np.linalg.norm(units, axis=1)[:, None]
    points = rng.uniform(-0.5, 0.5, (4, 3))
    quaternion = rng.normal(size=4)
    quaternion /= np.linalg.norm(quaternion)
    R = expm(hat(np.array([*units[0], 0, 0, 0])))[:3, :3]
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = R, points[3]
    helix = [*units[3], *(np.cross(points[3], units[3]) + 0.1 * units[3])]
    inertia = {"mass": 2.5, "com": [0.1, -0.2, 0.05], "inertia": [0.5, 0.01, 0.02, 0.6, -0.03, 0.7]}
    return {
        "parent": [0, 1, 1, 3],
        "gravity": [0.3, -0.4, -9.7],
        "representation": representation,
        "joint_screw_coord": [
            {"type": "revolute", "axis": units[0].tolist(), "vec": points[0].tolist()},
            {"type": "prismatic", "axis": units[1].tolist()},
            [*units[2], *np.cross(points[2], units[2])],
            helix,
        ],
        "body_ref_config": [
            {"rotation": {"axis": units[2].tolist(), "angle": 0.7}, "translation": points[1].tolist()},
            {"rotation": {"Q": quaternion.tolist()}, "translation": points[2].tolist()},
            {"xyzrpy": [0.1, 0.2, -0.3, 0.4, -0.5, 0.6]},
            T.tolist(),
        ],
        "mass_inertia": [
            inertia,
            {**inertia, "frame": "com", "rotation": R.tolist()},
            {
                **inertia,
                "inertia": {"Ixx": 0.5, "Iyy": 0.6, "Izz": 0.7, "Ixz": 0.02},
            },  # about the com, as the one before
            {**inertia, "frame": "body", "inertia": 0.9},
        ],
        "q": ["q1", "q2", "q3", "q4"],
    }


def pose_of(written: Any) -> Array:
    T = np.eye(4)
    if isinstance(written, list):
        return np.array(written)
    if "xyzrpy" in written:
        *T[:3, 3], r, p, y = written["xyzrpy"]
        turns = [([0, 0, 1], y), ([0, 1, 0], p), ([1, 0, 0], r)]
    elif "Q" in written["rotation"]:
        w, *v = written["rotation"]["Q"]
        half = np.arctan2(np.linalg.norm(v), w)
        turns = [(np.array(v) / np.linalg.norm(v), 2 * half)]
    else:
        turns = [(written["rotation"]["axis"], written["rotation"]["angle"])]
    for axis, angle in turns:
        T[:3, :3] = T[:3, :3] @ expm(hat(np.array([*axis, 0, 0, 0])) * angle)[:3, :3]
    T[:3, 3] = written.get("translation", T[:3, 3])
    return T


def screw_coordinates(written: Any) -> Array:
    if isinstance(written, list):
        return np.array(written)
    if written["type"] == "prismatic":
        return np.array([0, 0, 0, *written["axis"]])
    return np.array([*written["axis"], *np.cross(written["vec"], written["axis"])])


def link_poses(robot: dict[str, Any], q: Array) -> list[Array]:
    screws = [screw_coordinates(s) for s in robot["joint_screw_coord"]]
    home = [pose_of(x) for x in robot["body_ref_config"]]
    spatial = robot["representation"] == "spatial"
    before = [np.eye(4)]
    found: list[Array] = []
    for k, parent in enumerate(robot["parent"]):
        moved = expm(hat(screws[k]) * q[k])
        T = before[parent] @ moved if spatial else before[parent] @ home[k] @ moved
        before.append(T)
        found.append(T @ home[k] if spatial else T)
    return found


def mass_6x6(written: dict[str, Any], frame: str) -> Array:
    c, m = hat(np.array([*written["com"], 0, 0, 0]))[:3, :3], written["mass"]
    given = written["inertia"]
    if isinstance(given, dict):
        given = [given.get(k, 0) for k in ("Ixx", "Ixy", "Ixz", "Iyy", "Iyz", "Izz")]
    if isinstance(given, list):
        xx, xy, xz, yy, yz, zz = given
        given = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    else:
        given = given * np.eye(3)
    if frame == "com":
        R = np.array(written.get("rotation", np.eye(3)))
        given = R @ given @ R.T + m * c @ c.T
    return np.block([[given, m * c], [-m * c, m * np.eye(3)]])


@pytest.mark.parametrize("representation", ["spatial", "body_fixed"])
@pytest.mark.parametrize("seed", range(3))
def test_every_form_against_exponentials(representation: str, seed: int) -> None:
    """Mass matrix from body Jacobians, gravity from the potential, both by differences of products of exponentials."""
    rng = np.random.default_rng(seed)
    written = random_robot(rng, representation)
    robot = loaded(copy.deepcopy(written))
    q = rng.uniform(-1, 1, 4)
    h = 1e-6
    masses = [mass_6x6(x, f) for x, f in zip(written["mass_inertia"], ("body", "com", "com", "body"), strict=True)]

    def potential(q: Array) -> float:
        coms = [(T @ [*x["com"], 1])[:3] for T, x in zip(link_poses(written, q), written["mass_inertia"], strict=True)]
        return -sum(2.5 * np.dot(written["gravity"], c) for c in coms)

    M = np.zeros((4, 4))
    steps = h * np.eye(4)
    for k, T in enumerate(link_poses(written, q)):
        J = np.zeros((6, 4))
        for i in range(4):
            ahead, behind = link_poses(written, q + steps[i])[k], link_poses(written, q - steps[i])[k]
            V = np.linalg.inv(T) @ (ahead - behind) / (2 * h)
            J[:, i] = [V[2, 1], V[0, 2], V[1, 0], *V[:3, 3]]
        M += J.T @ masses[k] @ J
    g = np.array([(potential(q + s) - potential(q - s)) / (2 * h) for s in steps])
    assert np.allclose(lw.derive(robot, "mass_matrix")(q=q), M, atol=1e-7)
    assert np.allclose(lw.derive(robot, "gravity")(q=q), g, atol=1e-6)
    at = poses(robot, dict(zip(robot.joint_names, q, strict=True)))
    for k, T in enumerate(link_poses(written, q), 1):
        assert np.allclose(at.get(f"link{k}_home", at[f"link{k}"]), T, atol=1e-9)


def test_notes(tmp_path: Path) -> None:
    written = random_robot(np.random.default_rng(0), "spatial") | {
        "WEE": [0, 0, "F", 0, 0, 0],
        "color": "red",
        "qd": ["a"] * 4,
    }
    del written["gravity"]
    written["joint_screw_coord"][0] = [0, 0, 0, 2, 0, 0]
    path = tmp_path / "arm.json"
    path.write_text(json.dumps(written, indent=2))
    said = [f"{note.kind} {note.what}" for note in loaded(path).notes]
    for words in (
        "ignored qd, names of rates", "ignored WEE, a wrench at the end-effector", "ignored 'color', which is no key",
        "repaired v of joint 1 has the length 2: scaled to 1",
        "assumed gravity (0, 0, -9.81)", "assumed mass_inertia 3 is about the centre of mass, as a body before it says",
    ):  # fmt: skip
        assert any(words in what for what in said), (words, said)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"body_ref_config": None}, "'body_ref_config' is not a list"),
        ({"body_ref_config": [{"translation": [0, 0, 0]}]}, "'body_ref_config' has 1 entry for 3 joints"),
        ({"representation": "world"}, "'representation' is 'world'"),
        ({"parent": [0, 1, 3]}, "parent of joint 3 is '3'"),
        ({"parent": [0, 1, 0], "support": [[1], [1, 2], [1, 3]]}, "support of body 3 is not what its parents make"),
        ({"ee_parent": 9}, "ee_parent is '9'"),
        ({"ee_parent": [1, 2]}, "1 end-effector on 2 bodies"),
        ({"q": ["a", "b", "__import__('os')"]}, "'__import__('os')' in q is not a name"),
        ({"gravity": ["__import__('os').system('x')", 0, 0]}, "gravity"),
        ({"gravity": [0, 0]}, "'gravity' has 2 entries, not 3"),
        ({"assignments": {"2 g": 1}}, "'2 g' in assignments is no name"),
        ({"joint_screw_coord": 3 * [{"type": "revolute"}]}, "joint 1 has no axis"),
        ({"assignments": {"g": "x"}}, "g of 'assignments' depends on a parameter"),
        ({"joint_screw_coord": [{"type": "ball"}, [0] * 6, [0, 0, 2, 0, 0, 0]]}, "type of joint 1 is 'ball', which"),
        ({"joint_screw_coord": [{"type": "ball"}, [0] * 6, [0, 0, 2, 0, 0, 0]]}, "joint 2 has no direction"),
        ({"joint_screw_coord": [{"type": "ball"}, [0] * 6, [0, 0, 2, 0, 0, 0]]}, "w of joint 3 is not a unit vector"),
        ({"body_ref_config": [[[1]], {"rotation": {"angle": 1}}, {"rotation": [[1, 0, 0], [0, 1, 0], [0, 0, 2]]}]},
         "body_ref_config 1 has 1 row, not 4"),
        ({"body_ref_config": [[[1]], {"rotation": {"angle": 1}}, {"rotation": [[1, 0, 0], [0, 1, 0], [0, 0, 2]]}]},
         "rotation of body_ref_config 2 has no axis, rpy or Q"),
        ({"body_ref_config": [[[1]], {"rotation": {"angle": 1}}, {"rotation": [[1, 0, 0], [0, 1, 0], [0, 0, 2]]}]},
         "rotation of body_ref_config 3 is no rotation"),
        ({"mass_inertia": [{"mass": 1}, {"mass": 1, "inertia": 1, "com": [0, 0, 0], "frame": "tool"}, [[1] * 6] * 6]},
         "mass_inertia 1 has no inertia"),
        ({"mass_inertia": [{"mass": 1}, {"mass": 1, "inertia": 1, "com": [0, 0, 0], "frame": "tool"}, [[1] * 6] * 6]},
         "frame of mass_inertia 2 is 'tool', which is not known"),
        ({"mass_inertia": [{"mass": 1}, {"mass": 1, "inertia": 1, "com": [0, 0, 0], "frame": "tool"}, [[1] * 6] * 6]},
         "mass_inertia 3 is not the matrix of a rigid body"),
    ],
)  # fmt: skip
def test_mistakes_are_explained(change: dict[str, Any], words: str) -> None:
    with pytest.raises(lw.LinkwrightError) as caught:
        lw.load(YAML(typ="safe").load(EXAMPLES / "two_link.yaml") | change)
    assert words in str(caught.value)
    assert "\n    " in str(caught.value)  # a remedy


# --- JSON -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"joint_screw_coord": [\n1,,]}', "arm.json:2  not well-formed JSON"),
        ('{"joint_screw_coord": [NaN]}', "NaN is no number of JSON"),
        ("[" * 10**4, "nesting that is too deep"),
        ("[]", "the file is not a mapping"),
        ('{"a": "' + "x" * 3000 + '"}', "python -m json.tool arm.json"),
        ('{"linkwright": 1, "kind": "robot"}', "linkwright.schema.read('arm.json')"),
        ('{"name": "x"}', "does not say 'linkwright: 1'"),
        ('{"body_ref_config": []}', "the file has no 'joint_screw_coord'"),
    ],
)
def test_json_that_is_no_robot(text: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "arm.json"
    path.write_text(text)
    started = time.process_time()
    with pytest.raises(lw.LinkwrightError) as caught:
        lw.load(path)
    assert words in str(caught.value)
    assert time.process_time() - started < 2


def test_json_may_have_the_vocabulary_of_the_yaml_format(tmp_path: Path) -> None:
    path = tmp_path / "arm.json"
    path.write_text(
        '{\n\t"linkwright": 1,\n\t"joints": {"j": {"type": "revolute", "child": "b", "xyz": [0, 0, "1/2"]}}\n}'
    )
    assert loaded(path).joint_names == ("j",)


# --- mutilated --------------------------------------------------------------------------------------------------------

JUNK: list[Any] = [
    None, True, 0, -1, 1e400, float("nan"), 10**400, "", "q", "x y", "((", "2*", [], {}, [1], {"a": 1}, "1/0", [[]], "é",
    [[1] * 4] * 4, "__class__", "sqrt(-1)", {"axis": [0, 0, 0]}, {"Q": [0, 0, 0, 0]}, "sin", [0] * 6, {"index": {}}, "9" * 40,
    {"rpy": "x"},
]  # fmt: skip


def places(x: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    entries = x.items() if isinstance(x, dict) else enumerate(x) if isinstance(x, list) else ()
    return [y for key, entry in entries for y in ((*at, key), *places(entry, (*at, key)))]


@pytest.mark.parametrize("name", SKIDY)
def test_mutilated_files_end_in_an_error_or_a_robot(name: str) -> None:
    whole, rng = YAML(typ="safe").load(EXAMPLES / name), random.Random(name)
    refused = 0
    for _ in range(200):
        tree = copy.deepcopy(whole)
        for _ in range(rng.choice([1, 1, 3])):
            *path, last = rng.choice(places(tree))
            inside = tree
            for key in path:
                inside = inside[key]
            if rng.random() < 0.8:
                inside[last] = rng.choice(JUNK)
            else:
                del inside[last]
        try:
            lw.load(tree)
        except lw.LinkwrightError as error:
            refused += bool(str(error))
    assert refused > 100
