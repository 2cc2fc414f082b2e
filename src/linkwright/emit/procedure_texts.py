"""What languages share that write procedures: the operations in one, and outputs that are plain numbers."""

from __future__ import annotations

from dataclasses import fields, is_dataclass

from linkwright.emit.program import Program, local_words
from linkwright.emit.target import Target
from linkwright.passes.kernel import Kernel
from linkwright.passes.procedural import as_procedure
from linkwright.passes.procedure import Apply, Procedure
from linkwright.passes.procedure_names import renamed


def operations(kernel: Kernel) -> set[str]:
    """Operations of the op table that a kernel's own text uses."""
    found = {instr.op for instr in kernel.code}
    procedure = as_procedure(kernel)
    stack: list[object] = [procedure.body] if procedure is not None else []
    while stack:
        part = stack.pop()
        if isinstance(part, Apply):
            found.add(part.op)
        if isinstance(part, tuple):
            stack.extend(part)  # type: ignore[reportUnknownArgumentType]  # statements and values
        elif is_dataclass(part):
            stack.extend(getattr(part, f.name) for f in fields(part))
    return found


def statements_of(kernel: Kernel, target: Target) -> Procedure | None:
    """The statements of a kernel that has some, its own or those that repeat another, with names the language accepts."""
    procedure = as_procedure(kernel)
    if procedure is None or kernel.procedure is not None:
        return procedure
    taken = (kernel.name, *(p.name for p in (*kernel.inputs, *kernel.outputs)), *(k.name for k in kernel.called))
    return renamed(procedure, local_words(procedure, target, taken))


def is_called(program: Program, kernel: Kernel) -> bool:
    """Whether another function of the program calls this one: its inputs are then not checked, as they are not the user's."""
    return any(kernel.name == called.name for caller in program.kernels for called in caller.called)


def plain_outputs(kernel: Kernel) -> frozenset[str]:
    """Outputs without shape, which statements index as if they had one element."""
    return frozenset(p.name for p in kernel.outputs if not p.shape)
