"""Julia in single precision: Float32, and more where more precise elements are given."""

from __future__ import annotations

from dataclasses import replace

from linkwright.emit.languages.julia import JULIA
from linkwright.emit.target import Real, shortest_single


def literal(x: float) -> str:
    """0.1f0, 1.0f-5"""
    mantissa, _, exponent = shortest_single(x).partition("e")
    return f"{mantissa if '.' in mantissa else f'{mantissa}.0'}f{int(exponent or 0)}"


JULIA_SINGLE = replace(JULIA, real=Real("Float32", "32", single=True, cast="Float32({value})"), number=literal)
