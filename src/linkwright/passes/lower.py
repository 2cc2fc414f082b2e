"""Function -> Tape: constants become floats, signs are settled, every operation is one a machine has.

A graph pulls signs outward and writes -(a - b) where a machine computes b - a. Each value may be kept as it is or negated;
the sum, difference or product that uses it can absorb the sign for nothing. So signs travel forward with the values, and a
negation is left only where an output (or a function that is neither odd nor even) insists on the true sign and nothing on
the way there could have been turned around.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import pi

from linkwright.errors import QuantityError
from linkwright.graph.function import Function
from linkwright.graph.ops import OPS
from linkwright.graph.rewrite import reachable

_ODD = frozenset({"sin", "tan", "asin", "sign"})
_EVEN = frozenset({"cos", "abs"})


@dataclass
class Tape:
    """Straight-line code before it has an order: `op`, `args`, `value` per entry, arguments earlier; `roots` are the outputs,
    `place` says which entry a node of the function became (with its sign or turned around).

    `op` is "const" (value a float), "sym" (value its name) or an operation of the op table.
    """

    op: list[str] = field(default_factory=list[str])
    args: list[tuple[int, ...]] = field(default_factory=list[tuple[int, ...]])
    value: list[float | str | None] = field(default_factory=list["float | str | None"])
    roots: list[int] = field(default_factory=list[int])
    place: dict[int, int] = field(default_factory=dict[int, int])
    _table: dict[tuple[object, ...], int] = field(default_factory=dict[tuple[object, ...], int])

    def emit(self, op: str, args: tuple[int, ...] = (), value: float | str | None = None) -> int:
        """Append an entry, or find the equal one."""
        if OPS[op].commutative if op in OPS else False:
            args = args if args[0] <= args[1] else (args[1], args[0])
        key = (op, args, value)
        found = self._table.get(key)
        if found is None:
            found = self._table[key] = len(self.op)
            self.op.append(op)
            self.args.append(args)
            self.value.append(value)
        return found


def lower(function: Function) -> Tape:
    """The outputs' nodes as a tape; what no output needs is gone."""
    graph, roots = function.graph, function.roots
    order = reachable(graph, roots)
    constants = _fold(function, order)
    signs = _Signs(function, order, constants)
    return signs.tape()


def _fold(function: Function, order: list[int]) -> dict[int, float]:
    """The value of every node that depends on no symbol. Exact numbers are rounded once, at the end."""
    graph = function.graph
    exact: dict[int, Fraction | int | float] = {}
    for i in order:
        op = graph.op[i]
        if op == "const":
            exact[i] = graph.data[i]
        elif op == "pi":
            exact[i] = pi
        elif op != "sym" and all(j in exact for j in graph.args[i]):
            values = [exact[j] for j in graph.args[i]]
            try:
                found = OPS[op].value(*values)
            except (ValueError, OverflowError, ZeroDivisionError, TypeError):
                continue  # outside the domain: the target computes what its arithmetic says
            if found == found:  # no language writes NaN as a number: the target computes it
                exact[i] = found
    try:
        return {i: float(x) for i, x in exact.items()}
    except OverflowError:
        hint = "check the numbers of the file: lengths, masses, powers of them"
        raise QuantityError(
            "a number in the equations is beyond what floating point holds (1.8e308)", hint=hint
        ) from None


