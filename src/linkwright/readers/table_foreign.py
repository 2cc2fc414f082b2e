"""The table of keys, last part: YAML files of other programs."""

from __future__ import annotations

from typing import Any

from linkwright.readers.keys import Key, Kind, Place, Section
from linkwright.readers.kinds import (
    ANYTHING,
    WORD,
    by_name,
    choice,
    constant_number,
    later,
    listed,
    matrix,
    number,
    one_of,
    several_names,
    vector,
)
from linkwright.readers.yaml_tree import Leaf, Seq
from linkwright.spatial.vector import X, Y, Z

# fmt: off

# --- example-parallel-robots --------------------------------------------------------------------------------------------

_AXES = {"X": X, "Y": Y, "Z": Z}
_CROSSES = {f"UJOINT_{a}{b}": {"type": "universal", "axis": x, "axis2": y}
            for a, x in _AXES.items() for b, y in _AXES.items() if a != b}
_TYPES = {"SPHERICAL": {"type": "spherical", "axis": Z}, "FIXED": {"type": "fixed", "axis": Z}, **_CROSSES}
"""What such a joint has in place of what the URDF says."""
_PAIR = several_names("2 names", "[closedloop1_A, closedloop1_B]", 2)
PAIRS = Section("pairs", "closed_loop: [[closedloop1_A, closedloop1_B]]", (
    Key("closed_loop", listed(_PAIR, "list of pairs", "[[first, second], ...]"), "pairs of frames (links or joints of the URDF) that "
        "stay together", (), "none"),
    Key("type", listed(choice({"6d": "weld", "3d": "point"}, any_case=True), "`6d` or `3d` for each", "[6d, 3d]"), "for each pair `6d`, no motion "
        "between them, or `3d`, the same point", (), "`6d`"),
    Key("name_mot", several_names("names", "[mot1, mot2]"), "joints with motors", (), "none"),
    Key("joint_name", several_names("names", "[ball, cross, glued]"), "joints that are others than a URDF can say", (), "none"),
    Key("joint_type", listed(choice(_TYPES, any_case=True), "words", "[SPHERICAL, UJOINT_XY, FIXED]"), "for each of these `SPHERICAL`, "
        "`UJOINT_XY` (about x, then about the turned y; any two axes), or `FIXED`", (), "none"),
), top=True)
"""NAME.yaml or robot.yaml beside a URDF."""

# --- Skidy --------------------------------------------------------------------------------------------------------------

TENSOR = ("Ixx", "Ixy", "Ixz", "Iyy", "Iyz", "Izz")
"""Skidy's order."""


def _sphere(place: Place) -> Any:
    x = number().read(place)
    return None if x is None else [x, 0, 0, x, 0, x]


def _six(place: Place) -> Any:
    """Of a list of six, or of a matrix."""
    if isinstance(place.node, Seq) and len(place.node.items) == len(TENSOR):
        return vector(6).read(place)
    rows = matrix(3).read(place)
    return None if rows is None else [rows[i][k] for i in range(3) for k in range(i, 3)]


_NAMED_TENSOR = Section("skidy_tensor", "{Ixx: 0.1, Iyy: 0.1, Izz: 0.02}", (
    *(Key(name, number("kg m^2"), "element of the tensor", 0) for name in TENSOR),
    Key("index", ANYTHING, "instead: the end of the names of Skidy's own symbols, `Ixx1` to `Izz1`"),
    Key("pointmass", ANYTHING, "`true`, with `index`: one symbol `I1`, times the identity"),
))
_TENSORS = one_of(
    "by name, 6 numbers, a matrix, or a number for a multiple of 1", _NAMED_TENSOR.kind,
    Kind("", "[0.1, 0, 0, 0.1, 0, 0.02]", _six, {"anyOf": [vector(6).schema, matrix(3).schema]}, Seq),
    Kind("", "0.1", _sphere, number().schema, Leaf),
)
_ROTATION = Section("skidy_rotation", "{axis: [0, 0, 1], angle: 0}", (
    Key("axis", vector(3), "of length one"),
    Key("angle", number("rad"), "about it", 0),
    Key("rpy", vector(3, "rad"), "instead: roll, pitch, yaw"),
    Key("Q", vector(4), "instead: a quaternion w, x, y, z"),
))
_TURN = Key("rotation", one_of("section, or matrix", _ROTATION.kind, matrix(3)), "`axis` and `angle`, `rpy`, a quaternion `Q` = [w, x, y, z], "
            "or a 3x3 matrix", shown="none")
