"""The test program beside generated C++: nothing but a compiler is needed to run it."""

from __future__ import annotations

from linkwright.emit.checks import Absent, Accumulate, Action, Array, Case, Multiply, Run, Transpose
from linkwright.emit.languages.cpp.interface import ports
from linkwright.emit.program import Program
from linkwright.emit.spell import wrap
from linkwright.emit.target import shortest
from linkwright.graph.function import Port
from linkwright.passes.kernel import Kernel

_RUNNER = """\
namespace {{

std::array<double, {longest}> sum;
double scale, largest;
int passed, failed;

[[maybe_unused]] void begin()
{{
    sum.fill(0.0);
    scale = 0.0;
}}

template <std::size_t N>
void add(double factor, const std::array<double, N> &x)
{{
    for (std::size_t i = 0; i < N; i++) {{
        sum[i] += factor * x[i];
        scale = std::fmax(scale, std::fabs(factor * x[i]));
    }}
}}

[[maybe_unused]] void end(const char *name, double tolerance, double least)
{{
    double error = 0.0;
    for (double x : sum)
        error = std::isfinite(x) ? std::fmax(error, std::fabs(x)) : HUGE_VAL;
    error /= std::fmax(scale, least);
    const bool ok = error <= tolerance; // false for NaN
    (ok ? passed : failed)++;
    largest = error > largest || std::isnan(error) ? error : largest;
    std::printf("  %-6s %9.2e  %s\\n", ok ? "ok" : "FAILED", error, name);
}}
"""

_PRODUCTS = {
    Absent: """\
template <std::size_t N> void absent(std::array<double, N> &x, const std::array<double, N> &mask)
{
    for (std::size_t i = 0; i < N; i++)
        if (mask[i] > 0.0)
            x[i] = std::isnan(x[i]) ? 0.0 : 1e300;
}""",
    Transpose: """\
template <std::size_t N>
void transpose(const std::array<double, N> &x, std::array<double, N> &y, std::size_t rows, std::size_t columns)
{
    for (std::size_t i = 0; i < rows; i++)
        for (std::size_t j = 0; j < columns; j++)
            y[j * rows + i] = x[i * columns + j];
}""",
    Multiply: """\
template <std::size_t N, std::size_t M, std::size_t K>
void multiply(const std::array<double, N> &x, const std::array<double, M> &y, std::array<double, K> &z, std::size_t inner)
{
    const std::size_t rows = N / inner, columns = M / inner;
    for (std::size_t i = 0; i < rows; i++)
        for (std::size_t j = 0; j < columns; j++) {
            z[i * columns + j] = 0.0;
            for (std::size_t k = 0; k < inner; k++)
                z[i * columns + j] += x[i * inner + k] * y[k * columns + j];
        }
}""",
}
"""Only what a suite uses."""

_ESCAPES = str.maketrans({'"': '\\"', "\\": "\\\\", "\n": " ", "\r": " ", "?": "\\?"})


def program(program: Program) -> str:
    """test_<robot>.cpp: every check of the program by the functions that return values, a table, exit code 1 on failure."""
    target, suite = program.target, program.suite
    title = f"{program.about.robot}: tests of the generated functions against independent values"
    parts = [
        target.comment.block([title, program.mark]),
        f'#include "{program.name}.hpp"\n\n#include <array>\n#include <cmath>\n#include <cstddef>\n#include <cstdio>',
        _RUNNER.format(longest=max((case.size for case in suite.cases), default=1)).rstrip(),
    ]
    kinds = {type(action) for case in suite.cases for action in case.actions}
    parts += [text for kind, text in _PRODUCTS.items() if kind in kinds]
    for k, values in enumerate(suite.data):
        parts.append("\n".join(wrap(f"constexpr {filled(f'd{k}', values)}", target)))
    parts += [_case(program, n, case) for n, case in enumerate(suite.cases)]
    lines = [f'    std::printf("%s\\n", {text(program.about.robot)});']
    lines += [f"    case_{n}();" for n in range(len(suite.cases))]
    last = '"%d checks, %d passed, max relative error %.2e\\n", passed + failed, passed, largest'
    lines += [f"    std::printf({last});", "    return failed != 0;"]
    parts.append("\n".join(["} // namespace\n", "int main()", "{", *lines, "}"]))
    return "\n\n".join(parts) + "\n"


def text(words: str) -> str:
    """A string literal."""
    return '"' + words.translate(_ESCAPES) + '"'


def double(x: float) -> str:
    """A number of a program that only knows double."""
    return f"-{shortest(-x)}" if x < 0 else shortest(x)


def filled(name: str, values: tuple[float, ...]) -> str:
    """std::array<double, 2> q = {{1.0, 2.0}};"""
    return f"std::array<double, {len(values)}> {name} = {{{{{', '.join(map(double, values))}}}}};"


def _case(program: Program, n: int, case: Case) -> str:
    lines = [f"    std::array<double, {size}> r{k};" for k, size in enumerate(case.results)]
    lines.append("    begin();")
    lines += [line for action in case.actions for line in wrap(_action(program, action), program.target, 1)]
    lines.append(f"    end({text(case.check.name)}, {double(case.check.tolerance)}, {double(case.check.floor)});")
    return "\n".join([f"void case_{n}()", "{", *lines, "}"])


def _action(program: Program, action: Action) -> str:
    match action:
        case Run(kernel, inputs, outputs):
            function = f"{program.name}::{kernel.name}<double>({', '.join(_arguments(program, kernel, inputs))})"
            made = list(zip(outputs, kernel.outputs, strict=True))
            if len(made) == 1:
                return f"{_place(*made[0])} = {function};"
            copies = " ".join(f"{_place(a, port)} = made.{port.name};" for a, port in made)
            return f"{{ const auto made = {function}; {copies} }}"
        case Transpose(source, result, rows, columns):
            return f"transpose({_array(source)}, {_array(result)}, {rows}, {columns});"
        case Multiply(left, right, result, _, inner, _):
            return f"multiply({_array(left)}, {_array(right)}, {_array(result)}, {inner});"
        case Accumulate(factor, array):
            return f"add({double(factor)}, {_array(array)});"
        case Absent(array, mask):
            return f"absent({_array(array)}, {_array(mask)});"


def _arguments(program: Program, kernel: Kernel, inputs: tuple[Array | None, ...]) -> list[str]:
    """In the order of the C++ function; defaults are left out where nothing follows them."""
    given = dict(zip((port.name for port in kernel.inputs), inputs, strict=True))
    ordered = ports(kernel)
    while ordered and given[ordered[-1].name] is None:
        ordered.pop()
    found: list[str] = []
    for port in ordered:
        array = given[port.name]
        if array is not None:
            found.append(_place(array, port))
        elif port.shape:
            found.append(f"{program.name}::default_{program.default_name(kernel, port)}<double>")
        else:
            assert port.defaults is not None
            found.append(double(port.defaults[0]))
    return found


def _array(array: Array) -> str:
    return f"{'d' if array.given else 'r'}{array.index}"


def _place(array: Array, port: Port) -> str:
    return _array(array) if port.shape else f"{_array(array)}[0]"
