"""Products through the factors of a symmetric matrix, in fractions."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from linkwright.errors import QuantityError
from linkwright.spatial.factors import symmetric_factors

numbers = st.integers(-5, 5).map(Fraction)


def refused(k: int) -> QuantityError:
    return QuantityError(f"row {k}")


@given(st.data(), st.integers(1, 4), st.integers(0, 3))
def test_rows_between_are_products_with_solutions(data: st.DataObject, size: int, count: int) -> None:
    """J M^-1 J' is J times what M x = J' gives, and M x is J' indeed; M = A' A + 1 has an inverse."""
    A = data.draw(st.lists(st.lists(numbers, min_size=size, max_size=size), min_size=size, max_size=size))
    J = data.draw(st.lists(st.lists(numbers, min_size=size, max_size=size), min_size=count, max_size=count))
    M = [
        [sum((A[k][i] * A[k][j] for k in range(size)), Fraction(int(i == j))) for j in range(size)] for i in range(size)
    ]
    factors = symmetric_factors(M, [list(reversed(range(k))) for k in range(size)], refused, dense=True)
    columns = [factors.solve(row) for row in J]
    for row, x in zip(J, columns, strict=True):
        assert [sum(m * y for m, y in zip(line, x, strict=True)) for line in M] == row
    assert factors.between(J) == [[sum(a * b for a, b in zip(row, x, strict=True)) for x in columns] for row in J]
