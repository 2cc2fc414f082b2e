"""A small machine for the Julia that we write: it runs the tree that our Julia parser reads, as we understand Julia.

It is no julia, and nothing it says makes a row of `build` "ok". It finds an index, a sign or a transpose gone wrong.
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tests.support.verification import Node, argument_name, parse


class JuliaStop(Exception):
    """throw(...)"""


class Failed(Exception):
    """A test set with failures."""


class _Break(Exception):
    """Out of the innermost loop."""


class _Return(Exception):
    def __init__(self, value: Any) -> None:
        self.value = value


class Ref(list[Any]):
    """Ref{T}(): one value, read and written as x[]."""


@dataclass
class Function:
    """Methods of one name."""

    machine: Machine
    scope: dict[str, Any]
    methods: list[Node] = field(default_factory=list[Node])

    def __call__(self, *values: Any, **keywords: Any) -> Any:
        for method in self.methods:
            bound = self._bind(method, values, keywords)
            if bound is not None:
                return self._run(method, bound)
        raise JuliaStop(f"MethodError: {self.methods[0].parts[0]}{tuple(map(type, values))}")

    def _bind(self, method: Node, values: tuple[Any, ...], keywords: Mapping[str, Any]) -> dict[str, Any] | None:
        _, positional, named, _ = method.parts
        bound = dict(self.scope)
        if positional and positional[-1].kind == "splat":
            return bound | {argument_name(positional[-1]): values}
        if len(values) > len(positional) or set(keywords) - set(map(argument_name, named)):
            return None
        for k, argument in enumerate((*positional, *named)):
            name = argument_name(argument)
            if k < len(values):
                value = values[k]
            elif k >= len(positional) and name in keywords:
                value = keywords[name]
            elif argument.kind == "assign":
                value = self.machine.value(argument.parts[2], bound)
            else:
                return None
            if not _fits(argument, value):
                return None
            bound[name] = value
        return bound

    def _run(self, method: Node, scope: dict[str, Any]) -> Any:
        try:
            found = None
            for node in method.parts[3]:
                found = self.machine.statement(node, scope)
        except _Return as result:
            return result.value
        return found


def _fits(argument: Node, value: Any) -> bool:
    node = argument.parts[0][0] if argument.kind == "assign" else argument
    if node.kind != "typed":
        return True
    kind = node.parts[1]
    word = argument_name(kind.parts[0] if kind.kind == "curly" else kind)
    if word == "AbstractArray" and kind.kind == "curly":
        return isinstance(value, np.ndarray) and value.ndim == int(kind.parts[1][1].parts[0])
    sizes = {"AbstractVector": (1,), "AbstractMatrix": (2,), "AbstractArray": (1, 2, 3, 4)}
    if word in sizes:
        return isinstance(value, np.ndarray) and value.ndim in sizes[word]
    return isinstance(value, {"Real": (int, float), "Ref": Ref, "Bool": bool}[word])


# --- Base -------------------------------------------------------------------------------------------------------------------


def _domain(function: Callable[..., float]) -> Callable[..., float]:
    def call(*args: float) -> float:
        try:
            return function(*args)
        except ValueError as error:
            raise JuliaStop(f"DomainError with {args}") from error
        except OverflowError:
            return math.inf

    return call


def _log(x: float) -> float:
    return -math.inf if x == 0 else math.log(x)


def _power(x: float, y: float) -> float:
    if x < 0 and y != math.trunc(y):
        raise JuliaStop("DomainError")
    with np.errstate(all="ignore"):
        return float(np.power(float(x), y))


def _divide(x: Any, y: Any) -> Any:
    with np.errstate(all="ignore"):
        return x / y if y != 0 else float(np.divide(x, y))


def _times(x: Any, y: Any) -> Any:
    return x @ y if isinstance(x, np.ndarray) and isinstance(y, np.ndarray) else x * y


def _maximum(*args: Any, init: float = -math.inf) -> float:
    function, values = args if len(args) == 2 else (lambda x: x, args[0])
    found = [function(x) for x in values]
    return math.nan if any(x != x for x in found) else max([init, *found])


def _stop(problem: Any) -> None:
    raise JuliaStop(problem)


def _array(*args: Any) -> Any:
    return np.full(args[1:], math.nan)  # undef: what is not written must be seen


BINARY: Mapping[str, Callable[[Any, Any], Any]] = {
    "+": operator.add, "-": operator.sub, "*": _times, "/": _divide, "^": _power, "<": operator.lt, ">": operator.gt,
    "<=": operator.le, ">=": operator.ge, "==": operator.eq, "!=": operator.ne, "===": operator.is_, "&": operator.and_,
    "=>": lambda a, b: (a, b),
}  # fmt: skip

BASE: dict[str, Any] = {
    **{name: _domain(getattr(math, name)) for name in ("sin", "cos", "tan", "asin", "acos", "sqrt", "exp", "hypot")},
    "log": _domain(_log), "atan": math.atan2, "abs": abs, "sign": lambda x: float((x > 0) - (x < 0)), "trunc": math.trunc,
    "sincos": lambda x: (math.sin(x), math.cos(x)), "min": min, "max": max, "float": float, "oftype": lambda x, y: y,
    "ifelse": lambda c, a, b: a if c else b, "promote": lambda a, b: (a, b), "promote_type": lambda *x: "type",
    "eltype": lambda x: "type", "size": lambda x: x.shape if isinstance(x, np.ndarray) else (),
    "all": lambda f, x: all(map(f, np.ravel(x))), "isfinite": lambda x: bool(np.isfinite(x)), "copy": np.copy,
    "isnan": lambda x: bool(np.isnan(x)), "copyto!": np.copyto, "zero": lambda kind: 0.0,
    "zeros": lambda *shape: np.zeros([n for n in shape if not isinstance(n, str)]),
    "findfirst": lambda f, x: next((k for k, y in enumerate(x, 1) if f(y)), None), "isequal": lambda x: lambda y: x == y,
    "string": lambda *x: "".join(map(str, x)), "throw": _stop, "ArgumentError": str, "DimensionMismatch": str,
    "fill!": lambda x, y: x.fill(y), "reshape": lambda x, *n: np.asarray(x).reshape(n, order="F"), "length": len,
    "permutedims": lambda x, p: np.transpose(x, [k - 1 for k in p]), "vec": lambda x: np.ravel(x, order="F"),
    "ndims": np.ndim, "sum": lambda x: sum(x), "maximum": _maximum, "push!": lambda x, y: x.append(y),
    "enumerate": lambda x: enumerate(x, 1), "Array": _array, "Vector": _array, "Ref": lambda: Ref([None]),
    "Inf": math.inf, "NaN": math.nan, "true": True, "false": False, "nothing": None, "undef": None, "Float64": "Float64",
    "Base": {"require_one_based_indexing": lambda *x: True},
}  # fmt: skip


# --- the machine ------------------------------------------------------------------------------------------------------------


@dataclass
class Machine:
    """Runs files. `printed` is what they print."""

    modules: dict[str, dict[str, Any]] = field(default_factory=dict[str, "dict[str, Any]"])
    printed: list[str] = field(default_factory=list[str])
    failures: int = 0

    def run(self, text: str, scope: dict[str, Any] | None = None) -> dict[str, Any]:
        scope = {} if scope is None else scope
        self.top(parse(text), scope)
        return scope

    def top(self, statements: list[Node], scope: dict[str, Any]) -> None:
        scope.setdefault("println", lambda *x: self.printed.append("".join(map(str, x))))
        for node in statements:
            while node.kind == "documented" or (node.kind == "macro" and node.parts[0] in ("@inline", "@noinline")):
                node = node.parts[1] if node.kind == "documented" else node.parts[1][0]
            if node.kind == "module":
                self.modules[node.parts[0]] = {}
                self.top(node.parts[1], self.modules[node.parts[0]])
            elif node.kind == "import":
                scope[node.parts[0]] = self.modules.get(node.parts[0], {})
            elif node.kind == "function":
                scope.setdefault(node.parts[0], Function(self, scope)).methods.append(node)
            else:
                self.statement(node, scope)

    def block(self, statements: list[Node], scope: dict[str, Any]) -> None:
        for node in statements:
            self.statement(node, scope)

    def round(self, body: list[Node], scope: dict[str, Any], variable: Node | None = None, value: Any = None) -> None:
        """One round of a loop: what it defines first is its own, and forgotten; inside of functions as in files."""
        own = dict(scope)
        if variable is not None:
            self.bind(variable, value, own)
        mine = own.keys() - scope.keys() | ({n.parts[0] for n in [variable] if n.kind == "name"} if variable else set())
        try:
            self.block(body, own)
        finally:
            scope.update({name: own[name] for name in scope if name not in mine})

    def statement(self, node: Node, scope: dict[str, Any]) -> Any:
        match node.kind, node.parts:
            case "assign", (targets, sign, value):
                found = self.statement(value, scope)
                found = found + scope[targets[0].parts[0]] if sign == "+=" else found
                for target, part in zip(targets, found if len(targets) > 1 else [found], strict=True):
                    self.give(target, part, scope)
            case "if", (test, then, otherwise):
                self.block(then if self.value(test, scope) else otherwise, scope)
            case "while", (test, body):
                with suppress(_Break):
                    while self.value(test, scope):
                        self.round(body, scope)
            case "for", (variable, values, body):
                with suppress(_Break):
                    for value in self.value(values, scope):
                        self.round(body, scope, variable, value)
            case "break", _:
                raise _Break
            case "try", (body, name, caught, last):
                self.attempt(body, name, caught, last, scope)
            case "block", (body,):
                self.block(body, scope)
            case "macro", (name, arguments):
                return self.macro(name, arguments, scope)
            case "return", values:
                found = tuple(self.value(value, scope) for value in values)
                raise _Return(found[0] if len(found) == 1 else found)
            case _:
                return self.value(node, scope)
        return None

    def attempt(
        self, body: list[Node], name: str | None, caught: list[Node], last: list[Node], scope: dict[str, Any]
    ) -> None:
        try:
            self.block(body, scope)
        except JuliaStop as problem:
            if not caught:
                raise
            self.block(caught, scope | ({name: problem} if name else {}))
        finally:
            self.block(last, scope)

    def macro(self, name: str, arguments: list[Node], scope: dict[str, Any]) -> Any:
        if name == "@printf":
            form, *values = (self.value(a, scope) for a in arguments)
            self.printed.append((form % tuple(values)).rstrip("\n"))
        elif name == "@test":
            self.failures += not self.value(arguments[0], scope)
        elif name == "@testset":
            self.block(arguments[1:], scope)
            if self.failures:
                raise Failed
        else:
            self.block(arguments, scope)
            return 0.5 if name == "@elapsed" else None
        return None

    def give(self, target: Node, value: Any, scope: dict[str, Any]) -> None:
        if target.kind == "name":
            scope[target.parts[0]] = value
            return
        base = self.value(target.parts[0], scope)
        base[_place([self.value(s, scope) for s in target.parts[1]])] = value

    def bind(self, variable: Node, value: Any, scope: dict[str, Any]) -> None:
        if variable.kind == "name":
            scope[variable.parts[0]] = value
        else:
            for part, x in zip(variable.parts, value, strict=False):
                self.bind(part, x, scope)

    def value(self, node: Node, scope: dict[str, Any]) -> Any:
        match node.kind, node.parts:
            case "number", (text,):
                return float(text) if "." in text or "e" in text else int(text)
            case "string", (text,):
                plain = text[3:-3] if text.startswith('"""') else text[1:-1]
                return re.sub(r"\\(.)", lambda m: "\n" if m[1] == "n" else m[1], plain, flags=re.DOTALL)
            case "name", (name,):
                return scope[name] if name in scope else BASE[name]
            case "op", parts:
                return self.operate(*parts, scope=scope)
            case "call", (function, positional, keywords):
                return self.call(function, positional, keywords, scope)
            case "index", (base, subscripts):
                found = self.value(base, scope)[_place([self.value(s, scope) for s in subscripts])]
                return float(found) if isinstance(found, np.floating) else found
            case "vector", (kind, items):
                values = [self.value(item, scope) for item in items]
                plain = kind is None or argument_name(kind) == "Float64"
                return np.array(values) if values and plain else values
            case "tuple", parts:
                return tuple(self.value(part, scope) for part in parts)
            case "field", (base, word):
                return self.value(base, scope)[word]
            case "lambda", (parameter, body):
                return lambda x: self.value(body, scope | {argument_name(parameter): x})
            case "curly", (base, _):
                return self.value(base, scope)
            case _:
                raise AssertionError(f"line {node.line}: {node.kind}")

    def operate(self, sign: str, *operands: Node, scope: dict[str, Any]) -> Any:
        if sign == "?":
            return self.value(operands[1 if self.value(operands[0], scope) else 2], scope)
        if sign == ":":
            first, last = operands
            stepped = first.kind == "op" and first.parts[0] == ":"
            start, step = (self.value(x, scope) for x in first.parts[1:]) if stepped else (self.value(first, scope), 1)
            return range(start, self.value(last, scope) + (1 if step > 0 else -1), step)
        if sign in ("&&", "||"):  # the right one only where it is needed
            left = self.value(operands[0], scope)
            return self.value(operands[1], scope) if left == (sign == "&&") else left
        values = [self.value(x, scope) for x in operands]
        if len(values) == 1:
            return not values[0] if sign == "!" else -values[0]
        return BINARY[sign](*values)

    def call(self, function: Node, positional: list[Node], keywords: list[Node], scope: dict[str, Any]) -> Any:
        values: list[Any] = []
        for node in positional:
            values += self.value(node.parts[0], scope) if node.kind == "splat" else [self.value(node, scope)]
        named = {argument_name(k): self.value(k.parts[2], scope) for k in keywords}
        return self.value(function, scope)(*values, **named)


def _place(subscripts: list[int]) -> Any:
    if any(s < 1 for s in subscripts):
        raise IndexError(subscripts)
    places = tuple(s - 1 for s in subscripts)
    return places[0] if len(places) == 1 else places or 0
