"""URDF -> Robot.  Format: https://wiki.ros.org/urdf/XML

Everything that shapes the dynamics is read; every other tag and attribute is counted in the notes. Meshes are never opened, so
package:// paths stop nothing. Loops: see side_file.py. Where the specification leaves a choice, Pinocchio's is taken, so that
results compare: a planar joint moves in the x-y plane of its frame, an inertia without mass counts, 'world' may be a root.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from linkwright.errors import FileError, counted, suggestion
from linkwright.model.build import make_robot
from linkwright.model.closed_robot import Robot
from linkwright.model.joints import JOINT_SIZES
from linkwright.model.robot import WORLD, Body, Drive, Frame, Joint, Limits, Mimic, Note, Parameter
from linkwright.readers.draft import Draft
from linkwright.readers.options import LoadOptions, read_bytes
from linkwright.readers.report import Report
from linkwright.readers.side_file import side_file
from linkwright.readers.snap import Snapper
from linkwright.readers.urdf_empty import some, without_links
from linkwright.readers.urdf_world import free_the_world
from linkwright.readers.xml import Element, children, parse_xml, tag
from linkwright.readers.xml_fields import Fields, Used
from linkwright.spatial.inertia import Inertia
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import ZERO, Mat, Vec, X, Z, norm, rot_quaternion

TYPES = ("revolute", "continuous", "prismatic", "fixed", "floating", "planar")
EXTENSION = "spherical"
"""A ball joint is no type of the specification, but of PyBullet's files, and means one thing."""
MAX_PARTS = 20_000
LIMITS = ("lower", "upper", "velocity", "effort")
TENSOR = ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")
USED = {
    "robot": Used((), ("name", "version", "xmlns"), ("link", "joint")),
    "link": Used(("inertial",), ("name",)),
    "inertial": Used(("origin", "mass", "inertia")),
    "origin": Used((), ("xyz", "rpy", "quat_xyzw")),
    "mass": Used((), ("value",)),
    "inertia": Used((), TENSOR),
    "joint": Used(("origin", "parent", "child", "axis", "limit", "dynamics", "mimic"), ("name", "type")),
    "parent": Used((), ("link",)),
    "child": Used((), ("link",)),
    "axis": Used((), ("xyz",)),
    "limit": Used((), LIMITS),
    "dynamics": Used((), ("damping", "friction")),
    "mimic": Used((), ("joint", "multiplier", "offset")),
}
FAR = 1e16
"""Limits from here on mean none, as infinite ones do."""


def read_urdf(path: Path, options: LoadOptions) -> Robot:
    """A robot from a URDF file, with the side file beside it if there is one."""
    return urdf_robot(read_bytes(path), path.name, options, side_file(path))


def urdf_robot(data: bytes, file: str, options: LoadOptions, side: Path | None = None) -> Robot:
    """A robot from the text of a URDF; `file` is its name, for messages; `side` says what closes it."""
    report = Report(file)
    root = parse_xml(data, report)
    if tag(root) != "robot":
        raise FileError(
            f"the file starts with <{tag(root)}>, not with <robot>", f"{file}:{root.sourceline}", "is this a URDF?"
        )
    return _Reader(report, Snapper(options.snap), options).robot(root, side)


