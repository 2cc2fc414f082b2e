"""The part of Julia's Base that generated files use, as Python functions; arrays are NumPy's. Stricter than Julia nowhere,
and looser nowhere that a slip of ours could hide: no broadcasting, no index from the end, conditions are true or false."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np


class JuliaError(Exception):
    """What is wrong with a file or its run. A file's own `catch` sees only `Thrown`."""


class Thrown(JuliaError):
    """An error that a running Julia would throw."""


class Failed(JuliaError):
    """A test set with failures."""


class Ref(list[Any]):
    """Ref{T}(): one value, read and written as x[]."""


@dataclass(frozen=True)
class Type:
    """A type, which called makes a value and before [ ] a vector. sizes: an array's numbers of dimensions."""

    name: str
    of: tuple[Any, ...] = ()

    def __call__(self, *args: Any) -> Any:
        match self.name, args:
            case "Float32", (x,):
                return np.float32(x)
            case "Ref", ():
                return Ref([None])
            case (("Array" | "Vector"), (None, *shape)) if self.name == "Array" or len(shape) == 1:
                return np.full(shape, math.nan, dtype_of(*self.of))  # undef: what is not written must be seen
            case (("ArgumentError" | "DimensionMismatch"), (str(text),)):
                return Thrown(f"{self.name}: {text}")
        raise Thrown(f"MethodError: {self.name}{args}")

    def vector(self, items: list[Any]) -> Any:
        """Float64[...] is an array of numbers; Vector{Float64}[], String[] and Any[] hold whatever is pushed."""
        return np.array(items, dtype=dtype_of(self)) if self.name in _FLOATS and items else items

    def holds(self, value: Any) -> bool:
        """Whether an argument of this type takes a value."""
        sizes = {"AbstractVector": (1,), "AbstractMatrix": (2,), "AbstractArray": self.of[1:] or (1, 2, 3, 4)}
        if self.name in sizes:
            return isinstance(value, np.ndarray) and value.ndim in sizes[self.name]
        if self.name not in _KINDS:
            raise JuliaError(f"{self.name} of an argument is not among what we write")
        return isinstance(value, _KINDS[self.name])


_FLOATS: Mapping[str, type] = {"Float64": np.float64, "Float32": np.float32}
"""A Float64 by itself is Python's float, a Float32 NumPy's."""


def dtype_of(kind: Any = None, *rest: Any) -> type:
    return _FLOATS.get(getattr(kind, "name", ""), np.float64)


def _type_of(x: Any) -> Type:
    return Type("Float32" if getattr(x, "dtype", None) == np.float32 else "Float64")


def _promoted(*kinds: Type) -> Type:
    return Type("Float32" if all(kind.name == "Float32" for kind in kinds) else "Float64")


def _wide(x: Any, y: Any) -> tuple[Any, Any]:
    """A Float32 beside a Float64 becomes one, where NumPy would round the other."""
    if type(x) is float and type(y) is np.float32:
        return x, float(y)
    if type(y) is float and type(x) is np.float32:
        return float(x), y
    return x, y


def _like(x: Any, y: Any) -> Any:
    """y as a number of x's type."""
    return np.float32(y) if type(x) is np.float32 else float(y)


_KINDS: Mapping[str, Any] = {"Real": (int, float, np.float32), "Ref": Ref, "Bool": bool}


# --- operators --------------------------------------------------------------------------------------------------------------


