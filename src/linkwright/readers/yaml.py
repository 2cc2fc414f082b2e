"""YAML -> Robot: joints and bodies, DH tables, screws; one vocabulary for files and for Python dicts.

    linkwright: 1
    name: pendulum
    gravity: [0, g, 0]                     # acceleration of gravity in the world frame
    parameters: {L: 1, m: 1, g: 9.8}       # name: value; nothing for a symbol without value
    joints:
      pivot: {type: revolute, axis: [0, 0, 1], parent: world, child: rod, damper: 0.1}
    bodies:
      rod: {mass: m, com: [0, L/2, 0]}
    frames:
      tip: {body: rod, xyz: [0, L, 0]}

The keys of each part are in the tables of this file and of its neighbours; an unknown key is an error.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from linkwright.errors import FileError, raise_all, suggestion
from linkwright.mechanism import Mechanism
from linkwright.model.build import make_robot
from linkwright.model.robot import Body, Frame
from linkwright.readers.dh_table import Table, dh_chain
from linkwright.readers.draft import Draft
from linkwright.readers.khalil import read_khalil
from linkwright.readers.options import LoadOptions, read_bytes
from linkwright.readers.report import Report
from linkwright.readers.screws import read_screws
from linkwright.readers.side_file import SUFFIX
from linkwright.readers.snap import Snapper, plain
from linkwright.readers.values import PARAMETER_INDEX
from linkwright.readers.yaml_frames import read_frames, read_wrenches
from linkwright.readers.yaml_joints import read_elastic_joints, read_joint
from linkwright.readers.yaml_legs import read_legs
from linkwright.readers.yaml_loops import LOOPS, read_loops
from linkwright.readers.yaml_parts import Parts
from linkwright.readers.yaml_tendons import read_tendons
from linkwright.readers.yaml_tree import Leaf, Map, Node, Seq, from_python, parse_yaml
from linkwright.spatial.inertia import PARAMETER_NAMES, Inertia
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import Vec

TOP = (
    "linkwright",
    "name",
    "gravity",
    "parameters",
    "joints",
    "bodies",
    "frames",
    "wrenches",
    "dh",
    "khalil",
    "screws",
    "root",
    *LOOPS,
    "legs",
    "platform",
    "alike",
    "tendons",
    "studio",  # how the studio shows it: nothing of the mechanism
    "synthesis",  # what a search may choose: nothing of the mechanism
)
MECHANISM = ("joints", "dh", "khalil", "screws", "bodies", "legs")
BODY = ("mass", "com", "inertia", "parameters", "home")
DH = ("convention", "rows", "inertials")


SKIDY = ("joint_screw_coord", "body_ref_config")
"""Keys by which a file without `linkwright: 1` shows that it is a robot of Skidy's."""


def read_yaml(path: Path, options: LoadOptions) -> Mechanism:
    """A mechanism from our YAML format."""
    report = Report(path.name)
    return robot_of(parse_yaml(read_bytes(path), report), path.stem, report, options)


def read_mapping(mapping: Mapping[str, Any], options: LoadOptions) -> Mechanism:
    """A mechanism from a dict with the keys of the YAML format; values may be numbers, text or Expr."""
    return robot_of(from_python(mapping), "robot", Report(""), options)


def robot_of(tree: Node, name: str, report: Report, options: LoadOptions) -> Mechanism:
    """A mechanism from a parsed YAML file; a Lagrangian where it says `manifold`, a robot of Skidy's where it has its keys."""
    if isinstance(tree, Map) and "manifold" in tree.entries:
        from linkwright.readers.lagrangian import read_lagrangian  # robots do not need it

        return read_lagrangian(tree, name, report, options)
    if isinstance(tree, Map) and "linkwright" not in tree.entries and not tree.entries.keys().isdisjoint(SKIDY):
        from linkwright.readers.skidy import read_skidy  # our own robots do not need it

        return read_skidy(tree, name, report, options)
    return _own_robot(_top(tree, report), name, report, options)


