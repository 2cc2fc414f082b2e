"""The picture of a kinematic tree: its boxes lie within it."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

import linkwright as lw
from tests.support.draw import kinematic_tree
from tests.support.model import Robot

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize("name", ["elbow6.urdf", "double_pendulum.yaml"])
def test_boxes_are_within_the_picture(name: str) -> None:
    robot = lw.load(EXAMPLES / name)
    assert isinstance(robot, Robot)
    root = ElementTree.fromstring(kinematic_tree(robot))
    left, top, width, height = (float(x) for x in root.attrib["viewBox"].split())
    # symbols of joints are placed by a transform: only the boxes of links have their own places in the picture
    boxes = [x.attrib for x in root.iter() if x.tag.endswith("rect") and "x" in x.attrib]
    assert len(boxes) >= 3
    for box in boxes:
        x, y, w, h = (float(box[k]) for k in ("x", "y", "width", "height"))
        assert left <= x <= x + w <= left + width
        assert top <= y <= y + h <= top + height
