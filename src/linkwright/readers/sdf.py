"""SDF -> Robot.  Format: http://sdformat.org/spec

A link with two parents closes a loop: joints are taken in file order, and one that ends at a link that hangs on another joint
already becomes a closure of the same kind. Poses of links are relative to the model, poses of joints to their child link
(`relative_to` is followed), that of the model and so of a root without a joint to the world. A gearbox becomes a coupling.
Meshes, sensors and plugins are never opened.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import radians
from pathlib import Path

from linkwright.errors import ModelError, raise_all, suggestion
from linkwright.graph.expr import symbol
from linkwright.model.build import make_robot
from linkwright.model.closed_robot import Robot
from linkwright.model.closures import COORDINATE, Coupling, Loop
from linkwright.model.robot import WORLD, Body, Drive, Frame, Joint, Limits
from linkwright.readers.options import LoadOptions, read_bytes
from linkwright.readers.report import Report
from linkwright.readers.sdf_document import USED, YES, gravity_of, note_defaults, the_model
from linkwright.readers.sdf_joints import FAR, Edge, base_joint, exact, mimic_of, several, spanning, z_along
from linkwright.readers.snap import Snapper
from linkwright.readers.xml import Element
from linkwright.readers.xml_fields import Fields
from linkwright.spatial.inertia import Inertia
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import ZERO, Mat, Vec, Z, norm

TYPES = {
    "revolute": "revolute", "continuous": "continuous", "prismatic": "prismatic", "ball": "spherical", "fixed": "fixed",
    "universal": "universal", "screw": "helical", "gearbox": "gearbox",
}  # fmt: skip
CLOSURES = {
    "revolute": "pin", "continuous": "pin", "prismatic": "slider", "spherical": "point", "fixed": "weld",
    "universal": "universal",
}  # fmt: skip
"""Type of a joint -> kind of the loop that it closes."""
SINGLE = ("revolute", "continuous", "prismatic", "helical")
MODEL = "__model__"
"""SDF's name for the frame of the model."""


def read_sdf(path: Path, options: LoadOptions) -> Robot:
    """A robot from an SDF file."""
    report = Report(path.name)
    return _Model(the_model(read_bytes(path), report), report, options).robot()


