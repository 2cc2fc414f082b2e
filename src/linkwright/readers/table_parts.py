"""The table of keys, first half: what parts of a robot have in common, and its joints, bodies, frames and loops."""

from __future__ import annotations

from linkwright.model.closures import LOOP_KINDS
from linkwright.model.joints import JOINT_TYPES
from linkwright.readers.keys import Key, Section
from linkwright.readers.kinds import (
    FLAG,
    SYMBOL,
    TENSOR,
    WORD,
    by_name,
    choice,
    constant_number,
    later,
    names,
    number,
    one_of,
    vector,
)
from linkwright.readers.values import SYMORO_NAMES
from linkwright.readers.yaml_places import PLACE, TURNS
from linkwright.spatial.inertia import PARAMETER_NAMES
from linkwright.spatial.vector import ZERO, Mat, Z

# fmt: off

AT = Section("place", "{xyz: [0, 0, 1], rpy: [0, 0, 0]}", PLACE, apart=(TURNS,))

# --- bodies -----------------------------------------------------------------------------------------------------------

TEN = Section("inertial_parameters", "{m: 2, mx: 2*L, Izz: }", (
    *(Key(x, SYMBOL, "at the body's frame; a symbol where it has no value", shown="`0`") for x in PARAMETER_NAMES),
    *(Key(x, SYMBOL, f"SYMORO's name of `{our}`", shown="`0`") for x, our in zip(SYMORO_NAMES, PARAMETER_NAMES, strict=True)),
), rows=(PARAMETER_NAMES,))
INERTIA = Section("inertia", "{mass: 1, com: [0, 0, 0], inertia: [0.1, 0.1, 0.02]}", (
    Key("mass", number("kg"), "mass", 0),
    Key("com", vector(3, "m"), "centre of mass in the body's frame", ZERO, "`[0, 0, 0]`"),
    Key("inertia", TENSOR, "tensor about the centre of mass, in the body's axes: `[Ixx, Iyy, Izz]`, or "
        "`[Ixx, Ixy, Iyy, Ixz, Iyz, Izz]`", Mat(ZERO, ZERO, ZERO), "0"),
    Key("parameters", TEN.kind, "instead of these three: the ten parameters at the body's frame"),
), apart=(("parameters", "mass"), ("parameters", "com"), ("parameters", "inertia")))
LINK_INERTIA = Section("link_inertia", INERTIA.example, (
    *(key for key in INERTIA.keys if key.name != "parameters"),
    *TEN.keys,
), rows=TEN.rows)
"""Of a row of a DH table: the ten parameters may stand without the word."""
BODY = Section("body", INERTIA.example, (
    *INERTIA.keys,
    Key("home", AT.kind, "where the body is in the home position, for bodies of [screws](#screws)"),
), apart=INERTIA.apart)

# --- joints -----------------------------------------------------------------------------------------------------------

