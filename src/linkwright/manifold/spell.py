"""Terms as text with the brackets that are needed and no others; a style says how symbols and operations look."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from linkwright.manifold.notation import Notation, Symbol
from linkwright.manifold.symbols import Variable, Variation
from linkwright.manifold.terms import FUNCTIONS, Term, make, multiply, number, power, split_number
from linkwright.readable.printer import signed
from linkwright.readable.styles import Style

SUM, PRODUCT, CROSS, WORD, ATOM = range(5)
"""How strongly a text holds together: a + b, c a, a x b, M a, a."""
Spelled = tuple[str, int]


@dataclass(frozen=True)
class TermStyle:
    """The signs of one way of writing: those of scalars, and those of vectors and matrices.

    hat: the mark above the letter of a vector;  wide_hat: above more than that;  symbol: a symbol, its dots, a mark above it
    """

    scalars: Style
    cross: str
    dot: str
    space: str
    norm: str
    transposed: str
    delta: str
    wide_hat: str
    hat: str
    number: Callable[[Fraction], str]
    symbol: Callable[[Symbol, int, str], str]


@dataclass(frozen=True)
class Speller:
    """Spells terms in a style; recursion is as deep as the term, and printed terms are flat."""

    style: TermStyle
    notation: Notation

    @property
    def scalars(self) -> Style:
        return self.style.scalars

    def term(self, term: Term) -> str:
        return self.at(term, SUM)

    def at(self, term: Term, level: int) -> str:
        """The text of a term, in brackets if its place binds more strongly."""
        text, own = self.spelled(term)
        return text if own >= level else self.scalars.bracket.format(text)

    def spelled(self, term: Term) -> Spelled:
        if not term.args:
            return self.leaf(term)
        if term.op == "add":
            return self.sum(term), SUM
        if term.op == "mul":
            return self.product(term)
        if term.op in FUNCTIONS:
            return self._function(term)
        return getattr(self, f"_{term.op}")(term)

    def leaf(self, term: Term) -> Spelled:
        if term.op == "number":
            text = self.style.number(abs(term.data))
            if term.data < 0:
                return f"{self.scalars.minus}{text}", SUM
            return text, ATOM if term.data.denominator == 1 else WORD
        if term.op == "pi":
            return self.scalars.calls["pi"](), ATOM
        if term.op in ("identity", "zero"):
            return "I" if term.op == "identity" else "0", ATOM
        symbol = term.data
        dots = symbol.order if isinstance(symbol, Variable | Variation) or term.op == "rate" else 0
        if isinstance(symbol, Variation) and symbol.kind in ("delta", "tangent"):
            return f"{self.style.delta}{self._symbol(symbol.variable, dots)}", WORD
        return self._symbol(symbol.name, dots), ATOM

    def _symbol(self, name: str, dots: int = 0, above: str = "") -> str:
        return self.style.symbol(self.notation.symbol(name), dots, above)

    def sum(self, term: Term) -> str:
        text = ""
        for piece in term.args:
            c, base = split_number(piece)
            text += signed(self.at(multiply(number(abs(c)), base), PRODUCT), c < 0, not text, self.scalars.minus)
        return text

    def product(self, term: Term) -> Spelled:
        c, base = split_number(term)
        if c < 0:
            positive = multiply(number(-c), base)
            return f"{self.scalars.minus}{self.at(positive, PRODUCT)}", SUM
        factors = list(base.args) if base.op == "mul" else [base]
        above = [f for f in factors if not (f.op == "power" and f.data < 0)]
        below = [power(f.args[0], -f.data) for f in factors if f.op == "power" and f.data < 0]
        if below:
            return self.quotient(c, above, below)
        texts = [self.style.number(c)] if c != 1 else []
        for i, f in enumerate(above):
            last = i == len(above) - 1
            texts.append(self.factor(f, alone=len(above) == 1 and c == 1, last=last))
        return self.style.space.join(texts), PRODUCT

    def factor(self, f: Term, alone: bool, last: bool) -> str:
        """A factor: the vector at the end may be a cross product or a word, a dot product needs brackets."""
        if f.op == "dot" and f.args[0] is not f.args[1] and not alone:
            return self.scalars.bracket.format(self.spelled(f)[0])
        return self.at(f, CROSS if last and f.shape else WORD)

    def quotient(self, c: Fraction, above: list[Term], below: list[Term]) -> Spelled:
        """Scalars over scalars, and the vector after them."""
        vector = above.pop() if above and above[-1].shape else None
        top, bottom = number(c.numerator), number(c.denominator)
        for f in above:
            top = multiply(top, f)
        for f in below:
            bottom = multiply(bottom, f)
        text = self._fraction(self.at(top, PRODUCT), bottom)
        if vector is None:
            return text, PRODUCT
        if top.op == "number" and top.data == 1 and not self.scalars.bars:  # tau/(m l²) rather than 1/(m l²) tau
            return self._fraction(self.at(vector, WORD), bottom), PRODUCT
        return f"{text}{self.style.space}{self.at(vector, CROSS)}", PRODUCT

    def _fraction(self, above: str, below: Term) -> str:
        """A line brackets what is below it, a slash does not."""
        return self.scalars.fraction.format(above, self.at(below, SUM if self.scalars.bars else ATOM))

    def _function(self, term: Term) -> Spelled:
        if term.op == "pow":
            base, exponent = term.args
            return self.scalars.calls["pow"](self.at(base, ATOM), self.at(exponent, SUM)), ATOM
        texts = [self.at(a, SUM) for a in term.args]
        if term.op in self.scalars.calls:
            return self.scalars.calls[term.op](*texts), ATOM
        return self.scalars.function(term.op) + self.scalars.bracket.format(", ".join(texts)), ATOM

    def _dot(self, term: Term) -> Spelled:
        a, b = term.args
        if a is b:
            return self.scalars.high(self.style.norm.format(self.at(a, SUM)), 2), ATOM
        return f"{self.at(a, WORD)}{self.style.dot}{self.at(b, WORD)}", CROSS

    def _cross(self, term: Term) -> Spelled:
        a, b = term.args
        return f"{self.at(a, WORD)}{self.style.cross}{self.at(b, WORD)}", CROSS

    def _matmul(self, term: Term) -> Spelled:
        a, b = term.args
        return f"{self.at(a, WORD)}{self.style.space}{self.at(b, WORD)}", WORD

    def _outer(self, term: Term) -> Spelled:
        a, b = term.args
        return f"{self.at(a, ATOM)}{self.style.space}{self.scalars.high(self.at(b, ATOM), self.style.transposed)}", WORD

    def _transpose(self, term: Term) -> Spelled:
        return self.scalars.high(self.at(term.args[0], ATOM), self.style.transposed), ATOM

    def _hat(self, term: Term) -> Spelled:
        vector = term.args[0]
        if vector.args or getattr(vector.data, "order", 0):
            return self.style.wide_hat.format(self.at(vector, SUM)), ATOM
        return self._symbol(vector.data.name, above=self.style.hat), ATOM

    def _inverse(self, term: Term) -> Spelled:
        return self.scalars.high(self.at(term.args[0], ATOM), -1), ATOM

    def _norm(self, term: Term) -> Spelled:
        return self.style.norm.format(self.at(term.args[0], SUM)), ATOM

    def _power(self, term: Term) -> Spelled:
        base, exponent = _positive_first(term.args[0]), term.data
        if exponent < 0:
            return self._fraction("1", power(base, -exponent)), PRODUCT
        if base.op == "dot" and base.args[0] is base.args[1]:
            length = self.style.norm.format(self.at(base.args[0], SUM))
            return (length, ATOM) if exponent == Fraction(1, 2) else (self.scalars.high(length, 2 * exponent), ATOM)
        if exponent == Fraction(1, 2):
            return self.scalars.calls["sqrt"](self.at(base, SUM)), ATOM
        return self.scalars.high(self.at(base, ATOM), exponent), ATOM


def _positive_first(term: Term) -> Term:
    """1 - x rather than -x + 1, below a root."""
    signs = [split_number(a)[0] < 0 for a in term.args] if term.op == "add" else []
    if not signs or not signs[0] or all(signs):
        return term
    at = signs.index(False)
    return make("add", (term.args[at], *term.args[:at], *term.args[at + 1 :]), None, term.shape)
