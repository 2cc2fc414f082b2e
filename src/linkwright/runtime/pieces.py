"""A plan's pieces as functions. A value is in a register inside its piece, in the frame where another piece needs it."""

from __future__ import annotations

from linkwright.runtime.frame import Frame, Shape
from linkwright.runtime.ir import Lanes, Lines, Module
from linkwright.runtime.operations import OPERATIONS
from linkwright.runtime.plan import Group, Plan, SinCosGroup, Step
from linkwright.runtime.sincos import calls_for
from linkwright.runtime.transpose import mask

MOVES = ("gather", "splat", "lane", "part", "put")
"""What puts numbers of one state together as a vector, and takes them out."""


def write_pieces(module: Module, plan: Plan, shape: Shape, frame: Frame) -> list[str]:
    """Names of the functions, in order. They take the frame; with one state also a pointer per port, inputs first."""
    writer = _Writer(module, plan, shape, frame)
    return [writer.piece(p) for p in range(len(plan.pieces))]


def port_names(plan: Plan, shape: Shape) -> list[str]:
    """The pointers that a piece takes besides the frame."""
    if shape.batch:
        return []
    return [f"%in{p}" for p in range(len(plan.kernel.inputs))] + [f"%out{p}" for p in range(len(plan.kernel.outputs))]


