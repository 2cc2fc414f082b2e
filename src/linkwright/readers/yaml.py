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

The keys are rows of table.py; an unknown key is an error.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from linkwright.errors import FileError, raise_all, suggestion
from linkwright.mechanism import Mechanism
from linkwright.model.build import make_robot
from linkwright.model.robot import Body, Frame
from linkwright.readers.draft import Draft
from linkwright.readers.elastic import elastic_of
from linkwright.readers.keys import Place, Record
from linkwright.readers.options import LoadOptions, read_bytes
from linkwright.readers.report import Report
from linkwright.readers.side_file import SUFFIX
from linkwright.readers.snap import Snapper, constant_value
from linkwright.readers.table import ROBOT
from linkwright.readers.yaml_bodies import inertia_of
from linkwright.readers.yaml_frames import read_frames
from linkwright.readers.yaml_joints import read_joint, read_tendon
from linkwright.readers.yaml_legs import read_legs
from linkwright.readers.yaml_loops import read_loops
from linkwright.readers.yaml_parts import Parts
from linkwright.readers.yaml_tree import Leaf, Map, Node, from_python, parse_yaml
from linkwright.spatial.transform import Transform

SKIDY = ("joint_screw_coord", "body_ref_config")
"""Keys by which a file without `linkwright: 1` shows that it is a robot of Skidy's."""
MECHANISM = ("joints", "dh", "khalil", "screws", "bodies", "legs")
"""Keys of which a robot has one at least."""


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
    if not isinstance(tree, Map):
        raise FileError("the file is not a mapping", report.file, "a robot file starts with 'linkwright: 1'")
    return _own_robot(tree, name, report, options)


def _own_robot(tree: Map, name: str, report: Report, options: LoadOptions) -> Mechanism:
    """A robot in our own vocabulary."""
    if options.friction:
        report.note("ignored", "friction=True: all that a YAML file says of friction is in the equations anyway")
    parts = Parts(report, Snapper(options.snap))
    top = _top(tree, parts)
    found = _mechanism(top, parts)
    for body, x in top["bodies"].items():
        if "home" in x and body not in found.home.body:
            said = f"{x.what} has a home, but no screw moves it"
            report.error(said, x.line, "only bodies of screws have a home")
        inertia = inertia_of(x, f"_{body}", parts).seen_from(found.place(body)).map(constant_value)
        found.bodies[body] = Body(body, inertia, report.where(x.line))
    between = f"{found.platform}_moved_"  # bodies that carry the platform, and never had a mass
    massless = [
        b
        for b, body in found.bodies.items()
        if b not in top["bodies"] and body.inertia.vanishes and not b.startswith(between)
    ]
    if massless:
        report.note("assumed", f"no mass: {', '.join(massless)}")
    joints = found.joints if options.mimic else [replace(j, mimic=None) for j in found.joints]
    frames = [Frame(b, b, where=body.where) for b, body in found.bodies.items()]
    frames += found.frames + read_frames(top["frames"], found, parts)
    return make_robot(
        top["name"] or name,
        found.bodies.values(),
        options.in_order(joints),
        frames=frames,
        gravity=options.gravity_or(top["gravity"], parts.values.graph),
        parameters=top["parameters"],
        wrenches=[x.value for x in top["wrenches"]],
        loops=found.loops,
        couplings=found.couplings,
        actuated=found.actuated,
        start=found.start,
        platform=found.platform,
        alike=[*found.alike, *_alike(top["alike"], found, parts)],
        elastic=found.elastic,
        tendons=[read_tendon(name, x, parts) for name, x in top["tendons"].items() if x.whole],
        notes=[*parts.snapper.notes(), *report.all_notes()],
        source=report.file,
        root=options.root or top["root"],
        floating=options.floating,
        errors=report.errors,
    )


def _top(tree: Map, parts: Parts) -> Record:
    """All that the file says; it must have a mechanism."""
    report = parts.report
    top = ROBOT.read(Place(tree, "the robot", "", parts))
    version, _ = top["linkwright"], top["parameters"]  # which formulas below name
    if version is not None and str(version.to_python()) != "1":
        hint = "write linkwright: 1 as its first line, which is the version of the format"
        report.add(FileError(f"format version '{version.to_python()}' is not known", report.where(version.line), hint))
    if not any(key in top for key in MECHANISM):
        hint = "write joints: and bodies:, or dh:, khalil:, screws:"
        if report.file.endswith(SUFFIX):
            hint = f"load the robot that it closes: '{report.file.removesuffix(SUFFIX)}.urdf'"
        report.error("the file has no mechanism", tree.line, hint)
        raise_all(report.errors)
    return top


def _mechanism(top: Record, parts: Parts) -> Draft:
    found = Draft()
    if top["dh"] is not None and top["dh"].whole:
        _dh(top["dh"], found, parts)
    if top["khalil"] is not None and top["khalil"].whole:
        from linkwright.readers.khalil import read_khalil

        read_khalil(top["khalil"], found, parts)
    if "screws" in top:
        from linkwright.readers.screws import read_screws

        found.joints += read_screws(top["screws"], top["bodies"], found.home, parts)
    for joint in (j for j in found.joints if j.child in found.home.joint):
        found.own[joint.child] = X_joint_home = found.home.own(joint.child)
        if X_joint_home != Transform():
            found.frames.append(Frame(f"{joint.child}_home", joint.child, X_joint_home, joint.where))
    for name, x in top["joints"].items():
        joint = read_joint(name, x, parts)
        if joint is not None:
            found.joints.append(replace(joint, X=(found.place(joint.parent) @ joint.X).map(constant_value)))
    for name, x in (*top["screws"].items(), *top["joints"].items()):
        spec = elastic_of(x["elastic"], parts)
        found.elastic |= {} if spec is None else {name: spec}
    for joint in found.joints:
        found.bodies.setdefault(joint.child, Body(joint.child, where=joint.where))
    read_legs(top, found, parts)
    read_loops(top, found, parts)
    return found


def _dh(x: Record, found: Draft, parts: Parts) -> None:
    if "q" in parts.names:
        parts.report.error("'q' is a parameter", x.line, "rename it: in a DH table q is the joint variable")
    from linkwright.readers.dh_table import Table, dh_chain

    chain = dh_chain(Table(x["rows"], str(x["convention"].to_python()), x["inertials"], "convention: {}"), parts)
    found.bodies.update({b.name: b for b in chain.bodies})
    found.joints += chain.joints
    found.frames += [f for f in chain.frames if f.name not in found.bodies]
    found.own.update(chain.dh_frames)
    found.elastic |= chain.elastic


def _alike(groups: Sequence[Sequence[Leaf] | None], found: Draft, parts: Parts) -> list[list[str]]:
    unknown = [x for group in groups for x in group or () if x.value not in found.bodies]
    for x in unknown:
        hint = suggestion(x.value, found.bodies, f"bodies: {', '.join(list(found.bodies)[:6])}")
        parts.report.error(f"'alike' names '{x.value}', which is no body of this robot", x.line, hint)
    return [] if unknown else [[x.value for x in group] for group in groups if group]
