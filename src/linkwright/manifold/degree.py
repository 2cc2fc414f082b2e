"""How a term depends on its leaves: on which, and of which degree."""

from __future__ import annotations

from typing import Any, Literal

from linkwright.manifold.symbols import Rate, Variable, Variation
from linkwright.manifold.terms import Term
from linkwright.manifold.walk import postorder

Role = Literal["position", "velocity", "acceleration", "variation", "symbol"]


def plays(leaf: Term, role: Role, of: Any = None) -> bool:
    """Whether a leaf is a position, velocity, ... (of the variable with that name), or the symbol itself."""
    symbol = leaf.data
    if role == "symbol":
        return symbol == of
    if isinstance(symbol, Variation):
        return role == "variation" and (of is None or symbol.variable == of)
    if isinstance(symbol, Rate):
        found, name = ("velocity", "acceleration")[symbol.order], symbol.variable
    elif isinstance(symbol, Variable):
        found, name = ("position", "velocity", "acceleration")[symbol.order], symbol.name
    else:
        return False
    return found == role and (of is None or name == of)


def holds(term: Term, role: Role, of: Any = None) -> bool:
    """Whether a term contains such a leaf."""
    return any(not t.args and plays(t, role, of) for t in postorder([term]))


def degrees(term: Term, role: Role, of: Any = None) -> tuple[int, int]:
    """The lowest and highest degree of a term in such leaves; what is no polynomial in them counts as 1000."""
    found: dict[Term, tuple[int, int]] = {}
    for t in postorder([term]):
        args = [found[a] for a in t.args if not a.is_zero]
        if not t.args:
            d = int(plays(t, role, of))
            found[t] = d, d
        elif t.op == "add":
            found[t] = min(a[0] for a in args), max(a[1] for a in args)
        elif t.op == "power" and t.data.denominator == 1 and t.data > 0:
            found[t] = args[0][0] * int(t.data), args[0][1] * int(t.data)
        elif t.op in _MULTILINEAR:
            found[t] = sum(a[0] for a in args), sum(a[1] for a in args)
        else:
            found[t] = (0, 0) if all(a == (0, 0) for a in args) else (0, 1000)
    return found[term]


_MULTILINEAR = {"mul", "dot", "cross", "outer", "matmul", "hat", "transpose"}