def _own_robot(top: Map, name: str, report: Report, options: LoadOptions) -> Mechanism:
    """A robot in our own vocabulary."""
    if options.friction:
        report.note("ignored", "friction=True: all that a YAML file says of friction is in the equations anyway")
    parts = Parts(report, Snapper(options.snap))
    declared = parts.parameters(top.entries.get("parameters"))
    section = parts.named(top.entries.get("bodies"), "bodies")
    found = _mechanism(top, section, parts)
    for body, node in section.items():
        inertia = _inertia(body, node, found, parts)
        found.bodies[body] = Body(body, inertia.seen_from(found.place(body)).map(plain), report.where(node.line))
    between = f"{found.platform}_moved_"  # bodies that carry the platform, and never had a mass
    massless = [
        b
        for b, body in found.bodies.items()
        if b not in section and body.inertia.vanishes and not b.startswith(between)
    ]
    if massless:
        report.note("assumed", f"no mass: {', '.join(massless)}")
    joints = found.joints if options.mimic else [replace(j, mimic=None) for j in found.joints]
    frames = [Frame(b, b, where=body.where) for b, body in found.bodies.items()]
    frames += found.frames + read_frames(top, found, parts)
    gravity = Vec(*parts.vector(top, "gravity", 3, "the robot")) if "gravity" in top.entries else Vec(0, 0, -9.81)
    return make_robot(
        parts.word(top, "name", "the robot") or name,
        found.bodies.values(),
        options.in_order(joints),
        frames=frames,
        gravity=options.gravity_or(gravity, parts.values.graph),
        parameters=declared,
        wrenches=read_wrenches(top, parts),
        loops=found.loops,
        couplings=found.couplings,
        actuated=found.actuated,
        start=found.start,
        platform=found.platform,
        alike=[*found.alike, *_alike(top, found, parts)],
        elastic=found.elastic,
        tendons=read_tendons(top, parts),
        notes=[*parts.snapper.notes(), *report.all_notes()],
        source=report.file,
        root=options.root or parts.word(top, "root", "the robot"),
        floating=options.floating,
        errors=report.errors,
    )


def _top(tree: Node, report: Report) -> Map:
    if not isinstance(tree, Map):
        raise FileError("the file is not a mapping", report.file, "a robot file starts with 'linkwright: 1'")
    version = tree.entries.get("linkwright")
    if version is None or str(version.plain()) != "1":
        hint = "write linkwright: 1 as its first line, which is the version of the format"
        said = (
            f"format version '{version.plain()}' is not known" if version else "the file does not say 'linkwright: 1'"
        )
        report.add(FileError(said, report.where(version.line if version else tree.line), hint))
    Parts(report, Snapper()).keys(tree, TOP, "the robot")
    if not any(key in tree.entries for key in MECHANISM):
        hint = "write joints: and bodies:, or dh:, khalil:, screws:"
        if report.file.endswith(SUFFIX):
            hint = f"load the robot that it closes: '{report.file.removesuffix(SUFFIX)}.urdf'"
        report.error("the file has no mechanism", tree.line, hint)
        raise_all(report.errors)
    return tree


def _mechanism(top: Map, section: Mapping[str, Map], parts: Parts) -> Draft:
    found = Draft()
    if "dh" in top.entries:
        _dh(top.entries["dh"], found, parts)
    if "khalil" in top.entries:
        read_khalil(top.entries["khalil"], found, parts)
    if "screws" in top.entries:
        screws = parts.named(top.entries["screws"], "screws")
        joints, found.home = read_screws(screws, section, parts)
        found.elastic |= read_elastic_joints(screws, parts)
        found.joints += joints
        for joint in joints:
            found.own[joint.child] = X_joint_home = found.home.own(joint.child)
            if X_joint_home != Transform():
                found.frames.append(Frame(f"{joint.child}_home", joint.child, X_joint_home, joint.where))
    written = parts.named(top.entries.get("joints"), "joints")
    found.elastic |= read_elastic_joints(written, parts)
    for name, node in written.items():
        joint = read_joint(name, node, parts)
        if joint is not None:
            found.joints.append(replace(joint, X=(found.place(joint.parent) @ joint.X).map(plain)))
    for joint in found.joints:
        found.bodies.setdefault(joint.child, Body(joint.child, where=joint.where))
    read_legs(top, found, parts)
    read_loops(top, found, parts)
    return found


