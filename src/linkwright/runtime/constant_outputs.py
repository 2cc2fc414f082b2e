"""Outputs of one state that are no results: zeros, other numbers, inputs.

A mass matrix of a large robot is half zeros. They are stored as vectors, apart from the pieces: a long list of single stores
in one function is slow to run and slow to compile (LLVM looks for stores to join, every one with every other).
"""

from __future__ import annotations

from itertools import groupby
from math import copysign

from linkwright.passes.kernel import Instr, Kernel
from linkwright.runtime.ir import Lanes, Lines, Module

_STORES = 150
"""Stores in one function."""


def write_constant_outputs(module: Module, kernel: Kernel) -> list[str]:
    """Names of functions that take a pointer per port, inputs first, as %in0, %in1, ... %out0, ..."""
    stores = [(p, start, count) for p, port in enumerate(kernel.outputs) for start, count in _plain(kernel, port.nodes)]
    takes = [f"ptr noalias %in{p}" for p in range(len(kernel.inputs))]
    takes += [f"ptr noalias %out{p}" for p in range(len(kernel.outputs))]
    names: list[str] = []
    one = Lanes(1, module.kind)
    for first in range(0, len(stores), _STORES):
        f = Lines(module, one)
        for p, start, count in stores[first : first + _STORES]:
            value = _value(f, kernel, kernel.code[kernel.outputs[p].nodes[start]])
            address = f.at(f"%out{p}", one.step * start)
            f.do(
                f"store {one.of(count).real} {value if count == 1 else 'zeroinitializer'}, ptr {address}, align {one.step}"
            )
        f.do("ret void")
        names.append(f"plain.{len(names)}")
        f.finish(names[-1], f"define internal void @{names[-1]}({', '.join(takes)}) #0")
    return names


def _plain(kernel: Kernel, nodes: tuple[int, ...]) -> list[tuple[int, int]]:
    """(start, count): single elements, and runs of zeros cut into powers of two."""
    kinds = ["result" if i < 0 else _kind(kernel.code[i]) for i in nodes]
    found: list[tuple[int, int]] = []
    start = 0
    for kind, run in groupby(kinds):
        left = len(list(run))
        while left:
            count = 1
            while kind == "zero" and count < 8 and 2 * count <= left:
                count *= 2
            if kind != "result":
                found.append((start, count))
            start += count
            left -= count
    return found


def _kind(instr: Instr) -> str:
    if instr.op == "const":
        return "zero" if instr.value == 0 and copysign(1.0, instr.value) > 0 else "number"
    return "input" if instr.op == "input" else "result"


def _value(f: Lines, kernel: Kernel, instr: Instr) -> str:
    if instr.op == "const":
        return f.lanes.number(instr.value)
    name, k = instr.value
    port = next(p for p, port in enumerate(kernel.inputs) if port.name == name)
    return f.let(f"load {f.lanes.scalar}, ptr {f.at(f'%in{port}', f.lanes.step * k)}")
