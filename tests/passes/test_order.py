"""order: every way is an evaluation order, and `best` is no worse than any."""

from __future__ import annotations

import pytest
from hypothesis import given

from tests.support.graph import Function
from tests.support.passes import LEAVES, WAYS, Tape, best_order, hoisted, live_counts, lower, optimise, reloads

from .chains import inverse_dynamics
from .graphs import functions


@pytest.mark.parametrize("way", [*WAYS.values(), best_order])
@given(function=functions())
def test_arguments_come_first_and_nothing_is_lost(way, function: Function) -> None:
    tape = lower(function)
    order = way(tape)
    place = {i: k for k, i in enumerate(order)}
    assert len(place) == len(order)
    assert all(place[j] < place[i] for i in order for j in tape.args[i] if tape.op[j] not in LEAVES)
    assert all(i in place for i in tape.roots if tape.op[i] not in LEAVES)


def test_live_counts_by_hand() -> None:
    tape = Tape()
    x = tape.emit("sym", (), "x")
    a = tape.emit("sin", (x,))
    b = tape.emit("cos", (x,))
    c = tape.emit("mul", (a, b))
    d = tape.emit("add", (a, c))
    tape.roots = [d]
    assert live_counts(tape, [a, b, c, d]) == [1, 2, 2, 0]


@pytest.mark.parametrize("name", ["PUMA", "GEN6R"])
def test_fewer_reloads_than_by_any_single_way(name: str) -> None:
    tape = lower(optimise(inverse_dynamics(name)))
    found = {way: reloads(tape, order(tape)) for way, order in WAYS.items()}
    assert reloads(tape, best_order(tape)) == min(found.values()) < 0.9 * max(found.values())


def test_what_is_used_up_comes_early() -> None:
    tape = Tape()
    x, y = tape.emit("sym", (), "x"), tape.emit("sym", (), "y")
    a, b = tape.emit("sin", (x,)), tape.emit("cos", (x,))
    far = tape.emit("exp", (y,))
    product = tape.emit("mul", (a, b))
    tape.roots = [tape.emit("add", (far, product))]
    assert hoisted(tape, [a, b, far, product, tape.roots[0]]) == [a, b, product, far, tape.roots[0]]
