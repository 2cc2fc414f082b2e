"""Spelling of LLVM IR: types and numbers for a number of lanes, a module's functions, the lines of one function.

Text is built directly: builder objects cost more time than LLVM needs to parse the text.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field
from itertools import count

from linkwright.runtime.machine import LIBRARY
from linkwright.runtime.real import FLOAT64, Real


def bits(x: float) -> str:
    """A double as LLVM spells it exactly."""
    return FLOAT64.spell(x)


class Lanes:
    """How many values of a kind one instruction works on (one is `double`, more are `<n x double>`), and how that is spelled.

    scalar, step: type and bytes of one value; word: the integer of its width
    """

    def __init__(self, count: int, kind: Real) -> None:
        self.count = count
        self.kind = kind
        self.scalar, self.word, self.step = kind.llvm, kind.integer, kind.bytes
        self.bytes = self.step * count
        self.real = self.scalar if count == 1 else f"<{count} x {self.scalar}>"
        self.integer = self.word if count == 1 else f"<{count} x {self.word}>"
        self.truth = "i1" if count == 1 else f"<{count} x i1>"
        self.suffix = kind.suffix if count == 1 else f"v{count}{kind.suffix}"  # of intrinsics: @llvm.fma.v4f64

    def of(self, count: int) -> Lanes:
        """As many values of the same kind."""
        return Lanes(count, self.kind)

    def number(self, x: float) -> str:
        text = self.kind.spell(x)
        return text if self.count == 1 else f"splat ({self.scalar} {text})"

    def whole(self, n: int) -> str:
        return str(n) if self.count == 1 else f"splat ({self.word} {n})"


@dataclass
class Module:
    """Functions, globals and declarations by name; what two callers need is there once."""

    kind: Real
    """What its functions compute with."""
    width: int = 1
    """The widest vector in lanes. Without this floor LLVM may halve vectors it believes to be slow."""
    fma: bool = False
    """Whether functions may use fused multiply-adds: where the processor has none they are slow."""
    parts: dict[str, str] = field(default_factory=dict[str, str])

    def declare(self, name: str, result: str, *args: str) -> None:
        if name not in self.parts:
            self.parts[name] = f"declare {result} @{name}({', '.join(args)})"

    def intrinsic(self, name: str, lanes: Lanes, arity: int) -> str:
        full = f"llvm.{name}.{lanes.suffix}"
        self.declare(full, lanes.real, *[lanes.real] * arity)
        return full

    def library(self, name: str, lines: Lines) -> str:
        """A pointer to a function of the C library, from the table that the loader fills."""
        self.parts["library"] = f"@library = dso_local global [{len(LIBRARY)} x ptr] zeroinitializer"
        return lines.let(f"load ptr, ptr getelementptr inbounds (ptr, ptr @library, i64 {LIBRARY.index(name)})")

    def table(self, name: str, values: Sequence[int]) -> str:
        """A table of 32-bit numbers."""
        self.parts[name] = (
            f"@{name} = internal constant [{len(values)} x i32] [{', '.join(f'i32 {x}' for x in values)}]"
        )
        return f"@{name}"

    def shared(self, name: str, lines: Lines) -> str:
        """A pointer to a function that many kernels use (compiled.py); the loader fills the variable it is read from."""
        self.parts[name] = f"@{name} = dso_local global ptr null"
        return lines.let(f"load ptr, ptr @{name}")

    def text(self) -> str:
        attributes = f'attributes #0 = {{ nounwind "min-legal-vector-width"="{self.kind.bits * self.width}" }}'
        return "\n".join((*self.parts.values(), attributes, "!0 = !{}"))


class Lines:
    """The body of a function being written, over values of one number of lanes."""

    def __init__(self, module: Module, lanes: Lanes, flags: str = "") -> None:
        """flags: of arithmetic; "contract" lets LLVM make one operation of a product and a sum."""
        self.module = module
        self.flags = f"{flags} " if flags else ""
        self.lanes = lanes
        self.lines: list[str] = []
        self._names = count(1)

    def over(self, lanes: Lanes) -> Lines:
        """The same body, of which what is added here has another number of lanes."""
        other = copy(self)
        other.lanes = lanes
        return other

    def let(self, text: str) -> str:
        """Append `text` as the definition of a new value."""
        name = f"%t{next(self._names)}"
        self.lines.append(f"  {name} = {text}")
        return name

    def do(self, text: str) -> None:
        self.lines.append(f"  {text}")

    def label(self, name: str) -> None:
        self.lines.append(f"{name}:")

    def call(self, intrinsic: str, *args: str) -> str:
        """An LLVM intrinsic on reals: call("fma", a, b, c)."""
        name = self.module.intrinsic(intrinsic, self.lanes, len(args))
        real = self.lanes.real
        return self.let(f"call {real} @{name}({', '.join(f'{real} {a}' for a in args)})")

    def binary(self, op: str, a: str, b: str) -> str:
        return self.let(f"{op} {self.flags}{self.lanes.real} {a}, {b}")

    def compare(self, relation: str, a: str, b: str) -> str:
        return self.let(f"fcmp {relation} {self.lanes.real} {a}, {b}")

    def choose(self, condition: str, yes: str, no: str) -> str:
        return self.let(f"select {self.lanes.truth} {condition}, {self.lanes.real} {yes}, {self.lanes.real} {no}")

    def widened(self, x: str) -> str:
        """One value as a double."""
        return x if self.lanes.kind is FLOAT64 else self.let(f"fpext {self.lanes.scalar} {x} to double")

    def narrowed(self, x: str) -> str:
        """A double as one value."""
        return x if self.lanes.kind is FLOAT64 else self.let(f"fptrunc double {x} to {self.lanes.scalar}")

    def at(self, base: str, offset: int | str) -> str:
        """The address `offset` bytes after `base`."""
        return base if offset == 0 else self.let(f"getelementptr i8, ptr {base}, i64 {offset}")

    def finish(self, name: str, head: str) -> None:
        """Close the function and put it into its module."""
        self.module.parts[name] = f"{head} {{\n" + "\n".join(self.lines) + "\n}"
