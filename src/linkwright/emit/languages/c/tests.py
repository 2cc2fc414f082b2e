"""The test program beside generated C: its checks as a table, which linkwright_checks.h walks; C++ has the same table."""

from __future__ import annotations

from collections.abc import Iterable

from linkwright.emit.check_table import CheckTable, TableCheck, check_table
from linkwright.emit.constants import c_literal
from linkwright.emit.program import Program
from linkwright.emit.spell import number, wrap
from linkwright.emit.target import shortest
from linkwright.graph.function import Port
from linkwright.passes.kernel import Kernel


def program(program: Program) -> str:
    """test_<robot>.c: every check of the program, a line for each, exit code 1 where one fails."""
    includes = f'#include "{program.name}.h"\n#include "{headers(program)[0]}"\n#include <stddef.h>'
    table = check_table(program.suite)
    call = _narrow_call if program.target.real.single else _call
    adapters = [adapter(program, kernel, *call(program, kernel)) for kernel in table.functions]
    return joined(program, includes, adapters, main(program, table))


def headers(program: Program) -> list[str]:
    """What walks the table; the first is included."""
    return list(dict.fromkeys([f"linkwright_checks{program.target.real.suffix}.h", "linkwright_checks.h"]))


def joined(program: Program, includes: str, adapters: Iterable[str], main: str) -> str:
    """A test program from its parts."""
    head = program.title("tests of the generated functions against independent values")
    return "\n\n".join([head, includes, *adapters, main]) + "\n"


def adapter(program: Program, kernel: Kernel, *statements: str) -> str:
    """A function from memory to memory: `at` has places of inputs, then of outputs."""
    body = [line for text in statements for line in wrap(text, program.target, 1)]
    return "\n".join([f"static void {_adapter(kernel)}(double *x, const int *at)", "{", *body, "}"])


def _adapter(kernel: Kernel) -> str:
    return f"linkwright_call_{kernel.name}"


def _call(program: Program, kernel: Kernel) -> list[str]:
    given = [_argument(program, port, k) for k, port in enumerate(kernel.inputs)]
    made = [f"x + at[{len(given) + k}]" for k in range(len(kernel.outputs))]
    return [f"{program.name}_{kernel.name}({', '.join([*given, *made])});"]


def _narrow_call(program: Program, kernel: Kernel) -> list[str]:
    """Memory is of doubles: arrays of floats are filled from it, and put back."""
    given, made = list(enumerate(kernel.inputs)), list(enumerate(kernel.outputs, len(kernel.inputs)))
    arrays = [f"x{k}[{max(port.size, 1)}]" for k, port in (*given, *made) if port.shape or k >= len(given)]
    texts = [f"linkwright_taken(x, at[{k}], {p.size}, x{k})" if p.shape else _number(program, p, k) for k, p in given]
    return [
        f"float {', '.join(arrays)};",
        f"{program.name}_{kernel.name}({', '.join([*texts, *(f'x{k}' for k, _ in made)])});",
        *(f"linkwright_put(x{k}, {port.size}, x + at[{k}]);" for k, port in made),
    ]


def _number(program: Program, port: Port, k: int) -> str:
    value = f"(float)x[at[{k}]]"
    if port.defaults is None:
        return value
    return f"at[{k}] < 0 ? {number(program.target, port.defaults[0])[0]} : {value}"


def _argument(program: Program, port: Port, k: int) -> str:
    """Arrays by address, NULL for their defaults; a scalar by value."""
    value = f"x + at[{k}]" if port.shape else f"x[at[{k}]]"
    if port.defaults is None:
        return value
    return f"at[{k}] < 0 ? {'NULL' if port.shape else number(program.target, port.defaults[0])[0]} : {value}"


def main(program: Program, table: CheckTable, told: str = "") -> str:
    """The table as data of `main`: C has no empty array, so what is empty has an element that nobody reads.

    told: a literal behind the robot's name.
    """
    numbers, arguments = ", ".join(map(shortest, table.data)), ", ".join(map(str, table.arguments))
    functions = ", ".join(_adapter(kernel) for kernel in table.functions)
    sizes = f"memory, {len(table.data)}, {table.memory}, sum, functions, arguments, rows, cases, {len(table.checks)}"
    steps = [f"{{{', '.join(map(str, row))}}}," for row in table.rows]
    rows = [" ".join(steps[check.first : check.end]) for check in table.checks]
    lines = [
        *wrap(f"static double memory[{max(table.memory, 1)}] = {{{numbers or '0.0'}}};", program.target, 1),
        f"    static double sum[{max(table.longest, 1)}];",
        *wrap(f"static linkwright_adapter *const functions[] = {{{functions or '0'}}};", program.target, 1),
        *wrap(f"static const int arguments[] = {{{arguments or '0'}}};", program.target, 1),
        "    static const int rows[][7] = {",
        *(line for text in rows or ["{0},"] for line in wrap(text, program.target, 2)),
        "    };",
        "    static const linkwright_case cases[] = {",
        *([f"        {_case(check)}," for check in table.checks] or ['        {"", 0.0, 0.0, 0, 0, 0},']),
        "    };",
        f"    const linkwright_table table = {{{literal(program.about.robot)}{told}, {sizes}}};",
        "    return linkwright_run(&table);",
    ]
    return "\n".join(["int main(void)", "{", *lines, "}"])


def _case(check: TableCheck) -> str:
    limits = f"{shortest(check.tolerance)}, {shortest(check.floor)}"
    return f"{{{literal(check.name)}, {limits}, {check.size}, {check.first}, {check.end}}}"


def literal(text: str) -> str:
    """A text on one line."""
    return c_literal(text.replace("\n", " "))
