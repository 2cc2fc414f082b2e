"""extract: what textbooks factor by hand."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.graph import Expr, cos, sin
from tests.support.passes import MAX_PAIRS, Divisors, Identities, Network, Pass, certificate, extract, once

from .build import function, symbols, total


def optimised(*outputs: Expr, goal: str = "speed") -> int:
    f = function(*outputs)
    found = once(f, [Pass("extract", extract)], goal)
    assert certificate(f, found)
    return total(found)


def test_a_common_factor_is_taken_out() -> None:
    a, b, c, d = symbols("a b c d")
    assert optimised(a * b + a * c) == 2
    assert optimised(a * b - a * c + d) == 3
    assert optimised(a * b + a * c + d * b + d * c) == 3


def test_a_product_needed_elsewhere_is_not_factored_away() -> None:
    a, b, c, d = symbols("a b c d")
    ab = a * b
    assert optimised(ab + a * c, ab * d) == 4  # a b, its product with d, a c, the sum


def test_sums_and_products_are_shared() -> None:
    a, b, c, d = symbols("a b c d")
    assert optimised(a + b + c, a + b + d) == 3
    assert optimised(a - b + c, b - a + d) == 3
    assert optimised(a * b * c, a * b * d) == 3
    assert optimised(a * c + b * c, (a + b) * d) == 3


def test_a_matrix_of_two_rotations_is_applied_in_two_steps() -> None:
    q, al, x, y, z = symbols("q al x y z")
    c, s, ca, sa = cos(q), sin(q), cos(al), sin(al)
    rows = [
        c * x + (s * ca) * y + (s * sa) * z,
        -s * x + (c * ca) * y + (c * sa) * z,
        -sa * y + ca * z,
    ]
    assert optimised(*rows) == 12  # 8 products, 4 additions


def test_like_terms_join_and_cancel() -> None:
    a, b, c = symbols("a b c")
    assert optimised(a * b + c - a * b) == 0
    assert optimised(a * b * 2 + a * b * 3) <= 2


def test_the_square_of_a_sum_that_turns_out_to_be_one_variable() -> None:
    """The sum is that variable wherever it is used, also as a factor of itself: this did not end."""
    x, y, q = symbols("x y q")
    length = x * cos(q) * cos(q) + x * sin(q) * sin(q)
    assert optimised(length * length) == 1
    assert optimised(length * length * y, length * y) == 2
    assert optimised(-length * length * length) == 2


@settings(max_examples=20)
@given(st.lists(st.tuples(st.integers(0, 4 * MAX_PAIRS), st.booleans()), max_size=80), st.integers(1, 3 * MAX_PAIRS))
def test_long_sums_know_the_same_neighbours_as_a_look_at_all_pairs(steps: list[tuple[int, bool]], size: int) -> None:
    net = Network()
    x, *others = (net.named("sym", f"x{k}") for k in range(5 * MAX_PAIRS))
    s = net.fresh()
    net.sums[s] = {}
    work = Divisors(net, Identities(net, angles=False))
    known: set[frozenset[tuple[int, ...]]] = set()

    def change(cube: tuple[int, ...], comes: bool) -> None:
        terms: Iterable[tuple[int, ...]] = net.sums[s]
        if comes and cube not in net.sums[s]:
            known.update(frozenset((cube, other)) for other in list(terms)[-MAX_PAIRS:])
            work.enter(s, cube, 1)
        elif not comes and cube in net.sums[s]:
            known.difference_update([pair for pair in known if cube in pair])
            work.leave(s, cube)

    for v in others[:size]:
        change((x, v), True)
    for k, comes in steps:
        change((x, others[k]), comes)
    assert {frozenset(place[1:]) for place in work.at} == known
    assert sum(place[0] == s for places in work.places.values() for place in places) == len(known)
    for cube in list(net.sums[s]):
        work.leave(s, cube)
    assert not work.at
    assert work.cost == 0
