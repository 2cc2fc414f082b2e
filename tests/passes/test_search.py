"""search: better than greedy, the same on every run."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

import pytest

import linkwright as lw
from benchmarks.chains import chains
from tests.support.passes import (
    SLOW,
    STEP_WORK,
    STEPS,
    Regroup,
    Trial,
    certificate,
    once,
    optimise,
    search,
    to_function,
    to_network,
)

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


def test_the_budget_of_work_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a step does, the search ends; what it has reached by then is the same function."""
    function = inverse_dynamics("STANFORD", base=True)
    always = Regroup.join

    def endless(self: Regroup, sums: Iterable[int]) -> bool:
        always(self, sums)
        return True

    monkeypatch.setattr(Regroup, "join", endless)
    monkeypatch.setattr("linkwright.passes.search.WORK", 20)
    net = to_network(function)
    steps = STEPS * len(net.sums)
    trial = _counted(monkeypatch)
    search(net, "count")
    assert trial[-1].work < 20 * steps + 200 * function.ops.flops + 2 * STEP_WORK
    assert certificate(function, to_function(net, function))
    found = optimise(function, 1, "count")
    assert total(found) <= total(function)
    assert certificate(function, found)


@pytest.mark.parametrize("accepted", [True, False])
def test_the_cost_that_is_kept_up_to_date_is_that_of_a_count(accepted: bool) -> None:
    """After any step, taken or undone: one less than its terms for a sum, than its factors for a product."""
    trial = Trial(to_network(inverse_dynamics("SCARA")))
    before = trial.cost
    for s in [s for s in trial.sums if trial.may_open(s, 4, 4)][:20]:
        trial.attempt([s], lambda rise: accepted)
        sums = sum(max(len(terms) - 1, 0) for terms in trial.sums.values())
        products = sum(max(len(cube) - 1, 0) for cube, homes in trial.homes.items() if homes)
        assert trial.cost == sums + products
        assert accepted or trial.cost == before


def _counted(monkeypatch: pytest.MonkeyPatch) -> list[Trial]:
    """Trials as they are made."""
    made: list[Trial] = []
    first = Trial.__init__

    def init(self: Trial, *args: Any) -> None:
        made.append(self)
        first(self, *args)

    monkeypatch.setattr(Trial, "__init__", init)
    return made


@pytest.mark.slow
@pytest.mark.parametrize("name", ["S5RPRPR12", "S5RRRRR12"])
def test_base_inverse_dynamics_of_long_chains_ends(name: str) -> None:
    function = lw.derive(chains()[name].robot, "inverse_dynamics", parameters="base")
    started = time.process_time()
    found = optimise(function, 2, "count")
    assert time.process_time() - started < 60
    assert certificate(function, found)
