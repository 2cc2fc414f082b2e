"""Robots of Skidy (YAML or JSON) -> Robot: joint screws and body poses in the reference position, inertias, all with symbols.

spatial:     screws and poses are in the world:         T_i = exp(Y_1 q_1) ... exp(Y_i q_i) A_i
body_fixed:  each on the body before, screws in their body's own frame:  T_i = T_parent B_i exp(X_i q_i)

(Mueller 2018, Screw and Lie group theory in multibody kinematics.) Formulas are SymPy's text, read by our own language; every
name is a symbol, with the value that `assignments` gives it. A model's frame of a body is on its joint's axis: where Skidy's is
not, that is a frame of its own, link2_home.
"""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.errors import FileError, counted, nearest, raise_all
from linkwright.formula.functions import is_name
from linkwright.graph.expr import Scalar, is_zero
from linkwright.mechanism import Mechanism
from linkwright.model.build import make_robot
from linkwright.model.robot import WORLD, Body, Frame, Joint, Parameter
from linkwright.readers.draft import Draft
from linkwright.readers.keys import Place, Record
from linkwright.readers.options import LoadOptions
from linkwright.readers.report import Report
from linkwright.readers.screws import Screw, joint_frame, screw_of
from linkwright.readers.skidy_parts import check_unit, inertia_of, pose_of
from linkwright.readers.snap import Snapper, constant_value
from linkwright.readers.table_foreign import SCREW, SKIDY
from linkwright.readers.yaml_parts import Parts
from linkwright.readers.yaml_tree import Map, Node, Seq
from linkwright.spatial.transform import Transform, translation
from linkwright.spatial.vector import ZERO, Vec

NEEDED = ("joint_screw_coord", "body_ref_config")
RATES = ("qd", "q2d", "q3d", "q4d")
LISTS = (*NEEDED, "mass_inertia", "parent", "child", "support", "q", *RATES)
"""Lists with one entry per joint."""
WRENCHES = ("WEE", "WDEE", "W2DEE")


def read_skidy(tree: Map, name: str, report: Report, options: LoadOptions) -> Mechanism:
    """A robot from the parsed file."""
    reader = _Reader(tree, Parts(report, Snapper(options.snap)))
    found = reader.mechanism()
    gravity = reader.gravity()
    declared = reader.assignments()
    reader.note_unused()
    if options.friction:
        report.note("ignored", "friction=True: robots of Skidy have none")
    bodies = list(found.bodies.values())
    return make_robot(
        name,
        bodies,
        options.in_order(found.joints),
        frames=[*(Frame(b.name, b.name, where=b.where) for b in bodies), *found.frames],
        gravity=options.gravity_or(gravity, reader.parts.values.graph),
        parameters=declared,
        notes=[*reader.parts.snapper.notes(), *report.all_notes()],
        source=report.file,
        root=options.root,
        floating=options.floating,
        errors=report.errors,
    )


