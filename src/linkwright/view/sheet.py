"""Charts as one picture in a file: the page's drawings with the colours of its light side written out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from linkwright.view.chart import WIDTH, Chart
from linkwright.view.markup import Markup, tag
from linkwright.view.page import player_file

GAP, HEAD = 24.0, 26.0
"""Room between charts, and for the title above each."""


def sheet(title: str, charts: Sequence[Chart], columns: int = 2) -> str:
    """Charts in rows, as an SVG file that any program shows."""
    parts: list[Markup] = []
    y = 44.0
    for first in range(0, len(charts), columns):
        row = charts[first : first + columns]
        for k, chart in enumerate(row):
            x = GAP + k * (WIDTH + GAP)
            parts.append(tag("text", chart.title, x=x + 10, y=y + 16, class_="axis"))
            parts.append(tag("g", chart.parts(), transform=f"translate({x:.0f} {y + HEAD:.0f})"))
        y += HEAD + max(c.height for c in row)
    return svg_file(title, parts, GAP + min(columns, max(len(charts), 1)) * (WIDTH + GAP), y + GAP)


def svg_file(title: str, parts: Sequence[Markup], width: float, height: float) -> str:
    """Drawings of a page by themselves, on white, under a title."""
    head = tag("text", title, x=GAP, y=30, class_="axis", style="font-size:18px;font-weight:600")
    ground = tag("path", d=f"M0,0H{width:.0f}V{height:.0f}H0z", fill="#ffffff")
    inside = [tag("style", Markup(_style())), ground, tag("g", head, parts, class_="chart")]
    size = {"viewBox": f"0 0 {width:.0f} {height:.0f}", "width": f"{width:.0f}", "height": f"{height:.0f}"}
    return tag("svg", inside, xmlns="http://www.w3.org/2000/svg", **size) + "\n"


def _style() -> str:
    """The charts' style sheet with values in place of variables, which drawing programs do not know."""
    light, _, _ = player_file("player.css").partition("@media")
    values = dict(re.findall(r"--([\w-]+):([^;}]*)", light)) | {"ground": "#ffffff"}
    sheet, _, _ = (Path(__file__).parent / "chart.css").read_text(encoding="utf-8").partition("@media")
    return re.sub(r"var\(--([\w-]+)\)", lambda found: values[found[1]], sheet)
