"""The table of keys: every section of our YAML files. The last ones are whole files: ROBOT, SIDE, LAGRANGIAN."""

from __future__ import annotations

from dataclasses import replace

from linkwright.mechanics.inverse.masks import MASKS
from linkwright.readers.keys import Key, Kind, Section
from linkwright.readers.kinds import (
    ANYTHING,
    FLAG,
    TEXT,
    WORD,
    by_name,
    choice,
    constant_number,
    later,
    listed,
    names,
    number,
    numbers,
    one_of,
    several_names,
    vector,
)
from linkwright.readers.leg_places import BASE_METHODS, PLATFORM_METHODS
from linkwright.readers.table_parts import (
    BODY,
    CLOSE,
    COUPLING,
    DRIVE,
    ELASTIC,
    FRAME,
    GEAR,
    INERTIA,
    JOINT,
    LINK_INERTIA,
    SCREW,
    TENDON,
)
from linkwright.readers.yaml_parameters import PARAMETERS
from linkwright.readers.yaml_places import PLACE, TURNS
from linkwright.readers.yaml_tree import Leaf, Seq
from linkwright.spatial.vector import Vec

# fmt: off

# --- tables of Denavit, Hartenberg, Khalil ----------------------------------------------------------------------------

CONVENTIONS = ("standard", "modified")
_ENTRY = later(number())
"""A formula in which q may stand for the variable."""
_NONE = Kind("", "null", later(ANYTHING).read, {"type": "null"})
_NAMES = Kind("", "[ZZ, M]", later(ANYTHING).read, {"type": "array", "items": {"type": "string"}}, Seq)
_INERTIAL = one_of("", WORD, LINK_INERTIA.kind, _NAMES, _NONE)
INERTIALS = one_of(
    "`full`, or one per row", WORD, later(listed(_INERTIAL, "", "[XX YY ZZ M, ...]")), later(by_name(_INERTIAL)),
)
DH_ROW = Section("dh_row", "[R, pi/2, 0, 0, q]", (
    Key("type", later(WORD), "R or revolute, P or prismatic, C or continuous, F or fixed", need="R (revolute), P (prismatic) or F (fixed)"),
    Key("alpha", _ENTRY, "turn about x", shown="`0`"),
    Key("a", _ENTRY, "way along x", shown="`0`"),
    Key("d", _ENTRY, "way along z", shown="`0`, or `q`"),
    Key("theta", _ENTRY, "turn about z", shown="`0`, or `q`"),
    Key("beta", _ENTRY, "of a modified row: turn about z before the rest", shown="`0`"),
    Key("b", _ENTRY, "of a modified row: way along z before the rest", shown="`0`"),
    Key("name", WORD, "of the joint", shown="`joint3`"),
    Key("link", WORD, "of the body", shown="`link3`"),
    *DRIVE,
    Key("elastic", ELASTIC.kind, "[a motor behind a spring](elastic.md)", shown="rigid"),
), rows=(("type", "alpha", "a", "d", "theta"), ("type", "beta", "b", "alpha", "a", "d", "theta")))
_ROWS = later(listed(DH_ROW.kind, "rows", "[[R, 0, 0, 0, q], ...]"))
DH = Section("dh", "{convention: modified, rows: [[R, 0, 0, 0, q], ...]}", (
    Key("convention", later(choice(CONVENTIONS)), "there is no default", need="convention: modified is Rot_x(alpha) Trans_x(a) "
        "Rot_z(theta) Trans_z(d) (Craig, Khalil); convention: standard is Rot_z(theta) Trans_z(d) Trans_x(a) Rot_x(alpha) "
        "(Paul, Spong). There is no default"),
    Key("rows", _ROWS, "one per joint: `[type, alpha, a, d, theta]`, or a mapping with these keys",
        need="write dh: {convention: modified, rows: [[R, 0, 0, 0, q], ...]}"),
    Key("inertials", later(INERTIALS), "inertia of the links"),
))
KHALIL_ROW = Section("khalil_row", "{ant: 0, sigma: 0, body: crank}", (
    Key("i", later(WORD), "number of the row", shown="its place"),
    Key("ant", later(WORD), "the row that it stands on, above it; 0 is the base", need="write ant: 0"),
    Key("mu", later(choice(("0", "1"))), "1: it has a motor", shown="`0`"),
    Key("sigma", later(choice(("0", "1", "2"))), "0 revolute: the variable is in theta; 1 prismatic: the variable is in d; 2 fixed",
        need="0 revolute, 1 prismatic, 2 fixed"),
    *(Key(x, _ENTRY, "of the transform", shown="`0`, or the variable") for x in ("beta", "b", "alpha", "a", "theta", "d")),
    Key("body", later(one_of("", WORD, FLAG)), "name of the body that moves with the frame; `yes` is `link3` in row 3", shown="none"),
    Key("name", WORD, "name of the joint, or of the frame of a fixed row without body"),
    Key("antecedent", later(WORD), "the same as `ant`"),
    Key("gamma", _ENTRY, "Khalil's letter for `beta`"),
    Key("eps", _ENTRY, "Khalil's letter for `b`"),
    Key("epsilon", _ENTRY, "the same as `eps`"),
    Key("r", _ENTRY, "Khalil's letter for `d`, in a table where `d` is what `a` is here"),
))
PAIR = Section("pair", "{rows: [4, 5], name: tip, mode: +1}", (
    Key("rows", later(names("2 rows", "[4, 5]")), "the two rows", need="write {rows: [4, 5], name: elbow, mode: +1}"),
    Key("name", WORD, "name of the loop", shown="`loop1`"),
    Key("mode", number(), "as of a [loop](#closed-loops)"),
))
_PAIRS = listed(one_of("", PAIR.kind, Kind("", "[4, 5]", later(ANYTHING).read, {"type": "array"}, (Seq, Leaf))), "pairs of rows", "[[4, 5]]")
KHALIL = Section("khalil", "{rows: [[1, 0, 1, 0, 0, 0, 0, 0, q1, 0, crank], ...], close: [[4, 5]]}", (
    Key("columns", listed(WORD, "names", "[i, ant, mu, ...]"), "the order of the entries of a row",
        shown="`[i, ant, mu, sigma, beta, b, alpha, a, theta, d, body]`"),
    Key("rows", later(listed(Kind("", "", KHALIL_ROW.read, {"type": ["object", "array"]}, Seq, (KHALIL_ROW,)), "rows", "[...]")),
        "one per frame: lists in the order of `columns`, or mappings",
        need="write khalil: {rows: [[1, 0, 1, 0, 0, 0, 0, 0, q1, 0, crank], ...], close: [[4, 5]]}"),
    Key("close", later(_PAIRS), "pairs of rows whose frames coincide"),
    Key("inertials", later(INERTIALS), "as in a [DH table](#dh-tables), at the rows' frames; symbols end in the row's number"),
    Key("cut_joints", choice(("pin", "keep")), "see below", "pin"),
))

