"""Methods of search on functions whose best points are known; all candidates are kept, one seed gives the same ones."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from linkwright.errors import InputError, LinkwrightError
from linkwright.synthesis.search.halving import plan_blocks, survivors
from linkwright.synthesis.search.methods import METHODS, method_for
from linkwright.synthesis.search.pareto import fronts, spread, undominated
from linkwright.synthesis.search.trials import Judged, Trials, together

LOW, HIGH = np.array([-2.0, 1.0, 0.0]), np.array([2.0, 5.0, 1.0])
BEST = np.array([0.5, 2.0, 0.25])


def bowl(values: Any) -> Any:
    """Least at BEST among those with x >= 0.5, which lies on the bound of what is feasible."""
    lack = np.maximum(0.5 - values[:, 0], 0.0)
    value = 3.0 + values[:, 0] ** 2 + (values[:, 1] - 2.0) ** 2 + 4.0 * (values[:, 2] - 0.25) ** 2
    return _answer(value[:, None], lack)


def trade(values: Any) -> Any:
    """Front: y = 2, z = 0.25, x between 0.5 and 1."""
    lack = np.maximum(0.5 - values[:, 0], 0.0)
    rest = (values[:, 1] - 2.0) ** 2 + 4.0 * (values[:, 2] - 0.25) ** 2
    return _answer(np.stack([values[:, 0] ** 2 + rest, (values[:, 0] - 1.0) ** 2 + rest], axis=1), lack)


def _answer(objectives: Any, lack: Any) -> Any:
    short = lack > 0
    objectives = np.where(short[:, None], np.nan, objectives)
    stage = np.where(short, 0, -1)
    return SimpleNamespace(
        objectives=objectives, violation=np.where(short, 1 + lack / (1 + lack), 0.0), stage=stage, branch=stage * 0
    )


def searched(name: str, judge: Any, evaluations: int, seed: int = 5) -> tuple[Judged, Trials]:
    trials = Trials(LOW, HIGH, judge, evaluations)
    start = trials(np.random.default_rng(seed).random((40, 3)))
    end = METHODS[name].search(trials, start, 20, seed)
    again = METHODS[name].search(trials, end, 20, seed + 1) if trials.left else end
    assert len(again) >= 5
    return together(trials.kept), trials


@pytest.mark.parametrize("name", [n for n, m in METHODS.items() if m.single])
def test_the_best_by_one_objective_is_found_and_all_are_kept(name: str) -> None:
    kept, trials = searched(name, bowl, 2000)
    assert len(kept) == 2000
    assert trials.left == 0
    best = kept.take(kept.best_first()[:1])
    assert best.violation[0] == 0
    tolerance = 0.02 if name == "nsga2" else 1e-3
    np.testing.assert_allclose(trials.values(best.x)[0], BEST, atol=tolerance * 5)
    assert best.objectives[0, 0] == pytest.approx(3.25, abs=tolerance)


@pytest.mark.parametrize("name", [n for n, m in METHODS.items() if m.single])
def test_one_variable_is_searched(name: str) -> None:
    trials = Trials(LOW[:1], HIGH[:1], lambda x: bowl(np.hstack([x, np.tile(BEST[1:], (len(x), 1))])), 400)
    start = trials(np.linspace(0, 1, 20)[:, None])
    METHODS[name].search(trials, start, 20, 5)
    kept = together(trials.kept)
    assert trials.values(kept.x[kept.best_first()[0]])[0] == pytest.approx(0.5, abs=0.01)
    assert len(kept) == 400


def test_a_front_is_found() -> None:
    kept, _ = searched("nsga2", trade, 3000)
    feasible = kept.take(kept.violation <= 0)
    front = feasible.take(undominated(feasible.objectives))
    assert len(front) > 15
    first, second = front.objectives.T
    np.testing.assert_allclose(np.sqrt(np.maximum(second, 0)), 1 - np.sqrt(first), atol=0.03)
    assert first.min() < 0.27
    assert second.min() < 0.01


def test_four_objectives_have_a_front() -> None:
    def four(values: Any) -> Any:
        found = trade(values)
        found.objectives = np.concatenate([found.objectives, found.objectives[:, ::-1] * 2.0], axis=1)
        return found

    kept, _ = searched("nsga3", four, 1500)
    assert kept.objectives.shape == (1500, 4)
    assert np.nanmin(kept.objectives[:, 1]) < 0.02


@pytest.mark.parametrize("name", METHODS)
def test_the_same_seed_gives_the_same_candidates(name: str) -> None:
    first, _ = searched(name, trade if METHODS[name].several else bowl, 300)
    second, _ = searched(name, trade if METHODS[name].several else bowl, 300)
    np.testing.assert_array_equal(first.x, second.x)


def test_the_method_follows_the_number_of_objectives() -> None:
    assert [method_for("auto", n) for n in (1, 2, 3, 4)] == ["cma-es", "nsga2", "nsga2", "nsga3"]
    with pytest.raises(InputError, match="no method of search 'ga'"):
        method_for("ga", 1)
    with pytest.raises(InputError, match="'cma-es' does not search by 2 objectives") as caught:
        method_for("cma-es", 2)
    assert "nsga2" in str(caught.value)


def test_fronts_are_those_of_the_definition() -> None:
    rows = np.random.default_rng(1).integers(0, 6, (60, 3)).astype(float)

    def beaten(a: Any, by: Any) -> bool:
        return bool(np.all(by <= a) and np.any(by < a))

    expected = [k for k, a in enumerate(rows) if not any(beaten(a, b) for b in rows)]
    found = undominated(rows)
    assert {tuple(rows[k]) for k in found} == {tuple(rows[k]) for k in expected}
    ranks = fronts(rows)
    assert set(found) <= set(np.flatnonzero(ranks == 0))
    for k, a in enumerate(rows):
        assert all(ranks[j] < ranks[k] for j, b in enumerate(rows) if beaten(a, b))


def test_a_thinned_front_keeps_its_ends() -> None:
    x = np.linspace(0, 1, 200)
    front = np.stack([x, (1 - x) ** 2], axis=1)
    rows = spread(front, 9)
    assert len(rows) == 9
    assert {0, 199} <= set(rows)
    assert np.max(np.diff(rows)) < 60


def test_blocks_add_up_and_are_compared_at_a_quarter_and_a_half() -> None:
    sizes, rungs = plan_blocks(1000, 2000)
    assert (sizes, rungs) == ([250] * 4, {1: 0.25, 2: 0.5})
    sizes, rungs = plan_blocks(10_001, 1000)
    assert sum(sizes) == 10_001
    assert max(sizes) <= 1000
    assert rungs == {len(sizes) // 4: 0.25, len(sizes) // 2: 0.5}


@pytest.mark.parametrize("evaluations", [1, 2, 3, 5])
def test_few_candidates_make_no_empty_blocks(evaluations: int) -> None:
    sizes, _ = plan_blocks(evaluations, 2000)
    assert sum(sizes) == evaluations
    assert min(sizes) >= 1


def test_a_missing_package_is_told_before_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cma", None)
    with pytest.raises(LinkwrightError, match="CMA-ES needs the package cma"):
        METHODS["cma-es"].check()
    METHODS["differential-evolution"].check()


def test_the_worse_half_is_dropped_but_no_holder_of_the_front() -> None:
    none = np.zeros((0, 1))
    one = {"a": np.array([[5.0]]), "b": np.array([[3.0], [9.0]]), "c": none, "d": none, "e": np.array([[4.0]])}
    assert survivors(one, {"a": 0, "b": 0, "c": 2.0, "d": 1.0, "e": 0}) == ["a", "b", "e"]
    lost = dict.fromkeys("abcd", none)
    assert survivors(lost, {"a": 4.0, "b": 1.0, "c": 3.0, "d": 2.0}) == ["b", "d"]
    two = {
        "a": np.array([[1.0, 9.0]]),
        "b": np.array([[2.0, 2.0]]),
        "c": np.array([[9.0, 1.0]]),
        "d": np.array([[9.0, 9.0]]),
    }
    assert survivors(two, dict.fromkeys("abcd", 0.0)) == ["a", "b", "c"]
