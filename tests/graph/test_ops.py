"""The op table is total: every operation in every table, alone and under every other operation."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.support.graph import _TO, FLOAT, OPS, Expr, Graph, Ops, calculus, evaluate_field, latex, mpmath_domain, text
from tests.support.graph import evaluate_module as evaluate
from tests.support.graph import taylor_module as taylor

DOMAINS = (FLOAT, evaluate.NUMPY, evaluate.INTERVAL, mpmath_domain(30))
VALUES = {"x": 0.37, "y": 0.81, "z": 0.55}


@pytest.mark.parametrize("domain", DOMAINS, ids=lambda d: d.name)
def test_domains_have_every_operation(domain: evaluate.Domain) -> None:
    assert set(domain.ops) == set(OPS)


def test_tables_have_every_operation() -> None:
    assert set(calculus.RULES) == set(taylor.RULES) == set(_TO) == set(OPS)
    assert all(len(rules) == OPS[op].arity for op, rules in calculus.RULES.items())


def test_every_operation_is_counted() -> None:
    assert set(Ops.__dataclass_fields__) == set(OPS) - {"sub"}


def _nest(outer: str, inner: str) -> tuple[Graph, int]:
    """outer over inner: the inner operation as the first argument, its opposite as the second."""
    graph = Graph()
    x = [graph.symbol(name) for name in VALUES]
    below = graph.call(inner, tuple(x[: OPS[inner].arity]))
    args = (below, graph.call("sub", (x[2], below)), x[1])
    return graph, graph.call(outer, args[: OPS[outer].arity])


@pytest.mark.parametrize("outer", OPS)
def test_every_operation_under_every_operation(outer: str) -> None:
    for inner in OPS:
        graph, root = _nest(outer, inner)
        value = evaluate.evaluate(graph, [root], VALUES)[0]
        many = {name: np.full(3, x) for name, x in VALUES.items()}
        assert evaluate.evaluate(graph, [root], many, evaluate.NUMPY)[0] == pytest.approx([value] * 3, nan_ok=True)
        if math.isnan(value):
            continue
        assert evaluate.evaluate(graph, [root], VALUES, mpmath_domain(30))[0] == pytest.approx(value, rel=1e-12)
        assert evaluate.evaluate(graph, [root], VALUES, evaluate.INTERVAL)[0].encloses(value)
        python = {**_PYTHON, **VALUES}
        assert eval(text(Expr(graph, root)), python) == pytest.approx(
            value, rel=1e-9
        )  # the text is a Python expression
        assert latex(Expr(graph, root)).count("{") == latex(Expr(graph, root)).count("}")
        assert text(Expr(graph, root), unicode=True)


_PYTHON = {name: op.value for name, op in OPS.items()} | {"pi": math.pi, "__builtins__": {}}


@pytest.mark.parametrize("outer", OPS)
def test_every_nesting_has_a_value_in_a_field(outer: str) -> None:
    for inner in OPS:
        graph, root = _nest(outer, inner)
        assert evaluate_field(graph, [root], 1) == evaluate_field(graph, [root], 1)
