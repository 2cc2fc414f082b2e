"""test/runtests.jl and example_<robot>.jl beside generated Julia: one command, nothing but julia needed."""

from __future__ import annotations

from linkwright.emit.checks import Absent, Accumulate, Action, Array, Case, Multiply, Run, Transpose
from linkwright.emit.from_one import ordered
from linkwright.emit.languages.julia.names import module_name, quoted, unflattened
from linkwright.emit.program import Program
from linkwright.emit.sample_inputs import sample_inputs
from linkwright.emit.spell import number, numbers
from linkwright.graph.function import Port
from linkwright.passes.kernel import Kernel

_RUNNER = """\
"The elements of an array, row by row."
flat(x::AbstractArray) = vec(permutedims(x, ndims(x):-1:1))
flat(x::Real) = [x]

"Largest element of the sum of the terms, relative to the largest element of the terms."
function relative_error(terms, least)
    total = sum(terms)
    if !all(isfinite, total)
        return Inf
    end
    scale = maximum(term -> maximum(abs, term; init = 0.0), terms; init = least)
    return maximum(abs, total; init = 0.0) / scale
end

"The same for a check; Inf where it stops with an error, which is shown."
function error_of(terms, least)
    try
        return relative_error(terms(), least)
    catch problem
        println("  ", problem)
        return Inf
    end
end"""

_ABSENT = """\
"Where the mask is 1, an element must be NaN: it becomes 0; another number Inf, which no check allows."
function absent(x, mask)
    found = copy(x)
    for (k, missed) in enumerate(mask)
        if missed > 0
            found[k] = isnan(x[k]) ? 0.0 : Inf
        end
    end
    return found
end"""

_MAIN = """\
function main()
    println({robot})
    errors = Float64[]
    passed = 0
    for (name, terms, tolerance, least) in CHECKS
        found = error_of(terms, least)
        ok = found <= tolerance
        passed += ok
        push!(errors, found)
        @printf("  %-6s %9.2e  %s\\n", ok ? "ok" : "FAILED", found, name)
    end
    largest = maximum(errors; init = 0.0)
    try
        @testset {robot} begin
            @test length(errors) == length(CHECKS)
            for (k, check) in enumerate(CHECKS)
                @test errors[k] <= check[3]
            end
        end
    finally
        @printf("%d checks, %d passed, max relative error %.2e\\n", length(CHECKS), passed, largest)
    end
    return nothing
end

main()"""


def runtests(program: Program) -> str:
    """Every check of the program, a table, an error where one fails."""
    suite, target = program.suite, program.target
    title = f"{program.about.robot}: tests of the generated functions against independent values"
    head = [
        f"# {' '.join(title.split())}",
        "# In the package's folder:  julia --project=. test/runtests.jl",
        f"# {program.mark}",
        "",
        "using Printf",
        "using Test",
        f"import {module_name(program)}",
    ]
    rows: list[str] = []
    for n, case in enumerate(suite.cases, 1):
        limits = f"{number(target, case.check.tolerance)[0]}, {number(target, case.check.floor)[0]}"
        rows.append(f"    ({quoted(case.check.name)}, case_{n}, {limits}),")
    data = ["const DATA = Vector{Float64}[", *(f"    Float64[{numbers(target, x)}]," for x in suite.data), "]"]
    cases = [_case(program, n, case) for n, case in enumerate(suite.cases, 1)]
    checks = ["const CHECKS = Any[", *rows, "]"]
    helpers = [[_ABSENT]] if suite.absences else []
    parts = [head, [_RUNNER], *helpers, data, *cases, checks, [_MAIN.format(robot=quoted(program.about.robot))]]
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def _case(program: Program, n: int, case: Case) -> list[str]:
    lines = [f"function case_{n}()", "    terms = Vector{Float64}[]"]
    for action in case.actions:
        lines += [f"    {text}" for text in _action(program, action)]
    return [*lines, "    return terms", "end"]


def _action(program: Program, action: Action) -> list[str]:
    match action:
        case Run(kernel, inputs, outputs):
            made = ", ".join(_array(a) for a in outputs)
            lines = [f"{made} = {module_name(program)}.{kernel.name}({', '.join(_arguments(kernel, inputs, program))})"]
            return lines + [f"{_array(a)} = flat({_array(a)})" for a in outputs]
        case Transpose(source, result, rows, columns):
            turned = f"permutedims(reshape({_array(source)}, {columns}, {rows}), (2, 1))"
            return [f"{_array(result)} = vec({turned})"]
        case Multiply(left, right, result, rows, inner, columns):
            x, y = unflattened(_array(left), (rows, inner)), unflattened(_array(right), (inner, columns))
            return [f"{_array(result)} = flat({x} * {y})"]
        case Accumulate(factor, array):
            return [f"push!(terms, {number(program.target, factor)[0]} * {_array(array)})"]
        case Absent(array, mask):
            return [f"{_array(array)} = absent({_array(array)}, {_array(mask)})"]


def _arguments(kernel: Kernel, inputs: tuple[Array | None, ...], program: Program) -> list[str]:
    """Arguments by place; a default that another argument follows is written out."""
    given = dict(zip((port.name for port in kernel.inputs), inputs, strict=True))
    texts: list[str] = []
    ports = ordered(kernel)
    while ports and given[ports[-1].name] is None:
        ports.pop()
    for port in ports:
        array = given[port.name]
        texts.append(_default(port, program) if array is None else unflattened(_array(array), port.shape))
    return texts


def _default(port: Port, program: Program) -> str:
    assert port.defaults is not None
    values = f"Float64[{numbers(program.target, port.defaults)}]"
    return unflattened(values, port.shape)


def _array(array: Array) -> str:
    return f"DATA[{array.index + 1}]" if array.given else f"r{array.index + 1}"


# --- the example ------------------------------------------------------------------------------------------------------------

_SHOWN = 3
"""Functions that the example calls."""


def example(program: Program) -> str:
    """example_<robot>.jl: a few calls at a state of the tests, and how long one takes."""
    name, kernels = module_name(program), program.kernels[:_SHOWN]
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
        arguments = ", ".join(port.name for port in ordered(kernel) if port.defaults is None)
        outputs = ", ".join(port.name for port in kernel.outputs)
        lines.append(f"{outputs} = {name}.{kernel.name}({arguments})")
        lines += [f'println("{port.name} of {kernel.name}: ", {port.name})' for port in kernel.outputs]
    kernel = kernels[0]
    arguments = ", ".join(port.name for port in ordered(kernel) if port.defaults is None)
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
    """Values for the inputs that must be given and do not have them yet."""
    values = sample_inputs(program, kernel)
    lines: list[str] = []
    for port in (p for p in kernel.inputs if p.name in values and known.get(p.name) != values[p.name]):
        lines.append(
            f"{port.name} = {unflattened(f'Float64[{numbers(program.target, values[port.name])}]', port.shape)}"
        )
    known |= values
    return lines
