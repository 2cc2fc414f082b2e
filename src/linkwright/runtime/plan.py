"""Kernel -> Plan: what is computed in which function of the compiled code, and in which order.

Three decisions, the same for one state and for many, so that both give the same bits:
products are fused into the sums that use them; sines and cosines of angles known at the same time are computed
together, and so are arctangents; the sequence is cut into pieces, because LLVM's time grows with the square of a
function's length.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from linkwright.passes.kernel import Instr, Kernel

PIECE = 250
"""Steps in one function. Measured: from 200 to 2000 the code runs about as fast (short pieces spill less, long ones store
less), and compiling is quickest with short ones."""


@dataclass(frozen=True)
class Step:
    """Value `result` by an operation of the op table, or fma (a b + c), fms (a b - c), fnma (c - a b)."""

    op: str
    args: tuple[int, ...]
    result: int


@dataclass(frozen=True)
class SinCosGroup:
    """Sines and cosines of several angles at once; `sines` and `cosines` are the results, -1 where nobody asks."""

    angles: tuple[int, ...]
    sines: tuple[int, ...]
    cosines: tuple[int, ...]


@dataclass(frozen=True)
class Group:
    """One operation on several arguments that are known at the same time: of one state they are the lanes of a call."""

    op: str
    args: tuple[tuple[int, ...], ...]
    made: tuple[int, ...]

    @property
    def steps(self) -> tuple[Step, ...]:
        return tuple(Step(self.op, args, i) for args, i in zip(self.args, self.made, strict=True))


GROUPED = ("atan2", "asin", "acos")
"""Operations that are worth grouping: long chains, which are the same for every lane."""

Part = Step | SinCosGroup | Group
Piece = tuple[Part, ...]


@dataclass(frozen=True)
class Plan:
    """`spans` says of every computed value the piece that defines it and the last piece that uses it."""

    kernel: Kernel
    pieces: tuple[Piece, ...]
    spans: dict[int, tuple[int, int]]

    def lanes(self, value: int) -> int:
        """How many numbers of one state a value is."""
        return self.kernel.code[value].lanes

    @property
    def outputs(self) -> dict[int, list[tuple[int, int]]]:
        """Value -> the (port, element)s it is."""
        found: dict[int, list[tuple[int, int]]] = {}
        for p, k, i in self.kernel.written:
            found.setdefault(i, []).append((p, k))
        return found


def plan(kernel: Kernel, fma: bool, piece: int = PIECE) -> Plan:
    """The operations of a kernel in pieces, with products and sums fused where the machine can."""
    steps = _fused(kernel) if fma else _plain(kernel.code)
    pieces = _pieces(_with_turns(kernel.code, steps), piece)
    return Plan(kernel, pieces, _spans(pieces))


def results(part: Part) -> tuple[int, ...]:
    """The values that a step makes."""
    match part:
        case Step():
            return (part.result,)
        case Group():
            return part.made
        case SinCosGroup():
            return tuple(i for i in (*part.sines, *part.cosines) if i >= 0)


def operands(part: Part) -> tuple[int, ...]:
    """The values that a step needs."""
    match part:
        case Step():
            return part.args
        case Group():
            return tuple(i for args in part.args for i in args)
        case SinCosGroup():
            return part.angles


# --- fused multiply-add -----------------------------------------------------------------------------------------------


def _plain(code: Sequence[Instr]) -> list[Step]:
    return [Step(c.op, c.args, k) for k, c in enumerate(code) if c.args]


def _fused(kernel: Kernel) -> list[Step]:
    """Steps in which products have become part of the sums that use them: one sum alone, or two and nothing else.

    LLVM could do this, but it may decide differently for one lane and for eight.
    """
    code = kernel.code
    users: list[list[int]] = [[] for _ in code]
    for k, c in enumerate(code):
        for i in c.args:
            users[i].append(k)
    for _, _, i in kernel.written:
        users[i].append(-1)
    product_in: dict[int, int] = {}  # sum -> the product it takes in
    for most in (1, 2):
        for i, c in enumerate(code):
            here = users[i]
            if c.op == "mul" and len(here) == most == len(set(here)) and all(
                k >= 0 and code[k].op in ("add", "sub") and k not in product_in for k in here
            ):  # fmt: skip
                product_in.update(dict.fromkeys(here, i))
    inside = set(product_in.values())
    steps: list[Step] = []
    for k, c in enumerate(code):
        if k in product_in:
            i = product_in[k]
            a, b = c.args
            op = "fma" if c.op == "add" else "fnma" if b == i else "fms"
            steps.append(Step(op, (*code[i].args, a if b == i else b), k))
        elif c.args and k not in inside:
            steps.append(Step(c.op, c.args, k))
    return steps


# --- sines and cosines, arctangents, together ---------------------------------------------------------------------------


@dataclass
class _Level:
    """What can be computed together.

    angles: each with what is asked of it, "sin" or "cos" -> the value that it is
    groups: operation -> its steps
    """

    angles: list[tuple[int, dict[str, int]]] = field(default_factory=list[tuple[int, dict[str, int]]])
    groups: dict[str, list[Step]] = field(default_factory=dict[str, list[Step]])

    def parts(self) -> list[SinCosGroup | Group]:
        found: list[SinCosGroup | Group] = []
        if self.angles:
            sines, cosines = (tuple(asked.get(op, -1) for _, asked in self.angles) for op in ("sin", "cos"))
            found.append(SinCosGroup(tuple(angle for angle, _ in self.angles), sines, cosines))
        for op, steps in self.groups.items():
            found.append(Group(op, tuple(s.args for s in steps), tuple(s.result for s in steps)))
        return found


def _levels(code: Sequence[Instr], steps: Sequence[Step]) -> tuple[list[int], dict[int, _Level]]:
    """The level of every value, the number of such operations on the longest way to it; and level -> what it computes."""
    level = [0] * len(code)
    levels: defaultdict[int, _Level] = defaultdict(_Level)
    wanted: dict[int, dict[str, int]] = {}
    for s in steps:
        deepest = max(level[i] for i in s.args)
        if s.op in GROUPED:
            levels[deepest].groups.setdefault(s.op, []).append(s)
            deepest += 1
        if s.op in ("sin", "cos"):
            angle = s.args[0]
            if s.op in wanted.get(angle, {s.op: 0}):  # the angle is new, or an instruction is there twice
                wanted[angle] = {}
                levels[deepest].angles.append((angle, wanted[angle]))
            wanted[angle][s.op] = s.result
            deepest += 1
        level[s.result] = deepest
    return level, levels


def _with_turns(code: Sequence[Instr], steps: Sequence[Step]) -> list[Part]:
    """Where the first sine or cosine of a level is due, compute all of that level; what their angles need moves ahead."""
    at = {s.result: s for s in steps}
    level, levels = _levels(code, steps)
    sequence: list[Part] = []
    done: set[int] = set()

    def emit(top: int) -> None:
        """The steps that a value still needs, arguments first."""
        stack = [top]
        while stack:
            i = stack[-1]
            if i in done or i not in at:
                stack.pop()
            elif at[i].op in ("sin", "cos", *GROUPED):
                stack.pop()
                turn(level[i] - 1)
            elif waiting := [j for j in at[i].args if j in at and j not in done]:
                stack.extend(waiting)
            else:
                stack.pop()
                done.add(i)
                sequence.append(at[i])

    def turn(depth: int) -> None:
        for lower in range(depth + 1):  # lowest first, so that emit() never has to come back here
            for part in levels.pop(lower, _Level()).parts():
                for i in operands(part):
                    emit(i)
                sequence.append(part)
                done.update(results(part))

    for s in steps:
        emit(s.result)
    return sequence


# --- pieces ---------------------------------------------------------------------------------------------------------------


def _pieces(sequence: Sequence[Part], size: int) -> tuple[Piece, ...]:
    """Cut where few values are alive, in the last third of each piece."""
    last = {i: k for k, s in enumerate(sequence) for i in operands(s)}
    change = [0] * (len(sequence) + 1)
    for k, s in enumerate(sequence):
        for i in () if isinstance(s, SinCosGroup) else results(s):  # what a Turn computes is in memory anyway
            if i in last:
                change[k] += 1
                change[last[i]] -= 1
    alive = list(accumulate(change))
    pieces: list[Piece] = []
    start = 0
    while len(sequence) - start > size + size // 3:
        cut = min(range(start + 2 * size // 3, start + size), key=alive.__getitem__) + 1
        pieces.append(tuple(sequence[start:cut]))
        start = cut
    pieces.append(tuple(sequence[start:]))
    return tuple(pieces)


def _spans(pieces: Sequence[Piece]) -> dict[int, tuple[int, int]]:
    spans: dict[int, tuple[int, int]] = {}
    for p, piece in enumerate(pieces):
        for step in piece:
            for i in operands(step):
                if i in spans:
                    spans[i] = (spans[i][0], p)
            for i in results(step):
                spans[i] = (p, p)
    return spans
