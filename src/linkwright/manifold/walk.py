"""Walks over terms: arguments first, every shared part once, no recursion."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from linkwright.manifold.tensors import cross, dot, hat, inverse, matmul, norm, outer, transpose
from linkwright.manifold.terms import FUNCTIONS, Term, add, apply, multiply, power


def postorder(roots: Iterable[Term]) -> list[Term]:
    """Every term below the roots once, arguments before what uses them; no recursion."""
    done: set[Term] = set()
    order: list[Term] = []
    stack = [(r, False) for r in roots]
    while stack:
        term, ready = stack.pop()
        if ready:
            order.append(term)
        elif term not in done:
            done.add(term)
            stack.append((term, True))
            stack.extend((a, False) for a in term.args if a not in done)
    return order


def rebuild(term: Term, args: tuple[Term, ...]) -> Term:
    """The operation of `term` on other arguments, through the checking constructors."""
    if term.op == "add":
        return add(*args)
    if term.op == "mul":
        product = args[0]
        for factor in args[1:]:
            product = multiply(product, factor)
        return product
    if term.op == "power":
        return power(args[0], term.data)
    if term.op in FUNCTIONS:
        return apply(term.op, *args)
    if not term.args:
        return term
    return _BUILDERS[term.op](*args)


_BUILDERS: dict[str, Any] = {
    "dot": dot,
    "cross": cross,
    "outer": outer,
    "hat": hat,
    "transpose": transpose,
    "matmul": matmul,
    "inverse": inverse,
    "norm": norm,
}


def substitute(term: Term, table: dict[Term, Term]) -> Term:
    """`term` with leaves (or whole subterms) replaced."""
    new: dict[Term, Term] = {}
    for t in postorder([term]):
        if t in table:
            new[t] = table[t]
        else:
            args = tuple(new[a] for a in t.args)
            new[t] = t if args == t.args else rebuild(t, args)
    return new[term]
