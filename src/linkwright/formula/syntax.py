"""Words -> a syntax tree; nothing is looked up and nothing computed here but units.

    sum     = product { ("+" | "-") product }            numbers    2   0.5   1e-3
    product = factor { ("*" | "/") factor }              units      30 deg   250 mm   9.81 m/s^2   (1/2) m
    factor  = { "+" | "-" } power
    power   = postfix [ ("**" | "^") factor ]
    postfix = atom { ".T" | "[" sum "]" }                of matrices and families, which only Lagrangians have
    atom    = number [unit] | "(" sum ")" [unit] | name | function "(" sum {"," sum} ")"

The parser climbs by precedence; length, depth and size of numbers are bounded, so that a stranger's file ends soon.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from fractions import Fraction

from linkwright.errors import ExpressionError, suggestion
from linkwright.formula.functions import FUNCTIONS, TENSORS
from linkwright.formula.text import Text
from linkwright.formula.tokens import Token, tokenise
from linkwright.formula.units import DIMENSIONS, NONE, UNITS, Dimension, times

MAX_DEPTH, MAX_DIGITS, MAX_BITS = 120, 320, 1023
"""Operations inside each other (a bracket with a sum of products in it is three); characters of a number; size of units."""

_PRECEDENCE = {"+": 1, "-": 1, "*": 2, "/": 2, "**": 4}
_CHAINS = {1: "sum", 2: "product"}
_UNARY = 3
_MISSING = "a number, a name or '(' is missing"


@dataclass(frozen=True)
class Node:
    """A part of a formula.

    kind:  number, name, index, call, neg, T (transpose), ** (base, exponent), unit (of one argument);
           sum and product, whose first argument is an operand and whose others are + - * / with one operand each
    at:    where it stands in the text, from 0; of an operation the place of its sign
    value: the text of a number, the name
    unit, dimension: of a unit its factor and power of pi, and what it measures
    """

    kind: str
    at: int
    args: tuple[Node, ...] = ()
    value: str = ""
    unit: tuple[Fraction, int] = (Fraction(1), 0)
    dimension: Dimension = NONE


def parse_syntax(source: Text, taken: Container[str] = ()) -> Node:
    """The syntax tree of a formula. taken: names that mean something else than the unit that is called so."""
    return _Parser(source, taken).whole()


class _Parser:
    def __init__(self, source: Text, taken: Container[str]) -> None:
        self.source, self.taken = source, taken
        self.tokens = tokenise(source)
        self.at = 0
        self.depth = 0

    def whole(self) -> Node:
        if self.tokens[0].kind == "end":
            raise ExpressionError("an expression is empty", self.source.place, "write a number or a formula")
        node = self._climb(1)
        if self._next.kind != "end":
            raise self._missing_operator()
        return node

    @property
    def _next(self) -> Token:
        return self.tokens[self.at]

    def _take(self, text: str) -> bool:
        found = self._next.kind == "sign" and self._next.text == text
        self.at += found
        return found

    # --- grammar ----------------------------------------------------------------------------------------------------

    def _climb(self, floor: int) -> Node:
        """Everything that binds at least as tightly as `floor`; what binds alike makes one chain, however long it is."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self._error("too deeply nested", self._next, f"at most {MAX_DEPTH} levels; name a part of it")
        left = self._factor()
        while self._next.kind == "sign" and _PRECEDENCE.get(self._next.text, 0) >= floor:
            if self._next.text == "**":
                left = self._power(left)
            else:
                left = self._chain(left, _PRECEDENCE[self._next.text])
        self.depth -= 1
        return left

    def _chain(self, first: Node, level: int) -> Node:
        parts = [first]
        while self._next.kind == "sign" and _PRECEDENCE.get(self._next.text) == level:
            token = self._next
            self.at += 1
            parts.append(Node(token.text, token.at, (self._operand(level + 1, token),)))
        return Node(_CHAINS[level], first.at, tuple(parts))

    def _power(self, base: Node) -> Node:
        """** groups to the right, and its exponent may carry a sign: 2**-1."""
        token = self._next
        self.at += 1
        return Node("**", token.at, (base, self._operand(_UNARY, token)))

    def _operand(self, floor: int, token: Token) -> Node:
        """What follows a sign; of 1/2 m it is not clear what the unit belongs to."""
        start = self.at
        node = self._climb(floor)
        bare = self.tokens[start].kind == "number" and self.tokens[start + 1].kind == "name" and self.at > start + 1
        if token.text in ("/", "**") and bare:
            hint = "write (1/2) m or 1/(2 m): what the unit belongs to is not clear otherwise"
            raise self._error(f"a unit after '{token.text}'", token, hint)
        return node

    def _factor(self) -> Node:
        first, minus = self._next, False
        while self._next.kind == "sign" and self._next.text in ("+", "-"):
            minus ^= self._next.text == "-"
            self.at += 1
        if self._next is first:
            return self._postfix()
        node = self._climb(_UNARY)
        return Node("neg", first.at, (node,)) if minus else node

    def _postfix(self) -> Node:
        node = self._atom()
        while True:
            token = self._next
            if self._take(".T"):
                node = node.args[0] if node.kind == "T" else Node("T", token.at, (node,))
            elif self._take("["):
                if node.kind != "name":
                    raise self._error("only a name has an index", token, "write q[1], of a family q")
                node = Node("index", node.at, (self._climb(1),), node.value)
                self._close("]", f"the index of '{node.value}' is not closed", token)
            else:
                return node

    def _atom(self) -> Node:
        token = self._next
        if self._take("("):
            inner = self._climb(1)
            self._close(")", "a bracket is not closed", token)
            return self._with_unit(inner)
        if token.kind == "number":
            self.at += 1
            return self._with_unit(self._number(token))
        if token.kind == "name":
            self.at += 1
            return self._call(token) if self._take("(") else Node("name", token.at, (), token.text)
        if token.kind == "end":
            raise self._error("the expression ends too early", token, _MISSING)
        raise self._error(f"unexpected '{token.text}'", token, f"{_MISSING} before it")

    def _call(self, token: Token) -> Node:
        name = token.text[:60]
        if name not in FUNCTIONS and name not in TENSORS:
            hint = f"write {name}*(...) to multiply; functions: {' '.join(FUNCTIONS)}"
            raise self._error(f"'{name}' is no function", token, suggestion(name, [*FUNCTIONS, *TENSORS], hint))
        args = [self._climb(1)]
        while self._take(","):
            args.append(self._climb(1))
        self._close(")", f"the bracket after '{name}' is not closed", token)
        return Node("call", token.at, tuple(args), token.text)

    def _close(self, sign: str, what: str, opened: Token) -> None:
        if not self._take(sign):
            seen = "" if self._next.kind == "end" else f" before '{self._next.text[:40]}'"
            raise self._error(what, opened, f"add '{sign}'{seen}")

    def _number(self, token: Token) -> Node:
        text = token.text
        size = float(text) if len(text) <= MAX_DIGITS else float("inf")
        if size == float("inf") or (text.isdigit() and int(text).bit_length() > MAX_BITS):
            raise self._error("a number is too large", token, "stay below 1e308")
        if not size and text.lower().partition("e")[0].strip("0."):
            raise self._error("a number is too small", token, "stay above 1e-308, or write 0")
        return Node("number", token.at, (), text)

    # --- units ------------------------------------------------------------------------------------------------------

    def _with_unit(self, node: Node) -> Node:
        """A number or bracket, times the unit that follows it."""
        first = self._next
        if first.kind != "name" or first.text not in UNITS or self._starts_call(self.at):
            return node
        if first.text in self.taken:
            hint = f"write {first.text} = parameter as *{first.text}; rename the parameter to use the unit"
            raise self._error(f"'{first.text}' is a unit and a parameter", first, hint)
        factor, turns, sign, dimension = Fraction(1), 0, 1, NONE
        while sign:
            token = self._next
            self.at += 1
            power = sign * self._unit_power()
            size, pis = UNITS[token.text]
            factor, turns = factor * size**power, turns + pis * power
            dimension = times(dimension, DIMENSIONS[token.text], power)
            if max(factor.numerator.bit_length(), factor.denominator.bit_length()) > MAX_BITS:
                raise self._error("a unit is too large", token, "stay below 1e308")
            sign = self._unit_continues()
        return Node("unit", first.at, (node,), unit=(factor, turns), dimension=dimension)

    def _unit_power(self) -> int:
        if not self._take("**"):
            return 1
        negative = self._take("-")
        token = self._next
        if token.kind != "number" or not token.text.isdigit() or len(token.text) > 1:
            raise self._error("a unit needs a whole exponent", token, "for example m/s^2")
        self.at += 1
        return -int(token.text) if negative else int(token.text)

    def _unit_continues(self) -> int:
        """1 or -1 where another unit follows (after '*', '/' or nothing), 0 where the unit ends."""
        sign = {"*": 1, "/": -1}.get(self._next.text, 0) if self._next.kind == "sign" else 1
        ahead = self.at + (self._next.kind == "sign")
        token = self.tokens[min(ahead, len(self.tokens) - 1)]
        known = token.kind == "name" and token.text in UNITS and token.text not in self.taken
        if not sign or not known or self._starts_call(ahead):
            return 0
        self.at = ahead
        return sign

    def _starts_call(self, at: int) -> bool:
        return self.tokens[at].kind == "name" and self.tokens[at + 1].text in ("(", "[")

    # --- failure ----------------------------------------------------------------------------------------------------

    def _error(self, what: str, token: Token, hint: str) -> ExpressionError:
        return self.source.error(what, token.at, hint)

    def _missing_operator(self) -> ExpressionError:
        token = self._next
        if token.text in (")", ",", "]"):
            opening = "[" if token.text == "]" else "("
            return self._error(f"unexpected '{token.text}'", token, f"remove it, or add the '{opening}' it belongs to")
        before = self.tokens[self.at - 1]
        if before.kind == "name" and before.text in (*FUNCTIONS, *TENSORS):
            return self._error(f"'{before.text}' is a function", before, f"write {before.text}(...)")
        hint = "write * to multiply"
        if token.kind == "name" and token.text in UNITS and token.text not in self.taken:
            hint = "a unit stands behind a number or a bracket: 2 m, (2*a) m"
        elif token.kind == "name" and token.text not in self.taken:
            hint = suggestion(token.text, [unit for unit in UNITS if len(unit) > 1], hint)
        return self._error(f"an operator is missing before '{token.text[:40]}'", token, hint)
