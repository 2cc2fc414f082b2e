"""Results of a block on their way to the caller: when they go, and how; in rows (transposed), or in columns (as they are).

What is known of an output after a piece is moved at once: its place in the frame is free again, which so stays in the
first-level cache, and memory takes it while the next piece computes. Batches that do not stay in the caches go past them:
columns are whole cache lines already; rows of a block are put together in one half of a buffer, and the block before, in the
other half, is copied piece by piece. (Measured, regressors and mass matrices in 64 MB: 1.3 to 1.9 times as fast as all at the
end of a block.)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from linkwright.graph.function import Port
from linkwright.passes.kernel import Kernel
from linkwright.runtime.columns import store_columns
from linkwright.runtime.dense import choose, is_worth_it, write_scatter
from linkwright.runtime.frame import Frame
from linkwright.runtime.ir import Lanes, Lines, Module
from linkwright.runtime.plan import Plan
from linkwright.runtime.transpose import MOST_ROWS, crowd, store_rows, tile_width


@dataclass(frozen=True)
class Save:
    """Of an output, by its number: tiles of elements that are moved together, by their first one."""

    port: int
    width: int
    tiles: tuple[int, ...]


def saves(plan: Plan, lanes: Lanes, soa: bool) -> list[list[Save]]:
    """What is moved after each piece."""
    due: list[list[Save]] = [[] for _ in plan.pieces]
    for k, port in enumerate(plan.kernel.outputs):
        width = 1 if soa else _together(port, lanes)
        known = [plan.spans[i][0] if i in plan.spans else 0 for i in port.nodes]
        after: dict[int, list[int]] = {}
        for start in range(0, port.size, width):
            first = min(start, port.size - width)
            after.setdefault(max(known[first : first + width]), []).append(first)
        for p, tiles in after.items():
            due[p].append(Save(k, width, tuple(tiles)))
    return due


def _together(port: Port, lanes: Lanes) -> int:
    """Elements of a row that are moved together: all of it where that has code of its own."""
    if crowd(port.size, lanes):
        return MOST_ROWS
    return port.size if is_worth_it(lanes, port.size) else tile_width(port.size, lanes.count)


def last_saved(plan: Plan, due: Sequence[Sequence[Save]]) -> Mapping[int, int]:
    """The last piece after which an output's value is looked at."""
    last: dict[int, int] = {}
    for p, saved in enumerate(due):
        for save in saved:
            nodes = plan.kernel.outputs[save.port].nodes
            last |= {i: p for first in save.tiles for i in nodes[first : first + save.width]}
    return last


def row_of(f: Lines, port: int) -> tuple[str, str]:
    """Of a port: the block's first row, the offsets of the lanes' rows."""
    base = f.let(f"load ptr, ptr {f.at('%ports', 8 * port)}")
    stride = f.let(f"load i64, ptr {f.at('%strides', 8 * port)}")
    return f.at(base, f.let(f"mul i64 %row, {stride}")), f.at("%offsets", 8 * port * f.lanes.count)


_LINE = 64
"""Bytes of a cache line."""
_SAVE = "ptr %strides, ptr %offsets, ptr %frame, ptr %here, i64 %left"
"""What `save.<piece>` takes. here: the block's targets; left: states from its first on."""


