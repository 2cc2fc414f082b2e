"""Terms and equations as LaTeX."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from linkwright.manifold.notation import Notation, latex_name
from linkwright.manifold.spell import PRODUCT, Spelled, Speller
from linkwright.manifold.terms import Term

_NAMED = {
    **{name: rf"\{name}" for name in ("sin", "cos", "tan", "exp", "log", "sinh", "cosh", "tanh", "min", "max")},
    "asin": r"\arcsin", "acos": r"\arccos", "atan": r"\arctan", "atan2": r"\mathrm{atan2}", "sign": r"\mathrm{sign}",
    "step": r"\mathrm{step}",
}  # fmt: skip


@dataclass(frozen=True)
class LatexStyle:
    notation: Notation = field(default_factory=Notation)
    cross: str = r" \times "
    dot: str = r" \cdot "
    space: str = r" \, "
    minus: str = "-"
    identity: str = "I"
    zero: str = "0"
    pi: str = r"\pi"

    def leaf(self, term: Term, dots: int, delta: bool) -> str:
        if delta:
            return rf"\delta {latex_name(self.notation.symbol(term.data.variable), dots)}"
        return latex_name(self.notation.symbol(term.data.name), dots)

    def number(self, value: Fraction) -> str:
        return str(value) if value.denominator == 1 else rf"\tfrac{{{value.numerator}}}{{{value.denominator}}}"

    def bracket(self, text: str) -> str:
        return rf"\left({text}\right)"

    def high(self, base: str, exponent: Fraction) -> str:
        return f"{_guarded(base)}^{{{exponent}}}"

    def root(self, text: str) -> str:
        return rf"\sqrt{{{text}}}"

    def length(self, text: str) -> str:
        return rf"\left\lVert {text} \right\rVert"

    def fraction(self, above: str, below: str, below_level: int) -> Spelled:
        return rf"\frac{{{above}}}{{{below}}}", PRODUCT

    def transposed(self, base: str) -> str:
        return f"{_guarded(base)}^{{\\mathsf{{T}}}}"

    def hat(self, term: Term, text: str) -> str:
        if term.args or getattr(term.data, "order", 0):
            return rf"\widehat{{{text}}}"
        return latex_name(self.notation.symbol(term.data.name), above="hat")

    def inverted(self, base: str) -> str:
        return f"{_guarded(base)}^{{-1}}"

    def function(self, name: str, *texts: str) -> str:
        if name == "abs":
            return rf"\lvert {texts[0]} \rvert"
        if name == "pow":
            return f"{self.bracket(texts[0])}^{{{texts[1]}}}"
        return rf"{_NAMED[name]}\left({', '.join(texts)}\right)"


def _guarded(base: str) -> str:
    """A base that has an exponent already goes into braces."""
    return f"{{{base}}}" if "^" in base else base


def latex(term: Term, notation: Notation | None = None) -> str:
    """A term as LaTeX."""
    return Speller(LatexStyle(notation or Notation())).term(term)
