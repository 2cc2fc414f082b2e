"""A Lagrangian as a picture: its variables as boxes, its equations below. Plain SVG, the same text for the same system."""

from __future__ import annotations

from xml.sax.saxutils import escape

from linkwright.manifold.equations import equations
from linkwright.manifold.lagrangian import Lagrangian, names_of
from linkwright.manifold.show import lines, writer
from linkwright.manifold.state import slots_of

_BOX, _HIGH, _GAP, _LINE, _LETTER = 132, 62, 14, 24, 8.2
_ROW = 6
"""Boxes in a row."""
_LONG = 110
"""Letters of a line that is shown; longer ones end with dots."""


def variables_and_equations(system: Lagrangian, mark: str) -> str:
    """The picture; `mark` is a comment near its top."""
    slots = slots_of(system.variables)
    formulas = [f"L = {writer(system, 'text')(system.lagrangian)}", *map(str, lines(equations(system)))]
    shown = [x if len(x) <= _LONG else x[: _LONG - 2] + " …" for x in formulas]
    columns = min(len(slots), _ROW)
    rows = (len(slots) + _ROW - 1) // _ROW
    wide = max(columns * (_BOX + _GAP) + _GAP, int(max(map(len, shown)) * _LETTER) + 2 * _GAP)
    top = rows * (_HIGH + _GAP) + 2 * _GAP
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{top + _LINE * len(shown) + _GAP}"'
        ' font-family="DejaVu Sans, Verdana, sans-serif" font-size="13">',
        f"<!-- {escape(mark).replace('--', '- -')} -->",
        '<rect width="100%" height="100%" fill="white"/>',
    ]
    for k, s in enumerate(slots):
        x, y = _GAP + (k % _ROW) * (_BOX + _GAP), _GAP + (k // _ROW) * (_HIGH + _GAP)
        names = names_of(s.variable)
        parts.append(f'<rect x="{x}" y="{y}" width="{_BOX}" height="{_HIGH}" rx="6" fill="#eef3fa" stroke="#44618c"/>')
        span = f"q[{s.iq}]" if s.nq == 1 else f"q[{s.iq}..{s.iq + s.nq - 1}]"
        words = (f"{s.name} in {s.variable.manifold}", f"velocity {names.rate or names.velocity}", span)
        for n, word in enumerate(words):
            weight = ' font-weight="bold"' if n == 0 else ' font-size="11"'
            parts.append(f'<text x="{x + 8}" y="{y + 19 + 17 * n}"{weight}>{escape(word)}</text>')
    for n, formula in enumerate(shown):
        parts.append(f'<text x="{_GAP}" y="{top + _LINE * n + 6}">{escape(formula)}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"