def _dh(node: Node, found: Draft, parts: Parts) -> None:
    rows = node.entries.get("rows") if isinstance(node, Map) else None
    if not isinstance(node, Map) or not isinstance(rows, Seq):
        parts.report.error(
            "'dh' has no rows", node.line, "write dh: {convention: modified, rows: [[R, 0, 0, 0, q], ...]}"
        )
        return
    parts.keys(node, DH, "dh")
    if "q" in parts.names:
        parts.report.error("'q' is a parameter", node.line, "rename it: in a DH table q is the joint variable")
    inertials = node.entries["inertials"].plain() if "inertials" in node.entries else None
    lines = [row.line for row in rows.items]
    table = Table(rows.plain(), parts.word(node, "convention", "dh"), inertials, lines, "convention: {}")
    chain = dh_chain(table, parts.values, parts.snapper)
    found.bodies.update({b.name: b for b in chain.bodies})
    found.joints += chain.joints
    found.frames += [f for f in chain.frames if f.name not in found.bodies]
    found.own.update(chain.dh_frames)
    found.elastic |= chain.elastic


def _inertia(body: str, node: Map, found: Draft, parts: Parts) -> Inertia:
    what = f"body '{body}'"
    parts.keys(node, BODY, what)
    if "home" in node.entries and body not in found.home.body:
        parts.report.error(f"{what} has a home, but no screw moves it", node.line, "only bodies of screws have a home")
    ten = node.entries.get("parameters")
    given = {k: node.entries[k].plain() for k in ("mass", "com", "inertia") if k in node.entries}
    if ten is None:
        if given and "mass" not in given:
            parts.report.error(f"{what} has {' and '.join(given)}, but no mass", node.line, "write mass: ...")
        return parts.values.mass_form(given, what, node.line)
    if given:
        parts.report.error(
            f"{what} has both parameters and {next(iter(given))}", node.line, "keep one of the two forms"
        )
    if isinstance(ten, Map):
        parts.keys(ten, tuple(PARAMETER_INDEX), f"parameters of {what}")
        known = {k: v for k, v in ten.plain().items() if k in PARAMETER_INDEX}
        return parts.values.ten_form(known, f"_{body}", what, ten.line)
    return Inertia.from_parameters(
        parts.values.vector(ten.plain(), len(PARAMETER_NAMES), f"parameters of {what}", ten.line)
    )


def _alike(top: Map, found: Draft, parts: Parts) -> list[list[str]]:
    node = top.entries.get("alike")
    if node is None:
        return []
    groups = [x.items if isinstance(x, Seq) else [] for x in node.items] if isinstance(node, Seq) else []
    names = [[x.value for x in group if isinstance(x, Leaf) and isinstance(x.value, str)] for group in groups]
    if not names or [len(group) for group in groups] != [len(group) for group in names] or not all(names):
        hint = "write alike: [[left_finger, right_finger], ...]"
        parts.report.error("'alike' is not a list of lists of bodies", node.line, hint)
        return []
    unknown = [x for group in groups for x in group if str(x.plain()) not in found.bodies]
    for x in unknown:
        hint = suggestion(str(x.plain()), found.bodies, f"bodies: {', '.join(list(found.bodies)[:6])}")
        parts.report.error(f"'alike' names '{x.plain()}', which is no body of this robot", x.line, hint)
    return [] if unknown else names
