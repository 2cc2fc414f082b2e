"""Derivations stay near linear in the number of terms they write."""

from __future__ import annotations

import time

from tests.manifold.systems import cable
from tests.support.manifold import Term, equations, postorder


def derive(n: int) -> tuple[float, int]:
    """The best time of three, and the length of the equations."""
    times: list[float] = []
    size = 0
    for _ in range(3):
        mechanism = cable(n).make()
        start = time.process_time()
        found = equations(mechanism)
        times.append(time.process_time() - start)
        size = sum(length(e.bracket) for e in found.equations)
    return min(times), size


def length(term: Term) -> int:
    return len(term.args) if term.op == "add" else 1


def test_time_grows_with_the_length_of_the_equations() -> None:
    (short, few), (long, many) = derive(6), derive(18)
    assert many > 10 * few
    assert long / short < 3 * many / few


def test_long_sums_are_walked_without_recursion() -> None:
    term, factor = cable(1).term("m0"), cable(1).term("g")
    for _ in range(3000):
        term = (term + 1) * factor
    assert len(postorder([term])) > 3000
