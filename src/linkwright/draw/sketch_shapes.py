"""Shapes of a sketch as SVG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.model.joints import JOINT_TYPES

Point = tuple[float, float]

_INKS = ("#35618e", "#3d7f6b", "#8a6d1f", "#6a568f", "#9a4f6d", "#4b7a8c", "#6d7a34", "#7a5a45")
_FILLS = ("#c9dcef", "#cae6dc", "#efe3bd", "#ddd5ee", "#f0d3de", "#cfe4ec", "#e0e6c4", "#e8d9cd")

STYLE = (
    "text{font-family:Helvetica,Arial,sans-serif}.halo{fill:#fff;stroke:#fff;stroke-width:3px;stroke-linejoin:round}"
    ".joint{font-size:11px;fill:#8c2f16}.closing{font-size:11px;fill:#0b6e4f;font-weight:bold}"
    ".link{font-size:11px;font-style:italic}.legend{font-size:11.5px;fill:#1b1f24}"
    ".axis{stroke:#57606a;stroke-width:1.3;fill:none}.axisname{font-size:10.5px;fill:#57606a;text-anchor:middle}"
    ".pin{fill:#fff;stroke:#a33b20;stroke-width:1.8}.motor{fill:#f4a582;stroke:#a33b20;stroke-width:1.8}"
    ".ball{fill:#a33b20;stroke:#fff;stroke-width:1}.cross{fill:none;stroke:#a33b20;stroke-width:1.6}"
    ".ring{fill:none;stroke:#0b6e4f;stroke-width:1.8}.open{stroke:#d1242f;stroke-width:1.6;stroke-dasharray:5 4;fill:none}"
    ".rod{stroke:#57606a;stroke-width:3.2;stroke-linecap:round;fill:none}"
    ".ground{fill:#e7e5e0;stroke:#6b665c;stroke-width:1.4}.earth{stroke:#6b665c;stroke-width:1.3;fill:none}"
    + "".join(
        f".b{k}{{fill:none;stroke:{ink};stroke-width:9;stroke-linecap:round}}"
        f".i{k}{{fill:none;stroke:{fill};stroke-width:6;stroke-linecap:round}}"
        f".p{k}{{fill:{fill};fill-opacity:.75;stroke:{ink};stroke-width:1.6;stroke-linejoin:round}}.c{k}{{fill:{ink}}}"
        for k, (ink, fill) in enumerate(zip(_INKS, _FILLS, strict=True))
    )
)


def clean(text: str) -> str:
    """Text that may stand in SVG."""
    return escape("".join(c if c.isprintable() else " " for c in text))


def comment(text: str) -> str:
    """Text that may stand in a comment of SVG."""
    return " ".join(escape(text).replace("--", "- -").split())


def hull(points: Sequence[Point]) -> list[Point]:
    """Corners of the convex hull, or the two ends where all points are on a line (Andrew 1979)."""
    ordered = sorted(points)
    if len(ordered) < 3:
        return ordered

    def half(way: Sequence[Point]) -> list[Point]:
        chain: list[Point] = []
        for p in way:
            while len(chain) > 1 and _cross(chain[-2], chain[-1], p) <= 2.0:
                chain.pop()
            chain.append(p)
        return chain

    corners = half(ordered)[:-1] + half(ordered[::-1])[:-1]
    return corners if len(corners) > 2 else [ordered[0], ordered[-1]]


def _cross(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _path(points: Sequence[Point]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


def bar(points: Sequence[Point], k: int) -> str:
    """A link between two points; a dot where it has no extent."""
    if not points:
        return ""
    ends = [*points, *points][:2]
    d = _path(ends)
    return f'<path class="b{k % 8}" d="{d}"/><path class="i{k % 8}" d="{d}"/>'


def plate(corners: Sequence[Point], k: int) -> str:
    """A link with more than two points."""
    return f'<path class="p{k % 8}" d="{_path(_wider(corners, 5.0))}Z"/>'


def _wider(corners: Sequence[Point], by: float) -> list[Point]:
    """The polygon with its corners moved outward."""
    middle = np.mean(corners, axis=0)
    found: list[Point] = []
    for p in corners:
        away = np.array(p) - middle
        size = float(np.hypot(*away)) or 1.0
        x, y = np.array(p) + away * by / size
        found.append((float(x), float(y)))
    return found


# --- ground --------------------------------------------------------------------------------------------------------------


def support(x: float, y: float) -> str:
    """A bearing on the ground."""
    hatch = "".join(f"M{x - 14 + 7 * k:.1f} {y + 17:.1f}l-5 6" for k in range(5))
    return (
        f'<path class="ground" d="M{x:.1f} {y:.1f}L{x - 11:.1f} {y + 17:.1f}H{x + 11:.1f}Z"/>'
        f'<path class="earth" d="M{x - 16:.1f} {y + 17:.1f}H{x + 16:.1f}{hatch}"/>'
    )


def rail(foot: Point, end: Point, along: Array) -> str:
    """The guide of a slider on the ground."""
    size = float(np.hypot(*along)) or 1.0
    u = along / size
    n = np.array([-u[1], u[0]])
    n = n if n[1] > 0 else -n
    reach = float((np.array(end) - np.array(foot)) @ u)
    low, high = min(0.0, reach) - 26.0, max(0.0, reach) + 26.0
    start = np.array(foot) + n * 10.0
    a, b = start + u * low, start + u * high
    count = max(3, round((high - low) / 9.0))
    hatch = ""
    for k in range(count):
        p = a + (b - a) * (k + 0.5) / count
        hatch += f"M{p[0]:.1f} {p[1]:.1f}l{n[0] * 6 - u[0] * 5:.1f} {n[1] * 6 - u[1] * 5:.1f}"
    return f'<path class="earth" d="M{a[0]:.1f} {a[1]:.1f}L{b[0]:.1f} {b[1]:.1f}{hatch}"/>'


def hatched(corners: Sequence[Point]) -> str:
    """The ground as a plate."""
    pattern = (
        '<defs><pattern id="earth" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        '<rect width="7" height="7" fill="#f1efeb"/><path d="M0 0V7" stroke="#b5b0a6" stroke-width="1.6"/></pattern></defs>'
    )
    d = _path(_wider(corners, 12.0))
    return f'{pattern}<path d="{d}Z" fill="url(#earth)" stroke="#6b665c" stroke-width="1.3" stroke-linejoin="round"/>'


# --- joints --------------------------------------------------------------------------------------------------------------


def cylinder(x: float, y: float, turn: float, size: float, motor: bool, loop: bool) -> str:
    """A hinge seen from the side: a sleeve along its axis."""
    length = 7.0 + 15.0 * size
    kind = "motor" if motor else "pin"
    shape = f'<rect class="{kind}" x="{-length / 2:.1f}" y="-5.5" width="{length:.1f}" height="11" rx="3"/>'
    shape += f'<path class="cross" stroke-dasharray="5 2 1 2" d="M{-length / 2 - 4:.1f} 0H{length / 2 + 4:.1f}"/>'
    ring = f'<rect class="ring" x="{-length / 2 - 3.5:.1f}" y="-9" width="{length + 7:.1f}" height="18" rx="5"/>'
    return _at(x, y, turn, shape + (ring if loop else ""))


def symbol(kind: str, x: float, y: float, turn: float, motor: bool, loop: bool) -> str:
    """The sign of a joint at a place of the drawing, turned by an angle in degrees."""
    fill = "motor" if motor else "pin"
    outlines = {
        "disc": f'<circle class="{fill}" r="6.2"/>',
        "sleeve": f'<rect class="{fill}" x="-12" y="-7" width="24" height="14" rx="1.5"/>',
        "ball": '<circle class="ball" r="6.6"/>',
        "plate": f'<rect class="{fill}" x="-8" y="-8" width="16" height="16" rx="2"/>',
        "free": "",
        "block": '<rect class="ball" x="-5" y="-5" width="10" height="10"/>',
    }
    row = JOINT_TYPES[kind].symbol
    shape = outlines[row.outline] + (f'<path class="cross" d="{row.sketch}"/>' if row.sketch else "")
    wide = row.outline == "sleeve"
    ring = (
        '<rect class="ring" x="-15.5" y="-10.5" width="31" height="21" rx="4"/>'
        if wide
        else '<circle class="ring" r="9.8"/>'
    )
    return _at(x, y, turn if wide else 0.0, shape + (ring if loop else ""))


def _at(x: float, y: float, turn: float, shape: str) -> str:
    turned = f" rotate({turn:.1f})" if abs(turn) > 0.05 else ""
    return f'<g transform="translate({x:.1f} {y:.1f}){turned}">{shape}</g>'


def legend(entries: Mapping[str, str], x: float, y: float) -> list[str]:
    """What the symbols mean: word -> shape, as the drawing has it."""
    parts: list[str] = []
    for word, shape in entries.items():
        parts.append(f'<g transform="translate({x:.1f} {y:.1f})">{shape}</g>')
        parts.append(f'<text class="legend" x="{x + 17:.1f}" y="{y + 4:.1f}">{word}</text>')
        x += 38 + 6.4 * len(word)
    return parts
