"""Kernel: what is left of a Function when it only has to be spelled or run: straight-line code."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from linkwright.graph.function import Ops, Port
from linkwright.graph.notes import Note

if TYPE_CHECKING:
    from linkwright.passes.procedure import Procedure  # twenty classes, which straight-line code does without


@dataclass(frozen=True)
class Instr:
    """One value. `op` is an operation of the op table with `args` the indices of earlier instructions;
    or "const" with `value` a float; or "input" with `value` = (port name, flat index).

    In code of vectors (passes/lanes/vectors.py) `lanes` says how many numbers a value is, and there are "gather" (a vector of
    scalars), "splat" (one scalar in all lanes), "put" (a vector with a scalar in lane `value`), "lane" (lane `value` of a
    vector), "part" (its lanes from `value` on)."""

    op: str
    args: tuple[int, ...] = ()
    value: Any = None
    lanes: int = 1


@dataclass(frozen=True)
class Repeat:
    """Straight-line code called again and again until a residual is small: Newton's method with damping.

    step:  (*shared, x, direction, damping) -> (next x, next direction, residual): x + damping * direction, then the Newton
           direction and the residual there; whoever repeats it takes (*shared, guess) and gives (x, residual, iterations)
    roles: of the step's inputs, in their order: shared, state, direction, damping
    """

    step: Kernel
    roles: tuple[str, ...]
    tolerance: float = 1e-12
    limit: int = 50


@dataclass(frozen=True)
class Packing:
    """How a packed output is put together again.

    output:    its name
    shape:     of the whole
    table:     per element of the whole, row by row: its position among the packed values or, where it is -1 - k, the constant k
    constants: elements that do not depend on any input, each once
    labels:    of the whole
    """

    output: str
    shape: tuple[int, ...]
    table: tuple[int, ...]
    constants: tuple[float, ...]
    labels: tuple[str, ...] = ()


@dataclass(frozen=True)
class Kernel:
    """Straight-line code: instruction k defines value k and uses earlier values only.

    `inputs` and `outputs` are ports whose `nodes` are instruction indices (an input element no output needs has none: -1).
    `order` is the sequence itself; `chunks` are the start indices of pieces that a target may put into functions of their own.
    `symmetric` outputs list each distinct value several times: the index is the same.
    """

    name: str
    inputs: tuple[Port, ...]
    outputs: tuple[Port, ...]
    code: tuple[Instr, ...]
    ops: Ops
    chunks: tuple[int, ...] = (0,)
    doc: str = ""
    equation: str = ""
    reference: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    repeat: Repeat | None = None
    """Set: `code` is empty, and the outputs come from repeating another kernel; their nodes are -1."""
    procedure: Procedure | None = None
    """Set: `code` is empty, and the outputs come from these statements; their nodes are -1."""
    notes: tuple[tuple[int, Note], ...] = ()
    """What the code computes on its way, for readers: (first instruction of a run, what it leads to)."""
    packings: tuple[Packing, ...] = ()
    """Of the outputs that are packed (passes/packed.py)."""
    packs: tuple[tuple[int, ...], ...] = ()
    """Instructions that are the same operation, one per leg: the lanes of a vector may compute them. Neighbours in the code."""
    lanes: Kernel | None = None
    """The same function with packs, where that is faster for one state."""
    stores: tuple[tuple[int, int, int], ...] = ()
    """In code of vectors: (output, first element, vector), for elements that are written together; their nodes are -1."""

    @property
    def required(self) -> tuple[Port, ...]:
        """Inputs that a caller must give."""
        return tuple(port for port in self.inputs if port.defaults is None)

    @property
    def optional(self) -> tuple[Port, ...]:
        """Inputs that have defaults."""
        return tuple(port for port in self.inputs if port.defaults is not None)

    @property
    def ordered(self) -> tuple[Port, ...]:
        """Inputs as callers give them: those that may be left out come last."""
        return self.required + self.optional

    @property
    def written(self) -> Iterator[tuple[int, int, int]]:
        """Of straight-line code: (output, element, value), of a vector its first element."""
        for port, output in enumerate(self.outputs):
            yield from ((port, k, value) for k, value in enumerate(output.nodes) if value >= 0)
        yield from self.stores

    @property
    def straight(self) -> bool:
        """Whether `code` is all there is: no repetition, no statements."""
        return self.repeat is None and self.procedure is None

    @property
    def called(self) -> tuple[Kernel, ...]:
        """The kernels that this one calls."""
        if self.repeat is not None:
            return (self.repeat.step,)
        return tuple(kernel for _, kernel in self.procedure.calls) if self.procedure is not None else ()

    @property
    def statements(self) -> int:
        """How many statements its procedure has."""
        if self.procedure is None:
            return 0
        from linkwright.passes.procedure import size

        return size(self.procedure.body)

    def calling(self, kernels: tuple[Kernel, ...]) -> Kernel:
        """The same kernel that calls others, in the order of `called`."""
        if self.repeat is not None:
            return replace(self, repeat=replace(self.repeat, step=kernels[0]))
        if self.procedure is None or not kernels:
            return self
        calls = tuple((name, kernel) for (name, _), kernel in zip(self.procedure.calls, kernels, strict=True))
        return replace(self, procedure=replace(self.procedure, calls=calls))
