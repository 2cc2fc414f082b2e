"""Small kernels made by hand, and an interpreter for them that shares nothing with the printers."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import fields

from tests.support.graph import OPS, Ops, Port
from tests.support.passes import Instr, Kernel


class Builder:
    """Instructions one after the other; nothing is shared or simplified."""

    def __init__(self) -> None:
        self.code: list[Instr] = []
        self.inputs: dict[str, Port] = {}

    def input(self, name: str, shape: tuple[int, ...], **about: object) -> list[int]:
        size = math.prod(shape)
        nodes = [self._add(Instr("input", (), (name, k))) for k in range(size)]
        self.inputs[name] = Port(name, shape, tuple(nodes), **about)  # type: ignore[arg-type]
        return nodes

    def const(self, x: float) -> int:
        return self._add(Instr("const", (), float(x)))

    def op(self, name: str, *args: int) -> int:
        return self._add(Instr(name, args))

    def _add(self, instr: Instr) -> int:
        self.code.append(instr)
        return len(self.code) - 1

    def kernel(
        self, name: str, outputs: Mapping[str, tuple[tuple[int, ...], Sequence[int]]], **about: object
    ) -> Kernel:
        ports = tuple(Port(key, shape, tuple(nodes)) for key, (shape, nodes) in outputs.items())
        names = {f.name for f in fields(Ops)}
        counts: dict[str, int] = {}
        for instr in self.code:
            word = "add" if instr.op == "sub" else instr.op
            if word in names:
                counts[word] = counts.get(word, 0) + 1
        return Kernel(name, tuple(self.inputs.values()), ports, tuple(self.code), Ops(**counts), **about)  # type: ignore[arg-type]


def interpret(kernel: Kernel, inputs: Mapping[str, Sequence[float]]) -> dict[str, list[float]]:
    """Outputs by Python floats; outside a function's domain NaN, as the languages have it."""
    values: list[float] = []
    for instr in kernel.code:
        if instr.op == "const":
            values.append(instr.value)
        elif instr.op == "input":
            port, index = instr.value
            values.append(float(inputs[port][index]))
        else:
            values.append(apply(instr.op, *(values[j] for j in instr.args)))
    return {port.name: [values[k] for k in port.nodes] for port in kernel.outputs}


def apply(op: str, *args: float) -> float:
    try:
        value = OPS[op].value(*args)
    except (ValueError, OverflowError, ZeroDivisionError):
        return math.nan
    return math.nan if isinstance(value, complex) else value


def tiny() -> Kernel:
    """Two joints' worth of everything a header has to say: a matrix that repeats a value, parameters, a sine."""
    b = Builder()
    q = b.input("q", (2,), doc="joint positions", unit="rad")
    p = b.input("parameters", (2,), labels=("m1", "L_upper"), defaults=(1.5, 0.25), doc="physical parameters")
    c, s = b.op("cos", q[1]), b.op("sin", q[1])
    both = b.op("mul", b.op("mul", p[0], p[1]), c)
    top = b.op("add", b.op("mul", both, b.const(2.0)), p[0])
    return b.kernel(
        "mass_matrix",
        {"M": ((2, 2), [top, both, both, p[0]]), "h": ((), [b.op("neg", b.op("mul", b.const(-0.5), s))])},
        doc="Mass matrix of a small arm",
        equation="M(q) a = tau",
        reference="Featherstone 2008, table 6.2",
    )
