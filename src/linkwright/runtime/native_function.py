"""Kernel -> a function to call: one state or a batch of them, as NumPy arrays."""

from __future__ import annotations

import ctypes
import math
import threading
from collections.abc import Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeGuard

import numpy as np

from linkwright.arrays import Array
from linkwright.errors import InputError
from linkwright.graph.evaluate import read_inputs
from linkwright.graph.function import Port
from linkwright.narrowing import is_dict, is_mapping
from linkwright.passes.kernel import Kernel, Packing
from linkwright.runtime.compiled import compiled_kernel
from linkwright.runtime.machine import Code, Machine, host
from linkwright.runtime.native_batch import Batch, columns_of, fresh, large, rows_of
from linkwright.runtime.real import FLOAT64, REALS
from linkwright.runtime.threads import WORTH_A_THREAD, checked_threads, in_threads

if TYPE_CHECKING:
    from numpy.typing import NDArray  # 30 ms to import

    from linkwright.runtime.trampoline import Context

_PATIENCE = 16
"""Calls by Python before the machine code for calls is made: for the first function of a process that takes as long as 2,000 of
them do, which many processes never make."""


def native(
    kernel: Kernel, machine: Machine | None = None, later: bool = False, soa: bool = False, real: str = "float64"
) -> Any:
    """Compile a kernel, for this processor unless told otherwise. The code for batches is made when the first one comes.
    later: that for one state too, which costs as much, and which those that only compute batches never need.
    soa: the batch is the last axis of results, a structure of arrays.
    real: what it computes with; `machine` is then one of that kind."""
    runner = _Runner(kernel, machine or host().of(REALS[real]), soa)
    if not later:
        runner.single()
    return type("NativeFunction", (NativeFunction,), {})(runner)  # a class of its own: `call` gives it another __call__


class NativeFunction:
    """A compiled function: f(q, v, a), f(q=q, v=v, a=a), f(q, v, a, out=tau), f(batch_q, batch_v, batch_a, threads=4).

    Inputs are arrays of the port's shape, or with leading batch dimensions, which broadcast, of the type that it computes
    with (`dtype`: float64 or float32); other types are converted. One output is returned bare, several as a dictionary by
    name, with the batch dimensions of the inputs.

    inputs, outputs: the ports by name
    packings:        of packed outputs, by name, how they are put together again
    """

    def __init__(self, runner: _Runner) -> None:
        self._runner = runner
        self._calls = 0
        self.kernel = runner.kernel
        self.name = runner.name
        self.inputs = runner.inputs
        self.outputs = runner.outputs
        self.dtype = runner.dtype
        self.packings: Mapping[str, Packing] = MappingProxyType({p.output: p for p in runner.kernel.packings})
        self.__name__ = runner.name
        self.__doc__ = _doc(runner.kernel)

    @cached_property
    def call(self) -> Any:
        """The bare built-in function, for loops that count nanoseconds."""
        made = self._runner.trampoline()
        # A call of an object looks up __call__ on its class. Only a class of its own lets that be machine code at once,
        # without a Python frame in between: 60 ns instead of 200.
        type(self).__call__ = staticmethod(made)  # type: ignore[method-assign]
        return made

    def __call__(self, *args: Any, out: Any = None, threads: int | None = None, **values: Any) -> Any:
        self._calls += 1
        call = self.call if self._calls > _PATIENCE else self._runner
        return call(*args, out=out, threads=threads, **values)

    def unpack(self, result: Any) -> Any:
        """Whole arrays of packed ones: of what the function returned, an array or a dictionary of them."""
        from linkwright.runtime.unpack import unpacked

        return unpacked(self.kernel, result, self._runner.soa)

    def __repr__(self) -> str:
        shown = (
            f"native{_kind(self._runner.machine)} {self.name}({', '.join(self.inputs)}) -> {', '.join(self.outputs)}"
        )
        return f"<{shown}{_frame(self.kernel, ', ')}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Travels as its kernel: the other process compiles it, or finds it in the cache."""
        return native, (self.kernel, None, False, self._runner.soa, self._runner.machine.real.name)


def _frame(kernel: Kernel, before: str) -> str:
    """Which frame a function of one frame speaks of."""
    frame = dict(kernel.facts).get("frame")
    return "" if frame is None else f"{before}frame '{frame}'"


