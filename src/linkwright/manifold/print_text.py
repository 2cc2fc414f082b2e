"""Terms and equations as Unicode text: m l² q̈, Ω × J Ω, Rᵀ e₃."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from linkwright.manifold.notation import Notation, superscript, text_name
from linkwright.manifold.spell import ATOM, PRODUCT, Spelled, Speller
from linkwright.manifold.terms import Term

_FRACTIONS = {"1/2": "½", "1/3": "⅓", "2/3": "⅔", "1/4": "¼", "3/4": "¾", "1/8": "⅛", "1/6": "⅙", "1/5": "⅕"}


@dataclass(frozen=True)
class UnicodeStyle:
    notation: Notation = field(default_factory=Notation)
    cross: str = " × "
    dot: str = "·"
    space: str = " "
    minus: str = "−"
    identity: str = "I"
    zero: str = "0"
    pi: str = "π"

    def leaf(self, term: Term, dots: int, delta: bool) -> str:
        if delta:
            name = text_name(self.notation.symbol(term.data.variable), dots)
            return f"δ{name}"
        return text_name(self.notation.symbol(term.data.name), dots)

    def number(self, value: Fraction) -> str:
        return _FRACTIONS.get(str(value), str(value))

    def bracket(self, text: str) -> str:
        return f"({text})"

    def high(self, base: str, exponent: Fraction) -> str:
        return f"{base}{superscript(str(exponent))}" if exponent.denominator == 1 else f"{base}^({exponent})"

    def root(self, text: str) -> str:
        return f"√({text})"

    def length(self, text: str) -> str:
        return f"|{text}|"

    def fraction(self, above: str, below: str, below_level: int) -> Spelled:
        return f"{above}/{below if below_level == ATOM else f'({below})'}", PRODUCT

    def transposed(self, base: str) -> str:
        return f"{base}ᵀ"

    def hat(self, term: Term, text: str) -> str:
        if term.args:
            return f"hat({text})"
        order = getattr(term.data, "order", 0)
        return f"hat({text})" if order else text_name(self.notation.symbol(term.data.name), above="\u0302")

    def inverted(self, base: str) -> str:
        return f"{base}⁻¹"

    def function(self, name: str, *texts: str) -> str:
        if name in ("abs", "pow"):
            return f"|{texts[0]}|" if name == "abs" else f"({texts[0]})^({texts[1]})"
        return f"{name}({', '.join(texts)})"


def text(term: Term, notation: Notation | None = None) -> str:
    """A term as Unicode text."""
    return Speller(UnicodeStyle(notation or Notation())).term(term)
