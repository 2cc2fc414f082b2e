"""A URDF beside Pinocchio, which reads the same file with its own parser."""

from __future__ import annotations

import tempfile
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pinocchio as pin

import linkwright as lw
from benchmarks.corpus.outcome import Outcome, judged, relative
from linkwright.verification.peers.pinocchio_model import Peer, build, read

STATES = 3


def compare(path: Path) -> Outcome:
    """Mass matrix and inverse dynamics at random states, the base fixed and floating; numbers as the file has them."""
    name = str(path)
    worst, dof, detail = 0.0, 0, ""
    for floating in (False, True):
        try:
            robot = lw.load(path, floating=floating, snap=False)
        except lw.LinkwrightError as error:
            return Outcome(name, "refused", detail=str(error).splitlines()[0])
        if not isinstance(robot, lw.OpenRobot):
            robot = robot.tree
        if not robot.nv:
            continue
        try:
            peer = read(robot, _for_pinocchio(path))
        except lw.LinkwrightError:
            peer, detail = build(robot), "its parser refuses the file: only its algorithms, on our reading"
        worst, dof = max(worst, forces_differ(robot, peer)), max(dof, robot.nv)
    return judged(name, worst, dof, detail) if dof else Outcome(name, "nothing moves")


def forces_differ(robot: lw.OpenRobot, peer: Peer) -> float:
    """The largest relative difference of mass matrix and inverse dynamics at random states."""
    dyn = lw.compile(robot)
    data, rng, worst = peer.model.createData(), np.random.default_rng(1), 0.0
    for _ in range(STATES):
        q, v, a = _position(robot, rng), rng.uniform(-1, 1, robot.nv), rng.uniform(-1, 1, robot.nv)
        G, pq = peer.G, peer.q(q)
        M = pin.crba(peer.model, data, pq)
        M = np.triu(M) + np.triu(M, 1).T
        tau = pin.rnea(peer.model, data, pq, G @ v, G @ a)
        worst = max(
            worst, relative(dyn.mass_matrix(q), G.T @ M @ G), relative(dyn.inverse_dynamics(q, v, a), G.T @ tau)
        )
    return worst


def _position(robot: lw.OpenRobot, rng: np.random.Generator) -> np.ndarray:
    q = rng.uniform(-1, 1, robot.nq)
    for name, (start, _) in robot.offsets.items():
        joint = robot.joints[name]
        if joint.nq in (4, 7):  # a quaternion at the end
            part = slice(start + joint.nq - 4, start + joint.nq)
            q[part] /= np.linalg.norm(q[part])
    return q


def _for_pinocchio(path: Path) -> Path:
    """The file itself; or a copy with the limits that Pinocchio's parser demands and no force depends on."""
    text = path.read_text(encoding="utf-8", errors="replace")
    start = text.find("<robot")
    try:
        root = ET.fromstring(text[start:])
    except ET.ParseError:
        return path
    lacking = [j for j in root.iter("joint") if j.get("type") in ("revolute", "prismatic") and j.find("limit") is None]
    if not lacking:
        return path
    for joint in lacking:
        ET.SubElement(joint, "limit", lower="-1", upper="1", effort="1", velocity="1")
    copy = Path(tempfile.mkdtemp()) / path.name
    ET.ElementTree(root).write(copy)
    return copy
