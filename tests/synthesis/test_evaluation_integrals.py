"""Work, against brute force."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linkwright.synthesis.evaluation.integrals import positive_work


@given(st.floats(0.1, 6), st.floats(-0.7, 0.7))
@settings(max_examples=30, deadline=None)
def test_work_with_a_kink_is_exact_to_a_thousandth(phase: float, lift: float) -> None:
    """Of sin(w t + phase) + lift with forty samples per period, against two hundred thousand."""
    t, fine = np.linspace(0, 3, 121), np.linspace(0, 3, 200_001)
    power, finely = (np.sin(2 * np.pi * x + phase) + lift for x in (t, fine))
    exact = float(np.trapezoid(np.maximum(finely, 0), fine))
    assert positive_work(t, power[None])[0] == pytest.approx(exact, rel=1e-3)


def test_work_of_straight_lines_is_exact() -> None:
    power = np.array([[-1.0, 1.0], [1.0, -3.0], [1.0, 1.0], [-1.0, -2.0], [0.0, 0.0]])
    assert np.allclose(positive_work(np.array([0.0, 1.0]), power), [0.25, 0.125, 1, 0, 0], rtol=0, atol=1e-15)