class Columns:
    """A row per element. The targets: of each output the block's place in its first column, and how it is written."""

    stream_size = _LINE

    def __init__(self, module: Module, lanes: Lanes, kernel: Kernel, frame: Frame) -> None:
        self.module, self.lanes, self.kernel, self.frame = module, lanes, kernel, frame
        self.targets_size = 16 * len(kernel.outputs)
        module.parts["!2"] = "!2 = !{i32 1}"

    def begin(self, f: Lines) -> None:
        """Nothing to prepare."""

    def block(self, f: Lines) -> None:
        """The targets of a block. To stream, vectors must be whole cache lines, and the columns begin with one."""
        lanes = self.lanes
        f.do("%here = getelementptr i8, ptr %targets, i64 0")
        usual = f.let(f"select i1 %partial, i64 {_PART}, i64 {_WHOLE}")
        for k, _ in enumerate(self.kernel.outputs):
            port = len(self.kernel.inputs) + k
            base = f.let(f"load ptr, ptr {f.at('%ports', 8 * port)}")
            stride = f.let(f"load i64, ptr {f.at('%strides', 8 * port)}")
            to = f.at(base, f.let(f"shl i64 %row, {lanes.step.bit_length() - 1}"))
            how = usual
            if lanes.bytes == _LINE:
                both = f.let(f"or i64 {f.let(f'ptrtoint ptr {to} to i64')}, {stride}")
                aligned = f.let(f"icmp eq i64 {f.let(f'and i64 {both}, {_LINE - 1}')}, 0")
                how = f.let(f"select i1 {f.let(f'and i1 %stream, {aligned}')}, i64 {_PAST}, i64 {usual}")
            f.do(f"store ptr {to}, ptr {f.at('%here', 16 * k)}")
            f.do(f"store i64 {how}, ptr {f.at('%here', 16 * k + 8)}")

    def before(self, f: Lines, piece: int) -> None:
        """Nothing waits."""

    def end(self, f: Lines) -> None:
        """Nothing is left."""

    def write(self, due: Sequence[Sequence[Save]]) -> None:
        """The functions `save.<piece>`, and of each output the three ways."""
        for p, saved in enumerate(due):
            f = Lines(self.module, self.lanes)
            for save in saved:
                k, name = save.port, f"{p}.{save.port}"
                to = f.let(f"load ptr, ptr {f.at('%here', 16 * k)}")
                how = f.let(f"load i64, ptr {f.at('%here', 16 * k + 8)}")
                stride = f.let(f"load i64, ptr {f.at('%strides', 8 * (len(self.kernel.inputs) + k))}")
                ways = " ".join(f"i64 {way}, label %way.{way}.{name}" for way in (_WHOLE, _PART, _PAST))
                f.do(f"switch i64 {how}, label %done.{name} [ {ways} ]")
                for way in (_WHOLE, _PART, _PAST):
                    f.label(f"way.{way}.{name}")
                    for function in self._write_way(save, way, f"to.{way}.{name}"):
                        f.do(f"call void @{function}(ptr {to}, i64 {stride}, ptr %frame, i64 %left)")
                    f.do(f"br label %done.{name}")
                f.label(f"done.{name}")
            f.do("ret void")
            f.finish(f"save.{p}", f"define internal void @save.{p}({_SAVE}) #0")

    def _write_way(self, save: Save, way: int, name: str) -> Iterator[str]:
        """Names of functions that write an output one way: of many short ones, as LLVM's time grows with the square of their
        length."""
        nodes = self.kernel.outputs[save.port].nodes
        columns = [(j, self.frame.place[nodes[j]]) for j in save.tiles]
        most = len(columns) if way == _PART else _MOST_COLUMNS
        for start in range(0, len(columns), most):
            f = Lines(self.module, self.lanes)
            some = columns[start : start + most]
            if way == _PART:
                table = self.module.table(f"{name}.table", [x for entry in some for x in entry])
                given = f"ptr %to, i64 %stride, ptr %frame, i64 {len(some)}, ptr {table}, i64 %left"
                f.do(f"call void {self.module.shared('columns', f)}({given})")
            else:
                store_columns(f, some, way == _PAST)
            f.do("ret void")
            takes = "ptr %to, i64 %stride, ptr noalias %frame, i64 %left"
            f.finish(f"{name}.{start}", f"define internal void @{name}.{start}({takes}) #0")
            yield f"{name}.{start}"


_MOST_COLUMNS = 64
"""Columns in one function."""
_WHOLE, _PART, _PAST = range(3)
"""How columns are written: vectors as they are; their first lanes; vectors past the caches."""


_MOST = 256
"""Elements of a row that are moved by code of their own; longer ones by a loop over a table (measured: 146 and 254 are a fifth
faster by their own, 332 and 650 a tenth slower)."""


