"""Kernel -> LLVM IR text: one state at a time, or as many as there are lanes.

- `void single(ptr ports)`: a pointer per input, then per output
- `void batch(ptr ports, ptr strides, i64 count, ptr frame)`: rows are `strides` bytes apart (0: the same row for all)
"""

from __future__ import annotations

from linkwright.passes.kernel import Kernel
from linkwright.runtime.frame import Shape, lay_out
from linkwright.runtime.ir import Lanes, Lines, Module
from linkwright.runtime.machine import Machine
from linkwright.runtime.pieces import port_names, write_pieces
from linkwright.runtime.plan import Plan, Turn, plan
from linkwright.runtime.transpose import gather, scatter, tile_width


def single_ir(kernel: Kernel, machine: Machine) -> str:
    """The function `single`."""
    work = plan(kernel, machine.fma)
    shape = Shape(Lanes(1), Lanes(_pack(work, machine)), machine.fma)
    module = Module(shape.pack.count)
    frame = lay_out(work, shape)
    pieces = write_pieces(module, work, shape, frame)
    f = Lines(module, shape.lanes)
    f.do(f"%frame = alloca [{max(frame.size, 8)} x i8], align 64")
    names = port_names(work, shape)
    for k, name in enumerate(names):
        f.do(f"{name} = load ptr, ptr {f.at('%ports', 8 * k)}")
    for piece in pieces:
        f.do(f"call void @{piece}({', '.join(f'ptr {n}' for n in ('%frame', *names))})")
    f.do("ret void")
    f.finish("single", "define dso_local void @single(ptr %ports) #0")
    return module.text()


def batch_ir(kernel: Kernel, machine: Machine) -> str:
    """The function `batch`, and the constant `frame_size`: bytes it wants, aligned to 64."""
    work = plan(kernel, machine.fma)
    lanes = Lanes(machine.lanes)
    shape = Shape(lanes, lanes, machine.fma)
    module = Module(lanes.count)
    frame = lay_out(work, shape)
    pieces = write_pieces(module, work, shape, frame)
    ports = (*kernel.inputs, *kernel.outputs)
    table = -(-frame.size // 64) * 64  # after the frame: per port, how far each lane's row is from the first
    _write_offsets(module, lanes, len(ports))
    f = Lines(module, lanes)
    f.do(f"%offsets = getelementptr i8, ptr %frame, i64 {table}")
    for i in work.outputs:
        if kernel.code[i].op == "const":
            value = lanes.number(kernel.code[i].value)
            f.do(f"store {lanes.real} {value}, ptr {f.at('%frame', frame.place[i])}, align {lanes.bytes}")
    f.do("br label %block")
    f.label("block")
    f.do("%row = phi i64 [ 0, %0 ], [ %next, %ready ]")
    f.do("%left = sub i64 %count, %row")
    f.do(f"%partial = icmp ult i64 %left, {lanes.count}")
    f.do("%first = icmp eq i64 %row, 0")
    f.do("%refill = or i1 %first, %partial")
    f.do("br i1 %refill, label %fill, label %ready")
    f.label("fill")
    f.do("call void @offsets(ptr %strides, ptr %offsets, i64 %left)")
    f.do("br label %ready")
    f.label("ready")
    starts = [_row_start(f, k) for k in range(len(ports))]
    top = 0
    for k, port in enumerate(kernel.inputs):
        if port.size:
            function = gather(module, lanes, tile_width(port.size, lanes.count))
            offsets = f.at("%offsets", k * lanes.bytes)
            f.do(f"call void @{function}(ptr {starts[k]}, ptr {offsets}, ptr {f.at('%frame', top)}, i64 {port.size})")
            top += port.size * lanes.bytes
    for piece in pieces:
        f.do(f"call void @{piece}(ptr %frame)")
    for k, port in enumerate(kernel.outputs, len(kernel.inputs)):
        if port.size:
            function = scatter(module, lanes, tile_width(port.size, lanes.count))
            places = f"places.{k}"
            values = ", ".join(f"i32 {frame.place[i]}" for i in port.nodes)
            module.parts[places] = f"@{places} = internal constant [{port.size} x i32] [{values}]"
            offsets = f.at("%offsets", k * lanes.bytes)
            f.do(f"call void @{function}(ptr {starts[k]}, ptr {offsets}, ptr %frame, i64 {port.size}, ptr @{places})")
    f.do(f"%next = add i64 %row, {lanes.count}")
    f.do("%more = icmp ult i64 %next, %count")
    f.do("br i1 %more, label %block, label %done")
    f.label("done")
    f.do("ret void")
    f.finish("batch", "define dso_local void @batch(ptr %ports, ptr %strides, i64 %count, ptr %frame) #0")
    module.parts["frame_size"] = f"@frame_size = dso_local constant i64 {table + len(ports) * lanes.bytes}"
    return module.text()


def _row_start(f: Lines, port: int) -> str:
    """Where the first row of this block begins."""
    base = f.let(f"load ptr, ptr {f.at('%ports', 8 * port)}")
    stride = f.let(f"load i64, ptr {f.at('%strides', 8 * port)}")
    return f.at(base, f.let(f"mul i64 %row, {stride}"))


def _write_offsets(module: Module, lanes: Lanes, ports: int) -> None:
    """`void offsets(ptr strides, ptr offsets, i64 left)`: lane k reads row k; beyond the last row, the last row again.

    A batch needs no particular length that way: surplus lanes compute the last state once more and store the same result.
    """
    f = Lines(module, lanes)
    module.declare("llvm.umin.i64", "i64", "i64", "i64")
    f.do("%last = sub i64 %left, 1")
    rows = [f.let(f"call i64 @llvm.umin.i64(i64 {k}, i64 %last)") for k in range(lanes.count)]
    for port in range(ports):
        stride = f.let(f"load i64, ptr {f.at('%strides', 8 * port)}")
        for k, row in enumerate(rows):
            offset = f.let(f"mul i64 {row}, {stride}")
            f.do(f"store i64 {offset}, ptr {f.at('%offsets', port * lanes.bytes + 8 * k)}")
    f.do("ret void")
    f.finish("offsets", "define internal void @offsets(ptr %strides, ptr %offsets, i64 %left) #0")


def _pack(work: Plan, machine: Machine) -> int:
    """Angles per call of sincos: the smallest number of lanes that holds them all, up to a full register."""
    angles = max((len(s.angles) for piece in work.pieces for s in piece if isinstance(s, Turn)), default=1)
    pack = 1
    while pack < min(angles, machine.lanes):
        pack *= 2
    return pack