class _Reader:
    def __init__(self, report: Report, snapper: Snapper, options: LoadOptions) -> None:
        self.report, self.snapper, self.options = report, snapper, options
        self.xml = Fields(report)
        self.without_limit: list[str] = []
        self.balls: list[str] = []
        self.with_friction: list[str] = []

    def robot(self, root: Element, side: Path | None = None) -> Robot:
        report, options = self.report, self.options
        if len(root) > MAX_PARTS:
            raise FileError(f"the file has {len(root)} parts", report.file, f"at most {MAX_PARTS} are read")
        links = [e for e in children(root) if e.tag == "link"]
        joint_elements = [e for e in children(root) if e.tag == "joint"]
        if not links:
            raise without_links(root, report.file)
        self.xml.ignore_unused(root, USED)
        bodies = [b for e in links if (b := self.body(e))]
        joints = [j for e in joint_elements if (j := self.joint(e))]
        joints = self.settle_mimics(joints)
        bodies, joints, world = free_the_world(bodies, options.in_order(joints), options)
        frames = [
            Frame(WORLD if name == world else name, name, where=b.where)
            for name, b in {b.name: b for b in bodies}.items()
        ]
        closed, parameters = Draft(), list[Parameter]()
        if side is not None:
            from linkwright.readers.side_loops import read_side_file

            closed, parameters = read_side_file(side, bodies, joints, report, self.snapper)
            joints = closed.joints
            frames += [replace(f, body=world) if f.body == WORLD else f for f in closed.frames]
        name = root.get("name")
        if not name:
            name = report.file.partition(".")[0]
            report.note("assumed", f"<robot> has no name: '{name}', as the file", root.sourceline)
        self.tell()
        return make_robot(
            name,
            bodies,
            joints,
            frames=frames if not report.errors else (),
            gravity=options.gravity_or(Vec(0, 0, -9.81)),
            parameters=parameters,
            wrenches=closed.wrenches,
            loops=closed.loops if not report.errors else (),
            couplings=closed.couplings,
            actuated=closed.actuated,
            start=closed.start,
            platform=closed.platform,
            notes=[*self.snapper.notes(), *report.all_notes()],
            source=report.file,
            root=world if options.root == WORLD else options.root,
            floating=options.floating,
            errors=report.errors,
            body_word="link",
        )

    # --- links ------------------------------------------------------------------------------------------------------

    def body(self, element: Element) -> Body | None:
        where = self.report.where(element.sourceline)
        name = self.xml.name(element)
        if name is None:
            return None
        inertial = element.find("inertial")
        return Body(name, Inertia() if inertial is None else self.inertia(inertial, name), where)

    def inertia(self, element: Element, link: str) -> Inertia:
        parts = {part: element.find(part) for part in ("mass", "inertia")}
        for part, found in parts.items():
            if found is None:
                hint = f"add <{part} .../>, or remove <inertial> to leave the link without inertia"
                self.report.error(f"<inertial> of link '{link}' has no <{part}>", element.sourceline, hint)
        if None in parts.values():
            return Inertia()
        mass = self.xml.number(parts["mass"], "value", f"mass of link '{link}'")
        found = [self.xml.number(parts["inertia"], n, f"{n} of link '{link}'") for n in TENSOR]
        entries = [x for x in found if x is not None]
        place = self.origin(element, f"inertial origin of link '{link}'")
        if mass is None or len(entries) < len(TENSOR):
            return Inertia()
        xx, xy, xz, yy, yz, zz = entries
        tensor = Mat(Vec(xx, xy, xz), Vec(xy, yy, yz), Vec(xz, yz, zz))
        # first about the centre of mass, whose axes the tensor is given in; then seen from the link's frame
        return self.snapper.inertia(Inertia.about_com(mass, ZERO, tensor).seen_from(place))

    # --- joints -----------------------------------------------------------------------------------------------------

    def joint(self, element: Element) -> Joint | None:
        line = element.sourceline
        name = self.xml.name(element)
        if name is None:
            return None
        kind = element.get("type")
        if kind == EXTENSION:
            self.balls.append(name)
        elif kind not in TYPES:
            what = "no type" if kind is None else f"unknown type '{kind}'"
            self.report.error(
                f"joint '{name}' has {what}", line, suggestion(kind or "", TYPES, f"types: {', '.join(TYPES)}")
            )
        ends = {role: self.link_of(element, role, name) for role in ("parent", "child")}
        parent, child = ends["parent"], ends["child"]
        if parent is None or child is None or kind not in (*TYPES, EXTENSION):
            return None
        return Joint(
            name,
            kind,
            parent,
            child,
            X=self.origin(element, f"origin of joint '{name}'"),
            axis=self.axis(element, kind, name),
            mimic=self.mimic(element, kind, name),
            drive=self.drive(element, kind, name),
            limits=self.limits(element, kind, name),
            where=self.report.where(line),
        )

    def link_of(self, element: Element, role: str, joint: str) -> str | None:
        found = element.find(role)
        link = found.get("link") if found is not None else None
        if not link:
            hint = f'add <{role} link="..."/>'
            self.report.error(f"joint '{joint}' has no {role} link", element.sourceline, hint)
        return link

    def axis(self, element: Element, kind: str, joint: str) -> Vec:
        found = element.find("axis")
        if kind in ("fixed", "floating", EXTENSION):
            return Z  # files often write an axis of zeros here; nobody asks for it
        if found is not None and found.get("xyz") is None:
            what = f"<axis> of joint '{joint}' has no xyz: 1 0 0, the specification's default"
            self.report.note("assumed", what, found.sourceline)
        axis = X if found is None else self.xml.vector(found, "xyz", f"axis of joint '{joint}'", X)
        if kind == "planar":
            if axis != Z:
                what = (
                    f"planar joint '{joint}' moves in the x-y plane of its frame, as in Pinocchio; its axis is not used"
                )
                self.report.note("assumed", what, element.sourceline)
            return Z
        return axis

    def mimic(self, element: Element, kind: str, joint: str) -> Mimic | None:
        found = element.find("mimic")
        if found is None:
            return None
        if JOINT_SIZES.get(kind) != (1, 1):
            self.report.ignore(f"<mimic> of a {kind} joint", found.sourceline)
            return None
        if not self.options.mimic:
            self.report.ignore("<mimic>: the joint moves on its own (mimic=False)", found.sourceline)
            return None
        target = found.get("joint")
        if not target:
            self.report.error(f"<mimic> of joint '{joint}' names no joint", found.sourceline, 'write joint="..."')
            return None
        multiplier = self.xml.number(found, "multiplier", f"mimic multiplier of joint '{joint}'", 1)
        offset = self.xml.number(found, "offset", f"mimic offset of joint '{joint}'", 0)
        return None if multiplier is None or offset is None else Mimic(target, multiplier, offset)

    def settle_mimics(self, joints: Sequence[Joint]) -> list[Joint]:
        """A joint that mimics what is not there, or does not move, moves on its own."""
        types = {j.name: j.type for j in joints}
        settled: list[Joint] = []
        for j in joints:
            if j.mimic and JOINT_SIZES.get(types.get(j.mimic.joint, "fixed")) == (0, 0):
                gone = "does not exist" if j.mimic.joint not in types else "is fixed"
                what = f"joint '{j.name}' mimics '{j.mimic.joint}', which {gone}: it moves on its own"
                self.report.notes.append(Note("repaired", what, j.where))
                j = replace(j, mimic=None)
            settled.append(j)
        return settled

    def drive(self, element: Element, kind: str, joint: str) -> Drive:
        found = element.find("dynamics")
        if found is None:
            return Drive()
        damping = self.xml.number(found, "damping", f"damping of joint '{joint}'", 0)
        friction = self.xml.number(found, "friction", f"friction of joint '{joint}'", 0)
        if not (damping or friction) or JOINT_SIZES.get(kind) == (0, 0):
            return Drive()
        if self.options.friction and JOINT_SIZES.get(kind) != (1, 1):
            self.report.ignore(f"<dynamics> of a {kind} joint", found.sourceline)
            return Drive()
        self.with_friction.append(joint)
        return Drive(viscous=damping or 0, coulomb=friction or 0) if self.options.friction else Drive()

    def limits(self, element: Element, kind: str, joint: str) -> Limits:
        found = element.find("limit")
        if found is None:
            if kind in ("revolute", "prismatic"):
                self.without_limit.append(joint)
            return Limits()
        free = [n for n in LIMITS if (found.get(n) or "").strip().lower().lstrip("+-") in ("", "inf", "infinity")]
        values = [None if n in free else self.xml.number(found, n, f"{n} limit of joint '{joint}'") for n in LIMITS]
        return Limits(*(None if x is None or abs(x) >= FAR else x for x in values))

    # --- the whole --------------------------------------------------------------------------------------------------

    def tell(self) -> None:
        """Notes about the file as a whole."""
        report = self.report
        if self.with_friction and not self.options.friction:
            what = f"damping and friction of {counted(len(self.with_friction), 'joint')} ({some(self.with_friction)})"
            what += " are not in the equations, as in Pinocchio; friction=True (--friction) takes them in"
            report.note("ignored", what)
        if self.balls:
            report.note("assumed", f"type spherical is not in the specification, read as a ball: {some(self.balls)}")
        if self.without_limit:
            report.note("assumed", f"no <limit>, so no limits: {some(self.without_limit)}")

    def origin(self, element: Element, what: str) -> Transform:
        found = element.find("origin")
        if found is None:
            return Transform()
        p = self.snapper.vector(self.xml.vector(found, "xyz", what, ZERO))
        if found.get("quat_xyzw") is not None:
            q = self.xml.numbers(found, "quat_xyzw", 4, what)
            size = norm(q) if q else 0
            if q and size == 0:
                self.report.error(f"quaternion of {what} is zero", found.sourceline, "write 0 0 0 1 for no rotation")
            return Transform(rot_quaternion(*(x / size for x in q)), p) if q and size else Transform()
        return Transform(self.snapper.rpy(*self.xml.vector(found, "rpy", what, ZERO)), p)
