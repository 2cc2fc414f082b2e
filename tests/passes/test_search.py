"""search: better than greedy, the same on every run."""

from __future__ import annotations

from tests.support.passes import SLOW, certificate, once, optimise, search, to_function, to_network

from .build import total
from .chains import inverse_dynamics


def test_search_finds_what_greedy_misses() -> None:
    function = inverse_dynamics("STANFORD", base=True)
    quick = optimise(function, 1, "count")
    net = to_network(quick)
    search(net, "count")
    slow = to_function(net, quick)
    assert certificate(function, slow)
    assert total(slow) < total(quick) < total(function)


def test_the_result_depends_on_nothing_but_the_function() -> None:
    function = inverse_dynamics("SCARA")
    first, second = (once(function, SLOW, "count", seed=3) for _ in range(2))
    assert (first.graph.op, first.graph.args) == (second.graph.op, second.graph.args)
