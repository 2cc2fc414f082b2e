"""Python function -> Procedure. The function is read, not run: a small part of Python, which docs/decisions/0015 describes.

Helpers (functions beside the one that is translated) are inlined where they are called: arrays by reference, scalars by value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from linkwright.graph.port import Port
from linkwright.passes.kernel import Kernel
from linkwright.passes.procedure import (
    Array,
    Name,
    Procedure,
)
from linkwright.passes.procedure_names import without_idle
from linkwright.passes.procedure_scope import Names, NotAProcedure, Scope, assigned_names
from linkwright.passes.procedure_writer import Writer

__all__ = ["NotAProcedure", "translate"]


def translate(
    function: Callable[..., Any],
    inputs: Sequence[Port],
    outputs: Sequence[Port],
    kernels: Mapping[str, Kernel] | None = None,
    constants: Mapping[str, Any] | None = None,
) -> Procedure:
    """The procedure that a function says. Its parameters are the inputs, then the outputs (without shape: arrays of one).

    kernels:   what the function may call, by the name that it uses
    constants: numbers and tables, by name; those that stand beside the function are found there
    """
    names = Names(kernels or {}, constants or {})
    source = names.source(function)
    scope = Scope(source, assigned=assigned_names(source.tree))
    ports = [*inputs, *outputs]
    if source.parameters != [p.name for p in ports]:
        source.refuse(source.tree, f"the parameters must be {', '.join(p.name for p in ports)}")
    names.used |= {p.name for p in ports}
    for k, port in enumerate(ports):
        scalar = k < len(inputs) and not port.shape
        scope.words[port.name] = Name(port.name) if scalar else Array(port.name, port.shape or (1,))
    names.fixed |= {p.name for p in inputs}
    if scope.assigned & set(source.parameters):
        source.refuse(source.tree, f"parameters are assigned to: {sorted(scope.assigned & set(source.parameters))}")
    writer = Writer(names, scope)
    if writer.body(outermost=True):
        source.refuse(source.tree, "the outermost function returns nothing; it fills its outputs")
    calls = {name: (kernels or {})[name] for name in names.calls}
    scalars, arrays = tuple(names.scalars.items()), tuple(names.arrays.values())
    return without_idle(Procedure(tuple(writer.values.block), scalars, arrays, tuple(calls.items())))
