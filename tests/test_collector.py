"""The collector's thresholds while graphs are made, and afterwards."""

from __future__ import annotations

import gc

from linkwright.collector import rarely_collected


def test_thresholds_are_those_from_before_when_the_last_one_leaves() -> None:
    usual = gc.get_threshold()
    with rarely_collected():
        patient = gc.get_threshold()
        with rarely_collected():
            assert gc.get_threshold() == patient
        assert gc.get_threshold() == patient
    assert patient[0] > usual[0]
    assert gc.get_threshold() == usual
