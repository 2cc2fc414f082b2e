"""Kernel -> LLVM IR text for one state: `void single(ptr ports)`, with a pointer per input, then per output."""

from __future__ import annotations

from linkwright.passes.kernel import Kernel
from linkwright.runtime.constant_outputs import write_constant_outputs
from linkwright.runtime.frame import Shape, lay_out
from linkwright.runtime.ir import Lanes, Lines, Module
from linkwright.runtime.machine import Machine
from linkwright.runtime.pieces import port_names, write_pieces
from linkwright.runtime.plan import Group, Plan, SinCosGroup, plan

_MOST_STACK = 128 * 1024
"""Bytes of stack that a call may use; threads may have as little as 512 kB in all. Kernels that need more are rare."""


def single_ir(kernel: Kernel, machine: Machine) -> str:
    """The function `single`."""
    work = plan(kernel, machine.fma)
    shape = Shape(Lanes(1, machine.real), Lanes(_pack(work, machine), machine.real), machine.fma)
    module = Module(machine.real, machine.lanes, machine.fma)
    frame = lay_out(work, shape)
    pieces = write_pieces(module, work, shape, frame)
    f = Lines(module, shape.lanes)
    on_heap = frame.size > _MOST_STACK
    if on_heap:
        f.do(f"%block = call ptr {module.library('malloc', f)}(i64 {frame.size + 64})")
        address = f.let("ptrtoint ptr %block to i64")
        above = f.let(f"and i64 {f.let(f'add i64 {address}, 63')}, -64")
        f.do(f"%frame = inttoptr i64 {above} to ptr")
    else:
        f.do(f"%frame = alloca [{max(frame.size, 8)} x i8], align 64")
    names = port_names(work, shape)
    for k, name in enumerate(names):
        f.do(f"{name} = load ptr, ptr {f.at('%ports', 8 * k)}")
    for plain in write_constant_outputs(module, kernel):
        f.do(f"call void @{plain}({', '.join(f'ptr {n}' for n in names)})")
    for piece in pieces:
        f.do(f"call void @{piece}({', '.join(f'ptr {n}' for n in ('%frame', *names))})")
    if on_heap:
        f.do(f"call void {module.library('free', f)}(ptr %block)")
    f.do("ret void")
    f.finish("single", "define dso_local void @single(ptr %ports) #0")
    return module.text()


def _pack(work: Plan, machine: Machine) -> int:
    """Angles per call of sincos and the like: the smallest number of lanes that holds them all, up to a full register."""
    together = (len(s.angles) for piece in work.pieces for s in piece if isinstance(s, SinCosGroup))
    grouped = (len(s.made) for piece in work.pieces for s in piece if isinstance(s, Group))
    angles = max((*together, *grouped), default=1)
    pack = 1
    while pack < min(angles, machine.lanes):
        pack *= 2
    return pack
