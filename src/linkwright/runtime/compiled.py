"""Kernel -> machine code in this process, from the disk cache where it was compiled before."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path

from linkwright.passes.kernel import Kernel
from linkwright.runtime.batch_ir import batch_ir
from linkwright.runtime.cache import remembered
from linkwright.runtime.machine import Code, Machine, compile_ir
from linkwright.runtime.shared import link
from linkwright.runtime.single_ir import single_ir

FORMS: dict[str, Callable[[Kernel, Machine], str]] = {"single": single_ir, "batch": batch_ir}
"""The functions a kernel can become, and who writes them."""


def compiled(kernel: Kernel, form: str, machine: Machine) -> Code:
    """The code of a kernel's `single` or `batch` function."""
    key = "\n".join((_emitter(), machine.key, form, _text(kernel)))
    return link(Code(remembered(key, lambda: compile_ir(FORMS[form](kernel, machine), machine)), machine), machine)


def _text(kernel: Kernel) -> str:
    """All of a kernel that the code depends on."""
    code = [(c.op, c.args, c.value) for c in kernel.code]
    return repr(([(p.name, p.nodes) for p in (*kernel.inputs, *kernel.outputs)], code))


@cache
def _emitter() -> str:
    """What these modules say now: code compiled by another version of them is other code."""
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()
