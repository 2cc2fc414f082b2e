"""Inertias given in axes of their own, of any format: their tensors are symmetric to the last bit, and laws hold exactly."""

from __future__ import annotations

from pathlib import Path

import pytest

import linkwright as lw
from tests.support.spatial import Inertia, Mat, Transform, Vec, rot_x, rot_y, rot_z
from tests.support.verification import verify

MJCF = """
<mujoco><worldbody><body name="b"><freejoint/>
  <inertial pos=".02 0 0" quat="-0.000543471 0.713435 -0.00173769 0.700719" mass="6.9" diaginertia="0.1 0.09 0.02"/>
</body></worldbody></mujoco>
"""
URDF = """
<robot name="r"><link name="base"/>
  <link name="b"><inertial><origin xyz=".02 0 0.1" rpy="0.31 -0.77 1.9"/><mass value="6.9"/>
    <inertia ixx="0.1" iyy="0.09" izz="0.02" ixy="0.003" ixz="0" iyz="0.001"/></inertial></link>
  <joint name="j" type="continuous"><parent link="base"/><child link="b"/><axis xyz="0 1 0"/></joint>
</robot>
"""
SKIDY = """
{"parent": [0], "gravity": [0, 0, -9.81], "representation": "spatial", "q": ["q1"],
 "joint_screw_coord": [{"type": "revolute", "axis": [0, 1, 0], "vec": [0, 0, 0]}],
 "body_ref_config": [{"rotation": {"axis": [0, 0, 1], "angle": 0.0}, "translation": [0, 0, 0]}],
 "mass_inertia": [{"mass": 6.9, "com": [0.02, 0, 0.1], "inertia": [0.1, 0.003, 0, 0.09, 0.001, 0.02], "frame": "com",
   "rotation": {"Q": [-0.000543471, 0.713435, -0.00173769, 0.700719]}}]}
"""


@pytest.mark.parametrize(("name", "text"), [("r.xml", MJCF), ("r.urdf", URDF), ("r.json", SKIDY)])
def test_a_turned_inertia_keeps_every_law_exactly(tmp_path: Path, name: str, text: str) -> None:
    if name.endswith(".xml"):
        pytest.importorskip("mujoco")
    (tmp_path / name).write_text(text)
    robot = lw.load(tmp_path / name)
    for body in robot.bodies.values():
        assert body.inertia.I == body.inertia.I.T
    asked = [3, 5, 6, 7, 19, 20]
    rows = verify(robot, laws=asked).rows
    assert [row.law for row in rows if row.ok and row.exact] == asked


def test_an_inertia_is_symmetric_however_its_tensor_was_made() -> None:
    R = rot_x(0.3) @ rot_y(1.1) @ rot_z(-2.3)
    about = R @ Mat(Vec(0.1, 0.003, 0), Vec(0.003, 0.09, 0.001), Vec(0, 0.001, 0.02)) @ R.T
    assert about != about.T
    for made in (Inertia(1.0, Vec(0, 0, 0), about), Inertia.about_com(1.5, Vec(0.1, 0.2, 0.3), about)):
        for x in (made, made.seen_from(Transform(R, Vec(0.3, 0.1, 0.7))), made.map(lambda entry: entry / 3)):
            assert x.I == x.I.T
