"""Local rules of the functions: what is known of sin, abs, select, ... from a node and its arguments alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from linkwright.graph.ops import OPS, Number

if TYPE_CHECKING:
    from linkwright.graph.graph import Graph

_SINES: dict[int | Fraction, Number] = {  # sin(k pi / 12) for the angles whose sine is rational
    0: Fraction(0), 2: Fraction(1, 2), 6: Fraction(1), 10: Fraction(1, 2), 12: Fraction(0),
    14: Fraction(-1, 2), 18: Fraction(-1), 22: Fraction(-1, 2),
}  # fmt: skip


def sine(g: Graph, a: int, shift: int) -> int:
    """sin(a + shift pi/12), shift 0 or 6; multiples of pi/2 leave the argument, those of pi/6 may be numbers."""
    if g.op[a] == "neg":
        positive = sine(g, g.args[a][0], shift)
        return positive if shift == 6 else g.neg(positive)
    turns, rest = _turns(g, a)
    if turns is not None:
        if rest is None:
            k = (12 * turns + shift) % 24
            if k in _SINES:
                return g.number(_SINES[k])
        elif (quarter := 2 * turns) == int(quarter) and quarter != 0:
            k = (int(quarter) + shift // 6) % 4
            result = sine(g, rest, 6 if k % 2 else 0)
            return g.neg(result) if k >= 2 else result
    return g.general("cos" if shift else "sin", (a,))


def _turns(g: Graph, a: int) -> tuple[Fraction | None, int | None]:
    """a = turns * pi + rest, as far as the top of the node shows it; (None, None) where no pi is visible."""
    turns = _pi_factor(g, a)
    if turns is not None:
        return turns, None
    if g.op[a] in ("add", "sub"):
        left, right = g.args[a]
        minus = g.op[a] == "sub"
        turns = _pi_factor(g, right)
        if turns is not None:
            return -turns if minus else turns, left
        turns = _pi_factor(g, left)
        if turns is not None:
            return turns, g.neg(right) if minus else right
    return None, None


def _pi_factor(g: Graph, a: int) -> Fraction | None:
    """x where a = x pi, exactly; a float that is a multiple of 1/2 counts as exact."""
    factor, rest = g.split(a)
    if g.op[rest] == "pi" and (not isinstance(factor, float) or (2 * factor).is_integer()):
        return Fraction(factor)
    return Fraction(0) if g.value(a) == 0 else None


def _abs(g: Graph, a: int) -> int:
    if g.op[a] in ("abs", "sqrt", "exp", "hypot", "const"):
        return a
    return _abs(g, g.args[a][0]) if g.op[a] == "neg" else g.general("abs", (a,))


def _hypot(g: Graph, a: int, b: int) -> int:
    a, b = (g.args[i][0] if g.op[i] == "neg" else i for i in (a, b))
    if g.value(a) == 0:
        return _abs(g, b)
    return _abs(g, a) if g.value(b) == 0 else g.general("hypot", (a, b))


def _odd(op: str) -> Callable[[Graph, int], int]:
    """op(-x) = -op(x)."""

    def rule(g: Graph, a: int) -> int:
        return g.neg(rule(g, g.args[a][0])) if g.op[a] == "neg" else g.general(op, (a,))

    return rule


def _extreme(op: str) -> Callable[[Graph, int, int], int]:
    """min or max: of equal nodes, and of two numbers, exactly one of them."""

    def rule(g: Graph, a: int, b: int) -> int:
        x, y = g.value(a), g.value(b)
        if x is not None and y is not None:
            return a if OPS[op].value(x, y) == x else b
        return a if a == b else g.general(op, (a, b))

    return rule


def _select(g: Graph, condition: int, yes: int, no: int) -> int:
    if yes == no:
        return yes
    x = g.value(condition)
    if x is not None:
        return yes if x > 0 else no
    return g.raw("select", (condition, yes, no))


def _only_if(g: Graph, condition: int, x: int) -> int:
    """x where condition > 0, otherwise NaN; where the number says never, the node stays: a graph holds no NaN."""
    known = g.value(condition)
    if (known is not None and known > 0) or (g.op[x] == "only_if" and g.args[x][0] == condition):
        return x
    return g.raw("only_if", (condition, x))


RULES: Mapping[str, Callable[..., int]] = {
    "abs": _abs, "hypot": _hypot, "select": _select, "only_if": _only_if, "min": _extreme("min"), "max": _extreme("max"),
    **{op: _odd(op) for op in ("tan", "asin", "sign")},
}  # fmt: skip