class _Writer:
    def __init__(self, module: Module, plan: Plan, shape: Shape, frame: Frame) -> None:
        self.module, self.plan, self.shape, self.frame = module, plan, shape, frame
        self.code = plan.kernel.code
        self.outputs = plan.outputs
        self.turns = iter(frame.turns)
        self.input_port = {port.name: p for p, port in enumerate(plan.kernel.inputs)}
        self.lines = Lines(module, shape.lanes)
        self.names: dict[int, str] = {}

    def piece(self, p: int) -> str:
        self.lines, self.names = Lines(self.module, self.shape.lanes), {}
        for step in self.plan.pieces[p]:
            match step:
                case Step():
                    self._step(step, p)
                case Group():
                    self._group(step, p)
                case SinCosGroup():
                    self._turn(step)
        self.lines.do("ret void")
        name = f"piece.{p}"
        # Ports and frame never overlap: the caller checks it. LLVM may then keep inputs in registers across stores.
        takes = ["ptr noalias align 64 %frame", *(f"ptr noalias {n}" for n in port_names(self.plan, self.shape))]
        self.lines.finish(name, f"define internal void @{name}({', '.join(takes)}) #0")
        return name

    def _step(self, step: Step, p: int) -> None:
        lines = self.lines.over(self._lanes(step.result))
        if step.op in MOVES:
            self._made(step.result, self._moved(step), p)
        else:
            self._made(step.result, OPERATIONS[step.op](lines, *(self._value(j) for j in step.args)), p)

    def _lanes(self, i: int) -> Lanes:
        """Of a value: as many as the states, or the legs of one."""
        return self.shape.lanes if self.plan.lanes(i) == 1 else self.shape.lanes.of(self.plan.lanes(i))

    def _moved(self, step: Step) -> str:
        """A vector put together of numbers, or a number taken out of one."""
        f, lanes = self.lines, self._lanes(step.result)
        if step.op == "lane":
            (vector,) = step.args
            return f.let(
                f"extractelement {self._lanes(vector).real} {self._value(vector)}, i32 {self.code[step.result].value}"
            )
        if step.op == "put":
            vector, scalar = map(self._value, step.args)
            place = self.code[step.result].value
            return f.let(f"insertelement {lanes.real} {vector}, {lanes.scalar} {scalar}, i32 {place}")
        if step.op == "part":
            (vector,) = step.args
            own, first = self._lanes(vector), self.code[step.result].value
            return f.let(
                f"shufflevector {own.real} {self._value(vector)}, {own.real} poison, {mask(range(first, first + lanes.count))}"
            )
        args = step.args * (lanes.count // len(step.args))
        places = [self.frame.place.get(i, -1) for i in args if i not in self.names]
        if places == [places[0] + lanes.step * k for k in range(lanes.count)] if places else False:
            return f.let(f"load {lanes.real}, ptr {f.at('%frame', places[0])}, align {lanes.step}")
        return self._vector([self._value(i) for i in args], lanes)

    def _group(self, group: Group, p: int) -> None:
        """Step by step; of one state, several steps at a time as the lanes of one call."""
        pack = self.shape.pack
        if self.shape.batch or pack.count == 1:
            for step in group.steps:
                self._step(step, p)
            return
        for start in range(0, len(group.made), pack.count):
            steps = group.steps[start : start + pack.count]
            columns = zip(*(step.args for step in steps), strict=True)
            vectors = [self._packed([self._value(i) for i in column]) for column in columns]
            found = OPERATIONS[group.op](self.lines.over(pack), *vectors)
            for k, step in enumerate(steps):
                self._made(step.result, self.lines.let(f"extractelement {pack.real} {found}, i32 {k}"), p)

    def _made(self, i: int, name: str, p: int) -> None:
        """A value has its name; it is stored where another piece or the caller looks for it."""
        self.names[i] = name
        if i in self.frame.place and (self.shape.batch or self.plan.spans[i][1] > p):
            self._store(self.names[i], "%frame", self.frame.place[i], self._lanes(i))
        if not self.shape.batch:
            for port, k in self.outputs.get(i, ()):
                self._store(
                    self.names[i], f"%out{port}", self.shape.lanes.step * k, self._lanes(i), self.shape.lanes.step
                )

    def _turn(self, turn: SinCosGroup) -> None:
        """Calls for sine and cosine, which write to the frame. One state: a call takes several angles in its lanes."""
        lanes, f = self.shape.turn, self.lines
        start = next(self.turns)
        angles = [self._value(i) for i in turn.angles]
        if not self.shape.batch and lanes.count > 1:
            angles = [self._packed(angles[k : k + lanes.count]) for k in range(0, len(angles), lanes.count)]
        done = 0
        for count in calls_for(len(angles)):
            function = self.module.shared(f"sincos.{lanes.count}x{count}", f)
            given = ", ".join(f"{lanes.real} {angle}" for angle in angles[done : done + count])
            f.do(f"call void {function}({given}, ptr {f.at('%frame', start + 2 * lanes.bytes * done)})")
            done += count
        if not self.shape.batch:
            for i in (*turn.sines, *turn.cosines):
                for port, k in self.outputs.get(i, ()) if i >= 0 else ():
                    self._store(self._value(i), f"%out{port}", lanes.step * k, self.shape.lanes)

    def _packed(self, angles: list[str]) -> str:
        """Scalars as the lanes of one vector; lanes left over repeat the first."""
        pack = self.shape.pack
        return self._vector([angles[k] if k < len(angles) else angles[0] for k in range(pack.count)], pack)

    def _vector(self, values: list[str], lanes: Lanes) -> str:
        vector = "poison"
        for k, value in enumerate(values):
            vector = self.lines.let(f"insertelement {lanes.real} {vector}, {lanes.scalar} {value}, i32 {k}")
        return vector

    def _value(self, i: int) -> str:
        """The register or number that holds value i here; what is in memory is loaded once per piece."""
        if i in self.names:
            return self.names[i]
        instr = self.code[i]
        if instr.op == "const":
            return self.shape.lanes.number(instr.value)
        if instr.op == "input" and not self.shape.batch:
            port, k = instr.value
            base, offset = f"%in{self.input_port[port]}", self.shape.lanes.step * k
        else:
            base, offset = "%frame", self.frame.place[i]
        lanes = self._lanes(i)
        address = self.lines.at(base, offset)
        self.names[i] = self.lines.let(f"load {lanes.real}, ptr {address}, align {min(64, lanes.bytes)}")
        return self.names[i]

    def _store(self, value: str, base: str, offset: int, lanes: Lanes, align: int = 64) -> None:
        address = self.lines.at(base, offset)
        self.lines.do(f"store {lanes.real} {value}, ptr {address}, align {min(align, lanes.bytes)}")
