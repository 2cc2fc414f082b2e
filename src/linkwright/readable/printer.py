"""Printed forms as text of a style: signs, fractions, powers, brackets; the walk is the same for all."""

from __future__ import annotations

from fractions import Fraction

from linkwright.graph.ops import Number
from linkwright.readable.styles import Style
from linkwright.readable.tree import WAVES, Base, Call, Sum, Symbol, Term


class Printer:
    """Spells printed forms in a style.

    digits:   significant digits of measured numbers;  rates: whether v is the derivative of q, index by index
    decimals: whether exact halves, quarters, eighths are written as decimals, beside measured numbers
    """

    def __init__(self, style: Style, digits: int = 5, rates: bool = True, decimals: bool = False) -> None:
        self.style = style
        self._digits, self._rates, self._decimals = digits, rates, decimals

    def symbol(self, name: str) -> str:
        return self.style.symbol(name, self._rates)

    def sum(self, x: Sum) -> str:
        """A sum without brackets."""
        text = ""
        for term in x.terms:
            text += signed(self.term(term), term.coefficient < 0, not text, self.style.minus)
        return text or "0"

    def term(self, x: Term) -> str:
        """A product without its sign."""
        style = self.style
        above, below = self._number(abs(x.coefficient))
        sides = ([b for b in x.factors if b[1] > 0], [b for b in x.factors if b[1] < 0])
        alone = [
            len(parts) + len(side) == 1 and bool(sides[1]) for parts, side in zip((above, below), sides, strict=True)
        ]
        for parts, side, is_alone in zip((above, below), sides, alone, strict=True):
            for base, exponent in side:
                bare = style.bars and is_alone and abs(exponent) == 1 and isinstance(base, Sum)
                text = self.sum(base) if bare and isinstance(base, Sum) else self.base(base)
                parts.append(text if abs(exponent) == 1 else self._power(base, text, abs(exponent)))
        product = style.product(above or ["1"])
        return style.quotient(style, product, below) if below else product

    def _power(self, base: Base, text: str, exponent: int) -> str:
        """sin²(q), where a style has that; L²."""
        if self.style.function_powers and isinstance(base, Call) and base.name in WAVES:
            head = self.style.function(base.name)
            return self.style.high(head, exponent) + text[len(head) :]
        return self.style.high(text, exponent)

    def _number(self, size: Number) -> tuple[list[str], list[str]]:
        """Numerator and denominator of a coefficient, empty where they read 1."""
        if self._decimals and isinstance(size, Fraction) and 8 % size.denominator == 0:
            size = float(size)
        if isinstance(size, float):
            text = self._measured(size)
            return [text] * (text != "1"), []
        fraction = Fraction(size)
        return [str(n) for n in (fraction.numerator,) if n != 1], [str(n) for n in (fraction.denominator,) if n != 1]

    def _measured(self, x: float) -> str:
        """With a power of ten where the number does not read well without."""
        mantissa, _, exponent = f"{x:.{self._digits}g}".partition("e")
        if not exponent:
            return mantissa
        return self.style.scientific.format(mantissa, int(exponent), self.style.high("10", int(exponent)))

    def base(self, x: Base) -> str:
        if isinstance(x, Symbol):
            return self.symbol(x.name)
        if isinstance(x, Sum):
            return self.style.bracket.format(self.sum(x))
        args = [self.sum(arg) for arg in x.args]
        if x.name in self.style.calls:
            return self.style.calls[x.name](*args)
        return self.style.call(self.style, x.name, args)


def signed(text: str, negative: bool, first: bool, minus: str) -> str:
    """A term with the sign before it, as it stands in a sum."""
    if first:
        return f"{minus}{text}" if negative else text
    return f" {minus if negative else '+'} {text}"
