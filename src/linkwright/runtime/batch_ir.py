"""Kernel -> LLVM IR text for many states, as many at a time as there are lanes.

`void batch(ptr ports, ptr strides, i64 count, ptr memory, i1 large)`: per port the first row, and how many bytes rows are apart
(0: the same row for all states); `large` says that the results will not stay in the caches. Constants of the module say how
many bytes `memory`, aligned to 64, must have: `memory_size`, with `large` also `stream_size`.

A block is as many states as there are lanes: its inputs are transposed into the frame, the pieces run; after each, what is
known of the outputs is transposed back, or stored as columns (results.py), so that memory takes it while the next one
computes. (Running each piece over several blocks before the next, to fetch long code once, was
measured: the frames then leave the first-level cache, and nothing is gained.)
"""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.passes.kernel import Kernel
from linkwright.runtime.dense import choose, is_worth_it, write_gather
from linkwright.runtime.frame import Frame, Shape, lay_out
from linkwright.runtime.ir import Lanes, Lines, Module
from linkwright.runtime.machine import Machine
from linkwright.runtime.pieces import write_pieces
from linkwright.runtime.plan import Plan, plan
from linkwright.runtime.results import Columns, Rows, last_saved, row_of, saves
from linkwright.runtime.transpose import tile_width


def batch_ir(kernel: Kernel, machine: Machine, soa: bool = False) -> str:
    """LLVM's text of a kernel for many states at once. soa: of outputs there is a row per element, with all states side by
    side: a port is the first, a stride how far they are apart."""
    work = plan(kernel, machine.fma)
    lanes = Lanes(machine.lanes, machine.real)
    shape = Shape(lanes, lanes, machine.fma)
    module = Module(machine.real, lanes.count, machine.fma)
    due = saves(work, lanes, soa)
    frame = lay_out(work, shape, last_saved(work, due))
    pieces = write_pieces(module, work, shape, frame)
    ports = len(kernel.inputs) + len(kernel.outputs)
    _write_offsets(module, lanes, ports)
    _write_constants(module, lanes, work, frame)
    _write_load(module, lanes, kernel)
    results = Columns(module, lanes, kernel, frame) if soa else Rows(module, lanes, kernel, frame)
    results.write(due)
    table = 8 * lanes.count * ports  # offsets of rows
    memory = frame.size + 2 * table
    f = Lines(module, lanes)
    for name, base, far in (
        ("full", "memory", frame.size), ("tail", "full", table),
        ("targets", "tail", table), ("rows", "targets", results.targets_size),
    ):  # fmt: skip
        f.do(f"%{name} = getelementptr i8, ptr %{base}, i64 {far}")
    f.do(f"call void @offsets(ptr %strides, ptr %full, i64 {lanes.count})")
    f.do(f"%rest = urem i64 %count, {lanes.count}")
    f.do("call void @offsets(ptr %strides, ptr %tail, i64 %rest)")
    f.do("call void @constants(ptr %memory)")
    results.begin(f)
    f.do("br label %block")
    f.label("block")
    f.do("%row = phi i64 [ 0, %0 ], [ %next, %block ]")
    _write_block(f)
    f.do("call void @load(ptr %ports, ptr %strides, ptr %offsets, i64 %row, ptr %memory, i1 %stream)")
    results.block(f)
    for p, piece in enumerate(pieces):
        results.before(f, p)
        f.do(f"call void @{piece}(ptr %memory)")
        if due[p]:
            f.do(f"call void @save.{p}(ptr %strides, ptr %offsets, ptr %memory, ptr %here, i64 %left)")
    f.do("%more = icmp ult i64 %next, %count")
    f.do("br i1 %more, label %block, label %done")
    f.label("done")
    results.end(f)
    f.do("fence seq_cst")  # whoever is told that the results are there shall see those that went past the caches
    f.do("ret void")
    f.finish("batch", "define dso_local void @batch(ptr %ports, ptr %strides, i64 %count, ptr %memory, i1 %large) #0")
    module.parts["memory_size"] = f"@memory_size = dso_local constant i64 {memory + results.targets_size}"
    module.parts["stream_size"] = f"@stream_size = dso_local constant i64 {results.stream_size}"
    return module.text()


def _write_block(f: Lines) -> None:
    """What is known of a block before it begins: is it full, do its results go past the caches, how many states are left."""
    f.do(f"%next = add i64 %row, {f.lanes.count}")
    f.do("%partial = icmp ugt i64 %next, %count")
    f.do("%offsets = select i1 %partial, ptr %tail, ptr %full")
    f.do("%whole = xor i1 %partial, true")
    f.do("%stream = and i1 %large, %whole")
    f.do("%left = sub i64 %count, %row")


