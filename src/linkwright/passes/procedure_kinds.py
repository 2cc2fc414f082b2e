"""Small questions about a procedure's values, and what Python's names mean in it."""

from __future__ import annotations

import ast
from collections.abc import Callable

from linkwright.passes.procedure import Apply, Count, Element, Name, Number, Value

MATH = {
    "sqrt": ("sqrt", 1),
    "sin": ("sin", 1),
    "cos": ("cos", 1),
    "tan": ("tan", 1),
    "asin": ("asin", 1),
    "acos": ("acos", 1),
    "atan2": ("atan2", 2),
    "exp": ("exp", 1),
    "log": ("log", 1),
    "fabs": ("abs", 1),
    "abs": ("abs", 1),
    "sign": ("sign", 1),
    "hypot": ("hypot", 2),
    "min": ("min", 2),
    "max": ("max", 2),
}
"""Python's names -> operation and number of arguments."""

_FOLD: dict[str, Callable[[int, int], int]] = {"+": int.__add__, "-": int.__sub__, "*": int.__mul__}


def whole(value: Value) -> bool:
    """Whether a value is an integer."""
    match value:
        case Number():
            return isinstance(value.value, int)
        case Name():
            return value.whole
        case Count():
            return True
        case _:
            return False


def _moved(value: Value, by: int) -> Value:
    """value + by, with one number at most: i + 2 - 1 is i + 1."""
    if isinstance(value, Count) and isinstance(value.right, Number) and value.op in "+-":
        by += int(value.right.value) if value.op == "+" else -int(value.right.value)
        value = value.left
    return Count("+" if by > 0 else "-", value, Number(abs(by))) if by else value


def count(op: str, left: Value, right: Value) -> Value:
    """Arithmetic of integers, done at once where both are known."""
    if isinstance(left, Number) and isinstance(right, Number):
        return Number(_FOLD[op](int(left.value), int(right.value)))
    if isinstance(right, Number) and op in "+-":
        return _moved(left, int(right.value) if op == "+" else -int(right.value))
    if left == Number(0) and op == "+":
        return right
    return Count(op, left, right)


def at_hand(value: Value) -> bool:
    """Whether a value costs nothing and is there under any condition."""
    match value:
        case Number() | Name():
            return True
        case Element():
            return all(isinstance(k, Number) for k in value.index)
        case Apply(op="neg"):
            return at_hand(value.args[0])
        case _:
            return False


def scalars_in(value: Value) -> set[str]:
    """Scalars in an integer."""
    match value:
        case Name():
            return {value.name}
        case Count():
            return scalars_in(value.left) | scalars_in(value.right)
        case _:
            return set()


def is_all(node: ast.expr) -> bool:
    """Whether an index is [:]."""
    return isinstance(node, ast.Slice) and node.lower is node.upper is node.step is None


def is_name(node: ast.expr, name: str) -> bool:
    """Whether an expression is a name alone."""
    return isinstance(node, ast.Name) and node.id == name
