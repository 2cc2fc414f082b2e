"""Procedure -> LLVM IR text: `void single(ptr ports)` and `void batch(...)`, which runs the same code state by state.

Scalars and arrays are memory here; LLVM's own passes put into registers what fits (machine.compile_ir with `passes`). Kernels
that are called are compiled apart, as for anybody, and found through variables `called.0`, `called.1`, ... that the loader
fills. Calls into the C library other than by its table must not arise: hence "no-builtins", without which loops become memset.
"""

from __future__ import annotations

from math import prod

from linkwright.passes import procedure as proc
from linkwright.passes.kernel import Kernel
from linkwright.passes.procedure_kinds import whole
from linkwright.passes.procedure_names import counters
from linkwright.runtime.ir import Lanes, Lines, Module
from linkwright.runtime.machine import Machine
from linkwright.runtime.procedure_values import ByPlace, Places, Values, at

_MOST_STACK = 64 * 1024
"""Bytes of local arrays on the stack; procedures that need more have them on the heap."""

_REAL = {"<": "olt", "<=": "ole", ">": "ogt", ">=": "oge", "==": "oeq", "!=": "une"}
_WHOLE = {"<": "slt", "<=": "sle", ">": "sgt", ">=": "sge", "==": "eq", "!=": "ne"}


def procedure_ir(kernel: Kernel, procedure: proc.Procedure, machine: Machine) -> str:
    """The functions `single` and `batch`."""
    module = Module(machine.real, machine.lanes, machine.fma)
    _Writer(module, kernel, procedure).write()
    ports = len(kernel.inputs) + len(kernel.outputs)
    f = Lines(module, Lanes(1, module.kind))
    pointers = [f.let(f"load ptr, ptr {f.at('%ports', 8 * k)}") for k in range(ports)]
    f.do(f"call void @body({', '.join(f'ptr {p}' for p in pointers)})")
    f.do("ret void")
    f.finish("single", "define dso_local void @single(ptr %ports) #0")
    _write_batch(module, ports)
    attributes = 'attributes #1 = { nounwind noinline "no-builtins" }'
    return f"{module.text()}\n{attributes}"


def _write_batch(module: Module, ports: int) -> None:
    """A loop over states; it needs no memory and streams nothing."""
    f = Lines(module, Lanes(1, module.kind))
    bases = [f.let(f"load ptr, ptr {f.at('%ports', 8 * k)}") for k in range(ports)]
    strides = [f.let(f"load i64, ptr {f.at('%strides', 8 * k)}") for k in range(ports)]
    f.do("br label %state")
    f.label("state")
    f.do("%row = phi i64 [ 0, %0 ], [ %next, %state ]")
    rows = [f.at(base, f.let(f"mul i64 %row, {stride}")) for base, stride in zip(bases, strides, strict=True)]
    f.do(f"call void @body({', '.join(f'ptr {row}' for row in rows)})")
    f.do("%next = add i64 %row, 1")
    f.do("%more = icmp ult i64 %next, %count")
    f.do("br i1 %more, label %state, label %done")
    f.label("done")
    f.do("ret void")
    f.finish("batch", "define dso_local void @batch(ptr %ports, ptr %strides, i64 %count, ptr %memory, i1 %large) #0")
    module.parts["memory_size"] = "@memory_size = dso_local constant i64 64"
    module.parts["stream_size"] = "@stream_size = dso_local constant i64 0"