class _Signs:
    """Decides for every node whether it is kept or kept negated, then writes the tape."""

    def __init__(self, function: Function, order: list[int], constants: dict[int, float]) -> None:
        self.graph = function.graph
        self.roots = function.roots
        self.constants = constants
        self.order = [i for i in order if i not in constants]
        self.sign: dict[int, int] = {}  # kept value = sign * value
        self.prefer: dict[int, int] = {}  # what a node that is free to choose should choose
        self.free: set[int] = set()
        self.uses: dict[int, int] = {}

    def tape(self) -> Tape:
        self._count_uses()
        self._settle()
        if self._turn():
            self._settle()
        return self._write()

    def _peel(self, i: int) -> tuple[int, int]:
        """(sign, node below the negations)."""
        sign = 1
        while self.graph.op[i] == "neg" and i not in self.constants:
            sign, i = -sign, self.graph.args[i][0]
        return sign, i

    def _count_uses(self) -> None:
        for i in self.order:
            if self.graph.op[i] != "neg":
                for j in self.graph.args[i]:
                    k = self._peel(j)[1]
                    self.uses[k] = self.uses.get(k, 0) + 1
        for i in self.roots:
            k = self._peel(i)[1]
            self.uses[k] = self.uses.get(k, 0) + 1

    def _kept(self, i: int) -> int:
        """The sign with which argument i arrives: value = sign * kept value."""
        sign, k = self._peel(i)
        return sign * self.sign.get(k, 1)

    def _settle(self) -> None:
        """Forward: the sign each node has when it costs nothing."""
        op, args, constants = self.graph.op, self.graph.args, self.constants
        self.free.clear()
        for i in self.order:
            kind = op[i]
            if kind in ("add", "sub"):
                a, b = args[i]
                left, right = self._kept(a), self._kept(b) * (1 if kind == "add" else -1)
                if left != right or a in constants or b in constants:
                    self.free.add(i)
                    self.sign[i] = self.prefer.get(i, 1)
                else:
                    self.sign[i] = left
            elif kind in ("mul", "div"):
                a, b = args[i]
                if a in constants or b in constants:
                    self.free.add(i)
                    self.sign[i] = self.prefer.get(i, 1)
                else:
                    self.sign[i] = self._kept(a) * self._kept(b)
            elif kind in _ODD:
                self.sign[i] = self._kept(args[i][0])
            elif kind != "neg":
                self.sign[i] = 1

    def _turn(self) -> bool:
        """Where the true sign is wanted and the negated value is kept, turn a free node on the way that nobody else uses."""
        turned = False
        for i in self._wanted():
            sign, k = self._peel(i)
            if sign * self.sign.get(k, 1) < 0:
                path = self._path(k)
                for j in path:
                    self.prefer[j] = -self.sign[j]
                    self.sign[j] = -self.sign[j]
                turned = turned or bool(path)
        return turned

    def _wanted(self) -> list[int]:
        """Nodes whose true sign is wanted: outputs, arguments of functions that cannot absorb a sign."""
        absorbing = _ODD | _EVEN | {"add", "sub", "mul", "div", "neg"}
        inner = [j for i in self.order if self.graph.op[i] not in absorbing for j in self.graph.args[i]]
        return [i for i in (*self.roots, *inner) if i not in self.constants]

    def _path(self, top: int) -> list[int]:
        """From `top` down to a free node through nodes used once; empty where there is none."""
        before: dict[int, int] = {top: -1}
        stack = [top]
        while stack:
            i = stack.pop()
            kind = self.graph.op[i]
            if self.uses.get(i, 0) != 1 or kind == "sym":
                continue
            if i in self.free:
                path: list[int] = []
                while i >= 0:
                    path.append(i)
                    i = before[i]
                return path
            if kind in ("add", "sub", "mul", "div") or kind in _ODD:
                for j in self.graph.args[i]:
                    k = self._peel(j)[1]
                    if k not in before and k not in self.constants:
                        before[k] = i
                        stack.append(k)
        return []

    def _write(self) -> Tape:
        tape = Tape()
        place = tape.place
        op, args, constants = self.graph.op, self.graph.args, self.constants

        def const(x: float) -> int:
            return tape.emit("const", (), x)

        def true(i: int) -> int:
            """The entry that holds node i with its true sign."""
            if i in constants:
                return const(constants[i])
            k = place[self._peel(i)[1]]
            return k if self._kept(i) > 0 else tape.emit("neg", (k,))

        for i in self.order:
            kind = op[i]
            if kind == "neg":
                continue
            if kind == "sym":
                place[i] = tape.emit("sym", (), self.graph.data[i])
                continue
            if kind in ("add", "sub", "mul", "div"):
                a, b = args[i]
                (left, x), (right, y) = (self._operand(tape, place, j) for j in (a, b))
                wanted = self.sign[i]
                if kind in ("add", "sub"):
                    left, right = wanted * left, wanted * (right if kind == "add" else -right)
                    place[i] = _sum(tape, left, x, right, y)
                    continue
                # only a node with a constant was free to choose: the constant takes the sign
                if left * right != wanted:
                    if a in constants:
                        x = const(-abs(constants[a]))
                    else:
                        y = const(-abs(constants[b]))
                place[i] = tape.emit(kind, (x, y))
            elif kind in _ODD or kind in _EVEN:
                j = args[i][0]
                place[i] = tape.emit(kind, (const(constants[j]) if j in constants else place[self._peel(j)[1]],))
            else:
                place[i] = tape.emit(kind, tuple(true(j) for j in args[i]))
        tape.roots = [true(i) for i in self.roots]
        return tape

    def _operand(self, tape: Tape, place: Mapping[int, int], j: int) -> tuple[int, int]:
        """(sign, entry) of an argument: value = sign * entry; numbers are written without their sign."""
        if j in self.constants:
            value = self.constants[j]
            return 1 if value >= 0 else -1, tape.emit("const", (), abs(value))
        return self._kept(j), place[self._peel(j)[1]]


def _sum(tape: Tape, left: int, x: int, right: int, y: int) -> int:
    """left x + right y; both negative happens only beside a constant, which then takes the sign."""
    if left > 0:
        return tape.emit("add" if right > 0 else "sub", (x, y))
    if right > 0:
        return tape.emit("sub", (y, x))
    if tape.op[x] != "const":
        x, y = y, x
    value = tape.value[x]
    assert isinstance(value, float)
    return tape.emit("sub", (tape.emit("const", (), -value), y))