def _same_shape(sign: str, function: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """Sums of numbers, or of arrays of one shape."""

    def call(x: Any, y: Any) -> Any:
        if np.shape(x) != np.shape(y):
            raise Thrown(f"DimensionMismatch: {np.shape(x)} {sign} {np.shape(y)}")
        with np.errstate(all="ignore"):
            return function(*_wide(x, y))

    return lambda x, y: function(x, y) if type(x) is float and type(y) is float else call(x, y)


def _times(x: Any, y: Any) -> Any:
    if not isinstance(x, np.ndarray) or not isinstance(y, np.ndarray):
        with np.errstate(all="ignore"):
            x, y = _wide(x, y)
            return x * y
    if x.ndim != 2 or x.shape[1] != y.shape[0]:
        raise Thrown(f"DimensionMismatch: {x.shape} * {y.shape}")
    return x @ y


def _divide(x: Any, y: Any) -> Any:
    with np.errstate(all="ignore"):
        x, y = _wide(x, y)
        return x / y if y != 0 else _like(x, np.divide(x, y))


def _power(x: float, y: float) -> float:
    if x < 0 and y != np.trunc(y):
        raise Thrown("DomainError")
    with np.errstate(all="ignore"):
        x, y = _wide(x, y)
        return np.power(x, y) if type(x) is np.float32 else float(np.power(float(x), y))


def truth(x: Any) -> bool:
    if not isinstance(x, bool | np.bool_):
        raise Thrown(f"TypeError: non-boolean {x!r} used in boolean context")
    return bool(x)


BINARY: Mapping[str, Callable[[Any, Any], Any]] = {
    "+": _same_shape("+", operator.add), "-": _same_shape("-", operator.sub), "*": _times, "/": _divide, "^": _power,
    "<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge, "==": operator.eq, "!=": operator.ne,
    "===": operator.is_, "&": lambda x, y: truth(x) & truth(y), "=>": lambda x, y: (x, y),
}  # fmt: skip

COMPARISONS = frozenset({"<", ">", "<=", ">=", "==", "!=", "==="})

UNARY: Mapping[str, Callable[[Any], Any]] = {"-": operator.neg, "!": lambda x: not truth(x)}


# --- functions --------------------------------------------------------------------------------------------------------------


def _domain(function: Callable[..., float]) -> Callable[..., float]:
    def call(*args: float) -> float:
        try:
            found = function(*args)
            return np.float32(found) if any(type(x) is np.float32 for x in args) else found
        except ValueError as error:
            raise Thrown(f"DomainError with {args}") from error
        except OverflowError:
            return math.inf

    return call


def _log(x: float) -> float:
    return -math.inf if x == 0 else math.log(x)


def _sincos(x: float) -> tuple[float, float]:
    return _domain(math.sin)(x), _domain(math.cos)(x)


def _sum(terms: Any) -> Any:
    first, *rest = terms
    for term in rest:
        first = BINARY["+"](first, term)
    return first


def _maximum(*args: Any, init: float = -math.inf) -> float:
    function, values = args if len(args) == 2 else (lambda x: x, args[0])
    found = [function(x) for x in values]
    return math.nan if any(x != x for x in found) else max([init, *found])


def _copy_to(x: np.ndarray, y: np.ndarray) -> None:
    if x.shape != y.shape:
        raise Thrown(f"copyto! of {y.shape} into {x.shape}")
    np.copyto(x, y)


def _throw(problem: Any) -> None:
    raise problem if isinstance(problem, Thrown) else JuliaError(f"{problem!r} is thrown")


def _reshape(x: Any, *shape: int) -> Any:
    if np.size(x) != math.prod(shape):
        raise Thrown(f"DimensionMismatch: {np.size(x)} elements, {shape}")
    return np.asarray(x).reshape(shape, order="F")


_TYPES = """
Float32
AbstractArray AbstractMatrix AbstractVector Any ArgumentError Array Bool DimensionMismatch Float64 Int Real Ref String Vector
"""

BASE: Mapping[str, Any] = {
    **{name: _domain(getattr(math, name)) for name in ("sin", "cos", "tan", "asin", "acos", "sqrt", "exp", "hypot")},
    **{name: Type(name) for name in _TYPES.split()},
    "log": _domain(_log), "atan": _domain(math.atan2), "abs": abs,
    "sign": lambda x: _like(x, int(x > 0) - int(x < 0)),
    "trunc": lambda x: _like(x, np.trunc(x)), "sincos": _sincos, "float": lambda x: _like(x, x),
    "min": lambda x, y: _like(_wide(x, y)[0], np.minimum(x, y)),
    "max": lambda x, y: _like(_wide(x, y)[0], np.maximum(x, y)),
    "oftype": _like, "ifelse": lambda c, a, b: a if truth(c) else b, "promote": _wide,
    "promote_type": _promoted, "eltype": _type_of,
    "zero": lambda kind: np.float32(0) if kind.name == "Float32" else 0.0,
    "size": lambda x: x.shape if isinstance(x, np.ndarray) else (), "length": len, "ndims": np.ndim,
    "prod": math.prod, "reverse": lambda x: x[::-1],
    "all": lambda f, x: all(map(f, np.ravel(x))), "isfinite": lambda x: bool(np.isfinite(x)),
    "isnan": lambda x: bool(np.isnan(x)), "copy": np.copy, "copyto!": _copy_to, "fill!": lambda x, y: x.fill(y),
    "zeros": lambda kind, *shape: np.zeros(shape, dtype_of(kind)), "reshape": _reshape, "vec": lambda x: np.ravel(x, order="F"),
    "permutedims": lambda x, p: np.transpose(x, [k - 1 for k in p]), "sum": _sum, "maximum": _maximum,
    "findfirst": lambda f, x: next((k for k, y in enumerate(x, 1) if f(y)), None), "isequal": lambda x: lambda y: x == y,
    "string": lambda *x: "".join(map(str, x)), "throw": _throw, "push!": lambda x, y: x.append(y),
    "enumerate": lambda x: list(enumerate(x, 1)),
    "Inf": math.inf, "NaN": math.nan, "Inf32": np.float32(math.inf), "NaN32": np.float32(math.nan),
    "nothing": None, "undef": None,
    "Base": {"require_one_based_indexing": lambda *x: True},
}  # fmt: skip
