"""A syntax tree -> values of some algebra: what every reader of formulas does alike, and tells alike.

An algebra says what numbers, names and operations are (scalars of a graph, tensors of a manifold); the walk over the tree,
the count of arguments, the bounds on exponents and numbers and the place of every mistake are here.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Generic, TypeVar

from linkwright.errors import ExpressionError, LinkwrightError, suggestion
from linkwright.formula.functions import FUNCTIONS, MANY, NOT_FINITE, TENSORS
from linkwright.formula.syntax import MAX_BITS, Node
from linkwright.formula.text import Text
from linkwright.graph.ops import OPS, Number

T = TypeVar("T")
MAX_EXPONENT, MAX_STEPS = 200, 100_000
"""Largest exponent that is a number; operations that one formula may unfold to, with all its sums over families."""

_OPERATION = {"+": "add", "-": "sub", "*": "mul", "/": "div", "**": "pow"}
_VALUES: Mapping[str, Callable[..., float]] = {
    **{name: op.value for name, op in OPS.items()}, "atan": math.atan, "sinh": math.sinh, "cosh": math.cosh, "tanh": math.tanh,
}  # fmt: skip


class Evaluator(ABC, Generic[T]):
    """Walks the tree of one formula; every error gets the place of the part that it arose at."""

    def __init__(self, source: Text) -> None:
        self.source = source
        self.steps = 0

    # --- what an algebra says -------------------------------------------------------------------------------------------

    @abstractmethod
    def literal(self, text: str) -> T:
        """A number as it was written."""

    @abstractmethod
    def value_of(self, x: T) -> Number | None:
        """The number that a value is; None where it is none, or not known to be one."""

    @abstractmethod
    def with_unit(self, x: T, factor: Fraction, turns: int) -> T:
        """x times a factor and a power of pi."""

    @abstractmethod
    def operate(self, op: str, *args: T) -> T:
        """neg, add, sub, mul, div, pow or a function of FUNCTIONS with as many arguments as it says there."""

    @abstractmethod
    def known(self, name: str) -> T | None:
        """What a name stands for."""

    @abstractmethod
    def pi(self) -> T: ...

    @abstractmethod
    def names(self) -> Iterable[str]:
        """Names that may be meant by one that is not known."""

    def unknown(self, node: Node) -> T:
        """A name that nothing is known of."""
        raise self.fail(node, f"unknown name '{node.value[:60]}'", self.near(node.value, "declare it as parameter"))

    def tensor(self, node: Node) -> T:
        """An index, a transpose or a function of TENSORS."""
        what = {"T": "a transpose", "index": f"'{node.value}[...]'"}.get(node.kind, f"'{node.value}' is no function")
        if node.kind != "call":
            what += " is no number"
        raise self.fail(node, what, "vectors, matrices and families are for the formulas of Lagrangians")

    # --- the walk -------------------------------------------------------------------------------------------------------

    def read(self, node: Node) -> T:
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise self.fail(node, f"the formula unfolds to more than {MAX_STEPS} operations", "smaller sums")
        match node.kind:
            case "number":
                return self.literal(node.value)
            case "name":
                return self._name(node)
            case "sum" | "product":
                return self.chain(node)
            case "neg":
                return self._at(node, lambda: self.operate("neg", self.read(node.args[0])))
            case "**":
                return self.checked("pow", (self.read(node.args[0]), self.read(node.args[1])), node)
            case "unit":
                return self._at(node, lambda: self.with_unit(self.read(node.args[0]), *node.unit))
            case "call":
                return self._call(node)
            case _:
                return self._at(node, lambda: self.tensor(node))

    def chain(self, node: Node) -> T:
        """A sum or a product, from left to right."""
        result = self.read(node.args[0])
        for part in node.args[1:]:
            result = self.checked(_OPERATION[part.kind], (result, self.read(part.args[0])), part)
        return result

    def _name(self, node: Node) -> T:
        name = node.value
        found = self.known(name)
        if found is not None:
            return found
        if name == "pi":
            return self.pi()
        if name in FUNCTIONS:
            raise self.fail(node, f"'{name}' is a function", f"write {name}(...)")
        if name.lower() in NOT_FINITE:
            raise self.fail(node, f"'{name}' is not a finite number", "write a finite number")
        return self.unknown(node)

    def _call(self, node: Node) -> T:
        name, count = node.value, len(node.args)
        arity = FUNCTIONS[name] if name in FUNCTIONS else TENSORS[name]
        if count != arity and not (name in MANY and count > arity):
            raise self.fail(node, f"{name} takes {arity} argument{'s' * (arity != 1)}, not {count}", self.usage(name))
        if name in TENSORS:
            return self._at(node, lambda: self.tensor(node))
        args = [self.read(a) for a in node.args]
        if name not in MANY:
            return self.checked(name, tuple(args), node)
        result = args[0]
        for other in args[1:]:
            result = self.checked(name, (result, other), node)
        return result

    def usage(self, name: str) -> str:
        """How a function is written."""
        return f"correct {name}(...)"

    # --- bounds and failure ---------------------------------------------------------------------------------------------

    def checked(self, op: str, args: tuple[T, ...], node: Node) -> T:
        """An operation, where its numbers have a finite real value of a size that can be computed with."""
        values = [self.value_of(x) for x in args]
        exponent = values[-1] if op == "pow" else None
        if exponent is not None and (abs(exponent) > MAX_EXPONENT or not _fits(exponent)):
            raise self.fail(node, "an exponent is too large", f"at most {MAX_EXPONENT}")
        known = [float(v) for v in values if v is not None]
        if (len(known) == len(args) and not _is_finite(op, known)) or (op == "div" and values[-1] == 0):
            raise self.no_value(node)
        result = self._at(node, lambda: self.operate(op, *args))
        value = self.value_of(result)
        if value is not None and not _fits(value):
            raise self.fail(node, "a number is too large", "stay below 1e308")
        return result

    def no_value(self, node: Node) -> ExpressionError:
        sign = node.value or node.kind
        return self.fail(node, f"'{sign}' has no finite real value here", "check its arguments")

    def _at(self, node: Node, make: Callable[[], T]) -> T:
        """What is made; an error that has no place yet gets that of the node."""
        try:
            return make()
        except ArithmeticError:
            raise self.no_value(node) from None
        except LinkwrightError as error:
            raise self.placed(error, node) from None

    def placed(self, error: LinkwrightError, node: Node) -> LinkwrightError:
        """An error with the place of a node, if it has none; one that was told by `fail` has."""
        return error if isinstance(error, Placed) else self.fail(node, error.what, error.hint)

    def fail(self, node: Node, what: str, hint: str = "") -> ExpressionError:
        error = self.source.error(what, node.at, hint)
        return Placed(error.what, error.where, error.hint)

    def near(self, name: str, otherwise: str) -> str:
        return suggestion(name, self.names(), otherwise)


class Placed(ExpressionError):
    """An error that says where in a formula it is."""


def _fits(value: Number) -> bool:
    exact = isinstance(value, int | Fraction)
    return not exact or max(value.numerator.bit_length(), value.denominator.bit_length()) <= MAX_BITS


def _is_finite(op: str, values: list[float]) -> bool:
    try:
        found = _VALUES[op](*values)
    except (ValueError, ArithmeticError):
        return False
    return not isinstance(found, complex) and math.isfinite(found)
