"""Steps of a plan -> lines of text, by a target's table. Parentheses exactly where precedence asks for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from linkwright.emit.straight_line import Define, Load, Pair, Plan, Remark, Save, Statement, Write, Zeros
from linkwright.emit.target import ATOM, Target
from linkwright.graph.function import Port
from linkwright.passes.kernel import Instr

LANES = frozenset({"lane", "gather", "splat", "part", "put"})
"""Operations that only code of vectors has."""

_REMARK = 88
"""Characters of a remark: with its indent, a line that no language breaks."""

Piece = Callable[[int, tuple[Statement, ...]], tuple[str, list[str]]]


@dataclass(frozen=True)
class Speller:
    """Writes the values and statements of one plan."""

    plan: Plan
    target: Target

    @cached_property
    def _inputs(self) -> dict[str, Port]:
        return {port.name: port for port in self.plan.kernel.inputs}

    def value(self, k: int, whole: bool = False) -> str:
        """Text of a value as an operand that binds loosely; `whole`: its expression even where it has a name."""
        return self._text(k, whole)[0]

    def _text(self, k: int, whole: bool = False) -> tuple[str, int]:
        """Text and how tightly it binds. Recursion is as deep as one statement, which `Target.nest` limits."""
        plan, target = self.plan, self.target
        instr = plan.kernel.code[k]
        if not whole and k in plan.names:
            return plan.names[k], ATOM
        if k in plan.early.places:
            is_cosine, index = plan.early.places[k]
            return (target.cosine if is_cosine else target.sine).format(index=index), ATOM
        if instr.op == "const":
            return number(target, instr.value)
        if instr.op == "input":
            port, index = instr.value
            return target.read(self._inputs[port], index), ATOM
        if instr.op in LANES:
            return self._lanes(instr), ATOM
        if instr.op == "sqrt" and instr.lanes > 1 and target.vectors is not None:
            return target.vectors.sqrt.format(lanes=instr.lanes, vector=self.value(instr.args[0])), ATOM
        spelling = target.spell[instr.op]
        operands: list[str] = []
        args = instr.args
        if instr.op == "mul" and plan.kernel.code[args[1]].op == "const":
            args = args[::-1]  # 2 x reads better than x 2, and is the same number
        for j, need in zip(args, spelling.needs, strict=True):
            text, binds = self._text(j)
            operands.append(text if binds >= need else text.join(target.brackets))
        return spelling.template.format(*operands), spelling.binds

    def _define(self, value: int, text: str) -> str:
        lanes, target = self.plan.kernel.code[value].lanes, self.target
        define = target.define if lanes == 1 or target.vectors is None else target.vectors.define
        return define.format(name=self.plan.names[value], value=text, lanes=lanes)

    def _work(self, value: int, slot: int, read: bool) -> str:
        """Where a value is kept for later pieces."""
        return self._of_as_many(self.target.work.format(slot=slot), value, read)

    def _of_as_many(self, element: str, value: int, read: bool) -> str:
        """An element of an array, for a vector with those that follow."""
        lanes, spelled = self.plan.kernel.code[value].lanes, self.target.vectors
        if lanes == 1 or spelled is None:
            return element
        return (spelled.load if read else spelled.store).format(lanes=lanes, first=element)

    def _lanes(self, instr: Instr) -> str:
        """A vector put together, or a number taken out of one."""
        spelled, count = self.target.vectors, instr.lanes
        assert spelled is not None
        if instr.op == "lane":
            return spelled.lane.format(vector=self.value(instr.args[0]), lane=instr.value)
        if instr.op == "part":
            vector = self.value(instr.args[0])
            lanes = (spelled.lane.format(vector=vector, lane=instr.value + k) for k in range(count))
            return spelled.gather.format(lanes=count, values=", ".join(lanes))
        if instr.op == "put":
            vector, scalar = map(self.value, instr.args)
            return spelled.put.format(lanes=count, vector=vector, lane=instr.value, value=scalar)
        if (first := self._in_a_row(instr)) is not None:
            return spelled.load.format(lanes=count, first=self.value(first))
        values = [self.value(j) for j in instr.args] * (count // len(instr.args))
        return spelled.gather.format(lanes=count, values=", ".join(values))

    def _in_a_row(self, instr: Instr) -> int | None:
        """The first of early sines or cosines that lie side by side in the order of the lanes."""
        places = [self.plan.early.places.get(j) for j in dict.fromkeys(instr.args)]
        if len(places) < 2 or places[0] is None:
            return None
        is_cosine, first = places[0]
        return instr.args[0] if places == [(is_cosine, first + k) for k in range(len(places))] else None

    def line(self, statement: Statement) -> str:
        """One statement, not indented."""
        target, names = self.target, self.plan.names
        match statement:
            case Define(value):
                return self._define(value, self.value(value, whole=True))
            case Load(value, slot):
                return self._define(value, self._work(value, slot, read=True))
            case Save(value, slot):
                return target.write.format(element=self._work(value, slot, read=False), value=names[value])
            case Write(port, index, value):
                element = self._of_as_many(target.element(self.plan.kernel.outputs[port], index), value, read=False)
                return target.write.format(element=element, value=self.value(value))
            case Zeros(port, index, count):
                element = target.element(self.plan.kernel.outputs[port], index)
                name = self.plan.kernel.outputs[port].name
                return target.zeros.format(element=element, name=name, first=index, end=index + count, count=count)
            case Pair(angle, sine, cosine):
                first = names.get(sine, f"{names.get(cosine)}_unused")
                second = names.get(cosine, f"{names.get(sine)}_unused")
                return target.pair.format(angle=self.value(angle), sine=first, cosine=second)
            case Remark(text):
                return target.comment.remark(text, _REMARK)

    def lines(self, statements: Iterable[Statement], depth: int = 1) -> list[str]:
        """Statements, indented and wrapped; a remark stays on its line."""
        return [line for statement in without_idle(statements) for line in self._wrapped(statement, depth)]

    def function(self, ahead: list[str], piece: Piece, depth: int = 1) -> tuple[list[str], list[str]]:
        """A function's statements, and where it is large the functions of its pieces, which the statements then call.

        ahead: lines that compute early sines and cosines; piece: text of the n-th piece's function, and lines that call it
        """
        first, *others = self.plan.pieces
        body = [*self.lines(first, depth), *ahead]
        if len(others) <= 1:
            return body + self.lines(chain(*others), depth), []
        made = [piece(n, statements) for n, statements in enumerate(others, 1) if statements]
        return body + [line for _, lines in made for line in lines], [text for text, _ in made]

    def _wrapped(self, statement: Statement, depth: int) -> list[str]:
        text = self.line(statement)
        return [self.target.indent * depth + text] if isinstance(statement, Remark) else wrap(text, self.target, depth)


def without_idle(statements: Iterable[Statement]) -> Iterator[Statement]:
    """Steps without the remarks that no statement follows."""
    last: Statement | None = None
    for statement in statements:
        if isinstance(last, Remark) and not isinstance(statement, Remark):
            yield last
        if not isinstance(statement, Remark):
            yield statement
        last = statement


def number(target: Target, x: float) -> tuple[str, int]:
    """Text of a float, and how tightly it binds."""
    negative = x < 0 or (x == 0 and str(x).startswith("-"))
    return (f"-{target.number(-x)}", target.negative) if negative else (target.number(x), ATOM)


def numbers(target: Target, values: Iterable[float]) -> str:
    """Floats with commas between."""
    return ", ".join(number(target, float(x))[0] for x in values)


def wrap(text: str, target: Target, depth: int = 0) -> list[str]:
    """Break a long statement at spaces; what follows the first line is indented once more."""
    lines: list[str] = []
    start = target.indent * depth
    while len(start) + len(text) > target.width:
        room = target.width - len(start) - len(target.more)
        cut = text.rfind(", ", room // 2, room) + 1 or text.rfind(" ", 1, room)
        if cut < 0:
            cut = text.rfind("(", 1, room) + 1 or text.find(" ", room)  # f(f(f(... is without a space
        if cut < 0:
            break
        lines.append(start + text[:cut] + target.more)
        text = text[cut:].removeprefix(" ")
        start = target.indent * (depth + 1)
    return [*lines, start + text]
