"""Rows of states <-> columns of lanes.

A caller's array holds one state per row; a kernel wants one element of all states per vector. A tile of w columns is read
as one short vector per row and transposed in registers by log2(w) rounds of two-way shuffles: three shuffles per element
vector instead of the eight loads and seven inserts of a gather. On the way back the first round is in the loads: halves of
columns are put together as they are read, which other ports of the processor do than those for shuffles.

The last tile of a row lies further left, to end with the row, so that nothing beyond an array is touched: columns that two
tiles share are written twice with the same values. Which tiles there are, a table says (batch_ir.py, results.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import gcd

from linkwright.runtime.ir import Lanes, Lines, Module


def tile_width(columns: int, lanes: int) -> int:
    """Columns per tile: the largest power of two that fits into the row and a register."""
    width = 1
    while 2 * width <= min(columns, lanes):
        width *= 2
    return width


MOST_ROWS = 8
"""Rows that are written side by side where all of them fall into the same few lines of the first-level cache, which has 8 or 12
places for each. (Measured, rows of 4096 bytes: 16 rows at a time take 240 ns each, 8 take 95.)"""


def crowd(columns: int, lanes: Lanes) -> bool:
    """Whether rows of so many elements would drive each other out of the cache."""
    return lanes.count * gcd(columns * lanes.step, _WAY) > MOST_ROWS * _WAY


_WAY = 4096
"""Bytes from one address to the next that falls into the same line of the cache."""


def write_transposition(module: Module, lanes: Lanes) -> None:
    """gather.<width> and scatter.<width> for every width of a tile; fetch and stream."""
    width = 1
    while width <= lanes.count:
        _write_gather(module, lanes, width)
        _write_scatter(module, lanes, width, f"scatter.{width}")
        width *= 2
    if lanes.count > MOST_ROWS:
        _write_scatter(module, lanes.of(MOST_ROWS), MOST_ROWS, "scatter.some")
    module.declare("llvm.prefetch.p0", "void", "ptr", "i32", "i32", "i32")
    module.parts["fetch"] = _FETCH.format(name="fetch", what="is going to be written", write=1, near=3)
    module.parts["ahead"] = _FETCH.format(name="ahead", what="is going to be read", write=0, near=0)
    module.parts["!2"] = "!2 = !{i32 1}"
    module.parts["stream"] = _STREAM.format(
        real=lanes.real, size=lanes.bytes, mask=lanes.bytes - 1, one=lanes.scalar, step=lanes.step
    )


def _write_gather(module: Module, lanes: Lanes, width: int) -> None:
    """`void (ptr row, ptr offsets, ptr columns, i64 tiles, ptr table)`: tiles of as many rows as lanes; of each the table says
    where it is in a row, and where its vectors go, one after the other."""
    f = Lines(module, lanes)
    _loop_head(f, 2)
    f.do(f"%to = getelementptr i8, ptr %columns, i64 {_entry(f, 1)}")
    rows = [_load_row(f, k, width) for k in range(lanes.count)]
    parts = [joined(f, rows[k::width], width) for k in range(width)]
    for k, column in enumerate(transposed(f, parts, width)):
        f.do(f"store {lanes.real} {column}, ptr {f.at('%to', k * lanes.bytes)}, align {lanes.bytes}")
    _loop_tail(f)
    takes = "ptr %row, ptr %offsets, ptr noalias %columns, i64 %tiles, ptr noalias %table"
    f.finish(f"gather.{width}", f"define dso_local void @gather.{width}({takes}) #0")


def _write_scatter(module: Module, lanes: Lanes, width: int, name: str) -> None:
    """`void (ptr row, ptr offsets, ptr columns, i64 tiles, ptr table)`: vectors into tiles of rows; of each the table says
    where it is in a row, and where its vectors are."""
    f = Lines(module, lanes)
    _loop_head(f, 1 + width)
    columns = [f.at("%columns", _entry(f, 1 + k)) for k in range(width)]
    _store_tile(f, columns, lambda lane: _row_address(f, lane))
    _loop_tail(f)
    takes = "ptr %row, ptr %offsets, ptr noalias %columns, i64 %tiles, ptr noalias %table"
    f.finish(name, f"define dso_local void @{name}({takes}) #0")


def store_rows(f: Lines, tiles: Sequence[tuple[int, Sequence[int]]]) -> None:
    """Tiles of vectors into rows at %to + %offsets[lane]; of each its first column, and where its vectors are from %frame on.
    (A loop over a table takes twice the instructions.)"""
    offsets = [f.let(f"load i64, ptr {f.at('%offsets', 8 * lane)}") for lane in range(f.lanes.count)]
    rows = [f.at("%to", offset) for offset in offsets]
    for first, places in tiles:
        vectors = [f.at("%frame", place) for place in places]
        _store_tile(f, vectors, lambda lane, start=first * f.lanes.step: f.at(rows[lane], start))


def _store_tile(f: Lines, columns: Sequence[str], row: Callable[[int], str]) -> None:
    """Vectors at these addresses as so many elements of each row."""
    width, lanes = len(columns), f.lanes
    part = lanes.of(width)
    for k, vector in enumerate(_loaded_transposed(f, columns)):
        for block in range(lanes.count // width):
            found = cut(f, vector, block * width, width)
            f.do(f"store {part.real} {found}, ptr {row(k + block * width)}, align {lanes.step}")


_FETCH = """
; Asks for memory that {what}: to stay near (3), or once (0).
define dso_local void @{name}(ptr %to, i64 %bytes) #0 {{
  %none = icmp eq i64 %bytes, 0
  br i1 %none, label %done, label %line
