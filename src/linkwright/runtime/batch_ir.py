"""Kernel -> LLVM IR text for many states, as many at a time as there are lanes.

`void batch(ptr ports, ptr strides, i64 count, ptr memory, i1 large)`: per port the first row, and how many bytes rows are apart
(0: the same row for all states); `large` says that the results will not stay in the caches. Constants of the module say how
many bytes `memory`, aligned to 64, must have: `memory_size`, with `large` also `stream_size`.

A block is as many states as there are lanes: its inputs are transposed into the frame, the pieces run, its outputs are
transposed back, or stored as columns. (Running each piece over several blocks before the next, to fetch long code once, was
measured: the frames then leave the first-level cache, and nothing is gained.)
"""

from __future__ import annotations

from linkwright.graph.function import Port
from linkwright.passes.kernel import Kernel
from linkwright.runtime.columns import COLUMNS
from linkwright.runtime.dense import choose, is_worth_it, write_gather, write_scatter
from linkwright.runtime.frame import Frame, Shape, lay_out
from linkwright.runtime.ir import Lanes, Lines, Module
from linkwright.runtime.machine import Machine
from linkwright.runtime.pieces import write_pieces
from linkwright.runtime.plan import Plan, plan
from linkwright.runtime.transpose import MOST_ROWS, crowd, tile_width


def _streams(port: Port, lanes: Lanes) -> bool:
    """Whether an output is worth streaming. Small ones are not what takes the time; a block of large ones would be put
    together outside the first-level cache (measured: 36 to 324 elements are up to twice as fast, 16 and 1444 slower)."""
    return port.size >= 32 and port.size * lanes.bytes <= 32 * 1024


def _fetches(port: Port, lanes: Lanes) -> bool:
    """Whether to ask for the memory of an output before its values are known: a block of it must fit into the first-level
    cache beside everything else (measured: mass matrices of arms are 10 % faster)."""
    return port.size >= 16 and port.size * lanes.bytes <= 8 * 1024


def batch_ir(kernel: Kernel, machine: Machine, soa: bool = False) -> str:
    """LLVM's text of a kernel for many states at once. soa: of outputs there is a row per element, with all states side by
    side: a port is the first, a stride how far they are apart."""
    work = plan(kernel, machine.fma)
    lanes = Lanes(machine.lanes, machine.real)
    shape = Shape(lanes, lanes, machine.fma)
    module = Module(machine.real, lanes.count, machine.fma)
    frame = lay_out(work, shape)
    pieces = write_pieces(module, work, shape, frame)
    ports = len(kernel.inputs) + len(kernel.outputs)
    _write_offsets(module, lanes, ports)
    _write_constants(module, lanes, work, frame)
    _write_load(module, lanes, kernel, soa)
    (_write_columns if soa else _write_save)(module, lanes, kernel, frame)
    table = 8 * lanes.count * ports  # offsets of rows
    memory = frame.size + 2 * table
    f = Lines(module, lanes)
    f.do(f"%full = getelementptr i8, ptr %memory, i64 {frame.size}")
    f.do(f"%tail = getelementptr i8, ptr %full, i64 {table}")
    f.do(f"call void @offsets(ptr %strides, ptr %full, i64 {lanes.count})")
    f.do(f"%rest = urem i64 %count, {lanes.count}")
    f.do("call void @offsets(ptr %strides, ptr %tail, i64 %rest)")
    f.do("call void @constants(ptr %memory)")
    f.do(f"%rows = getelementptr i8, ptr %memory, i64 {memory}")
    f.do("br label %block")
    f.label("block")
    f.do("%row = phi i64 [ 0, %0 ], [ %next, %block ]")
    f.do(f"%next = add i64 %row, {lanes.count}")
    f.do("%partial = icmp ugt i64 %next, %count")
    f.do("%offsets = select i1 %partial, ptr %tail, ptr %full")
    f.do("call void @load(ptr %ports, ptr %strides, ptr %offsets, i64 %row, ptr %memory)")
    for piece in pieces:
        f.do(f"call void @{piece}(ptr %memory)")
    f.do("%whole = xor i1 %partial, true")
    f.do("%stream = and i1 %large, %whole")
    f.do("%left = sub i64 %count, %row")
    gives = "ptr %ports, ptr %strides, ptr %offsets, i64 %row, ptr %memory, ptr %rows, i1 %stream, i64 %left"
    f.do(f"call void @save({gives})")
    f.do("%more = icmp ult i64 %next, %count")
    f.do("br i1 %more, label %block, label %done")
    f.label("done")
    f.do("fence seq_cst")  # whoever is told that the results are there shall see those that went past the caches
    f.do("ret void")
    f.finish("batch", "define dso_local void @batch(ptr %ports, ptr %strides, i64 %count, ptr %memory, i1 %large) #0")
    rows = max((p.size for p in kernel.outputs if soa or _streams(p, lanes)), default=0) * lanes.bytes
    module.parts["memory_size"] = f"@memory_size = dso_local constant i64 {memory}"
    module.parts["stream_size"] = f"@stream_size = dso_local constant i64 {rows}"
    return module.text()


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


