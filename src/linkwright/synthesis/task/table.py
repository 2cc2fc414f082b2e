"""The table of keys of task files: TASK, as `readers/table.py` has those of robots."""

from __future__ import annotations

from linkwright.catalogue.selection import LEVELS
from linkwright.readers.keys import Key, Kind, Section
from linkwright.readers.kinds import FLAG, WORD, by_name, choice, constant_number, listed, numbers, one_of, some
from linkwright.readers.table import OF_TASK
from linkwright.synthesis.search.methods import METHODS
from linkwright.synthesis.task.parts import BOUNDS, FAMILIES, MATERIALS, Design, JointLimits, Limits, Motor, Search
from linkwright.synthesis.task.paths import Motion

# fmt: off

_ZERO = (0.0, 0.0, 0.0)
_POINT = numbers(3, unit="m")


def _positive(unit: str) -> Kind:
    return constant_number(1e-12, unit=unit)


# --- where the tool goes ----------------------------------------------------------------------------------------------

POINT = Section("point", "{xyz: [0.3, 0, 0.1], yaw: 90 deg}", (
    Key("xyz", _POINT, "where", need="write {xyz: [0.3, 0, 0.1], yaw: 90 deg}"),
    Key("yaw", constant_number(unit="rad"), "turn about z", 0.0),
    Key("rpy", numbers(3, unit="rad"), "instead: roll, pitch and yaw"),
    Key("dwell", constant_number(0, unit="s"), "how long the tool rests there", 0.0),
    Key("stop", FLAG, "`true`: it comes to rest there, whatever the blend", False),
), apart=(("yaw", "rpy"),))
_POSE = one_of("`[x, y, z]`, `[x, y, z, yaw]`, or `{xyz: , yaw: , rpy: , dwell: , stop: true}`", numbers(3, 4), POINT.kind)
PICK_AND_PLACE = Section("pick_and_place", "{start: [0, 0, 0], end: [0.3, 0, 0, 90 deg]}", (
    Key("start", _POSE, "where it picks", need="write start: [x, y, z, yaw]"),
    Key("end", _POSE, "where it places", need="write end: [x, y, z, yaw]"),
    Key("lift", _positive("m"), "how far up", 0.025, "`25 mm`"),
    Key("dwell", constant_number(0, unit="s"), "rest at both ends", 0.0),
))


def _bound(name: str, units: str) -> Key:
    usual = getattr(Motion, name)
    both = one_of(f"number, or 2 numbers, {units}", _positive(""), numbers(2, least=1e-12))
    return Key(name, both, "bound, from rest to rest; of two, that of the origin and that of the turn", usual, f"`[{usual[0]:g}, {usual[1]:g}]`")


PATH = Section("path", "{points: [[0.3, 0, 0.1], ...]}", (
    Key("points", listed(_POSE, "list", "[[0.3, 0, 0.1], ...]"), f"poses one after the other: {_POSE.words}"),
    Key("pick_and_place", PICK_AND_PLACE.kind, "up, across, down, and back"),
    Key("file", WORD, "a CSV file beside the task, with columns `t, x, y, z, qx, qy, qz, qw` as `TaskTrajectory.to_csv` writes them"),
    _bound("velocity", "m/s, rad/s"),
    _bound("acceleration", "m/s^2, rad/s^2"),
    _bound("jerk", "m/s^3, rad/s^3"),
    Key("time", _positive("s"), "of all, rests included; the bounds then only shape the motion", shown="what the bounds need"),
    Key("blend", constant_number(0, unit="m"), "way from a point within which its corner is rounded; 0 for a stop. The tool rests at a "
        "`dwell` and a `stop`", Motion.blend),
    Key("cycle", FLAG, "`true`: back to the first point", False),
    Key("rate", _positive("Hz"), "samples per second", Motion.rate, "100 Hz, at least 100 intervals"),
), apart=(("points", "pick_and_place", "file"),))

# --- places -----------------------------------------------------------------------------------------------------------

