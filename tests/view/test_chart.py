"""Charts: names of limits stand above their lines."""

from __future__ import annotations

from xml.etree import ElementTree

from linkwright.view.chart import Chart, Curve


def test_the_name_of_a_limit_stands_just_above_its_line() -> None:
    chart = Chart("t", "x", "y", curves=[Curve([0, 1], [0, 1], 1, "c")], levels=[(0.5, "limit")])
    root = ElementTree.fromstring(str(chart.svg()))
    (line,) = (x for x in root.iter() if x.attrib.get("class") == "level")
    (name,) = (x for x in root.iter() if "level-name" in x.attrib.get("class", ""))
    height = float(line.attrib["d"].partition(",")[2].partition("H")[0])
    assert 0 < height - float(name.attrib["y"]) < 10, "y goes down"
