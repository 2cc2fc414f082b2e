"""Phases of legs -> one straight-line Kernel: the code of a leg's phase once per leg, with the numbers of that leg."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import pi

from linkwright.graph.columns import Alike, Columns
from linkwright.graph.expr import Expr, lift
from linkwright.graph.function import Function
from linkwright.graph.graph import Graph
from linkwright.graph.ops import OPS
from linkwright.passes.kernel import Instr, Kernel
from linkwright.passes.lanes.orbits import Orbits
from linkwright.passes.lanes.phases import Phase, named_by_symbols
from linkwright.passes.schedule import counted, schedule

Value = int | tuple[int, ...]
"""An instruction, the same for all legs; or one per leg, or per column: -1 in a lane without one."""


def composed(
    kernel: Kernel,
    orbits: Orbits,
    found: Sequence[Phase],
    alike: Alike,
    optimise: Callable[[Function], Function],
) -> Kernel:
    """The same function as a kernel, with packs."""
    numbers = {name: float(x) for name, x in alike.values.items() if not isinstance(x, Expr)}
    formulas = {name: x for name, x in alike.values.items() if isinstance(x, Expr)}
    composer = _Composer(orbits, numbers, {word: each for each in alike.columns for word in each.symbols})
    composer.define(formulas, schedule(optimise(_formulas(formulas))))
    for phase in found:
        composer.add(phase, schedule(optimise(phase.function)))
    return composer.kernel(kernel)


def _formulas(values: Mapping[str, Expr]) -> Function:
    """Formulas of inputs as a function of these."""
    graph = Graph()
    return named_by_symbols("formulas", graph, [lift(graph, x).index for x in values.values()])


@dataclass
class _Composer:
    orbits: Orbits
    values: Mapping[str, float]
    columns: Mapping[str, Columns]
    code: list[Instr] = field(default_factory=list[Instr])
    packs: list[tuple[int, ...]] = field(default_factory=list[tuple[int, ...]])
    made: dict[int, Value] = field(default_factory=dict[int, Value])
    defined: dict[str, int] = field(default_factory=dict[str, int])
    _one: dict[Graph, Kernel] = field(default_factory=dict[Graph, Kernel])
    _leaves: dict[tuple[object, ...], int] = field(default_factory=dict[tuple[object, ...], int])

    def __post_init__(self) -> None:
        ports = self.orbits.function.inputs.values()
        graph = self.orbits.function.graph
        self.inputs = {graph.data[n]: (port.name, k) for port in ports for k, n in enumerate(port.nodes)}
        self.legs = {
            name: (g, k)
            for g, group in enumerate(self.orbits.groups)
            for k, name in enumerate(group[0])
        }  # fmt: skip

    def define(self, formulas: Mapping[str, Expr], kernel: Kernel) -> None:
        """The instructions of what symbols stand for."""
        for name, value in zip(formulas, self._run(kernel, self._symbols(kernel, -1)), strict=True):
            assert isinstance(value, int)
            self.defined[name] = value

    def add(self, phase: Phase, kernel: Kernel) -> None:
        """The instructions of a phase, of a leg's phase once per leg."""
        self.made.update(zip(phase.made, self._run(kernel, self._symbols(kernel, phase.group)), strict=True))

    def _symbols(self, kernel: Kernel, group: int) -> list[Value]:
        """The inputs of a phase."""
        return [self._symbol(name, group) for name in kernel.inputs[0].labels]

    def _add_columns(self, columns: Columns) -> None:
        """What columns need is known: their results."""
        needs = list(map(self._root, self.orbits.function.outputs[columns.name].nodes))
        for chunk in columns.chunks:
            if chunk.function.graph not in self._one:
                self._one[chunk.function.graph] = schedule(chunk.function)
            given = [_same(tuple(needs[k] if k >= 0 else -1 for k in places)) for places in chunk.takes]
            for words, value in zip(chunk.made, self._run(self._one[chunk.function.graph], given), strict=True):
                each = [value] * len(words) if isinstance(value, int) else value
                self.defined.update((word, k) for word, k in zip(words, each, strict=True) if word)

    def _run(self, kernel: Kernel, inputs: Sequence[Value]) -> list[Value]:
        """A function's instructions, and what its outputs are."""
        known: list[Value] = []
        for instr in kernel.code:
            if instr.op == "input":
                known.append(inputs[int(instr.value[1])])
            elif instr.op == "const":
                known.append(self._leaf(instr))
            else:
                known.append(self._operation(instr.op, [known[j] for j in instr.args]))
        return [known[k] for k in kernel.outputs[0].nodes]

    def _symbol(self, name: str, group: int) -> Value:
        """A symbol of a phase: an input, a number, or a value of an earlier phase."""
        if name.startswith("value "):
            _, node, *leg = name.split()
            value = self.made[int(node)]
            return value if not leg or isinstance(value, int) else value[int(leg[-1])]
        own, k = self.legs.get(name, (-1, 0))
        if group < 0 or own != group:
            return self._named(name)
        return _same(tuple(self._named(names[k]) for names in self.orbits.groups[group]))

    def _named(self, name: str) -> int:
        if name in self.columns and name not in self.defined:
            self._add_columns(self.columns[name])
        if name in self.defined:
            return self.defined[name]
        if name in self.values:
            return self._leaf(Instr("const", (), self.values[name]))
        return self._leaf(Instr("input", (), self.inputs[name]))

    def _leaf(self, instr: Instr) -> int:
        key = (instr.op, repr(instr.value))
        if key not in self._leaves:
            self._leaves[key] = len(self.code)
            self.code.append(instr)
        return self._leaves[key]

    def _operation(self, op: str, args: Sequence[Value]) -> Value:
        """An operation on what is the same for all legs is done once, numbers are folded."""
        if all(isinstance(x, int) for x in args):
            return self._instruction(op, tuple(x for x in args if isinstance(x, int)))
        count = max(len(x) for x in args if not isinstance(x, int))
        rows = [tuple(x if isinstance(x, int) else x[k] for x in args) for k in range(count)]
        there = [row for row in rows if -1 not in row]
        numbers = all(self.code[j].op == "const" for row in there for j in row)
        add = self._instruction if numbers else self._add
        made = tuple(-1 if -1 in row else add(op, row) for row in rows)
        if not numbers:
            self.packs.append(made)
        return _same(made)

    def _instruction(self, op: str, args: tuple[int, ...]) -> int:
        numbers = [self.code[j].value for j in args if self.code[j].op == "const"]
        if len(numbers) == len(args):
            try:
                return self._leaf(Instr("const", (), float(OPS[op].value(*numbers))))
            except (ValueError, OverflowError, ZeroDivisionError):
                pass  # outside the domain: the target computes what its arithmetic says
        return self._add(op, args)

    def _add(self, op: str, args: tuple[int, ...]) -> int:
        self.code.append(Instr(op, args))
        return len(self.code) - 1

    def kernel(self, like: Kernel) -> Kernel:
        """The kernel with the ports of another one; leaves come first."""
        outputs = [tuple(map(self._root, self.orbits.function.outputs[port.name].nodes)) for port in like.outputs]
        leaves = [k for k, instr in enumerate(self.code) if not instr.args]
        order = leaves + [k for k, instr in enumerate(self.code) if instr.args]
        place = {k: n for n, k in enumerate(order)}
        code = [replace(self.code[k], args=tuple(place[j] for j in self.code[k].args)) for k in order]
        where = {instr.value: n for n, instr in enumerate(code) if instr.op == "input"}
        return replace(
            like,
            code=tuple(code),
            inputs=tuple(
                replace(p, nodes=tuple(where.get((p.name, k), -1) for k in range(p.size))) for p in like.inputs
            ),
            outputs=tuple(
                replace(p, nodes=tuple(place[k] for k in nodes)) for p, nodes in zip(like.outputs, outputs, strict=True)
            ),
            ops=counted(code),
            packs=tuple(tuple(place.get(k, -1) for k in pack) for pack in self.packs),
            chunks=(0,),
            notes=(),
        )

    def _root(self, node: int) -> int:
        """The instruction that an output element is."""
        graph, member = self.orbits.function.graph, self.orbits.members.get(node)
        match graph.op[node]:
            case "sym":
                return self._named(graph.data[node])
            case "const":
                return self._leaf(Instr("const", (), float(graph.data[node])))
            case "pi":
                return self._leaf(Instr("const", (), pi))
            case _:
                value = self.made[node if member is None else member.first]
        found = value if member is None or isinstance(value, int) else value[member.leg]
        assert isinstance(found, int)
        return self._instruction("neg", (found,)) if member is not None and member.sign < 0 else found


def _same(made: tuple[int, ...]) -> Value:
    """One instruction where all legs have the same; -1 where there is none."""
    there = {*made} - {-1}
    return there.pop() if len(there) == 1 else made
