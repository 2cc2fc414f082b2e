"""How a generated C++ function looks to its caller: by value with std::array, and in place with pointers.

Inputs that have defaults come last in both forms. Scalars and inputs with defaults take no part in finding the template's
argument, so that f(q, 2) and f(q, nullptr, M) work.
"""

from __future__ import annotations

from math import prod

from linkwright.emit.languages.c.support import protected
from linkwright.emit.program import Program, function_heading
from linkwright.emit.spell import number, wrap
from linkwright.graph.function import Port
from linkwright.passes.kernel import Kernel


def array(shape: tuple[int, ...], scalar: str = "Scalar") -> str:
    """Type of a value: std::array<Scalar, 36>, row by row."""
    return f"std::array<{scalar}, {prod(shape)}>" if shape else scalar


def parameter(port: Port, restrict: str = "") -> str:
    """An input of the form in place."""
    if not port.shape:
        return f"linkwright::same_t<Scalar> {port.name}"
    kind = "Scalar" if port.defaults is None else "linkwright::same_t<Scalar>"
    return f"const {kind} *{restrict}{port.name}"


def prototype(head: str, parameters: list[str], width: int = 10**6, end: str = "") -> str:
    """head(a, b), or an argument per line where that is too long."""
    line = f"{head}({', '.join(parameters)}){end}"
    return line if len(line) <= width else f"{head}(\n    " + ",\n    ".join(parameters) + f"){end}"


def in_place(kernel: Kernel, restrict: str = "") -> tuple[str, list[str]]:
    """LINKWRIGHT_CPP_INLINE void mass_matrix, [const Scalar *q, Scalar *M]"""
    inputs = [parameter(port, restrict) for port in kernel.ordered]
    mark = "LINKWRIGHT_CPP_STRAIGHT " if protected(kernel) else ""
    return f"LINKWRIGHT_CPP_INLINE {mark}void {kernel.name}", [
        *inputs,
        *(f"Scalar *{restrict}{p.name}" for p in kernel.outputs),
    ]


def signature(program: Program, kernel: Kernel) -> str:
    """The function by value, on one line."""
    return prototype(*_by_value(program, kernel, defaults=True))


def result_type(kernel: Kernel) -> str:
    """The C++ type that a function returns: an array, or a struct of its outputs."""
    if len(kernel.outputs) == 1:
        return array(kernel.outputs[0].shape)
    return f"{kernel.name}_result<Scalar>"


def _by_value(program: Program, kernel: Kernel, defaults: bool) -> tuple[str, list[str]]:
    found = any(port.shape and port.defaults is None for port in kernel.inputs)  # an array tells the scalar's type
    parameters: list[str] = []
    for port in kernel.ordered:
        kind = array(port.shape)
        kind = kind if port.defaults is None and (port.shape or not found) else f"linkwright::same_t<{kind}>"
        text = f"const {kind} &{port.name}"
        if defaults and port.defaults is not None:
            name = f"default_{program.default_name(kernel, port)}<Scalar>"
            text += f" = {name if port.shape else number(program.target, port.defaults[0])[0]}"
        parameters.append(text)
    return f"{result_type(kernel)} {kernel.name}", parameters


def value_definition(program: Program, kernel: Kernel) -> str:
    """The form by value, which calls the one in place."""
    many = len(kernel.outputs) > 1
    local = "result" if many else kernel.outputs[0].name
    places = [(f"result.{port.name}" if many else local, port) for port in kernel.outputs]
    arguments = [f"{p.name}.data()" if p.shape else p.name for p in kernel.ordered]
    arguments += [f"{place}.data()" if port.shape else f"&{place}" for place, port in places]
    lines = [f"{result_type(kernel)} {local};", f"{program.name}::{kernel.name}<Scalar>({', '.join(arguments)});"]
    body = [line for text in (*lines, f"return {local};") for line in wrap(text, program.target, 1)]
    name, parameters = _by_value(program, kernel, defaults=False)
    head = prototype(f"inline {name}", parameters, program.target.width)
    return "\n".join(["template <class Scalar>", head, "{", *body, "}"])


def documentation(program: Program, kernel: Kernel) -> list[str]:
    """Declarations of both forms under their description; a type for the result where there are several outputs."""
    forms = (_by_value(program, kernel, defaults=True), in_place(kernel))
    by_value, pointers = (prototype(*form, program.target.width, ";") for form in forms)
    parts: list[str] = []
    if len(kernel.outputs) > 1:
        fields = [f"    {array(port.shape)} {port.name};" for port in kernel.outputs]
        head = [f"/** Result of `{kernel.name}`: auto [{', '.join(p.name for p in kernel.outputs)}] = ... */"]
        parts.append("\n".join([*head, "template <class Scalar>", f"struct {kernel.name}_result {{", *fields, "};"]))
    comment = program.target.comment.block(function_heading(kernel))
    parts.append(
        "\n".join([comment, f"template <class Scalar = {program.target.real.name}>", f"[[nodiscard]] {by_value}"])
    )
    optional = [port.name for port in kernel.optional if port.shape]
    nulls = f" nullptr stands for the defaults of {', '.join(optional)}." if optional else ""
    note = f"/** The same, to memory of the caller's. Arrays must not overlap.{nulls} */"
    return [*parts, "\n".join([note, "template <class Scalar>", pointers])]
