"""example_<robot>.cpp: how generated C++ is called."""

from __future__ import annotations

from linkwright.emit.languages import fixed
from linkwright.emit.languages.c.tests import literal
from linkwright.emit.languages.cpp.tests import filled
from linkwright.emit.languages.cpp.tests import literal as number
from linkwright.emit.program import Program, identifier, labels
from linkwright.emit.sample_inputs import SHOWN, sample_inputs
from linkwright.emit.spell import wrap
from linkwright.passes.kernel import Kernel


def example(program: Program) -> str:
    """example_<robot>.cpp: a few functions at a sample state, and how parameters are changed."""
    parts = [
        program.title("how the generated functions are called"),
        f'#include "{program.name}.hpp"',
        fixed("cpp", "print.hpp").rstrip(),
    ]
    shown = program.kernels[:SHOWN]
    parts += [_show(program, kernel) for kernel in shown]
    parts.append("\n".join(["int main()", "{", *(f"    show_{kernel.name}();" for kernel in shown), "}"]))
    return "\n\n".join(parts) + "\n"


def _show(program: Program, kernel: Kernel) -> str:
    sample = sample_inputs(program, kernel)
    real, lines = program.target.real, list[str]()
    for name, port in ((p.name, p) for p in kernel.inputs if p.name in sample):
        text = filled(name, sample[name], real)
        text = text if port.shape else f"{real.name} {name} = {number(sample[name][0], real)};"
        lines += wrap(f"const {text}", program.target, 1)
    given = [port for port in kernel.ordered if port.name in sample]
    lines += _call(program, kernel, [port.name for port in given], "result", "")
    named = next((p for p in kernel.optional if p.shape), None)
    if named is not None and kernel.ordered[len(given)] is named:
        short = program.default_name(kernel, named)
        words = [identifier(label, program.target) for label in labels(named)]
        known = named.labels and len(set(words)) == len(words)
        index = f"{program.name}::{short}_index::{words[0]}" if known else "0"
        lines.append(f"    auto {named.name} = {program.name}::default_{short}<{real.name}>;")
        lines.append(f"    {named.name}[{index}] *= {number(2.0, real)};")
        about = f", {' '.join(labels(named)[0].split())} doubled"
        lines += _call(program, kernel, [*(port.name for port in given), named.name], "changed", about)
    return "\n".join([f"static void show_{kernel.name}()", "{", *lines, "}"])


def _call(program: Program, kernel: Kernel, arguments: list[str], local: str, about: str) -> list[str]:
    many = len(kernel.outputs) > 1
    call = f"const auto {local}_ = {program.name}::{kernel.name}<{program.target.real.name}>({', '.join(arguments)});"
    lines = wrap(call, program.target, 1)
    for port in kernel.outputs:
        value = f"{local}_.{port.name}" if many else f"{local}_"
        columns = port.shape[-1] if len(port.shape) > 1 else max(port.size, 1)
        lines.append(f"    print({literal(f'{kernel.name}: {port.name}{about}')}, {value}, {columns});")
    return lines