def _write_load(module: Module, lanes: Lanes, kernel: Kernel, soa: bool) -> None:
    """`void load(ptr ports, ptr strides, ptr offsets, i64 row, ptr frame)`: the inputs of one block; its outputs are told to
    come."""
    f = Lines(module, lanes)
    for k, port in enumerate(kernel.outputs, len(kernel.inputs)):
        if _fetches(port, lanes) and not soa:
            f.do(f"call void {module.shared('fetch', f)}(ptr {_row(f, k)[0]}, i64 {port.size * lanes.bytes})")
    top = 0
    for k, port in enumerate(kernel.inputs):
        if port.size:
            function = module.shared(f"gather.{tile_width(port.size, lanes.count)}", f)
            row, _, offsets = _row(f, k)
            to = f.at("%frame", top)
            move = f"call void {function}(ptr {row}, ptr {offsets}, ptr {to}, i64 {port.size})"
            if is_worth_it(lanes, port.size):
                write_gather(module, lanes, f"in.{k}", port.size)
                choose(f, offsets, port.size, f"call void @in.{k}(ptr {row}, ptr {to})", move)
            else:
                f.do(move)
            top += port.size * lanes.bytes
    f.do("ret void")
    f.finish("load", "define internal void @load(ptr %ports, ptr %strides, ptr %offsets, i64 %row, ptr %frame) #0")


def _write_save(module: Module, lanes: Lanes, kernel: Kernel, frame: Frame) -> None:
    """`void save(ptr ports, ptr strides, ptr offsets, i64 row, ptr frame, ptr rows, i1 stream)`: the outputs of one block.

    To stream, rows that follow each other without gaps are put together in `rows` first.
    """
    f = Lines(module, lanes)
    for k, port in enumerate(kernel.outputs, len(kernel.inputs)):
        if not port.size:
            continue
        _places(module, f"places.{k}", port, frame)
        if is_worth_it(lanes, port.size):
            write_scatter(module, lanes, f"out.{k}", [frame.place[i] for i in port.nodes])
        row, stride, offsets = _row(f, k)

        if not _streams(port, lanes):
            _move_out(f, port, k, row, offsets)
            continue
        f.do(f"%dense.{k} = icmp eq i64 {stride}, {lanes.step * port.size}")
        f.do(f"%stream.{k} = and i1 %stream, %dense.{k}")
        f.do(f"%to.{k} = select i1 %stream.{k}, ptr %rows, ptr {row}")
        _move_out(f, port, k, f"%to.{k}", offsets)
        f.do(f"br i1 %stream.{k}, label %copy.{k}, label %next.{k}")
        f.label(f"copy.{k}")
        f.do(f"call void {module.shared('stream', f)}(ptr %rows, ptr {row}, i64 {port.size * lanes.bytes})")
        f.do(f"br label %next.{k}")
        f.label(f"next.{k}")
    f.do("ret void")
    f.finish("save", f"define internal void @save({_SAVE}) #0")


