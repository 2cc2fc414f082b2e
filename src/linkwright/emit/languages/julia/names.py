"""Names, shapes and strings as Julia writes them: what its code and its tests share."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.emit.program import Program

_KEYWORDS = """
abstract baremodule begin break catch const continue do else elseif end export false finally for function global if import in
isa let local macro module mutable nothing outer primitive public quote return struct true try type using where while
"""

_TAKEN = """
abs acos all asin atan copy cos eltype exp fill! findfirst float hypot ifelse isequal isfinite log max min oftype promote
promote_type sign sin sincos size sqrt string tan throw trunc undef check scalar_type
pi im Inf NaN println reshape permutedims seconds
Any AbstractArray AbstractMatrix AbstractVector ArgumentError Array Base Bool Core DimensionMismatch Float64 Int Main Pair
Printf Real Ref String Test Vector DATA CHECKS REAL Float32
"""
"""Names of Base and of the generated files themselves that a port, a function or the module would hide."""

_LOCALS = tuple(f"{word}{k}" for word in ("sine", "cosine", "r") for k in range(1000))

RESERVED = frozenset((*_KEYWORDS.split(), *_TAKEN.split(), *_LOCALS))


def module_name(program: Program) -> str:
    """DoublePendulum for double_pendulum."""
    word = "".join(part[:1].upper() + part[1:] for part in program.name.split("_"))
    ports = {port.name for kernel in program.kernels for port in (*kernel.inputs, *kernel.outputs)}
    taken = RESERVED | ports | {constant(default) for default in program.defaults}
    return f"{word}Robot" if word in taken else word


def constant(default: str) -> str:
    """The name of a constant that holds default values."""
    return default.upper()


def values_name(program: Program, default: str) -> str:
    """Name of the function that returns changed default values; a quantity of that name goes first."""
    return f"{default}_values" if default in {kernel.name for kernel in program.kernels} else default


def array_type(shape: Sequence[int], scalar: str) -> str:
    """Type of an argument."""
    return {0: scalar, 1: "AbstractVector", 2: "AbstractMatrix"}.get(
        len(shape), f"AbstractArray{{<:Any, {len(shape)}}}"
    )


def shape_tuple(shape: Sequence[int]) -> str:
    """A shape as `size` gives it."""
    return f"({', '.join(map(str, shape))}{',' if len(shape) == 1 else ''})"


def unflattened(text: str, shape: Sequence[int]) -> str:
    """A vector of elements, row by row, as an array of a shape."""
    if len(shape) < 2:
        return text if shape else f"{text}[1]"
    sizes = ", ".join(map(str, reversed(shape)))
    order = ", ".join(map(str, range(len(shape), 0, -1)))
    return f"permutedims(reshape({text}, {sizes}), ({order}))"


def quoted(text: str) -> str:
    """A string literal: one line, nothing in it is interpolated."""
    escaped = " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"').replace("$", "\\$")
    return f'"{escaped}"'
