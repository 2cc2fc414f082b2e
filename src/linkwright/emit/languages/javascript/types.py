"""What a caller of generated JavaScript sees: arguments, doc comments, and TypeScript's types of them."""

from __future__ import annotations

import json

from linkwright.emit.constants import upper
from linkwright.emit.program import Program, function_heading, labels
from linkwright.emit.spell import wrap
from linkwright.emit.target import Comment
from linkwright.graph.function import Port
from linkwright.passes.kernel import Kernel

COMMENT = Comment("/**", " * ", " */", (("*/", "* /"), ("/*", "/ *")), "// {}")

USAGE = (
    "Vectors come as Float64Array or plain arrays. Matrices are flat and row-major: element (i, j) of an m x n matrix is at",
    "n * i + j. Results go to `out` where it is given (not an array that is also an input), else to a new Float64Array;",
    "a function with several outputs fills and returns an object. `undefined` stands for an input that is left out.",
    "Inputs are checked (sizes, finite numbers) unless setChecks(false) is called.",
)


def parameters(kernel: Kernel) -> list[str]:
    """What the caller must give, what may be left out, and where results go."""
    inputs = [port.name for port in kernel.ordered]
    return inputs if is_scalar(kernel) else [*inputs, "out"]


def several(kernel: Kernel) -> bool:
    """Whether a function has more than one output, and so returns an object."""
    return len(kernel.outputs) > 1


def is_scalar(kernel: Kernel) -> bool:
    """Whether a function returns one number."""
    return not several(kernel) and not kernel.outputs[0].shape


def named(port: Port) -> bool:
    """Whether elements can be given by name."""
    return bool(port.labels) and len(set(labels(port))) == port.size


def doc(kernel: Kernel) -> str:
    """The comment above a function."""
    lines = [*function_heading(kernel), ""]
    kinds = {port.name: "Float64Array|number[]" if port.shape else "number" for port in kernel.inputs}
    lines += [f"@param {{{kinds[port.name]}}} {port.name}" for port in kernel.required]
    lines += [f"@param {{{kinds[port.name]}}} [{port.name}]" for port in kernel.optional]
    if several(kernel):
        fields = ", ".join(f"{p.name}: {'Float64Array' if p.shape else 'number'}" for p in kernel.outputs)
        lines += [f"@param {{{{{fields}}}}} [out]", f"@returns {{{{{fields}}}}} `out`"]
    elif is_scalar(kernel):
        lines.append(f"@returns {{number}} {kernel.outputs[0].name}")
    else:
        lines += [
            "@param {Float64Array|number[]} [out]",
            f"@returns {{Float64Array|number[]}} {kernel.outputs[0].name}",
        ]
    return COMMENT.block(lines)


def types(program: Program) -> str:
    """<robot>.d.ts."""
    parts = [
        COMMENT.block([*program.heading("equations of motion, types for TypeScript"), "", *USAGE]),
        "/** Numbers of a vector or, row by row, of a matrix. */\nexport type Input = ArrayLike<number>;",
        "/** Where results may go. */\nexport type Output = Float64Array | number[];",
        "/** Switch the checks of all inputs on or off; they are on at first. */\n"
        "export function setChecks(on: boolean): void;",
    ]
    for c in program.about.constants:
        kind = (
            "number"
            if isinstance(c.value, int)
            else f"readonly {'string' if isinstance(c.value[0], str) else 'number'}[]"
        )
        parts.append(f"/** {c.doc} */\nexport const {upper(program.name, c)}: {kind};")
    for name, port in program.defaults.items():
        kind = "readonly number[]" if port.shape else "number"
        parts.append(f"/** Default values of {port.name}. */\nexport const {name.upper()}: {kind};")
        if port.shape and named(port):
            rows = "\n".join(f"  {json.dumps(label)}?: number;" for label in labels(port))
            parts.append(
                f"/** The default values of {port.name}, some of them changed by name. */\n"
                f"export function with_{name}(changes: {{\n{rows}\n}}): Float64Array;"
            )
    parts += [text for kernel in program.kernels for text in _declaration(program, kernel)]
    return "\n\n".join(parts) + "\n"


def _declaration(program: Program, kernel: Kernel) -> list[str]:
    """Where `out` decides the type of the result, there is a form with it and one without."""
    kinds = {port.name: "Input" if port.shape else "number" for port in kernel.inputs}
    first = [f"{port.name}: {kinds[port.name]}" for port in kernel.required]
    loose = [*first, *(f"{port.name}?: {kinds[port.name]}" for port in kernel.optional)]
    strict = [*first, *(f"{port.name}: {kinds[port.name]} | undefined" for port in kernel.optional)]
    before: list[str] = []
    if is_scalar(kernel):
        forms = [f"{kernel.name}({', '.join(loose)}): number;"]
    elif several(kernel):
        result = f"{kernel.name}_result"
        rows = "\n".join(f"  {p.name}: {'Float64Array' if p.shape else 'number'};" for p in kernel.outputs)
        before = [f"/** What {kernel.name} returns. */\nexport interface {result} {{\n{rows}\n}}"]
        forms = [f"{kernel.name}({', '.join([*loose, f'out?: Partial<{result}>'])}): {result};"]
    else:
        forms = [
            f"{kernel.name}({', '.join([*loose, 'out?: undefined'])}): Float64Array;",
            f"{kernel.name}<T extends Output>({', '.join([*strict, 'out: T'])}): T;",
        ]
    lines = [line for form in forms for line in wrap(f"export function {form}", program.target)]
    return [*before, "\n".join([doc(kernel), *lines])]
