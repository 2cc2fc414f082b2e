"""The test program beside generated C++: the table that C has, and functions that return values."""

from __future__ import annotations

from collections.abc import Iterator

from linkwright.emit.check_table import check_table
from linkwright.emit.languages.c.tests import adapter, joined, main
from linkwright.emit.program import Program
from linkwright.emit.target import shortest
from linkwright.graph.function import Port
from linkwright.passes.kernel import Kernel


def program(program: Program) -> str:
    """test_<robot>.cpp: every check of the program, a line for each, exit code 1 where one fails."""
    includes = f'#include "{program.name}.hpp"\n#include "linkwright_checks.hpp"'
    table = check_table(program.suite)
    adapters = [adapter(program, kernel, *_call(program, kernel)) for kernel in table.functions]
    return joined(program, includes, adapters, main(program, table))


def filled(name: str, values: tuple[float, ...]) -> str:
    """std::array<double, 2> q = {{1.0, 2.0}};"""
    return f"std::array<double, {len(values)}> {name} = {{{{{', '.join(map(shortest, values))}}}}};"


def _call(program: Program, kernel: Kernel) -> Iterator[str]:
    places = {port.name: f"at[{k}]" for k, port in enumerate((*kernel.inputs, *kernel.outputs))}
    given = ", ".join(_argument(program, kernel, port, places[port.name]) for port in kernel.ordered)
    yield f"const auto made = {program.name}::{kernel.name}<double>({given});"
    for port in kernel.outputs:
        value = f"made.{port.name}" if len(kernel.outputs) > 1 else "made"
        yield f"linkwright::put({value}, x + {places[port.name]});"


def _argument(program: Program, kernel: Kernel, port: Port, place: str) -> str:
    value = f"linkwright::taken<{port.size}>(x + {place})" if port.shape else f"x[{place}]"
    if port.defaults is None:
        return value
    array = f"{program.name}::default_{program.default_name(kernel, port)}<double>"
    return f"{place} < 0 ? {array if port.shape else shortest(port.defaults[0])} : {value}"