# --- parallel robots --------------------------------------------------------------------------------------------------

_POSE = one_of("numbers, by name or as a list", by_name(number()), listed(number(), "", ""))
PLATFORM = Section("platform", "{coordinates: [x, y, phiz], body: {mass: 1}}", (
    Key("coordinates", names("names", "[x, y, phiz]"), "some of `x`, `y`, `z`, then `phix`, `phiy`, `phiz` (or `phi1`, `phi2`, "
        "`phi3`); what is left out does not move", need="write coordinates: [x, y, phiz]"),
    Key("orientation", WORD, "axes of the three turns, each in the frame that those before turned: `xyz`, `zyx`, `zyz`, ...", "xyz"),
    Key("body", INERTIA.kind, "as for [bodies](#bodies)", shown="no mass"),
    Key("start", later(_POSE), "a pose near which the robot is assembled; what is not named is 0", shown="found"),
    Key("name", WORD, "name of the platform's body", "platform"),
))
LEG_PLACE = Section("leg_place", "{xyz: [1, 0, 0], angles: [0, 0, pi/2]}", (
    *PLACE, Key("angles", vector(3, "rad"), "instead of `rpy`: turns Rx(a) Ry(b) Rz(c)"),
), apart=((*TURNS, "angles"),))


def _method(name: str, methods: tuple[str, ...], angles: tuple[str, ...]) -> Section:
    return Section(name, f"{{method: {methods[0]}, radius: 0.5}}", (
        Key("method", choice(methods), "see the table of methods", need=f"write {{method: ...}} with one of: {', '.join(methods)}"),
        Key("radius", number("m"), "of the circle"),
        Key("distance", number("m"), "between the two of a pair"),
        *(Key(x, number("rad"), "of methods that incline the frames") for x in angles),
    ))


