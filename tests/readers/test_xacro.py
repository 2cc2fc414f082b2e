"""xacro: expanded and read like a URDF; includes beside the file; a clear word where the extra is missing."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import linkwright as lw

ARM = """<?xml version="1.0"?>
<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:property name="L" value="0.4"/>
  <xacro:include filename="parts/rod.xacro"/>
  <link name="base"/>
  <xacro:rod name="upper" mass="2"/>
  <joint name="j" type="continuous">
    <parent link="base"/><child link="upper"/><axis xyz="0 1 0"/><origin xyz="0 0 ${L/2}" rpy="${pi/2} 0 0"/>
  </joint>
</robot>
"""
ROD = """<?xml version="1.0"?>
<robot xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:macro name="rod" params="name mass">
    <link name="${name}">
      <inertial>
        <origin xyz="0 0 ${L/2}"/><mass value="${mass}"/>
        <inertia ixx="${mass*L*L/12}" ixy="0" ixz="0" iyy="${mass*L*L/12}" iyz="0" izz="0"/>
      </inertial>
      <visual><geometry><mesh filename="package://nowhere/rod.stl"/></geometry></visual>
    </link>
  </xacro:macro>
</robot>
"""


@pytest.fixture
def arm(tmp_path: Path) -> Path:
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "rod.xacro").write_text(ROD)
    path = tmp_path / "arm.urdf.xacro"
    path.write_text(ARM)
    return path


def test_macros_properties_and_includes(arm: Path) -> None:
    pytest.importorskip("xacrodoc")
    robot = lw.load(arm)
    assert robot.name == "arm"
    assert robot.source == "arm.urdf.xacro"
    assert [float(x) for x in robot.bodies["upper"].inertia.parameters[:5]] == pytest.approx(
        [2, 0, 0, 0.4, 2 * 0.16 / 3]
    )
    assert robot.joints["j"].X.R == ((1, 0, 0), (0, 0, -1), (0, 1, 0))
    assert any("expanded" in n.what for n in robot.notes)


def test_a_broken_macro_is_told(arm: Path) -> None:
    pytest.importorskip("xacrodoc")
    arm.write_text(ARM.replace("${L/2}", "${Lenght/2}"))
    with pytest.raises(lw.LinkwrightError, match="xacro could not expand the file"):
        lw.load(arm)


def test_missing_extra_names_the_package(arm: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "xacrodoc", None)
    with pytest.raises(lw.LinkwrightError) as caught:
        lw.load(arm)
    assert "needs the package xacrodoc" in caught.value.what
    assert "[xacro]" in caught.value.hint


def test_entities_are_refused_before_anything_is_expanded(tmp_path: Path) -> None:
    path = tmp_path / "bomb.xacro"
    path.write_text('<!DOCTYPE robot [<!ENTITY a SYSTEM "file:///etc/passwd">]><robot name="&a;"/>')
    with pytest.raises(lw.LinkwrightError, match="DOCTYPE"):
        lw.load(path)