def _kind(machine: Machine) -> str:
    return "" if machine.real is FLOAT64 else f" {machine.real.name}"


def _is_array(x: object) -> TypeGuard[NDArray[Any]]:
    return isinstance(x, np.ndarray)


_ONE_STATE = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class _Runner:
    """The Python side of a call: whatever the trampoline does not take, and batches."""

    def __init__(self, kernel: Kernel, machine: Machine, soa: bool) -> None:
        self.kernel = kernel
        self.soa = soa
        self.name = kernel.name
        self.inputs: Mapping[str, Port] = MappingProxyType({p.name: p for p in kernel.inputs})
        self.outputs: Mapping[str, Port] = MappingProxyType({p.name: p for p in kernel.outputs})
        self.machine = machine
        self.dtype = np.dtype(machine.real.name)
        self.context: Context | None = None
        self._builtin: Any = None
        self._batch: Batch | None = None
        self._single: Code | None = None
        self._lock = threading.RLock()

    def single(self) -> Code:
        """The code for one state, made once: its address is in the context."""
        with self._lock:
            if self._single is None:
                self._single = compiled_kernel(self.kernel, "single", self.machine)
                if self.context is not None:
                    self.context.allow_single(self._single.address("single"))
            return self._single

    def trampoline(self) -> Any:
        """A built-in function that does the same; this object where there is none."""
        from linkwright.runtime.trampoline import Signature, trampoline

        signature = Signature(self.name, _doc(self.kernel), self.kernel.inputs, self.kernel.outputs, self.machine.real)
        with self._lock:
            if self._builtin is not None:  # another thread was first
                return self._builtin
            here = self._single.address("single") if self._single is not None else 0
            fast = trampoline(signature, here, self)
            if fast is None:
                return self
            self._builtin, self.context = fast
            if self._batch is not None:
                self._batch_here(self._batch)
            return self._builtin

    def __call__(self, *args: Any, out: Any = None, threads: int | None = None, **values: Any) -> Any:
        threads = checked_threads(threads)
        arrays = [a for _, a in read_inputs(self, self._bind(args, values), self.dtype)]  # type: ignore[arg-type]
        shapes = [a.shape[: a.ndim - len(p.shape)] for p, a in zip(self.kernel.inputs, arrays, strict=True)]
        try:
            batch = np.broadcast_shapes(*shapes)
        except ValueError:
            told = ", ".join(f"{p.name} {s}" for p, s in zip(self.kernel.inputs, shapes, strict=True))
            raise InputError(f"{self.name}: batch dimensions do not fit together: {told}") from None
        given = self._given(out, batch)
        results: list[Array] = []
        for port in self.kernel.outputs:  # new arrays where nothing usable was given
            own = given.get(port.name)
            columns = port.size if self.soa else 1
            if own is None or not _usable(own, columns, arrays):
                own = fresh(self._shape(port, batch), columns, self.dtype)
            results.append(own)
        if batch == ():
            self._run_single(arrays, results)
        elif math.prod(batch):
            self._run_batch(arrays, shapes, batch, results, threads)
        answer: dict[str, Array] = {}
        for port, result in zip(self.kernel.outputs, results, strict=True):
            wanted = given.get(port.name)
            if wanted is not None and wanted is not result:
                wanted[...] = result
            answer[port.name] = result if wanted is None else wanted
        if len(answer) == 1:
            return next(iter(answer.values()))
        return out if is_dict(out) and out.keys() == answer.keys() else answer

    def _bind(self, args: Sequence[Any], values: dict[str, Any]) -> dict[str, Any]:
        """Positional arguments by the names of the inputs."""
        names = list(self.inputs)
        if len(args) > len(names):
            raise InputError(
                f"{self.name} takes {len(names)} inputs, {len(args)} were given", hint=f"in order: {', '.join(names)}"
            )
        for name in names[: len(args)]:
            if name in values:
                raise InputError(f"{self.name}: input '{name}' was given twice, by position and by name")
        return {**dict(zip(names, args, strict=False)), **values}

    def _given(self, out: Any, batch: tuple[int, ...]) -> dict[str, Array]:
        """Arrays to write to, by output."""
        if out is None:
            return {}
        given: Mapping[str, Any]
        if is_mapping(out):
            given = out
        else:
            if len(self.outputs) != 1:
                raise InputError(
                    f"{self.name}: out must be a dictionary, it has {len(self.outputs)} outputs",
                    hint=f"out={{{', '.join(f'{name!r}: array' for name in self.outputs)}}}",
                )
            given = {next(iter(self.outputs)): out}
        for name, array in given.items():
            if name not in self.outputs:
                raise InputError(f"{self.name} has no output '{name}'", hint=f"it has: {', '.join(self.outputs)}")
            shape = self._shape(self.outputs[name], batch)
            if not _is_array(array) or array.dtype != self.dtype or array.shape != shape:
                kind = f"{array.dtype} {array.shape}" if _is_array(array) else type(array).__name__
                raise InputError(
                    f"{self.name}: out for '{name}' must be a {self.dtype} array of shape {shape}, not {kind}"
                )
            if not array.flags.writeable:
                raise InputError(f"{self.name}: out for '{name}' is read-only")
        return dict(given)

    def _shape(self, port: Port, batch: tuple[int, ...]) -> tuple[int, ...]:
        return (*port.shape, *batch) if self.soa else (*batch, *port.shape)

    def _run_single(self, arrays: list[Array], results: list[Array]) -> None:
        plain = [np.ascontiguousarray(a) for a in arrays]
        every = [*plain, *results]
        run = _ONE_STATE(self.single().address("single"))
        run((ctypes.c_int64 * len(every))(*(a.ctypes.data for a in every)))

    def _run_batch(
        self,
        arrays: list[Array],
        shapes: list[tuple[int, ...]],
        batch: tuple[int, ...],
        results: list[Array],
        threads: int | None,
    ) -> None:
        compiled = self._compiled_batch()
        count = math.prod(batch)
        rows = [rows_of(a, s, batch, p) for p, a, s in zip(self.kernel.inputs, arrays, shapes, strict=True)]
        if columns := self.soa and self.kernel.straight:
            made = [r.reshape(p.size, count).T for p, r in zip(self.kernel.outputs, results, strict=True)]
        elif self.soa:  # statements write rows only
            made = [np.empty((count, p.size), self.dtype) for p in self.kernel.outputs]
        else:
            made = [r.reshape(count, p.size) for p, r in zip(self.kernel.outputs, results, strict=True)]
        rows += made
        cost = _cost(self.kernel)
        in_threads(compiled.over(rows, large(results)), count, self.machine.lanes, cost, threads)
        if self.soa and not columns:
            for r, m in zip(results, made, strict=True):
                r.reshape(m.shape[::-1])[...] = m.T

    def _compiled_batch(self) -> Batch:
        with self._lock:
            if self._batch is None:
                straight = self.kernel.straight  # of a procedure both forms are one code
                form = "soa" if self.soa else "batch"
                code = compiled_kernel(self.kernel, form, self.machine) if straight else self.single()
                self._batch = Batch(code, self.kernel, columns=self.soa and straight)
                self._batch_here(self._batch)
            return self._batch

    def _batch_here(self, batch: Batch) -> None:
        """Short batches run in the built-in function, where there is one; it makes results in rows."""
        if self.context is not None and not self.soa:
            most = 2 * WORTH_A_THREAD // _cost(self.kernel)  # more would gain from a second thread
            self.context.allow_batches(batch.code.address("batch"), batch.memory, most)


def _cost(kernel: Kernel) -> int:
    """Instructions of one state; to move an element counts as eight. Loops are taken to go round some ten times."""
    straight = len(kernel.code) + 8 * sum(port.size for port in (*kernel.inputs, *kernel.outputs)) + 1
    return straight + 100 * kernel.statements + 10 * sum(_cost(called) for called in kernel.called)


def _usable(given: Array, columns: int, inputs: list[Array]) -> bool:
    """Whether machine code may write to an array: plain, but for what lies between columns, and apart from the inputs."""
    plain = given.flags.carray or (columns > 1 and columns_of(given, columns))
    return plain and not any(np.may_share_memory(given, a) for a in inputs)


def _doc(kernel: Kernel) -> str:
    takes = ", ".join(f"{p.name}{list(p.shape)}" for p in kernel.inputs)
    gives = ", ".join(f"{p.name}{list(p.shape)}" for p in kernel.outputs)
    lines = (f"{kernel.name}({takes}) -> {gives}", kernel.equation, kernel.doc, _frame(kernel, ""))
    return "\n".join(line for line in lines if line)