LEG_BASE = _method("leg_base", tuple(BASE_METHODS), ("cone",))
LEG_END = _method("leg_end", tuple(PLATFORM_METHODS), ("angle", "tilt"))
_ROW = constant_number(1, whole=True)
LEG = Section("leg", "{base: {xyz: [1, 0, 0]}, platform: {xyz: [0.2, 0, 0]}}", (
    Key("name", WORD, "name of the leg", shown="`leg1`"),
    Key("base", LEG_PLACE.kind, "where it begins, on the base"),
    Key("platform", LEG_PLACE.kind, "where it ends, in the platform's axes"),
    Key("rows", _ROWS, "modified DH rows `[type, alpha, a, d, theta]`, or with `beta` and `b`, as under [dh](#dh-tables)"),
    Key("coupling", _ROW, "the row whose origin is a point of the platform; joints at and behind it that only turn about it carry "
        "nothing", shown="the last"),
    Key("closure", choice(("point", "pin", "weld")), "how it meets the platform: `point`, as a ball joint would; `pin`: the last row "
        "is the pin, along z of the platform's frame there; `weld`: the last row's frame is that frame", "point"),
    Key("actuated", one_of("row or rows", _ROW, listed(_ROW, "", "")), "with motors", shown="none"),
    Key("bodies", by_name(INERTIA.kind, words="by row"), "by number of their row", {}, "no mass"),
    Key("start", later(listed(ANYTHING, "numbers", "[0, 0.5]")), "joints near which it closes; under `legs:` also one list per leg", shown="found"),
    Key("elbow", later(one_of("1 or -1", number(), listed(number(), "", ""))), "1 or -1, under `legs:` also one per leg: the way to assemble it", shown="the one near `start`"),
))
LEGS = Section("legs", "{count: 3, base: {method: G1, radius: 1}, platform: {method: P1, radius: 0.3}, rows: [...]}", (
    Key("count", constant_number(1, 200, whole=True), "how many legs, all with these keys", shown="from `each`"),
    Key("each", later(listed(LEG.kind, "list of legs", "[{...}, ...]")), "one entry per leg with keys of its own: those of a leg"),
    Key("alike", FLAG, "`true`: bodies of the same row [share their inertial parameters](parameters.md#bodies-that-are-alike), now and "
        "whatever they are measured to be", False),
    Key("base", LEG_BASE.kind, "where the legs begin, by a method"),
    Key("platform", LEG_END.kind, "where the legs end, by a method"),
    *(replace(key, kind=later(key.kind), default=None) for key in LEG.keys if key.name not in ("name", "base", "platform")),
))

# --- files ------------------------------------------------------------------------------------------------------------

OF_TASK = {"3T3R": "pose", "3T2R": "axis", "3T1R": "3T1R", "3T0R": "position", "2T1R": "plane", "2T0R": "position"}
"""What of a pose counts in a task -> the mask of inverse kinematics."""
LINK = Section("link", "[frame, frame, 30 mm]", (
    Key("start", WORD, "a frame", need="write [frame, frame, radius]"),
    Key("end", WORD, "a frame", need="write [frame, frame, radius]"),
    Key("radius", later(number("m")), "a number or a parameter", need="write [frame, frame, radius]"),
), rows=(("start", "end", "radius"),))
SYNTHESIS = Section("synthesis", "{frame: tool, variables: {L1: [0.1, 0.8]}}", (
    Key("title", TEXT, "a line for people", ""),
    Key("frame", WORD, "what follows the path", "", "the last frame"),
    Key("mask", choice({**{mask: mask for mask in MASKS}, **OF_TASK}), "as in a task (`3T0R`), or of [inverse "
        "kinematics](kinematics.md#masks)", shown="the task's"),
    Key("variables", by_name(numbers(2)), "`{L1: [0.1, 0.8]}`; ranges of `base_x`, `base_y`, `base_z` count from the middle of the task",
        {}, "those of the task"),
    Key("strokes", by_name(WORD), "`{slide: parameter}`: set from the motion", {}, "none"),
    Key("links", listed(LINK.kind, "list", "[[frame, frame, 30 mm]]"), "solids for collisions: `[frame, frame, radius]`, the radius a "
        "number or a parameter", (), "none"),
))
_VERSION = Key("linkwright", later(choice(("1",))), "version of the format", need="write linkwright: 1 as its first line, which is the "
               "version of the format")
