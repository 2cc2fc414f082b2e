"""Momentum maps: what a symmetry of the Lagrangian keeps constant (Noether).

A motion gives each variable delta x (R, R^n, S1), xi (S2) or eta (SO(3)) as a term in the configuration; a turn of space
about the axis a is delta x = a x x, xi = a, eta = R'a.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from linkwright.manifold.calculus import Gradient
from linkwright.manifold.equations import simplified, work_force
from linkwright.manifold.exact import equal
from linkwright.manifold.lagrangian import Lagrangian, position, variation, velocity
from linkwright.manifold.symbols import Variable
from linkwright.manifold.tensors import cross, dot, matmul, transpose
from linkwright.manifold.terms import Term, leaf, multiply, number, total
from linkwright.manifold.variation import time_derivative, variation_of
from linkwright.manifold.walk import substitute


@dataclass(frozen=True)
class MomentumMap:
    """J; whether the motion leaves L unchanged; dJ/dt along solutions, the power of inputs and friction along the motion."""

    term: Term
    invariant: bool
    rate: Term


def momentum_map(mechanism: Lagrangian, motion: Mapping[str, Term]) -> MomentumMap:
    """sum of dL/dv . (motion), for the motion of some or all variables."""
    L, W, D = (Gradient(x) for x in (mechanism.lagrangian, mechanism.work, mechanism.dissipation))
    momenta: list[Term] = []
    powers: list[Term] = []
    table: dict[Term, Term] = {}
    for v in mechanism.variables:
        way = motion.get(v.name, number(0) * leaf(variation(v)))
        table[leaf(variation(v))] = way
        table[leaf(variation(v, 1))] = time_derivative(way)
        displacement = cross(way, position(v)) if v.manifold.kind == "S2" else way
        momenta.append(_pair(L.by(velocity(v)), displacement))
        powers.append(_pair(work_force(W, v) - D.by(velocity(v)), displacement))
    change = substitute(variation_of(mechanism.lagrangian), table)
    return MomentumMap(simplified(total(momenta)), equal(change, number(0)), simplified(total(powers)))


def turn(mechanism: Lagrangian, axis: Term) -> dict[str, Term]:
    """A turn of space about an axis through the origin: of all vectors and rotations; scalars stay."""
    return {v.name: _turned(v, axis) for v in mechanism.variables if v.shape in ((3,), (3, 3))}


def _turned(v: Variable, axis: Term) -> Term:
    if v.manifold.kind == "SO3":
        return matmul(transpose(position(v)), axis)
    return axis if v.manifold.kind == "S2" else cross(axis, position(v))


def shift(mechanism: Lagrangian, direction: Term) -> dict[str, Term]:
    """A shift of space: of all positions in R^n of the direction's size."""
    return {v.name: direction for v in mechanism.variables if v.manifold.kind == "Rn" and v.shape == direction.shape}


def _pair(a: Term, b: Term) -> Term:
    return dot(a, b) if a.shape else multiply(a, b)
