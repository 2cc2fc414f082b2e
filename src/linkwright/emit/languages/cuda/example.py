"""example_<robot>.cu: a batch on the GPU where there is one, by the host where there is none."""

from __future__ import annotations

from linkwright.emit.languages import pasted
from linkwright.emit.languages.c.tests import literal as quoted
from linkwright.emit.languages.cpp.tests import literal
from linkwright.emit.languages.cuda.batch import left_out
from linkwright.emit.program import Program
from linkwright.emit.sample_inputs import SHOWN, sample_inputs
from linkwright.emit.spell import wrap
from linkwright.graph.function import Port
from linkwright.passes.kernel import Kernel


def example(program: Program) -> str:
    """example_<robot>.cu: the first functions, for a few states each."""
    shown = program.kernels[:SHOWN]
    calls = [f"    show_{kernel.name}();" for kernel in shown]
    parts = [
        program.title("how the generated functions are called, for batches", "", "make example"),
        f'#include "{program.name}.cuh"',
        f"using real = {program.target.real.name}; // what functions compute with\n\n{pasted('cuda', 'example.cuh')}",
        *(_show(program, kernel) for kernel in shown),
        "\n".join(["int main()", "{", *calls, "}"]),
    ]
    return "\n\n".join(parts) + "\n"


def _show(program: Program, kernel: Kernel) -> str:
    sample = sample_inputs(program, kernel)
    lines: list[str] = []
    for port in kernel.required:
        values = ", ".join(literal(x, program.target.real) for x in sample[port.name])
        lines += wrap(f"const std::vector<real> {port.name} = states({{{values}}});", program.target, 1)
    lines += [f"    std::vector<real> {port.name}({port.size} * count);" for port in kernel.outputs]
    host = [*_given(program, kernel, "{}.data()"), *(f"{port.name}.data()" for port in kernel.outputs)]
    device = [*_given(program, kernel, "on_gpu({}).data"), *(f"gpu_{port.name}.data" for port in kernel.outputs)]
    name = f"{program.name}::{{}}::{kernel.name}"
    launch = f"check({name.format('batch')}<real>({', '.join([*device, 'count'])}));"
    call = f"{name.format('states')}<real>({', '.join([*host, 'linkwright::share{0, 1, count, columns}'])});"
    lines += [
        "#ifdef __CUDACC__",
        "    if (has_gpu()) {",
        *(f"        on_gpu gpu_{port.name}({port.name});" for port in kernel.outputs),
        *wrap(launch, program.target, 2),
        *(f"        {port.name} = gpu_{port.name}.back();" for port in kernel.outputs),
        "    } else",
        "#endif",
        *wrap(call, program.target, 2),
    ]
    lines += [f"    show({quoted(f'{kernel.name}: {port.name}')}, {port.name});" for port in kernel.outputs]
    return "\n".join([f"static void show_{kernel.name}()", "{", *lines, "}"])


def _given(program: Program, kernel: Kernel, array: str) -> list[str]:
    def value(port: Port) -> str:
        return array.format(port.name) if port.defaults is None else left_out(port, program.target)

    return [value(port) for port in kernel.ordered]