DRIVE = (
    Key("rotor_inertia", number("kg m^2"), "of the motor's rotor; adds to the diagonal of the mass matrix"),
    Key("gear_ratio", number(), "motor turns per joint turn", shown="`1`"),
    Key("viscous", number("N m s/rad, N s/m"), "friction; another name of the same law is `damper`"),
    Key("damper", number("N m s/rad, N s/m"), "another name of the same law is `viscous`"),
    Key("coulomb", number("N m, N"), "dry friction; zero at rest"),
    Key("spring", number("N m/rad, N/m"), "its energy counts as potential energy"),
    Key("rest", number("rad, m"), "position without spring force", shown="`0`"),
)
ROTOR = Section("rotor", "{mass: 0.5, xyz: [0, 0, 0]}", (
    Key("mass", number("kg"), "of the rotor", need="write rotor: {mass: 0.5, xyz: [0, 0, 0]}"),
    Key("xyz", vector(3, "m"), "its centre in the joint's frame", ZERO, "`[0, 0, 0]`"),
    Key("axis", vector(3), "its axis there", shown="the joint's"),
    Key("transverse", number("kg m^2"), "moment of inertia across the axis", shown="that of a flat disc"),
))
_ELASTIC = "{stiffness: 1000, rotor_inertia: 0.01}"
ELASTIC = Section("elastic", _ELASTIC, (
    Key("stiffness", number("N m/rad, N/m"), "of the transmission, seen from the link", need=f"write elastic: {_ELASTIC}"),
    Key("rotor_inertia", number("kg m^2"), "of the rotor about its own axis, on its own side of the gear", need=f"write elastic: {_ELASTIC}"),
    Key("gear_ratio", number("1, rad/m"), "turns of the rotor per turn of the joint; negative where it turns the other way", 1),
    Key("damping", number("N m s/rad, N s/m"), "of the transmission: along the rate of the joint less that of the motor", 0),
    Key("viscous", number("N m s/rad, N s/m"), "friction of the motor, seen from the link", 0),
    Key("coulomb", number("N m, N"), "dry friction of the motor, seen from the link", 0),
    Key("model", choice(("spong", "full")), "see [below](elastic.md#two-models)", "spong"),
    Key("rotor", ROTOR.kind, "of the full model: the rotor as a body"),
))
MIMIC = Section("mimic", "{joint: name, multiplier: 1, offset: 0}", (
    Key("joint", WORD, "the joint that it follows", need="write mimic: {joint: name, multiplier: 1, offset: 0}"),
    Key("multiplier", number(), "q = multiplier q(joint) + offset", 1),
    Key("offset", number("rad, m"), "see above", 0),
), leaf="joint")
LIMITS = Section("limits", "[-90 deg, 90 deg]", (
    Key("lower", constant_number(unit="rad, m"), "lowest position"),
    Key("upper", constant_number(unit="rad, m"), "highest position"),
    Key("velocity", constant_number(unit="rad/s, m/s"), "largest speed"),
    Key("effort", constant_number(unit="N m, N"), "largest force or torque"),
), rows=(("lower", "upper"),))
TRANSMISSION = Section("transmission", "{joint: elbow, spring: 1000, damper: 0}", (
    Key("joint", WORD, "the joint that the motor drives", need="write transmission: {joint: elbow, spring: 1000, damper: 0}"),
    Key("spring", number("N m/rad, N/m"), "between motor and joint", 0),
    Key("damper", number("N m s/rad, N s/m"), "between motor and joint", 0),
))
MOVES = (
    *DRIVE,
    Key("mimic", MIMIC.kind, "[follow another joint](#mimic)"),
    Key("limits", LIMITS.kind, "`[lower, upper]`, or `{lower: , upper: , velocity: , effort: }`; kept, not used by the dynamics"),
    Key("elastic", ELASTIC.kind, "[a motor behind a spring](elastic.md): a second coordinate", shown="rigid"),
    Key("transmission", TRANSMISSION.kind, "of a motor: the joint that it drives and what is between; "
        "[`elastic`](elastic.md) of that joint makes motor and transmission"),
    Key("actuated", FLAG, "`true`: [it has a motor](#motors-and-start)", False, " "),
    Key("passive", FLAG, "`true`: [it has none](#motors-and-start), and joints that do not say so have", False, " "),
)
"""What joints and screws have."""
_CHILD = "the body that it moves"
JOINT = Section("joint", "{type: revolute, axis: [0, 0, 1], parent: world, child: arm}", (
    Key("type", choice(tuple(JOINT_TYPES)), "see below", need=f"types: {', '.join(JOINT_TYPES)}"),
    Key("parent", WORD, "a body, or `world`", "world"),
    Key("child", WORD, _CHILD, need=f"write child: {_CHILD}"),
    *PLACE,
    Key("axis", vector(3), "direction of motion in the joint's frame, scaled to length one. Numbers only: parameters turn the "
        "frame instead", Z, "`[0, 0, 1]`"),
    Key("axis2", vector(3), "second axis of a universal joint"),
    Key("pitch", number("m/rad"), "of a helical joint (`5 mm/rev`)", 0, " "),
    *MOVES,
), apart=(TURNS,))
SCREW = Section("screw", "{axis: [0, 0, 1], point: [0, 0, 0], child: arm}", (
    Key("screw", vector(6), "`[wx, wy, wz, vx, vy, vz]`: v = -w x point + pitch w, with w of length one; or w = 0 and v the "
        "direction of a prismatic joint"),
    Key("axis", vector(3), "instead of `screw`: a direction"),
    Key("point", vector(3, "m"), "with `axis`: a point it goes through", ZERO, "`[0, 0, 0]`"),
    Key("type", choice(("revolute", "continuous", "prismatic", "helical")), "with `axis`",
        shown="`revolute`, or `helical` with `pitch`"),
    Key("pitch", number("m/rad"), "with `axis`, of a helical joint", 0),
    Key("child", WORD, _CHILD, need=f"write child: {_CHILD}"),
    Key("parent", WORD, "a body of a screw before, or `world`", shown="the child of the screw before"),
    *MOVES,
))
TENDON = Section("tendon", "{joints: {shoulder: 1, elbow: -0.5}, spring: 30}", (
    Key("joints", by_name(number()), "joints and their coefficients", need="write joints: {shoulder: 1, elbow: -0.5}"),
    *(key for key in DRIVE if key.name in ("spring", "rest", "damper")),
))

