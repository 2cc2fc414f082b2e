"""Options of the wrong sort are named as errors."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwright as lw
from tests.loops import mechanisms as m
from tests.support.package import QuantityError


@pytest.mark.parametrize(
    ("quantity", "options", "told"),
    [
        ("jacobian", {"frame": 3}, "frame is 3, no word"),
        ("jacobian", {"frame": ["a"]}, "frame is \\['a'\\], no word"),
        ("jacobian", {"reference": 2}, "reference is 2, no word"),
        ("actuator_forces", {"weights": 2}, "weights is 2, no list of numbers"),
        ("actuator_forces", {"weights": "12"}, "weights is '12', no list of numbers"),
        ("actuator_forces", {"weights": [1, "a"]}, "no list of numbers"),
        ("actuator_forces", {"weights": [[1, 2]]}, "no list of numbers"),
        ("actuator_forces", {"weights": [1, 2, 3]}, "do not fit 2 motors"),
        ("mass_matrix", {"closure": 1}, "closure is 1, no word"),
        ("mass_matrix", {"closure": ["tree"]}, "closure is \\['tree'\\], no word"),
        ("mass_matrix", {"form": "short"}, "there is no form 'short'"),
    ],
)
def test_a_value_of_the_wrong_sort(quantity: str, options: dict[str, Any], told: str) -> None:
    with pytest.raises(QuantityError, match=told) as error:
        lw.derive(m.five_bar(), quantity, **options)
    assert error.value.hint


def test_weights_may_be_an_array() -> None:
    f = lw.derive(m.five_bar(actuated=["left", "right", "left2"]), "actuator_forces", weights=np.array([1.0, 2, 1]))
    assert f.outputs["u"].size == 3
