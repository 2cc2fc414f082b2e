"""The text of a formula -> a syntax tree; nothing is looked up and nothing evaluated here.

sum     := product (("+" | "-") product)*
product := sign (("*" | "/") sign)*
sign    := ("-" | "+") sign | power
power   := postfix ("**" sign)?
postfix := atom (".T" | "[" sum "]")*
atom    := number | name | name "(" sum ("," sum)* ")" | "(" sum ")"
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from linkwright.errors import ExpressionError

MAX_LENGTH, MAX_DEPTH, MAX_DIGITS, MAX_POWER = 20_000, 30, 40, 50

_TOKEN = re.compile(
    r"(?P<space>\s+)|(?P<number>(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)|(?P<name>[^\W\d]\w*)|(?P<mark>\*\*|\.T\b|[-+*/()\[\],])"
)


@dataclass(frozen=True)
class Text:
    """A formula and where it stands: "pendulum.yaml:4, lagrangian"."""

    text: str
    place: str = ""

    def where(self, at: int) -> str:
        before = self.text[:at]
        line = before.count("\n") + 1
        column = at - (before.rfind("\n") + 1) + 1
        spot = f"column {column}" if "\n" not in self.text.strip() else f"line {line}, column {column}"
        return f"{self.place}, {spot}" if self.place else spot


@dataclass(frozen=True)
class Node:
    """kind: number, name, index, call, neg, T, or an operator."""

    kind: str
    at: int
    args: tuple[Node, ...] = ()
    value: str | Fraction = ""


@dataclass(frozen=True)
class Token:
    kind: str
    text: str
    at: int


def tokens(source: Text) -> list[Token]:
    """The words of a formula; a character of another language is an error."""
    text = source.text
    if len(text) > MAX_LENGTH:
        what = f"the formula has {len(text)} characters"
        raise ExpressionError(what, source.place, f"at most {MAX_LENGTH} are read; use Sum for what repeats")
    found: list[Token] = []
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise ExpressionError(f"'{text[at]}' is not of this language", source.where(at), _HINTS.get(text[at], ""))
        if match.lastgroup != "space":
            found.append(Token(str(match.lastgroup), match.group(), at))
        at = match.end()
    return [*found, Token("end", "", len(text))]


_HINTS = {
    "^": "a power is written x**2 (robot files also take x^2), the cross product matrix hat(x)",
    "'": "a transpose is written transpose(A) or A.T, a time derivative dx",
    "=": "a constraint is written as the term that is zero",
    "·": "the inner product is written dot(a, b), a product of numbers a*b (robot files also take a·b)",
    "×": "the cross product is written cross(a, b)",
    "−": "a minus is written -",
    "@": "matrices are multiplied with *",
}


class Parser:
    """One formula."""

    def __init__(self, source: Text) -> None:
        self.source = source
        self.tokens = tokens(source)
        self.next = 0
        self.depth = 0

    @property
    def token(self) -> Token:
        return self.tokens[self.next]

    def take(self, text: str) -> bool:
        if self.token.kind == "mark" and self.token.text == text:
            self.next += 1
            return True
        return False

    def need(self, text: str, what: str) -> None:
        if not self.take(text):
            raise self.unexpected(f"'{text}' is missing {what}")

    def unexpected(self, what: str) -> ExpressionError:
        seen = f"'{self.token.text}'" if self.token.text else "the end of the formula"
        return ExpressionError(f"{what}: there is {seen}", self.source.where(self.token.at), self._unit_hint())

    def _unit_hint(self) -> str:
        """What to say of a name right behind a number: it is most often a unit."""
        before = self.tokens[self.next - 1] if self.next else None
        if self.token.kind != "name" or before is None or before.kind != "number":
            return ""
        return (
            "formulas of robot files have units behind numbers (30 deg, 2 kg), those of Lagrangians have not: "
            "write SI units and radians"
        )

    def whole(self) -> Node:
        node = self.sum()
        if self.token.kind != "end":
            raise self.unexpected("an operator is missing" if self.token.kind in {"name", "number"} else "not expected")
        return node

    def sum(self) -> Node:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise ExpressionError(f"nested deeper than {MAX_DEPTH} levels", self.source.where(self.token.at))
        at = self.token.at
        parts = [self.product()]
        while self.token.text in ("+", "-"):
            sign_at, minus = self.token.at, self.token.text == "-"
            self.next += 1
            part = self.product()
            parts.append(Node("neg", sign_at, (part,)) if minus else part)
        self.depth -= 1
        return parts[0] if len(parts) == 1 else Node("+", at, tuple(parts))

    def product(self) -> Node:
        at = self.token.at
        parts = [self.sign()]
        while self.token.text in ("*", "/"):
            mark_at, over = self.token.at, self.token.text == "/"
            self.next += 1
            part = self.sign()
            parts.append(Node("/", mark_at, (part,)) if over else part)
        return parts[0] if len(parts) == 1 else Node("*", at, tuple(parts))

    def sign(self) -> Node:
        at, minus = self.token.at, False
        while self.token.text in ("+", "-"):
            minus ^= self.token.text == "-"
            self.next += 1
        node = self.power()
        return Node("neg", at, (node,)) if minus else node

    def power(self) -> Node:
        base = self.postfix()
        at = self.token.at
        if not self.take("**"):
            return base
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise ExpressionError(f"nested deeper than {MAX_DEPTH} levels", self.source.where(at))
        exponent = self.sign()
        self.depth -= 1
        return Node("**", at, (base, exponent))

    def postfix(self) -> Node:
        node = self.atom()
        while True:
            at = self.token.at
            if self.take(".T"):
                node = node.args[0] if node.kind == "T" else Node("T", at, (node,))
            elif self.take("["):
                if node.kind != "name":
                    raise ExpressionError("only a name has an index", self.source.where(at))
                node = Node("index", node.at, (self.sum(),), node.value)
                self.need("]", "after the index")
            else:
                return node

    def atom(self) -> Node:
        token = self.token
        if token.kind == "number":
            self.next += 1
            return Node("number", token.at, (), self.number(token))
        if token.kind == "name":
            self.next += 1
            if self.take("("):
                args = [self.sum()]
                while self.take(","):
                    args.append(self.sum())
                self.need(")", f"after the arguments of {token.text}")
                return Node("call", token.at, tuple(args), token.text)
            return Node("name", token.at, (), token.text)
        if self.take("("):
            node = self.sum()
            self.need(")", "here")
            return node
        raise self.unexpected("a number, a name or '(' is missing")

    def number(self, token: Token) -> Fraction:
        mantissa, _, exponent = token.text.lower().partition("e")
        if len(mantissa) > MAX_DIGITS or abs(int(exponent[:5] or 0)) > MAX_POWER:
            hint = f"numbers between 1e-{MAX_POWER} and 1e{MAX_POWER} can be computed with"
            raise ExpressionError("a number of unusual size", self.source.where(token.at), hint)
        return Fraction(token.text)


def parse_syntax(source: Text) -> Node:
    """The syntax tree of a formula, or an ExpressionError with its column."""
    return Parser(source).whole()
