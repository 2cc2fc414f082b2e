"""Constants as numbers or as inputs: which of them stay symbols, and what their elements are called."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from linkwright.errors import QuantityError
from linkwright.graph.expr import Expr, Scalar, lift
from linkwright.graph.function import Port, matching
from linkwright.graph.graph import Graph
from linkwright.manifold.lagrangian import Lagrangian
from linkwright.manifold.lower import Value
from linkwright.manifold.symbols import Constant

FORMS = ("numeric", "symbolic")


def elements(constant: Constant) -> list[tuple[str, int]]:
    """Names of the numbers that make a constant, each with the place of its value: m; rho_1; J_11, J_12 of a symmetric J."""
    if not constant.shape:
        return [(constant.name, 0)]
    if len(constant.shape) == 1:
        return [(f"{constant.name}_{k + 1}", k) for k in range(constant.shape[0])]
    rows, columns = constant.shape
    first = {"symmetric": 0, "skew": 1}.get(constant.kind)
    comma = "," if max(rows, columns) > 9 else ""
    return [
        (f"{constant.name}_{i + 1}{comma}{j + 1}", i * columns + j)
        for i in range(rows)
        for j in range(0 if first is None else i + first, columns)
    ]


@dataclass
class Constants:
    """Gives a constant's value over a graph; remembers in `used` which elements were made symbols."""

    system: Lagrangian
    form: str = "numeric"
    patterns: str = ""
    used: dict[str, float | None] = field(default_factory=dict[str, "float | None"])

    def __post_init__(self) -> None:
        if self.form not in FORMS:
            hint = f"one of: {', '.join(FORMS)}; inertial and base parameters belong to robots made of links"
            raise QuantityError(f"a Lagrangian has no parameter form '{self.form}'", hint=hint)

    def __call__(self, graph: Graph, constant: Constant) -> Value:
        values = self.system.values.get(constant.name)
        names = elements(constant)
        kept = self.form == "symbolic" or bool(matching([constant.name, *(n for n, _ in names)], self.patterns))
        if values is not None and not kept:
            return _whole(constant, {place: lift(graph, _measured(x)) for place, x in enumerate(values)})
        for name, place in names:
            self.used[name] = None if values is None else float(values[place])
        return _whole(constant, {place: Expr(graph, graph.symbol(name)) for name, place in names})

    def port(self, graph: Graph) -> Port | None:
        """All constants that stay symbols, in the order of the file, used by a quantity or not."""
        for constant in self.system.constants:
            if constant.kind != "basis":
                self(graph, constant)
        order = [n for c in self.system.constants for n, _ in elements(c) if n in self.used]
        if not order:
            return None
        values = [self.used[n] for n in order]
        defaults = tuple(x for x in values if x is not None) if None not in values else None
        nodes = tuple(graph.symbol(n) for n in order)
        return Port("parameters", (len(order),), nodes, "constants", labels=tuple(order), defaults=defaults)


def _measured(x: float | Fraction) -> float | int:
    """Whole numbers are exact, others are measured: their inverses must not become long fractions."""
    return int(x) if x == int(x) else float(x)


def _whole(constant: Constant, given: dict[int, Scalar]) -> Value:
    if not constant.shape:
        return given[0]
    if len(constant.shape) == 1:
        return [given[k] for k in range(constant.shape[0])]
    rows, columns = constant.shape

    def entry(i: int, j: int) -> Scalar:
        if i * columns + j in given:
            return given[i * columns + j]
        if constant.kind == "skew":
            return 0 if i == j else -given[j * columns + i]
        return given[j * columns + i]

    return [[entry(i, j) for j in range(columns)] for i in range(rows)]
