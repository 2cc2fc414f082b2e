"""The words of the language: functions, with the numbers of arguments that they take, and which words may be names."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from unicodedata import normalize

from linkwright.graph.expr import Scalar, apply

FUNCTIONS: Mapping[str, int] = MappingProxyType(
    {
        "sin": 1, "cos": 1, "tan": 1, "asin": 1, "acos": 1, "atan": 1, "atan2": 2, "sinh": 1, "cosh": 1, "tanh": 1,
        "sqrt": 1, "exp": 1, "log": 1, "abs": 1, "min": 2, "max": 2, "sign": 1, "hypot": 2,
    }
)  # fmt: skip
"""Functions of scalars -> arguments; min and max take more as well."""

MANY = ("min", "max")

TENSORS: Mapping[str, int] = MappingProxyType(
    {
        "dot": 2, "cross": 2, "outer": 2, "hat": 1, "norm": 1, "transpose": 1, "trace": 1, "eye": 1, "ddt": 1, "delta": 1,
        "Sum": 4,
    }
)  # fmt: skip
"""Functions of vectors, matrices and variables, which only Lagrangians have."""

NOT_FINITE = ("inf", "nan", "infinity")


def is_identifier(text: str) -> bool:
    """Whether a text is one word of letters, digits and _, and the only way to write that word."""
    return text.isidentifier() and normalize("NFKC", text) == text


def is_name(text: str) -> bool:
    """Whether text can name a parameter: an identifier that is no word of the language."""
    return is_identifier(text) and text not in ("pi", "π", "inf", "nan", *FUNCTIONS)


def hyperbolic(name: str, x: Scalar) -> Scalar:
    """sinh, cosh, tanh, which the graph has no node for: written with exp."""
    up, down = apply("exp", x), apply("exp", -x)
    if name == "tanh":
        return (up - down) / (up + down)
    return (up - down) / 2 if name == "sinh" else (up + down) / 2
