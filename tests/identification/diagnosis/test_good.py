"""No false alarm: recordings of machines that are as their model says, with noise, have no error."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from linkwright.identification.diagnosis import diagnosed
from tests.identification.diagnosis.motions import Motion, recording
from tests.identification.diagnosis.test_structure import MOTIONS, robot

FILES = (*MOTIONS, "cart_pole.yaml", "loops/fourbar1.yaml", "loops/slider_crank.yaml")
REACH = {"loops/fivebar1.yaml": 0.5, "loops/fourbar1.yaml": 0.4, "loops/slider_crank.yaml": 0.4}
"""Amplitudes with which loops stay closed."""


@st.composite
def motions(draw: st.DrawFn, name: str) -> Motion:
    most = REACH.get(name, 1.2)
    return Motion(
        seed=draw(st.integers(0, 10**6)),
        time=draw(st.sampled_from([5.0, 10.0, 20.0])),
        amplitude=draw(st.floats(0.5 * most, most)),
        centre=MOTIONS[name].centre if name in MOTIONS else ((0.5,) if name.startswith("loops") else ()),
        noise=draw(st.floats(0.01, 0.05)),
        friction=draw(st.floats(0.0, 0.3)),
    )


@settings(max_examples=25)
@given(st.data())
def test_good_recordings_have_no_error(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(FILES))
    model, samples = recording(robot(name), data.draw(motions(name)))
    found = diagnosed(model, samples)
    assert [str(x) for x in found if x.severity == "error"] == []
    assert {x.kind for x in found} <= {"not identifiable", "unexplained"}
