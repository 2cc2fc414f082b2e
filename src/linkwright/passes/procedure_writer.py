"""Python's statements -> statements of a procedure."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from linkwright.passes import procedure as proc
from linkwright.passes.procedure_calls import inline, kernel_call
from linkwright.passes.procedure_kinds import is_all, is_name, scalars_in, whole
from linkwright.passes.procedure_scope import Names, Scope
from linkwright.passes.procedure_values import Values


class Writer:
    """The statements of one function; they go to values.block."""

    def __init__(self, names: Names, scope: Scope, active: tuple[Any, ...] = ()) -> None:
        self.names, self.scope = names, scope
        self.active = (*active, scope.source.function)
        self.values = Values(names, scope, self.call)

    def body(self, outermost: bool = False) -> tuple[proc.Value, ...]:
        """All of it; the values that it returns."""
        statements = self.scope.source.tree.body
        text = ast.get_docstring(self.scope.source.tree)
        if text is not None:
            statements = statements[1:]
            self.values.block += [] if outermost else [proc.Remark(text.splitlines()[0])]
        last = statements[-1] if statements else None
        if not isinstance(last, ast.Return):
            self._block(statements)
            return ()
        self._block(statements[:-1])
        if last.value is None:
            return ()
        parts = last.value.elts if isinstance(last.value, ast.Tuple) else [last.value]
        return tuple(self.values.value(part) for part in parts)

    def _add(self, statement: proc.Statement) -> None:
        self.values.block.append(statement)

    def _block(self, nodes: Sequence[ast.stmt]) -> None:
        for node in nodes:
            self._statement(node)

    def _inner(self, nodes: Sequence[ast.stmt]) -> tuple[proc.Statement, ...]:
        with self.values.nested() as block:
            self._block(nodes)
        return tuple(block)

    def _statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Assign(targets=[target]):
                self._assign(node, target, node.value)
            case ast.AnnAssign(value=ast.expr() as value):
                self._assign(node, node.target, value)
            case ast.AugAssign():
                self._change(node)
            case ast.For():
                self._for(node)
            case ast.While(orelse=[]):
                condition = self.values.condition(node.test, "the condition of while")
                self._add(proc.While(condition, self._inner(node.body)))
            case ast.If():
                condition = self.values.condition(node.test)
                self._add(proc.If(condition, self._inner(node.body), self._inner(node.orelse)))
            case ast.Break():
                self._add(proc.Break())
            case ast.Expr(value=ast.Constant(value=str(text))):
                self._add(proc.Remark(" ".join(text.split())))
            case ast.Expr(value=ast.Call() as call):
                self.call(call, True)
            case ast.Pass():
                pass
            case ast.Return():
                self.scope.source.refuse(node, "return only as the last statement of a helper")
            case _:
                self.scope.source.refuse(node, f"no statement of a procedure: {ast.unparse(node).splitlines()[0]}")

    # --- assignments ------------------------------------------------------------------------------------------------------

    def _assign(self, node: ast.stmt, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Tuple):
            self._assign_several(node, target.elts, value)
        elif isinstance(value, ast.Call) and is_name(value.func, "zeros"):
            self._declare(node, target, value)
        elif isinstance(target, ast.Subscript) and is_all(target.slice):
            self._assign_array(target, value)
        else:
            found = self.values.value(value, alone=True)
            calls = any(
                isinstance(part, ast.Call) for part in ast.walk(target)
            )  # another copy of a helper may come between
            self.give(target, self._held(found) if calls else found)

    def _assign_several(self, node: ast.stmt, targets: list[ast.expr], value: ast.expr) -> None:
        if isinstance(value, ast.Call):
            name = value.func.id if isinstance(value.func, ast.Name) else ""
            if name in self.names.kernels:
                kernel_call(self.values, value, targets, self.give, self.scalar)
                return
            found = self.call(value, True)
        elif isinstance(value, ast.Tuple):  # a, b = b, a: all are read before any is set
            found = tuple(self._held(self.values.value(part)) for part in value.elts)
        else:
            self.scope.source.refuse(node, "several names get their values from a call or from as many values")
        if len(found) != len(targets):
            self.scope.source.refuse(node, f"{len(targets)} names for {len(found)} values")
        if len(targets) > 1:
            found = tuple(self._held(v) for v in found)
        for target, v in zip(targets, found, strict=True):
            self.give(target, v)

    def _held(self, value: proc.Value) -> proc.Value:
        if isinstance(value, proc.Number) or (isinstance(value, proc.Name) and value.name in self.names.held):
            return value
        name = self.names.temporary("held", whole(value))
        self.names.held.add(name.name)
        self._add(proc.Set(name.name, value))
        return name

    def give(self, target: ast.expr, value: proc.Value) -> None:
        """x = value, A[i] = value."""
        match target:
            case ast.Name():
                self._add(proc.Set(self.scalar(target, value).name, self._suited(target, value)))
            case ast.Subscript():
                array, index = self.values.index(target)
                self._writable(target, array)
                self._add(proc.Store(array.name, index, self.values.as_real(target, value)))
            case _:
                self.scope.source.refuse(target, f"nothing can be assigned to {ast.unparse(target)}")

    def scalar(self, target: ast.Name, value: proc.Value) -> proc.Name:
        """The scalar that a word stands for, which the first value makes a float or an integer."""
        known = self.scope.words.get(target.id)
        if known is None:
            known = self.names.scalar(self.scope, target.id, whole(value))
            self.scope.words[target.id] = known
        if not isinstance(known, proc.Name) or known.name in self.scope.loops:
            self.scope.source.refuse(target, f"'{target.id}' is an array, a constant or a loop's counter already")
        return known

    def _suited(self, target: ast.Name, value: proc.Value) -> proc.Value:
        known = self.scope.words[target.id]
        assert isinstance(known, proc.Name)
        if known.whole and not whole(value):
            self.scope.source.refuse(target, f"'{target.id}' is an integer (write 0.0 at first for a float)")
        return value if known.whole else self.values.as_real(target, value)

    def _change(self, node: ast.AugAssign) -> None:
        """x += e."""
        if not isinstance(node.op, ast.Add | ast.Sub | ast.Mult | ast.Div):
            self.scope.source.refuse(node, "only +=, -=, *=, /=")
        if isinstance(node.target, ast.Subscript):
            array, index = self.values.index(node.target)
            self._writable(node, array)
            load = ast.copy_location(ast.Subscript(node.target.value, node.target.slice, ast.Load()), node)
            value = self.values.arithmetic(node, self.values.value(load), self.values.value(node.value))
            self._add(proc.Store(array.name, index, value))
        elif isinstance(node.target, ast.Name):
            before = self.values.value(ast.copy_location(ast.Name(node.target.id, ast.Load()), node))
            self.give(node.target, self.values.arithmetic(node, before, self.values.value(node.value)))
        else:
            self.scope.source.refuse(node, f"nothing can be assigned to {ast.unparse(node.target)}")

    # --- arrays -----------------------------------------------------------------------------------------------------------

    def _declare(self, node: ast.stmt, target: ast.expr, value: ast.Call) -> None:
        """A = zeros(n, m)."""
        if not isinstance(target, ast.Name):
            self.scope.source.refuse(node, "zeros makes a new array: A = zeros(n); A[:] = 0.0 clears one")
        shape = tuple(self.values.known(a) for a in value.args)
        if not shape or min(shape) < 1:
            self.scope.source.refuse(node, f"an array of the shape {shape}")
        known = self.scope.words.get(target.id)
        array = self.names.array(self.scope, target.id, shape)
        if known not in (None, array):
            self.scope.source.refuse(node, f"'{target.id}' is something else already")
        self.scope.words[target.id] = array
        self._add(proc.Fill(array.name, proc.Number(0.0)))

    def _assign_array(self, target: ast.Subscript, value: ast.expr) -> None:
        """A[:] = B, A[:] = 0.0, A[:] = kernel(...)."""
        array = self.values.array(target.value)
        self._writable(target, array)
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id in self.names.kernels:
            kernel_call(self.values, value, [target], self.give, self.scalar)
            return
        word = self.values.word(value) if isinstance(value, ast.Name) else None
        if not isinstance(word, proc.Array):
            filler = self.values.real(value)  # computed before the array changes
            self._add(proc.Fill(array.name, filler if isinstance(filler, proc.Name) else self._held(filler)))
        elif word.shape != array.shape:
            self.scope.source.refuse(target, f"a copy from the shape {word.shape} to {array.shape}")
        elif word.name != array.name:
            self._add(proc.Copy(array.name, word.name))

    def _writable(self, node: ast.AST, array: proc.Array) -> None:
        if array.name in self.names.fixed:
            self.scope.source.refuse(node, f"'{array.name}' is an input or a table, nobody changes it")

    # --- loops and calls --------------------------------------------------------------------------------------------------

    def _for(self, node: ast.For) -> None:
        source = self.scope.source
        if not (isinstance(node.iter, ast.Call) and is_name(node.iter.func, "range") and not node.orelse):
            source.refuse(node, "only for i in range(...)")
        if not isinstance(node.target, ast.Name):
            source.refuse(node, "one counter")
        parts = [self.values.integer(a) for a in node.iter.args]
        start, stop = (proc.Number(0), parts[0]) if len(parts) == 1 else (parts[0], parts[1])
        step = parts[2] if len(parts) == 3 else proc.Number(1)
        if step not in (proc.Number(1), proc.Number(-1)):
            source.refuse(node, "steps of 1 or -1 only")
        word = node.target.id
        counter = self.names.counter(self.scope, word)
        if word in self.scope.words:
            source.refuse(node, f"'{word}' is something else already")
        self.scope.words[word] = counter
        self.scope.loops.append(counter.name)
        body = self._inner(node.body)
        self.scope.loops.pop()
        del self.scope.words[word]
        if scalars_in(stop) & proc.changed(body):  # Python looks at it once
            stop = self._held(stop)
        assert isinstance(step, proc.Number)
        self._add(proc.For(counter.name, start, stop, body, int(step.value)))

    def call(self, node: ast.Call, alone: bool) -> tuple[proc.Value, ...]:
        """A call of a helper or a kernel, as statements; its results."""
        if isinstance(node.func, ast.Name) and node.func.id in self.names.kernels:
            return kernel_call(self.values, node, None, self.give, self.scalar)
        return inline(self.values, node, alone, self.active, _inlined)


def _inlined(
    names: Names, scope: Scope, active: tuple[Any, ...], block: list[proc.Statement]
) -> tuple[proc.Value, ...]:
    """A helper's statements into a block."""
    writer = Writer(names, scope, active)
    writer.values.block = block
    return writer.body()