line:
  %i = phi i64 [ 0, %0 ], [ %next, %line ]
  %at = getelementptr i8, ptr %to, i64 %i
  call void @llvm.prefetch.p0(ptr %at, i32 {write}, i32 {near}, i32 1)
  %next = add i64 %i, 64
  %more = icmp ult i64 %next, %bytes
  br i1 %more, label %line, label %done
done:
  ret void
}}"""

_STREAM = """
; A copy past the caches, for results that would not stay in them anyway. Memory is then written only, where an ordinary
; store reads it first: twice as fast from a few megabytes on.
define dso_local void @stream(ptr noalias %from, ptr noalias %to, i64 %bytes) #0 {{
  %address = ptrtoint ptr %to to i64
  %negative = sub i64 0, %address
  %first = and i64 %negative, {mask}
  br label %head
head:
  %h = phi i64 [ 0, %0 ], [ %h1, %head_copy ]
  %h_more = icmp ult i64 %h, %first
  br i1 %h_more, label %head_copy, label %body
head_copy:
  %h_from = getelementptr i8, ptr %from, i64 %h
  %h_to = getelementptr i8, ptr %to, i64 %h
  %h_value = load {one}, ptr %h_from
  store {one} %h_value, ptr %h_to
  %h1 = add i64 %h, {step}
  br label %head
body:
  %b = phi i64 [ %first, %head ], [ %b1, %body_copy ]
  %b1 = add i64 %b, {size}
  %b_more = icmp ule i64 %b1, %bytes
  br i1 %b_more, label %body_copy, label %tail
body_copy:
  %b_from = getelementptr i8, ptr %from, i64 %b
  %b_to = getelementptr i8, ptr %to, i64 %b
  %b_value = load {real}, ptr %b_from, align {step}
  store {real} %b_value, ptr %b_to, align {size}, !nontemporal !2
  br label %body
tail:
  %t = phi i64 [ %b, %body ], [ %t1, %tail_copy ]
  %t_more = icmp ult i64 %t, %bytes
  br i1 %t_more, label %tail_copy, label %done
tail_copy:
  %t_from = getelementptr i8, ptr %from, i64 %t
  %t_to = getelementptr i8, ptr %to, i64 %t
  %t_value = load {one}, ptr %t_from
  store {one} %t_value, ptr %t_to
  %t1 = add i64 %t, {step}
  br label %tail
done:
  ret void
}}"""


def _loop_head(f: Lines, words: int) -> None:
    """Over tiles: %at is the tile's part of the table, of so many words; %from is where it begins in the first row."""
    f.do("br label %tile")
    f.label("tile")
    f.do("%i = phi i64 [ 0, %0 ], [ %next, %tile ]")
    f.do(f"%at = getelementptr [{words} x i32], ptr %table, i64 %i")
    f.do(f"%from = getelementptr i8, ptr %row, i64 {_entry(f, 0)}")


