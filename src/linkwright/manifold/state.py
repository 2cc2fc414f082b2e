"""A state as numbers: how the places q, the velocities v and the accelerations a of all variables are stacked.

                q                v                        a
    R, S1       1 (S1: angle)    dx                       ddx
    R^n         n                dx                       ddx
    S2          3, unit vector   omega, dq = omega x q    d omega/dt         omega is q x dq: it has no part along q
    SO(3)       9, row by row    Omega (body axes)        d Omega/dt

SE(3) is its rotation and its place, one after the other. Velocities are free of constraints where omega is: a part of omega
along q moves nothing.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from linkwright.graph.expr import Scalar
from linkwright.manifold.symbols import Variable
from linkwright.spatial.vector import Mat, Scalars, Vec

if TYPE_CHECKING:
    from linkwright.manifold.lagrangian import Lagrangian


@dataclass(frozen=True)
class Slot:
    """Where a variable is in q (from iq, nq numbers) and in v and a (from iv, nv numbers)."""

    variable: Variable
    iq: int
    nq: int
    iv: int
    nv: int

    @property
    def name(self) -> str:
        return self.variable.name

    @property
    def kind(self) -> str:
        return self.variable.manifold.kind

    @property
    def q(self) -> slice:
        return slice(self.iq, self.iq + self.nq)

    @property
    def v(self) -> slice:
        return slice(self.iv, self.iv + self.nv)


def slots_of(variables: Sequence[Variable]) -> tuple[Slot, ...]:
    """Where each variable has its numbers in q, v and the tangent."""
    found: list[Slot] = []
    iq = iv = 0
    for variable in variables:
        kind, n = variable.manifold.kind, variable.manifold.dimension
        nq, nv = {"S2": (3, 3), "SO3": (9, 3), "Rn": (n, n)}.get(kind, (1, 1))
        found.append(Slot(variable, iq, nq, iv, nv))
        iq, iv = iq + nq, iv + nv
    return tuple(found)


def labels_of(slots: Sequence[Slot], part: str) -> tuple[str, ...]:
    """A name per element of q, v or a: x, q_1, R_11; dx, omega_q_1, Omega_R_1; ddx, ..."""
    heads = {"q": ("", "", ""), "v": ("d", "omega_", "Omega_"), "a": ("dd", "domega_", "dOmega_")}[part]
    found: list[str] = []
    for s in slots:
        head = heads[{"S2": 1, "SO3": 2}.get(s.kind, 0)] + s.name
        if s.nv == 1 and s.kind in ("R", "S1"):
            found.append(head)
        elif s.kind == "SO3" and part == "q":
            found += [f"{head}_{i + 1}{j + 1}" for i in range(3) for j in range(3)]
        else:
            found += [f"{head}_{k + 1}" for k in range(s.nv)]
    return tuple(found)


_UNITS: Mapping[str, Mapping[str, str]] = {
    "q": {"S1": "rad", "S2": "1", "SO3": "1"},
    "v": {"S1": "rad/s", "S2": "rad/s", "SO3": "rad/s"},
    "a": {"S1": "rad/s2", "S2": "rad/s2", "SO3": "rad/s2"},
}


def units_of(slots: Sequence[Slot], part: str) -> list[str]:
    """A unit per element of q, v or a; "1" of directions and rotations; nothing of plain numbers: nobody knows theirs."""
    return [_UNITS[part].get(s.kind, "") for s in slots for _ in range(s.nq if part == "q" else s.nv)]


def input_elements(system: Lagrangian) -> dict[str, list[str]]:
    """Input -> names of its elements: f: [f]; M: [M_1, M_2, M_3]."""
    return {
        i.name: [f"{i.name}_{k + 1}" for k in range(math.prod(i.shape))] if i.shape else [i.name] for i in system.inputs
    }


def place_rates(slots: Sequence[Slot], q: Scalars, v: Scalars) -> list[Scalar]:
    """dq/dt."""
    rates: list[Scalar] = []
    for s in slots:
        place, speed = q[s.q], v[s.v]
        if s.kind == "S2":
            rates += Vec(*speed).cross(Vec(*place))
        elif s.kind == "SO3":  # row i of R hat(Omega) is row i of R times Omega
            rates += [e for row in Mat.of([place[:3], place[3:6], place[6:]]) for e in row.cross(Vec(*speed))]
        else:
            rates += speed
    return rates


NEAR_UNIT, NEAR_ROTATION = 1e-2, 1e-3
"""How far a start may be from its manifold: what was rounded when it was written down."""


def misplaced(kind: str, x: Sequence[float]) -> tuple[str, str]:
    """Why a place is not on its manifold, and what would be; two empty texts where it is, nearly."""
    if kind == "S2":
        length = math.sqrt(sum(e * e for e in x))
        if length == 0:
            return "starts as zero", "give a direction"
        if abs(length - 1) > NEAR_UNIT:
            unit = ", ".join(f"{e / length:.4g}" for e in x)
            return f"starts with the length {length:.4g}, and is a unit vector", f"this direction is [{unit}]"
    if kind == "SO3":
        rows = [x[3 * i : 3 * i + 3] for i in range(3)]
        products = [sum(a * b for a, b in zip(r, s, strict=True)) - (r is s) for r in rows for s in rows]
        (a, b, c), (d, e, f), (g, h, i) = rows
        det = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
        gap = max(map(abs, products))
        if gap > NEAR_ROTATION or det < 0:
            what = f"starts as no rotation: R R' differs from 1 by {gap:.2g}, its determinant is {det:.2g}"
            return what, "give an orthogonal matrix with determinant 1"
    return "", ""
