"""A Fortran procedure: declarations, checks of inputs, statements; in one piece, or as a chain of pieces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import chain

from linkwright.emit.from_one import is_idle, subscript
from linkwright.emit.languages.fortran.data import extents
from linkwright.emit.procedure_texts import is_called
from linkwright.emit.program import Program, function_heading
from linkwright.emit.spell import Speller, wrap
from linkwright.emit.straight_line import Define, Load, Pair, Plan, Statement, Write
from linkwright.graph.function import Port
from linkwright.passes.kernel import Kernel

_STATIC = 4096
"""Local arrays of more elements than this may be made static unless their procedure is said to be recursive."""

_ZEROS = 4
"""Elements that are always zero, from which on the whole output is set to zero first."""


def element(port: Port, index: int) -> str:
    """An element of an argument as Fortran writes it."""
    return f"{port.name}{_place(port.shape, index)}"


def read(port: Port, index: int) -> str:
    """An element of an input, from the local copy where there is one."""
    return f"{local(port)}{_place(port.shape, index)}"


def local(port: Port) -> str:
    """The name by which a procedure reads an input: an optional one is read from the copy that has its defaults."""
    return port.name if port.defaults is None else f"{port.name}_used"


def _place(shape: tuple[int, ...], index: int) -> str:
    return f"({subscript(shape, index, ', ')})" if shape else ""


def order(kernel: Kernel) -> list[Port]:
    """Arguments in the order of the call: inputs, outputs, then inputs with a default."""
    return [*kernel.required, *kernel.outputs, *kernel.optional]


class _Speller(Speller):
    """Of a sine and a cosine, only what is needed."""

    def line(self, statement: Statement) -> str:
        text = super().line(statement)
        return (
            text.split("; ")[statement.sine < 0]
            if isinstance(statement, Pair) and min(statement.sine, statement.cosine) < 0
            else text
        )


def procedure(program: Program, whole: Plan) -> list[str]:
    """A procedure: in one piece, or as a chain of pieces that hand values on through a scratch array."""
    kernel = whole.kernel
    plan, cleared = _cleared(whole)
    speller = _Speller(plan, program.target)
    body = [f"        {kernel.outputs[k].name} = {program.target.number(0.0)}" for k in cleared]
    own, pieces = speller.function(_angles(plan, speller), lambda n, piece: _piece(program, plan, speller, n, piece), 2)
    main = plan.pieces[:1] if pieces else plan.pieces
    arrays = [f"work(0:{max(plan.slots, 1) - 1})"] if pieces else []
    if plan.early.size:
        arrays += [f"{name}(0:{plan.early.size - 1})" for name in ("sine", "cosine")]
    if plan.early.gathered:
        arrays.append(f"angle({len(plan.early.gathered)})")
    kind = "pure recursive" if plan.slots > _STATIC else "pure"
    declared = [*(f"{program.target.real.name} :: {array}" for array in arrays), *_names(program, plan, chain(*main))]
    return [*subroutines(program, kernel, kind, declared, [*body, *own]), *pieces]


def subroutines(program: Program, kernel: Kernel, kind: str, declared: Iterable[str], body: Iterable[str]) -> list[str]:
    """The whole text of a kernel's procedure. Where others call it, there is one besides that does not check its inputs."""
    copies = [f"{program.target.real.name} :: {local(p)}{extents(p.shape)}" for p in kernel.optional]
    declared = [*copies, *declared]
    defaults, checks = _defaults(program, kernel), _checks(kernel)
    doc = [f"    {line}" for line in program.target.comment.block(function_heading(kernel)).splitlines()]
    if not is_called(program, kernel):
        return [
            "\n".join([*doc, *_subroutine(program, kernel, kernel.name, kind, declared, [*defaults, *checks, *body])])
        ]
    inner = f"{kernel.name}_unchecked"
    names = ", ".join(f"{p.name}={p.name}" for p in order(kernel))
    call = wrap(f"call {inner}({names})", program.target, 2)
    outer = _subroutine(program, kernel, kernel.name, kind, copies, [*defaults, *checks, *call])
    return [
        "\n".join([*doc, *outer]),
        "\n".join(_subroutine(program, kernel, inner, kind, declared, [*defaults, *body])),
    ]


def _subroutine(
    program: Program, kernel: Kernel, name: str, kind: str, declared: Iterable[str], body: Iterable[str]
) -> list[str]:
    names = ", ".join(port.name for port in order(kernel))
    head = wrap(f"{kind} subroutine {name}({names})", program.target, 1)
    ports = [_declare(program, port, "in" if port in kernel.inputs else "out") for port in order(kernel)]
    return [*head, *_indented([*ports, *declared]), "", *body, f"    end subroutine {name}"]


