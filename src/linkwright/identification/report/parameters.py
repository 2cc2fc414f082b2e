"""Parameters on the page: a table in groups, each with a picture of its value, its error and the file's value."""

from __future__ import annotations

import math
from itertools import groupby

from linkwright.identification.estimate import POOR
from linkwright.identification.identified import Identification
from linkwright.identification.report.rows import DRIVES, ParameterRow, parameter_rows
from linkwright.view.markup import Markup, number, table, tag, together
from linkwright.view.sheet import GAP, svg_file

_WIDE, _HIGH, _MOST = 150.0, 18.0, 1.35
"""Of a picture; the largest multiple of the larger of value and prior that it shows."""
_STEP, _NAME = 19.0, 230.0
"""Of the file of all pictures: between rows, and for names."""


def parameter_table(found: Identification) -> Markup:
    """All parameters by group."""
    heads = ["parameter", "value", "± std. error", "%", "value, error, file", "file", "unit", "", "made of"]
    rows = parameter_rows(found)
    body: list[Markup | list[str]] = []
    for group, own in groupby(rows, key=lambda row: row.group):
        title = "Drives" if group == DRIVES else f"Body {group}"
        body.append(tag("tr", tag("th", title, colspan=str(len(heads)), class_="group")))
        body += [_cells(row) for row in own]
    note = (
        "Dot: value, with twice its standard error to each side. Diamond: the robot's file. The line is zero; each row has "
        f"its own scale. Poor: a standard error above {100 * POOR:.0f} % of the value. Essential: without it the model "
        "predicts worse."
    )
    sums = [part for row in rows for part in (tag("dt", row.name), tag("dd", row.words))]
    made_of = tag("details", tag("summary", "What each parameter is made of"), tag("dl", sums))
    return together([tag("p", note, class_="soft"), table(heads, body, class_="parameters"), made_of])


def correlation_table(found: Identification) -> Markup:
    """Pairs of parameters whose errors go together."""
    if not found.correlations:
        return tag("p", "No two parameters have errors that go together by 0.9 or more.", class_="soft")
    rows = [[a, b, f"{x:.3f}"] for a, b, x in found.correlations]
    note = "Their errors go together: these data know a combination of the two better than each."
    return together([tag("p", note, class_="soft"), table(["parameter", "and", "correlation"], rows, left=2)])


def parameters_svg(found: Identification) -> str:
    """The pictures of all parameters, in a file."""
    parts: list[Markup] = []
    y = 50.0
    for row in parameter_rows(found):
        look = "level-name" if row.poor else "axis"
        parts.append(tag("text", row.name, x=GAP + _NAME, y=y + 13, class_="end axis"))
        parts.append(tag("g", _drawn(row, 2.0), transform=f"translate({GAP + _NAME + 14:.0f} {y:.0f})"))
        told = f"{number(row.value)} ± {number(row.error)} {row.unit}" + (" (poor)" if row.poor else "")
        parts.append(tag("text", told, x=GAP + _NAME + 2 * _WIDE + 30, y=y + 13, class_=look))
        y += _STEP
    title = f"{found.model.robot.name}: parameters by {found.chosen} ± twice the standard error; diamonds: the file"
    return svg_file(title, parts, GAP + _NAME + 2 * _WIDE + 290, y + GAP)


def _cells(row: ParameterRow) -> list[str]:
    picture = tag("svg", _drawn(row), class_="span", viewBox=f"0 0 {_WIDE:.0f} {_HIGH:.0f}", aria_hidden="true")
    remark = tag("span", "poor", class_="bad") if row.poor else "essential" if row.essential else ""
    error = "∞" if row.error is not None and math.isinf(row.error) else number(row.error)
    numbers = [number(row.value), error, share_words(row.relative)]
    made_of = tag("span", row.words, title=row.words, class_="clipped")
    return [row.name, *numbers, picture, number(row.prior), row.unit, remark, made_of]


def share_words(relative: float | None) -> str:
    """A relative error in percent, as short as it deserves."""
    if relative is None:
        return "—"
    share = 100 * relative
    return "∞" if math.isinf(share) else "> 999" if share > 999 else f"{share:.0f}" if share >= 10 else f"{share:.2g}"


def _drawn(row: ParameterRow, stretch: float = 1.0) -> list[Markup]:
    """Value with its error, and prior, by the larger of the two."""
    scale = max(abs(row.value), abs(row.prior)) or 1.0
    wide, middle = _WIDE * stretch, _HIGH / 2

    def place(x: float) -> float:
        return (min(max(x / scale, -_MOST), _MOST) / _MOST + 1) * (wide - 12) / 2 + 6

    kind = "k2" if row.poor else "k1"
    parts = [
        tag("path", d=f"M0,{middle}H{wide:.0f}", class_="grid"),
        tag("path", d=f"M{place(0):.1f},2V{_HIGH - 2}", class_="grid zero"),
    ]
    if row.error is not None:
        low, high = place(row.value - 2 * row.error), place(row.value + 2 * row.error)
        parts.append(tag("path", d=f"M{low:.1f},{middle}H{high:.1f}", class_=f"curve {kind}"))
    x = place(row.prior)
    parts.append(tag("path", d=f"M{x:.1f},{middle - 5}l4,5l-4,5l-4,-5z", class_="mark hollow k7"))
    dot = f"M{place(row.value) - 3.5:.1f},{middle}a3.5,3.5 0 1,0 7,0a3.5,3.5 0 1,0 -7,0"
    return [*parts, tag("path", d=dot, class_=f"mark {kind}")]
