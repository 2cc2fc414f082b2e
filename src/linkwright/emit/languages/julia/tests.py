"""test/runtests.jl and example_<robot>.jl beside generated Julia: one command, nothing but julia needed."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.emit.check_lines import in_doubles
from linkwright.emit.check_table import check_table
from linkwright.emit.languages import pasted
from linkwright.emit.languages.julia.names import constant, module_name, quoted, shape_tuple, unflattened
from linkwright.emit.program import Program
from linkwright.emit.sample_inputs import SHOWN, new_inputs
from linkwright.emit.spell import numbers
from linkwright.emit.table_lines import filled
from linkwright.passes.kernel import Kernel


def runtests(program: Program) -> str:
    """test/runtests.jl: the table of checks, and the runner that walks it."""
    target, table = in_doubles(program.target), check_table(program.suite)
    title = f"{program.about.robot}: tests of the generated functions against independent values"
    head = [
        f"# {' '.join(title.split())}",
        "# In the package's folder:  julia --project=. test/runtests.jl",
        f"# {program.mark}",
        "",
        "using Printf",
        "using Test",
        f"import {module_name(program)}",
        "",
        '"What functions compute with."',
        f"const REAL = {program.target.real.name}",
    ]
    checks = [
        f"({c.first}, {c.end}, {c.size}, {numbers(target, (c.tolerance, c.floor))}, {quoted(c.name)})"
        for c in table.checks
    ]
    lines = [
        "run_checks(",
        f"    {quoted(program.about.robot)},",
        f"    {table.memory - len(table.data)},",
        *_vector("Float64", filled(f"{numbers(target, [x])}," for x in table.data)),
        *_vector("Any", [f"{_function(program, kernel)}," for kernel in table.functions]),
        *_vector("Int", filled(f"{place}," for place in table.arguments)),
        *_vector("Any", [f"({', '.join(map(str, row))})," for row in table.rows]),
        *_vector("Any", [f"{check}," for check in checks]),
        ")",
    ]
    return "\n\n".join(["\n".join(head), pasted("julia", "checks.jl"), "\n".join(lines)]) + "\n"


def _vector(kind: str, lines: Sequence[str]) -> list[str]:
    return [f"    {kind}[", *(f"        {line}" for line in lines if line), "    ],"]


def _function(program: Program, kernel: Kernel) -> str:
    """A function, the places, shapes and defaults of what it takes, and the shapes that it makes."""
    module = module_name(program)
    inputs: list[str] = []
    for port in kernel.ordered:
        missing = port.defaults is None
        default = "nothing" if missing else f"{module}.{constant(program.default_name(kernel, port))}"
        inputs.append(f"({kernel.inputs.index(port) + 1}, {shape_tuple(port.shape)}, {default}), ")
    outputs = ", ".join(shape_tuple(port.shape) for port in kernel.outputs)
    return f"({module}.{kernel.name}, ({''.join(inputs).rstrip()}), ({outputs},))"


# --- the example ------------------------------------------------------------------------------------------------------------


def example(program: Program) -> str:
    """example_<robot>.jl: a few calls at a state of the tests, and how long one takes."""
    name, kernels = module_name(program), program.kernels[:SHOWN]
    robot = " ".join(program.about.robot.split())
    lines = [
        f"# {robot}: how the generated functions are called",
        f"# In the package's folder:  julia --project=. example_{program.name}.jl",
        f"# {program.mark}",
        "",
        f"import {name}",
        "",
    ]
    known: dict[str, tuple[float, ...]] = {}
    for kernel in kernels:
        lines += _inputs(program, kernel, known)
        arguments = ", ".join(port.name for port in kernel.required)
        outputs = ", ".join(port.name for port in kernel.outputs)
        lines.append(f"{outputs} = {name}.{kernel.name}({arguments})")
        lines += [f'println("{port.name} of {kernel.name}: ", {port.name})' for port in kernel.outputs]
    kernel = kernels[0]
    arguments = ", ".join(port.name for port in kernel.required)
    lines += [
        "",
        *_inputs(program, kernel, known),  # others may have an input of the same name and another size
        "seconds = @elapsed for k in 1:1000",
        f"    {name}.{kernel.name}({arguments}; check = false)",
        "end",
        f'println("{kernel.name}: ", 1000.0 * seconds, " microseconds per call, inputs not checked")',
    ]
    return "\n".join(lines) + "\n"


def _inputs(program: Program, kernel: Kernel, known: dict[str, tuple[float, ...]]) -> list[str]:
    return [
        f"{port.name} = {unflattened(f'{program.target.real.name}[{numbers(program.target, values)}]', port.shape)}"
        for port, values in new_inputs(program, kernel, known)
    ]
