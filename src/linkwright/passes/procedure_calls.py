"""Calls in a procedure's source: helpers become their statements, kernels become Call statements."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import Any

from linkwright.graph.port import Port
from linkwright.passes.procedure import Array, Call, Copy, Name, Number, Set, Statement, Value, changed
from linkwright.passes.procedure_kinds import is_all, whole
from linkwright.passes.procedure_names import read_names
from linkwright.passes.procedure_scope import Names, Scope, assigned_names
from linkwright.passes.procedure_values import Values

Inline = Callable[[Names, Scope, tuple[Any, ...], list[Statement]], tuple[Value, ...]]
Give = Callable[[ast.expr, Value], None]
ScalarOf = Callable[[ast.Name, Value], Name]


def inline(values: Values, node: ast.Call, alone: bool, active: tuple[Any, ...], into: Inline) -> tuple[Value, ...]:
    """The statements of a helper; its results, each a number or a scalar that nobody else changes."""
    source, names = values.scope.source, values.names
    function = (
        getattr(source.function, "__globals__", {}).get(node.func.id) if isinstance(node.func, ast.Name) else None
    )
    if not isinstance(function, FunctionType):
        source.refuse(node, f"'{ast.unparse(node.func)}' is no kernel, no helper and no operation that procedures know")
    if function in active:
        source.refuse(node, f"'{function.__name__}' calls itself")
    helper = names.source(function)
    if len(node.args) != len(helper.parameters) or node.keywords:
        source.refuse(node, f"{function.__name__} takes {', '.join(helper.parameters)}, by position")
    scope = Scope(helper, assigned=assigned_names(helper.tree))
    given: set[str] = set()
    # all arguments before any parameter is set: to find one may need this very helper
    words = [values.word(a) if isinstance(a, ast.Name) else values.value(a) for a in node.args]
    for parameter, word in zip(helper.parameters, words, strict=True):
        if isinstance(word, Array):
            given.add(word.name)
        elif not isinstance(word, Number | Name) or parameter in scope.assigned:
            scalar = names.scalar(scope, parameter, whole(word))
            values.block.append(Set(scalar.name, word))
            word = scalar
        scope.words[parameter] = word
    block: list[Statement] = []
    results = into(names, scope, active, block)
    values.block += block
    if not alone and changed(tuple(block)) & given:
        source.refuse(node, f"{function.__name__} changes arrays: call it in a statement of its own")
    kept = results if alone and len(results) == 1 else tuple(_kept(values, function.__name__, r) for r in results)
    return kept


def _kept(values: Values, name: str, value: Value) -> Value:
    """A result that stays when the helper is called again."""
    if isinstance(value, Number):
        return value
    kept = values.names.temporary(f"{name}_result", whole(value))
    values.names.held.add(kept.name)
    values.block.append(Set(kept.name, value))
    return kept


def kernel_call(
    values: Values, node: ast.Call, targets: Sequence[ast.expr] | None, give: Give, scalar_of: ScalarOf
) -> tuple[Value, ...]:
    """A Call; with targets they get the results, without the one result is given back."""
    assert isinstance(node.func, ast.Name)
    name, source = node.func.id, values.scope.source
    kernel = values.names.kernels[name]
    if len(node.args) != len(kernel.inputs) or node.keywords:
        source.refuse(node, f"{name} takes {', '.join(p.name for p in kernel.inputs)}, by position")
    if len(kernel.outputs) != (1 if targets is None else len(targets)):
        source.refuse(node, f"{name} gives {', '.join(p.name for p in kernel.outputs)}")
    values.names.calls[name] = kernel
    inputs = [_input(values, a, p) for a, p in zip(node.args, kernel.inputs, strict=True)]
    outputs: list[str] = []
    later: list[tuple[ast.expr, Value]] = []
    for k, port in enumerate(kernel.outputs):
        target = None if targets is None else targets[k]
        if isinstance(target, ast.Subscript) and is_all(target.slice):
            outputs.append(_output(values, target, port, inputs))
        elif port.shape:
            source.refuse(node, f"{port.name} of {name} has the shape {port.shape}: its target is array[:]")
        else:
            scalar = _scalar(target, inputs, scalar_of)
            if scalar is None:
                scalar = values.names.temporary(port.name, False)
                later += [(target, scalar)] if target is not None else []
            outputs.append(scalar.name)
    if len(set(outputs)) != len(outputs):
        source.refuse(node, "one array for two results")
    values.block.append(Call(name, tuple(inputs), tuple(outputs)))
    for target, scalar in later:
        give(target, scalar)
    return (Name(outputs[0]),) if targets is None else ()


def _scalar(target: ast.expr | None, inputs: Sequence[str | Value], scalar_of: ScalarOf) -> Name | None:
    """The scalar that gets a result itself: no input of the same call."""
    name = scalar_of(target, Number(0.0)) if isinstance(target, ast.Name) else None
    fits = name is not None and not name.whole and name.name not in read_names((Call("", tuple(inputs), ()),))
    return name if fits else None


def _input(values: Values, node: ast.expr, port: Port) -> str | Value:
    if not port.shape:
        return values.real(node)
    array = values.array(node)
    if array.shape != port.shape:
        values.scope.source.refuse(node, f"{port.name} has the shape {port.shape}, {array.name} has {array.shape}")
    return array.name


def _output(values: Values, target: ast.Subscript, port: Port, inputs: list[str | Value]) -> str:
    """The array that gets a result; where it is an input too, the input becomes a copy."""
    array = values.array(target.value)
    if array.name in values.names.fixed:
        values.scope.source.refuse(target, f"'{array.name}' is an input or a table, nobody changes it")
    if array.shape != port.shape:
        values.scope.source.refuse(target, f"{port.name} has the shape {port.shape}, {array.name} has {array.shape}")
    if array.name in inputs:
        before = values.names.copy_of(array)
        values.block.append(Copy(before.name, array.name))
        inputs[:] = [before.name if given == array.name else given for given in inputs]
    return array.name