BOX = Section("box", "{low: [0, 0, 0], high: [1, 1, 1]}", (
    Key("low", _POINT, "the corner with the smaller numbers"),
    Key("high", _POINT, "the one with the larger"),
    Key("center", _POINT, "instead of corners: its middle"),
    Key("size", numbers(3, least=0, unit="m"), "and its edges"),
))
REACH = Section("reach", "{center: [0, 0, 0.1], size: [0.8, 0.4, 0.2], yaw: [0, 90 deg]}", (
    *BOX.keys,
    Key("yaw", some(constant_number(), "number, or several, rad", "[0, 90 deg]"), "turns about z that each corner must be reached with", (0.0,), "`0`"),
))
_RADIUS = Key("radius", _positive("m"), "of all points from there", need="write radius: 50 mm")
SPHERE = Section("sphere", "{center: [1, 0, 0], radius: 0.1}", (Key("center", _POINT, "its middle", _ZERO, "`[0, 0, 0]`"), _RADIUS))
CAPSULE = Section("capsule", "{start: [0, 0, 0], end: [0, 0, 1], radius: 50 mm}", (
    Key("start", _POINT, "where its line starts", need="write start: [x, y, z]"),
    Key("end", _POINT, "where it ends", need="write end: [x, y, z]"),
    _RADIUS,
))
OBSTACLE = Section("obstacle", "{sphere: {center: [1, 0, 0], radius: 0.1}}", (
    Key("box", BOX.kind, "`{low: , high: }` or `{center: , size: }`"),
    Key("sphere", SPHERE.kind, "`{center: , radius: }`"),
    Key("capsule", CAPSULE.kind, "`{start: , end: , radius: }`"),
), apart=(("box", "sphere", "capsule"),))

# --- robots -----------------------------------------------------------------------------------------------------------

PAYLOAD = Section("payload", "{mass: 1 kg}", (
    Key("mass", constant_number(0, unit="kg"), "what the tool carries", 0.0),
    Key("com", _POINT, "its centre of mass in the tool's frame", _ZERO, "`[0, 0, 0]`"),
    Key("inertia", numbers(3, least=0, unit="kg m^2"), "`[Ixx, Iyy, Izz]` about it", shown="a ball of 10 cm"),
))


def _limits(kind: str, unit: str, effort: str, way: str) -> Section:
    usual: JointLimits = getattr(Limits, kind)
    return Section(kind, f"{{velocity: {usual.velocity:g}}}", (
        Key("velocity", _positive(f"{unit}/s"), "largest speed", usual.velocity),
        Key("acceleration", _positive(f"{unit}/s^2"), "largest acceleration", usual.acceleration),
        Key("range", _positive(unit), "largest way from the lowest to the highest position", usual.range, way),
        Key("effort", _positive(effort), "largest force or torque", usual.effort, "none"),
    ))


REVOLUTE, PRISMATIC = _limits("revolute", "rad", "N m", "`720 deg`"), _limits("prismatic", "m", "N", "none")
LIMITS = Section("joint_limits", "{revolute: {velocity: 60 rpm}}", (
    Key("revolute", REVOLUTE.kind, "of hinges"), Key("prismatic", PRISMATIC.kind, "of slides"),
))
CATALOGUE = Section("catalogue", "{joints: 4}", (
    Key("joints", WORD, "how many: `4`, `3..5`", shown="as many as the mask has freedoms"),
    Key("mask", WORD, "as `catalog enumerate` has it", shown="the task's"),
    Key("level", choice(LEVELS), "how free its angles are", LEVELS[0]),
    Key("max_prismatic", constant_number(0, whole=True), "at most so many slides", shown="any"),
    Key("names", some(WORD, "names", "[R=R=R=P]"), "instead: chains by name, ours or those of the known database (`S4RRRP1`)"),
), apart=tuple(("names", key) for key in ("joints", "mask", "level", "max_prismatic")))
STRUCTURES = Section("structures", "{families: [scara]}", (
    Key("catalogue", CATALOGUE.kind, "chains of the [catalogue](catalogue.md)", shown="none, if others are named"),
    Key("families", some(choice(tuple(FAMILIES)), "names", "[scara]"), f"built-in robots: {', '.join(f'`{x}`' for x in FAMILIES)}", (), "none"),
    Key("files", some(WORD, "names", "[arm.yaml]"), "robot files in the task's folder or below", (), "none"),
    Key("mounting", choice(("floor", "ceiling")), "of chains of the catalogue", "floor"),
))
TUBE = Section("tube", "{diameter: 60 mm, wall: 3 mm, material: steel}", (
    Key("diameter", _positive("m"), "of the outside", Design.diameter),
    Key("wall", _positive("m"), "at most half the diameter", Design.wall),
    Key("material", choice(tuple(MATERIALS)), "what the next ones are where they are not said", "aluminium"),
    Key("density", constant_number(0, unit="kg/m^3"), "instead of the material's"),
    Key("mass", constant_number(0, unit="kg/m"), "instead of the density: per metre"),
    Key("strength", _positive("N/m^2"), "largest stress, instead of the material's"),
    Key("stiffness", _positive("N/m^2"), "modulus of elasticity, instead of the material's"),
), apart=(("mass", "density"),))


