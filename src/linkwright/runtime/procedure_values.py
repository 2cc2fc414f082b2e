"""Values of a procedure in LLVM IR, one lane wide; and where its names live."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from linkwright.passes.procedure import Apply, Count, Element, Name, Number, ToFloat, Value
from linkwright.runtime.ir import Lines
from linkwright.runtime.operations import OPERATIONS

_COUNT = {"+": "add", "-": "sub", "*": "mul"}
ByPlace = Callable[[str], str]


@dataclass
class Places:
    """scalars: address and type; given: registers of inputs without shape; arrays: address and shape."""

    scalars: dict[str, tuple[str, str]] = field(default_factory=dict[str, tuple[str, str]])
    given: dict[str, str] = field(default_factory=dict[str, str])
    arrays: dict[str, tuple[str, tuple[int, ...]]] = field(default_factory=dict[str, tuple[str, tuple[int, ...]]])


def at(f: Lines, base: str, index: str) -> str:
    """The address of an element."""
    return f.let(f"getelementptr inbounds {f.lanes.scalar}, ptr {base}, i64 {index}")


class Values:
    """Writes values. Sine and cosine of one angle are computed together, as long as nothing happens in between."""

    def __init__(self, lines: Lines, places: Places) -> None:
        self.lines, self.places = lines, places
        self._turns: dict[Value, tuple[str, str]] = {}

    def forget(self) -> None:
        """Something may have changed, or this place is reached from others."""
        self._turns.clear()

    def assign(self, name: str, value: str) -> None:
        """A scalar gets a value."""
        address, kind = self.places.scalars[name]
        self.lines.do(f"store {kind} {value}, ptr {address}")
        self._turns = {angle: pair for angle, pair in self._turns.items() if not _mentions(angle, name)}

    def element(self, array: str, index: tuple[Value, ...]) -> str:
        """The address of an element."""
        base, shape = self.places.arrays[array]
        f = self.lines
        flat = self.value(index[0])
        for k, size in zip(index[1:], shape[1:], strict=True):
            flat = f.let(f"add nsw i64 {f.let(f'mul nsw i64 {flat}, {size}')}, {self.value(k)}")
        return at(f, base, flat)

    def value(self, v: Value) -> str:
        """The register or number of a value: real, or i64 of an integer."""
        f = self.lines
        match v:
            case Number():
                return str(v.value) if isinstance(v.value, int) else f.lanes.number(v.value)
            case Name():
                if v.name in self.places.given:
                    return self.places.given[v.name]
                address, kind = self.places.scalars[v.name]
                return f.let(f"load {kind}, ptr {address}")
            case Element():
                return f.let(f"load {f.lanes.scalar}, ptr {self.element(v.array, v.index)}")
            case Apply(op="sin" | "cos"):
                return self._turn(v.args[0])[v.op == "cos"]
            case Apply():
                return OPERATIONS[v.op](f, *(self.value(a) for a in v.args))
            case Count():
                return f.let(f"{_COUNT[v.op]} nsw i64 {self.value(v.left)}, {self.value(v.right)}")
            case ToFloat():
                return f.let(f"sitofp i64 {self.value(v.value)} to {f.lanes.scalar}")

    def _turn(self, angle: Value) -> tuple[str, str]:
        if angle not in self._turns:
            f = self.lines
            value = self.value(angle)
            f.do(f"call void {f.module.shared('sincos.1x1', f)}({f.lanes.scalar} {value}, ptr %turn)")
            sine, cosine = (
                f.let(f"load {f.lanes.scalar}, ptr {f.at('%turn', offset)}") for offset in (0, f.lanes.step)
            )
            self._turns[angle] = sine, cosine
        return self._turns[angle]


def _mentions(value: Value, name: str) -> bool:
    match value:
        case Name():
            return value.name == name
        case Element():
            return any(_mentions(k, name) for k in value.index)
        case Apply():
            return any(_mentions(a, name) for a in value.args)
        case Count():
            return _mentions(value.left, name) or _mentions(value.right, name)
        case ToFloat():
            return _mentions(value.value, name)
        case Number():
            return False