_SAVE = "ptr %ports, ptr %strides, ptr %offsets, i64 %row, ptr %frame, ptr %rows, i1 %stream, i64 %left"
"""What `save` takes; `left`: states from this block's first on."""


def _places(module: Module, name: str, port: Port, frame: Frame) -> str:
    """A table of where the elements of an output are in the frame."""
    values = ", ".join(f"i32 {frame.place[i]}" for i in port.nodes)
    module.parts[name] = f"@{name} = internal constant [{port.size} x i32] [{values}]"
    return name


def _write_columns(module: Module, lanes: Lanes, kernel: Kernel, frame: Frame) -> None:
    """`save`, for outputs with a row per element. To stream, vectors must be whole cache lines, and the rows begin with one."""
    f = Lines(module, lanes)
    f.do(f"%part = icmp ult i64 %left, {lanes.count}")
    whole, part, past = (module.shared(name, f) for name in COLUMNS)
    usual = f.let(f"select i1 %part, ptr {part}, ptr {whole}")
    for k, port in enumerate(kernel.outputs, len(kernel.inputs)):
        if not port.size:
            continue
        base = f.let(f"load ptr, ptr {f.at('%ports', 8 * k)}")
        stride = f.let(f"load i64, ptr {f.at('%strides', 8 * k)}")
        to = f.at(base, f.let(f"shl i64 %row, {lanes.step.bit_length() - 1}"))
        function = usual
        if lanes.bytes == _LINE:
            both = f.let(f"or i64 {f.let(f'ptrtoint ptr {to} to i64')}, {stride}")
            aligned = f.let(f"icmp eq i64 {f.let(f'and i64 {both}, {_LINE - 1}')}, 0")
            function = f.let(f"select i1 {f.let(f'and i1 %stream, {aligned}')}, ptr {past}, ptr {usual}")
        places = _places(module, f"places.{k}", port, frame)
        f.do(f"call void {function}(ptr {to}, i64 {stride}, ptr %frame, i64 {port.size}, ptr @{places}, i64 %left)")
    f.do("ret void")
    f.finish("save", f"define internal void @save({_SAVE}) #0")


_LINE = 64
"""Bytes of a cache line."""


def _move_out(f: Lines, port: Port, k: int, row: str, offsets: str) -> None:
    """One output of a block to its rows."""
    lanes, size = f.lanes, port.size
    if crowd(size, lanes):
        some = f.module.shared("scatter.some", f)
        for first in range(0, lanes.count, MOST_ROWS):
            theirs, columns = f.at(offsets, 8 * first), f.at("%frame", first * lanes.step)
            f.do(f"call void {some}(ptr {row}, ptr {theirs}, ptr {columns}, i64 {size}, ptr @places.{k})")
        return
    function = f.module.shared(f"scatter.{tile_width(size, lanes.count)}", f)
    general = f"call void {function}(ptr {row}, ptr {offsets}, ptr %frame, i64 {size}, ptr @places.{k})"
    if is_worth_it(lanes, size):
        choose(f, offsets, size, f"call void @out.{k}(ptr {row}, ptr %frame)", general)
    else:
        f.do(general)


def _row(f: Lines, port: int) -> tuple[str, str, str]:
    """Of a port: the block's first row, how far rows are apart, the offsets of the lanes' rows."""
    base = f.let(f"load ptr, ptr {f.at('%ports', 8 * port)}")
    stride = f.let(f"load i64, ptr {f.at('%strides', 8 * port)}")
    return f.at(base, f.let(f"mul i64 %row, {stride}")), stride, f.at("%offsets", 8 * port * f.lanes.count)
