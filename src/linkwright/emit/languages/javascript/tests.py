"""What lies beside generated JavaScript: package.json, a test program that needs nothing but Node, an example."""

from __future__ import annotations

import json

from linkwright.emit.check_lines import check_lines, given_lines
from linkwright.emit.check_table import check_table
from linkwright.emit.languages.javascript.types import named
from linkwright.emit.program import Program, labels
from linkwright.emit.sample_inputs import SHOWN, sample_inputs
from linkwright.emit.spell import numbers, wrap
from linkwright.passes.kernel import Kernel


def tests(program: Program) -> str:
    """test_<robot>.mjs: the table of checks, which linkwright_checks.mjs walks."""
    target, table = program.target, check_table(program.suite)
    functions = [f"[robot.{k.name}, {_inputs(k)}, {json.dumps([p.name for p in k.outputs])}]," for k in table.functions]
    lines = [
        program.title(f"the generated functions against independent values; run: node test_{program.name}.mjs"),
        f'import {{ run }} from "./linkwright_checks.mjs";\nimport * as robot from "./{program.name}.js";\n',
        *["const data = [", *given_lines(program.suite, table, target), "];"],
        *["const functions = [", *(line for text in functions for line in wrap(text, target, 1)), "];"],
        *wrap(f"const places = {list(table.arguments)};", target),
        *["const checks = [", *check_lines(table, target, "[]", json.dumps), "];"],
        f"run({{ name: {json.dumps(program.about.robot)}, data, memory: {table.memory}, functions, places, checks }});",
    ]
    return "\n".join(lines) + "\n"


def _inputs(kernel: Kernel) -> str:
    """Of each argument, which input it is, and how many numbers: null for one by value."""
    return json.dumps([[kernel.inputs.index(port), port.size if port.shape else None] for port in kernel.ordered])


def package(program: Program) -> str:
    """package.json; the file has no comments, so the description says where it comes from."""
    module = f"./{program.name}.js"
    types = f"./{program.name}.d.ts"
    facts = {
        "name": program.name.lower(),
        "version": "1.0.0",
        "description": f"{' '.join(program.about.robot.split())}: equations of motion. {program.mark}",
        "type": "module",
        "main": module,
        "types": types,
        "exports": {".": {"types": types, "default": module}},
        "sideEffects": False,
        "scripts": {"test": f"node test_{program.name}.mjs", "example": f"node example_{program.name}.mjs"},
    }
    return json.dumps(facts, indent=2) + "\n"


def example(program: Program) -> str:
    """example_<robot>.mjs: calls some functions, once with an array for the result, and with a changed parameter."""
    title = program.title(f"how the functions are called; run: node example_{program.name}.mjs")
    parts = [title, f'import * as robot from "./{program.name}.js";']
    parts += ["\n".join(_shown(program, kernel)) for kernel in program.kernels[:SHOWN]]
    return "\n\n".join(parts) + "\n"


def _shown(program: Program, kernel: Kernel) -> list[str]:
    target = program.target
    values = sample_inputs(program, kernel)
    lines = ["{"]
    for port in kernel.required:
        text = f"[{numbers(target, values[port.name])}]" if port.shape else numbers(target, values[port.name])
        lines += wrap(f"const {port.name} = {text};", target, 1)
    arguments = [port.name for port in kernel.required]
    lines.append(f"  console.log({json.dumps(kernel.name)}, robot.{kernel.name}({', '.join(arguments)}));")
    for port in kernel.optional:
        if port.shape and named(port):
            name = program.default_name(kernel, port)
            changed = f"{{ {json.dumps(labels(port)[0])}: 2 }}"
            lines.append(f"  const {port.name} = robot.with_{name}({changed});")
            arguments.append(port.name)
        else:
            arguments.append("undefined")
    if len(kernel.outputs) == 1 and kernel.outputs[0].shape:
        lines.append(f"  const out = new Float64Array({kernel.outputs[0].size}); // used again and again")
        lines += wrap(f"robot.{kernel.name}({', '.join([*arguments, 'out'])});", target, 1)
        lines.append("  console.log(out);")
    return [*lines, "}"]
