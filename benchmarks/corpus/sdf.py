"""An SDF file beside a model that Pinocchio's own algorithms run on, made from a second, plain reading of the XML.

Pinocchio's wheel has no SDF reader and MuJoCo none at all, so the reading here is the second root: SDF's rules (poses of links
in the model, joint frames at the child, axes in the joint's frame or, up to 1.4, in the model's), nothing of the project's.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pinocchio as pin
from numpy.typing import NDArray

import linkwright as lw
from benchmarks.corpus.outcome import Outcome, judged
from benchmarks.corpus.urdf import forces_differ
from linkwright.model.robot import Drive
from linkwright.verification.peers.pinocchio_model import Peer

Array = NDArray[np.float64]
ENTRIES = ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")


def compare(path: Path) -> Outcome:
    """The tree of the file's joints, base as the file has it; loops are left open on both sides."""
    name = str(path)
    try:
        robot = lw.load(path, snap=False)
    except lw.LinkwrightError as error:
        return Outcome(name, "refused", detail=str(error).splitlines()[0])
    tree = robot if isinstance(robot, lw.OpenRobot) else robot.tree
    if not tree.nv:
        return Outcome(name, "nothing moves")
    bare = tree.with_drives(lambda _: Drive())
    detail = "" if bare.joints == tree.joints else "springs, dampers and friction left out on both sides"
    return judged(name, forces_differ(bare, Peer(bare, *_plain_reading(path, bare))), bare.nv, detail)


def _plain_reading(path: Path, tree: lw.OpenRobot) -> tuple[pin.Model, dict[str, tuple[int, ...]]]:
    """A model of the joints that the tree kept, in its order, and their ids by name."""
    root = ET.parse(path).getroot()
    model_tag = next(root.iter("model"))
    old = tuple(int(x) for x in root.get("version", "1.6").split(".")) <= (1, 4)
    links = {tag.get("name", ""): tag for tag in model_tag.findall("link")}
    at = {name: _pose(model_tag) * _pose(tag) for name, tag in links.items()}
    joints = {tag.get("name", ""): tag for tag in model_tag.findall("joint")}
    model = pin.Model()
    model.gravity = pin.Motion(np.array([float(x) for x in tree.gravity]), np.zeros(3))
    carried: dict[
        str, tuple[int, pin.SE3]
    ] = {}  # link -> joint that carries it, pose of that joint's frame in the model
    ids: dict[str, tuple[int, ...]] = {}

    def carry(link: str) -> tuple[int, pin.SE3]:
        if link not in carried:
            holders = [n for n, j in joints.items() if _text(j, "child") == link and n in tree.joints]
            carried[link] = (0, pin.SE3.Identity()) if not holders else attach(holders[0])
        return carried[link]

    def attach(name: str) -> tuple[int, pin.SE3]:
        joint = joints[name]
        child, parent = _text(joint, "child"), _text(joint, "parent")
        holder = (0, pin.SE3.Identity()) if parent == "world" else carry(parent)
        frame = at[child] * _pose(joint)
        if joint.get("type") == "fixed":
            return holder
        if joint.get("type") == "ball":
            ids[name] = (model.addJoint(holder[0], pin.JointModelSpherical(), holder[1].inverse() * frame, name),)
            return ids[name][0], frame
        axis_tag = joint.find("axis")
        assert axis_tag is not None
        axis = np.array([float(x) for x in _text(axis_tag, "xyz", "0 0 1").split()])
        in_model = old or _text(axis_tag, "use_parent_model_frame", "0") in ("1", "true")
        axis = frame.rotation.T @ _pose(model_tag).rotation @ axis if in_model else axis
        kind = pin.JointModelPrismaticUnaligned if joint.get("type") == "prismatic" else pin.JointModelRevoluteUnaligned
        number = model.addJoint(holder[0], kind(axis / np.linalg.norm(axis)), holder[1].inverse() * frame, name)
        ids[name] = (number,)
        return number, frame

    for name in tree.joints:  # depth first, as Pinocchio's algorithms need it
        if name in joints:
            carry(_text(joints[name], "child"))
    for name, tag in links.items():
        number, frame = carry(name)
        mass, inertia = _inertia(tag)
        if mass:
            model.appendBodyToJoint(number, inertia, frame.inverse() * at[name])
    return model, ids


def _text(tag: ET.Element, name: str, default: str = "") -> str:
    found = tag.find(name)
    return default if found is None or found.text is None else found.text.strip()


def _pose(tag: ET.Element) -> pin.SE3:
    x = np.array([float(x) for x in _text(tag, "pose", "0 0 0 0 0 0").split()])
    return pin.SE3(pin.rpy.rpyToMatrix(x[3:]), x[:3])


def _inertia(link: ET.Element) -> tuple[float, pin.Inertia]:
    tag = link.find("inertial")
    if tag is None:
        return 0.0, pin.Inertia.Zero()
    mass, entries = float(_text(tag, "mass", "1")), tag.find("inertia")
    xx, xy, xz, yy, yz, zz = (float(_text(entries, n, "0")) if entries is not None else 0.0 for n in ENTRIES)
    return mass, _pose(tag).act(pin.Inertia(mass, np.zeros(3), np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])))
