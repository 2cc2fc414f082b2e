"""Tubes: what links carry, how far they bend, how stiff the tool is held.

A tube is a link whose radius is the parameter `tube_radius`; its wall is `tube_wall`. E, the modulus of elasticity, and the
largest stress are those of the task's design.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.mechanism import derive
from linkwright.model.robot import OpenRobot
from linkwright.synthesis.evaluation.solids import segments
from linkwright.synthesis.ways.canvas import for_batches

if TYPE_CHECKING:
    from linkwright.mechanism import Mechanism
    from linkwright.synthesis.evaluation.rows import Rows
    from linkwright.synthesis.structure import Structure

RADIUS, WALL = "tube_radius", "tube_wall"
POISSON = 0.3
"""Of metals."""


@dataclass(frozen=True)
class Chain:
    """Tubes of an open robot: which of the structure's links, and the joint at the root of each."""

    robot: OpenRobot
    links: tuple[int, ...]
    roots: tuple[int, ...]

    @cached_property
    def cut(self) -> Any:
        """What joints transmit; not every task asks."""
        return for_batches(derive(self.robot, "cut_forces", parameters="symbolic"))


@lru_cache(maxsize=16)
def chain(structure: Structure) -> Chain | None:
    """None where a robot has loops, which share what a tube carries, or no tubes."""
    tubes = [k for k, link in enumerate(structure.links) if link.radius == RADIUS]
    robot = robot_from(structure.text) if tubes else None
    if not isinstance(robot, OpenRobot):
        return None
    moving = {robot.joints[name].child: k for k, name in enumerate(robot.joint_names)}
    rooted = [k for k in tubes if structure.links[k].start in moving]
    if not rooted:
        return None
    return Chain(robot, tuple(rooted), tuple(moving[structure.links[k].start] for k in rooted))


def robot_from(text: str) -> Mechanism:
    """The mechanism of a robot file's text."""
    from linkwright.readers import in_mode_of_loops
    from linkwright.readers.options import LoadOptions
    from linkwright.readers.report import Report
    from linkwright.readers.yaml import robot_of
    from linkwright.readers.yaml_tree import parse_yaml

    report = Report("")
    return in_mode_of_loops(robot_of(parse_yaml(text.encode(), report), "robot", report, LoadOptions()))


def stress(rows: Rows) -> Array:
    """(M,): largest stress of a tube: |moment| r / I + |force| / A at its root. Bending and torsion count alike, which is
    safe: von Mises counts three quarters of the square of the torsion."""
    moment, force = _loads(rows)
    radius, wall = rows.parameter(RADIUS), rows.parameter(WALL)
    area = np.pi * wall * (2 * radius - wall)
    worst: Array = (moment * (radius / _second_moment(rows))[:, None, None] + force / area[:, None, None]).max(
        axis=(1, 2)
    )
    return worst


def deflection(rows: Rows) -> Array:
    """(M,): how far the tool is bent away, at most: sum over tubes of |moment at the root| L (L / 2 + r) / (E I), with their
    lengths L and the distances r from their ends to the tool."""
    moment, _ = _loads(rows)
    at, found = segments(rows), chain(rows.setting.structure)
    assert found is not None
    links = list(found.links)
    length = _norm(at.end[:, :, links] - at.start[:, :, links])
    lever = _norm(_tool(rows)[:, :, None] - at.end[:, :, links])
    bent = (moment * length * (length / 2 + lever)).sum(axis=2).max(axis=1)
    return bent / (rows.setting.task.design.stiffness * _second_moment(rows))


def _loads(rows: Rows) -> tuple[Array, Array]:
    """Magnitudes of moment and force at the roots of tubes: (M, I, tubes) twice."""
    found = chain(rows.setting.structure)
    assert found is not None
    cut = rows.once("cut", lambda: _cut(rows, found))[:, :, list(found.roots)]
    return _norm(cut[..., 3:]), _norm(cut[..., :3])


def _cut(rows: Rows, found: Chain) -> Array:
    names = found.cut.inputs["parameters"].labels
    motion, P = rows.few, rows.P[:, [rows.setting.column(name) for name in names]]
    count, instants = motion.q.shape[:2]
    states = (np.ascontiguousarray(x).reshape(count * instants, -1) for x in (motion.q, motion.v, motion.a))
    made: Array = found.cut(*states, parameters=np.repeat(P, instants, axis=0))
    return made.reshape(count, instants, -1, 6)


def tool_stiffness(rows: Rows) -> Array:
    """(M,): the least force in N per metre that the tool gives way along the path: the inverse of the largest eigenvalue of
    J K^-1 J' (joints) + sum over tubes of the integral of S' (1 + nu u u') S / (E I), S f = (tool - point) x f, u the tube's
    axis. Tubes count in open chains."""
    motion, machine, design = rows.few, rows.setting.machine, rows.setting.task.design
    joints = np.where(rows.setting.sliding, design.slide[0], design.turn[0])
    J = machine.jacobian(rows.P, motion)[:, :, :3]
    give = _outer(J[..., 0], J[..., 0]) / joints[0]
    for k in range(1, len(joints)):
        give = give + _outer(J[..., k], J[..., k]) / joints[k]
    found = chain(rows.setting.structure)
    if found is not None:
        give = give + _bending(rows, found) / (design.stiffness * _second_moment(rows))[:, None, None, None]
    return 1 / np.linalg.eigvalsh(give)[..., -1].max(axis=1)


def _bending(rows: Rows, found: Chain) -> Array:
    """(M, I, 3, 3): the tubes' part, times E I; by Simpson's rule, which is exact for it."""
    at, tool = segments(rows), _tool(rows)
    total = np.zeros((*tool.shape, 3))
    for k in found.links:
        start, end = at.start[:, :, k], at.end[:, :, k]
        length = _norm(end - start)[..., None]
        axis = (end - start) / np.maximum(length, 1e-300)
        for share, weight in ((0.0, 1 / 6), (0.5, 4 / 6), (1.0, 1 / 6)):
            lever = tool - (start + share * (end - start))
            turn = np.cross(axis, lever)
            square = (lever**2).sum(axis=-1)[..., None, None] * np.eye(3) - _outer(lever, lever)
            total = total + weight * length[..., None] * (square + POISSON * _outer(turn, turn))
    return total


def position_error(rows: Rows) -> Array:
    """(M,): how far the tool may be from where the encoders see it: the largest norm of |J| times their resolutions."""
    design = rows.setting.task.design
    resolution = np.where(rows.setting.sliding, design.slide[1], design.turn[1])
    J = np.abs(rows.setting.machine.jacobian(rows.P, rows.few)[:, :, :3])
    off = sum((J[..., k] * r for k, r in enumerate(resolution)), np.zeros(J.shape[:3]))
    return _norm(off).max(axis=1)


def _second_moment(rows: Rows) -> Array:
    """Of a ring about its diameter, m^4."""
    radius, wall = rows.parameter(RADIUS), rows.parameter(WALL)
    return np.pi / 4 * (radius**4 - (radius - wall) ** 4)


def _tool(rows: Rows) -> Array:
    """(M, I, 3): where the tool is, as the path says."""
    setting = rows.setting
    places = setting.demand.poses[setting.coarse, :3, 3]
    return np.broadcast_to(places, (len(rows), *places.shape))


def _outer(a: Array, b: Array) -> Array:
    return a[..., :, None] * b[..., None, :]


def _norm(x: Array) -> Array:
    return np.sqrt(x[..., 0] ** 2 + x[..., 1] ** 2 + x[..., 2] ** 2)
