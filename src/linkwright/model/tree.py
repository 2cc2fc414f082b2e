"""Tree: a robot in normal form, as the derivations want it.

Links are numbered outward (parents first). Each link moves against its parent by one elementary joint on the z axis of its own
frame: X (constant), then the joint's own motion, then a slide along z. For one-axis joints this is the modified
Denavit-Hartenberg transform with any constant part:  X  Rot_z(angle)  Trans_z(slide).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from linkwright.graph.expr import Scalar
from linkwright.model.joint_type import JointType
from linkwright.model.joints import JOINT_TYPES
from linkwright.model.robot import Drive
from linkwright.model.slide import split_about_z
from linkwright.spatial.inertia import Inertia
from linkwright.spatial.motion import Motion
from linkwright.spatial.pose import Pose
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import Scalars, Vec

BASE = -1
"""Index of the base, which does not move."""


@dataclass(frozen=True)
class Tie:
    """A drive and what it acts along: x = sum of coefficients times coordinates of the tree, plus offset.

    terms: (index in q, index in v, coefficient)
    """

    terms: tuple[tuple[int, int, Scalar], ...]
    drive: Drive
    offset: Scalar = 0

    def stretch(self, q: Scalars) -> Scalar:
        """x, less where its spring rests."""
        return _total([c * q[iq] for iq, _, c in self.terms]) + self.offset - self.drive.rest

    def rate(self, v: Scalars) -> Scalar:
        """dx/dt."""
        return _total([c * v[iv] for _, iv, c in self.terms])

    @property
    def pairs(self) -> list[tuple[int, int, Scalar]]:
        """(row, column, factor): what a unit of its stiffness or damping adds to a matrix of derivatives by coordinates."""
        return [(row, column, c * e) for _, row, c in self.terms for _, column, e in self.terms]

    def map(self, f: Callable[[Scalar], Scalar]) -> Tie:
        terms = tuple((iq, iv, f(c)) for iq, iv, c in self.terms)
        return Tie(terms, self.drive.map(f), f(self.offset))


def _total(terms: list[Scalar]) -> Scalar:
    total = terms[0]
    for x in terms[1:]:
        total = total + x
    return total


@dataclass(frozen=True)
class Link:
    """One moving rigid body (all bodies welded together) and the joint that carries it, of an elementary type.

    The joint's coordinate is ratio * q[iq] + offset (ratio 1 and offset 0 unless it mimics another);
    its rate is ratio * v[iv]. Joints with several degrees of freedom take consecutive coordinates, ratio 1.
    motor: whether it turns with a motor of an elastic joint, and not with the arm.
    slide: constant displacement along the own z axis, behind the joint's rotation; turn: constant angle added to the rotation.
    """

    name: str
    joint: str
    parent: int
    kind: str
    X: Transform
    iq: int
    iv: int
    inertia: Inertia
    slide: Scalar = 0
    turn: Scalar = 0
    ratio: Scalar = 1
    offset: Scalar = 0
    pitch: Scalar = 0
    drive: Drive = Drive()
    motor: bool = False

    @property
    def joint_type(self) -> JointType:
        """The row of its kind: how it moves."""
        return JOINT_TYPES[self.kind]

    @property
    def nv(self) -> int:
        """Degrees of freedom of its joint."""
        return self.joint_type.nv

    @property
    def rates(self) -> range:
        """Indices of its rates in v."""
        return range(self.iv, self.iv + self.nv)

    def coordinate(self, q: Scalars) -> Scalar:
        """How far a link of one axis has gone; mimic joints follow another's coordinate."""
        return self.ratio * q[self.iq] + self.offset

    def pose(self, q: Scalars) -> Pose:
        """Where the link is in its parent, for coordinates q of the tree."""
        row = self.joint_type
        x = [self.coordinate(q)] if row.single else q[self.iq : self.iq + row.nq]
        p, turned, slide = row.place(self, x)
        X, turned = split_about_z(self.X) if row.slider else (self.X, turned)
        return Pose(X, p, turned, slide)

    def rate(self, v: Scalars) -> Motion:
        """Velocity of the link against its parent, in the link's axes, for rates v of the tree; linear in v, so it serves for
        accelerations and for virtual displacements as well."""
        row = self.joint_type
        return row.rate(self, [self.ratio * v[self.iv]] if row.single else v[self.iv : self.iv + row.nv])

    @cached_property
    def axes(self) -> tuple[tuple[int, Motion], ...]:
        """Motion subspace: (index in v, motion per unit of that rate) in the link's axes, mimic ratio included."""
        unit = [0] * (self.iv + self.nv)
        found: list[tuple[int, Motion]] = []
        for k in self.rates:
            unit[k] = 1
            found.append((k, self.rate(unit)))
            unit[k] = 0
        return tuple(found)

    def map(self, f: Callable[[Scalar], Scalar]) -> Link:
        return replace(
            self,
            X=self.X.map(f), inertia=self.inertia.map(f), slide=f(self.slide), turn=f(self.turn), ratio=f(self.ratio),
            offset=f(self.offset),
            pitch=f(self.pitch), drive=self.drive.map(f),
        )  # fmt: skip


