"""Rows of states <-> columns of lanes, where rows follow each other without gaps and their length is known: code for one port.

The functions of transpose.py serve rows of any length and distance; there is a price: an address per row and tile, and the
last tile moved back. What takes the time of short kernels is that, and with floats twice the lanes wait for it. Here addresses
are numbers in the instructions, and a row is read and written in whole vectors, beyond its end into the next row: what is read
there is not used, what is written there is overwritten by what belongs there, which comes later. Only at the end of the block
are rows cut exactly.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from linkwright.runtime.ir import Lanes, Lines, Module
from linkwright.runtime.real import FLOAT32, FLOAT64, Real
from linkwright.runtime.transpose import cut, joined, mask, transposed

_MOST: Mapping[Real, int] = {FLOAT64: 0, FLOAT32: 128}
"""Elements of a row; longer ones go by the loops, which then are as quick and shorter code."""
_LEAST = 4
"""Columns of the narrowest tile: a vector of 16 bytes."""


@dataclass(frozen=True)
class _Tile:
    """`used` columns from `start` on, in vectors of `width` per row."""

    start: int
    width: int
    used: int


def _tiles(columns: int, lanes: Lanes) -> list[_Tile]:
    """What is left over by whole registers comes first: it is written beyond the row's end."""
    whole = columns - columns % lanes.count
    tiles = [_Tile(start, lanes.count, lanes.count) for start in range(0, whole, lanes.count)]
    if used := columns - whole:
        width = min(_LEAST, lanes.count)
        while width < used:
            width *= 2
        tiles.insert(0, _Tile(whole, width, used))
    return tiles


def is_worth_it(lanes: Lanes, columns: int) -> bool:
    """Whether rows of so many elements are moved by code of their own."""
    return 0 < columns <= _MOST[lanes.kind]


def choose(f: Lines, offsets: str, columns: int, dense: str, general: str) -> None:
    """One of two calls: the first where the rows of this block follow each other without gaps; the last row's offset says so.
    (That of a block that is not full is smaller.)"""
    last = f.lanes.count - 1
    far = f.let(f"load i64, ptr {f.at(offsets, 8 * last)}")
    found = f.let(f"icmp eq i64 {far}, {last * columns * f.lanes.step}")
    labels = [f"{found.lstrip('%')}.{word}" for word in ("dense", "general", "moved")]
    f.do(f"br i1 {found}, label %{labels[0]}, label %{labels[1]}")
    for label, call in zip(labels, (dense, general), strict=False):
        f.label(label)
        f.do(call)
        f.do(f"br label %{labels[2]}")
    f.label(labels[2])


def write_gather(module: Module, lanes: Lanes, name: str, columns: int) -> None:
    """`void (ptr row, ptr columns)`: as many rows as lanes into consecutive vectors, one per column."""
    f = Lines(module, lanes)
    for tile in _tiles(columns, lanes):
        rows = [_read(f, tile, columns, k) for k in range(lanes.count)]
        parts = [joined(f, rows[k :: tile.width], tile.width) for k in range(tile.width)]
        for k, column in enumerate(transposed(f, parts, tile.width)[: tile.used]):
            place = f.at("%columns", (tile.start + k) * lanes.bytes)
            f.do(f"store {lanes.real} {column}, ptr {place}, align {lanes.bytes}")
    f.do("ret void")
    f.finish(name, f"define internal void @{name}(ptr noalias %row, ptr noalias %columns) #0")


def write_scatter(module: Module, lanes: Lanes, name: str, places: Sequence[int]) -> None:
    """`void (ptr row, ptr frame)`: vectors at frame + places[k] into column k of as many rows as lanes."""
    f = Lines(module, lanes)
    columns = len(places)
    for tile in _tiles(columns, lanes):
        vectors: list[str] = []
        for k in range(tile.start, tile.start + tile.width):
            known = k < tile.start + tile.used
            address = f.at("%frame", places[k]) if known else ""
            vectors.append(f.let(f"load {lanes.real}, ptr {address}, align {lanes.bytes}") if known else "poison")
        turned = transposed(f, vectors, tile.width)
        for k in range(lanes.count):
            block, row = divmod(k, tile.width)
            _write(f, tile, columns, k, cut(f, turned[row], block * tile.width, tile.width))
    f.do("ret void")
    f.finish(name, f"define internal void @{name}(ptr noalias %row, ptr noalias %frame) #0")


def _place(f: Lines, tile: _Tile, columns: int, row: int) -> tuple[str, int]:
    """Where a row of a tile is, and how many elements of it may be touched there: all, or at the end of the block its own."""
    start = row * columns + tile.start
    fits = start + tile.width <= f.lanes.count * columns
    return f.at("%row", start * f.lanes.step), tile.width if fits else tile.used


def _read(f: Lines, tile: _Tile, columns: int, row: int) -> str:
    address, size = _place(f, tile, columns, row)
    kind = f.lanes.of(size).real
    value = f.let(f"load {kind}, ptr {address}, align {f.lanes.step}")
    if size == tile.width:
        return value
    if size == 1:
        return f.let(f"insertelement {f.lanes.of(tile.width).real} poison, {kind} {value}, i32 0")
    return f.let(f"shufflevector {kind} {value}, {kind} poison, {mask([*range(size), *[0] * (tile.width - size)])}")


def _write(f: Lines, tile: _Tile, columns: int, row: int, value: str) -> None:
    address, size = _place(f, tile, columns, row)
    if size < tile.width:
        value = cut(f.over(f.lanes.of(tile.width)), value, 0, size)
    f.do(f"store {f.lanes.of(size).real} {value}, ptr {address}, align {f.lanes.step}")
