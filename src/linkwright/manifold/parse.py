"""Formulas -> typed terms. The language is small and closed: names of the scope, arithmetic, the functions listed here.

dot(a, b)  cross(a, b)  outer(a, b)  hat(a)  norm(a)  transpose(A) or A.T  trace(A)  eye(n)  sin cos tan exp log sqrt ...
ddt(x): time derivative;  delta(x): variation (in work only);  Sum(i, 1, n, expr): the sum for i = 1 .. n, also nested.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from linkwright.errors import ExpressionError, LinkwrightError
from linkwright.manifold.manifolds import MAX_DIMENSION, MAX_FAMILY
from linkwright.manifold.scope import BASIS, RESERVED, Scope, declare_basis, placed
from linkwright.manifold.symbols import Input, Shape
from linkwright.manifold.syntax import Node, Text, parse_syntax
from linkwright.manifold.tensors import cross, dot, hat, matmul, norm, outer, transpose
from linkwright.manifold.terms import (
    FUNCTIONS,
    Term,
    add,
    apply,
    identity,
    leaf,
    multiply,
    neg,
    number,
    power,
    say,
    total,
)
from linkwright.manifold.variation import first_variation, time_derivative

_DERIVED = re.compile(
    r"(xi|eta|omega|Omega|zeta|delta)(_|\d|$)"
)  # reads like a derived name: never an input by inference
MAX_STEPS = 100_000
"""Operations that one formula may unfold to: a cable of a hundred links, and an end to Sum in Sum in Sum."""


def parse(source: Text | str, scope: Scope, *, infer_inputs: bool = False) -> Term:
    """The term of a formula. `infer_inputs`: an unknown name that multiplies a variation is an input (see `Reader.infer`)."""
    text = Text(source) if isinstance(source, str) else source
    return Reader(text, scope, infer_inputs).read(parse_syntax(text), {})


_VECTOR_FUNCTIONS: dict[str, tuple[int, Callable[..., Term]]] = {
    "dot": (2, dot),
    "cross": (2, cross),
    "outer": (2, outer),
    "hat": (1, hat),
    "norm": (1, norm),
    "transpose": (1, transpose),
    "ddt": (1, time_derivative),
    "delta": (1, first_variation),
}


@dataclass
class Reader:
    """Walks a syntax tree; every error gets the place of the node it arose at."""

    source: Text
    scope: Scope
    infer_inputs: bool
    steps: int = 0
    probing: int = 0  # within a sum of no terms, where only the type counts

    def fail(self, node: Node, what: str, hint: str = "") -> ExpressionError:
        return ExpressionError(what, self.source.where(node.at), hint)

    def read(self, node: Node, indices: dict[str, int]) -> Term:
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise self.fail(node, f"the formula unfolds to more than {MAX_STEPS} operations", "smaller sums")
        try:
            return getattr(self, _METHODS[node.kind])(node, indices)
        except LinkwrightError as error:
            raise placed(error, self.source.where(node.at)) from None

    def all(self, nodes: Sequence[Node], indices: dict[str, int]) -> list[Term]:
        return [self.read(n, indices) for n in nodes]

    def number(self, node: Node, indices: dict[str, int]) -> Term:
        return number(Fraction(node.value))

    def sum(self, node: Node, indices: dict[str, int]) -> Term:
        terms = self.all(node.args, indices)
        for term, part in zip(terms, node.args, strict=True):
            if term.shape != terms[0].shape:
                what = f"cannot add {say(terms[0].shape)} and {say(term.shape)}"
                raise self.fail(part, what)
        return add(*terms)

    def negative(self, node: Node, indices: dict[str, int]) -> Term:
        return neg(self.read(node.args[0], indices))

    def product(self, node: Node, indices: dict[str, int]) -> Term:
        operands = [n.args[0] if n.kind == "/" else n for n in node.args]
        terms = self.infer(operands, (), indices)
        result = number(1)
        for part, term in zip(node.args, terms, strict=True):
            try:
                result = multiply(result, power(term, -1) if part.kind == "/" else term)
            except LinkwrightError as error:
                raise placed(error, self.source.where(part.at)) from None
        return result

    def power(self, node: Node, indices: dict[str, int]) -> Term:
        base, exponent = self.all(node.args, indices)
        if exponent.op != "number":
            raise self.fail(node.args[1], "an exponent must be a number")
        if abs(exponent.data) > 100 or exponent.data.denominator > 100:
            raise self.fail(node.args[1], f"an exponent of unusual size: {exponent.data}")
        return power(base, exponent.data)

    def transposed(self, node: Node, indices: dict[str, int]) -> Term:
        return transpose(self.read(node.args[0], indices))

    def name(self, node: Node, indices: dict[str, int]) -> Term:
        name = str(node.value)
        if name in indices:
            return number(indices[name])
        if name in self.scope.sizes:
            return number(self.scope.sizes[name])
        declare_basis(self.scope, [name])
        entry = self.scope.entries.get(name)
        if entry is None:
            raise self.unknown(node, name)
        if isinstance(entry, tuple):
            what = f"'{name}' is a family of {len(entry)}: it needs an index"
            raise self.fail(node, what, f"{name}[1], or {name}[i] within Sum(i, 1, {len(entry)}, ...)")
        return entry

    def unknown(self, node: Node, name: str) -> ExpressionError:
        if name in RESERVED:
            return self.fail(node, f"'{name}' is a function: {name}(...)")
        what = f"'{name}' is not declared"
        if name.startswith(("d", "xi_", "eta_", "omega_", "Omega_")) and len(name) > 1:
            base = name.split("_", 1)[-1] if "_" in name else name.lstrip("d")
            if self.scope.origin.get(base) in {"a constant", "an input"}:
                what += f", and '{base}' is {self.scope.origin[base]}: it has no velocity and no variation"
        if _DERIVED.match(name):
            known = ", ".join(n for n in self.scope.entries if _DERIVED.match(n)) or "none"
            return self.fail(node, what, f"of rates and variations there are: {known}; delta(x) is of any variable")
        return self.fail(node, what, self.scope.near(name))

    def index(self, node: Node, indices: dict[str, int]) -> Term:
        name, entry = str(node.value), self.scope.entries.get(str(node.value))
        if entry is None:
            raise self.unknown(node, name)
        if isinstance(entry, Term):
            raise self.fail(
                node, f"'{name}' is one symbol, not a family", f"declare a family: {name}: S2[n] or scalar[n]"
            )
        i = self.integer(node.args[0], indices)
        if self.probing:
            return entry[0]
        if not 1 <= i <= len(entry):
            raise self.fail(node, f"{name}[{i}] does not exist: the index goes from 1 to {len(entry)}")
        return entry[i - 1]

    def integer(self, node: Node, indices: dict[str, int]) -> int:
        value = self.read(node, indices)
        if value.op != "number" or value.data.denominator != 1:
            raise self.fail(node, "a whole number is needed here")
        if abs(value.data) > 10**6:
            raise self.fail(
                node, f"{float(value.data):g} is too large here: families and sums have at most {MAX_FAMILY}"
            )
        return int(value.data)

    def call(self, node: Node, indices: dict[str, int]) -> Term:
        name = str(node.value)
        if name == "Sum":
            return self.sum_over(node, indices)
        if name in FUNCTIONS:
            self.count(node, 1)
            return apply(name, self.read(node.args[0], indices))
        if name == "eye":
            self.count(node, 1)
            n = self.integer(node.args[0], indices)
            if not 1 <= n <= MAX_DIMENSION:
                raise self.fail(node, f"eye({n}): from 1 to {MAX_DIMENSION} is possible")
            return identity(n)
        if name == "trace":
            self.count(node, 1)
            return self.trace(node, self.read(node.args[0], indices))
        if name not in _VECTOR_FUNCTIONS:
            raise self.fail(node, f"'{name}' is no function of this language", self.scope.near(name))
        arity, function = _VECTOR_FUNCTIONS[name]
        self.count(node, arity)
        if arity == 2:
            return function(*self.infer(node.args, None, indices))
        if name == "delta":
            return self.variation(node, indices)
        return function(self.read(node.args[0], indices))

    def variation(self, node: Node, indices: dict[str, int]) -> Term:
        argument = self.read(node.args[0], indices)
        varied = first_variation(argument)
        if varied.is_zero:
            what = "this does not vary: it contains no configuration variable"
            if node.args[0].kind == "name":
                name = str(node.args[0].value)
                what = f"'{name}' is {self.scope.origin.get(name, 'a constant')}: it does not vary"
            variables = ", ".join(v.name for v in self.scope.variables)
            raise self.fail(node, what, f"delta() is of a position; the variables are {variables}")
        return varied

    def trace(self, node: Node, matrix: Term) -> Term:
        if matrix.shape != (3, 3):
            raise self.fail(node, f"trace needs a 3x3 matrix, this is {say(matrix.shape)}")
        declare_basis(self.scope, BASIS)
        axes = [self.scope.entries[e] for e in BASIS]
        if not all(isinstance(e, Term) and e.op == "constant" and e.data.kind == "basis" for e in axes):
            raise self.fail(node, "trace needs e1, e2, e3 to be the axes", "rename your e1, e2 or e3")
        return total(dot(e, matmul(matrix, e)) for e in axes if isinstance(e, Term))

    def count(self, node: Node, arity: int) -> None:
        if len(node.args) != arity:
            what = f"{node.value} has {arity} argument{'s' if arity > 1 else ''}, not {len(node.args)}"
            raise self.fail(node, what)

    def sum_over(self, node: Node, indices: dict[str, int]) -> Term:
        if len(node.args) != 4 or node.args[0].kind != "name":
            raise self.fail(node, "a sum is written Sum(i, 1, n, term)")
        index, body = str(node.args[0].value), node.args[3]
        if index in self.scope.entries or index in self.scope.sizes or index in indices:
            raise self.fail(node.args[0], f"the index '{index}' is already the name of something else")
        first, last = (self.integer(n, indices) for n in node.args[1:3])
        if last - first > MAX_FAMILY:
            raise self.fail(node, f"a sum of {last - first + 1} terms: at most {MAX_FAMILY} are possible")
        if last < first:  # of no terms: zero, of the type that the body would have
            self.probing += 1
            probe = self.read(body, {**indices, index: 1})
            self.probing -= 1
            return multiply(number(0), probe)
        return add(*(self.read(body, {**indices, index: i}) for i in range(first, last + 1)))

    def infer(self, operands: Sequence[Node], fixed: Shape | None, indices: dict[str, int]) -> list[Term]:
        """The operands of a product; in work, where no inputs are declared, an unknown one is an input that fits.

        In dot(delta(q), tau) the vector tau has the size of delta(q); in F*delta(x) the factor F is a scalar.
        """
        unknown = [n for n in operands if self.infer_inputs and self.is_unknown(n, indices)]
        if not unknown:
            return self.all(operands, indices)
        known = [n for n in operands if n not in unknown]
        if not known or (fixed is None and len(unknown) > 1):
            raise self.unknown(unknown[0], str(unknown[0].value))
        shape = self.read(known[0], indices).shape if fixed is None else fixed
        for n in unknown:
            self.scope.inputs.append(Input(str(n.value), shape))
            self.scope.declare(str(n.value), leaf(self.scope.inputs[-1]), "an input", self.source.where(n.at))
        return self.all(operands, indices)

    def is_unknown(self, node: Node, indices: dict[str, int]) -> bool:
        name = str(node.value)
        known = name in indices or name in self.scope.sizes or name in self.scope.entries or name in BASIS
        return node.kind == "name" and not known and name not in RESERVED and not _DERIVED.match(name)


_METHODS = {
    "number": "number",
    "name": "name",
    "index": "index",
    "call": "call",
    "neg": "negative",
    "T": "transposed",
    "+": "sum",
    "*": "product",
    "/": "product",
    "**": "power",
}
