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

if TYPE_CHECKING:
    from linkwright.manifold.lagrangian import Lagrangian

_LOWER = (
    "alpha α beta β gamma γ delta δ epsilon ε zeta ζ eta η theta θ kappa κ lambda λ mu μ nu ν xi ξ pi π rho ρ sigma σ"
)
_UPPER = "Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Phi Φ Psi Ψ Omega Ω"
_LETTERS = f"{_LOWER} tau τ phi φ chi χ psi ψ omega ω {_UPPER}".split()
GREEK: Mapping[str, str] = {str(name): str(sign) for name, sign in zip(_LETTERS[::2], _LETTERS[1::2], strict=True)}
_LOW = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_HIGH = str.maketrans("0123456789-/", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻ᐟ")
_NAME = re.compile(r"(?P<stem>" + "|".join(sorted(GREEK, key=len, reverse=True)) + r"|[^\W\d_])(?P<rest>_?\w*)")


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
    if rest[0].isdigit() or rest[0].isupper() or match["stem"] in GREEK:
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


def text_name(symbol: Symbol, dots: int = 0, above: str = "") -> str:
    """q with dots and index, as Unicode."""
    stem = GREEK.get(symbol.stem, symbol.stem)
    marks = above or ("", "\u0307", "\u0308")[dots]
    if len(stem) > 1 and marks:
        stem, marks = f"{stem}{marks}", ""
    index = symbol.index
    low = index.translate(_LOW) if index.isdigit() else f"_{index}" if index else ""
    return normalize("NFC", f"{stem}{marks}{low}")


def latex_name(symbol: Symbol, dots: int = 0, above: str = "") -> str:
    """A symbol in LaTeX, with dots and a mark above."""
    stem = f"\\{symbol.stem}" if symbol.stem in GREEK else symbol.stem
    if len(stem) > 1 and symbol.stem not in GREEK:
        plain = stem.replace("_", r"\_")
        stem = f"\\mathrm{{{plain}}}"
    if above:
        stem = f"\\{above}{{{stem}}}"
    elif dots:
        stem = f"\\{'d' * dots}ot{{{stem}}}"
    if not symbol.index:
        return stem
    index = symbol.index.replace("_", r"\_")
    return f"{stem}_{{{index}}}" if len(index) == 1 else f"{stem}_{{\\mathrm{{{index}}}}}"


def superscript(text: str) -> str:
    """Digits and signs raised."""
    return text.translate(_HIGH)
