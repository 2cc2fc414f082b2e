"""Functions of a mechanism put together in one graph: outputs of one where another has its inputs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from linkwright.errors import InputError
from linkwright.fmu.plant import Signal
from linkwright.graph.expr import Expr, Scalar, lift
from linkwright.graph.function import Function, Port
from linkwright.graph.graph import Graph
from linkwright.graph.rewrite import copy_nodes, reachable, symbols_of
from linkwright.graph.values import changes, nodes_of
from linkwright.mechanism import Mechanism, derive
from linkwright.request import Request

PARAMETERS = "parameters"
FRICTION_SPEED, SLOW = "friction speed", 1e-3
"""A parameter that no file can have, because of the blank; its value: at 1e-3 rad/s an arm creeps by 3 degrees in a minute."""


@dataclass
class Composition:
    """A graph over the symbols x[k], u[k], theta[k] and the parameters by their names, while it is put together."""

    mechanism: Mechanism
    request: Request
    sizes: Mapping[str, int]
    graph: Graph = field(default_factory=Graph)
    parameters: dict[str, float | None] = field(default_factory=dict[str, float | None])

    def symbols(self, name: str, size: int | None = None) -> list[Expr]:
        """The elements of an input."""
        count = self.sizes.get(name, 0) if size is None else size
        return [Expr(self.graph, self.graph.symbol(f"{name}[{k}]")) for k in range(count)]

    def derived(self, quantity: str, given: Mapping[str, Sequence[Scalar]], **options: Any) -> dict[str, list[Expr]]:
        """Outputs of a quantity, with expressions in place of its inputs."""
        form = {"parameters": self.request.parameters, "symbolic": self.request.symbolic}
        return self.inserted(derive(self.mechanism, quantity, **form, **options), given)

    def inserted(self, function: Function, given: Mapping[str, Sequence[Scalar]]) -> dict[str, list[Expr]]:
        """Outputs of a function, with expressions in place of its inputs."""
        put: dict[str, int] = {}
        for name, port in function.inputs.items():
            words = [str(function.graph.data[i]) for i in port.nodes]
            if name == PARAMETERS:
                values = port.defaults or (None,) * port.size
                self.parameters |= dict(zip(words, values, strict=True))
            else:
                put |= {w: lift(self.graph, e).index for w, e in zip(words, given[name], strict=True)}
        memo = self._without_jumps(function, put)
        return {
            name: [Expr(self.graph, i) for i in copy_nodes(function.graph, self.graph, port.nodes, put, memo)]
            for name, port in function.outputs.items()
        }

    def _without_jumps(self, function: Function, put: Mapping[str, int]) -> dict[int, int]:
        """Nodes of a function that are other ones here: the sign of a velocity, which integrators of importers cannot pass
        (held joints would chatter for ever), is a slope below a small velocity: v / max(|v|, speed)."""
        source, graph = function.graph, self.graph
        memo: dict[int, int] = {}
        for i in reachable(source, function.roots):
            if source.op[i] == "sign" and any(name.startswith("v[") for name in symbols_of(source, [i])):
                (rate,) = copy_nodes(source, graph, source.args[i], put, memo)
                least = graph.call("max", (graph.call("abs", (rate,)), graph.symbol(FRICTION_SPEED)))
                memo[i] = graph.div(rate, least)
                self.parameters.setdefault(FRICTION_SPEED, SLOW)
        return memo

    def function(
        self, name: str, inputs: Mapping[str, int], outputs: Mapping[str, Sequence[Scalar]], doc: str
    ) -> Function:
        """A function of some inputs, by name with their sizes, and of all parameters; inputs of size 0 are left out."""
        ports = [Port(n, (size,), tuple(e.index for e in self.symbols(n, size))) for n, size in inputs.items() if size]
        made = [Port(n, (len(x),), tuple(lift(self.graph, e).index for e in x)) for n, x in outputs.items() if len(x)]
        return Function.make(name, self.graph, [*ports, *self.parameter_ports()], made, doc=doc)

    def motion(self, rates: Sequence[Scalar], y: Sequence[Scalar]) -> Function:
        """The function of all rates and outputs."""
        return self.function("motion", self.sizes, {"rates": rates, "y": y}, "Rates of the state, and outputs")

    def directional(
        self, rates: Sequence[Scalar], y: Sequence[Scalar], theta: Sequence[Scalar] | None = None
    ) -> Function:
        """How they change with state and inputs; theta: how dependent positions change, where they are an input."""
        sizes = {"dx": self.sizes["x"], "du": self.sizes["u"]}
        moving = {"x": self.symbols("dx", sizes["dx"]), "u": self.symbols("du", sizes["du"]), "theta": theta or ()}
        moved = self.changes([*rates, *y], moving)
        found = {"rates": moved[: len(rates)], "y": moved[len(rates) :]}
        doc = "Changes of rates and outputs when state and inputs change"
        return self.function("directional", {**self.sizes, **sizes}, found, doc)

    def projection(self, q: Sequence[Scalar], v: Sequence[Scalar]) -> Function:
        """A state on its manifold, as a function of one that is near."""
        doc = "The state with unit vectors and rotations at their length"
        return self.function("projection", {"x": self.sizes["x"]}, {"put_back": [*q, *v]}, doc)

    def parameter_ports(self) -> list[Port]:
        """One port of all parameters that any function has, or none."""
        if not self.parameters:
            return []
        nodes = tuple(self.graph.symbol(name) for name in self.parameters)
        values = tuple(s.start for s in self.parameter_signals())
        doc = "model parameters"
        return [Port(PARAMETERS, (len(nodes),), nodes, doc, labels=tuple(self.parameters), defaults=values)]

    def parameter_signals(self) -> tuple[Signal, ...]:
        """The parameters of the unit; each must have a value to start with."""
        missing = [name for name, value in self.parameters.items() if value is None]
        if missing:
            what = f"parameters without a value: {', '.join(missing)}"
            raise InputError(what, self.mechanism.source, "an FMU needs a start value for each: give them in the file")
        known = getattr(self.mechanism, "parameters", {})
        docs = {name: getattr(p, "doc", "") for name, p in known.items()}
        docs[FRICTION_SPEED] = "velocity below which dry friction is a slope, in rad/s or m/s"
        return tuple(
            Signal(name.replace(" ", "_"), "", float(value), docs.get(name, ""))
            for name, value in self.parameters.items()
            if value is not None
        )

    def changes(self, roots: Sequence[Scalar], rates: Mapping[str, Sequence[Scalar]]) -> list[Expr]:
        """How expressions change when the elements of inputs change at these rates."""
        return changes(self.graph, roots, {f"{name}[{k}]": e for name, x in rates.items() for k, e in enumerate(x)})

    def depends(self, expressions: Iterable[Scalar], name: str) -> bool:
        """Whether any of the expressions has an element of the input."""
        return any(word.startswith(f"{name}[") for word in symbols_of(self.graph, nodes_of(self.graph, expressions)))