POSE = one_of("section, or matrix", Section("skidy_pose", "{rotation: {axis: [0, 0, 1], angle: 0}, translation: [0, 0, 0]}", (
    _TURN,
    Key("translation", vector(3, "m"), "place", shown="`[0, 0, 0]`"),
    Key("xyzrpy", vector(6), "instead of both"),
)).kind, matrix(4))
INERTIA = one_of("section, or matrix", Section("skidy_inertia", "{mass: 1, inertia: 0.1, com: [0, 0, 0]}", (
    Key("mass", number("kg"), "mass", need="write mass, inertia and com; or a 6x6 matrix"),
    Key("inertia", _TENSORS, "`Ixx` to `Izz` by name; six numbers in the order Ixx, Ixy, Ixz, Iyy, Iyz, Izz; a 3x3 matrix; one number for a "
        "multiple of 1; or `index` and `pointmass` for Skidy's own symbols", need="write mass, inertia and com; or a 6x6 matrix"),
    Key("com", vector(3, "m"), "centre of mass", need="write mass, inertia and com; or a 6x6 matrix"),
    Key("frame", choice(("body", "com")), "`body`: the tensor is about the body's frame; `com`: about the centre of mass, turned by `rotation`",
        shown="that of the body before, as in Skidy"),
    _TURN,
)).kind, matrix(6))
SCREW = one_of("section, or 6 numbers", Section("skidy_screw", "{type: revolute, axis: [0, 0, 1], vec: [0, 0, 0]}", (
    Key("type", choice(("revolute", "prismatic")), "type of the joint", need="write {type: revolute, axis: [0, 0, 1], vec: [0, 0, 0]}, "
        "type: prismatic, or six numbers"),
    Key("axis", vector(3), "of length one", need="write {type: revolute, axis: [0, 0, 1], vec: [0, 0, 0]}"),
    Key("vec", vector(3, "m"), "a point of the axis", shown="`[0, 0, 0]`"),
)).kind, vector(6))
_RATES = ("qd", "q2d", "q3d", "q4d")
_WRENCHES = ("WEE", "WDEE", "W2DEE")
SKIDY = Section("skidy", "joint_screw_coord: [...]", (
    Key("representation", choice(("spatial", "body_fixed")), "`spatial`: screws and poses are in the world. `body_fixed`: a pose is seen from the "
        "body before, a screw from its own body", "spatial"),
    Key("joint_screw_coord", later(listed(SCREW, "list of screws", "[...]")), "joints: six numbers [w, v], or `type` (revolute, prismatic), `axis`, `vec` "
        "(a point of the axis). w, or v where w is zero, has length one. Required"),
    Key("body_ref_config", later(listed(POSE, "list of poses", "[...]")), "where bodies `link1`, `link2`, ... are at zero: a 4x4 matrix, `xyzrpy`, or "
        "`translation` and `rotation` (a 3x3 matrix, `axis` and `angle`, `rpy`, or a quaternion `Q` = [w, x, y, z]). Required"),
    Key("mass_inertia", later(listed(INERTIA, "list of inertias", "[...]")), "[inertias of the bodies](#inertias-of-skidy)", shown="none"),
    Key("parent", later(ANYTHING), "numbers of the bodies that joints stand on; 0 is the world", shown="a chain"),
    Key("support", later(ANYTHING), "must agree with `parent`"),
    Key("child", later(ANYTHING), "noted and not used"),
    Key("ee", ANYTHING, "a pose, or a list: frames `ee`, or `ee1`, `ee2`, ...", shown="none"),
    Key("ee_parent", ANYTHING, "numbers of their bodies", shown="the last"),
    Key("gravity", vector(3, "m/s^2"), "the acceleration of gravity", shown="`[0, 0, -9.81]`"),
    Key("gravity_vector", vector(3, "m/s^2"), "the same"),
    Key("q", later(listed(WORD, "names", "[q1, q2]")), "names of the joints", shown="`q1`, `q2`, ..."),
    Key("assignments", by_name(constant_number()), "values of parameters", {}, "none"),
    *(Key(name, later(ANYTHING), "noted and not used") for name in (*_RATES, *_WRENCHES)),
), top=True)
