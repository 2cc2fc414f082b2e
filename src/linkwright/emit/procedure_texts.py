"""What languages share that write procedures: the operations in one, and outputs that are plain numbers."""

from __future__ import annotations

from linkwright.emit.program import Program
from linkwright.passes.kernel import Kernel
from linkwright.passes.procedure import Apply, inside


def operations(kernel: Kernel) -> set[str]:
    """Operations of the op table that a kernel's own text uses."""
    body = kernel.procedure.body if kernel.procedure is not None else ()
    return {instr.op for instr in kernel.code} | {part.op for part in inside(body) if isinstance(part, Apply)}


def is_called(program: Program, kernel: Kernel) -> bool:
    """Whether another function of the program calls this one: its inputs are then not checked, as they are not the user's."""
    return any(kernel.name == called.name for caller in program.kernels for called in caller.called)


def scalar_outputs(kernel: Kernel) -> frozenset[str]:
    """Outputs without shape, which statements index as if they had one element."""
    return frozenset(p.name for p in kernel.outputs if not p.shape)
