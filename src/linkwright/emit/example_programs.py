"""The example programs beside generated C and NumPy: a state, calls of the first functions, what they give."""

from __future__ import annotations

from linkwright.emit.program import Program
from linkwright.emit.sample_inputs import SHOWN, sample_inputs
from linkwright.emit.spell import numbers, wrap
from linkwright.emit.target import Target
from linkwright.graph.function import Port
from linkwright.passes.kernel import Kernel


def c_example(program: Program) -> str:
    """example_ROBOT.c: `make example` builds and runs it."""
    blocks = [line for kernel in program.kernels[:SHOWN] for line in _c_block(program, kernel)]
    parts = [
        program.title("an example", "", "make example"),
        f'#include "{program.name}.h"\n#include <stddef.h>\n#include <stdio.h>',
        f"static void show(const char *name, const {program.target.real.name} *x, int n)\n{{\n"
        '    printf("%s:", name);\n    for (int i = 0; i < n; i++)\n'
        f'        printf(" %.6g", {"(double)" if program.target.real.single else ""}x[i]);\n    printf("\\n");\n}}',
        "\n".join(["int main(void)", "{", *blocks, "    return 0;", "}"]),
    ]
    return "\n\n".join(parts) + "\n"


def _c_block(program: Program, kernel: Kernel) -> list[str]:
    target, state = program.target, sample_inputs(program, kernel)
    lines = ["    {"]
    for port in kernel.required:
        value = numbers(target, state[port.name])
        text = f"{port.name}[{max(1, port.size)}] = {{{value or '0'}}};" if port.shape else f"{port.name} = {value};"
        lines += wrap(f"const {target.real.name} {text}", target, 2)
    lines += [f"        {target.real.name} {p.name}[{max(1, p.size)}];" for p in kernel.outputs]
    given = [_c_argument(target, port) for port in kernel.inputs] + [p.name for p in kernel.outputs]
    lines += wrap(f"{program.name}_{kernel.name}({', '.join(given)});", target, 2)
    lines += [f'        show("{kernel.name} {p.name}", {p.name}, {p.size});' for p in kernel.outputs]
    return [*lines, "    }"]


def _c_argument(target: Target, port: Port) -> str:
    if port.defaults is None:
        return port.name
    return "NULL" if port.shape else numbers(target, port.defaults)  # NULL: the model's own values


def numpy_example(program: Program) -> str:
    """example_ROBOT.py: one state, then a batch of them."""
    target, name = program.target, program.name
    title = program.title("an example", "", f"python example_{name}.py")
    lines = [title, f"import numpy as np\n\nimport {name}\n"]
    for kernel in program.kernels[:SHOWN]:
        state = sample_inputs(program, kernel)
        for p in kernel.required:
            shape = "" if len(p.shape) == 1 else f".reshape({p.shape})"
            lines += wrap(f"{p.name} = np.array([{numbers(target, state[p.name])}]){shape}", target)
        call = f"{name}.{kernel.name}({', '.join(p.name for p in kernel.required)})"
        lines.append(f'print("{kernel.name}:", {call})')
        lines.append("")
    first = program.kernels[0]
    if first.required:
        batch, *others = first.required
        places = ", ".join(["many", *(p.name for p in others)])
        lines += [
            f"many = {batch.name} + 0.01 * np.arange(5.0).reshape(5{', 1' * len(batch.shape)})",
            f'print("{first.name} of five states:", {name}.{first.name}({places}))',
        ]
    return "\n".join(lines).rstrip() + "\n"
