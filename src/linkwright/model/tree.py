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
from linkwright.model.robot import Drive
from linkwright.spatial.inertia import Inertia
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import Vec

ELEMENTARY = ("revolute", "prismatic", "helical", "spherical", "planar", "floating")
BASE = -1
"""Index of the base, which does not move."""


@dataclass(frozen=True)
class Link:
    """One moving rigid body (all bodies welded together) and the joint that carries it.

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
