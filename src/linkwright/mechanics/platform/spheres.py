"""A platform whose points lie on spheres about known centres: its poses in numbers, many at once.

Where a pose has no angle or one, differences of the equations |y + u_i(angle)| = l_i, with y the way from the first centre to
the first point, are linear in y:  u_i . y = (l_i^2 - l_0^2 - |u_i|^2) / 2.  What is left of |y| = l_0 is a quadratic equation
(no angle: five-bars, Deltas), or a polynomial in e^(i angle), of degree 8 in the plane and 12 in space (Merlet 2006, 4.2).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from linkwright.arrays import Array
from linkwright.graph.expr import as_number, floats
from linkwright.mechanics.platform.leg_numbers import crossing_and_rod
from linkwright.mechanics.platform.legs import Parallel
from linkwright.mechanics.tree.kinematics import link_transforms

_SAMPLES = 32
"""Angles at which a polynomial of degree twelve at most is sampled."""
_TOO_FLAT, _CLEAR = 1e-11, 1e-4
"""Smallest over largest singular value of the linear equations: below the first they have no solution that is one point, above
the second no line of solutions; between them both are tried."""


@dataclass(frozen=True)
class Placement:
    """Rotations (n, 3, 3) and positions (n, 3) of a platform; axes and origins (n, coordinates, 3) of its coordinates."""

    R: Array
    p: Array
    axes: Array
    origins: Array

    def distances(self, k: int, others: list[int]) -> Array:
        """How far pose k is from others: as rotations, since two triples of angles may be the same."""
        turn = np.linalg.norm(self.R[others] - self.R[k], axis=(1, 2))
        return turn + np.linalg.norm(self.p[others] - self.p[k], axis=1)


class Platform:
    """The platform's coordinates, displacements first, as numbers."""

    def __init__(self, legs: Parallel) -> None:
        links = legs.platform.links
        self.slides = np.array([link.joint_type.slider for link in links])
        placed = link_transforms(legs.platform, [0.0] * len(links))
        poses = np.repeat(np.eye(4)[None], len(links) + 1, axis=0)
        for k in range(len(links)):
            poses[k + 1, :3, :3] = [floats(row) for row in placed[k].R]
            poses[k + 1, :3, 3] = floats(placed[k].p)
        self.steps = np.linalg.solve(poses[:-1], poses[1:])

    def at(self, x: Array) -> Placement:
        """Poses at coordinates (n, coordinates)."""
        pose = np.broadcast_to(np.eye(4), (len(x), 4, 4))
        axes, origins = np.zeros((2, *x.shape, 3))
        for k, step in enumerate(self.steps):
            pose = pose @ step
            axes[:, k], origins[:, k] = pose[:, :3, 2], pose[:, :3, 3]
            joint = np.broadcast_to(np.eye(4), pose.shape).copy()
            if self.slides[k]:
                joint[:, 2, 3] = x[:, k]
            else:
                c, s = np.cos(x[:, k]), np.sin(x[:, k])
                joint[:, 0, 0], joint[:, 0, 1], joint[:, 1, 0], joint[:, 1, 1] = c, -s, s, c
            pose = pose @ joint
        return Placement(pose[:, :3, :3], pose[:, :3, 3], axes, origins)