@dataclass(frozen=True)
class Place:
    """A frame: on which link (BASE for the ground), and where."""

    link: int
    X: Transform


@dataclass(frozen=True)
class Tree:
    """The mechanism of the derivations."""

    name: str
    nq: int
    nv: int
    links: tuple[Link, ...]
    frames: Mapping[str, Place]
    gravity: Vec
    wrenches: tuple[str, ...] = ()
    ties: tuple[Tie, ...] = ()
    """Springs and dampers between joints."""
    end_effector: str | None = None  # the frame meant where none is named

    def outward(self) -> Iterator[tuple[int, Link]]:
        """Links, parents before children."""
        return iter(enumerate(self.links))

    def inward(self) -> Iterator[tuple[int, Link]]:
        """Links, children before parents."""
        return iter(reversed(list(enumerate(self.links))))

    @cached_property
    def children(self) -> tuple[tuple[int, ...], ...]:
        found: list[list[int]] = [[] for _ in self.links]
        for i, link in enumerate(self.links):
            if link.parent != BASE:
                found[link.parent].append(i)
        return tuple(tuple(c) for c in found)

    @cached_property
    def acting(self) -> tuple[Tie, ...]:
        """Everything that acts in joints and between them; a joint of several rates has friction in each, and no spring."""
        own = [
            Tie(((link.iq, k, link.ratio),), link.drive if single else replace(link.drive, stiffness=0), link.offset)
            for link, single in ((link, link.joint_type.single) for link in self.links)
            for k in link.rates
        ]
        return (*own, *self.ties)

    def with_drives(self, change: Callable[[Drive], Drive]) -> Tree:
        """The tree with everything changed that acts in joints and between them."""
        links = tuple(replace(link, drive=change(link.drive)) for link in self.links)
        return replace(self, links=links, ties=tuple(replace(tie, drive=change(tie.drive)) for tie in self.ties))

    def poses(self, q: Scalars) -> list[Pose]:
        """Where every link is in its parent."""
        return [link.pose(q) for link in self.links]

    @property
    def unit_spans(self) -> list[slice]:
        """Where positions lie on unit spheres: quaternions, cosines and sines."""
        return [slice(*(link.iq + k for k in link.joint_type.unit)) for link in self.links if link.joint_type.unit]

    @property
    def unit_groups(self) -> tuple[tuple[str, ...], ...]:
        """Their names: coordinates whose squares sum to one."""
        return tuple(tuple(f"q[{k}]" for k in range(x.start, x.stop)) for x in self.unit_spans)

    def path(self, i: int) -> list[int]:
        """Links from the base outward to i, inclusive."""
        chain: list[int] = []
        while i != BASE:
            chain.append(i)
            i = self.links[i].parent
        return chain[::-1]

    def map(self, f: Callable[[Scalar], Scalar]) -> Tree:
        return replace(
            self,
            links=tuple(link.map(f) for link in self.links),
            frames={n: Place(p.link, p.X.map(f)) for n, p in self.frames.items()},
            gravity=self.gravity.map(f),
            ties=tuple(tie.map(f) for tie in self.ties),
        )

    def with_inertias(self, inertias: list[Inertia]) -> Tree:
        return replace(self, links=tuple(replace(k, inertia=x) for k, x in zip(self.links, inertias, strict=True)))
