"""Rigid-body inertia as ten numbers at a frame: mass, first moment, tensor about the frame's origin."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from linkwright.graph.expr import Scalar, is_zero
from linkwright.spatial.motion import Force, Motion
from linkwright.spatial.transform import Transform
from linkwright.spatial.turn import symmetric, turned_symmetric
from linkwright.spatial.vector import IDENTITY, NULL, ZERO, Mat, Vec, outer

PARAMETER_NAMES = ("m", "mx", "my", "mz", "Ixx", "Ixy", "Iyy", "Ixz", "Iyz", "Izz")
"""Order of the ten inertial parameters, everywhere."""


@dataclass(frozen=True)
class Inertia:
    """Of a body at a frame. I is symmetric to the last bit, however it was made: a product R I R' in floating-point numbers is
    not, and then no law holds exactly.

    m: mass
    h: first moment, m c
    I: tensor about the frame's origin
    """

    m: Scalar = 0
    h: Vec = ZERO
    I: Mat = NULL  # noqa: E741

    def __post_init__(self) -> None:
        object.__setattr__(self, "I", symmetric(self.I))

    @staticmethod
    def about_com(m: Scalar, com: Vec, I_com: Mat) -> Inertia:
        """From mass, centre of mass and the tensor about the centre of mass, all in the frame's axes."""
        h = com * m
        return Inertia(m, h, I_com + shift(com, h))

    @staticmethod
    def from_parameters(p: Sequence[Scalar]) -> Inertia:
        """From the ten parameters in the order of PARAMETER_NAMES."""
        m, mx, my, mz, xx, xy, yy, xz, yz, zz = p
        return Inertia(m, Vec(mx, my, mz), Mat(Vec(xx, xy, xz), Vec(xy, yy, yz), Vec(xz, yz, zz)))

    @property
    def parameters(self) -> list[Scalar]:
        """[m, mx, my, mz, Ixx, Ixy, Iyy, Ixz, Iyz, Izz], at the frame's origin."""
        t = self.I
        return [self.m, *self.h, t[0][0], t[0][1], t[1][1], t[0][2], t[1][2], t[2][2]]

    @property
    def vanishes(self) -> bool:
        """Whether all ten parameters are zero."""
        return all(is_zero(x) for x in self.parameters)

    def __add__(self, other: Inertia) -> Inertia:
        return Inertia(self.m + other.m, self.h + other.h, self.I + other.I)

    def __matmul__(self, motion: Motion) -> Force:
        """Linear momentum, and angular momentum about the frame's origin, of the body with this motion."""
        linear, angular = motion
        return Force(linear * self.m + angular.cross(self.h), self.I.apply(angular) + self.h.cross(linear))

    def seen_from(self, X: Transform) -> Inertia:
        """The same body, its parameters at frame a, where X = X_a_b and self is given at b."""
        h_turned = X.R.apply(self.h)
        turned = turned_symmetric(X.R, self.I)
        h = h_turned + X.p * self.m
        # tensor about a = tensor about b + shift by p of what b's first moment and the mass add
        return Inertia(self.m, h, turned + _shift_pair(X.p, h_turned) + shift(X.p, X.p * self.m))

    def map(self, f: Callable[[Scalar], Scalar]) -> Inertia:
        """The inertia with f applied to every scalar."""
        return Inertia(f(self.m), self.h.map(f), self.I.map(f))


def shift(r: Vec, h: Vec) -> Mat:
    """(r.h) 1 - r h' : the tensor of first moment h concentrated at r (h parallel to r)."""
    return symmetric(IDENTITY * r.dot(h) - outer(r, h))


def _shift_pair(p: Vec, h: Vec) -> Mat:
    """2 (p.h) 1 - p h' - h p'."""
    d = 2 * p.dot(h)
    mixed = outer(p, h)
    return symmetric(IDENTITY * d - (mixed + mixed.T))
