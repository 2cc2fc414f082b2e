"""MATLAB and Octave in single precision: what a double and a single make is a single, so that numbers need no suffix."""

from __future__ import annotations

from dataclasses import replace

from linkwright.emit.languages.matlab import MATLAB, plain
from linkwright.emit.target import Real, shortest_single


def literal(x: float) -> str:
    """The same without a point that says nothing."""
    return shortest_single(x).removesuffix(".0")


MATLAB_SINGLE = replace(
    MATLAB,
    real=Real("single", ", 'single'", single=True, cast="single({value})", exact=plain),
    number=literal,
)
