"""A mechanism given by its Lagrangian on a product of manifolds: frozen data, no coordinates.

Conventions: dR = R hat(Omega) with Omega in body axes; delta q = xi x q (S2), delta R = R hat(eta) (SO(3)). An S1 is an
angle. SE(3) `g` is the pair R_g in SO(3), x_g in R^3. The angular velocity of a unit vector is a word of the language
only: omega_q stands for q x dq.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

from linkwright.lazy import provided
from linkwright.manifold.state import slots_of
from linkwright.manifold.symbols import Constant, Input, Multiplier, Rate, Variable, Variation
from linkwright.manifold.terms import Term, leaf, number

Value = Fraction | float


@dataclass(frozen=True)
class Constraint:
    """term = 0. Holonomic: in the configuration only; nonholonomic: linear (affine) in the velocities."""

    name: str
    term: Term
    kind: Literal["holonomic", "nonholonomic"]
    multiplier: Multiplier


@dataclass(frozen=True)
class Names:
    """The names that the language derives for one variable: never guessed, see `names_of`."""

    velocity: str  # dq, dR
    acceleration: str  # ddq, ddR
    variation: str  # xi_q, eta_R, or "" (delta(x) only)
    rate: str  # omega_q, Omega_R, or ""


@dataclass(frozen=True)
class Lagrangian:
    """L, the virtual work of the forces, a Rayleigh dissipation function, constraints. Variables have order 0.

    variables: vectors, unit vectors and rotations that move
    constants: parameters: scalars, vectors, matrices
    inputs: forces, moments and other inputs that the work speaks of
    lagrangian: kinetic less potential energy
    work: virtual work of the forces that have no potential
    dissipation: Rayleigh's function
    constraints: on positions or on velocities
    values: the numbers of constants that have some: (x,) of a scalar, the entries of a vector, a matrix row by row.
    initial: name -> entries of a variable or its velocity (x, dx; q, omega_q; R, Omega_R), where the file gives some.
    """

    name: str  # prefix of generated code
    variables: tuple[Variable, ...]
    constants: tuple[Constant, ...]
    inputs: tuple[Input, ...]
    lagrangian: Term
    work: Term = field(default_factory=lambda: number(0))
    dissipation: Term = field(default_factory=lambda: number(0))
    constraints: tuple[Constraint, ...] = ()
    values: Mapping[str, tuple[Value, ...]] = field(default_factory=dict[str, tuple[Value, ...]])
    initial: Mapping[str, tuple[Value, ...]] = field(default_factory=dict[str, tuple[Value, ...]])
    source: str = ""  # the file it was read from
    notes: tuple[str, ...] = ()  # what was assumed
    extra: Mapping[str, Any] = field(default_factory=dict[str, Any])  # what the file says besides: its symmetries

    @property
    def nq(self) -> int:
        """Numbers that say where it is; see state.py."""
        return sum(s.nq for s in slots_of(self.variables))

    @property
    def nv(self) -> int:
        """Degrees of freedom, before constraints."""
        return sum(s.nv for s in slots_of(self.variables))

    def with_parameters(self, values: Mapping[str, Any] | None = None, /, **named: Any) -> Lagrangian:
        """The system with other values of its constants: numbers, vectors, matrices."""
        return provided("lagrangian.with_parameters")(self, {**(values or {}), **named})

    def __repr__(self) -> str:
        given = {n: ", ".join(f"{float(x):.6g}" for x in values) for n, values in self.values.items()}
        constants = [
            f"{c.name} = {given[c.name]}" if c.name in given else c.name for c in self.constants if c.kind != "basis"
        ]
        parts = {
            "variables": [f"{v.name} in {v.manifold}" for v in self.variables],
            "inputs": [i.name for i in self.inputs],
            "constants": constants,
            "constraints": [f"{c.name} ({c.kind})" for c in self.constraints],
        }
        lines = [f"{title}: {'; '.join(names)}" for title, names in parts.items() if names]
        return "\n  ".join([f"{self.name}: a Lagrangian, nq {self.nq}, nv {self.nv}", *lines])

    def variable(self, name: str) -> Variable:
        """A variable by its name."""
        return next(v for v in self.variables if v.name == name)


def names_of(variable: Variable) -> Names:
    """q in S2 -> dq, ddq, xi_q, omega_q; R in SO(3) -> dR, ddR, eta_R, Omega_R; x in R, R^n, S1 -> dx, ddx, delta(x)."""
    n, kind = variable.name, variable.manifold.kind
    variation = {"S2": f"xi_{n}", "SO3": f"eta_{n}"}.get(kind, "")
    rate = {"S2": f"omega_{n}", "SO3": f"Omega_{n}"}.get(kind, "")
    return Names(f"d{n}", f"dd{n}", variation, rate)


def position(variable: Variable) -> Term:
    """The term of a variable itself."""
    return leaf(variable)


def velocity(variable: Variable) -> Term:
    """The leaf that velocities are written with: dx, dq, or Omega."""
    if variable.manifold.kind == "SO3":
        return leaf(rate(variable))
    return leaf(Variable(variable.name, variable.manifold, 1))


def acceleration(variable: Variable) -> Term:
    """The leaf that accelerations are written with: ddx, ddq, or dOmega."""
    if variable.manifold.kind == "SO3":
        return leaf(rate(variable, 1))
    return leaf(Variable(variable.name, variable.manifold, 2))


def rate(variable: Variable, order: int = 0) -> Rate:
    """The symbol of a variable's angular velocity (order 0) or of its time derivatives."""
    return Rate(names_of(variable).rate, variable.name, order)


def variation(variable: Variable, order: int = 0) -> Variation:
    """delta x, xi or eta, and its time derivative."""
    shape = () if variable.shape == () else (variable.shape[0],)
    if variable.manifold.kind == "S2":
        return Variation(f"xi_{variable.name}", variable.name, shape, "xi", order)
    if variable.manifold.kind == "SO3":
        return Variation(f"eta_{variable.name}", variable.name, shape, "eta", order)
    return Variation(f"delta_{variable.name}", variable.name, shape, "delta", order)