def _declare(program: Program, port: Port, intent: str) -> str:
    optional = ", optional" if port.defaults is not None else ""
    return f"{program.target.real.name}, intent({intent}){optional} :: {port.name}{extents(port.shape)}"


def _indented(lines: Iterable[str]) -> list[str]:
    return [f"        {line}" for line in lines]


def _names(program: Program, plan: Plan, statements: Iterable[Statement]) -> list[str]:
    """Declarations of the local values, several to a line: one statement of hundreds would have too many lines."""
    names: list[str] = []
    for statement in statements:
        match statement:
            case Define(value) | Load(value):
                names.append(plan.names[value])
            case Pair(_, sine, cosine):
                names += [plan.names[k] for k in (sine, cosine) if k >= 0]
            case _:
                pass
    return [f"{program.target.real.name} :: {', '.join(names[k : k + 12])}" for k in range(0, len(names), 12)]


def _defaults(program: Program, kernel: Kernel) -> list[str]:
    """Optional inputs get their defaults."""
    lines: list[str] = []
    for port in kernel.optional:
        lines.append(f"        {local(port)} = default_{program.default_name(kernel, port)}")
        lines.append(f"        if (present({port.name})) {local(port)} = {port.name}")
    return lines


def _checks(kernel: Kernel) -> list[str]:
    """Every input must be finite."""
    checks = [
        f'call require_finite("{kernel.name}", "{p.name}", {p.size}, {local(p) if p.shape else f"[{local(p)}]"})'
        for p in kernel.inputs
    ]
    return ["        if (check_inputs) then", *(f"            {c}" for c in checks), "        end if"] if checks else []


def _cleared(plan: Plan) -> tuple[Plan, list[int]]:
    """The plan without the zeros of outputs that have many, and those outputs: one statement sets each to zero first."""
    zeros = Counter(s.port for s in chain(*plan.pieces) if isinstance(s, Write) and is_idle(plan, s))
    cleared = sorted(port for port, count in zeros.items() if count >= _ZEROS)

    def kept(statement: Statement) -> bool:
        return not (isinstance(statement, Write) and statement.port in cleared and is_idle(plan, statement))

    return replace(plan, pieces=tuple(tuple(filter(kept, piece)) for piece in plan.pieces)), cleared


def _angles(plan: Plan, speller: Speller) -> list[str]:
    """Sines and cosines that are computed ahead, several at a time."""
    lines: list[str] = []
    for w in plan.early.windows:
        port = next(p for p in plan.kernel.inputs if p.name == w.port)
        if len(port.shape) == 1:
            first = read(port, w.start)
        else:  # neighbours in the kernel are no neighbours in memory
            first = f"[{', '.join(read(port, w.start + k) for k in range(w.width))}]"
        lines += wrap(
            f"call linkwright_sincos({w.width}, {first}, sine({w.place}), cosine({w.place}))", speller.target, 2
        )
    if plan.early.gathered:
        count, first = len(plan.early.gathered), plan.early.first
        lines += wrap(f"angle = [{', '.join(speller.value(k) for k in plan.early.gathered)}]", speller.target, 2)
        lines.append(f"        call linkwright_sincos({count}, angle, sine({first}), cosine({first}))")
    return lines


def _piece(
    program: Program, plan: Plan, speller: Speller, n: int, piece: tuple[Statement, ...]
) -> tuple[str, list[str]]:
    """Definition of the n-th piece, and the statement that calls it. It is given only what it reads or writes."""
    inputs, tables, outputs, work = plan.arguments(piece)
    real = program.target.real.name
    declared = [f"{real}, intent(in) :: {local(port)}{extents(port.shape)}" for port in inputs]
    declared += [f"{real}, intent(in) :: {name}(0:{plan.early.size - 1})" for name in tables]
    declared += [f"{real}, intent(inout) :: {port.name}{extents(port.shape)}" for port in outputs]
    declared += [f"{real}, intent(inout) :: {name}(0:{max(plan.slots, 1) - 1})" for name in work]
    names = [*map(local, inputs), *tables, *(port.name for port in outputs), *work]
    title = f"{plan.kernel.name}_piece_{n}"
    arguments = f"{title}({', '.join(names)})"
    head = wrap(f"pure subroutine {arguments}", speller.target, 1)
    lines = speller.lines(piece, 2)
    text = [*head, *_indented([*declared, *_names(program, plan, piece)]), "", *lines, f"    end subroutine {title}"]
    return "\n".join(text), wrap(f"call {arguments}", speller.target, 2)
