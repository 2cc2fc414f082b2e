"""Function: named inputs and outputs over an expression graph; operation counts by the project's rule."""

from __future__ import annotations

import fnmatch
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any

from linkwright.errors import InputError
from linkwright.graph.expr import Expr
from linkwright.graph.graph import Graph
from linkwright.graph.notes import Note, moved_notes
from linkwright.graph.port import Port
from linkwright.graph.rewrite import copy_nodes, reachable
from linkwright.lazy import provided

_TYPESET = 120
"""Additions, multiplications and divisions up to which notebooks typeset a function by themselves."""


@dataclass(frozen=True)
class Ops:
    """Operation counts: n-ary sum n-1 add, product n-1 mul, numeric factor 1 mul, quotient 1 div, unary minus apart."""

    add: int = 0  # sums
    mul: int = 0  # products
    div: int = 0  # quotients
    neg: int = 0  # changes of sign that stand alone
    sqrt: int = 0  # square roots
    sin: int = 0  # sines
    cos: int = 0  # cosines
    tan: int = 0  # tangents
    asin: int = 0  # arcsines
    acos: int = 0  # arccosines
    atan2: int = 0  # angles of two numbers
    exp: int = 0  # exponentials
    log: int = 0  # logarithms
    pow: int = 0  # powers
    abs: int = 0  # absolute values
    min: int = 0  # the smaller of two
    max: int = 0  # the larger of two
    sign: int = 0  # signs
    hypot: int = 0  # lengths of two numbers
    select: int = 0  # choices between two values
    only_if: int = 0  # values that count under a condition only

    @property
    def flops(self) -> int:
        """Additions and multiplications and divisions."""
        return self.add + self.mul + self.div

    def __add__(self, other: Ops) -> Ops:
        return Ops(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(self)))

    def __str__(self) -> str:
        return " ".join(f"{f.name} {n}" for f in fields(self) if (n := getattr(self, f.name))) or "none"


def count_ops(graph: Graph, roots: Sequence[int]) -> Ops:
    """Count the operations that the roots need; each shared node once, the sign of a number never."""
    counts = dict.fromkeys((f.name for f in fields(Ops)), 0)
    op = graph.op
    for i in reachable(graph, roots):
        kind = op[i]
        if kind == "sub":
            counts["add"] += 1
        elif kind in counts and graph.value(i) is None:
            counts[kind] += 1
    return Ops(**counts)


