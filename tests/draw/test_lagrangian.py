"""The picture of a Lagrangian: a box for each variable, whose name is what stands out in it."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

import linkwright as lw
from linkwright.draw.lagrangian import variables_and_equations

EXAMPLES = Path(__file__).parents[2] / "examples" / "manifold"


@pytest.mark.parametrize("file", sorted(EXAMPLES.glob("*.yaml")), ids=lambda p: p.stem)
def test_names_are_bold_and_all_is_within_the_picture(file: Path) -> None:
    system = lw.load(file)
    assert isinstance(system, lw.Lagrangian)
    root = ElementTree.fromstring(variables_and_equations(system, "mark"))
    texts = [x for x in root.iter() if x.tag.endswith("text")]
    bold = [x.text for x in texts if x.attrib.get("font-weight") == "bold"]
    boxes = [x.attrib for x in root.iter() if x.tag.endswith("rect") and "x" in x.attrib]
    assert len(bold) == len(boxes) >= len(system.variables)
    assert all(" in " in (x or "") for x in bold)
    for box in boxes:
        assert 0 <= int(box["x"]) <= int(box["x"]) + int(box["width"]) <= int(root.attrib["width"])
    assert all(0 < float(x.attrib["y"]) < int(root.attrib["height"]) for x in texts)
