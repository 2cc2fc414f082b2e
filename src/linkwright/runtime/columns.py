"""Columns of lanes as they are: results with the batch as the last axis need no transposition.

An element of a block's states is one vector, and that is what memory takes: rows of a structure of arrays are as far apart as
the caller's array says. Of the last block, states that are none are masked.
"""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.runtime.ir import Lanes, Lines, Module


def store_columns(f: Lines, columns: Sequence[tuple[int, int]], past: bool) -> None:
    """Vectors at %frame + place into columns of whole vectors, from %to on, %stride apart: (column, place) in order.
    past: the caches, to whole cache lines. (A loop over a table takes three times the instructions.)"""
    lanes = f.lanes
    before, at = 0, "%to"
    for column, place in columns:
        if column > before:
            far = "%stride" if column == before + 1 else f.let(f"mul i64 %stride, {column - before}")
            before, at = column, f.at(at, far)
        value = f.let(f"load {lanes.real}, ptr {f.at('%frame', place)}, align {lanes.bytes}")
        kind = f"align {lanes.bytes}, !nontemporal !2" if past else f"align {lanes.step}"
        f.do(f"store {lanes.real} {value}, ptr {at}, {kind}")


def write_columns(module: Module, lanes: Lanes) -> None:
    """`columns`: `void (ptr to, i64 stride, ptr frame, i64 n, ptr table, i64 rows)`: the first `rows` lanes of n columns; of
    each the table says which it is, and where its vector is in the frame."""
    f = Lines(module, lanes)
    real, whole = lanes.real, f"<{lanes.count} x i64>"
    module.declare(f"llvm.masked.store.{lanes.suffix}.p0", "void", real, "ptr", "i32", f"<{lanes.count} x i1>")
    first = f.let(f"insertelement {whole} poison, i64 %rows, i32 0")
    every = f.let(f"shufflevector {whole} {first}, {whole} poison, <{lanes.count} x i32> zeroinitializer")
    numbers = ", ".join(f"i64 {k}" for k in range(lanes.count))
    f.do(f"%mask = icmp ult {whole} <{numbers}>, {every}")
    f.do("br label %column")
    f.label("column")
    f.do("%k = phi i64 [ 0, %0 ], [ %next, %column ]")
    entry = f.let("getelementptr [2 x i32], ptr %table, i64 %k")
    column, place = (f.let(f"zext i32 {f.let(f'load i32, ptr {f.at(entry, 4 * j)}')} to i64") for j in (0, 1))
    f.do(f"%at = getelementptr i8, ptr %to, i64 {f.let(f'mul i64 {column}, %stride')}")
    value = f.let(f"load {real}, ptr {f.at('%frame', place)}, align {lanes.bytes}")
    masked = f"{real} {value}, ptr %at, i32 {lanes.step}, <{lanes.count} x i1> %mask"
    f.do(f"call void @llvm.masked.store.{lanes.suffix}.p0({masked})")
    f.do("%next = add i64 %k, 1")
    f.do("%more = icmp ult i64 %next, %n")
    f.do("br i1 %more, label %column, label %done")
    f.label("done")
    f.do("ret void")
    takes = "ptr %to, i64 %stride, ptr noalias %frame, i64 %n, ptr noalias %table, i64 %rows"
    f.finish("columns", f"define dso_local void @columns({takes}) #0")
