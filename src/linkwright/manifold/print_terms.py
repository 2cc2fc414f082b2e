"""Terms as Unicode text and as LaTeX: m l² q̈, Ω × J Ω, Rᵀ e₃. What formulas of robots have too is theirs (readable/styles)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from linkwright.manifold.notation import Notation, latex_symbol, text_symbol
from linkwright.manifold.spell import Speller, TermStyle
from linkwright.manifold.terms import Term
from linkwright.readable.styles import LATEX, TEXT

_FRACTIONS = {"1/2": "½", "1/3": "⅓", "2/3": "⅔", "1/4": "¼", "3/4": "¾", "1/8": "⅛", "1/6": "⅙", "1/5": "⅕"}


def _text_number(value: Fraction) -> str:
    return _FRACTIONS.get(str(value), str(value))


def _latex_number(value: Fraction) -> str:
    return str(value) if value.denominator == 1 else rf"\tfrac{{{value.numerator}}}{{{value.denominator}}}"


def _latex_high(base: str, exponent: object) -> str:
    """A base that has an exponent already goes into braces."""
    return LATEX.high(f"{{{base}}}" if "^" in base else base, exponent)


def _text_high(base: str, exponent: object) -> str:
    return f"{base}ᵀ" if exponent == "T" else TEXT.high(base, exponent)


_TEXT = TermStyle(
    replace(TEXT, high=_text_high, calls={**TEXT.calls, "pow": "{0}^({1})".format}),
    cross=" × ",
    dot="·",
    space=" ",
    norm="|{0}|",
    transposed="T",
    delta="δ",
    wide_hat="hat({0})",
    hat="\u0302",
    number=_text_number,
    symbol=text_symbol,
)
_LATEX = TermStyle(
    replace(LATEX, high=_latex_high, calls={**LATEX.calls, "pow": _latex_high}),
    cross=r" \times ",
    dot=r" \cdot ",
    space=r" \, ",
    norm=r"\left\lVert {0} \right\rVert",
    transposed=r"\mathsf{T}",
    delta=r"\delta ",
    wide_hat=r"\widehat{{{0}}}",
    hat="hat",
    number=_latex_number,
    symbol=latex_symbol,
)


def text(term: Term, notation: Notation | None = None) -> str:
    """A term as Unicode text."""
    return Speller(_TEXT, notation or Notation()).term(term)


def latex(term: Term, notation: Notation | None = None) -> str:
    """A term as LaTeX."""
    return Speller(_LATEX, notation or Notation()).term(term)
