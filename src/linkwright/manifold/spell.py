"""Terms as text with the brackets that are needed and no others; a style says how symbols and operations look."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from linkwright.manifold.symbols import Variable, Variation
from linkwright.manifold.terms import FUNCTIONS, Term, make, multiply, number, power, split_number

SUM, PRODUCT, CROSS, WORD, ATOM = range(5)
"""How strongly a text holds together: a + b, c a, a x b, M a, a."""
Spelled = tuple[str, int]


class Style(Protocol):
    """The signs of one way of writing."""

    def leaf(self, term: Term, dots: int, delta: bool) -> str: ...
    def number(self, value: Fraction) -> str: ...
    def bracket(self, text: str) -> str: ...
    def high(self, base: str, exponent: Fraction) -> str: ...
    def root(self, text: str) -> str: ...
    def length(self, text: str) -> str: ...
    def fraction(self, above: str, below: str, below_level: int) -> Spelled: ...
    def transposed(self, base: str) -> str: ...
    def hat(self, term: Term, text: str) -> str: ...
    def inverted(self, base: str) -> str: ...
    def function(self, name: str, *texts: str) -> str: ...

    @property
    def cross(self) -> str: ...
    @property
    def dot(self) -> str: ...
    @property
    def space(self) -> str: ...
    @property
    def minus(self) -> str: ...
    @property
    def identity(self) -> str: ...
    @property
    def zero(self) -> str: ...
    @property
    def pi(self) -> str: ...


@dataclass(frozen=True)
class Speller:
    """Spells terms in a style; recursion is as deep as the term, and printed terms are flat."""

    style: Style

    def term(self, term: Term) -> str:
        return self.at(term, SUM)

    def at(self, term: Term, level: int) -> str:
        """The text of a term, in brackets if its place binds more strongly."""
        text, own = self.spelled(term)
        return text if own >= level else self.style.bracket(text)

    def spelled(self, term: Term) -> Spelled:
        if not term.args:
            return self.leaf(term)
        if term.op == "add":
            return self.sum(term), SUM
        if term.op == "mul":
            return self.product(term)
        if term.op in FUNCTIONS:
            return self.style.function(term.op, *(self.at(a, SUM) for a in term.args)), ATOM
        return getattr(self, f"_{term.op}")(term)

    def leaf(self, term: Term) -> Spelled:
        if term.op == "number":
            text = self.style.number(abs(term.data))
            if term.data < 0:
                return f"{self.style.minus}{text}", SUM
            return text, ATOM if term.data.denominator == 1 else WORD
        if term.op in ("identity", "zero", "pi"):
            return getattr(self.style, term.op), ATOM
        symbol = term.data
        dots = symbol.order if isinstance(symbol, Variable | Variation) or term.op == "rate" else 0
        delta = isinstance(symbol, Variation) and symbol.kind in ("delta", "tangent")
        return self.style.leaf(term, dots, delta), WORD if delta else ATOM

    def sum(self, term: Term) -> str:
        parts: list[str] = []
        for piece in term.args:
            c, base = split_number(piece)
            text = self.at(multiply(number(abs(c)), base), PRODUCT)
            if c < 0:
                parts.append(f" {self.style.minus} {text}" if parts else f"{self.style.minus}{text}")
            else:
                parts.append(f" + {text}" if parts else text)
        return "".join(parts)

    def product(self, term: Term) -> Spelled:
        c, base = split_number(term)
        if c < 0:
            positive = multiply(number(-c), base)
            return f"{self.style.minus}{self.at(positive, PRODUCT)}", SUM
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
            return self.style.bracket(self.spelled(f)[0])
        return self.at(f, CROSS if last and f.shape else WORD)

    def quotient(self, c: Fraction, above: list[Term], below: list[Term]) -> Spelled:
        """Scalars over scalars, and the vector after them."""
        vector = above.pop() if above and above[-1].shape else None
        top, bottom = number(c.numerator), number(c.denominator)
        for f in above:
            top = multiply(top, f)
        for f in below:
            bottom = multiply(bottom, f)
        text, level = self.style.fraction(self.at(top, PRODUCT), *self.spelled(bottom))
        if vector is None:
            return text, level
        if top.op == "number" and top.data == 1 and self.style.space == " ":  # tau/(m l²) rather than 1/(m l²) tau
            return self.style.fraction(self.at(vector, WORD), *self.spelled(bottom))
        return f"{text}{self.style.space}{self.at(vector, CROSS)}", PRODUCT

    def _dot(self, term: Term) -> Spelled:
        a, b = term.args
        if a is b:
            return self.style.high(self.style.length(self.at(a, SUM)), Fraction(2)), ATOM
        return f"{self.at(a, WORD)}{self.style.dot}{self.at(b, WORD)}", CROSS

    def _cross(self, term: Term) -> Spelled:
        a, b = term.args
        return f"{self.at(a, WORD)}{self.style.cross}{self.at(b, WORD)}", CROSS

    def _matmul(self, term: Term) -> Spelled:
        a, b = term.args
        return f"{self.at(a, WORD)}{self.style.space}{self.at(b, WORD)}", WORD

    def _outer(self, term: Term) -> Spelled:
        a, b = term.args
        return f"{self.at(a, ATOM)}{self.style.space}{self.style.transposed(self.at(b, ATOM))}", WORD

    def _transpose(self, term: Term) -> Spelled:
        return self.style.transposed(self.at(term.args[0], ATOM)), ATOM

    def _hat(self, term: Term) -> Spelled:
        return self.style.hat(term.args[0], self.at(term.args[0], SUM)), ATOM

    def _inverse(self, term: Term) -> Spelled:
        return self.style.inverted(self.at(term.args[0], ATOM)), ATOM

    def _norm(self, term: Term) -> Spelled:
        return self.style.length(self.at(term.args[0], SUM)), ATOM

    def _power(self, term: Term) -> Spelled:
        base, exponent = _positive_first(term.args[0]), term.data
        if exponent < 0:
            return self.style.fraction(self.style.number(Fraction(1)), *self.spelled(power(base, -exponent)))
        if base.op == "dot" and base.args[0] is base.args[1]:
            length = self.style.length(self.at(base.args[0], SUM))
            return (length, ATOM) if exponent == Fraction(1, 2) else (self.style.high(length, 2 * exponent), ATOM)
        if exponent == Fraction(1, 2):
            return self.style.root(self.at(base, SUM)), ATOM
        return self.style.high(self.at(base, ATOM), exponent), ATOM


def _positive_first(term: Term) -> Term:
    """1 - x rather than -x + 1, below a root."""
    signs = [split_number(a)[0] < 0 for a in term.args] if term.op == "add" else []
    if not signs or not signs[0] or all(signs):
        return term
    at = signs.index(False)
    return make("add", (term.args[at], *term.args[:at], *term.args[at + 1 :]), None, term.shape)
