"""Expressions as text and LaTeX, as they are: no term is expanded, none is moved across a bracket.

A node becomes a printed form (tree: sums of products, flattened, with powers and quotients put together again), which a style
spells. What would be long because parts repeat is written in steps, each part once. `equations.py` is what looks for a short
closed form; `function_latex.py` uses it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from linkwright.graph.graph import Graph
from linkwright.graph.ops import LEAVES
from linkwright.graph.rewrite import reachable, use_counts
from linkwright.readable.intermediate_variables import leaf, negative, product
from linkwright.readable.printer import Printer
from linkwright.readable.styles import ASCII, LATEX, TEXT, Style
from linkwright.readable.tree import Call, Sum, Symbol, Term, cost

if TYPE_CHECKING:
    from linkwright.graph.expr import Expr

_SIZE, _DEPTH = 400, 60
"""Nodes, written out, and nested brackets up to which an expression is printed in one piece."""


_SHARED, _LONG = 3, 24
"""Printed length above which a part that is used twice, or once, becomes a step."""


def text(expr: Expr, unicode: bool = False, digits: int = 12) -> str:
    """One line: L2**2*m2/4 + dq1*sin(q2), which Python can evaluate; or L2²m2/4 + q̇1 sin(q2)."""
    return _spelled(expr, Printer(TEXT if unicode else ASCII, digits), "; ")


def latex(expr: Expr, digits: int = 6) -> str:
    r"""LaTeX without delimiters: \frac{1}{4} L_{2}^{2} m_{2} + \dot{q}_{1} \sin(q_{2})."""
    return _spelled(expr, Printer(MATH_LATEX, digits), r",\; ")


def _bare(text: str) -> str:
    """A text without the one pair of brackets around all of it, which a fraction bar replaces."""
    if not (text.startswith(r"\left(") and text.endswith(r"\right)")):
        return text
    depth = 0
    for found in re.finditer(r"\\(left|right)\b", text):
        depth += 1 if found[1] == "left" else -1
        if depth == 0:
            return text[len(r"\left(") : -len(r"\right)")] if found.end() + 1 == len(text) else text
    return text


def _quotient(style: Style, above: str, below: Sequence[str]) -> str:
    return LATEX.quotient(style, _bare(above), [_bare(below[0])] if len(below) == 1 else below)


def _power(base: str, exponent: str) -> str:
    return f"{{{base if base.isalnum() else LATEX.bracket.format(base)}}}^{{{exponent}}}"


MATH_LATEX = replace(
    LATEX,
    quotient=_quotient,
    calls={
        **LATEX.calls,
        "pow": _power,
        "select": r"\begin{{cases}} {1} & {0} > 0 \\ {2} & \text{{else}} \end{{cases}}".format,
        "only_if": r"\begin{{cases}} {1} & {0} > 0 \\ \text{{none}} & \text{{else}} \end{{cases}}".format,
    },
)
"""LaTeX with fractions, powers and choices as mathematics writes them."""


def _spelled(expr: Expr, printer: Printer, separator: str) -> str:
    graph, root = expr.graph, expr.index
    nodes = reachable(graph, [root])
    forms, steps = _forms(graph, nodes, in_steps=not _is_small(graph, nodes))
    lines = [f"{printer.symbol(name)} = {printer.sum(form)}" for name, form in steps.items()]
    return separator.join([*lines, printer.sum(forms[root])])


def _is_small(graph: Graph, nodes: Sequence[int]) -> bool:
    """Whether the last node can be written out; sharing can make a small graph an astronomically long text."""
    size: dict[int, int] = {}
    depth: dict[int, int] = {}
    for i in nodes:
        args = graph.args[i]
        size[i] = 1 + sum(size[j] for j in args)
        deeper = graph.op[i] not in ("add", "sub", "neg", *LEAVES)
        depth[i] = max((depth[j] for j in args), default=0) + deeper
        if size[i] > _SIZE or depth[i] > _DEPTH:
            return False
    return True


def _forms(graph: Graph, nodes: Sequence[int], in_steps: bool) -> tuple[dict[int, Sum], dict[str, Sum]]:
    """The printed form of each node, and named steps for those that are long or used twice."""
    forms: dict[int, Sum] = {}
    steps: dict[str, Sum] = {}
    uses = use_counts(graph, nodes[-1:]) if in_steps else {}
    taken = {graph.data[i] for i in nodes}
    for i in nodes:
        form = _form(graph.op[i], graph.data[i], [forms[j] for j in graph.args[i]])
        if in_steps and i != nodes[-1] and cost(form) > (_SHARED if uses[i] > 1 else _LONG):
            name = f"t{len(steps) + 1}"
            while name in taken:
                name += "_"
            steps[name] = form
            form = Sum((Term(1, ((Symbol(name), 1),)),))
        forms[i] = form
    return forms, steps


def _form(op: str, data: object, args: Sequence[Sum]) -> Sum:
    if op in LEAVES:
        return leaf(op, data)
    if op in ("add", "sub"):
        return Sum(args[0].terms + (args[1] if op == "add" else negative(args[1])).terms)
    if op == "neg":
        return _positive_first(negative(args[0]))
    if op in ("mul", "div"):
        return product(args[0], args[1], 1 if op == "mul" else -1)
    return Sum((Term(1, ((Call(op, tuple(args)), 1),)),))


def _positive_first(x: Sum) -> Sum:
    """b - a, not -a + b: the sign rules keep a difference as minus its opposite."""
    k = next((k for k, term in enumerate(x.terms) if term.coefficient > 0), 0)
    return Sum((x.terms[k], *x.terms[:k], *x.terms[k + 1 :])) if k else x
