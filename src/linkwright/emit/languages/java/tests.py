"""The test program and the example beside generated Java."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from linkwright.emit.check_table import check_table
from linkwright.emit.languages.java import names
from linkwright.emit.program import Program
from linkwright.emit.sample_inputs import SHOWN, sample_inputs
from linkwright.emit.spell import numbers, wrap
from linkwright.emit.table_lines import filled
from linkwright.graph.function import Port
from linkwright.passes.kernel import Kernel


def tests(program: Program) -> str:
    """test_<robot>.java: the table of checks, and how each function is called."""
    title = "tests of the generated functions against independent values"
    table = check_table(program.suite)
    rows = [" ".join(map(str, row)) for row in table.rows]
    checks = [
        f"{c.first} {c.end} {c.size} {c.tolerance!r} {c.floor!r} {names.literal(' '.join(c.name.split()))[1:-1]}"
        for c in table.checks
    ]
    main = [f"String[] data = {{{names.texts(filled(repr(float(x)) for x in table.data))}}};"]
    main += [f"String[] places = {{{names.texts(filled(map(str, table.arguments)))}}};"]
    main += [f"String[] rows = {{{names.texts(rows)}}};"]
    main += [f"Checks checks = new Checks({names.literal(program.about.robot)}, {table.memory}, data, places, rows);"]
    main += [line for kernel in table.functions for line in _function(program, kernel)]
    main += [f"checks.run({names.texts(checks)});"]
    return _file(
        program, "test", title, [f"    private test_{program.name}() {{}}", _main(main)], ("linkwright.Checks",)
    )


def _function(program: Program, kernel: Kernel) -> list[str]:
    """A call with its arguments from the table; where all that may be left out is, without them."""
    call = _call(program, kernel, kernel.ordered)
    if not kernel.optional:
        return [f"checks.function(c -> {call});"]
    places = ", ".join(str(kernel.inputs.index(port)) for port in kernel.optional)
    short = _call(program, kernel, kernel.required)
    lines = [f"if (c.leavesOut({places})) {{", f"    {short};", "} else {", f"    {call};", "}"]
    return ["checks.function(c -> {", *(f"    {line}" for line in lines), "});"]


def _call(program: Program, kernel: Kernel, inputs: Sequence[Port]) -> str:
    texts = [_input(program, kernel, port) for port in inputs]
    first = len(kernel.inputs)
    texts += [
        f"c.output{program.target.real.suffix}({k}, {p.size if p.shape else 1})"
        for k, p in enumerate(kernel.outputs, first)
    ]
    return f"{names.robot(program)}.{kernel.name}({', '.join(texts)})"


def _input(program: Program, kernel: Kernel, port: Port) -> str:
    place, robot, kind = kernel.inputs.index(port), names.robot(program), program.target.real.suffix
    if port.defaults is None:
        return f"c.array{kind}({place}, {port.size})" if port.shape else f"c.number{kind}({place})"
    name = program.default_name(kernel, port)
    return (
        f"c.array{kind}({place}, {robot}.default_{name}())"
        if port.shape
        else f"c.number{kind}({place}, {robot}.{name.upper()})"
    )


def _file(program: Program, name: str, title: str, parts: Iterable[str], uses: tuple[str, ...]) -> str:
    safe = names.COMMENT.safe
    head = names.COMMENT.first, f" * {safe(f'{program.about.robot}: {title}')}", f" * {safe(program.mark)}", " */"
    imports = sorted(f"import {path};" for path in (*uses, f"{program.name}.{names.robot(program)}"))
    body = "\n\n".join(parts)
    return "\n\n".join(
        ["\n".join(imports), "\n".join(head) + f"\npublic final class {name}_{program.name} {{\n{body}\n}}\n"]
    )


def _main(lines: Iterable[str]) -> str:
    """public static void main."""
    inside = [f"        {line}" for line in lines]
    return "\n".join(["    public static void main(String[] arguments) {", *inside, "    }"])


def example(program: Program) -> str:
    """example_<robot>.java: calls some functions at a sample state."""
    calls = [_shown(program, kernel) for kernel in program.kernels[:SHOWN]]
    parts = [
        f"    private example_{program.name}() {{}}",
        *("\n".join(text) for text in calls),
        _main(f"{kernel.name}();" for kernel in program.kernels[:SHOWN]),
    ]
    return _file(program, "example", "an example", parts, ("java.util.Arrays",))


def _shown(program: Program, kernel: Kernel) -> list[str]:
    values, real = sample_inputs(program, kernel), program.target.real.name
    lines = [f"    private static void {kernel.name}() {{"]
    for port in kernel.required:
        text = numbers(program.target, values[port.name])
        made = f"{real}[] {port.name} = {{{text}}};" if port.shape else f"{real} {port.name} = {text};"
        lines += wrap(made, program.target, 2)
    lines += [f"        {real}[] {p.name} = new {real}[{p.size if p.shape else 1}];" for p in kernel.outputs]
    given = ", ".join(port.name for port in (*kernel.required, *kernel.outputs))
    lines += wrap(f"{names.robot(program)}.{kernel.name}({given});", program.target, 2)
    for port in kernel.outputs:
        lines.append(f'        System.out.println("{kernel.name} {port.name}: " + Arrays.toString({port.name}));')
    return [*lines, "    }"]