class _Reader:
    def __init__(self, tree: Map, parts: Parts) -> None:
        self.tree, self.parts, self.report = tree, parts, parts.report
        parts.values.names = None  # every name is a symbol
        known = {key: node for key, node in tree.entries.items() if key in SKIDY.names}
        self.x = SKIDY.read(Place(Map(known, dict.fromkeys(known), tree.line), "the robot", "", parts))
        self.frame = "body"
        """Where inertias are given, until a body says another."""
        screws = tree.entries.get(NEEDED[0])
        self.count = len(screws.items) if isinstance(screws, Seq) else 0
        for key in LISTS:
            self.check_list(key)
        raise_all(self.report.errors)  # which entry belongs to which joint is not known otherwise

    def check_list(self, key: str) -> None:
        node = self.tree.entries.get(key)
        if node is None:
            if key in NEEDED:
                hint = "a robot of Skidy has joint_screw_coord and body_ref_config, one entry per joint"
                written = nearest(key, self.tree.entries.keys() - set(SKIDY.names))
                said = f"the file has no '{key}'" + (f", but '{written}'" if written else "")
                line = self.tree.key_lines.get(written) if written else None
                self.report.add(FileError(said, self.report.where(line), hint))
        elif not isinstance(node, Seq) or not node.items:
            self.report.error(f"'{key}' is not a list", node.line, "write one entry per joint")
        elif len(node.items) != self.count and self.count:
            said = f"'{key}' has {counted(len(node.items), 'entry', 'entries')} for {counted(self.count, 'joint')}"
            self.report.error(said, node.line, f"joint_screw_coord has {self.count}: write one entry per joint")

    def items(self, key: str) -> Sequence[Node]:
        node = self.tree.entries.get(key)
        return node.items if isinstance(node, Seq) else ()

    # --- the tree ---------------------------------------------------------------------------------------------------

    def mechanism(self) -> Draft:
        """Links, joints and frames."""
        found = Draft()
        names, parents, fixed = self.names(), self.parents(), self.x["representation"] == "body_fixed"
        if not self.items("mass_inertia"):
            self.report.note("assumed", "no masses: the file has no 'mass_inertia'")
        for k, (screw, pose) in enumerate(zip(*map(self.items, NEEDED), strict=True)):
            body, parent = f"link{k + 1}", f"link{parents[k]}" if parents[k] else WORLD
            joint = self.screw(screw, f"joint {k + 1}")
            X_home = pose_of(self.place(pose, f"body_ref_config {k + 1}"))
            where = self.report.where(screw.line)
            if joint is None:
                continue
            X, axis = (self.on_body if fixed else self.in_world)(joint, X_home, parent, body, found)
            found.joints.append(Joint(names[k], joint.type, parent, body, X, axis, pitch=joint.pitch, where=where))
            found.bodies[body] = self.body(body, k, found)
            if found.own[body] != Transform():
                found.frames.append(Frame(f"{body}_home", body, found.own[body], where))
        raise_all(self.report.errors)
        self.end_effectors(found)
        return found

    def on_body(self, screw: Screw, X_home: Transform, parent: str, body: str, found: Draft) -> tuple[Transform, Vec]:
        """body_fixed: the axis goes through a point of the body's own frame, in its directions."""
        point = screw.point or ZERO
        found.own[body] = translation(*(-point)).map(constant_value)
        return (found.place(parent) @ X_home @ translation(*point)).map(constant_value), screw.axis

    def in_world(self, screw: Screw, X_home: Transform, parent: str, body: str, found: Draft) -> tuple[Transform, Vec]:
        """spatial: axis and pose are seen from the world."""
        home = found.home
        before = home.joint.get(parent, Transform())
        place = joint_frame(screw, X_home, before)
        home.joint[body], home.body[body] = place, X_home
        found.own[body] = home.own(body)
        return (before.inverse @ place).map(constant_value), place.R.apply_T(screw.axis).map(constant_value)

    def body(self, name: str, k: int, found: Draft) -> Body:
        nodes = self.items("mass_inertia")
        if not nodes:
            return Body(name, where=self.report.file)
        inertia, self.frame = inertia_of(self.place(nodes[k], f"mass_inertia {k + 1}"), self.frame)
        return Body(name, inertia.seen_from(found.own[name]).map(constant_value), self.report.where(nodes[k].line))

    def place(self, node: Node, what: str) -> Place:
        return Place(node, what, "", self.parts)

    def screw(self, node: Node, what: str) -> Screw | None:
        """Six numbers, or a type with axis and vec."""
        x = SCREW.read(self.place(node, what))
        if not isinstance(x, Record):
            return None if x is None else screw_of(x, what, node.line, self.parts)
        if not x.whole:
            return None
        axis, point = x["axis"], x["vec"] or ZERO
        if x["type"] == "revolute":
            return screw_of([*axis, *point.cross(axis).map(constant_value)], what, node.line, self.parts)
        check_unit(axis, f"axis of {what}", x.line_of("axis"), self.parts)
        return screw_of([0, 0, 0, *axis], what, node.line, self.parts)

    def names(self) -> list[str]:
        """Joints are called like their coordinates."""
        names = [str(node.to_python()) for node in self.items("q")] or [f"q{k + 1}" for k in range(self.count)]
        for name, node in zip(names, self.items("q"), strict=False):
            if not is_name(name):
                self.report.error(f"'{name[:30]}' in q is not a name", node.line, "write q: [q1, q2, ...]")
        return names

    def parents(self) -> list[int]:
        """Number of the body that each joint stands on; 0 is the world."""
        given = self.items("parent")
        parents = [self.link(node, f"parent of joint {k}", k - 1) for k, node in enumerate(given, 1)]
        parents = parents or list(range(self.count))
        for k, node in enumerate(self.items("support")):
            chain = [k + 1]
            while parents[chain[0] - 1]:
                chain.insert(0, parents[chain[0] - 1])
            if [str(x) for x in chain] != [str(x) for x in (node.to_python() if isinstance(node, Seq) else ())]:
                hint = f"by the parents it is {chain}: correct one of them"
                self.report.error(f"support of body {k + 1} is not what its parents make", node.line, hint)
        return parents

    def link(self, node: Node, what: str, most: int) -> int:
        word = str(node.to_python())
        if word.isascii() and word.isdigit() and len(word) < 6 and int(word) <= most:
            return int(word)
        hint = f"the number of a body before it, at most {most}; 0 is the world"
        self.report.error(f"{what} is '{word[:20]}'", node.line, hint)
        return 0

    def end_effectors(self, found: Draft) -> None:
        """Frames ee, or ee1, ee2, ... on the bodies that ee_parent names (the last one)."""
        node, given = self.x["ee"], self.x["ee_parent"]
        if node is None:
            return
        several = isinstance(node, Seq) and not _is_matrix(node)
        poses = list(node.items) if isinstance(node, Seq) and several else [node]
        numbers = given.items if isinstance(given, Seq) else [given] if given is not None else []
        on = [self.link(x, "ee_parent", self.count) for x in numbers] or [self.count]
        if len(on) != len(poses):
            hint = "write one number of a body per end-effector"
            self.report.error(
                f"{counted(len(poses), 'end-effector')} on {counted(len(on), 'body', 'bodies')} (ee_parent)",
                node.line,
                hint,
            )
            return
        for k, (pose, number) in enumerate(zip(poses, on, strict=True), 1):
            name = "ee" if len(poses) == 1 else f"ee{k}"
            body = f"link{number}" if number else WORLD
            X = (found.place(body) @ pose_of(self.place(pose, name))).map(constant_value)
            found.frames.append(Frame(name, body, X, self.report.where(pose.line)))

    # --- the rest ---------------------------------------------------------------------------------------------------

    def gravity(self) -> Vec:
        given = self.x["gravity"] or self.x["gravity_vector"]
        if "gravity" not in self.x and "gravity_vector" not in self.x:
            self.report.note("assumed", "gravity (0, 0, -9.81), which the file does not give")
        return given or Vec(0, 0, -9.81)

    def assignments(self) -> list[Parameter]:
        for name in self.x["assignments"]:
            if not is_name(name):
                line = self.x.line_of("assignments")
                self.report.error(f"'{name[:30]}' in assignments is no name", line, "letters, digits and _")
        return [Parameter(name, value) for name, value in self.x["assignments"].items() if value is not None]

    def note_unused(self) -> None:
        """Keys that nothing above reads."""
        for keys, why in (
            (("child",), "which follows from parent"),
            (RATES, "names of rates"),
        ):
            there = [key for key in keys if key in self.tree.entries]
            if there:
                self.report.note("ignored", f"{', '.join(there)}, {why}", self.tree.key_lines.get(there[0]))
        for key in WRENCHES:
            node = self.tree.entries.get(key)
            if node is not None and any(not is_zero(x) for x in self.flat(node, key)):
                self.report.note("ignored", f"{key}, a wrench at the end-effector", self.tree.key_lines.get(key))
        for key, line in self.tree.key_lines.items():
            if key not in SKIDY.names:
                self.report.note("ignored", f"'{key[:40]}', which is no key of Skidy's", line)

    def flat(self, node: Node, what: str) -> list[Scalar]:
        items = node.items if isinstance(node, Seq) else [node]
        entries = [x for item in items for x in (item.items if isinstance(item, Seq) else [item])]
        return [self.parts.values.scalar(x.to_python(), f"entry of {what}", x.line) for x in entries]


def _is_matrix(node: Seq) -> bool:
    """A list of rows, not of poses."""
    first = node.items[0] if node.items else None
    return isinstance(first, Seq) and not (first.items and isinstance(first.items[0], Seq))