def _entry(f: Lines, k: int) -> str:
    """A word of the table."""
    address = f.at("%at", 4 * k)
    return f.let(f"zext i32 {f.let(f'load i32, ptr {address}')} to i64")


def _loop_tail(f: Lines) -> None:
    f.do("%next = add i64 %i, 1")
    f.do("%more = icmp ult i64 %next, %tiles")
    f.do("br i1 %more, label %tile, label %done")
    f.label("done")
    f.do("ret void")


def _row_address(f: Lines, lane: int) -> str:
    offset = f.let(f"load i64, ptr {f.at('%offsets', 8 * lane)}")
    return f.at("%from", offset)


def _load_row(f: Lines, lane: int, width: int) -> str:
    return f.let(f"load {f.lanes.of(width).real}, ptr {_row_address(f, lane)}, align {f.lanes.step}")


def joined(f: Lines, parts: list[str], width: int) -> str:
    """Vectors of `width` one after the other in one vector of all lanes."""
    while len(parts) > 1:
        part = f.lanes.of(width)
        if width == 1:
            parts = [_pair(f, a, b) for a, b in zip(parts[::2], parts[1::2], strict=True)]
        else:
            both = mask(range(2 * width))
            parts = [
                f.let(f"shufflevector {part.real} {a}, {part.real} {b}, {both}")
                for a, b in zip(parts[::2], parts[1::2], strict=True)
            ]
        width *= 2
    return parts[0]


def _pair(f: Lines, a: str, b: str) -> str:
    two = f.lanes.of(2)
    first = f.let(f"insertelement {two.real} poison, {two.scalar} {a}, i32 0")
    return f.let(f"insertelement {two.real} {first}, {two.scalar} {b}, i32 1")


def cut(f: Lines, vector: str, start: int, width: int) -> str:
    """`width` consecutive elements of a vector."""
    real = f.lanes.real
    if width == f.lanes.count:
        return vector
    if width == 1:
        return f.let(f"extractelement {real} {vector}, i32 {start}")
    return f.let(f"shufflevector {real} {vector}, {real} poison, {mask(range(start, start + width))}")


def _loaded_transposed(f: Lines, addresses: Sequence[str]) -> list[str]:
    """The vectors at these addresses, transposed; with whole registers the last round is done by loading halves."""
    real, count, width = f.lanes.real, f.lanes.count, len(addresses)
    if width < count or count < 4:
        return transposed(f, [f.let(f"load {real}, ptr {a}, align {f.lanes.bytes}") for a in addresses], width)
    half = count // 2
    part, whole = f.lanes.of(half), mask(range(count))

    def halves(low: str, high: str, offset: int) -> str:
        parts = [f.let(f"load {part.real}, ptr {f.at(a, offset)}, align {part.bytes}") for a in (low, high)]
        return f.let(f"shufflevector {part.real} {parts[0]}, {part.real} {parts[1]}, {whole}")

    pairs = list(zip(addresses[:half], addresses[half:], strict=True))
    vectors = [halves(a, b, 0) for a, b in pairs] + [halves(a, b, part.bytes) for a, b in pairs]
    return transposed(f, vectors, half)


def transposed(f: Lines, vectors: list[str], width: int) -> list[str]:
    """Within each block of `width` lanes: element j of vector i and element i of vector j change places."""
    real, count = f.lanes.real, f.lanes.count
    distance = 1
    while distance < width:
        low = mask(e if not e & distance else count + e - distance for e in range(count))
        high = mask(e + distance if not e & distance else count + e for e in range(count))
        swapped = list(vectors)
        for i in range(len(vectors)):
            if not i & distance:
                pair = f"{real} {vectors[i]}, {real} {vectors[i + distance]}"
                swapped[i] = f.let(f"shufflevector {pair}, {low}")
                swapped[i + distance] = f.let(f"shufflevector {pair}, {high}")
        vectors = swapped
        distance *= 2
    return vectors


def mask(elements: Iterable[int]) -> str:
    """Which elements of two vectors, counted through, a shuffle takes."""
    indices = list(elements)
    return f"<{len(indices)} x i32> <{', '.join(f'i32 {e}' for e in indices)}>"
