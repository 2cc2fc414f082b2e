"""How the symbols of a mechanism are written: Unicode text and LaTeX from the same names.

m1 -> m with index 1, mQ -> m with index Q, tau -> Greek, dots for time derivatives. Where the index of a derived name says
nothing (one rotation only: Omega_R) it is left out; where the variable ends in a digit, the digit is enough (Omega_R1).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from unicodedata import normalize

from linkwright.readable.names import DOTS, LETTERS, escaped, latex_dotted, latex_stem, subscript

if TYPE_CHECKING:
    from linkwright.manifold.lagrangian import Lagrangian

_NAME = re.compile(r"(?P<stem>" + "|".join(sorted(LETTERS, key=len, reverse=True)) + r"|[^\W\d_])(?P<rest>_?\w*)")


@dataclass(frozen=True)
class Symbol:
    """A name taken apart: the letter that dots go on, and its index."""

    stem: str  # one letter, or a Greek name, or the whole of a name that is a word
    index: str = ""


@dataclass(frozen=True)
class Notation:
    """Derived names -> shorter ones, for one mechanism."""

    short: Mapping[str, str] = field(default_factory=dict[str, str])

    def symbol(self, name: str) -> Symbol:
        return split_name(self.short.get(name, name))


def split_name(name: str) -> Symbol:
    """mQ -> m, Q; tau1 -> tau, 1; c_drag -> c, drag; mass -> mass."""
    match = _NAME.fullmatch(name)
    digits = name[len(name.rstrip("0123456789")) :]
    if match is None:
        return Symbol(name)
    rest = match["rest"]
    if rest.startswith("_") or not rest:
        return Symbol(match["stem"], rest[1:])
    if rest[0].isdigit() or rest[0].isupper() or match["stem"] in LETTERS:
        return Symbol(match["stem"], rest)
    return Symbol(name[: len(name) - len(digits)], digits)


def notation_of(mechanism: Lagrangian) -> Notation:
    """Short forms of xi_q, eta_R, Omega_R where they stay distinct."""
    taken = {c.name for c in (*mechanism.constants, *mechanism.inputs, *mechanism.variables)}
    full: dict[str, tuple[str, str]] = {}
    for v in mechanism.variables:
        for word in {"S2": ("xi", "omega"), "SO3": ("eta", "Omega")}.get(v.manifold.kind, ()):
            full[f"{word}_{v.name}"] = word, v.name
    kinds = Counter(word for word, _ in full.values())
    shorter: dict[str, str] = {}
    for name, (word, variable) in full.items():
        digits = re.sub(r"^[^\W\d_]+(?=\d+$)", "", variable)
        shorter[name] = word if kinds[word] == 1 else f"{word}{digits}" if digits.isdigit() else name
    uses = Counter(shorter.values())
    return Notation({n: s for n, s in shorter.items() if uses[s] == 1 and s not in taken})


def text_symbol(symbol: Symbol, dots: int = 0, above: str = "") -> str:
    """q with dots, or with a mark, and index, as Unicode."""
    stem = LETTERS.get(symbol.stem, symbol.stem) + (above or DOTS[dots])
    index = symbol.index
    return normalize("NFC", f"{stem}{subscript(index) if index.isdigit() else f'_{index}' if index else ''}")


def latex_symbol(symbol: Symbol, dots: int = 0, above: str = "") -> str:
    """A symbol in LaTeX, with dots or a mark above."""
    stem = latex_stem(symbol.stem)
    stem = f"\\{above}{{{stem}}}" if above else latex_dotted(stem, dots)
    if not symbol.index:
        return stem
    index = escaped(symbol.index)
    return f"{stem}_{{{index}}}" if len(index) == 1 else f"{stem}_{{\\mathrm{{{index}}}}}"
