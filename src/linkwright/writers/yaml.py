"""Robot -> YAML, which can say everything: symbols and formulas stay, rotations and inertias read back as they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from fractions import Fraction

from linkwright.emit.source_tree import generated_by
from linkwright.errors import EmitError
from linkwright.formula.functions import is_name
from linkwright.graph.expr import Scalar, floats, is_zero, number
from linkwright.graph.ops import Number
from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.model.closures import COORDINATE, Coupling
from linkwright.model.robot import WORLD, Drive, Frame, Joint, Limits, OpenRobot, Parameter, Tendon
from linkwright.model.rooting import fresh
from linkwright.readers.snap import ZERO_LENGTH, Snapper
from linkwright.readers.values import DRIVE
from linkwright.readers.yaml_tree import MAX_BYTES, MAX_LINE
from linkwright.spatial.inertia import PARAMETER_NAMES, Inertia
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import IDENTITY, Mat, Z
from linkwright.writers.format import Format
from linkwright.writers.formula import Formulas, number_text
from linkwright.writers.masses import about_com
from linkwright.writers.places import rpy
from linkwright.writers.tree import own_frames
from linkwright.writers.yaml_text import Tree, block

YAML = Format(
    "YAML",
    (".yaml", ".yml"),
    "linkwright.writers.yaml:write_yaml",
    symbols=True,
    wrenches=True,
    platform=True,
    transmissions=True,
    alike=True,
    tendons=True,
)
_KEYS = {name: key for key, name in DRIVE.items()}


def write_yaml(robot: Robot) -> Mapping[str, str]:
    """The text of the file."""
    writing = _Writing(robot)
    tree = robot.tree
    joints = {j.name: writing.joint(j) for j in tree.joints.values()}
    bodies = {b.name: writing.inertia(b.inertia) for b in tree.bodies.values() if not b.inertia.vanishes}
    frames = {f.name: writing.frame(f) for f in tree.frames.values() if _own(f, tree, bodies)}
    parts: dict[str, Tree] = {
        "joints": joints,
        "bodies": bodies,
        "alike": tree.alike,
        "tendons": {x.name: writing.tendon(x) for x in tree.tendons},
        "frames": frames,
        **(writing.closures(robot) if isinstance(robot, ClosedRobot) else {}),
        "wrenches": tree.wrenches,
    }
    head: dict[str, Tree] = {"name": tree.name, "gravity": writing.vector(tree.gravity)}
    return {".yaml": _file({**head, "parameters": writing.parameters(tree.parameters), **parts})}


def closures_text(robot: ClosedRobot) -> str:
    """What closes a robot, as the file beside a URDF has it: its frames are links there."""
    writing = _Writing(robot)
    known = {f.name for f in own_frames(robot.tree)} | set(robot.bodies) | set(robot.joints)
    assert all(x in known for loop in robot.loops for x in (loop.first, loop.second))
    return _file(writing.closures(robot))


def _file(parts: Mapping[str, Tree]) -> str:
    filled = {key: value for key, value in parts.items() if value or (key == "bodies" and not parts["joints"])}
    lines = [f"# {generated_by()}", *block({"linkwright": "1", **filled})]
    text = "\n".join(lines) + "\n"
    if len(text.encode()) > MAX_BYTES or max(map(len, lines)) > MAX_LINE:
        what = f"as YAML this robot has {len(text) // 1000} kB, and a line of {max(map(len, lines))} characters"
        raise EmitError(what, hint=f"{MAX_BYTES // 1000} kB and {MAX_LINE} are read; convert to URDF, MJCF or SDF")
    return text


def _own(frame: Frame, tree: OpenRobot, bodies: Mapping[str, Tree]) -> bool:
    """Frames that readers do not make of bodies themselves."""
    of_world = frame.name == WORLD and not (frame.body == WORLD and WORLD in bodies)
    return of_world or frame.name not in tree.bodies


class _Writing:
    def __init__(self, robot: Robot) -> None:
        self.formulas = Formulas({*robot.parameters, *robot.joints})

    # --- scalars ----------------------------------------------------------------------------------------------------

    def vector(self, values: Sequence[Scalar]) -> Tree:
        return [self.formulas.text(x) for x in values]

    def place(self, X: Transform) -> dict[str, Tree]:
        found: dict[str, Tree] = {}
        if not all(map(is_zero, X.p)):
            found["xyz"] = [self.formulas.text(_unsnapped(x)) for x in X.p]
        if X.R == IDENTITY:
            return found
        angles = _angles(X.R)
        if angles is not None:
            return {**found, "rpy": [repr(x) if x else "0" for x in angles]}
        return {**found, "rotation": [self.vector(row) for row in X.R]}

    def parameters(self, parameters: Mapping[str, Parameter]) -> Tree:
        """Called last: formulas put their steps here."""
        made: dict[str, Tree] = {}
        for p in parameters.values():
            if not is_name(p.name):
                raise EmitError(f"a parameter is called '{p.name}'", hint="rename it: letters, digits and _")
            value = "" if p.value is None else number_text(p.value)
            made[p.name] = {**({"value": value} if value else {}), "doc": p.doc} if p.doc else value
        return {**made, **self.formulas.steps}

    # --- parts ------------------------------------------------------------------------------------------------------

    def joint(self, joint: Joint) -> Tree:
        row = joint.joint_type
        made: dict[str, Tree] = {
            "type": joint.type,
            "parent": joint.parent,
            "child": joint.child,
            **self.place(joint.X),
        }
        if row.axes and joint.axis != Z:
            made["axis"] = self.vector(joint.axis)
        if joint.axis2 is not None and row.axes == 2:
            made["axis2"] = self.vector(joint.axis2)
        if row.without_pitch:
            made["pitch"] = self.formulas.text(joint.pitch)
        made |= self.drive(joint.drive)
        if joint.transmission:
            made["transmission"] = {"joint": joint.transmission.joint, **self.drive(joint.transmission.drive)}
        if joint.mimic:
            how = {"multiplier": joint.mimic.multiplier, "offset": joint.mimic.offset}
            made["mimic"] = {"joint": joint.mimic.joint, **{k: self.formulas.text(x) for k, x in how.items()}}
        limits = {f.name: getattr(joint.limits, f.name) for f in fields(Limits)}
        given = {name: number_text(x) for name, x in limits.items() if x is not None}
        return {**made, "limits": given} if given else made

    def drive(self, drive: Drive) -> dict[str, Tree]:
        values = {f.name: getattr(drive, f.name) for f in fields(Drive)}
        plain = Drive()
        return {_KEYS[name]: self.formulas.text(x) for name, x in values.items() if number(x) != getattr(plain, name)}

    def tendon(self, tendon: Tendon) -> Tree:
        return {"joints": {n: self.formulas.text(c) for n, c in tendon.terms}, **self.drive(tendon.drive)}

    def inertia(self, inertia: Inertia) -> Tree:
        """mass, com and inertia about it where that reads back as it is, else the ten parameters."""
        if (short := _mass_form(inertia)) is not None:
            return short
        named = zip(PARAMETER_NAMES, inertia.parameters, strict=True)
        return {"parameters": {name: self.formulas.text(x) for name, x in named if not is_zero(x)}}

    def frame(self, frame: Frame) -> Tree:
        return {"body": frame.body, **self.place(frame.X)}

    # --- closures ---------------------------------------------------------------------------------------------------

    def closures(self, robot: ClosedRobot) -> dict[str, Tree]:
        close: dict[str, Tree] = {}
        for x in robot.loops:
            mode = {} if x.mode is None else {"mode": self.formulas.text(x.mode)}
            close[x.name] = {"kind": x.kind, "first": x.first, "second": x.second, **mode}
        start = {
            name: self.vector(x) if isinstance(x, tuple) else self.formulas.text(x) for name, x in robot.start.items()
        }
        return {
            "close": close,
            "couplings": {x.joint: self.coupling(x, robot) for x in robot.couplings},
            "actuated": robot.actuated,
            "start": start,
            "platform": robot.platform or "",
        }

    def coupling(self, coupling: Coupling, robot: ClosedRobot) -> Tree:
        """Joints by their names where formulas can have them, else by names of the formula's own."""
        taken = {*robot.parameters, *robot.joints}
        names: dict[str, str] = {}
        own: dict[str, str] = {}
        for name in robot.joints:
            symbol = COORDINATE.format(name)
            names[symbol] = name
            if not is_name(name) or name in robot.parameters:
                names[symbol] = fresh(f"x{len(own) + 1}", taken)
                own[symbol] = name
        formula = self.formulas.of_coordinates(coupling.value, names)
        used = {names[symbol]: name for symbol, name in own.items() if _uses(coupling.value, symbol)}
        return {"formula": formula, "joints": used} if used else formula


