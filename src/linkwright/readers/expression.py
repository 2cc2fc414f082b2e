"""The expression language of files and DH tables: text -> number or Expr.

    sum     = product { ("+" | "-") product }            numbers    2   0.5   1e-3
    product = factor { ("*" | "/") factor }              names      parameters, pi
    factor  = { "+" | "-" } power                        functions  sin cos tan asin acos atan atan2 sqrt exp log ...
    power   = atom [ ("**" | "^") factor ]               units      30 deg   250 mm   9.81 m/s^2   (1/2) m
    atom    = number [unit] | "(" sum ")" [unit] | name | function "(" sum {"," sum} ")"

What the text says exactly stays exact (2, 1/3, pi/2, sqrt(2), 30 deg); a decimal literal is a measured number. The parser is
our own, by precedence climbing: nothing in a file is ever executed, and depth, length and size of numbers are bounded.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction

from linkwright.errors import ExpressionError, suggestion
from linkwright.graph.expr import Expr, Scalar, lift
from linkwright.graph.graph import Graph
from linkwright.graph.ops import OPS, Number
from linkwright.graph.rewrite import reachable
from linkwright.readers.tokens import OF_LAGRANGIANS, Token, is_identifier, syntax_error, tokenise
from linkwright.readers.units import UNITS

MAX_LENGTH, MAX_DEPTH, MAX_BITS, MAX_EXPONENT = 2000, 60, 1023, 200

FUNCTIONS = {
    "sin": 1, "cos": 1, "tan": 1, "asin": 1, "acos": 1, "atan": 1, "atan2": 2, "sqrt": 1, "exp": 1, "log": 1, "abs": 1,
    "min": 2, "max": 2, "sign": 1, "hypot": 2,
}  # fmt: skip
_PRECEDENCE = {"+": 1, "-": 1, "*": 2, "/": 2, "**": 4}
_UNARY = 3
_OPERATION = {"+": "add", "-": "sub", "*": "mul", "/": "div", "**": "pow"}


def parse(
    text: str, graph: Graph | None = None, *, names: Mapping[str, Scalar] | None = None, where: str = ""
) -> Scalar:
    """The value of `text`: an int, Fraction or float where it is a number, an Expr of `graph` otherwise.
    names: what a name may stand for; None lets every name be a symbol
    """
    return _Parser(text, graph if graph is not None else Graph(), names, where).parse()


def is_name(text: str) -> bool:
    """Whether text can name a parameter: an identifier that is no word of the language."""
    return is_identifier(text) and text not in ("pi", "inf", "nan", *FUNCTIONS)


def constant(x: Scalar) -> float | None:
    """The value of a scalar as a float; None where it depends on a symbol. Not finite where it has no value."""
    if not isinstance(x, Expr):
        return float(x)
    graph, done = x.graph, dict[int, float]()
    try:
        for i in reachable(graph, [x.index]):
            op = graph.op[i]
            if op == "sym":
                return None
            if op in OPS:
                done[i] = OPS[op].value(*(done[j] for j in graph.args[i]))
            else:
                done[i] = math.pi if op == "pi" else float(graph.data[i])
    except (ValueError, ArithmeticError):
        return math.nan
    return done[x.index]


class _Parser:
    def __init__(self, text: str, graph: Graph, names: Mapping[str, Scalar] | None, where: str) -> None:
        self.text, self.graph, self.names, self.where = text, graph, names, where
        if len(text) > MAX_LENGTH:
            raise ExpressionError(
                f"an expression of {len(text)} characters, starting '{text[:20]}'", where, f"at most {MAX_LENGTH}"
            )
        self.tokens = tokenise(text, where)
        self.at = 0
        self.depth = 0

    def parse(self) -> Scalar:
        if self.tokens[0].kind == "end":
            raise ExpressionError("an expression is empty", self.where, "write a number or a formula")
        node = self._sum(1)
        if self._next.kind != "end":
            raise self._missing_operator()
        return self._result(node)

    @property
    def _next(self) -> Token:
        return self.tokens[self.at]

    def _take(self, text: str) -> bool:
        found = self._next.kind == "sign" and self._next.text == text
        self.at += found
        return found

    # --- grammar ----------------------------------------------------------------------------------------------------

    def _sum(self, floor: int) -> int:
        """Precedence climbing: everything that binds at least as tightly as `floor`."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self._error("too deeply nested", self._next.column, f"at most {MAX_DEPTH} levels; name a part of it")
        left = self._prefix()
        while self._next.kind == "sign" and _PRECEDENCE.get(self._next.text, 0) >= floor:
            token = self._next
            self.at += 1
            start = self.at
            # ** groups to the right and its exponent may carry a sign: 2**-1; the others group to the left
            right = self._sum(_UNARY if token.text == "**" else _PRECEDENCE[token.text] + 1)
            if token.text in ("/", "**") and self._is_number_with_unit(start):
                hint = "write (1/2) m or 1/(2 m): what the unit belongs to is not clear otherwise"
                raise self._error(f"a unit after '{token.text}'", token.column, hint)
            left = self._operate(_OPERATION[token.text], (left, right), token)
        self.depth -= 1
        return left

    def _prefix(self) -> int:
        token = self._next
        if self._take("-"):
            return self.graph.neg(self._sum(_UNARY))
        if self._take("+"):
            return self._sum(_UNARY)
        if self._take("("):
            inner = self._sum(1)
            if not self._take(")"):
                raise self._error("a bracket is not closed", token.column, "add ')'")
            return self._with_unit(inner)
        if token.kind == "number":
            self.at += 1
            exact = token.text.isdigit()
            return self._with_unit(self._number(int(token.text) if exact else float(token.text), token))
        if token.kind == "name":
            self.at += 1
            return self._name(token)
        if token.kind == "end":
            raise self._error("the expression ends too early", token.column, "a number, a name or '(' is missing")
        raise self._error(f"unexpected '{token.text}'", token.column, "a number, a name or '(' is missing before it")

    def _name(self, token: Token) -> int:
        name = token.text
        if self._next.kind == "sign" and self._next.text == "(":
            return self._call(token)
        if self.names is not None and name in self.names:
            return lift(self.graph, self.names[name]).index
        if name == "pi":
            return self.graph.pi()
        if name in FUNCTIONS:
            raise self._error(f"'{name}' is a function", token.column, f"write {name}(...)")
        if name.lower() in ("inf", "nan", "infinity"):
            raise self._error(f"'{name}' is not a finite number", token.column, "write a finite number")
        if self.names is not None:
            raise self._error(
                f"unknown name '{name}'", token.column, suggestion(name, self.names, "declare it as parameter")
            )
        return self.graph.symbol(name)

    def _call(self, token: Token) -> int:
        name = token.text
        if name in OF_LAGRANGIANS:
            hint = f"formulas of Lagrangians have {name}, those of robot files have not: write {OF_LAGRANGIANS[name]}"
            raise self._error(f"'{name}' is no function", token.column, hint)
        if name not in FUNCTIONS:
            hint = suggestion(name, FUNCTIONS, f"write {name}*(...) to multiply; functions: {' '.join(FUNCTIONS)}")
            raise self._error(f"'{name}' is no function", token.column, hint)
        self._take("(")
        args = [self._sum(1)]
        while self._take(","):
            args.append(self._sum(1))
        if not self._take(")"):
            raise self._error(f"the bracket after '{name}' is not closed", token.column, "add ')'")
        arity = FUNCTIONS[name]
        variadic = name in ("min", "max") and len(args) > 2
        if len(args) != arity and not variadic:
            raise self._error(f"{name} takes {arity} arguments, not {len(args)}", token.column, f"correct {name}(...)")
        if name == "atan":
            return self._operate("atan2", (args[0], self.graph.number(1)), token)
        result = args[0]
        if arity == 1:
            return self._operate(name, (result,), token)
        for other in args[1:]:
            result = self._operate(name, (result, other), token)
        return result

    # --- units ------------------------------------------------------------------------------------------------------

    def _with_unit(self, node: int) -> int:
        """A number or bracket, times the unit that follows it."""
        if self._next.kind != "name" or self._next.text not in UNITS or self._starts_call(self.at):
            return node
        if self.names is not None and self._next.text in self.names:
            name = self._next.text
            hint = f"write {name} = parameter as *{name}; rename the parameter to use the unit"
            raise self._error(f"'{name}' is a unit and a parameter", self._next.column, hint)
        factor, turns = Fraction(1), 0
        sign = 1
        while True:
            token = self._next
            self.at += 1
            power = sign * self._unit_power()
            size, pis = UNITS[token.text]
            factor, turns = factor * size**power, turns + pis * power
            sign = self._unit_continues()
            if not sign:
                break
        result = self.graph.mul(node, self.graph.number(factor))
        pi = self.graph.pi()
        for _ in range(abs(turns)):
            result = self.graph.mul(result, pi) if turns > 0 else self.graph.div(result, pi)
        return result

    def _unit_power(self) -> int:
        if not self._take("**"):
            return 1
        negative = self._take("-")
        token = self._next
        if token.kind != "number" or not token.text.isdigit() or int(token.text) > 9:
            raise self._error("a unit needs a whole exponent", token.column, "for example m/s^2")
        self.at += 1
        return -int(token.text) if negative else int(token.text)

    def _unit_continues(self) -> int:
        """1 or -1 where another unit follows (after '*', '/' or nothing), 0 where the unit ends."""
        sign = {"*": 1, "/": -1}.get(self._next.text, 0) if self._next.kind == "sign" else 1
        ahead = self.at + (self._next.kind == "sign")
        token = self.tokens[min(ahead, len(self.tokens) - 1)]
        taken = self.names is not None and token.text in self.names
        if not sign or token.kind != "name" or token.text not in UNITS or taken or self._starts_call(ahead):
            return 0
        self.at = ahead
        return sign

    def _starts_call(self, at: int) -> bool:
        return self.tokens[at].kind == "name" and self.tokens[at + 1].text == "("

    def _is_number_with_unit(self, start: int) -> bool:
        first, second = self.tokens[start], self.tokens[min(start + 1, len(self.tokens) - 1)]
        return first.kind == "number" and second.kind == "name" and self.at > start + 1

    # --- values -----------------------------------------------------------------------------------------------------

    def _number(self, value: Number, token: Token) -> int:
        exact = isinstance(value, int | Fraction)
        big = exact and max(value.numerator.bit_length(), value.denominator.bit_length()) > MAX_BITS
        if big or not math.isfinite(value):
            raise self._error("a number is too large", token.column, "stay below 1e308")
        return self.graph.number(value)

    def _operate(self, op: str, args: tuple[int, ...], token: Token) -> int:
        values = [self.graph.value(i) for i in args]
        exponent = values[-1] if op == "pow" else None
        if exponent is not None and abs(exponent) > MAX_EXPONENT:
            raise self._error("an exponent is too large", token.column, f"at most {MAX_EXPONENT}")
        try:
            known = [float(v) for v in values if v is not None]
            if len(known) == len(args):
                approx = OPS[op].value(*known)
                if isinstance(approx, complex) or not math.isfinite(approx):
                    raise ValueError
                if op in ("asin", "acos", "atan2") and not any(isinstance(v, float) for v in values):
                    twelfths = approx / math.pi * 12  # asin(1/2) is pi/6, exactly
                    if abs(twelfths - round(twelfths)) < 1e-14:
                        return self.graph.mul(self.graph.number(Fraction(round(twelfths), 12)), self.graph.pi())
            node = self.graph.call(op, args)
        except (ValueError, ArithmeticError):
            raise self._error(
                f"'{token.text}' has no finite real value here", token.column, "check its arguments"
            ) from None
        value = self.graph.value(node)
        if isinstance(value, int | Fraction):
            self._number(value, token)
        return node

    def _result(self, node: int) -> Scalar:
        """Numbers as numbers; a formula of measured numbers only is a measured number."""
        value = self.graph.value(node)
        if value is not None:
            return value
        x = Expr(self.graph, node)
        measured = constant(x)
        if measured is not None and not math.isfinite(measured):
            raise self._error("the formula has no finite real value", 1, "stay below 1e308")
        rounded = any(isinstance(self.graph.data[i], float) for i in reachable(self.graph, [node]))
        return measured if rounded and measured is not None else x

    # --- failure ----------------------------------------------------------------------------------------------------

    def _error(self, what: str, column: int, hint: str) -> ExpressionError:
        return syntax_error(what, self.text, column, hint, self.where)

    def _missing_operator(self) -> ExpressionError:
        token = self._next
        if token.text in (")", ","):
            return self._error(f"unexpected '{token.text}'", token.column, "remove it, or add the '(' it belongs to")
        hint = "write * to multiply"
        if token.kind == "name" and (self.names is None or token.text not in self.names):
            hint = suggestion(token.text, [unit for unit in UNITS if len(unit) > 1], hint)
        return self._error(f"an operator is missing before '{token.text}'", token.column, hint)
