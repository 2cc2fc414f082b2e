"""Test material: kernels written by hand or at random, and an interpreter for them that shares nothing with the runtime."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from hypothesis import strategies as st

from tests.support.graph import NUMPY, OPS, Ops, Port
from tests.support.passes import Instr, Kernel
from tests.support.runtime import Machine, host


class Code:
    """A kernel being written: k = Code(x=3); k.output("y", [k("add", k.x[0], k.x[1])]); k.kernel()."""

    def __init__(self, **inputs: int | tuple[int, ...]) -> None:
        self.code: list[Instr] = []
        self.inputs: list[Port] = []
        self.outputs: list[Port] = []
        for name, shape in inputs.items():
            shape = (shape,) if isinstance(shape, int) else shape
            nodes = tuple(self._put(Instr("input", (), (name, k))) for k in range(int(np.prod(shape))))
            self.inputs.append(Port(name, shape, nodes))

    def __getattr__(self, name: str) -> tuple[int, ...]:
        for port in self.__dict__.get("inputs", ()):
            if port.name == name:
                return port.nodes
        raise AttributeError(name)

    def __call__(self, op: str, *args: int) -> int:
        return self._put(Instr(op, args))

    def number(self, x: float) -> int:
        return self._put(Instr("const", (), float(x)))

    def output(self, name: str, nodes: Sequence[int], shape: tuple[int, ...] | None = None) -> None:
        self.outputs.append(Port(name, (len(nodes),) if shape is None else shape, tuple(nodes)))

    def default(self, name: str, values: Sequence[float]) -> None:
        self.inputs = [replace(p, defaults=tuple(values)) if p.name == name else p for p in self.inputs]

    def kernel(self, name: str = "test") -> Kernel:
        return Kernel(name, tuple(self.inputs), tuple(self.outputs), tuple(self.code), Ops())

    def _put(self, instr: Instr) -> int:
        self.code.append(instr)
        return len(self.code) - 1


def interpret(kernel: Kernel, **values: Any) -> dict[str, np.ndarray]:
    """NumPy, instruction by instruction; inputs have shape (batch, *port.shape)."""
    flat = {p.name: np.asarray(values[p.name], float).reshape(-1, p.size) for p in kernel.inputs}
    memory: list[Any] = []
    with np.errstate(all="ignore"):
        for instr in kernel.code:
            if instr.op == "input":
                memory.append(flat[instr.value[0]][:, instr.value[1]])
            elif instr.op == "const":
                memory.append(np.float64(instr.value))
            else:
                memory.append(NUMPY.ops[instr.op](*(memory[i] for i in instr.args)))
    count = max((len(x) for x in flat.values()), default=1)
    return {p.name: np.stack([np.broadcast_to(memory[i], count) for i in p.nodes], -1) for p in kernel.outputs}


def error_bounds(kernel: Kernel, **values: Any) -> dict[str, np.ndarray]:
    """How far two evaluations in double precision may be apart, by running error analysis; smooth operations only."""
    flat = {p.name: np.asarray(values[p.name], float).reshape(-1, p.size) for p in kernel.inputs}
    value: list[Any] = []
    error: list[Any] = []
    with np.errstate(all="ignore"):
        for instr in kernel.code:
            if instr.op in ("input", "const"):
                value.append(flat[instr.value[0]][:, instr.value[1]] if instr.op == "input" else instr.value)
                error.append(0.0)
                continue
            x = [value[i] for i in instr.args]
            e = [error[i] for i in instr.args]
            y = NUMPY.ops[instr.op](*x)
            value.append(y)
            error.append(_carried(instr.op, x, e) + 4 * np.finfo(float).eps * np.abs(y) + 1e-300)
    return {p.name: np.stack(np.broadcast_arrays(*(2.0 * error[i] for i in p.nodes)), -1) for p in kernel.outputs}


def _carried(op: str, x: list[Any], e: list[Any]) -> Any:
    """The errors of the arguments in the result, to first order and doubled."""
    if op in ("add", "sub"):
        return e[0] + e[1]
    if op == "mul":
        return 2 * (np.abs(x[0]) * e[1] + np.abs(x[1]) * e[0])
    if op in ("min", "max"):
        return np.maximum(e[0], e[1])
    assert op in ("neg", "abs", "sin", "cos"), op
    return e[0]


SMOOTH = ("add", "sub", "mul", "neg", "abs", "sin", "cos", "min", "max")
NUMBERS = (0.0, -0.0, 1.0, -1.0, 0.5, -2.0, 0.3, 1e-8, -1.7e5)


@st.composite
def kernels(draw: st.DrawFn, ops: Sequence[str] = SMOOTH, most: int = 120) -> Kernel:
    """Straight-line code with much sharing: products in several sums, angles of angles, outputs of every kind."""
    k = Code(x=draw(st.integers(1, 9)), y=(2, draw(st.integers(1, 3))))
    pool = [*k.x, *k.y]
    for x in draw(st.lists(st.sampled_from(NUMBERS), max_size=4)):
        pool.append(k.number(x))
    for _ in range(draw(st.integers(1, most))):
        op = draw(st.sampled_from(ops))
        recent = pool[-draw(st.sampled_from((3, 10, 1000))) :]
        pool.append(k(op, *(draw(st.sampled_from(recent)) for _ in range(OPS[op].arity))))
    for name in ("a", "b")[: draw(st.integers(1, 2))]:
        k.output(name, draw(st.lists(st.sampled_from(pool), min_size=1, max_size=20)))
    return k.kernel()


def machines() -> dict[str, Machine]:
    """This processor, and others that it can pretend to be."""
    here = host()
    found = {f"{lanes} lanes": replace(here, lanes=lanes) for lanes in (2, 4, 8)}
    if here.triple.startswith("x86_64"):
        found["SSE2"] = replace(here, cpu="x86-64", features=_without(here, "avx", "fma", "f16c"), fma=False, lanes=2)
        if here.lanes == 8:
            found["AVX2"] = replace(here, cpu="haswell", features=_without(here, "avx512"), lanes=4)
    return found


def _without(machine: Machine, *prefixes: str) -> str:
    features = machine.features.split(",")
    return ",".join(f"-{f[1:]}" if f[1:].startswith(prefixes) else f for f in features)


def product_and_sum(default: bool = False) -> Code:
    """tau = q v + p, elementwise, three elements; p is a parameter with or without defaults."""
    code = Code(q=3, v=3, p=3)
    if default:
        code.default("p", (10.0, 20.0, 30.0))
    code.output("tau", [code("add", code("mul", a, b), c) for a, b, c in zip(code.q, code.v, code.p, strict=True)])
    return code
