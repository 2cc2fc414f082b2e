"""The test program that `cargo test` runs, and the example beside a generated crate."""

from __future__ import annotations

from linkwright.emit.check_lines import given_lines, in_doubles
from linkwright.emit.check_table import CheckTable, TableCheck, check_table
from linkwright.emit.languages.rust.crate import CONSTANTS, crate, index_names, zeros
from linkwright.emit.program import Program
from linkwright.emit.sample_inputs import SHOWN, sample_inputs
from linkwright.emit.spell import number, numbers, wrap
from linkwright.emit.table_lines import filled
from linkwright.graph.function import Port
from linkwright.passes.kernel import Kernel

_ALLOW = "#[allow(non_snake_case, clippy::approx_constant, clippy::excessive_precision)]\n#[rustfmt::skip]"


def tests(program: Program) -> str:
    """tests/test_<robot>.rs: the table of checks, which linkwright_checks walks, and how each function is called."""
    target, table = program.target, check_table(program.suite)
    title = f"{program.about.robot}: tests of the generated functions against independent values; run: cargo test"
    lines = [
        f"    name: {CONSTANTS.quote(program.about.robot)},",
        f"    memory: {table.memory},",
        *_slice("data", given_lines(program.suite, table, target)),
        *_slice("functions", [line for kernel in table.functions for line in _function(program, kernel)]),
        *_slice("arguments", [f"    {line}" for line in filled(f"{place}," for place in table.arguments)]),
        *_slice("checks", [line for check in table.checks for line in _check(program, table, check)]),
    ]
    return "\n".join([
        target.comment.block([title, program.mark]),
        "",
        "#[allow(dead_code)] // not every function has defaults",
        "mod linkwright_checks;",
        "",
        "use linkwright_checks::*;",
        "",
        "fn main() -> std::process::ExitCode {",
        "    TABLE.run()",
        "}",
        "",
        _ALLOW,
        "static TABLE: Table = Table {",
        *lines,
        "};\n",
    ])  # fmt: skip


def _slice(field: str, lines: list[str]) -> list[str]:
    """A field of the table that is an array; it has lines of its own, each with an indent."""
    return [f"    {field}: &[", *(f"    {line}" for line in lines if line.strip()), "    ],"]


def _function(program: Program, kernel: Kernel) -> list[str]:
    """A closure that takes the function's arguments from memory and puts its results there."""
    given = ", ".join(_argument(program, kernel, k, port) for k, port in enumerate(kernel.inputs))
    made = [f"y{k}" for k in range(len(kernel.outputs))]
    names = made[0] if len(made) == 1 else f"({', '.join(made)})"
    body = wrap(f"let {names} = {crate(program)}::{kernel.name}({given});", program.target, 2)
    body += [f"        c.output({k}, {name});" for k, name in enumerate(made, len(kernel.inputs))]
    return ["    |c| {", *body, "    },"]


def _argument(program: Program, kernel: Kernel, k: int, port: Port) -> str:
    by = "&" if port.shape else ""
    if port.defaults is None:
        return f"{by}c.input({k})"
    return f"{by}c.input_or({k}, {crate(program)}::{program.default_name(kernel, port).upper()})"


def _check(program: Program, table: CheckTable, check: TableCheck) -> list[str]:
    tolerance, floor = (numbers(in_doubles(program.target), [x]) for x in (check.tolerance, check.floor))
    rows = " ".join(f"[{', '.join(map(str, row))}]," for row in table.rows[check.first : check.end])
    return [
        f"    Check {{ name: {CONSTANTS.quote(check.name)},",
        f"        tolerance: {tolerance}, floor: {floor}, size: {check.size}, rows: &[",
        *wrap(rows, program.target, 3),
        "        ] },",
    ]


# --- the example ------------------------------------------------------------------------------------------------------------


def example(program: Program) -> str:
    """examples/example_<robot>.rs: calls some functions, by value and into an array."""
    name = crate(program)
    title = f"{program.about.robot}: how the functions are called; run: cargo run --example example_{crate(program)}"
    body: list[str] = []
    for kernel in program.kernels[:SHOWN]:
        body += _shown(program, kernel)
    head = program.target.comment.block([title, program.mark])
    return "\n".join([head, "", f"use {name} as robot;", "", _ALLOW, "fn main() {", *body, "}"]) + "\n"


def _shown(program: Program, kernel: Kernel) -> list[str]:
    target = program.target
    values = sample_inputs(program, kernel)
    lines: list[str] = []
    plain: list[str] = []  # what the first call is given, with defaults as they are
    changed: list[str] = []
    for port in kernel.inputs:
        by = "&" if port.shape else ""
        plain.append(f"{by}{port.name}")
        changed.append(f"{by}{port.name}")
        if port.defaults is None:
            text = _nested([number(target, x)[0] for x in values[port.name]], port.shape)
            lines += wrap(f"let {port.name} = {text};", target, 2)
            continue
        short = program.default_name(kernel, port)
        plain[-1] = f"{by}robot::{short.upper()}"
        words = index_names(program, port)
        if words:
            lines.append(f"        let mut {port.name} = robot::{short.upper()};")
            lines.append(f"        {port.name}[robot::{short}_index::{words[0]}] = 2.0;")
        else:
            changed[-1] = plain[-1]
    lines += wrap(f'println!("{kernel.name} {{:?}}", robot::{kernel.name}({", ".join(plain)}));', target, 2)
    lines += [f"        let mut {port.name} = {zeros(port.shape)}; // used again and again" for port in kernel.outputs]
    changed += [f"&mut {port.name}" for port in kernel.outputs]
    lines += wrap(f"robot::{kernel.name}_into({', '.join(changed)});", target, 2)
    lines += [f'        println!("{{{port.name}:?}}");' for port in kernel.outputs]
    return ["    {", *lines, "    }"]


def _nested(numbers: list[str], shape: tuple[int, ...]) -> str:
    """Brackets of an array of arrays."""
    if not shape:
        return numbers[0]
    size = len(numbers) // shape[0] if shape[0] else 0
    parts = [_nested(numbers[k * size : (k + 1) * size], shape[1:]) for k in range(shape[0])]
    return f"[{', '.join(parts)}]"
