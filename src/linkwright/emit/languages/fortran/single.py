"""Fortran in single precision: real32."""

from __future__ import annotations

from dataclasses import replace

from linkwright.emit.languages.fortran import FORTRAN, double
from linkwright.emit.target import Real, shortest_single


def literal(x: float) -> str:
    """0.1_sp"""
    return f"{shortest_single(x)}_sp"


FORTRAN_SINGLE = replace(
    FORTRAN,
    real=Real("real(sp)", "_single", True, setup="sp => real32", cast="real({value}, sp)", exact=double),
    number=literal,
    lanes=8,
)
