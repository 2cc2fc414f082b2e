"""search: better than greedy, the same on every run."""

from __future__ import annotations

from linkwright.passes import optimise
from linkwright.passes.certificate import certificate

from .build import total
from .chains import inverse_dynamics


def test_search_finds_what_greedy_misses_and_is_repeatable() -> None:
    function = inverse_dynamics("STANFORD", base=True)
    quick = optimise(function, 1, "count")
    slow = optimise(function, 2, "count")
    assert certificate(function, slow)
    assert total(slow) < total(quick) < total(function)
    again = optimise(function, 2, "count")
    assert (again.graph.op, again.graph.args) == (slow.graph.op, slow.graph.args)
