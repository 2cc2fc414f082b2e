"""Our LaTeX as MathML, which browsers typeset without a script: lines that break where a textbook would break them.

A line is many small <math>, since no browser breaks a long one.
"""

from __future__ import annotations

from linkwright.describe.mathml_items import Atom, Bracket, Item, fence, gap, is_between, raised, row, spelled
from linkwright.describe.mathml_reader import parse

_LONG = 26
"""Letters from which on brackets may be broken inside; they do not grow with what they hold then."""
_FACTOR, _TERM = 1, 2
"""Where a line may be broken: anywhere in a product, or before a + and −."""


def line_math(latex: str) -> str:
    """A line: terms between which it may be broken; on narrow screens, where the page's style says so, also inside of them."""
    terms: list[list[str]] = [[""]]
    for code, level in _flat(parse(latex)):
        if level == _TERM and terms[-1][-1]:
            terms.append([""])
        elif level == _FACTOR and terms[-1][-1]:
            terms[-1].append("")
        terms[-1][-1] += code
    shown = ("".join(f"<math>{part}</math>" for part in term) for term in terms)
    return "<wbr>".join(f"<span>{term}</span>" for term in shown)


def inner_math(latex: str) -> str:
    """What is inside of <math>."""
    return row(parse(latex))


def _flat(items: tuple[Item, ...]) -> list[tuple[str, int]]:
    """Pieces of MathML, each with whether a line may be broken before it."""
    found: list[tuple[str, int]] = []
    before: Item | None = None
    passed = 0
    for item in items:
        level = _level(item, before, passed)
        room = gap(before, item)
        if isinstance(item, Bracket) and item.size > _LONG:
            found.append((room + fence(item.left, False), level))
            found += _flat(item.inside)
            found.append((raised(fence(item.right, False), item.exponent), 0))
        else:
            found.append((room + spelled(item, before), level))
        before, passed = item, passed + item.size
    return found


def _level(item: Item, before: Item | None, passed: int) -> int:
    """Whether a line may be broken between two items. passed: letters up to here."""
    if before is None or (isinstance(before, Atom) and before.kind == "function"):
        return 0
    if isinstance(before, Atom) and before.kind == "comma":
        return _TERM
    if isinstance(item, Atom) and item.kind == "relation":
        return _TERM if passed > _LONG else 0
    if isinstance(item, Atom) and item.kind == "sign":
        return _TERM if is_between(before) else 0
    joined = isinstance(item, Atom) and item.kind in ("comma", "space")
    return 0 if joined or not is_between(before) else _FACTOR
