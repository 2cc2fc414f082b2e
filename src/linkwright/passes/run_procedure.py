"""The interpreter of kernels: statements as they stand, straight-line code instruction by instruction. Slow and plain: what
compiled and generated code is compared with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from linkwright.graph.evaluate import NUMPY
from linkwright.passes import procedure as proc
from linkwright.passes.kernel import Kernel
from linkwright.passes.procedural import as_procedure

_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "<": lambda a, b: bool(a < b),
    "<=": lambda a, b: bool(a <= b),
    ">": lambda a, b: bool(a > b),
    ">=": lambda a, b: bool(a >= b),
    "==": lambda a, b: bool(a == b),
    "!=": lambda a, b: bool(a != b),
}
_COUNT: dict[str, Callable[[int, int], int]] = {"+": int.__add__, "-": int.__sub__, "*": int.__mul__}


def run_kernel(kernel: Kernel, inputs: Mapping[str, Any]) -> dict[str, Any]:
    """Outputs of a kernel for one state, by name: arrays of their shape; what is never set is NaN."""
    values = {p.name: np.asarray(inputs[p.name], dtype=float).reshape(p.shape) for p in kernel.inputs}
    procedure = as_procedure(kernel)
    with np.errstate(all="ignore"):
        if procedure is None:
            return _straight(kernel, values)
        run = _Run(procedure)
        run.memory |= {name: v if v.shape else np.float64(v) for name, v in values.items()}
        run.memory |= {p.name: np.full(p.shape or (1,), np.nan) for p in kernel.outputs}
        run.block(procedure.body)
    return {p.name: run.memory[p.name].reshape(p.shape) for p in kernel.outputs}


def _straight(kernel: Kernel, inputs: Mapping[str, Any]) -> dict[str, Any]:
    memory: list[Any] = []
    for instr in kernel.code:
        if instr.op == "input":
            port, index = instr.value
            memory.append(inputs[port].flat[index])
        elif instr.op == "const":
            memory.append(np.float64(instr.value))
        else:
            memory.append(NUMPY.ops[instr.op](*(memory[j] for j in instr.args)))
    return {p.name: np.array([memory[i] for i in p.nodes], dtype=float).reshape(p.shape) for p in kernel.outputs}


class _Run:
    """Memory and the walk over statements."""

    def __init__(self, procedure: proc.Procedure) -> None:
        self.calls = dict(procedure.calls)
        self.memory: dict[str, Any] = {}
        for a in procedure.arrays:
            self.memory[a.name] = np.full(a.shape, np.nan) if a.values is None else np.reshape(a.values, a.shape)

    def block(self, statements: tuple[proc.Statement, ...]) -> bool:
        """Run statements; whether a Break was met."""
        return any(self.statement(s) for s in statements)

    def statement(self, s: proc.Statement) -> bool:
        memory = self.memory
        match s:
            case proc.Set():
                memory[s.name] = self.value(s.value)
            case proc.Store():
                memory[s.array][self.index(s.array, s.index)] = self.value(s.value)
            case proc.Fill():
                memory[s.array][...] = self.value(s.value)
            case proc.Copy():
                memory[s.target][...] = memory[s.source]
            case proc.Call():
                self.call(s)
            case proc.For():
                for k in range(self.value(s.start), self.value(s.stop), s.step):
                    memory[s.counter] = k
                    if self.block(s.body):
                        break
            case proc.While():
                while self.holds(s.condition):
                    if self.block(s.body):
                        break
            case proc.If():
                return self.block(s.yes if self.holds(s.condition) else s.no)
            case proc.Break():
                return True
            case proc.Remark():
                pass
        return False

    def call(self, s: proc.Call) -> None:
        kernel = self.calls[s.kernel]
        given = [self.memory[x] if isinstance(x, str) else self.value(x) for x in s.inputs]
        found = run_kernel(kernel, dict(zip((p.name for p in kernel.inputs), given, strict=True)))
        for name, port in zip(s.outputs, kernel.outputs, strict=True):
            if port.shape:
                self.memory[name][...] = found[port.name]
            else:
                self.memory[name] = np.float64(found[port.name])

    def index(self, array: str, index: tuple[proc.Value, ...]) -> tuple[int, ...]:
        """Indices, none of them negative or too large: other languages do not look."""
        found = tuple(self.value(k) for k in index)
        shape = self.memory[array].shape
        if not all(0 <= k < size for k, size in zip(found, shape, strict=True)):
            raise IndexError(f"{array}{list(found)} of the shape {shape}")
        return found

    def value(self, v: proc.Value) -> Any:
        match v:
            case proc.Number():
                return v.value if isinstance(v.value, int) else np.float64(v.value)
            case proc.Name():
                return self.memory[v.name]
            case proc.Element():
                return self.memory[v.array][self.index(v.array, v.index)]
            case proc.Apply():
                return NUMPY.ops[v.op](*(self.value(a) for a in v.args))
            case proc.Count():
                return _COUNT[v.op](self.value(v.left), self.value(v.right))
            case proc.ToFloat():
                return np.float64(self.value(v.value))

    def holds(self, c: proc.Condition) -> bool:
        match c:
            case proc.Compare():
                return _COMPARE[c.op](self.value(c.left), self.value(c.right))
            case proc.Logic(op="and"):
                return all(self.holds(part) for part in c.args)
            case proc.Logic(op="or"):
                return any(self.holds(part) for part in c.args)
            case proc.Logic():
                return not self.holds(c.args[0])
            case proc.Finite():
                return bool(np.isfinite(self.value(c.value)))
