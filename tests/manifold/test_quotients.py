"""Division of sums: what was multiplied comes back, what does not divide stays."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.manifold.test_parse import read
from tests.support.manifold import Poly, divided, equal, normal_form, number, power, shortened, times, to_term, total

NAMES = ("m", "l", "g")


@st.composite
def polynomials(draw: st.DrawFn) -> Poly:
    count = draw(st.integers(1, 4))
    parts = []
    for _ in range(count):
        part = number(draw(st.integers(-5, 5).filter(bool)))
        for name in NAMES:
            part = part * power(read(name), draw(st.integers(0, 2)))
        parts.append(part)
    return normal_form(total(parts))


@settings(deadline=None, max_examples=60)
@given(a=polynomials(), b=polynomials())
def test_a_product_divides(a: Poly, b: Poly) -> None:
    if a and b:
        assert divided(times(a, b), b) == a


@settings(deadline=None, max_examples=40)
@given(a=polynomials(), b=polynomials())
def test_what_is_over_is_not_divided(a: Poly, b: Poly) -> None:
    quotient = divided(a, b) if b else None
    if quotient is not None:
        assert times(quotient, b) == a


@pytest.mark.parametrize(
    ("long", "short"),
    [
        ("(m*g + l*g)/(m + l)", "g"),
        ("m**2/(m + l)**2 + 2*m*l/(m + l)**2 + l**2/(m + l)**2", "1"),
        ("m**2/(m + l) - l**2/(m + l)", "m - l"),
        ("m/(m + l)", "m/(m + l)"),
        ("1/m + l/m**2 - (m + l)/m**2", "0"),
    ],
)
def test_shortened(long: str, short: str) -> None:
    found = shortened(normal_form(read(long)))
    assert found == normal_form(read(short))
    assert equal(to_term(found, ()), read(long))


def test_numbers_stay_exact() -> None:
    assert shortened(normal_form(read("(m/3 + l/3)/(m + l)"))) == {((), None): Fraction(1, 3)}
