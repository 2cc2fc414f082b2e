"""C99 in single precision: float, literals with an f, the functions of math.h that end in f. No number is ever a double."""

from __future__ import annotations

from dataclasses import replace

from linkwright.emit.languages.c import C
from linkwright.emit.languages.c.vectors import vectors
from linkwright.emit.target import ARITHMETIC, Real, Target, call, calls, shortest_single

_FLOAT = Real("float", "f", single=True)

_FUNCTIONS = {
    **dict.fromkeys(("sqrt", "sin", "cos", "tan", "asin", "acos", "exp", "log"), 1),
    **dict.fromkeys(("pow", "atan2", "hypot"), 2),
}


def literal(x: float) -> str:
    """0.1f"""
    return f"{shortest_single(x)}f"


def in_floats(target: Target) -> Target:
    """A dialect of C, or of what is around it, in single precision."""
    return replace(
        target,
        real=_FLOAT,
        spell={
            **ARITHMETIC,
            **calls("", {op: (f"{op}f", n) for op, n in _FUNCTIONS.items()}),
            "abs": call("fabsf", 1),
            **calls(
                "linkwright_", {"min": ("minf", 2), "max": ("maxf", 2), "sign": ("signf", 1), "select": ("selectf", 3)}
            ),
            "only_if": call("linkwright_only_iff", 2),
        },
        number=literal,
        define="const float {name} = {value};",
        pair="float {sine}, {cosine}; linkwright_sincosf_of({angle}, &{sine}, &{cosine});",
        zeros="memset(&{element}, 0, {count} * sizeof(float));",
        lanes=8,
        vectors=vectors("float", "f"),
    )


C_SINGLE = in_floats(C)
