"""What goes to jobs and comes back: JSON and arrays, and nothing that could be executed."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.jobs import InputError, Packed, pack, unpack

LEAVES = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
VALUES = st.recursive(LEAVES, lambda x: st.lists(x) | st.dictionaries(st.text(), x))


@given(VALUES)
def test_json_comes_back(value: Any) -> None:
    assert unpack(pack(value)) == value


@given(st.lists(st.integers(0, 3), max_size=3), st.sampled_from([float, int, bool, complex, "U5", ">f4"]))
def test_arrays_come_back_where_they_were(shape: list[int], kind: Any) -> None:
    array = np.arange(np.prod(shape, dtype=int)).reshape(shape).astype(kind)
    found = unpack(pack({"a": [array, {"b": array.T}], "c": array}))
    for x, y in ((found["a"][0], array), (found["a"][1]["b"], array.T), (found["c"], array)):
        assert np.array_equal(x, y)
        assert np.shape(x) == np.shape(y)


def test_numbers_of_numpy_become_numbers() -> None:
    found = unpack(pack([np.float64(0.1), np.int64(3), np.bool_(True), np.float32(0.5), (1, 2)]))
    assert found == [0.1, 3, True, 0.5, [1, 2]]
    assert [type(x) for x in found] == [float, int, bool, float, list]
    assert np.isnan(unpack(pack(float("nan"))))


@pytest.mark.parametrize(
    "value", [{1: 2}, object(), {"a": [set()]}, {"__array__": 0}, np.array([object()], dtype=object), b"bytes"]
)
def test_other_values_are_refused(value: Any) -> None:
    with pytest.raises(InputError, match="the result of x"):
        pack(value, "the result of x")


def test_a_pickle_is_not_read() -> None:
    with pytest.raises(ValueError, match="pickle"):
        unpack(Packed('{"__array__":0}', pickle.dumps([1])))
