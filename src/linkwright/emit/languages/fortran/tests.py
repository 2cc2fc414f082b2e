"""The test program and the example beside generated Fortran: nothing but a compiler is needed."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.emit.check_lines import in_doubles
from linkwright.emit.check_table import WIDTH, TableCheck, check_table
from linkwright.emit.languages.fortran.data import constant, extents, flat, shaped, text
from linkwright.emit.program import Program
from linkwright.emit.sample_inputs import sample_inputs
from linkwright.emit.spell import numbers, wrap
from linkwright.graph.function import Port
from linkwright.passes.kernel import Kernel

_LINES = 200
"""Of one statement, which may have 255."""


def program(program: Program, module: str) -> str:
    """test_<robot>.f90: the table of checks, which linkwright_checks.f90 walks, and how each procedure is called."""
    target, table = in_doubles(program.target), check_table(program.suite)
    cases = [
        f"        case ({n})\n            call check_call_{n}(check_memory, check_at)"
        for n in range(len(table.functions))
    ]
    calls = f"test_{program.name}_calls"
    return "\n".join([
        program.title("tests of the generated procedures against independent values"),
        f"module {calls}",
        f"    use, intrinsic :: iso_fortran_env, only: {', '.join(dict.fromkeys(['dp => real64', program.target.real.setup]))}",
        *(f"    use {module}, only: {kernel.name}" for kernel in table.functions),
        "    implicit none",
        "",
        "contains",
        "",
        "    subroutine check_call(function, check_memory, check_at)",
        "        integer, intent(in) :: function",
        *(f"        {line}" for line in _DUMMIES),
        "",
        "        select case (function)",
        *cases,
        "        end select",
        "    end subroutine check_call",
        *(line for n, kernel in enumerate(table.functions) for line in _adapter(program, n, kernel)),
        "",
        f"end module {calls}",
        "",
        f"program test_{program.name}",
        "    use, intrinsic :: iso_fortran_env, only: dp => real64",
        "    use linkwright_checks, only: check_case, run_checks",
        f"    use {calls}, only: check_call",
        "    implicit none",
        f"    real(dp) :: check_memory(0:{table.memory - 1})",
        f"    integer :: check_arguments(0:{len(table.arguments) - 1}), check_rows(0:{WIDTH * len(table.rows) - 1})",
        f"    type(check_case) :: check_cases({len(table.checks)})",
        *_data("check_memory", [numbers(target, [x]) for x in table.data], 4),
        *_data("check_arguments", list(map(str, table.arguments)), 16),
        *_data("check_rows", [str(x) for row in table.rows for x in row], WIDTH),
        "",
        *(_check(program, n, check) for n, check in enumerate(table.checks, 1)),
        "    call run_checks( &",
        f"        {text(program.about.robot)}, &",
        f"        check_memory, {len(table.data)}, check_call, check_arguments, check_rows, check_cases)",
        f"end program test_{program.name}\n",
    ])  # fmt: skip


def _data(name: str, words: Sequence[str], each: int) -> list[str]:
    """Statements that give an array its values, so many to a line."""
    lines: list[str] = []
    for first in range(0, len(words), each * _LINES):
        part = words[first : first + each * _LINES]
        rows = [", ".join(part[k : k + each]) for k in range(0, len(part), each)]
        lines += [f"    data {name}({first}:{first + len(part) - 1}) / &"]
        lines += [*(f"        {row}, &" for row in rows[:-1]), f"        {rows[-1]} /"]
    return lines


def _check(program: Program, n: int, check: TableCheck) -> str:
    given = f"{check.first}, {check.end}, {check.size}, {numbers(in_doubles(program.target), (check.tolerance, check.floor))}"
    return f"    check_cases({n}) = check_case({given}, &\n        {text(check.name)})"


def _adapter(program: Program, n: int, kernel: Kernel) -> list[str]:
    """A subroutine from memory to memory: places are of inputs, then of outputs. What is not allocated is left out."""

    def apart(port: Port) -> bool:
        """Whether a result is no part of memory as it stands there."""
        return len(port.shape) > 1 or real.single

    required, made, optional, declared = list[str](), list[str](), list[str](), list[str]()
    before, behind = list[str](), list[str]()
    real = program.target.real
    for k, port in enumerate(kernel.inputs):
        value = shaped(_part(k, port), port.shape) if port.shape else _part(k, port)
        value = real.cast.format(value=value) if real.single else value
        if port.defaults is None:
            required.append(value)
        else:
            declared.append(f"{real.name}, allocatable :: given_{k}{extents([':'] * len(port.shape))}")
            before.append(f"if (check_at({k}) >= 0) allocate (given_{k}, source={value})")
            optional.append(f"{port.name}=given_{k}")
    for k, port in enumerate(kernel.outputs, len(kernel.inputs)):
        made.append(f"made_{k}" if apart(port) else _part(k, port))
        if apart(port):
            declared.append(f"{real.name} :: made_{k}{extents(port.shape)}")
            made_k = flat(f"made_{k}", port.shape, port.size) if port.shape else f"made_{k}"
            behind.append(f"{_part(k, port)} = {made_k}")
    call = f"call {kernel.name}({', '.join([*required, *made, *optional])})"
    body = [line for statement in (*before, call, *behind) for line in wrap(statement, program.target, 2)]
    head = [
        f"    subroutine check_call_{n}(check_memory, check_at)",
        *(f"        {line}" for line in (*_DUMMIES, *declared)),
    ]
    return ["", *head, "", *body, f"    end subroutine check_call_{n}"]


_DUMMIES = ("integer, intent(in) :: check_at(0:*)", "real(dp), intent(inout) :: check_memory(0:*)")


def _part(k: int, port: Port) -> str:
    """What an argument has of memory."""
    return f"check_memory(check_at({k}){f':check_at({k}) + {port.size - 1}' if port.shape else ''})"


# --- the example ------------------------------------------------------------------------------------------------------------


def example(program: Program, module: str) -> str:
    """example_<robot>.f90: calls the first procedure at a state of the tests; again with other parameters."""
    target, kernel = program.target, program.kernels[0]
    state = sample_inputs(program, kernel)
    required, optional = kernel.required, kernel.optional
    names = [kernel.name, *(f"default_{program.default_name(kernel, port)}" for port in optional)]
    lines = [
        program.title("an example", "", "make example"),
        "program example",
        f"    use, intrinsic :: iso_fortran_env, only: {target.real.setup}, output_unit",
        *(f"    use {module}, only: {name}" for name in names),
        "    implicit none",
    ]
    for port in required:
        lines += constant(target, f"{port.name}_at", port.shape, state[port.name])
    lines += [f"    {target.real.name} :: {port.name}{extents(port.shape)}" for port in kernel.outputs]
    lines += [f"    {target.real.name} :: my_{port.name}{extents(port.shape)}" for port in optional]
    lines += ["    integer :: row"] if any(len(port.shape) == 2 for port in kernel.outputs) else []
    arguments = [*(f"{port.name}_at" for port in required), *(port.name for port in kernel.outputs)]
    lines += ["", *wrap(f"call {kernel.name}({', '.join(arguments)})", target, 1)]
    lines += [line for port in kernel.outputs for line in _show(port)]
    if optional:
        lines += ["", "    ! the same with parameters of one's own, here each 10 % larger"]
        lines += [
            f"    my_{p.name} = {target.number(1.1)} * default_{program.default_name(kernel, p)}" for p in optional
        ]
        given = ", ".join([*arguments, *(f"{port.name}=my_{port.name}" for port in optional)])
        lines += wrap(f"call {kernel.name}({given})", target, 1)
        lines += [line for port in kernel.outputs for line in _show(port)]
    return "\n".join([*lines, "end program example"]) + "\n"


def _show(port: Port) -> list[str]:
    unit = f" ({port.unit})" if port.unit else ""
    title = f'    write (output_unit, "(a)") {text(port.name + unit)}'
    if len(port.shape) != 2:
        return [title, f'    write (output_unit, "(*(es14.6))") {port.name}']
    show = f'        write (output_unit, "(*(es14.6))") {port.name}(row, :)'
    return [title, f"    do row = 1, {port.shape[0]}", show, "    end do"]
