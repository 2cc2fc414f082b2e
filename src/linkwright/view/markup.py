"""HTML and SVG that cannot be broken by what is put into it: text is escaped, only markup is not."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence


class Markup(str):
    """Text that is markup already."""

    __slots__ = ()


def tag(name: str, *children: str | Iterable[str], **attributes: str | float) -> Markup:
    """An element. Children that are plain text are escaped; `class_` and `stroke_width` stand for class and stroke-width."""
    given = "".join(f' {_key(k)}="{html.escape(_text(v))}"' for k, v in attributes.items())
    inner = "".join(_safe(x) for child in children for x in ([child] if isinstance(child, str) else child))
    return Markup(f"<{name}{given}>" if name in _VOID else f"<{name}{given}>{inner}</{name}>")


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], left: int = 1, **attributes: str) -> Markup:
    """Heads and rows; the first `left` columns are words, the others numbers. It scrolls by itself where it is too wide."""

    def cells(kind: str, row: Sequence[str]) -> Markup:
        return tag("tr", [tag(kind, x, class_="word" if k < left else "number") for k, x in enumerate(row)])

    body = [x if isinstance(x, Markup) else cells("td", x) for x in rows]
    return tag("div", tag("table", tag("thead", cells("th", heads)), tag("tbody", body), **attributes), class_="wide")


def number(x: float | None, unit: str = "") -> str:
    """Four digits; an em dash where there is none."""
    if x is None or x != x:
        return "—"
    text = f"{x:.0f}" if 1e4 <= abs(x) < 1e7 else f"{x:.4g}"
    return f"{text} {spelled(unit)}" if unit and unit != "1" else text


def spelled(unit: str) -> str:
    """m², not m2."""
    return unit.replace("m2", "m²").replace("m3", "m³")


def in_unit(name: str, unit: str) -> str:
    """The title of an axis or a column."""
    return name if unit == "1" else f"{name} ({spelled(unit)})"


def together(parts: Iterable[str]) -> Markup:
    """Several pieces of markup, one after the other."""
    return Markup("\n".join(_safe(x) for x in parts))


_VOID = ("img", "br")


def _key(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


def _text(x: str | float) -> str:
    return x if isinstance(x, str) else f"{x:.6g}"


def _safe(x: str) -> str:
    return x if isinstance(x, Markup) else html.escape(x)
