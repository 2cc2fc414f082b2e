"""The test program beside generated CUDA: the table that C has; functions are called for a batch, the check in its middle."""

from __future__ import annotations

from collections.abc import Iterator

from linkwright.emit.check_table import check_table
from linkwright.emit.languages.c.tests import adapter, joined, main
from linkwright.emit.languages.cuda.batch import left_out
from linkwright.emit.program import Program
from linkwright.graph.function import Port
from linkwright.passes.kernel import Kernel


def program(program: Program) -> str:
    """test_<robot>.cu: every check of the program, a line for each, exit code 1 where one fails."""
    includes = f'#include "{program.name}.cuh"\n#include "linkwright_checks.cuh"'
    table = check_table(program.suite)
    adapters = [adapter(program, kernel, *_call(program, kernel)) for kernel in table.functions]
    return joined(program, includes, adapters, main(program, table, " LINKWRIGHT_WHERE"))


def _call(program: Program, kernel: Kernel) -> Iterator[str]:
    places = {port.name: f"at[{k}]" for k, port in enumerate((*kernel.inputs, *kernel.outputs))}
    real = program.target.real.name
    given = [_argument(program, port, places[port.name]) for port in kernel.ordered]
    made = [f"y[{k}]" for k in range(len(kernel.outputs))]
    yield "for (const auto layout : linkwright::layouts) {"
    yield f"    linkwright::trial<{real}> trial(layout);"
    yield f"    {real} *const y[] = {{{', '.join(f'trial.made({port.size})' for port in kernel.outputs)}}};"
    yield f"    LINKWRIGHT_RUN({program.name}, {kernel.name}, {', '.join([*given, *made])});"
    for place, port in zip(made, kernel.outputs, strict=True):
        yield f"    trial.take({place}, {port.size}, x + {places[port.name]});"
    yield "}"


def _argument(program: Program, port: Port, place: str) -> str:
    if port.defaults is None:
        return f"trial.given(x + {place}, {port.size})"
    given = f"trial.shared(x + {place}, {port.size})" if port.shape else _number(program, place)
    return f"{place} < 0 ? {left_out(port, program.target)} : {given}"


def _number(program: Program, place: str) -> str:
    real = program.target.real
    return f"static_cast<{real.name}>(x[{place}])" if real.single else f"x[{place}]"
