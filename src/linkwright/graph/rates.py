"""Time derivatives of whole functions along a motion: d tau / dt, d2 tau / dt2, ... as functions of q, v, a, da/dt, ..."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from math import factorial
from types import MappingProxyType

from linkwright.errors import InputError
from linkwright.graph.calculus import directional
from linkwright.graph.function import Function, Port
from linkwright.graph.graph import Graph
from linkwright.graph.rewrite import copy_nodes
from linkwright.graph.taylor import taylor

Rates = Mapping[str, "str | Function"]
"""Input -> the input that is its time derivative, or a function whose one output is its time derivative."""

JOINT_RATES: Rates = MappingProxyType({"q": "v", "v": "a"})


def derivative_name(name: str, order: int) -> str:
    """tau -> dtau_dt, d2tau_dt2, ..."""
    return name if order == 0 else f"d{name}_dt" if order == 1 else f"d{order}{name}_dt{order}"


def time_derivative(function: Function, order: int = 1, rates: Rates | None = None) -> Function:
    """The outputs and their time derivatives up to an order: tau, dtau_dt, d2tau_dt2.

    By default dq/dt = v and dv/dt = a; inputs that nothing drives are constant. Where a chain ends (a), its derivatives
    become inputs (da_dt, d2a_dt2); where it starts earlier than the function's inputs (M depends on q alone), v is added.
    """
    if rates is None and function.facts.get("unit_groups"):
        raise InputError(
            f"{function.name}: q holds quaternions or planar angles, whose time derivative is not v",
            hint="pass rates={'q': a Function that gives dq/dt, 'v': 'a'}",
        )
    motion = _Motion(function, JOINT_RATES if rates is None else rates, order)
    graph = motion.graph
    roots = taylor(graph, motion.roots, motion.series(order), order)
    outputs: list[Port] = []
    for k in range(order + 1):
        nodes = iter([graph.mul(graph.number(factorial(k)), x[k]) for x in roots])
        for p in function.outputs.values():
            doc = f"time derivative {k} of {p.name}" if k else p.doc
            name = derivative_name(p.name, k)
            outputs.append(replace(p, name=name, nodes=tuple(next(nodes) for _ in p.nodes), doc=doc))
    about = {"reference": function.reference, "facts": function.facts}
    return Function.make(f"{function.name}_rates", graph, list(motion.ports.values()), outputs, **about)


class _Motion:
    """A function's graph, its inputs and those that the rates add, and the derivative of every symbol that moves."""

    def __init__(self, function: Function, rates: Rates, order: int) -> None:
        self.graph = Graph()
        self.roots = copy_nodes(function.graph, self.graph, function.roots)
        self.ports: dict[str, Port] = {}
        self._rates = dict(rates)
        self._derived: dict[str, tuple[str, int]] = {}  # da_dt -> ("a", 1)
        self._moving: dict[str, int] = {}
        self._adopt(function)
        driven = {*rates, *(r for r in rates.values() if isinstance(r, str))}
        self._drive([(name, order) for name in self.ports if name in driven])

    def series(self, order: int) -> dict[str, list[int]]:
        """The Taylor coefficients of every symbol that moves."""
        names = list(self._moving)
        current = [self.graph.symbol(name) for name in names]
        series = [[x] for x in current]
        for k in range(1, order + 1):
            current = directional(self.graph, current, self._moving)
            part = self.graph.number(Fraction(1, factorial(k)))
            for coefficients, x in zip(series, current, strict=True):
                coefficients.append(self.graph.mul(part, x))
        return dict(zip(names, series, strict=True))

    def _adopt(self, function: Function) -> None:
        """Take over a function's inputs."""
        for p in function.inputs.values():
            nodes = tuple(self.graph.symbol(function.graph.data[i]) for i in p.nodes)
            self.ports.setdefault(p.name, replace(p, nodes=nodes))

    def _drive(self, queue: list[tuple[str, int]]) -> None:
        """Give each port the derivatives it needs, which may need derivatives of others."""
        needs: dict[str, int] = {}
        while queue:
            name, left = queue.pop()
            if left <= needs.get(name, 0):
                continue
            needs[name] = left
            rate = self._rates[name] if name in self._rates else self._next(name)
            if isinstance(rate, Function):
                self._adopt(rate)
                nodes = copy_nodes(rate.graph, self.graph, rate.roots)
                queue += [(p, left - 1) for p in rate.inputs if p in self._rates]
            else:
                nodes = self._port(rate, self.ports[name]).nodes
                queue.append((rate, left - 1))
            self._check(self.ports[name], len(nodes))
            self._moving.update(zip((self.graph.data[i] for i in self.ports[name].nodes), nodes, strict=True))

    def _next(self, name: str) -> str:
        """The name of the derivative of an input at the end of its chain: a, da_dt, d2a_dt2."""
        base, k = self._derived.get(name, (name, 0))
        found = derivative_name(base, k + 1)
        self._derived[found] = base, k + 1
        return found

    def _port(self, name: str, like: Port) -> Port:
        if name not in self.ports:
            nodes = tuple(self.graph.symbol(f"{name}[{k}]") for k in range(like.size))
            self.ports[name] = Port(name, like.shape, nodes, f"time derivative of {like.name}", labels=like.labels)
        return self.ports[name]

    def _check(self, port: Port, size: int) -> None:
        if port.size != size:
            raise InputError(
                f"'{port.name}' has {port.size} elements, its time derivative {size}",
                hint=f"pass rates={{'{port.name}': ...}} with a Function that gives the time derivative",
            )