class _Writer:
    def __init__(self, module: Module, kernel: Kernel, procedure: proc.Procedure) -> None:
        self.module, self.kernel, self.procedure = module, kernel, procedure
        self.calls = {name: (k, called) for k, (name, called) in enumerate(procedure.calls)}
        self.lines = Lines(module, Lanes(1, module.kind), "contract" if module.fma else "")
        self.values = Values(self.lines, Places())
        self.labels = 0
        self.ends: list[str] = []

    def write(self) -> None:
        """The function `body`, which takes a pointer per port."""
        f, places = self.lines, self.values.places
        takes: list[str] = []
        for k, port in enumerate((*self.kernel.inputs, *self.kernel.outputs)):
            name, given = f"%port.{k}", k < len(self.kernel.inputs)
            takes.append(f"ptr noalias {'readonly ' if given else ''}{name}")
            if port.shape or not given:
                places.arrays[port.name] = (name, port.shape or (1,))
            else:
                places.given[port.name] = f.let(f"load {f.lanes.scalar}, ptr {name}")
        heap = self._allocate()
        self._block(self.procedure.body)
        if heap:
            f.do(f"call void {self.module.library('free', f)}(ptr {heap})")
        f.do("ret void")
        f.finish("body", f"define internal void @body({', '.join(takes)}) #1")

    def _allocate(self) -> str:
        """Memory of all that is local; the heap's block, where the arrays are there."""
        f, places = self.lines, self.values.places
        for name, is_whole in (*self.procedure.scalars, *((name, True) for name in counters(self.procedure.body))):
            kind = "i64" if is_whole else f.lanes.scalar
            places.scalars[name] = (f.let(f"alloca {kind}"), kind)
        most = max((len(k.inputs) + len(k.outputs) for _, k in self.calls.values()), default=0)
        if most:
            f.do(f"%arguments = alloca [{most} x ptr]")
            f.do(f"%slots = alloca [{most} x {f.lanes.scalar}]")
        f.do(f"%turn = alloca [2 x {f.lanes.scalar}]")
        locals_ = [a for a in self.procedure.arrays if a.values is None]
        for a in self.procedure.arrays:
            if a.values is not None:
                places.arrays[a.name] = (self._table(a, a.values), a.shape)
        if sum(f.lanes.step * prod(a.shape) for a in locals_) <= _MOST_STACK:
            for a in locals_:
                places.arrays[a.name] = (f.let(f"alloca [{prod(a.shape)} x {f.lanes.scalar}], align 64"), a.shape)
            return ""
        top = 0
        size = sum(-(-f.lanes.step * prod(a.shape) // 64) * 64 for a in locals_)
        block = f.let(f"call noalias ptr {self.module.library('malloc', f)}(i64 {size})")
        for a in locals_:
            places.arrays[a.name] = (f.at(block, top), a.shape)
            top += -(-f.lanes.step * prod(a.shape) // 64) * 64
        return block

    def _table(self, a: proc.Array, numbers: tuple[float, ...]) -> str:
        name = f"table.{a.name}"
        lanes = self.lines.lanes
        values = ", ".join(f"{lanes.scalar} {lanes.number(x)}" for x in numbers)
        self.module.parts[name] = f"@{name} = internal constant [{len(numbers)} x {lanes.scalar}] [{values}]"
        return f"@{name}"

    # --- statements -------------------------------------------------------------------------------------------------------

    def _block(self, statements: tuple[proc.Statement, ...]) -> None:
        for s in statements:
            self._statement(s)

    def _statement(self, s: proc.Statement) -> None:
        f, values = self.lines, self.values
        match s:
            case proc.Set():
                values.assign(s.name, values.value(s.value))
            case proc.Store():
                value = values.value(s.value)
                f.do(f"store {f.lanes.scalar} {value}, ptr {values.element(s.array, s.index)}")
                values.forget()
            case proc.Fill():
                value = values.value(s.value)
                self._each(s.array, lambda _: value)
            case proc.Copy():
                source = values.places.arrays[s.source][0]
                self._each(s.target, lambda k: f.let(f"load {f.lanes.scalar}, ptr {at(f, source, k)}"))
            case proc.Call():
                self._call(s)
            case proc.For():
                self._for(s)
            case proc.While():
                self._while(s)
            case proc.If():
                self._if(s)
            case proc.Break():
                f.do(f"br label %{self.ends[-1]}")
                self._label(self._fresh("after"))  # what follows is never reached
            case proc.Remark():
                pass

    def _fresh(self, word: str) -> str:
        self.labels += 1
        return f"{word}.{self.labels}"

    def _label(self, name: str) -> None:
        self.lines.label(name)
        self.values.forget()

    def _each(self, array: str, value: ByPlace) -> None:
        """All elements of an array, in a loop; value: by the register that holds the place."""
        f = self.lines
        base, shape = self.values.places.arrays[array]
        loop, end, before = self._fresh("each"), self._fresh("done"), self._fresh("before")
        f.do(f"br label %{before}")
        self._label(before)
        f.do(f"br label %{loop}")
        self._label(loop)
        place, following = f"%{loop}.k", f"%{loop}.next"
        f.do(f"{place} = phi i64 [ 0, %{before} ], [ {following}, %{loop} ]")
        f.do(f"store {f.lanes.scalar} {value(place)}, ptr {at(f, base, place)}")
        f.do(f"{following} = add nuw nsw i64 {place}, 1")
        more = f.let(f"icmp ult i64 {following}, {prod(shape)}")
        f.do(f"br i1 {more}, label %{loop}, label %{end}")
        self._label(end)

    def _for(self, s: proc.For) -> None:
        f, values = self.lines, self.values
        head, body, end = self._fresh("for"), self._fresh("turn"), self._fresh("end")
        values.assign(s.counter, values.value(s.start))
        f.do(f"br label %{head}")
        self._label(head)
        place = values.places.scalars[s.counter][0]
        relation = "slt" if s.step > 0 else "sgt"
        counter = f.let(f"load i64, ptr {place}")
        going = f.let(f"icmp {relation} i64 {counter}, {values.value(s.stop)}")
        f.do(f"br i1 {going}, label %{body}, label %{end}")
        self._inside(body, end, s.body)
        moved = f.let(f"add nsw i64 {f.let(f'load i64, ptr {place}')}, {s.step}")
        f.do(f"store i64 {moved}, ptr {place}")
        f.do(f"br label %{head}")
        self._label(end)

    def _while(self, s: proc.While) -> None:
        head, body, end = self._fresh("while"), self._fresh("turn"), self._fresh("end")
        self.lines.do(f"br label %{head}")
        self._label(head)
        self._branch(s.condition, body, end)
        self._inside(body, end, s.body)
        self.lines.do(f"br label %{head}")
        self._label(end)

    def _inside(self, label: str, end: str, statements: tuple[proc.Statement, ...]) -> None:
        """The body of a loop."""
        self._label(label)
        self.ends.append(end)
        self._block(statements)
        self.ends.pop()

    def _if(self, s: proc.If) -> None:
        yes, no, end = self._fresh("yes"), self._fresh("no"), self._fresh("end")
        self._branch(s.condition, yes, no if s.no else end)
        self._label(yes)
        self._block(s.yes)
        self.lines.do(f"br label %{end}")
        if s.no:
            self._label(no)
            self._block(s.no)
            self.lines.do(f"br label %{end}")
        self._label(end)

    def _branch(self, c: proc.Condition, yes: str, no: str) -> None:
        """Go to one of two labels; the rest of and, or is only looked at where it is needed."""
        f, values = self.lines, self.values
        match c:
            case proc.Compare():
                left, right = values.value(c.left), values.value(c.right)
                is_whole = whole(c.left)
                how = f"icmp {_WHOLE[c.op]} i64" if is_whole else f"fcmp {_REAL[c.op]} {f.lanes.scalar}"
                f.do(f"br i1 {f.let(f'{how} {left}, {right}')}, label %{yes}, label %{no}")
            case proc.Finite():
                size = f.call("fabs", values.value(c.value))
                fine = f.let(f"fcmp olt {f.lanes.scalar} {size}, {f.lanes.number(float('inf'))}")
                f.do(f"br i1 {fine}, label %{yes}, label %{no}")
            case proc.Logic(op="not"):
                self._branch(c.args[0], no, yes)
            case proc.Logic():
                for part in c.args[:-1]:
                    more = self._fresh("more")
                    self._branch(part, *((more, no) if c.op == "and" else (yes, more)))
                    self._label(more)
                self._branch(c.args[-1], yes, no)

    def _call(self, s: proc.Call) -> None:
        """Pointers to all ports in memory, then the compiled kernel; scalars go through slots, so that they stay registers."""
        f, values = self.lines, self.values
        number, called = self.calls[s.kernel]
        pointers: list[str] = []
        after: list[tuple[str, str]] = []
        ports = [*zip(s.inputs, called.inputs, strict=True), *zip(s.outputs, called.outputs, strict=True)]
        for k, (x, port) in enumerate(ports):
            if isinstance(x, str) and port.shape:
                pointers.append(values.places.arrays[x][0])
                continue
            pointers.append(f.at("%slots", f.lanes.step * k))
            if isinstance(x, str):
                after.append((x, pointers[-1]))
            else:
                f.do(f"store {f.lanes.scalar} {values.value(x)}, ptr {pointers[-1]}")
        for k, pointer in enumerate(pointers):
            f.do(f"store ptr {pointer}, ptr {f.at('%arguments', 8 * k)}")
        f.do(f"call void {self.module.shared(f'called.{number}', f)}(ptr %arguments)")
        values.forget()
        for name, pointer in after:
            values.assign(name, f.let(f"load {f.lanes.scalar}, ptr {pointer}"))