def _drive(name: str, mass: Key, usual: tuple[float, float], units: tuple[str, str], *more: Key) -> Section:
    return Section(name, f"{{mass: {mass.default:g}}}", (
        mass, *more,
        Key("stiffness", _positive(units[0]), "of the drive", usual[0]),
        Key("resolution", constant_number(0, unit=units[1]), "of the encoder", usual[1]),
    ))


JOINT = _drive(
    "drive", Key("mass", constant_number(0, unit="kg"), "of a motor with its gear", Design.joint_mass), Design.turn, ("N m/rad", "rad"),
    Key("inertia", constant_number(0, unit="kg m^2"), "of its rotor, seen from the joint", Design.joint_inertia),
)
RAIL = _drive("rail", Key("mass", constant_number(0, unit="kg/m"), "per metre", Design.rail_mass), Design.slide, ("N/m", "m"))
_MOTOR = "{mass: 2 kg, torque: 30 Nm}"
MOTOR = Section("motor", _MOTOR, (
    Key("mass", constant_number(0, unit="kg"), "with its gear", need=f"write {_MOTOR}"),
    Key("torque", constant_number(0, unit="N m"), "the largest", need=f"write {_MOTOR}"),
    Key("inertia", constant_number(0, unit="kg m^2"), "of its rotor, seen from the joint", Motor.inertia),
    Key("power", constant_number(0, unit="W"), "the largest", Motor.power, "none"),
))
DESIGN = Section("design", "{tube: {diameter: 60 mm, wall: 3 mm}}", (
    Key("tube", TUBE.kind, "what links are made of"),
    Key("tubes", listed(numbers(2, least=1e-12), "list", "[[60 mm, 3 mm], ...]"), "`[[diameter, wall], ...]`: the best of these is "
        "chosen per candidate", shown="only `tube`"),
    Key("joint", JOINT.kind, "what stands at a hinge"),
    Key("rail", RAIL.kind, "what a slide runs on"),
    Key("motors", by_name(MOTOR.kind, "motor"), "a table to choose from: `{small: {mass: 1 kg, torque: 20 Nm, inertia: 0.01, power: 200 W}}`",
        {}, "only `joint`"),
))

# --- the file ---------------------------------------------------------------------------------------------------------


def _count(name: str, doc: str) -> Key:
    return Key(name, constant_number(*BOUNDS[name], whole=True), doc, getattr(Search, name))


SEARCH = Section("search", "{evaluations: 4000, population: 64}", (
    _count("evaluations", "candidates per structure"),
    _count("population", "candidates at a time"),
    _count("seed", "of the random numbers"),
    Key("method", choice(("auto", *METHODS)), "see [the search](#the-search)", Search.method),
    Key("halving", FLAG, "drop the worse half of the structures after a quarter and after a half of the evaluations", Search.halving),
    _count("front", "points of the front that are looked at again and written, at most"),
))
TASK = Section("task", "path: {points: [[0.3, 0, 0.1], ...]}", (
    Key("task", choice(("1",)), "version of the format", "1"),
    Key("name", WORD, "name of the task", shown="the file's name"),
    Key("mask", choice(tuple(OF_TASK)), "what of the tool's pose counts; the last two are in the x-y plane", "3T1R", "`3T1R`"),
    Key("payload", PAYLOAD.kind, "what the tool carries", shown="nothing"),
    Key("path", PATH.kind, "[the way of the tool](#path)",
        need="a task file says where the tool goes: linkwright new task.yaml --task pick-and-place writes one"),
    Key("space", BOX.kind, "box in which all links must stay: `low`, `high`, or `center`, `size`", shown="anywhere"),
    Key("reach", REACH.kind, "working space whose corners must be reached: a box, and `yaw` or several", shown="none"),
    Key("obstacles", by_name(OBSTACLE.kind, "obstacle"), "by name: `{box: }` as above, `{sphere: {center: , radius: }}`, "
        "`{capsule: {start: , end: , radius: }}`", {}, "none"),
    Key("limits", LIMITS.kind, "of motors, see below"),
    Key("structures", STRUCTURES.kind, "[what is tried](#structures)",
        shown="all patterns of the [catalogue](catalogue.md) with the mask and as many joints"),
    Key("variables", by_name(one_of("", numbers(2), constant_number())), "[ranges of parameters](#variables)", {}, "those of the structures"),
    Key("design", DESIGN.kind, "[what links are made of](#design)"),
    Key("objectives", some(WORD, "names", "[energy, mass]"), "what should be small, such as `[energy, mass, footprint]`", ("energy",), "`[energy]`"),
    Key("constraints", by_name(constant_number(), words="numbers by name"), "what must be kept beyond limits and space, `{condition: 100}`", {}, "none"),
    Key("search", SEARCH.kind, "[the search](#the-search)"),
), top=True)
"""A task file."""