@dataclass(frozen=True)
class Function:
    """Named inputs -> named outputs; called with arrays by name, it is evaluated by an interpreter: f(q=..., v=...).

    graph:     exactly the nodes that the ports need; nobody changes it
    inputs:    by name, in the order of generated code
    outputs:   by name
    doc:       what it computes
    equation:  as text
    reference: the book or paper
    """

    name: str  # of the quantity
    graph: Graph
    inputs: Mapping[str, Port]
    outputs: Mapping[str, Port]
    doc: str = ""
    equation: str = ""
    reference: str = ""
    facts: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    """What later stages may tell the reader: robot name, model hash, method."""
    notes: Mapping[int, Note] = field(default_factory=lambda: MappingProxyType({}), compare=False)
    """Node -> what it is, where the derivation said so."""

    @staticmethod
    def make(name: str, graph: Graph, inputs: Sequence[Port], outputs: Sequence[Port], **about: Any) -> Function:
        """Compact the graph to what the ports need. Input nodes must be symbols of `graph`."""
        small = Graph()
        roots = [i for port in (*inputs, *outputs) for i in port.nodes]
        place: dict[int, int] = {}
        new = iter(copy_nodes(graph, small, roots, memo=place))
        moved = [replace(p, nodes=tuple(next(new) for _ in p.nodes)) for p in (*inputs, *outputs)]
        return Function(
            name,
            small,
            MappingProxyType({p.name: p for p in moved[: len(inputs)]}),
            MappingProxyType({p.name: p for p in moved[len(inputs) :]}),
            **about,
            notes=moved_notes(graph, place, small),
        )

    @property
    def roots(self) -> list[int]:
        """The nodes of all outputs, in order."""
        return [i for port in self.outputs.values() for i in port.nodes]

    @cached_property
    def ops(self) -> Ops:
        """How many operations of each kind one evaluation takes; what is shared counts once."""
        return count_ops(self.graph, self.roots)

    def with_outputs(self, graph: Graph, nodes: Sequence[int]) -> Function:
        """The same ports over another graph, in which the input symbols have the same names."""
        queue = iter(nodes)
        outputs = [replace(p, nodes=tuple(next(queue) for _ in p.nodes)) for p in self.outputs.values()]
        return self.with_ports(graph, outputs)

    def with_ports(self, graph: Graph, outputs: Sequence[Port]) -> Function:
        """The same inputs with other outputs, over another graph, in which the input symbols have the same names."""
        inputs = [
            replace(p, nodes=tuple(graph.symbol(self.graph.data[i]) for i in p.nodes)) for p in self.inputs.values()
        ]
        return Function.make(
            self.name, graph, inputs, outputs,
            doc=self.doc, equation=self.equation, reference=self.reference, facts=self.facts,
        )  # fmt: skip

    def expr(self, output: str, *index: int) -> Expr:
        """One element of an output as an expression: f.expr("tau", 0), f.expr("M", 0, 1)."""
        port = self._port(self.outputs, output)
        if len(index) != len(port.shape) or any(not -n <= k < n for k, n in zip(index, port.shape, strict=True)):
            raise InputError(
                f"'{output}' of {self.name} has shape {port.shape}; index {index} does not fit",
                hint=f"give {len(port.shape)} indices, counted from 0",
            )
        flat = 0
        for k, n in zip(index, port.shape, strict=True):
            flat = flat * n + k % n
        return Expr(self.graph, port.nodes[flat])

    def jacobian(self, output: str, wrt: str) -> Function:
        """d output / d input as a Function with one output named d<output>_d<input>."""
        from linkwright.graph.calculus import jacobian

        return jacobian(self, self._port(self.outputs, output), self._port(self.inputs, wrt))

    def __call__(self, **values: Any) -> Any:
        """Evaluate by the interpreter. Inputs may have leading batch dimensions; one output is returned bare."""
        from linkwright.graph.evaluate import evaluate_numpy

        results = evaluate_numpy(self, values)
        return next(iter(results.values())) if len(results) == 1 else results

    def to_sympy(self) -> dict[str, Any]:
        """Outputs as SymPy expressions or matrices, by name."""
        from linkwright.graph.sympy_bridge import function_to_sympy

        return function_to_sympy(self)

    def latex(self) -> str:
        """All outputs as LaTeX, in readable closed form where that is short."""
        return provided("function.latex")(self)

    def _repr_html_(self) -> str | None:
        """For notebooks; None, which shows the text, where equations would fill pages."""
        return provided("function.html")(self) if self.ops.flops <= _TYPESET else None

    def _repr_latex_(self) -> str | None:
        """For notebooks that become LaTeX."""
        return f"$\\displaystyle {self.latex()}$" if self.ops.flops <= _TYPESET else None

    def __repr__(self) -> str:
        takes, gives = (", ".join(_spelled(p) for p in ports.values()) for ports in (self.inputs, self.outputs))
        lines = [
            f"{self.name}({takes}) -> {gives}",
            self.equation,
            self.doc and f"{self.doc}.",
            f"operations: {self.ops}",
        ]
        lines.append(" | ".join(f"{k}: {x}" for k, x in self.facts.items() if isinstance(x, str | int | float)))
        return "\n    ".join(line for line in lines if line)

    def _port(self, ports: Mapping[str, Port], name: str) -> Port:
        if name not in ports:
            raise InputError(f"{self.name} has no '{name}'", hint=f"it has: {', '.join(ports)}")
        return ports[name]


def _spelled(port: Port) -> str:
    """q (6), M (6 x 6), energy: a name and its shape."""
    return f"{port.name} ({' x '.join(map(str, port.shape))})" if port.shape else port.name


def matching(names: Sequence[str], patterns: str) -> list[str]:
    """Names that match a comma-separated list of shell patterns."""
    wanted = [p.strip() for p in patterns.split(",") if p.strip()]
    return [n for n in names if any(fnmatch.fnmatchcase(n, p) for p in wanted)]
