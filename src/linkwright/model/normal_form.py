"""Normal form: OpenRobot -> Tree.

Fixed joints are merged (their frames stay), joints of several axes become a chain of links, every joint axis becomes the z
axis of its link's frame, and the displacement of a joint is split so that the constant transforms have as few non-zeros as
possible: the part along the joint's own axis moves behind the joint (the d of a modified DH row).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType

from linkwright.errors import ModelError
from linkwright.graph.expr import Scalar, as_number, is_zero, number
from linkwright.model.alignment import aligned
from linkwright.model.joint_type import ChainLink
from linkwright.model.robot import WORLD, Drive, Joint, OpenRobot
from linkwright.model.slide import constant_value, split_along_z
from linkwright.model.tree import BASE, Link, Place, Tie, Tree
from linkwright.spatial.inertia import Inertia
from linkwright.spatial.transform import Transform, rotation
from linkwright.spatial.vector import IDENTITY, ZERO, Mat, Vec

_TINY = 1e-12
"""Entries of rotation matrices and axes this close to 0 or 1 mean 0 or 1: rounding of sines and cosines."""


def normal_form(robot: OpenRobot) -> Tree:
    """The tree of elementary joints that moves exactly as the robot does."""
    robot = robot.map(constant_value)
    builder = _Builder({WORLD: Place(BASE, Transform())}, [], robot.offsets)
    for joint in robot.joints.values():
        builder.add(joint, robot)
    places = builder.places
    inertias = [link.inertia for link in builder.links]
    for body in robot.bodies.values():
        at = places[body.name]
        if at.link != BASE and not body.inertia.vanishes:
            inertias[at.link] = inertias[at.link] + body.inertia.seen_from(at.X)
    frames = {name: Place(places[f.body].link, places[f.body].X @ f.X) for name, f in robot.frames.items()}
    for name, place in places.items():
        if name != WORLD:
            frames.setdefault(name, place)
    links = tuple(replace(link, inertia=x) for link, x in zip(builder.links, inertias, strict=True))
    tree = Tree(robot.name, robot.nq, robot.nv, links, MappingProxyType(frames), robot.gravity, robot.wrenches,
                tuple(_tie(terms, drive, robot) for terms, drive in _between(robot)), robot.end_effector)  # fmt: skip
    return aligned(tree)


def _between(robot: OpenRobot) -> Iterator[tuple[tuple[tuple[str, Scalar], ...], Drive]]:
    """Springs and dampers between joints, and what they act along: transmissions along q(joint) - q(motor)."""
    for motor in robot.joints.values():
        if behind := motor.transmission:
            yield ((behind.joint, 1), (motor.name, -1)), behind.drive
    for tendon in robot.tendons:
        yield tendon.terms, tendon.drive


def _tie(terms: tuple[tuple[str, Scalar], ...], drive: Drive, robot: OpenRobot) -> Tie:
    found: list[tuple[int, int, Scalar]] = []
    offset: Scalar = 0
    for name, c in terms:
        iq, iv, ratio, away = _coordinate(robot.joints[name], robot, robot.offsets)
        found.append((iq, iv, c * ratio))
        offset = offset + c * away
    return Tie(tuple(found), drive, offset)


@dataclass
class _Builder:
    places: dict[str, Place]
    links: list[Link]
    offsets: Mapping[str, tuple[int, int]]

    def add(self, joint: Joint, robot: OpenRobot) -> None:
        at = self.places[joint.parent]
        X = _clean(at.X @ joint.X)
        if not joint.joint_type.links:
            self.places[joint.child] = Place(at.link, X)
            return
        iq, iv, ratio, offset = _coordinate(joint, robot, self.offsets)
        chain = _links_of(joint)
        base = Link(joint.child, joint.name, at.link, chain[0].kind.name, X, iq, iv, Inertia(), ratio=ratio, offset=offset,
                    pitch=joint.pitch, drive=joint.drive, motor=robot.is_motor(joint))  # fmt: skip
        turn = IDENTITY  # from the axes of the link to those of the joint's frame
        for k, piece in enumerate(chain):
            link = replace(base, kind=piece.kind.name, name=joint.child + piece.suffix, iq=iq, iv=iv)
            iq, iv = iq + piece.kind.nq, iv + piece.kind.nv
            if k:
                link = replace(link, parent=len(self.links) - 1, X=Transform(_clean_mat(turn.T)))
            if k and piece.axis is chain[k - 1].axis:  # it moves along the same axis: the same frame
                self._push(replace(link, X=Transform()), IDENTITY)
                continue
            turn = IDENTITY if piece.axis is None else onto_z(piece.axis(joint), joint)
            self._push(link, turn)
        self.places[joint.child] = Place(len(self.links) - 1, self._child_place(turn))

    def _push(self, link: Link, turn: Mat) -> None:
        """Turn the joint's frame so that its axis is z, and move the displacement along z behind the joint."""
        place = _clean(link.X @ rotation(turn))
        slide: Scalar = 0
        if link.joint_type.single:
            place, slide = split_along_z(place)
        self.links.append(replace(link, X=place, slide=slide))

    def _child_place(self, turn: Mat) -> Transform:
        return Transform(_clean_mat(turn.T), ZERO)


