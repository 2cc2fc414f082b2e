"""Functions of generated Julia: the pieces of a large one, the one that writes in place, the one that allocates."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from linkwright.emit.from_one import from_one, is_idle, subscript
from linkwright.emit.languages.julia import statements as julia_statements
from linkwright.emit.languages.julia.names import array_type, constant, quoted, shape_tuple
from linkwright.emit.program import Program, function_heading
from linkwright.emit.spell import Speller
from linkwright.emit.straight_line import Plan, Statement, Write
from linkwright.graph.function import Port
from linkwright.passes.kernel import Kernel

_WIDTH = 110

_TABLES = {"sine": "sine[{index}]", "cosine": "cosine[{index}]"}
"""How pieces read early sines and cosines, which they are given as tuples."""


def functions(program: Program, whole: Plan) -> list[str]:
    """The pieces, the function that writes in place, the one that allocates."""
    plan = from_one(whole)
    kernel = plan.kernel
    if kernel.procedure is not None:
        body = julia_statements.body(program, kernel, kernel.procedure, _scalar_type(program, kernel))
        before = julia_statements.tables(program, kernel, kernel.procedure)
        return [*before, _in_place(program, plan, body), _allocating(program, kernel)]
    zeroed = {step.port for piece in whole.pieces for step in piece if isinstance(step, Write) and is_idle(whole, step)}
    body = [f"fill!({port.name}, {program.target.number(0.0)})" for k, port in enumerate(kernel.outputs) if k in zeroed]
    speller = Speller(plan, program.target)
    ahead, size = _angles(plan, speller), plan.early.size
    if len(plan.pieces) > 2 and size:
        ahead += [f"{name} = ({', '.join(f'{name}{k}' for k in range(1, size + 1))},)" for name in _TABLES]
    inside = Speller(plan, replace(program.target, **_TABLES))
    own, pieces = speller.function(ahead, lambda n, piece: _piece(plan, inside, n, piece), 0)
    return [*pieces, _in_place(program, plan, [*body, *own]), _allocating(program, kernel)]


def _angles(plan: Plan, speller: Speller) -> list[str]:
    """Sines and cosines that are computed ahead."""
    early = plan.early
    angles: dict[int, str] = {}
    ports = {port.name: port for port in plan.kernel.inputs}
    for w in early.windows:
        angles |= {w.place + k: element_read(ports[w.port], w.start + k) for k in range(w.width)}
    angles |= {early.first + k: speller.value(value) for k, value in enumerate(early.gathered)}
    return [f"sine{k + 1}, cosine{k + 1} = sincos({text})" for k, text in sorted(angles.items())]


def _piece(plan: Plan, speller: Speller, n: int, steps: tuple[Statement, ...]) -> tuple[str, list[str]]:
    """Definition of the n-th piece, and the statement that calls it. It is given only what it reads or writes."""
    inputs, tables, outputs, work = plan.arguments(steps)
    names = [*(port.name for port in (*outputs, *inputs)), *reversed(tables), *work]  # the sine first
    head = f"_{plan.kernel.name}_{n}!({', '.join(names)})"
    lines = [f"@noinline function {head}", "    @inbounds begin", *speller.lines(steps, 2)]
    return "\n".join(wrapped([*lines, "    end", "    return nothing", "end"])), [head]


def _parameters(program: Program, kernel: Kernel) -> list[str]:
    found: list[str] = []
    for port in kernel.ordered:
        default = f" = {constant(program.default_name(kernel, port))}" if port.defaults is not None else ""
        found.append(f"{port.name}::{array_type(port.shape, 'Real')}{default}")
    return found


def _scalar_type(program: Program, kernel: Kernel) -> str:
    return f"promote_type({', '.join([program.target.real.name, *(f'eltype({port.name})' for port in kernel.inputs)])})"


def _in_place(program: Program, plan: Plan, body: list[str]) -> str:
    kernel = plan.kernel
    arguments = [f"{port.name}::{array_type(port.shape, 'Ref')}" for port in kernel.outputs]
    arguments += _parameters(program, kernel)
    keywords, notes = (
        ["check::Bool = true"],
        [f"[`{kernel.name}`](@ref) into arrays of the caller, which must not overlap."],
    )
    if plan.slots:
        keywords.append(f"work::AbstractVector = Vector{{{_scalar_type(program, kernel)}}}(undef, {plan.slots})")
        notes.append(f"`work`, a vector of {plan.slots} elements, is allocated where it is not given.")
    if any(not port.shape for port in kernel.outputs):
        notes.append("A scalar goes into a `Ref`.")
    title = quoted(f"{kernel.name}!")
    checks = [
        f"_check_size({title}, {quoted(port.name)}, {port.name}, {shape_tuple(port.shape)})"
        for port in kernel.outputs
        if port.shape
    ]
    checks += [
        f"_check_input({title}, {quoted(port.name)}, {port.name}, {shape_tuple(port.shape)})" for port in kernel.inputs
    ]
    checks += [f'_check_size({title}, "work", work, ({plan.slots},))'] if plan.slots else []
    lines = [f"function {kernel.name}!({', '.join(arguments)}; {', '.join(keywords)})"]
    lines += ["    if check", *(f"        {line}" for line in checks), "    end"] if checks else []
    lines += ["    @inbounds begin", *(f"        {line}" for line in body), "    end"]
    lines += [f"    return {', '.join(port.name for port in kernel.outputs)}", "end"]
    comment = program.target.comment.block([f"    {signature_text(program, kernel, '!')}", "", *notes])
    return "\n".join([comment, *wrapped(lines)])


def _allocating(program: Program, kernel: Kernel) -> str:
    title, *rest = function_heading(kernel)
    comment = program.target.comment.block([f"    {signature_text(program, kernel)}", "", title, *block(rest)])
    lines = [f"function {kernel.name}({', '.join(_parameters(program, kernel))}; check::Bool = true)"]
    lines += [f"    scalar_type = {_scalar_type(program, kernel)}"]
    for port in kernel.outputs:
        sizes = ", ".join(map(str, port.shape))
        made = f"Array{{scalar_type}}(undef, {sizes})" if port.shape else "Ref{scalar_type}()"
        lines.append(f"    {port.name} = {made}")
    names = [port.name for port in (*kernel.outputs, *kernel.ordered)]
    lines += [f"    {kernel.name}!({', '.join(names)}; check = check)"]
    lines += [
        f"    return {', '.join(port.name if port.shape else f'{port.name}[]' for port in kernel.outputs)}",
        "end",
    ]
    return "\n".join([comment, *wrapped(lines)])


def signature_text(program: Program, kernel: Kernel, place: str = "") -> str:
    """As documentation writes it: what may be left out has its default."""
    outputs = [port.name for port in kernel.outputs] if place else []
    inputs = [
        port.name if port.defaults is None else f"{port.name} = {constant(program.default_name(kernel, port))}"
        for port in kernel.ordered
    ]
    return f"{kernel.name}{place}({', '.join([*outputs, *inputs])}; check = true)"


def element_read(port: Port, index: int) -> str:
    """An element of an input as Julia reads it."""
    return f"{port.name}[{subscript(port.shape, index, ', ')}]" if port.shape else port.name


def block(lines: Iterable[str]) -> list[str]:
    """Lines that Markdown must leave as they are."""
    return [f"    {line}".rstrip() for line in lines]


def wrapped(lines: Iterable[str]) -> list[str]:
    """Lines broken after an operator or a comma, where a statement goes on."""
    found: list[str] = []
    for line in lines:
        indent = " " * (len(line) - len(line.lstrip()))
        while len(line) > _WIDTH:
            cuts = [m.end() for m in re.finditer(r"(?:,| [-+*/=]) ", line[: _WIDTH + 1])]
            if not cuts or not line[: cuts[-1]].strip():
                break
            found.append(line[: cuts[-1]].rstrip())
            line = f"{indent}    {line[cuts[-1] :]}"
        found.append(line)
    return found
