"""The class that callers see, with constants, defaults and checks; and the class of each function's code."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.emit.constants import declared
from linkwright.emit.languages.java import names, statements
from linkwright.emit.program import Program, default_rows, function_heading
from linkwright.emit.spell import Speller, numbers, wrap
from linkwright.emit.straight_line import Plan, Statement
from linkwright.graph.function import Port
from linkwright.passes.kernel import Kernel

_USAGE = (
    "Matrices are flat and row-major: element (i, j) of an m x n matrix is at n * i + j. Results go into arrays of the",
    "caller's (not one that is also an input); a result that is one number has an array of one. Functions allocate nothing,",
    "and threads do not disturb each other. Inputs are checked (sizes, finite numbers) unless",
    "java -Dlinkwright.unchecked=true is said.",
)


def signature(program: Program, kernel: Kernel) -> str:
    """The method as its callers see it."""
    return f"static void {kernel.name}({', '.join(_parameters(program, kernel))})"


def _parameters(program: Program, kernel: Kernel, inputs: Sequence[Port] | None = None) -> list[str]:
    """Types and names: inputs, those that may be left out last, then outputs."""
    given = kernel.ordered if inputs is None else inputs
    real = program.target.real.name
    return [*(_input(program, p) for p in given), *(f"{real}[] {port.name}" for port in kernel.outputs)]


def _input(program: Program, port: Port) -> str:
    return f"{program.target.real.name}{'[]' if port.shape else ''} {port.name}"


# --- the class that callers see ---------------------------------------------------------------------------------------------


def robot(program: Program) -> str:
    """<package>/<Robot>.java."""
    head = [*program.heading("equations of motion, Java"), "", *_USAGE]
    title, constants = names.robot(program), program.target.constants
    parts = [
        *(declared(program, names.of_real(constants, program)) if constants else []),
        *(_defaults(program, name, port) for name, port in program.defaults.items()),
        f"    private {title}() {{}}",
        *(_method(program, kernel) for kernel in program.kernels),
    ]
    text = "\n\n".join(parts)
    imports = ["import java.util.List;"] if "List<" in text else []
    imports += ["import linkwright.Support;"]
    doc = _document(head, 0)
    return "\n\n".join(
        [f"package {program.name};", "\n".join(imports), f"{doc}\npublic final class {title} {{\n{text}\n}}\n"]
    )


def _document(lines: Sequence[str], depth: int) -> str:
    """For javadoc: the first line as its summary, the others as they are laid out."""
    comment = names.COMMENT
    first, *rest = (comment.safe(line) for text in lines for line in text.splitlines() or [""])
    body = [first, "", "<pre>", *rest[next((k for k, line in enumerate(rest) if line), 0) :], "</pre>"]
    texts = [comment.first, *((comment.line + line).rstrip() for line in body), comment.last]
    return "\n".join("    " * depth + text for text in texts)


def _defaults(program: Program, name: str, port: Port) -> str:
    """Default values, out of reach of callers, who get a copy."""
    constant, real = name.upper(), program.target.real.name
    if not port.shape:
        number = numbers(program.target, port.defaults or ())
        return f"    /** Default of {port.name}. */\n    public static final {real} {constant} = {number};"
    body = "\n".join(default_rows(port, program.target, "        {value}, // {place}: {safe}"))
    return (
        f"    private static final {real}[] {constant} = {{\n{body}\n    }};\n\n"
        f"    /** Default values of {port.name}, in an array of the caller's own. */\n"
        f"    public static {real}[] default_{name}() {{\n        return {constant}.clone();\n    }}"
    )


def _method(program: Program, kernel: Kernel) -> str:
    """The method with all inputs and, where some may be left out, the one without them."""
    arguments = ", ".join(port.name for port in (*kernel.ordered, *kernel.outputs))
    code = f"{names.classes(program)[kernel.name]}.compute({arguments});"
    head = f"public {signature(program, kernel)} {{"
    lines = [_document(function_heading(kernel), 1), *wrap(head, program.target, 1), *_checks(program, kernel)]
    lines += [*wrap(code, program.target, 2), "    }"]
    if kernel.optional:
        values = {port.name: program.default_name(kernel, port).upper() for port in kernel.optional}
        given = ", ".join([*(values.get(p.name, p.name) for p in kernel.ordered), *(p.name for p in kernel.outputs)])
        head = f"public static void {kernel.name}({', '.join(_parameters(program, kernel, kernel.required))}) {{"
        lines += ["", f"    /** The same with default values for {', '.join(values)}. */"]
        lines += [*wrap(head, program.target, 1), *wrap(f"{kernel.name}({given});", program.target, 2), "    }"]
    return "\n".join(lines)


def _checks(program: Program, kernel: Kernel) -> list[str]:
    where = f'"{kernel.name}"'
    arrays = [port.name for port in kernel.ordered if port.shape]
    lines = [f'Support.input({where}, "{p.name}", {p.name}{f", {p.size}" if p.shape else ""});' for p in kernel.ordered]
    for port in kernel.outputs:
        overlap = " || ".join(f"{port.name} == {name}" for name in arrays) or "false"
        length = port.size if port.shape else 1
        lines.append(f'Support.output({where}, "{port.name}", {port.name}, {length}, {overlap});')
    inside = [line for text in lines for line in wrap(text, program.target, 3)]
    return ["        if (Support.CHECKS) {", *inside, "        }"]


# --- a function's code ------------------------------------------------------------------------------------------------------


def code(program: Program, plan: Plan, speller: Speller) -> str:
    """<package>/<Function>.java."""
    kernel = plan.kernel
    parts: list[str] = []
    pieces: list[str] = []
    real = program.target.real.name
    if kernel.procedure is not None:
        fields, body = statements.code(program, kernel, kernel.procedure)
        parts += fields
    else:
        body, pieces = speller.function([], lambda n, piece: _piece(program, plan, speller, n, piece), 2)
    if pieces:  # what a function keeps between calls: each thread has its own
        made = f"ThreadLocal.withInitial(() -> new {real}[{max(plan.slots, 1)}])"
        parts.append(f"    private static final ThreadLocal<{real}[]> SCRATCH = {made};")
        body = [f"        final {real}[] work = SCRATCH.get();", *body]
    title = names.classes(program)[kernel.name]
    head = wrap(f"static void compute({', '.join(_parameters(program, kernel))}) {{", program.target, 1)
    parts += [f"    private {title}() {{}}", "\n".join([*head, *body, "    }"]), *pieces]
    text = "\n\n".join(parts)
    imports = [f"import {path};" for path in ("java.util.Arrays", "linkwright.Support") if _uses(text, path)]
    doc = f"/** {names.COMMENT.safe(f'{program.about.robot}: {kernel.name}')}. {names.COMMENT.safe(program.mark)} */"
    return "\n\n".join(
        [
            f"package {program.name};",
            *(["\n".join(imports)] if imports else []),
            f"{doc}\nfinal class {title} {{\n{text}\n}}\n",
        ]
    )


def _uses(text: str, path: str) -> bool:
    return f"{path.rpartition('.')[2]}." in text


def _piece(
    program: Program, plan: Plan, speller: Speller, n: int, piece: tuple[Statement, ...]
) -> tuple[str, list[str]]:
    """Definition of the n-th piece, and the statement that calls it. It is given only what it reads or writes."""
    target, real = speller.target, speller.target.real.name
    inputs, _, outputs, _ = plan.arguments(piece)
    kinds = [*(_input(program, p) for p in inputs), *(f"{real}[] {port.name}" for port in outputs), f"{real}[] work"]
    given = ", ".join([*(port.name for port in (*inputs, *outputs)), "work"])
    head = wrap(f"private static void piece{n}({', '.join(kinds)}) {{", target, 1)
    return "\n".join([*head, *speller.lines(piece, 2), "    }"]), wrap(f"piece{n}({given});", target, 2)
