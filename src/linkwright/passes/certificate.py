"""The proof that a pass changed nothing: before = after, exactly."""

from __future__ import annotations

from linkwright.exact.equality import equal
from linkwright.graph.function import Function


def certificate(before: Function, after: Function, trials: int = 2) -> bool:
    """Whether two functions are the same function of their inputs, decided in a prime field.

    Passes keep measured numbers as the dyadic fractions they are and never round, so this holds with them too.
    """
    return equal(before, after, trials=trials)
