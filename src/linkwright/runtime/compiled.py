"""What is to be compiled -> machine code in this process, from the disk cache where it was compiled before.

Nothing that writes IR is imported unless something is missing there.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path

from linkwright.passes.kernel import Kernel
from linkwright.runtime.cache import remembered
from linkwright.runtime.machine import Code, Machine, compile_ir


@cache
def _shared(lanes: int) -> tuple[dict[str, tuple[int, int]], tuple[str, ...]]:
    """What kernels for up to so many lanes may use: sines and cosines with lanes and angles, what moves rows and columns."""
    widths = [n for n in (1, 2, 4, 8, 16) if n <= lanes]
    sincos = {f"sincos.{n}x{angles}": (n, angles) for n in widths for angles in (1, 2, 3)}
    tiles = (f"{kind}.{n}" for kind in ("gather", "scatter") for n in widths)
    return sincos, ("columns", "fetch", "ahead", "stream", "scatter.some", *tiles)


def compiled(name: str, machine: Machine, write: Callable[[], str], passes: bool = False) -> Code:
    """The code of the IR that `write` writes; `name` says all it depends on besides the machine and this package."""
    key = "\n".join((_emitter(), machine.key, name))
    return Code(remembered(key, lambda: compile_ir(write(), machine, passes)), machine)


@cache
def _emitter() -> str:
    """What this package says now: code compiled by another version of it is other code."""
    files = sorted(Path(__file__).parent.glob("*.[pl][yl]"))
    if not files:  # inside an archive: no two processes agree, so that nothing stale is found
        return os.urandom(16).hex()
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()


# --- kernels ------------------------------------------------------------------------------------------------------------


def compiled_kernel(kernel: Kernel, form: str, machine: Machine) -> Code:
    """The code of a kernel's function `single`, or `batch` for results in rows, or `soa` for results in columns."""
    if not kernel.straight:
        return _compiled_procedure(kernel, machine)
    kernel = for_one_state(kernel) if form == "single" else kernel
    code = [(c.op, c.args, c.value) if c.lanes == 1 else (c.op, c.args, c.lanes, c.value) for c in kernel.code]
    name = f"{form} {[(p.name, p.nodes) for p in (*kernel.inputs, *kernel.outputs)]} {kernel.stores} {code}"
    return _linked(compiled(name, machine, lambda: _write(kernel, form, machine)), machine)


def for_one_state(kernel: Kernel) -> Kernel:
    """The code that one state runs: in vectors where it has legs in lanes."""
    kernel = kernel if kernel.lanes is None else kernel.lanes
    if not kernel.packs:
        return kernel
    from linkwright.passes.lanes.vectors import vectorised

    return vectorised(kernel)


def _compiled_procedure(kernel: Kernel, machine: Machine) -> Code:
    """The code of both functions, linked to that of the kernels that it calls."""
    from linkwright.passes.procedural import as_procedure

    procedure = as_procedure(kernel)
    assert procedure is not None

    def write() -> str:
        from linkwright.runtime.procedure_ir import procedure_ir

        return procedure_ir(kernel, procedure, machine)

    called = [k for _, k in procedure.calls]
    ports = [[(p.name, p.shape) for p in (*k.inputs, *k.outputs)] for k in (kernel, *called)]
    parts = (procedure.body, procedure.scalars, procedure.arrays, [name for name, _ in procedure.calls])
    code = _linked(compiled(f"procedure {ports} {parts}", machine, write, passes=True), machine)
    for k, other in enumerate(called):
        code.kept.append(compiled_kernel(other, "single", machine))
        if place := code.variable(f"called.{k}"):
            ctypes.c_int64.from_address(place).value = code.kept[-1].address("single")
    return code


def _write(kernel: Kernel, form: str, machine: Machine) -> str:
    if form == "single":
        from linkwright.runtime.single_ir import single_ir

        return single_ir(kernel, machine)
    from linkwright.runtime.batch_ir import batch_ir

    return batch_ir(kernel, machine, soa=form == "soa")


# --- functions that many kernels use, compiled once per process ----------------------------------------------------------


def _linked(code: Code, machine: Machine) -> Code:
    """Code with its variables for shared functions filled in: they have the functions' names."""
    sincos, transposition = _shared(machine.lanes)
    for name in (*sincos, *transposition):
        if place := code.variable(name):
            home = _sincos(machine, *sincos[name]) if name in sincos else _transposition(machine)
            ctypes.c_int64.from_address(place).value = home.address(name)
    return code


@cache
def _sincos(machine: Machine, lanes: int, angles: int) -> Code:
    def write() -> str:
        from linkwright.runtime.ir import Lanes, Module
        from linkwright.runtime.sincos import write_sincos

        module = Module(machine.real, lanes)
        write_sincos(module, Lanes(lanes, machine.real), machine.fma, angles)
        return module.text()

    return compiled(f"sincos {lanes} {angles}", machine, write)


@cache
def _transposition(machine: Machine) -> Code:
    def write() -> str:
        from linkwright.runtime.columns import write_columns
        from linkwright.runtime.ir import Lanes, Module
        from linkwright.runtime.transpose import write_transposition

        module = Module(machine.real, machine.lanes)
        write_columns(module, Lanes(machine.lanes, machine.real))
        write_transposition(module, Lanes(machine.lanes, machine.real))
        return module.text()

    return compiled("transposition", machine, write)