@dataclass(frozen=True)
class Spheres:
    """Centres and radii on which the legs hold their points of the platform, and these points in the platform's frame.

    space: (3, d) directions in which ways count: a plane's, or all
    """

    platform: Platform
    centres: Array
    radii: Array
    points: Array
    space: Array

    def residual(self, x: Array) -> tuple[Array, Array]:
        """(|x + R b - c|^2 - l^2) / 2 per pose and leg, and its derivative by the pose."""
        at = self.platform.at(x)
        levers = self.points @ at.R.swapaxes(1, 2)
        gap = (at.p[:, None] + levers - self.centres) @ self.space @ self.space.T
        arms = at.p[:, None, None] + levers[:, :, None] - at.origins[:, None]
        moved = np.where(self.platform.slides[:, None], at.axes[:, None], np.cross(at.axes[:, None], arms))
        J = np.einsum("pli,plki->plk", gap, moved)
        return (np.einsum("pli,pli->pl", gap, gap) - self.radii**2) / 2, J

    def errors(self, x: Array) -> Array:
        """How far points are from their spheres, at most, per pose."""
        squares = 2 * self.residual(x)[0] + self.radii**2
        return np.max(np.abs(np.sqrt(squares) - self.radii), axis=1, initial=0.0)

    @cached_property
    def solvable(self) -> bool:
        """Whether poses are roots of one polynomial: displacements in all of the space, and at most one angle."""
        slides, d = self.platform.slides, self.space.shape[1]
        square = len(self.radii) == len(slides)
        return square and int(np.sum(slides)) == d and len(slides) - d in (0, 1)

    @property
    def most(self) -> int:
        """How many poses there can be where they are `solvable`."""
        slides, d = self.platform.slides, self.space.shape[1]
        return 2 if len(slides) == d else 6 if d == 2 else 8

    def candidates(self) -> Array:
        """All solutions, to rounding, with others that are none: (n, coordinates)."""
        angles = self._angles() if not np.all(self.platform.slides) else [None]
        found = [x for angle in angles for x in self._poses(angle)]
        return np.array(found).reshape(-1, len(self.platform.slides))

    def _ways(self, angle: Array | None) -> tuple[Array, Array, Array]:
        """At angles: u_i (n, legs - 1, d), the right sides (n, legs - 1), and the first point's way from its centre at zero."""
        x = np.zeros((1 if angle is None else len(angle), len(self.platform.slides)))
        x[:, ~self.platform.slides] = 0.0 if angle is None else angle[:, None]
        at = self.platform.at(x)
        w = (at.p[:, None] + self.points @ at.R.swapaxes(1, 2) - self.centres) @ self.space
        u = w[:, 1:] - w[:, :1]
        return u, (self.radii[1:] ** 2 - self.radii[0] ** 2 - np.sum(u**2, axis=2)) / 2, w[:, 0]

    def _angles(self) -> list[Array]:
        """Real roots of |adj(U) k|^2 = (l_0 det U)^2 in e^(i angle)."""
        u, k, _ = self._ways(2 * np.pi * np.arange(_SAMPLES) / _SAMPLES)
        size = float(np.max(self.radii))
        u, k, d = u / size, k / size**2, u.shape[2]
        det = np.linalg.det(u)
        tops = [np.linalg.det(np.concatenate([u[:, :, :c], k[:, :, None], u[:, :, c + 1 :]], axis=2)) for c in range(d)]
        waves = np.fft.fft(np.sum(np.square(tops), axis=0) - (self.radii[0] / size * det) ** 2) / _SAMPLES
        coefficients = np.concatenate([waves[-2 * d :], waves[: 2 * d + 1]])
        scale = float(np.max(np.abs(coefficients)))
        if scale == 0:
            return []
        kept = np.flatnonzero(np.abs(coefficients) > 1e-13 * scale)
        roots = np.roots(coefficients[kept[0] : kept[-1] + 1][::-1])
        # a double root comes as two roots that are off the circle by the square root of rounding
        return [np.array([np.angle(z)]) for z in roots if abs(abs(z) - 1) < 1e-4]

    def _poses(self, angle: Array | None) -> list[Array]:
        """Poses at an angle: where the planes u . y = k meet the first sphere."""
        u, k, start = (part[0] for part in self._ways(angle))
        left, values, right = np.linalg.svd(u)
        rank = u.shape[1] - 1
        shares = left.T @ k
        ways: list[Array] = []
        thin = values[-1] / values[0] if len(values) > rank and values[0] > 0 else 0.0
        if thin > _TOO_FLAT:
            ways.append(right.T @ (shares / values))
        if thin < _CLEAR and (rank == 0 or values[rank - 1] > 0):
            foot = right[:rank].T @ (shares[:rank] / values[:rank])
            half = np.sqrt(max(0.0, float(self.radii[0] ** 2 - foot @ foot)))
            ways += [foot + half * right[-1], foot - half * right[-1]]
        slides = self.platform.slides
        axes = self.platform.at(np.zeros((1, len(slides)))).axes[0, slides].T
        poses = np.zeros((len(ways), len(slides)))
        poses[:, ~slides] = 0.0 if angle is None else angle
        for pose, way in zip(poses, ways, strict=True):
            pose[slides] = np.linalg.lstsq(axes, self.space @ (way - start), rcond=None)[0]
        return list(poses)


def spheres_of(legs: Parallel, platform: Platform, values: Array) -> Spheres | None:
    """Those of motors at given positions; None where a leg holds its point otherwise."""
    centres: list[Array] = []
    radii: list[float] = []
    given = {n: (j, float(x)) for (n, j), x in zip(legs.actuated, values, strict=True)}
    if sorted(given) != list(range(len(legs.legs))) or len(given) != len(values):
        return None
    for n, leg in enumerate(legs.legs):
        known = crossing_and_rod(leg, *given[n])
        if known is None:
            return None
        centres.append(np.array(floats(known[0])))
        radii.append(float(as_number(known[1])))
    points = np.array([floats(leg.anchor) for leg in legs.legs])
    plane = legs.legs[0].plane
    space = np.eye(3) if plane is None else np.array([floats(row) for row in plane])[:, :2]
    return Spheres(platform, np.array(centres), np.array(radii), points, space)
