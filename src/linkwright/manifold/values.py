"""Numbers of constants: what type a value says, and whether a value fits a type."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from linkwright.errors import ExpressionError, ModelError
from linkwright.formula.scalar import constant, parse
from linkwright.graph.expr import Expr
from linkwright.manifold.lagrangian import Value
from linkwright.manifold.manifolds import Declared
from linkwright.manifold.terms import say
from linkwright.model.sizes import LARGE, TINY

_UNIT = 1e-9


def declared_of_value(name: str, value: Any, where: str) -> Declared:
    """2.5 is a scalar, [0, 0, 1] a vector, [[..], ..] a matrix: symmetric or skew if its numbers are."""
    if not _is_list(value):
        _number(name, value, where)
        return Declared()
    if not value:
        raise ModelError(f"'{name}' has no entries", where)
    if not _is_list(value[0]):
        return Declared(shape=(len(value),))
    rows = _rows(name, value, where)
    shape = len(rows), len(rows[0])
    if shape[0] == shape[1]:
        turned = [list(row) for row in zip(*rows, strict=True)]
        if rows == turned:
            return Declared(shape=shape, kind="symmetric")
        if rows == [[-x for x in row] for row in turned]:
            return Declared(shape=shape, kind="skew")
    return Declared(shape=shape)


def read_values(name: str, declared: Declared, value: Any, where: str) -> dict[str, tuple[Value, ...]]:
    """Element -> its entries, checked against the type; a family takes one value for all, or a list of them."""
    if value is None:
        return {}
    if declared.size is None:
        return {name: _entries(name, declared, value, where)}
    depth = len(declared.shape)
    each = value if _depth(value) == depth + 1 else [value] * declared.size
    if len(each) != declared.size:
        raise ModelError(f"'{name}' is a family of {declared.size}, and {len(each)} values are given", where)
    return {f"{name}{i}": _entries(f"{name}{i}", declared, v, where) for i, v in enumerate(each, 1)}


def _entries(name: str, declared: Declared, value: Any, where: str) -> tuple[Value, ...]:
    shape, kind = declared.shape, declared.kind
    if _depth(value) == 1 and kind == "symmetric" and len(value) == shape[0]:  # a diagonal
        n = shape[0]
        value = [[value[i] if i == j else 0 for j in range(n)] for i in range(n)]
    if _depth(value) != len(shape):
        raise ModelError(f"'{name}' is {say(shape)}: the value does not fit", where)
    if shape == ():
        return (_number(name, value, where),)
    if len(shape) == 1:
        entries = tuple(_number(name, x, where) for x in value)
        if len(entries) != shape[0]:
            raise ModelError(f"'{name}' is {say(shape)}: {len(entries)} entries are given", where)
        length = float(sum(x * x for x in entries))
        if kind == "unit" and abs(length - 1) > _UNIT:
            raise ModelError(f"'{name}' is a unit vector, and its length is {length**0.5:.6g}", where)
        return entries
    return _matrix(name, declared, _rows(name, value, where), where)


def _matrix(name: str, declared: Declared, rows: list[list[Value]], where: str) -> tuple[Value, ...]:
    shape, kind = declared.shape, declared.kind
    if (len(rows), len(rows[0])) != shape:
        raise ModelError(f"'{name}' is {say(shape)}: {len(rows)}x{len(rows[0])} entries are given", where)
    for i in range(shape[0]):
        for j in range(i + 1):
            if kind == "symmetric" and rows[i][j] != rows[j][i]:
                raise ModelError(
                    f"'{name}' is symmetric, and its entries {i + 1},{j + 1} and {j + 1},{i + 1} differ", where
                )
            if kind == "skew" and rows[i][j] != -rows[j][i]:
                raise ModelError(
                    f"'{name}' is skew, and its entries {i + 1},{j + 1} and {j + 1},{i + 1} are not opposite", where
                )
            product = sum(float(x) * float(y) for x, y in zip(rows[i], rows[j], strict=True))
            if kind == "rotation" and abs(product - (i == j)) > _UNIT:
                raise ModelError(
                    f"'{name}' is no rotation: rows {i + 1} and {j + 1} have the product {product:.6g}", where
                )
    return tuple(x for row in rows for x in row)


def _rows(name: str, value: Any, where: str) -> list[list[Value]]:
    if not all(_is_list(row) for row in value):
        raise ModelError(f"'{name}': some rows of the matrix are no lists", where, "write [[1, 2], [3, 4]]")
    rows = [[_number(name, x, where) for x in row] for row in value]
    if any(len(row) != len(rows[0]) for row in rows) or not rows[0]:
        raise ModelError(f"'{name}': the rows have different lengths", where)
    return rows


def _number(name: str, value: Any, where: str) -> Value:
    """Exact where it is written exactly: 1/3, 0.1 and 250 mm are fractions."""
    try:
        if isinstance(value, bool):
            raise ValueError
        found = _of_text(name, value, where) if isinstance(value, str) else Fraction(repr(float(value)))
    except (ValueError, TypeError, OverflowError):
        raise ModelError(f"'{name}': '{str(value)[:60]}' is no number", where) from None
    if found and not TINY <= abs(found) <= LARGE:
        hint = f"numbers between {TINY:g} and {LARGE:g} can be computed with: is the unit right?"
        raise ModelError(f"'{name}': {str(value)[:60]} is a number of unusual size", where, hint)
    return found


def _of_text(name: str, text: str, where: str) -> Value:
    """The number that a formula of numbers is."""
    try:
        found = parse(text, names={})
    except ExpressionError as error:
        raise ExpressionError(f"'{name}': {error.what}", where, error.hint) from None
    if isinstance(found, Expr):
        return constant(found) or 0.0
    return Fraction(repr(found)) if isinstance(found, float) else Fraction(found)


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _depth(value: Any) -> int:
    depth = 0
    while _is_list(value):
        depth += 1
        value = value[0] if value else 0
    return depth
