"""A Scalar is a number or an Expr; where only a number or only a symbol will do, anything else is refused."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.support.graph import Expr, Scalar, as_number, floats, is_matrix, is_vector, symbol, symbol_name


def test_a_scalar_is_a_number_or_an_expression() -> None:
    assert Scalar == int | float | Fraction | Expr


def test_a_constant_expression_is_the_number_it_is() -> None:
    q = symbol("q")
    assert as_number(q - q + Fraction(1, 3)) == Fraction(1, 3)
    assert floats([1, Fraction(1, 4), q * 0 + 2.5]) == [1.0, 0.25, 2.5]
    assert all(type(x) is float for x in floats([1, Fraction(1, 4)]))


def test_an_expression_is_no_number() -> None:
    q = symbol("q")
    with pytest.raises(TypeError, match="q is not a number"):
        as_number(q)
    with pytest.raises(TypeError, match="2\\*q is not a number"):
        floats([1, 2 * q])


def test_only_a_symbol_has_a_name() -> None:
    q = symbol("q")
    assert symbol_name(q) == "q"
    for x in (2 * q, -q, q * 0, 3, 0.5):
        with pytest.raises(TypeError, match="is not a symbol"):
            symbol_name(x)


def test_vectors_and_matrices_are_told_apart() -> None:
    q = symbol("q")
    assert is_vector([q, 1])
    assert not is_matrix([q, 1])
    assert is_matrix([[q, 1], [0, q]])
    assert not is_vector([[q, 1], [0, q]])
    assert is_vector([])  # of nothing that moves both are empty
    assert is_matrix([])
    assert not any(f(x) for f in (is_vector, is_matrix) for x in (None, q, 2))
