"""Files, functions and lists of parameters stay small, public functions say what they do, no module needs itself.

Exceptions are in `tests/budget_exceptions.toml`, each with its reason; `python -m tests.support.budgets` prints the table anew.
"""

from __future__ import annotations

import pytest

from tests.support.budgets import BUDGETS, exceptions
from tests.support.source import cycles

HINT = "mend them, or list them with a reason in tests/budget_exceptions.toml"


@pytest.mark.parametrize("budget", BUDGETS)
def test_budgets_are_kept(budget: str) -> None:
    allowed = exceptions()[budget]
    offenders = BUDGETS[budget]()
    new = {name: size for name, size in offenders.items() if name not in allowed}
    assert not new, HINT
    assert not set(allowed) - set(offenders), "exceptions that are not needed any more"


@pytest.mark.parametrize("budget", BUDGETS)
def test_every_exception_has_a_reason(budget: str) -> None:
    assert all(len(reason.strip()) > 3 for reason in exceptions()[budget].values())


def test_cycles_are_found() -> None:
    """Of a ring with a tail, a pair that shares a module with nothing, and a chain."""
    edges = {"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": set(), "e": {"f"}, "f": {"e", "d"}, "g": {"a"}}
    assert cycles({name: set(others) for name, others in edges.items()}) == [["a", "b", "c"], ["e", "f"]]