def _links_of(joint: Joint) -> tuple[ChainLink, ...]:
    """The links that a joint becomes; without a pitch it may be another joint."""
    row = joint.joint_type
    return (row.without_pitch if row.without_pitch and is_zero(joint.pitch) else row).links


def _coordinate(
    joint: Joint, robot: OpenRobot, offsets: Mapping[str, tuple[int, int]]
) -> tuple[int, int, Scalar, Scalar]:
    """Where a joint's coordinate is, following mimic joints to the one they depend on."""
    leader, ratio, offset = robot.leader(joint)
    return (*offsets[leader.name], ratio, offset)


def onto_z(axis: Vec, joint: Joint) -> Mat:
    """A rotation whose third column is the axis, with as many zeros as possible."""
    values = [number(x) for x in axis]
    if any(v is None for v in values):
        raise ModelError(
            f"axis of joint '{joint.name}' depends on parameters",
            joint.where,
            "turn the joint's frame by rpy (or DH alpha) instead; the axis itself must be numbers",
        )
    exact = [Fraction(v) for v in values if isinstance(v, int | Fraction)]
    if len(exact) == 3 and sum(v * v for v in exact) == 1:
        return _exact_onto_z(*exact)
    x, y, z = (float(v) for v in values if v is not None)
    norm = math.sqrt(x * x + y * y + z * z)
    if not norm > 0:
        raise ModelError(f"axis of joint '{joint.name}' is zero", joint.where, "give a direction such as [0, 0, 1]")
    x, y, z = x / norm, y / norm, z / norm
    w = math.hypot(y, z)
    if w > _TINY:  # Rot_x turns z into the plane of the axis, Rot_y tilts it: first column has no y,z mixing
        columns = ((w, -x * y / w, -x * z / w), (0.0, z / w, -y / w), (x, y, z))
    else:
        columns = ((0.0, 0.0, -x), (0.0, 1.0, 0.0), (x, 0.0, 0.0))
    return _clean_mat(Mat.of(columns).T)


def _exact_onto_z(x: Fraction, y: Fraction, z: Fraction) -> Mat:
    """The same for an axis of fractions, in fractions: as above where the root is rational, else the shortest turn."""
    square = y * y + z * z
    w = Fraction(math.isqrt(square.numerator), math.isqrt(square.denominator))
    if w and w * w == square:
        columns = ((w, -x * y / w, -x * z / w), (0, z / w, -y / w), (x, y, z))
    else:
        k = 1 / (1 + z)
        columns = ((1 - k * x * x, -k * x * y, -x), (-k * x * y, 1 - k * y * y, -y), (x, y, z))
    return Mat.of(columns).T.map(_whole)


def _whole(x: Scalar) -> Scalar:
    """A number as an integer where it is one."""
    value = as_number(x)
    return int(value) if value == int(value) else value


def _clean(X: Transform) -> Transform:
    return Transform(_clean_mat(X.R), X.p.map(constant_value))


def _clean_mat(R: Mat) -> Mat:
    return R.map(_snap_unit)


def _snap_unit(x: Scalar) -> Scalar:
    value = number(x)
    if value is None or isinstance(value, int | Fraction):
        return x if value is None else value
    for exact in (0, 1, -1):
        if abs(value - exact) < _TINY:
            return exact
    return value
