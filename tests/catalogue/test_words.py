"""How axes stand to each other, in words."""

from __future__ import annotations

import pytest

from tests.support.catalogue import Chain, relations


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("R=R=R=P", ["axes 1, 2, 3 parallel, slider 4 along them"]),
        ("R=P", ["slider 2 along axis 1"]),
        ("P=P+R", ["sliders 1, 2 parallel", "axis 3 perpendicular to slider 2"]),
        (
            "R+P90+R",
            [
                "slider 2 perpendicular to axis 1",
                "axis 3 perpendicular to slider 2",
                "across slider 2, axis 3 perpendicular to axis 1",
            ],
        ),
        ("R~U", ["axis 2 at a free angle to axis 1", "axes 2, 3 meet in a point at right angles"]),
        ("S", ["axes 1, 2, 3 meet in a point, each perpendicular to the next"]),
    ],
)
def test_relations(name: str, said: list[str]) -> None:
    assert relations(Chain.parse(name)) == said
