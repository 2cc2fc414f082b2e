"""Test material: random expression graphs, and a kernel interpreter that shares no code with the project's evaluators."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np
from hypothesis import strategies as st

from tests.support.graph import OPS, Function, Graph, Port
from tests.support.passes import Kernel

BINARY = ("add", "sub", "mul", "add", "sub", "mul", "div")
NUMBERS = (0, 1, -1, 2, 3, Fraction(1, 3), Fraction(-5, 2), 0.3, -1.7, 2.25)


RARE = {
    "neg": 1, "abs": 1, "sign": 1, "tan": 1, "asin": 1, "acos": 1, "exp": 1, "log": 1, "sqrt": 1,
    "min": 2, "max": 2, "atan2": 2, "hypot": 2, "select": 3, "only_if": 2,
}  # fmt: skip


@st.composite
def functions(draw: st.DrawFn, size: int = 40, rare: bool = False) -> Function:
    """A function of a few symbols with a few outputs that share much. Sines and cosines are of linear arguments: of others
    the prime field knows no addition theorem, hence may call equal things different."""
    graph = Graph()
    symbols = [graph.symbol(f"x[{k}]") for k in range(draw(st.integers(1, 5)))]
    pool, angles = list(symbols), list(symbols)
    for _ in range(draw(st.integers(1, size))):
        kind = draw(st.integers(0, 9))
        recent, angle = st.sampled_from(pool[-12:]), st.sampled_from(angles)
        try:
            if kind == 0:
                pool.append(graph.number(draw(st.sampled_from(NUMBERS))))
            elif kind == 1:
                angles.append(graph.call(draw(st.sampled_from(BINARY[:2])), (draw(angle), draw(angle))))
                pool.append(angles[-1])
            elif kind == 2:
                pool.append(graph.call(draw(st.sampled_from(("sin", "cos"))), (draw(angle),)))
            elif kind == 3:
                op = draw(st.sampled_from(list(RARE))) if rare else "neg"
                pool.append(graph.call(op, tuple(draw(recent) for _ in range(RARE[op]))))
            else:
                op = draw(st.sampled_from(BINARY))
                pool.append(graph.call(op, (draw(recent), draw(recent))))
        except (ZeroDivisionError, OverflowError, ValueError):
            continue
    outputs = draw(st.lists(st.sampled_from(pool[-8:]), min_size=1, max_size=6))
    return Function.make(
        "random", graph, [Port("x", (len(symbols),), tuple(symbols))], [Port("y", (len(outputs),), tuple(outputs))]
    )


def run_kernel(kernel: Kernel, values: Mapping[str, list[float]]) -> dict[str, list[float]]:
    """Execute straight-line code; NaN where an operation has no value."""
    memory: list[float] = []
    for k, instr in enumerate(kernel.code):
        assert all(j < k for j in instr.args)
        if instr.op == "input":
            port, index = instr.value
            memory.append(values[port][index])
        elif instr.op == "const":
            assert type(instr.value) is float
            memory.append(instr.value)
        else:
            memory.append(_call(instr.op, [memory[j] for j in instr.args]))
    return {p.name: [memory[i] for i in p.nodes] for p in kernel.outputs}


def run_arrays(kernel: Kernel, values: Mapping[str, Any], kind: type) -> Any:
    """Execute straight-line code on arrays of a float type; outputs by row."""
    numpy = {"add": np.add, "sub": np.subtract, "mul": np.multiply, "neg": np.negative, "sin": np.sin, "cos": np.cos}
    memory: list[Any] = []
    for instr in kernel.code:
        if instr.op == "input":
            port, index = instr.value
            memory.append(values[port][index].astype(kind))
        elif instr.op == "const":
            memory.append(kind(instr.value))
        else:
            memory.append(numpy[instr.op](*(memory[j] for j in instr.args)))
    return np.array([memory[i] for p in kernel.outputs for i in p.nodes])


def run_function(function: Function, values: Mapping[str, list[float]]) -> dict[str, list[float]]:
    """Evaluate a function's graph with floats, node by node."""
    graph = function.graph
    known = {graph.data[i]: values[p.name][k] for p in function.inputs.values() for k, i in enumerate(p.nodes)}
    memory: list[float] = []
    for op, args, data in zip(graph.op, graph.args, graph.data, strict=True):
        if op == "sym":
            memory.append(known[data])
        elif op == "const":
            memory.append(float(data))
        elif op == "pi":
            memory.append(math.pi)
        else:
            memory.append(_call(op, [memory[j] for j in args]))
    return {p.name: [memory[i] for i in p.nodes] for p in function.outputs.values()}


def _call(op: str, args: list[float]) -> float:
    try:
        return OPS[op].value(*args)
    except (ValueError, OverflowError, ZeroDivisionError):
        return math.nan


def close(x: float, y: float, tolerance: float = 1e-9) -> bool:
    """Equal to a relative tolerance; what overflows or has no value is not compared."""
    if not (math.isfinite(x) and math.isfinite(y)) or max(abs(x), abs(y)) > 1e12:
        return True
    return abs(x - y) <= tolerance * max(1.0, abs(x), abs(y))
