"""Values of the Julia that we write: a node of tree-sitter's -> what it computes in a scope."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from tree_sitter import Node

from .julia_base import BINARY, COMPARISONS, UNARY, JuliaError, Ref, Thrown, Type, truth
from .julia_functions import Code, Scope
from .julia_tree import arguments, named, sides, text_of, unknown, wrong

_ESCAPES = {"\\n": "\n", "\\t": "\t", "\\\\": "\\", '\\"': '"', "\\$": "$"}


def place(base: Any, subscripts: list[Any]) -> Any:
    """Subscripts from one, as many as dimensions and each within its range -> Python's."""
    shape = () if isinstance(base, Ref) else base.shape if isinstance(base, np.ndarray) else (len(base),)
    fits = len(shape) == len(subscripts) and all(
        type(s) is int and 0 < s <= n for s, n in zip(subscripts, shape, strict=True)
    )
    if not fits:
        raise Thrown(f"BoundsError: {subscripts} of {shape}")
    places = tuple(s - 1 for s in subscripts)
    return places if isinstance(base, np.ndarray) else (*places, 0)[0]


def elements(values: Any) -> Any:
    """What a loop goes through."""
    if isinstance(values, np.ndarray) and values.ndim != 1:
        raise JuliaError("a loop over a matrix is not among what we write")
    return [x if type(x) is np.float32 else float(x) for x in values] if isinstance(values, np.ndarray) else values