def _write_offsets(module: Module, lanes: Lanes, ports: int) -> None:
    """`void offsets(ptr strides, ptr offsets, i64 rows)`: per port, how far each lane's row is from the block's first.

    Lanes beyond the last row take the last row again. A batch needs no particular length that way: surplus lanes compute
    the last state once more and store the same result.
    """
    f = Lines(module, lanes)
    module.declare("llvm.umin.i64", "i64", "i64", "i64")
    f.do("%last = sub i64 %rows, 1")
    rows = [f.let(f"call i64 @llvm.umin.i64(i64 {k}, i64 %last)") for k in range(lanes.count)]
    for port in range(ports):
        stride = f.let(f"load i64, ptr {f.at('%strides', 8 * port)}")
        for k, row in enumerate(rows):
            offset = f.let(f"mul i64 {row}, {stride}")
            f.do(f"store i64 {offset}, ptr {f.at('%offsets', 8 * (port * lanes.count + k))}")
    f.do("ret void")
    f.finish("offsets", "define internal void @offsets(ptr %strides, ptr %offsets, i64 %rows) #0")


def _write_constants(module: Module, lanes: Lanes, work: Plan, frame: Frame) -> None:
    """`void constants(ptr frame)`: outputs that are numbers, written once."""
    f = Lines(module, lanes)
    for i in work.outputs:
        if work.kernel.code[i].op == "const":
            value = lanes.number(work.kernel.code[i].value)
            f.do(f"store {lanes.real} {value}, ptr {f.at('%frame', frame.place[i])}, align {lanes.bytes}")
    f.do("ret void")
    f.finish("constants", "define internal void @constants(ptr %frame) #0")


def _write_load(module: Module, lanes: Lanes, kernel: Kernel) -> None:
    """`void load(ptr ports, ptr strides, ptr offsets, i64 row, ptr frame, i1 stream)`: the inputs of one block that the code
    looks at. Of batches that do not stay in the caches those of a later block are told to come."""
    f = Lines(module, lanes)
    _write_ahead(f, kernel)
    top = 0
    for k, port in enumerate(kernel.inputs):
        width, tiles = _tiles([j for j, i in enumerate(port.nodes) if i >= 0], port.size, lanes)
        if tiles:
            function = module.shared(f"gather.{width}", f)
            row, offsets = row_of(f, k)
            to = f.at("%frame", top)
            table = module.table(f"from.{k}", [x for j in tiles for x in (j * lanes.step, j * lanes.bytes)])
            move = f"call void {function}(ptr {row}, ptr {offsets}, ptr {to}, i64 {len(tiles)}, ptr {table})"
            if is_worth_it(lanes, port.size):
                write_gather(module, lanes, f"in.{k}", port.size)
                choose(f, offsets, port.size, f"call void @in.{k}(ptr {row}, ptr {to})", move)
            else:
                f.do(move)
        top += port.size * lanes.bytes
    f.do("ret void")
    takes = "ptr %ports, ptr %strides, ptr %offsets, i64 %row, ptr %frame, i1 %stream"
    f.finish("load", f"define internal void @load({takes}) #0")


def _write_ahead(f: Lines, kernel: Kernel) -> None:
    """Asks for the inputs of a later block, where rows follow each other."""
    lanes = f.lanes
    f.do("br i1 %stream, label %far, label %near")
    f.label("far")
    for k, port in enumerate(kernel.inputs):
        size = port.size * lanes.step
        if size:
            base = f.let(f"load ptr, ptr {f.at('%ports', 8 * k)}")
            stride = f.let(f"load i64, ptr {f.at('%strides', 8 * k)}")
            dense = f.let(f"icmp eq i64 {stride}, {size}")
            here = f.let(f"select i1 {dense}, i64 {size * lanes.count}, i64 0")
            then = f.let(f"add i64 %row, {_AHEAD * lanes.count}")
            f.do(
                f"call void {f.module.shared('ahead', f)}(ptr {f.at(base, f.let(f'mul i64 {then}, {stride}'))}, i64 {here})"
            )
    f.do("br label %near")
    f.label("near")


_AHEAD = 4
"""Blocks between the one that is computed and the one whose inputs are fetched."""


def _tiles(used: Sequence[int], size: int, lanes: Lanes) -> tuple[int, list[int]]:
    """How wide tiles are, and where they begin, that hold all columns that are used: as few shuffles as possible."""
    width = tile_width(size, lanes.count)
    widths = [w for w in (1, 2, 4, 8, 16) if w <= width]
    found = [(w, _starts(used, size, w)) for w in reversed(widths)]
    return min(found, key=lambda tiles: len(tiles[1]) * (tiles[0] + 2))


def _starts(used: Sequence[int], size: int, width: int) -> list[int]:
    starts: list[int] = []
    for j in used:
        if not starts or j >= starts[-1] + width:
            starts.append(min(j, size - width))
    return starts
