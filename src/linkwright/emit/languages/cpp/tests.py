"""The test program beside generated C++: the table that C has, and functions that return values."""

from __future__ import annotations

from collections.abc import Iterator

from linkwright.emit.check_table import check_table
from linkwright.emit.languages.c.tests import adapter, joined, main
from linkwright.emit.program import Program
from linkwright.emit.target import Real, shortest, shortest_single
from linkwright.graph.function import Port
from linkwright.passes.kernel import Kernel


def program(program: Program) -> str:
    """test_<robot>.cpp: every check of the program, a line for each, exit code 1 where one fails."""
    includes = f'#include "{program.name}.hpp"\n#include "linkwright_checks.hpp"'
    table = check_table(program.suite)
    adapters = [adapter(program, kernel, *_call(program, kernel)) for kernel in table.functions]
    return joined(program, includes, adapters, main(program, table))


def filled(name: str, values: tuple[float, ...], real: Real = Real()) -> str:
    """std::array<double, 2> q = {{1.0, 2.0}};"""
    return f"std::array<{real.name}, {len(values)}> {name} = {{{{{', '.join(literal(x, real) for x in values)}}}}};"


def literal(x: float, real: Real) -> str:
    """A number that stands by itself, of the type that functions are called with."""
    return f"{shortest_single(x)}f" if real.single else shortest(x)


def _call(program: Program, kernel: Kernel) -> Iterator[str]:
    places = {port.name: f"at[{k}]" for k, port in enumerate((*kernel.inputs, *kernel.outputs))}
    given = ", ".join(_argument(program, kernel, port, places[port.name]) for port in kernel.ordered)
    yield f"const auto made = {program.name}::{kernel.name}<{program.target.real.name}>({given});"
    for port in kernel.outputs:
        value = f"made.{port.name}" if len(kernel.outputs) > 1 else "made"
        yield f"linkwright::put({value}, x + {places[port.name]});"


def _argument(program: Program, kernel: Kernel, port: Port, place: str) -> str:
    real = program.target.real
    kind = f"{port.size}, {real.name}" if real.single else f"{port.size}"
    number = f"static_cast<{real.name}>(x[{place}])" if real.single else f"x[{place}]"
    value = f"linkwright::taken<{kind}>(x + {place})" if port.shape else number
    if port.defaults is None:
        return value
    array = f"{program.name}::default_{program.default_name(kernel, port)}<{real.name}>"
    return f"{place} < 0 ? {array if port.shape else literal(port.defaults[0], real)} : {value}"