@dataclass
class Values:
    """A kind of node is a method of its name; `reads` and `bound` are names that are read and that are given a value."""

    reads: list[Node] = field(default_factory=list[Node])
    bound: set[str] = field(default_factory=set[str])

    def value(self, node: Node) -> Code:
        lower = getattr(self, f"value_{node.type}", None)
        if lower is None:
            raise unknown(node)
        return lower(node)

    def values(self, nodes: list[Node]) -> list[Code]:
        return [self.value(node) for node in nodes]

    def value_identifier(self, node: Node) -> Code:
        name = text_of(node)
        self.reads.append(node)
        return lambda scope: scope[name]

    def value_integer_literal(self, node: Node) -> Code:
        value = int(text_of(node))
        return lambda _: value

    def value_float_literal(self, node: Node) -> Code:
        mantissa, single, exponent = text_of(node).partition("f")
        value = np.float32(f"{mantissa}e{exponent}") if single else float(mantissa)
        return lambda _: value

    def value_boolean_literal(self, node: Node) -> Code:
        value = {"true": True, "false": False}[text_of(node)]
        return lambda _: value

    def value_string_literal(self, node: Node) -> Code:
        text = "".join(_piece(part) for part in node.named_children)
        return lambda _: text

    def value_parenthesized_expression(self, node: Node) -> Code:
        if len(named(node)) != 1:
            raise wrong(node, "brackets around more than one value")
        return self.value(named(node)[0])

    def value_tuple_expression(self, node: Node) -> Code:
        items = self.values(named(node))
        return lambda scope: tuple(item(scope) for item in items)

    value_open_tuple = value_tuple_expression

    def value_unary_expression(self, node: Node) -> Code:
        sign, operand = named(node)
        if text_of(sign) not in UNARY or sign.end_byte != operand.start_byte:
            raise unknown(node)
        operate, x = UNARY[text_of(sign)], self.value(operand)
        return lambda scope: operate(x(scope))

    def value_binary_expression(self, node: Node) -> Code:
        left, sign, right = sides(node)
        x, y = self.value(left), self.value(right)
        match text_of(sign):
            case "&&":
                return lambda scope: truth(x(scope)) and truth(y(scope))
            case "||":
                return lambda scope: truth(x(scope)) or truth(y(scope))
            case text if text not in BINARY or (text in COMPARISONS and _compares(left, right)):
                raise unknown(sign)
            case text:
                operate = BINARY[text]
                return lambda scope: operate(x(scope), y(scope))

    def value_ternary_expression(self, node: Node) -> Code:
        test, yes, no = self.values(named(node))
        return lambda scope: yes(scope) if truth(test(scope)) else no(scope)

    def value_range_expression(self, node: Node) -> Code:
        first, last = named(node)
        if first.type == "range_expression":
            start, step = self.values(named(first))
        else:
            start, step = self.value(first), lambda _: 1
        stop = self.value(last)

        def values(scope: Scope) -> range:
            stride = step(scope)
            return range(start(scope), stop(scope) + (1 if stride > 0 else -1), stride)

        return values

    def value_vector_expression(self, node: Node) -> Code:
        items = self.values(named(node))
        return lambda scope: np.array([item(scope) for item in items])

    def value_index_expression(self, node: Node) -> Code:
        """An element; after a type, a vector."""
        base, subscripts = self.indexed(node)

        def element(scope: Scope) -> Any:
            array, values = base(scope), [s(scope) for s in subscripts]
            if isinstance(array, Type):
                return array.vector(values)
            found = array[place(array, values)]
            return float(found) if isinstance(found, np.float64) else found

        return element

    def indexed(self, node: Node) -> tuple[Code, list[Code]]:
        base, brackets = named(node)
        if brackets.type != "vector_expression":
            raise unknown(brackets)
        return self.value(base), self.values(named(brackets))

    def value_field_expression(self, node: Node) -> Code:
        owner, word = named(node)
        module, name = self.value(owner), text_of(word)

        def member(scope: Scope) -> Any:
            names = module(scope)
            if name not in names:
                raise Thrown(f"UndefVarError: {text_of(node)} not defined")
            return names[name]

        return member

    def value_parametrized_type_expression(self, node: Node) -> Code:
        base, braces = named(node)
        if braces.type != "curly_expression":
            raise unknown(braces)
        kind, parameters = self.value(base), [self.value(_bound(part)) for part in named(braces)]
        return lambda scope: Type(kind(scope).name, tuple(parameter(scope) for parameter in parameters))

    def value_arrow_function_expression(self, node: Node) -> Code:
        parameter, body = named(node)
        if parameter.type != "identifier":
            raise unknown(parameter)
        name = text_of(parameter)
        self.bound.add(name)
        value = self.value(body)
        return lambda scope: lambda x: value(inside(scope, {name: x}))

    def value_call_expression(self, node: Node) -> Code:
        called, brackets = named(node)
        positional, named_ones = arguments(brackets)
        if called.type == "operator":
            return self._sign(node, called, [*positional, *named_ones])
        function = self.value(called)
        given = [self._argument(part) for part in positional]
        options = {text_of(name): self.value(value) for name, value in map(_named_argument, named_ones)}

        def call(scope: Scope) -> Any:
            values = [value for argument in given for value in argument(scope)]
            keywords = {name: value(scope) for name, value in options.items()}
            try:
                return function(scope)(*values, **keywords)
            except TypeError as error:  # of a function of Base
                raise Thrown(f"MethodError: {text_of(called)}: {error}") from error

        return call

    def _sign(self, node: Node, sign: Node, operands: list[Node]) -> Code:
        """-(x), which tree-sitter takes for a call, and so before a power: there Julia does not."""
        if (
            text_of(sign) not in UNARY
            or len(operands) != 1
            or (node.next_sibling and text_of(node.next_sibling) == "^")
        ):
            raise unknown(node)
        operate, x = UNARY[text_of(sign)], self.value(operands[0])
        return lambda scope: operate(x(scope))

    def _argument(self, node: Node) -> Code:
        """The values of an argument: one, or those of a tuple with dots after it."""
        if node.type == "splat_expression":
            (values,) = self.values(named(node))
            return values
        value = self.value(node)
        return lambda scope: (value(scope),)


def inside(scope: Scope, names: dict[str, Any]) -> Scope:
    """A scope within another, with names of its own."""
    found = Scope(scope, soft=True)
    found.update(names)
    return found


def _piece(node: Node) -> str:
    """Of a string; nothing in it is filled in."""
    if node.type == "content":
        return text_of(node)
    if node.type != "escape_sequence" or not (text_of(node) in _ESCAPES or text_of(node).startswith("\\U")):
        raise unknown(node)
    return _ESCAPES.get(text_of(node)) or chr(int(text_of(node)[2:], 16))


def _compares(*nodes: Node) -> bool:
    """Whether one is a comparison itself: Julia chains them."""
    return any(node.type == "binary_expression" and text_of(named(node)[1]) in COMPARISONS for node in nodes)


def _bound(node: Node) -> Node:
    """T of <:T."""
    parts = named(node)
    return parts[1] if node.type == "unary_expression" and text_of(parts[0]) == "<:" else node


def _named_argument(node: Node) -> tuple[Node, Node]:
    if node.type != "named_argument":
        raise unknown(node)
    name, _, value = named(node)
    return name, value
