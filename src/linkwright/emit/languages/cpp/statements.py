"""Statements of procedures in C++, over any scalar that can be compared."""

from __future__ import annotations

from math import prod

from linkwright.emit.languages.c.statements import declarations
from linkwright.emit.statements import Statements, Syntax, flat
from linkwright.emit.target import Target
from linkwright.passes.kernel import Kernel
from linkwright.passes.procedure import Procedure


def body(target: Target, kernel: Kernel, procedure: Procedure) -> tuple[list[str], set[str]]:
    """Declarations and statements; the operations in them."""
    walk = Statements(kernel, procedure, target, _SYNTAX)
    lines = walk.lines(procedure.body)
    return [*declarations(target, procedure, "const Scalar", "Scalar"), *lines], walk.operations


def _call(called: Kernel, given: list[str], results: list[str]) -> list[str]:
    texts = dict(zip((p.name for p in called.inputs), given, strict=True))
    outputs = [name if p.shape else f"&{name}" for name, p in zip(results, called.outputs, strict=True)]
    return [f"{called.name}<Scalar>({', '.join([*(texts[p.name] for p in called.ordered), *outputs])});"]


_SYNTAX = Syntax(
    element=flat,
    fill=lambda name, shape, value: [f"linkwright::fill<Scalar>({name}, {prod(shape)}, {value});"],
    copy=lambda target, source, shape: [f"linkwright::copy<Scalar>({source}, {prod(shape)}, {target});"],
    call=_call,
    to_float="Scalar({value})",
    nan="Scalar(static_cast<double>(NAN))",
    infinity="Scalar(HUGE_VAL)",
    finite="linkwright::is_finite<Scalar>({value})",
)
