"""benchmarks.corpus beside MuJoCo: it tells what agrees, what is left out, what differs and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("mujoco")

FOUR_BAR = """
<mujoco>
  <worldbody>
    <body name="crank"><joint name="drive" axis="0 1 0" damping="0.3" {}/><geom size="0.02" pos="0 0 0.2"/>
      <body name="coupler" pos="0 0 0.2"><joint name="middle" axis="0 1 0"/><geom size="0.03" pos="0.2 0 0"/></body></body>
    <body name="rocker" pos="0.4 0 0"><joint name="far" axis="0 1 0"/><geom type="box" size="0.01 0.02 0.03" pos="0 0 0.1"/>
    </body>
    <body pos="1 0 0"><freejoint/><geom type="box" size="0.01 0.02 0.03"/></body>
  </worldbody>
  <asset><mesh name="eye" file="not_there.stl"/></asset>
  <equality><connect body1="coupler" body2="rocker" anchor="0.4 0 0"/></equality>
  <option density="{}"/>
</mujoco>
"""


@pytest.mark.parametrize(
    ("joint", "density", "verdict", "detail"),
    [("", "0", "agrees", ""), ("", "1.2", "agrees", "without fluid"), ('armature="nan"', "0", "refused", "'nan'")],
)
def test_outcomes(joint: str, density: str, verdict: str, detail: str, tmp_path: Path) -> None:
    from benchmarks.corpus.mujoco import compare

    path = tmp_path / "bars.xml"
    path.write_text(FOUR_BAR.format(joint, density))
    outcome = compare(path)
    assert (outcome.verdict, outcome.dof) == (verdict, 7 if verdict == "agrees" else 0)
    assert detail in outcome.detail
    assert outcome.difference < 1e-9


def test_a_wrong_reading_differs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from benchmarks.corpus.mujoco import compare
    from linkwright.readers import mjcf_forces

    monkeypatch.setattr(mjcf_forces, "_plain", lambda x: x * (1 + 1e-6))  # of gravity
    path = tmp_path / "bars.xml"
    path.write_text(FOUR_BAR.format("", "0"))
    assert compare(path).verdict == "differs"
