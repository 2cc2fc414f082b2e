"""What is written under `constants`: a type, a value, both, or a formula of other constants."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from linkwright.errors import ExpressionError, ModelError
from linkwright.formula.functions import is_identifier
from linkwright.formula.text import Text
from linkwright.manifold.manifolds import Declared, is_type, read_type
from linkwright.manifold.parse import parse_sized
from linkwright.manifold.scope import BASIS, Scope
from linkwright.manifold.terms import Term
from linkwright.manifold.values import declared_of_value, read_values
from linkwright.manifold.walk import postorder
from linkwright.narrowing import is_mapping


def typed_constant(name: str, given: Any, sizes: Mapping[str, int], where: str) -> tuple[Declared, Any]:
    """m: scalar | m: 2.5 | e: [0, 0, 1] | {type: symmetric, value: [...]}; e1, e2, e3 are the axes unless a value says else."""
    value: Any
    if is_mapping(given):
        unknown = set(given) - {"type", "value"}
        if unknown:
            raise ModelError(f"'{name}': unknown key '{min(unknown)}'", where, "a constant has a type and a value")
        value = given.get("value")
        declared = (
            read_type(str(given["type"]), sizes, where) if "type" in given else declared_of_value(name, value, where)
        )
    elif isinstance(given, str) and is_type(given):
        declared, value = read_type(given, sizes, where), None
    else:
        value = given
        declared = declared_of_value(name, value, where)
    if name in BASIS and declared.shape == (3,) and declared.size is None:
        standard = value is None or read_values(name, declared, value, where)[name] == BASIS[name]
        return (replace(declared, kind="basis"), BASIS[name]) if standard else (declared, value)
    return declared, value


def abbreviation(name: str, given: Any, scope: Scope, where: str) -> Term | None:
    """What a constant stands for that is a formula of constants above it; None: it has a type or a value of its own."""
    if not isinstance(given, str) or is_type(given):
        return None
    text = Text(given, where)
    if is_identifier(given.strip()) and given.strip() not in {*scope.entries, "pi", *BASIS}:
        hint = "write a number, or a type: scalar, vector, unit, matrix, symmetric, skew, rotation"
        raise ModelError(f"'{name}': '{given[:60]}' is neither a number nor a type of a constant", text.place, hint)
    try:
        term = parse_sized(text, scope)
    except ExpressionError as error:
        raise ExpressionError(f"'{name}': {error.what}", error.where, error.hint) from None
    leaves = [t for t in postorder([term]) if not t.args and t.op not in ("number", "pi", "zero", "identity")]
    if any(t.op != "constant" for t in leaves):
        raise ModelError(f"'{name}' depends on a variable", text.place, "write a number, or a formula of constants")
    return term if leaves else None