class Rows:
    """A row per state. The targets: of each output where the block is put together, and where it goes from there (null: it is
    there already); of this block and the one before, in turn."""

    def __init__(self, module: Module, lanes: Lanes, kernel: Kernel, frame: Frame) -> None:
        self.module, self.lanes, self.kernel, self.frame = module, lanes, kernel, frame
        self.half = 16 * len(kernel.outputs)
        self.targets_size = -(-2 * self.half // _LINE) * _LINE
        self.streamed = {k: p.size * lanes.bytes for k, p in enumerate(kernel.outputs) if _streams(p, lanes)}
        self.block_size = sum(self.streamed.values())
        self.stream_size = 2 * self.block_size

    def begin(self, f: Lines) -> None:
        """No block is waiting."""
        for k in self.streamed:
            for half in (0, self.half):
                f.do(f"store ptr null, ptr {f.at('%targets', half + 16 * k + 8)}")

    def block(self, f: Lines) -> None:
        """The targets of a block; memory that is written to is told to come."""
        lanes, shift = self.lanes, self.lanes.count.bit_length() - 1
        f.do(f"%odd = and i64 {f.let(f'lshr i64 %row, {shift}')}, 1")
        f.do("%even = xor i64 %odd, 1")
        f.do(f"%here = getelementptr i8, ptr %targets, i64 {f.let(f'mul i64 %odd, {self.half}')}")
        f.do(f"%last = getelementptr i8, ptr %targets, i64 {f.let(f'mul i64 %even, {self.half}')}")
        buffer = f.at("%rows", f.let(f"mul i64 %odd, {self.block_size}"))
        top = 0
        for k, port in enumerate(self.kernel.outputs):
            own = len(self.kernel.inputs) + k
            to, _ = row_of(f, own)
            if k in self.streamed:
                stride = f.let(f"load i64, ptr {f.at('%strides', 8 * own)}")
                dense = f.let(f"icmp eq i64 {stride}, {lanes.step * port.size}")
                stream = f.let(f"and i1 %stream, {dense}")
                f.do(f"store ptr {f.let(f'select i1 {stream}, ptr {to}, ptr null')}, ptr {f.at('%here', 16 * k + 8)}")
                to = f.let(f"select i1 {stream}, ptr {f.at(buffer, top)}, ptr {to}")
                top += self.streamed[k]
            f.do(f"store ptr {to}, ptr {f.at('%here', 16 * k)}")
            if _fetches(port, lanes):
                f.do(f"call void {self.module.shared('fetch', f)}(ptr {to}, i64 {port.size * lanes.bytes})")

    def before(self, f: Lines, piece: int) -> None:
        """A share of the block before goes to memory."""
        if self.streamed:
            f.do(f"call void @drain.{piece}(ptr %last)")

    def end(self, f: Lines) -> None:
        """The last block goes to memory."""
        if self.streamed:
            f.do("call void @drain(ptr %here)")

    def write(self, due: Sequence[Sequence[Save]]) -> None:
        """The functions `save.<piece>`, and those that copy what waits."""
        for p, saved in enumerate(due):
            f = Lines(self.module, self.lanes)
            for save in saved:
                self._move(f, save, f"to.{p}.{save.port}")
            f.do("ret void")
            f.finish(f"save.{p}", f"define internal void @save.{p}({_SAVE}) #0")
        if self.streamed:
            for p in range(len(due)):
                self._write_drain(f"drain.{p}", p, len(due))
            self._write_drain("drain", 0, 1)

    def _move(self, f: Lines, save: Save, name: str) -> None:
        """Tiles of one output to its rows."""
        lanes, k = self.lanes, save.port
        port = self.kernel.outputs[k]
        places = [self.frame.place[i] for i in port.nodes]
        to = f.let(f"load ptr, ptr {f.at('%here', 16 * k)}")
        offsets = f.at("%offsets", 8 * (len(self.kernel.inputs) + k) * lanes.count)
        if is_worth_it(lanes, port.size):
            write_scatter(self.module, lanes, f"out.{k}", places)
            width = tile_width(port.size, lanes.count)
            save = Save(k, width, tuple(min(j, port.size - width) for j in range(0, port.size, width)))
        tiles = [(j, places[j : j + save.width]) for j in save.tiles]
        if port.size <= _MOST and not crowd(port.size, lanes):
            own = Lines(self.module, lanes)
            store_rows(own, tiles)
            own.do("ret void")
            takes = "ptr %to, ptr %offsets, ptr noalias %frame"
            own.finish(name, f"define internal void @{name}({takes}) #0")
            general = f"call void @{name}(ptr {to}, ptr {offsets}, ptr %frame)"
            if is_worth_it(lanes, port.size):
                choose(f, offsets, port.size, f"call void @out.{k}(ptr {to}, ptr %frame)", general)
            else:
                f.do(general)
            return
        table = self.module.table(name, [x for j, here in tiles for x in (j * lanes.step, *here)])
        many = crowd(port.size, lanes)
        function = f.module.shared("scatter.some" if many else f"scatter.{save.width}", f)
        for first in range(0, lanes.count, MOST_ROWS if many else lanes.count):
            theirs, columns = f.at(offsets, 8 * first), f.at("%frame", first * lanes.step)
            f.do(f"call void {function}(ptr {to}, ptr {theirs}, ptr {columns}, i64 {len(tiles)}, ptr {table})")

    def _write_drain(self, name: str, share: int, shares: int) -> None:
        """`void (ptr targets)`: a share of each output that waits, in whole cache lines."""
        f = Lines(self.module, self.lanes)
        for k, size in self.streamed.items():
            start, stop = (size if s == shares else size // _LINE * s // shares * _LINE for s in (share, share + 1))
            if start == stop:
                continue
            from_, to = (f.let(f"load ptr, ptr {f.at('%targets', 16 * k + 8 * j)}") for j in (0, 1))
            f.do(f"br i1 {f.let(f'icmp eq ptr {to}, null')}, label %next.{k}, label %copy.{k}")
            f.label(f"copy.{k}")
            function = self.module.shared("stream", f)
            f.do(f"call void {function}(ptr {f.at(from_, start)}, ptr {f.at(to, start)}, i64 {stop - start})")
            f.do(f"br label %next.{k}")
            f.label(f"next.{k}")
        f.do("ret void")
        f.finish(name, f"define internal void @{name}(ptr %targets) #0")


def _streams(port: Port, lanes: Lanes) -> bool:
    """Whether an output is worth streaming. Small ones are not what takes the time; very large ones, a block twice, would not
    stay in the second-level cache."""
    return port.size >= 12 and port.size * lanes.bytes <= 1024 * 1024


def _fetches(port: Port, lanes: Lanes) -> bool:
    """Whether to ask for the memory of an output before its values are known: a block of it must fit into the first-level
    cache beside everything else (measured: mass matrices of arms are 10 % faster)."""
    return port.size >= 16 and port.size * lanes.bytes <= 8 * 1024
