"""The symbols of a Lagrangian: what is given, what moves, what varies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Shape = tuple[int, ...]  # () scalar, (n,) vector, (n, m) matrix
Kind = Literal["general", "symmetric", "skew", "unit", "basis", "rotation"]
ManifoldKind = Literal["R", "Rn", "S1", "S2", "SO3"]


@dataclass(frozen=True)
class Constant:
    """A symbol that neither moves nor varies. `basis`: e1, e2, e3, the fixed axes of R^3."""

    name: str
    shape: Shape = ()
    kind: Kind = "general"


@dataclass(frozen=True)
class Input:
    """A force, moment or torque: given from outside, may change in time, does not vary."""

    name: str
    shape: Shape = ()


@dataclass(frozen=True)
class Multiplier:
    """The unknown force of a constraint."""

    name: str
    shape: Shape = ()


@dataclass(frozen=True)
class Manifold:
    """R, R^n, S1 (an angle), S2 (a unit vector of R^3) or SO(3) (a rotation from body to space)."""

    kind: ManifoldKind
    dimension: int = 1  # of R^n

    @property
    def shape(self) -> Shape:
        return {"R": (), "S1": (), "Rn": (self.dimension,), "S2": (3,), "SO3": (3, 3)}[self.kind]

    def __str__(self) -> str:
        return {"Rn": f"R^{self.dimension}", "SO3": "SO(3)"}.get(self.kind, self.kind)


@dataclass(frozen=True)
class Variable:
    """A configuration variable or its time derivative; rotations have order 0 only (their rate is Omega)."""

    name: str
    manifold: Manifold
    order: int = 0  # 0: x, 1: dx, 2: ddx

    @property
    def shape(self) -> Shape:
        return self.manifold.shape


@dataclass(frozen=True)
class Rate:
    """The angular velocity of a rotation in its own (body) axes: dR = R hat(Omega); order 1: its time derivative."""

    name: str
    variable: str
    order: int = 0
    shape: Shape = (3,)


@dataclass(frozen=True)
class Variation:
    """delta x (R, R^n, S1), xi (S2: delta q = xi x q), eta (SO(3): delta R = R hat(eta)); order 1: its time derivative.

    tangent: delta q of an S2 as one symbol, as work may be written with.
    """

    name: str
    variable: str
    shape: Shape
    kind: Literal["delta", "xi", "eta", "tangent"] = "delta"
    order: int = 0


@dataclass(frozen=True)
class Momentum:
    """p = dL/dx' (R, R^n, S1), its tangent part (S2: q.p = 0), or dL/dOmega in body axes (SO(3))."""

    name: str
    variable: str
    shape: Shape
    tangent: bool = False


Leaf = Constant | Input | Multiplier | Variable | Rate | Variation | Momentum
