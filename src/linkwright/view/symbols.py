"""What the functions of a generated program are functions of: symbols of one graph, and formulas over them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from linkwright.errors import ExpressionError
from linkwright.formula.functions import is_name
from linkwright.formula.scalar import parse
from linkwright.graph.expr import Expr, Scalar, lift
from linkwright.graph.function import Function, Port
from linkwright.graph.graph import Graph
from linkwright.model.configuration import unit_spans
from linkwright.model.robot import OpenRobot, Parameter
from linkwright.spatial.matrix import unit_length
from linkwright.spatial.vector import Scalars

TIME = "t[0]"
"""The symbol of time."""


@dataclass(frozen=True)
class Symbols:
    """Inputs of a program's functions. known: parameters, all with values; signals: columns that the page gives."""

    graph: Graph
    nq: int
    nv: int
    known: tuple[Parameter, ...]
    signals: tuple[str, ...] = ()
    bodies: int = 0

    def vector(self, name: str, size: int) -> list[Scalar]:
        """The elements of an input."""
        return [Expr(self.graph, self.graph.symbol(f"{name}[{k}]")) for k in range(size)]

    @cached_property
    def sizes(self) -> dict[str, int]:
        """Elements of every input that is a vector."""
        rates = dict.fromkeys(("v", "a", "push"), self.nv)
        points = dict.fromkeys(("points", "forces"), 3 * self.bodies)
        return {"q": self.nq, **rates, "signals": len(self.signals), **points}

    def __getitem__(self, name: str) -> list[Scalar]:
        return self.vector(name, self.sizes[name])

    @cached_property
    def formula_names(self) -> dict[str, Scalar]:
        """What a formula of time may name: time and parameters."""
        known = {p.name: Expr(self.graph, self.graph.symbol(p.name)) for p in self.known}
        return {**known, "t": Expr(self.graph, self.graph.symbol(TIME))}

    def formula(self, text: str, where: str, names: Mapping[str, Scalar] | None = None) -> Expr:
        """A formula of time and parameters, and of other names where they are given."""
        allowed = self.formula_names if names is None else names
        return lift(self.graph, parse(text, self.graph, names=allowed, where=where))

    def function(self, name: str, inputs: str, outputs: Mapping[str, Scalar | Sequence[Scalar]]) -> Function:
        """A function of the program: names of its inputs, outputs as numbers or vectors."""
        ports = [
            Port("t", (), (self.graph.symbol(TIME),)) if n == "t" else self.port(n, self.sizes[n])
            for n in inputs.split()
        ]
        ports.append(self.parameter_port())
        return Function.make(name, self.graph, ports, [self._output(n, x) for n, x in outputs.items()])

    def parameter_port(self) -> Port:
        """All parameters, the last input of every function."""
        return Port("parameters", (len(self.known),), tuple(self.graph.symbol(p.name) for p in self.known))

    def port(self, name: str, size: int) -> Port:
        """An input that is a vector."""
        return Port(name, (size,), tuple(self.graph.symbol(f"{name}[{k}]") for k in range(size)))

    def _output(self, name: str, x: Scalar | Sequence[Scalar]) -> Port:
        if isinstance(x, Sequence):
            return Port(name, (len(x),), tuple(lift(self.graph, e).index for e in x))
        return Port(name, (), (lift(self.graph, x).index,))


def state_names(robot: OpenRobot, q: Scalars, v: Scalars) -> dict[str, Scalar]:
    """What a formula of the state may name besides: q1.., v1.., and joints of one coordinate by their own name."""
    joints = {name: q[iq] for name, (iq, _) in robot.offsets.items() if robot.joints[name].nq == 1 and is_name(name)}
    numbered = {f"q{k + 1}": x for k, x in enumerate(q)} | {f"v{k + 1}": x for k, x in enumerate(v)}
    return {**joints, **numbered}


def with_unit_rotations(robot: OpenRobot, q: Scalars) -> list[Scalar]:
    """Positions with quaternions and (cosine, sine) brought to length one: an integrator lets them drift."""
    result = list(q)
    for own in unit_spans(robot).values():
        result[own] = unit_length(q[own])
    return result


def value_of(text: str, known: Sequence[Parameter], where: str) -> float:
    """The number that a text with units and parameters stands for: "60 deg", "L1/2"."""
    from linkwright.formula.scalar import constant

    names: dict[str, Scalar] = {p.name: p.value for p in known if p.value is not None}
    value = constant(parse(text, names=names, where=where))
    if value is None or value != value or abs(value) == float("inf"):
        raise ExpressionError(f"'{text}' is no number", where, "write a number, such as 0.5 or 30 deg")
    return value
