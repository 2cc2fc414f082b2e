"""Kernel -> LLVM IR text for one state: `void single(ptr ports)`, with a pointer per input, then per output."""

from __future__ import annotations

from linkwright.passes.kernel import Kernel
from linkwright.runtime.frame import Shape, lay_out
from linkwright.runtime.ir import Lanes, Lines, Module
from linkwright.runtime.machine import Machine
from linkwright.runtime.pieces import port_names, sparse_outputs, write_pieces
from linkwright.runtime.plan import Plan, Turn, plan


def single_ir(kernel: Kernel, machine: Machine) -> str:
    """The function `single`."""
    work = plan(kernel, machine.fma)
    shape = Shape(Lanes(1), Lanes(_pack(work, machine)), machine.fma)
    module = Module(max(shape.pack.count, 4))
    frame = lay_out(work, shape)
    pieces = write_pieces(module, work, shape, frame)
    f = Lines(module, shape.lanes)
    f.do(f"%frame = alloca [{max(frame.size, 8)} x i8], align 64")
    names = port_names(work, shape)
    for k, name in enumerate(names):
        f.do(f"{name} = load ptr, ptr {f.at('%ports', 8 * k)}")
    for p in sparse_outputs(work):
        f.do(f"call void @{_clear(module)}(ptr %out{p}, i64 {kernel.outputs[p].size})")
    for piece in pieces:
        f.do(f"call void @{piece}({', '.join(f'ptr {n}' for n in ('%frame', *names))})")
    f.do("ret void")
    f.finish("single", "define dso_local void @single(ptr %ports) #0")
    return module.text()


def _clear(module: Module) -> str:
    """Name of `void (ptr out, i64 n)`: n zeros, n at least 4; the last step overlaps the one before."""
    name = "clear"
    if name not in module.parts:
        module.declare("llvm.umin.i64", "i64", "i64", "i64")
        f = Lines(module, Lanes(4))
        f.do("%last = sub i64 %n, 4")
        f.do("br label %loop")
        f.label("loop")
        f.do("%i = phi i64 [ 0, %0 ], [ %next, %loop ]")
        f.do("%k = call i64 @llvm.umin.i64(i64 %i, i64 %last)")
        f.do("%to = getelementptr double, ptr %out, i64 %k")
        f.do("store <4 x double> zeroinitializer, ptr %to, align 8")
        f.do("%next = add i64 %i, 4")
        f.do("%more = icmp ult i64 %next, %n")
        f.do("br i1 %more, label %loop, label %done")
        f.label("done")
        f.do("ret void")
        f.finish(name, f"define internal void @{name}(ptr %out, i64 %n) #0")
    return name


def _pack(work: Plan, machine: Machine) -> int:
    """Angles per call of sincos: the smallest number of lanes that holds them all, up to a full register."""
    angles = max((len(s.angles) for piece in work.pieces for s in piece if isinstance(s, Turn)), default=1)
    pack = 1
    while pack < min(angles, machine.lanes):
        pack *= 2
    return pack
