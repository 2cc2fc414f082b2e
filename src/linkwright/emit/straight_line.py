"""Straight-line code: a kernel as statements, before a language spells them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from linkwright.emit.angles import LEAVES, Early
from linkwright.graph.function import Port
from linkwright.passes.kernel import Kernel


@dataclass(frozen=True)
class Define:
    """A local name for a value."""

    value: int


@dataclass(frozen=True)
class Write:
    """An output element gets a value: flat index into output `port`."""

    port: int
    index: int
    value: int


@dataclass(frozen=True)
class Zeros:
    """`count` output elements from flat index `index` on are zero."""

    port: int
    index: int
    count: int


@dataclass(frozen=True)
class Save:
    """A named value goes to a slot of the scratch array, for later pieces."""

    value: int
    slot: int


@dataclass(frozen=True)
class Load:
    """A value comes back from its slot."""

    value: int
    slot: int


@dataclass(frozen=True)
class Pair:
    """Sine and cosine of one angle; -1 where one of them is not needed."""

    angle: int
    sine: int
    cosine: int


@dataclass(frozen=True)
class Remark:
    """A comment on the statements that follow."""

    text: str


Statement = Define | Write | Zeros | Save | Load | Pair | Remark


@dataclass(frozen=True)
class Plan:
    """`pieces` are lists of statements; the first is the prologue, which computes what the early angles need.

    early:  the sines and cosines that are computed together, right after the prologue
    nested: values that have no name: their text stands where they are used
    names:  local names of the values that have one
    slots:  length of the scratch array
    """

    kernel: Kernel
    pieces: tuple[tuple[Statement, ...], ...]
    early: Early
    nested: frozenset[int]
    names: Mapping[int, str]
    slots: int
    lanes: Plan | None = None
    """The same function in vectors: one piece."""

    def reads(self, *pieces: tuple[Statement, ...]) -> frozenset[str]:
        """Names of the input ports that the pieces read; "sine" or "cosine" where they read those of early angles."""
        found: set[str] = set()
        for statement in (statement for piece in pieces for statement in piece):
            for leaf in self._leaves(statement):
                if self.kernel.code[leaf].op == "input":
                    found.add(self.kernel.code[leaf].value[0])
                if leaf in self.early.places:
                    found.add("cosine" if self.early.places[leaf][0] else "sine")
        return frozenset(found)

    def arguments(self, piece: tuple[Statement, ...]) -> tuple[list[Port], list[str], list[Port], list[str]]:
        """What a piece reads or writes: inputs, "sine" and "cosine" of early angles, outputs, "work" for the scratch array."""
        reads, written = (
            self.reads(piece),
            {statement.port for statement in piece if isinstance(statement, Write | Zeros)},
        )
        return (
            [port for port in self.kernel.inputs if port.name in reads],
            sorted(reads & {"sine", "cosine"}),
            [port for k, port in enumerate(self.kernel.outputs) if k in written],
            ["work"] if any(isinstance(statement, Load | Save) for statement in piece) else [],
        )

    def _leaves(self, statement: Statement) -> Iterator[int]:
        if isinstance(statement, Load | Save | Zeros | Remark):
            return
        if isinstance(statement, Pair):
            yield from tree_leaves(self.kernel, max(statement.sine, statement.cosine), self.nested)
        elif isinstance(statement, Define) or self.is_expression(statement.value):
            yield from tree_leaves(self.kernel, statement.value, self.nested)
        else:
            yield statement.value

    def is_expression(self, value: int) -> bool:
        """Whether a value is spelled as operators on others, not as a name, an input or a number."""
        return value not in self.names and value not in self.early.places and self.kernel.code[value].op not in LEAVES


def tree_leaves(kernel: Kernel, top: int, nested: frozenset[int] | set[int]) -> Iterator[int]:
    """Values that the statement computing `top` refers to: names, inputs and constants."""
    code = kernel.code
    stack = list(code[top].args)
    while stack:
        k = stack.pop()
        if k in nested:
            stack.extend(code[k].args)
        else:
            yield k
