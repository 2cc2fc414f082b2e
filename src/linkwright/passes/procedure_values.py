"""Python's expressions -> values and conditions of a procedure.

What is no value by itself (a helper's call, a choice) is computed by statements before the one that needs it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field

from linkwright.passes import procedure as proc
from linkwright.passes.procedure_kinds import MATH, at_hand, count, whole
from linkwright.passes.procedure_scope import Names, Scope

_ARITHMETIC: dict[type[ast.AST], tuple[str, str]] = {
    ast.Add: ("+", "add"),
    ast.Sub: ("-", "sub"),
    ast.Mult: ("*", "mul"),
    ast.Div: ("/", "div"),
}
_COMPARE: dict[type[ast.AST], str] = {
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
}


@dataclass
class Values:
    """Expressions in one scope. block: the statements before the place that is being translated."""

    names: Names
    scope: Scope
    call: Callable[[ast.Call, bool], tuple[proc.Value, ...]]
    """A call of a helper or a kernel: (syntax, whether it is all there is in its statement) -> results."""
    block: list[proc.Statement] = field(default_factory=list[proc.Statement])

    @contextmanager
    def nested(self) -> Generator[list[proc.Statement]]:
        """Statements go to a block of their own."""
        outer, self.block = self.block, []
        try:
            yield self.block
        finally:
            self.block = outer

    @contextmanager
    def _without_statements(self, node: ast.AST, where: str) -> Generator[None]:
        with self.nested() as block:
            yield
        if block:
            self.scope.source.refuse(node, f"no calls of helpers, no choices in {where}: compute it before")

    # --- values -----------------------------------------------------------------------------------------------------------

    def value(self, node: ast.expr, alone: bool = False) -> proc.Value:
        """A float or an integer. alone: nothing else in the statement is computed before or after it."""
        match node:
            case ast.Constant(value=bool()):
                pass
            case ast.Constant(value=int(x)) | ast.Constant(value=float(x)):
                return proc.Number(x)
            case ast.Name():
                found = self.word(node)
                if not isinstance(found, proc.Array):
                    return found
                self.scope.source.refuse(node, f"'{node.id}' is an array; a number is needed here: {node.id}[...]")
            case ast.Subscript():
                return self._subscript(node)
            case ast.UnaryOp(op=ast.USub()):
                return self._negative(self.value(node.operand))
            case ast.UnaryOp(op=ast.UAdd()):
                return self.value(node.operand)
            case ast.BinOp():
                return self._binary(node)
            case ast.IfExp():
                return self._choice(node)
            case ast.Call():
                return self._call(node, alone)
            case _:
                pass
        self.scope.source.refuse(node, f"no value of a procedure: {ast.unparse(node)}")

    def real(self, node: ast.expr, alone: bool = False) -> proc.Value:
        """A float; an integer that is written down counts as one."""
        return self.as_real(node, self.value(node, alone))

    def as_real(self, node: ast.AST, value: proc.Value) -> proc.Value:
        """The same, of a value."""
        if not whole(value):
            return value
        if isinstance(value, proc.Number):
            return proc.Number(float(value.value))
        text = ast.unparse(node) if isinstance(node, ast.expr) else "this"
        self.scope.source.refuse(node, f"{text} is an integer, a float is needed: float(...)")

    def integer(self, node: ast.expr) -> proc.Value:
        """An integer."""
        value = self.value(node)
        if not whole(value):
            self.scope.source.refuse(node, f"{ast.unparse(node)} is a float, an integer is needed")
        return value

    def known(self, node: ast.expr) -> int:
        """An integer that is known now: a size."""
        value = self.integer(node)
        if isinstance(value, proc.Number):
            return int(value.value)
        self.scope.source.refuse(node, f"{ast.unparse(node)} must be a number known beforehand")

    def word(self, node: ast.Name) -> proc.Name | proc.Number | proc.Array:
        """What a word stands for."""
        found = self.scope.words.get(node.id)
        if found is None:
            found = self.names.constant(self.scope, node.id)
        if found is None:
            self.scope.source.refuse(
                node, f"'{node.id}' has no value here (counters of loops have none after their loop)"
            )
        return found

    def array(self, node: ast.expr) -> proc.Array:
        """An array by its name."""
        found = self.word(node) if isinstance(node, ast.Name) else None
        if isinstance(found, proc.Array):
            return found
        self.scope.source.refuse(node, f"{ast.unparse(node)} is no array")

    def index(self, node: ast.Subscript) -> tuple[proc.Array, tuple[proc.Value, ...]]:
        """Array and indices of A[i, j]."""
        array = self.array(node.value)
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        index = tuple(self.integer(part) for part in parts)
        if len(index) != len(array.shape):
            self.scope.source.refuse(node, f"{ast.unparse(node)}: the array has the shape {array.shape}")
        for k, size in zip(index, array.shape, strict=True):
            if isinstance(k, proc.Number) and not 0 <= k.value < size:
                self.scope.source.refuse(node, f"{ast.unparse(node)}: the array has the shape {array.shape}")
        return array, index

    def _subscript(self, node: ast.Subscript) -> proc.Value:
        if isinstance(node.value, ast.Attribute) and node.value.attr == "shape":
            return proc.Number(self.array(node.value.value).shape[self.known(node.slice)])
        array, index = self.index(node)
        if array.values is not None and all(isinstance(k, proc.Number) for k in index):
            flat = 0
            for k, size in zip(index, array.shape, strict=True):
                assert isinstance(k, proc.Number)
                flat = flat * size + int(k.value)
            return proc.Number(array.values[flat])
        return proc.Element(array.name, index)

    def _negative(self, value: proc.Value) -> proc.Value:
        if isinstance(value, proc.Number):
            return proc.Number(-value.value)
        return count("-", proc.Number(0), value) if whole(value) else proc.Apply("neg", (value,))

    def _binary(self, node: ast.BinOp) -> proc.Value:
        left, right = self.value(node.left), self.value(node.right)
        if type(node.op) not in _ARITHMETIC:
            hint = " (a square is x * x)" if isinstance(node.op, ast.Pow) else ""
            self.scope.source.refuse(node, f"no operation of a procedure: {ast.unparse(node)}{hint}")
        return self.arithmetic(node, left, right)

    def arithmetic(self, node: ast.BinOp | ast.AugAssign, left: proc.Value, right: proc.Value) -> proc.Value:
        """a + b and so on, of two floats or two integers."""
        symbol, op = _ARITHMETIC[type(node.op)]
        if whole(left) and whole(right):
            if symbol == "/":
                self.scope.source.refuse(node, f"{ast.unparse(node)} divides integers: use floats")
            return count(symbol, left, right)
        return proc.Apply(op, (self.as_real(node, left), self.as_real(node, right)))

    def _choice(self, node: ast.IfExp) -> proc.Value:
        """a if c else b: the operation "select" where both are at hand, or two branches that give one scalar its value."""
        condition = self.condition(node.test)
        blocks: list[list[proc.Statement]] = []
        values: list[proc.Value] = []
        for part in (node.body, node.orelse):
            with self.nested() as block:
                values.append(self.value(part))
            blocks.append(block)
        kind = all(whole(v) for v in values)
        values = values if kind else [self.as_real(node, v) for v in values]
        if not kind and all(at_hand(v) for v in values):
            match condition:  # x > y just where x - y > 0, with infinities and NaN too
                case proc.Compare(op=">", left=a, right=b) | proc.Compare(op="<", left=b, right=a) if not whole(a):
                    return proc.Apply("select", (a if b == proc.Number(0.0) else proc.Apply("sub", (a, b)), *values))
                case _:
                    pass
        chosen = self.names.temporary("choice", kind)
        yes, no = ((*b, proc.Set(chosen.name, v)) for b, v in zip(blocks, values, strict=True))
        self.block.append(proc.If(condition, yes, no))
        return chosen

    def _call(self, node: ast.Call, alone: bool) -> proc.Value:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name not in self.names.kernels and name in MATH:
            op, arity = MATH[name]
            if len(node.args) != arity:
                self.scope.source.refuse(node, f"{name} takes {arity} here")
            return proc.Apply(op, tuple(self.real(a) for a in node.args))
        if name == "float":
            value = self.value(node.args[0])
            return (
                proc.ToFloat(value)
                if whole(value) and not isinstance(value, proc.Number)
                else self.as_real(node, value)
            )
        if name == "len":
            return proc.Number(self.array(node.args[0]).shape[0])
        results = self.call(node, alone)
        if len(results) != 1:
            self.scope.source.refuse(node, f"{name} gives {len(results)} values, one is needed here")
        return results[0]

    # --- conditions -------------------------------------------------------------------------------------------------------

    def condition(self, node: ast.expr, where: str = "") -> proc.Condition:
        """A condition; `where` names a place in which nothing can be computed before."""
        if where:
            with self._without_statements(node, where):
                return self.condition(node)
        match node:
            case ast.Compare(ops=[op]) if type(op) in _COMPARE:
                left, right = self.value(node.left), self.value(node.comparators[0])
                if not (whole(left) and whole(right)):
                    left, right = self.as_real(node.left, left), self.as_real(node.comparators[0], right)
                return proc.Compare(_COMPARE[type(op)], left, right)
            case ast.BoolOp():
                first, *rest = node.values
                parts = [self.condition(first), *(self.condition(n, "what comes after and, or") for n in rest)]
                return proc.Logic("and" if isinstance(node.op, ast.And) else "or", tuple(parts))
            case ast.UnaryOp(op=ast.Not()):
                return proc.Logic("not", (self.condition(node.operand),))
            case ast.Call(func=ast.Name(id="isfinite"), args=[x]):
                return proc.Finite(self.real(x))
            case _:
                self.scope.source.refuse(node, f"no condition of a procedure: {ast.unparse(node)}")