def _uses(x: Scalar, symbol: str) -> bool:
    from linkwright.graph.expr import Expr
    from linkwright.graph.rewrite import symbols_of

    return isinstance(x, Expr) and symbol in symbols_of(x.graph, [x.index])


def _unsnapped(x: Scalar) -> Scalar:
    """A length that readers would take for nothing, as a fraction, which they take as it is."""
    value = number(x)
    return Fraction(value) if isinstance(value, float) and 0 < abs(value) < ZERO_LENGTH else x


def _angles(R: Mat) -> tuple[float, float, float] | None:
    """roll, pitch, yaw, where they read back as this rotation."""
    values = [number(x) for row in R for x in row]
    if any(v is None for v in values):
        return None
    angles = rpy(R)
    read = [x for row in Snapper().rpy(*angles) for x in row]
    return angles if read == values else None


def _mass_form(inertia: Inertia) -> Tree | None:
    values: list[Number | None] = [number(x) for x in inertia.parameters]
    if any(v is None for v in values) or not inertia.m:
        return None
    _, com, tensor = about_com(inertia)
    if Inertia.about_com(inertia.m, com, tensor).parameters != values:
        return None
    entries = floats([tensor[0][0], tensor[0][1], tensor[1][1], tensor[0][2], tensor[1][2], tensor[2][2]])
    xx, xy, yy, xz, yz, zz = entries
    made: dict[str, Tree] = {"mass": number_text(values[0] or 0)}
    if any(floats(com)):
        made["com"] = [number_text(x) for x in floats(com)]
    if any(entries):
        made["inertia"] = [number_text(x) for x in (entries if xy or xz or yz else (xx, yy, zz))]
    return made