# --- frames, loops, couplings -----------------------------------------------------------------------------------------

FRAME = Section("frame", "{body: arm, xyz: [0, 0, 0.1]}", (
    Key("body", WORD, "the body it is fixed to, or `world`", need="write body: the body it is fixed to (or world)"),
    *PLACE,
    Key("home", AT.kind, "instead, where it is in the world in the home position ([screws](#screws))"),
), apart=(TURNS,))
_END = "a frame, body or joint, or {body: name, xyz: [...], rpy: [...]}"
CLOSE = Section("loop", "{kind: pin, first: coupler_end, second: {body: rocker, xyz: [l4, 0, 0]}}", (
    Key("kind", choice({**{kind: kind for kind in LOOP_KINDS}, "ball": "point"}), "what the two frames keep in common, see below",
        need=f"kinds: {', '.join(LOOP_KINDS)}"),
    Key("first", one_of("name, or place", WORD, FRAME.kind), "a frame, a body, or a joint (for its child's frame); or a place "
        "`{body: , xyz: , rpy: }`, which becomes a frame `NAME_first`", need=f"write first: {_END}"),
    Key("second", one_of("name, or place", WORD, FRAME.kind), "the same; a place becomes a frame `NAME_second`",
        need=f"write second: {_END}"),
    Key("mode", number(), "`+1` or `-1`, or a parameter, where a loop with a closed form can be assembled in two ways",
        shown="the way near `start`"),
))
GEAR = Section("gear", "{joints: [motor, arm], ratio: 100}", (
    Key("joints", names("2 names", "[first, second]"), "the two joints", need="write joints: [first, second]"),
    Key("ratio", number(), "turns of the first per turn of the second; negative where they turn against each other"),
    Key("radius", number("m"), "instead, where the first turns and the second slides: way of the second per angle of the first"),
    Key("offset", later(number("rad, m")), "of the second", shown="`0`"),
), apart=(("ratio", "radius"),))
COUPLING = Section("coupling", "{formula: 2*x, joints: {x: left-knee}}", (
    Key("formula", later(number()), "of joints with one degree of freedom and of parameters",
        need="write {formula: 2*x, joints: {x: name of a joint}}"),
    Key("joints", by_name(WORD), "names of this formula alone, for joints whose names are no words of formulas", {}, " "),
))