class _Model:
    def __init__(self, element: Element, report: Report, options: LoadOptions) -> None:
        self.element, self.report, self.options = element, report, options
        self.xml = Fields(report)
        self.snapper = Snapper(options.snap)
        self.places: dict[str, Transform] = {WORLD: Transform()}
        """In the world."""
        self.written: dict[str, tuple[str, Transform]] = {}
        """Link -> what its pose is relative to, and that pose: exact where `places` is rounded."""
        self.model = WORLD  # what poses of links are relative to
        self.places[MODEL] = self.pose(element, "pose of the model")
        if self.places[MODEL] != Transform():
            self.model = MODEL

    def robot(self) -> Robot:
        self.xml.ignore_unused(self.element.getroottree().getroot(), USED)
        links = [e for e in self.element.findall("link") if self.xml.name(e)]
        for e in links:
            name = e.get("name")
            if name != WORLD:  # joints to a link of that name are joints to the world, as in Gazebo
                self.places[name] = self.pose(e, f"pose of link '{name}'", self.model, name)
        bodies = [Body(e.get("name"), self.inertia(e), self.report.where(e.sourceline)) for e in links]
        gravity = gravity_of(self.element, self.report)
        edges = [x for e in self.element.findall("joint") if (x := self.edge(e)) is not None]
        raise_all(self.report.errors)
        tree, closing = spanning([b.name for b in bodies], [e for e in edges if e.kind != "gearbox"])
        joints: list[Joint] = []
        frames = [Frame(b.name, b.name) for b in bodies]
        for e in tree:
            joints += self.joint(e, bodies)
        if not self.options.floating and self.options.root is None:
            joints += base_joint([b.name for b in bodies], joints, self.places)
        couplings = [c for e in edges if e.kind == "gearbox" and (c := self.gear(e, tree)) is not None]
        loops = [self.loop(e, frames) for e in closing]
        start = {j.name: 0 for j in joints if j.type in SINGLE and not j.mimic} if loops else {}
        raise_all(self.report.errors)
        return make_robot(
            self.element.get("name") or "model",
            bodies,
            self.options.in_order(joints),
            frames=frames,
            gravity=self.options.gravity_or(gravity),
            loops=loops,
            couplings=couplings,
            start=start,
            notes=[*self.snapper.notes(), *self.report.all_notes()],
            source=self.report.file,
            root=self.options.root,
            floating=self.options.floating,
            body_word="link",
        )

    # --- places -------------------------------------------------------------------------------------------------------

    def pose(self, element: Element, what: str, base: str = WORLD, link: str = "") -> Transform:
        """In the world. base: what it is relative to where the file does not say; link: whose pose it is, to be remembered."""
        found = element.find("pose")
        if found is None or not (found.text or "").strip():
            return self.places[base]
        base = found.get("relative_to") or found.get("frame") or base
        values = several(found.text or "", 6)
        if not values:
            self.report.error(
                f"{what} is '{' '.join((found.text or '').split())[:60]}'",
                found.sourceline,
                "write six finite numbers: x y z roll pitch yaw",
            )
            return Transform()
        angles = [radians(x) if (found.get("degrees") or "").strip() in YES else x for x in values[3:]]
        X = Transform(self.snapper.rpy(*angles), self.snapper.vector(values[:3]))
        base = self.model if base == MODEL else base
        self.written[link] = (base, X)
        if base == WORLD:
            return X
        if base not in self.places:
            self.report.error(
                f"{what} is relative to unknown '{base}'", found.sourceline, "name a link that comes before it"
            )
            return X
        return self.places[base] @ X

    # --- links --------------------------------------------------------------------------------------------------------

    def inertia(self, link: Element) -> Inertia:
        found = link.find("inertial")
        if found is None:
            return Inertia()
        name = link.get("name")
        mass = self.value(found, "mass", f"mass of link '{name}'", 1.0)
        tensor = found.find("inertia")
        note_defaults(found, name, self.report)
        t = {
            k: self.value(tensor, k, f"{k} of link '{name}'", 1.0 if k[1] == k[2] else 0.0)
            for k in ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")
        }
        about = Mat(
            Vec(t["ixx"], t["ixy"], t["ixz"]), Vec(t["ixy"], t["iyy"], t["iyz"]), Vec(t["ixz"], t["iyz"], t["izz"])
        )
        place = self.pose(found, f"inertial pose of link '{name}'")
        return self.snapper.inertia(Inertia.about_com(mass, ZERO, about).seen_from(place))

    def value(self, element: Element | None, tag: str, what: str, default: float) -> float:
        found = element.find(tag) if element is not None else None
        if found is None or found.text is None:
            return default
        try:
            x = float(found.text)
        except ValueError:
            x = float("nan")
        if x != x or (abs(x) == float("inf") and tag not in ("lower", "upper", "velocity", "effort")):
            self.report.error(f"{what} is '{found.text.strip()[:30]}', not a finite number", found.sourceline)
            return default
        return int(x) if x.is_integer() and abs(x) < 2**53 else x

    # --- joints -------------------------------------------------------------------------------------------------------

    def edge(self, e: Element) -> Edge | None:
        name = self.xml.name(e)
        written = e.get("type") or ""
        if name is None or written not in TYPES:
            hint = suggestion(written, tuple(TYPES), f"types: {', '.join(TYPES)}")
            self.report.error(f"joint '{name}' has type '{written}'", e.sourceline, hint)
            return None
        ends = {
            role: ((f.text or "").strip() if (f := e.find(role)) is not None else "") for role in ("parent", "child")
        }
        unknown = {role: link for role, link in ends.items() if link not in self.places or link == MODEL}
        for role, link in unknown.items():
            what = f"{role} of joint '{name}' is unknown link '{link}'"
            hint = suggestion(link, self.places.keys() - {MODEL}, "name a <link> of the model")
            self.report.error(what, e.sourceline, hint)
        if unknown:
            return None
        if ends["parent"] == ends["child"]:
            what = f"joint '{name}' joins '{ends['child']}' to itself"
            self.report.error(what, e.sourceline, "name two links, or a link and world")
            return None
        own = e.find("pose")
        free = own is None or not (own.get("relative_to") or own.get("frame"))
        placed = self.pose(e, f"pose of joint '{name}'")
        child = self.places[ends["child"]]
        world = child @ placed if free else placed
        kind = TYPES[written]
        if kind != "universal" and (second := e.find("axis2")) is not None:
            self.report.ignore(f"<axis2> of a {written} joint", second.sourceline)
        pitch = self.value(e, "screw_thread_pitch", f"pitch of joint '{name}'", 0.0)
        X_parent, X_child = self.places[ends["parent"]].inverse @ world, child.inverse @ world
        if free:
            base, X = self.written.get(ends["child"], (self.model, Transform()))
            X_parent, X_child = X @ placed if base == ends["parent"] else X_parent, placed
        return Edge(
            name, kind, ends["parent"], ends["child"], X_parent, X_child,
            self.axis(e, "axis", world, Z), self.axis(e, "axis2", world, Vec(0, 1, 0)) if kind == "universal" else None,
            pitch / 6.283185307179586, self.drive(e, name), self.limits(e, name), self.report.where(e.sourceline), e,
        )  # fmt: skip

    def axis(self, e: Element, tag: str, world: Transform, default: Vec) -> Vec:
        """In the joint's frame, whatever frame the file gives it in."""
        found = e.find(f"{tag}/xyz")
        if found is None or found.text is None:
            return default
        values = several(found.text, 3)
        if not 0 < norm(values) < FAR:
            what = f"axis of joint '{e.get('name')}' is '{found.text[:40]}', which is no direction"
            self.report.error(what, found.sourceline, "write three numbers, such as 0 0 1")
            return default
        axis = Vec(*values)
        flag = e.find(f"{tag}/use_parent_model_frame")
        in_model = flag is not None and (flag.text or "").strip() in YES
        base = MODEL if in_model else found.get("expressed_in")
        if base and base not in self.places:
            what = f"axis of joint '{e.get('name')}' is expressed in unknown '{base}'"
            self.report.error(what, found.sourceline, f"name a link of the model, or {MODEL}")
        elif base:
            axis = world.R.apply_T(self.places[base].R.apply(axis))
        return axis.map(exact)

    def drive(self, e: Element, name: str) -> Drive:
        found = e.find("axis/dynamics")
        if found is None:
            return Drive()
        value = {
            k: self.value(found, k, f"{k} of joint '{name}'", 0.0)
            for k in ("damping", "friction", "spring_stiffness", "spring_reference")
        }
        if (value["damping"] or value["friction"]) and not self.options.friction:
            self.report.ignore(
                "damping and friction of joints (friction=True, --friction, takes them in)", found.sourceline
            )
        on = self.options.friction
        return Drive(
            viscous=value["damping"] if on else 0, coulomb=value["friction"] if on else 0,
            stiffness=value["spring_stiffness"], rest=value["spring_reference"] if value["spring_stiffness"] else 0,
        )  # fmt: skip

    def limits(self, e: Element, name: str) -> Limits:
        found = e.find("axis/limit")
        if found is None:
            return Limits()
        values = {
            k: self.value(found, k, f"{k} limit of joint '{name}'", float("inf"))
            for k in ("lower", "upper", "velocity", "effort")
        }
        return Limits(*(None if abs(x) > FAR or (k == "effort" and x < 0) else float(x) for k, x in values.items()))

    # --- tree and loops -----------------------------------------------------------------------------------------------

    def joint(self, e: Edge, bodies: list[Body]) -> list[Joint]:
        """A joint away from its child's origin gets a frame of its own."""
        kind = "continuous" if e.kind == "revolute" and e.limits.lower is None and e.limits.upper is None else e.kind
        here = e.X_child == Transform()
        child = e.child if here else f"{e.child}_{e.name}"
        joint = Joint(
            e.name, kind, e.parent, child, e.X_parent, e.axis, e.axis2, e.pitch if kind == "helical" else 0,
            drive=e.drive if kind in SINGLE else Drive(), limits=e.limits, where=e.where,
            mimic=mimic_of(e, self.value) if kind in SINGLE and self.options.mimic else None,
        )  # fmt: skip
        if here:
            return [joint]
        bodies.append(Body(child))
        return [joint, Joint(f"{e.name}_fixed", "fixed", child, e.child, e.X_child.inverse, where=e.where)]

    def loop(self, e: Edge, frames: list[Frame]) -> Loop:
        """Frames NAME_first on the parent and NAME_second on the child, z along the axis."""
        if e.kind not in CLOSURES:
            raise ModelError(f"joint '{e.name}' ({e.kind}) closes a loop", e.where, f"only: {', '.join(CLOSURES)}")
        if e.drive != Drive():
            self.report.ignore("springs and friction of joints that close loops", e.element.sourceline)
        turn = Transform(z_along(e.axis))
        names = (f"{e.name}_first", f"{e.name}_second")
        for name, body, X in zip(names, (e.parent, e.child), (e.X_parent, e.X_child), strict=True):
            frames.append(Frame(name, body, X @ turn, e.where))
        return Loop(e.name, CLOSURES[e.kind], *names, where=e.where)

    def gear(self, e: Edge, tree: list[Edge]) -> Coupling | None:
        """angle of the child against the reference body = -ratio times the parent's (SDF, gearbox_reference_body)."""
        reference = (e.element.findtext("gearbox_reference_body") or "").strip()
        ratio = self.value(e.element, "gearbox_ratio", f"ratio of gearbox '{e.name}'", 1.0)
        found: Mapping[str, Edge] = {
            x.child: x for x in tree if x.parent == reference and x.kind in ("revolute", "continuous")
        }
        if e.parent not in found or e.child not in found or ratio == 0:
            self.report.error(
                f"gearbox '{e.name}' needs revolute joints from '{reference}' to '{e.parent}' and '{e.child}', and a ratio",
                e.element.sourceline, "give gearbox_reference_body the link that carries both",
            )  # fmt: skip
            return None
        rotor, output = found[e.parent], found[e.child]
        return Coupling(e.name, rotor.name, -symbol(COORDINATE.format(output.name)) / ratio, e.where)
