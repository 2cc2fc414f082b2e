"""The test program and the example beside generated Java."""

from __future__ import annotations

from collections.abc import Iterable

from linkwright.emit.checks import Absent, Accumulate, Action, Array, Case, Multiply, Run, Transpose
from linkwright.emit.from_one import ordered
from linkwright.emit.languages.java import names
from linkwright.emit.program import Program
from linkwright.emit.sample_inputs import SHOWN, sample_inputs
from linkwright.emit.spell import number, numbers, wrap
from linkwright.graph.function import Port
from linkwright.passes.kernel import Kernel


def tests(program: Program) -> str:
    """test_<robot>.java: a method for each check."""
    title = "tests of the generated functions against independent values"
    data = [line for k, values in enumerate(program.suite.data) for line in _data(k, values)]
    cases = [_case(program, n, case) for n, case in enumerate(program.suite.cases)]
    main = [f"Checks checks = new Checks({names.literal(program.about.robot)});"]
    main += [*(f"check{n}(checks);" for n in range(len(cases))), "checks.finish();"]
    parts = [
        "\n".join(["    private static final double[][] DATA = {", *data, "    };"]),
        f"    private test_{program.name}() {{}}",
        *cases,
        _main(main),
    ]
    return _file(program, "test", title, parts, ("linkwright.Checks",))


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


def _data(k: int, values: tuple[float, ...]) -> list[str]:
    """A row of numbers as texts: one constant of the class for each line."""
    lines = [""]
    for word in map(repr, values):
        if len(lines[-1]) + len(word) > 100:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    texts = ",\n                ".join(f'"{line}"' for line in lines)
    return f"        Checks.numbers({texts}), // {k}".splitlines()


def _case(program: Program, n: int, case: Case) -> str:
    target, check = program.target, case.check
    made = [line for action in case.actions for line in _action(program, action)]
    terms = [
        f"Checks.scaled({_number(program, action.factor)}, {_array(action.array)})"
        for action in case.actions
        if isinstance(action, Accumulate)
    ]
    told = [_number(program, check.tolerance), _number(program, check.floor), *terms]
    lines = [wrapped for line in made for wrapped in wrap(line, target, 2)]
    head = f"        checks.vanishes({names.literal(check.name)},"
    lines += [head, *wrap(f"{', '.join(told)});", target, 4)]
    return "\n".join([f"    private static void check{n}(Checks checks) {{", *lines, "    }"])


def _action(program: Program, action: Action) -> list[str]:
    match action:
        case Run(kernel, inputs, outputs):
            return _call(program, kernel, inputs, outputs)
        case Transpose(source, result, rows, columns):
            return [f"double[] {_array(result)} = Checks.transpose({_array(source)}, {rows}, {columns});"]
        case Multiply(left, right, result, rows, inner, columns):
            product = f"Checks.multiply({_array(left)}, {_array(right)}, {rows}, {inner}, {columns})"
            return [f"double[] {_array(result)} = {product};"]
        case Accumulate():
            return []  # its term stands in the call
        case Absent(array, mask):
            return [f"Checks.absent({_array(array)}, {_array(mask)});"]


def _call(program: Program, kernel: Kernel, inputs: tuple[Array | None, ...], outputs: tuple[Array, ...]) -> list[str]:
    """Inputs that are left out take their defaults, which a caller may also ask for."""
    given = dict(zip((port.name for port in kernel.inputs), inputs, strict=True))
    ports = ordered(kernel)
    if all(given[p.name] is None for p in ports if p.defaults is not None):
        ports = [p for p in ports if p.defaults is None]
    texts = [_argument(program, kernel, port, given[port.name]) for port in ports] + [_array(a) for a in outputs]
    made = [f"double[] {_array(a)} = new double[{max(a.size, 1) if not a.shape else a.size}];" for a in outputs]
    return [*made, f"{names.robot(program)}.{kernel.name}({', '.join(texts)});"]


def _argument(program: Program, kernel: Kernel, port: Port, array: Array | None) -> str:
    if array is not None:
        return _array(array) if port.shape else f"{_array(array)}[0]"
    name, robot = program.default_name(kernel, port), names.robot(program)
    return f"{robot}.default_{name}()" if port.shape else f"{robot}.{name.upper()}"


def _array(array: Array) -> str:
    return f"DATA[{array.index}]" if array.given else f"r{array.index}"


def _number(program: Program, x: float) -> str:
    return number(program.target, x)[0]


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
    values = sample_inputs(program, kernel)
    required = [port for port in ordered(kernel) if port.defaults is None]
    lines = [f"    private static void {kernel.name}() {{"]
    for port in required:
        text = numbers(program.target, values[port.name])
        made = f"double[] {port.name} = {{{text}}};" if port.shape else f"double {port.name} = {text};"
        lines += wrap(made, program.target, 2)
    lines += [f"        double[] {p.name} = new double[{p.size if p.shape else 1}];" for p in kernel.outputs]
    given = ", ".join(port.name for port in (*required, *kernel.outputs))
    lines += wrap(f"{names.robot(program)}.{kernel.name}({given});", program.target, 2)
    for port in kernel.outputs:
        lines.append(f'        System.out.println("{kernel.name} {port.name}: " + Arrays.toString({port.name}));')
    return [*lines, "    }"]
