"""Java in single precision: float. Functions of java.lang.Math are of doubles; what they give is rounded once."""

from __future__ import annotations

from dataclasses import replace

from linkwright.emit.languages.java import JAVA
from linkwright.emit.target import LOOSE, UNARY, Real, Spelling, shortest_single

_ROUNDED = {
    **dict.fromkeys(("sqrt", "sin", "cos", "tan", "asin", "acos", "exp", "log"), "{0}"),
    **dict.fromkeys(("atan2", "hypot"), "{0}, {1}"),
}


def literal(x: float) -> str:
    """0.1f"""
    return f"{shortest_single(x)}f"


JAVA_SINGLE = replace(
    JAVA,
    real=Real("float", "Float", single=True, cast="(float){value}"),
    number=literal,
    spell={
        **JAVA.spell,
        **{
            op: Spelling(f"(float) Math.{op}({given})", UNARY, (LOOSE,) * (given.count(",") + 1))
            for op, given in _ROUNDED.items()
        },
    },
    define="final float {name} = {value};",
    zeros="Arrays.fill({name}, {first}, {end}, 0.0f);",
)
