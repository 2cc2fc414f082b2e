"""Readable equations: any expression as the short closed form that a textbook prints.

`readable` expands an expression to polynomials in its symbols and in sines and cosines of sums of angles (ring, expand),
cancels in quotients (quotient), chooses the shortest trigonometric form (waves, write), factors (factoring) and prints
(styles, printer). There is always a result: what has too many terms, or takes too long, is written as numbered
steps (intermediate_variables).
The limits count terms first, seconds last, so that the same expression prints the same on every machine unless it is very slow.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from linkwright.graph.expr import Expr
from linkwright.graph.graph import Graph
from linkwright.graph.port import Port
from linkwright.readable.expand import polynomials
from linkwright.readable.intermediate_variables import IntermediateVariables
from linkwright.readable.printer import Printer
from linkwright.readable.product import written_as_product
from linkwright.readable.ring import Budget, Poly, TooLarge
from linkwright.readable.styles import ASCII, LATEX, STYLES, TEXT, Style
from linkwright.readable.tree import Sum, Term, has_measured, to_node
from linkwright.readable.write import Writer

if TYPE_CHECKING:
    from linkwright.graph.function import Function

SECONDS, MAX_TERMS = 2.0, 200
_CONVERSION = 0.6  # the part of the time that expansion may take; the rest is for factoring


@dataclass(frozen=True)
class Readable:
    """One expression for people. `steps` come before `form`; a closed form has none."""

    form: Sum
    steps: tuple[tuple[str, Sum], ...] = ()
    is_closed: bool = True
    rates: bool = True
    """Whether v is printed as the time derivative of q."""

    @property
    def is_measured(self) -> bool:
        """Whether some number in it is a float."""
        return has_measured(self.form) or any(has_measured(step) for _, step in self.steps)

    @property
    def terms(self) -> tuple[Term, ...]:
        """The terms of the printed sum, in order."""
        return self.form.terms

    def text(self, digits: int = 5) -> str:
        """Unicode: L2²m2/4 + q̇1 sin(q2)."""
        return self._lines(TEXT, digits, "; ")

    def ascii(self, digits: int = 5) -> str:
        """Plain characters, as Python evaluates them: L2**2*m2/4 + dq1*sin(q2)."""
        return self._lines(ASCII, digits, "; ")

    def latex(self, digits: int = 5) -> str:
        """LaTeX without delimiters."""
        return self._lines(LATEX, digits, r",\; ")

    def expr(self, graph: Graph | None = None) -> Expr:
        """Back to an expression, for certificates: equal to what was printed, measured numbers up to rounding."""
        graph = graph if graph is not None else Graph()
        names: dict[str, int] = {}
        for name, step in self.steps:
            names[name] = to_node(step, graph, names)
        return Expr(graph, to_node(self.form, graph, names))

    def __str__(self) -> str:
        return self.text()

    def _repr_latex_(self) -> str:
        return f"${self.latex()}$"

    def _lines(self, style: Style, digits: int, separator: str) -> str:
        printer = Printer(style, digits, self.rates, self.is_measured)
        lines = [f"{printer.symbol(name)} = {printer.sum(step)}" for name, step in self.steps]
        return separator.join([*lines, printer.sum(self.form)])


def readable(expr: Expr, budget_seconds: float = SECONDS, max_terms: int = MAX_TERMS) -> Readable:
    """The short closed form of an expression, or its steps if it has more than `max_terms` terms or takes too long."""
    return _write(expr.graph, [expr.index], Budget(budget_seconds, max_terms), rates=True)[expr.index]


def readable_function(
    function: Function, budget_seconds: float = SECONDS, max_terms: int = MAX_TERMS, outputs: Sequence[str] = ()
) -> list[tuple[str, Readable]]:
    """Every element of the outputs with its name: M11, M12, M22; tau1. A symmetric matrix gives its upper triangle.

    Elements without a closed form share one numbering of steps.
    """
    ports = [p for name, p in function.outputs.items() if not outputs or name in outputs]
    written = _written(function, ports, Budget(budget_seconds, max_terms))
    return [(name, written[i]) for port in ports for name, _, i in _elements(port, written)]


def equations(
    function: Function,
    style: str = "text",
    digits: int = 5,
    budget_seconds: float = SECONDS,
    max_terms: int = MAX_TERMS,
) -> list[str]:
    """One line per step, then one per element: "M11 = ...". style: text, ascii or latex."""
    rows = equation_rows(function, (style,), digits, budget_seconds=budget_seconds, max_terms=max_terms)
    return [row[1] for row in rows]


def equation_rows(
    function: Function,
    styles: Sequence[str],
    digits: int = 5,
    *,
    budget_seconds: float = SECONDS,
    max_terms: int = MAX_TERMS,
) -> list[tuple[str, ...]]:
    """The lines of `equations` in several styles at once: what a line tells (a step, M11, tau1), then the line in each."""
    written = _written(function, list(function.outputs.values()), Budget(budget_seconds, max_terms))
    rows = [(name, at, written[i]) for port in function.outputs.values() for name, at, i in _elements(port, written)]
    steps = {name: step for *_, x in rows for name, step in x.steps}
    measured = any(has_measured(form) for form in (*(x.form for *_, x in rows), *steps.values()))
    printers = [Printer(STYLES[style], digits, all(x.rates for *_, x in rows), measured) for style in styles]
    lines = [(name, name, steps[name]) for name in sorted(steps, key=lambda n: (len(n), n))]
    lines += [(name, at, x.form) for name, at, x in rows]
    return [(name, *(f"{s.symbol(at)} = {s.sum(form)}" for s in printers)) for name, at, form in lines]


def _written(function: Function, ports: Sequence[Port], budget: Budget) -> dict[int, Readable]:
    """The readable form of every node of the ports."""
    sizes = [function.inputs[name].size for name in ("q", "v") if name in function.inputs]
    roots = [i for port in ports for i in port.nodes]
    rates = len(sizes) < 2 or sizes[0] == sizes[1]
    return _write(function.graph, roots, budget, rates, factored="factored" in function.facts)


def _write(
    graph: Graph, roots: Sequence[int], budget: Budget, rates: bool, factored: bool = False
) -> dict[int, Readable]:
    """Each root in closed form if that fits the budget, in steps otherwise. factored: products were made to be read as such."""
    expansion = Budget(_CONVERSION * budget.left, budget.max_terms)
    ring, found = polynomials(graph, roots, expansion)
    ring.budget = budget
    writer = Writer(ring)
    forms: dict[int, Readable] = {}
    shortest_first = sorted(
        set(roots), key=lambda i: (_size(found[i]), i)
    )  # these are closed, however long the rest takes
    for i in shortest_first:
        form = (written_as_product(writer, graph, i, found) if factored else None) or _closed(writer, found[i])
        if form is not None:
            forms[i] = Readable(form, rates=rates)
    return forms | _in_steps(graph, [i for i in roots if i not in forms], budget, rates)


def _size(p: Poly | None) -> int:
    return len(p.terms) if p is not None else 0


def _closed(writer: Writer, p: Poly | None) -> Sum | None:
    try:
        return writer.write(p) if p is not None else None
    except TooLarge:
        return None


def _in_steps(graph: Graph, roots: Sequence[int], budget: Budget, rates: bool) -> dict[int, Readable]:
    if not roots:
        return {}
    steps = IntermediateVariables(graph, roots, budget)
    return {i: Readable(x, steps.needed(x), False, rates) for i, x in steps.roots.items()}


def _elements(port: Port, written: dict[int, Readable]) -> Iterable[tuple[str, str, int]]:
    """Name, symbol and node: names count from 1, as a matrix is read (M11; M1,10 where one digit is not enough)."""
    shape = port.shape
    separator = "," if len(shape) > 2 or (len(shape) > 1 and max(shape) > 9) else ""
    symmetric = len(shape) == 2 and 1 < shape[0] == shape[1] and _is_symmetric(port, written)
    for flat, node in enumerate(port.nodes):
        index: list[int] = []
        rest = flat
        for n in reversed(shape):
            rest, k = divmod(rest, n)
            index.insert(0, k + 1)
        name = port.name + separator.join(map(str, index))
        if not symmetric or index[0] <= index[1]:
            yield name, (f"{port.name}[{flat}]" if len(shape) == 1 else name), node


def _is_symmetric(port: Port, written: dict[int, Readable]) -> bool:
    n = port.shape[0]
    forms = [written[i].form for i in port.nodes]
    return all(forms[i * n + j] == forms[j * n + i] for i in range(n) for j in range(i))