_STUDIO = Key("studio", ANYTHING, "how the [studio](studio.md) shows the mechanism: places, shapes, probes; every other command ignores it")
_START = one_of("by name", by_name(one_of("", number(), listed(number(), "", ""))))
ROBOT = Section("robot", "linkwright: 1", (
    _VERSION,
    Key("name", WORD, "name of the robot; generated functions carry it", shown="the file's name"),
    Key("parameters", PARAMETERS, "[named numbers](#parameters)", [], "none"),
    Key("gravity", vector(3, "m/s^2"), "acceleration of gravity in the world frame", Vec(0, 0, -9.81), "`[0, 0, -9.81]`"),
    Key("joints", by_name(JOINT.kind, "joint"), "[joints](#joints) by name", {}, " "),
    Key("bodies", by_name(BODY.kind, "body"), "[bodies](#bodies) by name; one that a joint names and this part does not has no mass", {}, " "),
    Key("frames", by_name(FRAME.kind, "frame"), "[frames](#frames-and-wrenches) by name", {}, " "),
    Key("wrenches", names("names of frames", "[tip]"), "frames at which an external force and moment act", (), "none"),
    _STUDIO,
    Key("synthesis", later(SYNTHESIS.kind), "what a search for a [task](synthesis.md#structures) may choose; every other command ignores it"),
    Key("dh", DH.kind, "[a DH table](#dh-tables)"),
    Key("khalil", KHALIL.kind, "[an extended Khalil table](#khalil-tables): antecedents, cut joints, loops"),
    Key("screws", by_name(SCREW.kind, "screw"), "[joints as screws](#screws) by name", {}, " "),
    Key("root", WORD, "the body to start from: it is fixed to the world, what is not below it is left out", shown="found"),
    Key("close", by_name(CLOSE.kind, "loop"), "[what closes the tree](#closed-loops)", {}, "none"),
    Key("couplings", later(by_name(one_of("formula", number(), COUPLING.kind))), "[joints that follow others](#couplings-and-gears)", shown="none"),
    Key("gears", by_name(GEAR.kind, "gear"), "[gears, racks and wheels](#couplings-and-gears)", {}, "none"),
    Key("actuated", names("names of joints", "[crank]"), "[joints with motors](#motors-and-start)", (), "none"),
    Key("start", later(_START), "[a pose near which everything closes](#motors-and-start)"),
    Key("platform", one_of("name, or section", WORD, PLATFORM.kind), "[of a parallel robot](#parallel-robots); without `legs`, the body "
        "of this file whose pose is the coordinates"),
    Key("legs", later(one_of("section, or list", LEGS.kind, listed(LEG.kind, "", ""))), "[of a parallel robot](#parallel-robots)"),
    Key("tendons", by_name(TENDON.kind, "tendon"), "[springs and dampers along sums of coordinates](#tendons) by name", {}, "none"),
    Key("alike", listed(several_names("names", "[left_finger, right_finger]"), "lists of bodies", "[[left_finger, right_finger], ...]"),
        "bodies with the [same inertial parameters](parameters.md#bodies-that-are-alike)", (), "none"),
), top=True)
_OF_SIDE = ("linkwright", "parameters", "close", "couplings", "gears", "actuated", "start", "platform", "frames", "wrenches")
SIDE = Section("side_file", "close: {...}", tuple(
    replace(key, need="", kind=WORD if key.name == "platform" else key.kind) for key in ROBOT.keys if key.name in _OF_SIDE
), top=True)
"""NAME.loops.yaml beside a URDF."""

_FORMULA = later(number())
_FORMULAS = one_of("formulas", by_name(_FORMULA), listed(_FORMULA, "", ""), _FORMULA)
LAGRANGIAN = Section("lagrangian", "manifold: {q: S2}", (
    replace(_VERSION, need=""),
    Key("name", WORD, "name of the mechanism", shown="the file's name"),
    Key("manifold", later(by_name(WORD)), "variable: `R`, `R^n`, `S1`, `S2`, `SO(3)`, `SE(3)`; families: `S2[n]`", need="write manifold: {q: S2}", example="{q: S2}"),
    Key("constants", later(by_name(ANYTHING)), "name: a value (`1.3`, `[0, 0, 1]`, `[[...], ...]`, `30 deg`), a formula of constants above it (`m*l^2/12`: an abbreviation, no constant of its own), a type (`scalar`, `vector`, `unit`, `matrix`, `symmetric`, `skew`, `rotation`, `scalar[n]`), or `{type: ..., value: ...}`", shown="none"),
    Key("lagrangian", _FORMULA, "T - U", need="write lagrangian: T - U", example="T - U"),
    Key("work", _FORMULA, "virtual work of forces; names that are not declared become inputs, of the type that fits", shown="none"),
    Key("inputs", later(by_name(WORD)), "name: type; then no other names are inputs", shown="found in `work`"),
    Key("dissipation", _FORMULA, "Rayleigh's function D: forces are minus its derivative by the velocities", shown="none"),
    Key("constraints", later(_FORMULAS), "name: a scalar or vector that vanishes, of places (holonomic) or linear in velocities (nonholonomic)", shown="none"),
    Key("symmetries", later(by_name(later(by_name(_FORMULA)))), "name: {variable: `delta x`, `xi` or `eta` of a motion that leaves L unchanged}", shown="none"),
    Key("start", later(by_name(ANYTHING)), "places and velocities that a simulation starts with; the rest hangs down at rest. Unit vectors to a hundredth, rotations to a thousandth: they are made exact", shown="at rest"),
    Key("sizes", later(by_name(constant_number(1, whole=True))), "numbers of families: `{n: 5}`", shown="none"),
    _STUDIO,
), top=True)
