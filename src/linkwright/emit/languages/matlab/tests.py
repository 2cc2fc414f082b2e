"""test_<robot>.m and example_<robot>.m beside generated MATLAB: one command, in MATLAB or in Octave, nothing else needed."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.emit.check_lines import in_doubles
from linkwright.emit.check_table import check_table
from linkwright.emit.languages.matlab.names import package, quoted, shape_text
from linkwright.emit.program import Program
from linkwright.emit.sample_inputs import SHOWN, new_inputs
from linkwright.emit.spell import numbers, wrap
from linkwright.emit.table_lines import filled
from linkwright.passes.kernel import Kernel


def tests(program: Program) -> str:
    """test_<robot>.m: the table of checks, which linkwright_checks.m walks."""
    target, name, table = in_doubles(program.target), program.name, check_table(program.suite)
    title = f"{target.comment.safe(program.about.robot)}: the generated functions against independent values."
    checks = [
        f"{c.first}, {c.end}, {c.size}, {numbers(target, (c.tolerance, c.floor))}, {quoted(c.name)}"
        for c in table.checks
    ]
    lines = [
        f"function test_{name}()",
        f"%TEST_{name.upper()}  {title}",
        *_usage(program, "test"),
        f"table.memory = {table.memory};",
        *_row("data", [numbers(target, [x]) for x in table.data]),
        *_row("arguments", list(map(str, table.arguments))),
        *_lines("functions", "{}", [_function(program, kernel) for kernel in table.functions]),
        *_lines("rows", "[]", [" ".join(map(str, row)) for row in table.rows]),
        *_lines("checks", "{}", checks),
        f"linkwright_checks({quoted(program.about.robot)}, table);",
        "end",
    ]
    return "\n".join(lines) + "\n"


def _usage(program: Program, what: str) -> list[str]:
    """The rest of the help text, and the folder's path."""
    return [
        f"%   In this folder:  octave --no-gui --eval {what}_{program.name}",
        f"%               or:  matlab -batch {what}_{program.name}",
        f"%   {program.mark}",
        "addpath(fileparts(mfilename('fullpath')));",
    ]


def _row(name: str, words: Sequence[str]) -> list[str]:
    """A row of numbers over several lines."""
    return [f"table.{name} = [ ...", *(f"    {line} ..." for line in filled(words)), "];"]


def _lines(name: str, brackets: str, rows: Sequence[str]) -> list[str]:
    """An array with a row on each line."""
    return [f"table.{name} = {brackets[0]}", *(f"    {row}" for row in rows), f"{brackets[1]};"]


def _function(program: Program, kernel: Kernel) -> str:
    """How a function is called: its handle, places and shapes of what it takes, sizes of what it returns."""
    inputs = "; ".join(f"{kernel.inputs.index(p) + 1}, {shape_text(p.shape)}" for p in kernel.ordered)
    outputs = ", ".join(f"[{shape_text(p.shape, column=True)}]" for p in kernel.outputs)
    return f"@{package(program)}.{kernel.name}, {{{inputs}}}, {{{outputs}}}"


def unflattened(text: str, shape: Sequence[int]) -> str:
    """A column of elements, row by row, as an array of a shape."""
    if len(shape) < 2:
        return text
    if len(shape) == 2:
        return f"reshape({text}, {shape[1]}, {shape[0]}).'"
    sizes = " ".join(map(str, reversed(shape)))
    return f"permute(reshape({text}, [{sizes}]), [{' '.join(map(str, range(len(shape), 0, -1)))}])"


# --- the example ------------------------------------------------------------------------------------------------------------


def example(program: Program) -> str:
    """example_<robot>.m: a few calls at a state of the tests, and how long one takes."""
    name, kernels = program.name, program.kernels[:SHOWN]
    lines = [
        f"function example_{name}()",
        f"%EXAMPLE_{name.upper()}  {program.target.comment.safe(program.about.robot)}: how the generated functions are called.",
        *_usage(program, "example"),
    ]
    known: dict[str, tuple[float, ...]] = {}
    for kernel in kernels:
        lines += _inputs(program, kernel, known)
        arguments = [port.name for port in kernel.required]
        outputs = ", ".join(port.name for port in kernel.outputs)
        call = f"{package(program)}.{kernel.name}({', '.join(arguments)})"
        lines += wrap(f"[{outputs}] = {call};" if len(kernel.outputs) > 1 else f"{outputs} = {call};", program.target)
        for port in kernel.outputs:
            lines += [f"disp({quoted(f'{port.name} of {kernel.name}')});", f"disp({port.name});"]
    return "\n".join([*lines, *_timing(program, kernels[0]), "end"]) + "\n"


def _inputs(program: Program, kernel: Kernel, known: dict[str, tuple[float, ...]]) -> list[str]:
    lines: list[str] = []
    for port, values in new_inputs(program, kernel, known):
        text = numbers(program.target, values)
        text = unflattened(f"[{text}].'", port.shape) if port.shape else text
        lines += wrap(f"{port.name} = {text};", program.target)
    return lines


def _timing(program: Program, kernel: Kernel) -> list[str]:
    arguments = [port.name if port.defaults is None else "[]" for port in kernel.ordered]
    return [
        "tic;",
        "for k = 1:100",
        f"    {package(program)}.{kernel.name}({', '.join([*arguments, 'false'])});",
        "end",
        f"fprintf('{kernel.name}: %.1f microseconds per call, inputs not checked\\n', 1e4 * toc);",
    ]
