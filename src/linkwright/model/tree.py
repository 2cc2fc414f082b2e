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
class Link:
    """One moving rigid body (all bodies welded together) and the joint that carries it, of an elementary type.

    The joint's coordinate is ratio * q[iq] + offset (ratio 1 and offset 0 unless it mimics another);
    its rate is ratio * v[iv]. Joints with several degrees of freedom take consecutive coordinates, ratio 1.
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

    def poses(self, q: Scalars) -> list[Pose]:
        """Where every link is in its parent."""
        return [link.pose(q) for link in self.links]

    @property
    def unit_groups(self) -> tuple[tuple[str, ...], ...]:
        """Names of the coordinates whose squares sum to one: quaternions, cosines and sines."""
        spans = [(link.iq, link.joint_type.unit) for link in self.links]
        return tuple(tuple(f"q[{iq + k}]" for k in range(*span)) for iq, span in spans if span)

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
        )

    def with_inertias(self, inertias: list[Inertia]) -> Tree:
        return replace(self, links=tuple(replace(k, inertia=x) for k, x in zip(self.links, inertias, strict=True)))
