"""Formulas -> typed terms: what the language of `formula` means for scalars, vectors and matrices of a scope.

dot(a, b)  cross(a, b)  outer(a, b)  hat(a)  norm(a)  transpose(A) or A.T  trace(A)  eye(n)
ddt(x): time derivative;  delta(x): variation (in work only);  Sum(i, 1, n, expr): the sum for i = 1 .. n, also nested.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from linkwright.errors import ExpressionError, LinkwrightError
from linkwright.formula.evaluate import MAX_EXPONENT, Evaluator
from linkwright.formula.functions import TENSORS
from linkwright.formula.syntax import Node, parse_syntax
from linkwright.formula.text import Text
from linkwright.graph.ops import Number
from linkwright.manifold.manifolds import MAX_DIMENSION, MAX_FAMILY
from linkwright.manifold.scope import BASIS, RESERVED, Scope, declare_basis
from linkwright.manifold.symbols import Input, Shape
from linkwright.manifold.tensors import cross, dot, hat, matmul, norm, outer, transpose
from linkwright.manifold.terms import Term, add, apply, identity, leaf, multiply, neg, number, pi, power, say, total
from linkwright.manifold.variation import first_variation, time_derivative
from linkwright.manifold.walk import postorder
from linkwright.model.sizes import HINT, LARGE, SMALL_HINT, TINY

_DERIVED = re.compile(
    r"(xi|eta|omega|Omega|zeta|delta)(_|\d|$)"
)  # reads like a derived name: never an input by inference

_VECTOR_FUNCTIONS: dict[str, Callable[..., Term]] = {
    "dot": dot, "cross": cross, "outer": outer, "hat": hat, "norm": norm, "transpose": transpose, "ddt": time_derivative,
}  # fmt: skip
_TWO: dict[str, Callable[[Term, Term], Term]] = {
    "add": add,
    "sub": lambda a, b: add(a, neg(b)),
    "mul": multiply,
    "div": lambda a, b: multiply(a, power(b, -1)),
    "hypot": lambda a, b: power(add(power(a, 2), power(b, 2)), Fraction(1, 2)),
}


def parse(source: Text | str, scope: Scope, *, infer_inputs: bool = False) -> Term:
    """The term of a formula. `infer_inputs`: an unknown name that multiplies a variation is an input (see `Reader.infer`)."""
    reader = Reader(Text(source) if isinstance(source, str) else source, scope, infer_inputs)
    return reader.read(reader.tree)


def parse_sized(text: Text, scope: Scope) -> Term:
    """The term of a formula whose numbers can be computed with."""
    term = parse(text, scope)
    check_sizes(term, text)
    return term


def check_sizes(term: Term, text: Text) -> None:
    """Complain about numbers that computing cannot bear, as of a robot: see model/sizes.py."""
    for t in postorder([term]):
        if t.op == "number" and t.data and not TINY <= abs(t.data) <= LARGE:
            hint = HINT if abs(t.data) > 1 else SMALL_HINT
            raise text.error(f"the formula has the number {float(t.data):g}", 0, hint)


class Reader(Evaluator[Term]):
    """Reads one formula in a scope; `tree` is what was written."""

    def __init__(self, source: Text, scope: Scope, infer_inputs: bool = False) -> None:
        super().__init__(source)
        self.scope, self.infer_inputs = scope, infer_inputs
        self.indices: dict[str, int] = {}
        self.probing = 0  # within a sum of no terms, where only the type counts
        self.tree = parse_syntax(source, {*scope.entries, *scope.sizes})

    # --- scalars --------------------------------------------------------------------------------------------------------

    def literal(self, text: str) -> Term:
        return number(Fraction(text))

    def value_of(self, x: Term) -> Number | None:
        return x.data if x.op == "number" else None

    def with_unit(self, x: Term, factor: Fraction, turns: int) -> Term:
        return multiply(x, multiply(number(factor), power(pi(), turns)))

    def pi(self) -> Term:
        return pi()

    def operate(self, op: str, *args: Term) -> Term:
        if op == "pow":
            return self._to_power(*args)
        if op == "neg":
            return neg(*args)
        return _TWO[op](*args) if op in _TWO else apply(op, *args)

    def _to_power(self, base: Term, exponent: Term) -> Term:
        if exponent.op != "number":
            return apply("pow", base, exponent)
        result = power(base, exponent.data)
        if result.op == "power" and abs(result.data) > MAX_EXPONENT:
            raise ExpressionError("an exponent is too large", hint=f"at most {MAX_EXPONENT}")
        return result

    def chain(self, node: Node) -> Term:
        """Sums say which of their parts does not fit; of a product an unknown factor may be an input."""
        operands = [node.args[0], *(part.args[0] for part in node.args[1:])]
        if node.kind == "product":
            self.infer(operands, ())
            return super().chain(node)
        terms = [self.read(n) for n in operands]
        for term, part in zip(terms, operands, strict=True):
            if term.shape != terms[0].shape:
                raise self.fail(part, f"cannot add {say(terms[0].shape)} and {say(term.shape)}")
        signs = ["+", *(part.kind for part in node.args[1:])]
        return add(*(neg(x) if sign == "-" else x for x, sign in zip(terms, signs, strict=True)))

    # --- names ----------------------------------------------------------------------------------------------------------

    def known(self, name: str) -> Term | None:
        if name in self.indices:
            return number(self.indices[name])
        if name in self.scope.sizes:
            return number(self.scope.sizes[name])
        declare_basis(self.scope, [name])
        entry = self.scope.entries.get(name)
        return entry if isinstance(entry, Term) else None

    def unknown(self, node: Node) -> Term:
        name = node.value
        entry = self.scope.entries.get(name)
        if isinstance(entry, tuple):
            what = f"'{name}' is a family of {len(entry)}: it needs an index"
            raise self.fail(node, what, f"{name}[1], or {name}[i] within Sum(i, 1, {len(entry)}, ...)")
        if name in TENSORS:
            raise self.fail(node, f"'{name}' is a function", f"write {name}(...)")
        what = f"unknown name '{name[:60]}'"
        if name.startswith(("d", "xi_", "eta_", "omega_", "Omega_")) and len(name) > 1:
            base = name.split("_", 1)[-1] if "_" in name else name.lstrip("d")
            if self.scope.origin.get(base) in {"a constant", "an input"}:
                what += f", and '{base}' is {self.scope.origin[base]}: it has no velocity and no variation"
        if _DERIVED.match(name):
            known = ", ".join(n for n in self.scope.entries if _DERIVED.match(n)) or "none"
            raise self.fail(node, what, f"of rates and variations there are: {known}; delta(x) is of any variable")
        raise self.fail(node, what, self.near(name, f"declare it; known: {', '.join(sorted(self.scope.entries))}"))

    def names(self) -> Iterable[str]:
        return [*self.scope.entries, *self.scope.sizes, *RESERVED]

    def usage(self, name: str) -> str:
        return "a sum is written Sum(i, 1, n, term)" if name == "Sum" else super().usage(name)

    # --- vectors, matrices, families ------------------------------------------------------------------------------------

    def tensor(self, node: Node) -> Term:
        name = node.value
        if node.kind == "T":
            return transpose(self.read(node.args[0]))
        if node.kind == "index":
            return self._index(node)
        if name == "Sum":
            return self._sum_over(node)
        if name == "eye":
            n = self._integer(node.args[0])
            if not 1 <= n <= MAX_DIMENSION:
                raise self.fail(node, f"eye({n}): from 1 to {MAX_DIMENSION} is possible")
            return identity(n)
        if TENSORS[name] == 2:
            self.infer(node.args, None)
        args = [self.read(n) for n in node.args]
        if name == "trace":
            return self._trace(node, args[0])
        return self._variation(node, args[0]) if name == "delta" else _VECTOR_FUNCTIONS[name](*args)

    def _index(self, node: Node) -> Term:
        name, entry = node.value, self.scope.entries.get(node.value)
        if entry is None:
            return self.unknown(node)
        if isinstance(entry, Term):
            hint = f"declare a family: {name}: S2[n] or scalar[n]"
            raise self.fail(node, f"'{name}' is one symbol, not a family", hint)
        i = self._integer(node.args[0])
        if self.probing:
            return entry[0]
        if not 1 <= i <= len(entry):
            raise self.fail(node, f"{name}[{i}] does not exist: the index goes from 1 to {len(entry)}")
        return entry[i - 1]

    def _integer(self, node: Node) -> int:
        value = self.read(node)
        if value.op != "number" or value.data.denominator != 1:
            raise self.fail(node, "a whole number is needed here")
        if abs(value.data) > 10**6:
            what = f"{float(value.data):g} is too large here: families and sums have at most {MAX_FAMILY}"
            raise self.fail(node, what)
        return int(value.data)

    def _variation(self, node: Node, argument: Term) -> Term:
        varied = first_variation(argument)
        if varied.is_zero:
            what = "this does not vary: it contains no configuration variable"
            if node.args[0].kind == "name":
                name = node.args[0].value
                what = f"'{name}' is {self.scope.origin.get(name, 'a constant')}: it does not vary"
            variables = ", ".join(v.name for v in self.scope.variables)
            raise self.fail(node, what, f"delta() is of a position; the variables are {variables}")
        return varied

    def _trace(self, node: Node, matrix: Term) -> Term:
        if matrix.shape != (3, 3):
            raise self.fail(node, f"trace needs a 3x3 matrix, this is {say(matrix.shape)}")
        declare_basis(self.scope, BASIS)
        axes = [self.scope.entries[e] for e in BASIS]
        if not all(isinstance(e, Term) and e.op == "constant" and e.data.kind == "basis" for e in axes):
            raise self.fail(node, "trace needs e1, e2, e3 to be the axes", "rename your e1, e2 or e3")
        return total(dot(e, matmul(matrix, e)) for e in axes if isinstance(e, Term))

    def _sum_over(self, node: Node) -> Term:
        if node.args[0].kind != "name":
            raise self.fail(node, "a sum has no index", self.usage("Sum"))
        index, body = node.args[0].value, node.args[3]
        if index in self.scope.entries or index in self.scope.sizes or index in self.indices or index in RESERVED:
            raise self.fail(node.args[0], f"the index '{index}' is already the name of something else")
        first, last = (self._integer(n) for n in node.args[1:3])
        if last - first > MAX_FAMILY:
            raise self.fail(node, f"a sum of {last - first + 1} terms: at most {MAX_FAMILY} are possible")
        if last < first:  # of no terms: zero, of the type that the body would have
            self.probing += 1
            probe = self._with_index(body, index, 1)
            self.probing -= 1
            return multiply(number(0), probe)
        return add(*(self._with_index(body, index, i) for i in range(first, last + 1)))

    def _with_index(self, body: Node, index: str, value: int) -> Term:
        self.indices[index] = value
        try:
            return self.read(body)
        finally:
            del self.indices[index]

    def infer(self, operands: Sequence[Node], fixed: Shape | None) -> None:
        """In work, where no inputs are declared, an unknown operand of a product is an input that fits.

        In dot(delta(q), tau) the vector tau has the size of delta(q); in F*delta(x) the factor F is a scalar.
        """
        unknown = [n for n in operands if self.infer_inputs and self._is_unknown(n)]
        if not unknown:
            return
        known = [n for n in operands if n not in unknown]
        if not known or (fixed is None and len(unknown) > 1):
            self.unknown(unknown[0])
        shape = self.read(known[0]).shape if fixed is None else fixed
        for n in unknown:
            self.scope.inputs.append(Input(n.value, shape))
            try:
                self.scope.declare(n.value, leaf(self.scope.inputs[-1]), "an input", "")
            except LinkwrightError as error:
                raise self.placed(error, n) from None

    def _is_unknown(self, node: Node) -> bool:
        name, scope = node.value, self.scope
        known = name in self.indices or name in scope.sizes or name in scope.entries or name in BASIS
        return node.kind == "name" and not known and name not in RESERVED and not _DERIVED.match(name)
