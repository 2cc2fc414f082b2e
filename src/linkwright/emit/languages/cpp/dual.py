"""autodiff_<robot>.cpp: the generated functions on a small dual-number type, whose derivatives are compared with others."""

from __future__ import annotations

from itertools import accumulate

from linkwright.emit.languages.cpp.interface import ports
from linkwright.emit.languages.cpp.tests import filled, text
from linkwright.emit.program import Program
from linkwright.emit.sample_inputs import sample_inputs
from linkwright.emit.spell import number, wrap
from linkwright.graph.function import Port
from linkwright.passes.kernel import Kernel

_INCLUDES = "#include <array>\n#include <cmath>\n#include <cstddef>\n#include <cstdio>\n#include <type_traits>"

_DUAL = """\
/* value + rate e with e e = 0: a function of such numbers gives its derivative along the rates. */
namespace dual_numbers {

struct Dual {
    double value, rate;
    Dual(double v = 0.0, double r = 0.0) : value(v), rate(r) {}
};

inline Dual operator+(const Dual &a, const Dual &b) { return {a.value + b.value, a.rate + b.rate}; }
inline Dual operator-(const Dual &a, const Dual &b) { return {a.value - b.value, a.rate - b.rate}; }
inline Dual operator-(const Dual &a) { return {-a.value, -a.rate}; }
inline Dual operator*(const Dual &a, const Dual &b) { return {a.value * b.value, a.rate * b.value + a.value * b.rate}; }
inline Dual operator/(const Dual &a, const Dual &b)
{
    const double quotient = a.value / b.value;
    return {quotient, (a.rate - quotient * b.rate) / b.value};
}
inline Dual sqrt(const Dual &a) { return {std::sqrt(a.value), a.rate / (2.0 * std::sqrt(a.value))}; }
inline Dual sin(const Dual &a) { return {std::sin(a.value), std::cos(a.value) * a.rate}; }
inline Dual cos(const Dual &a) { return {std::cos(a.value), -std::sin(a.value) * a.rate}; }
inline Dual tan(const Dual &a) { return {std::tan(a.value), a.rate / (std::cos(a.value) * std::cos(a.value))}; }
inline Dual asin(const Dual &a) { return {std::asin(a.value), a.rate / std::sqrt(1.0 - a.value * a.value)}; }
inline Dual acos(const Dual &a) { return {std::acos(a.value), -a.rate / std::sqrt(1.0 - a.value * a.value)}; }
inline Dual exp(const Dual &a) { return {std::exp(a.value), std::exp(a.value) * a.rate}; }
inline Dual log(const Dual &a) { return {std::log(a.value), a.rate / a.value}; }
inline Dual atan2(const Dual &y, const Dual &x)
{
    const double square = x.value * x.value + y.value * y.value;
    return {std::atan2(y.value, x.value), (y.rate * x.value - x.rate * y.value) / square};
}
inline Dual hypot(const Dual &a, const Dual &b)
{
    const double length = std::hypot(a.value, b.value);
    return {length, (a.value * a.rate + b.value * b.rate) / length};
}

} // namespace dual_numbers

namespace {

using dual_numbers::Dual;

int failed;

void report(const char *name, const char *against, double error, double scale, double tolerance)
{
    error /= std::fmax(scale, 1e-3);
    const bool ok = error <= tolerance; // false for NaN
    failed += !ok;
    std::printf("  %-6s %9.2e  derivative of %s against %s\\n", ok ? "ok" : "FAILED", error, name, against);
}

/* Rate of f along a direction by dual numbers, and by differences whose error falls with the fourth power of the step. */
template <class F, std::size_t N>
[[maybe_unused]] void differences(const char *name, F f, const std::array<double, N> &x)
{
    std::array<Dual, N> moving;
    std::array<double, N> direction;
    for (std::size_t i = 0; i < N; i++) {
        direction[i] = 1.0 / (1.0 + static_cast<double>(i % 5)) * (i % 2 ? -1.0 : 1.0);
        moving[i] = Dual(x[i], direction[i]);
    }
    const auto at = [&](double step) {
        std::array<double, N> point;
        for (std::size_t i = 0; i < N; i++)
            point[i] = x[i] + step * direction[i];
        return f(point);
    };
    const double h = 1e-3;
    const auto y = f(moving);
    const auto a = at(-2.0 * h), b = at(-h), c = at(h), d = at(2.0 * h);
    double error = 0.0, scale = 0.0;
    for (std::size_t i = 0; i < y.size(); i++) {
        const double rate = (a[i] - 8.0 * b[i] + 8.0 * c[i] - d[i]) / (12.0 * h);
        const double miss = std::fabs(y[i].rate - rate);
        error = std::isfinite(miss) ? std::fmax(error, miss) : HUGE_VAL;
        scale = std::fmax(scale, std::fmax(std::fabs(rate), std::fabs(y[i].value)));
    }
    report(name, "differences", error, scale, 1e-6);
}

/* Every column of d(part of f)/d(part of x) by dual numbers, and as another generated function has it. */
template <class F, class G, std::size_t N>
[[maybe_unused]] void columns(const char *name, F f, G g, const std::array<double, N> &x, std::size_t x_start,
                              std::size_t x_size, std::size_t y_start, std::size_t y_size, std::size_t g_start)
{
    const auto known = g(x);
    double error = 0.0, scale = 0.0;
    for (std::size_t j = 0; j < x_size; j++) {
        std::array<Dual, N> moving;
        for (std::size_t i = 0; i < N; i++)
            moving[i] = Dual(x[i], i == x_start + j ? 1.0 : 0.0);
        const auto y = f(moving);
        for (std::size_t i = 0; i < y_size; i++) {
            const double expected = known[g_start + i * x_size + j];
            const double miss = std::fabs(y[y_start + i].rate - expected);
            error = std::isfinite(miss) ? std::fmax(error, miss) : HUGE_VAL;
            scale = std::fmax(scale, std::fabs(expected));
        }
    }
    report(name, "the generated derivative", error, scale, 1e-9);
}
"""


_SHARP = frozenset({"pow", "abs", "min", "max", "sign", "select", "only_if"})
"""Operations whose derivative may jump, or not exist, at a sample."""
_BUDGET = 6000
"""Operations that are compiled a second time, for dual numbers."""
_USUAL = 1e3
"""Sample inputs beyond this show how a function overflows, not how it changes."""


def program(program: Program) -> str:
    """autodiff_<robot>.cpp: derivatives by dual numbers against the generated ones, or against differences."""
    chosen: list[Kernel] = []
    room = _BUDGET
    for kernel in program.kernels:
        usual = all(abs(x) < _USUAL for values in sample_inputs(program, kernel).values() for x in values)
        if usual and len(kernel.code) <= room and _smooth(kernel):
            chosen.append(kernel)
            room -= len(kernel.code)
    if not chosen:
        return ""
    title = f"{program.about.robot}: the generated functions on dual numbers, which give derivatives"
    names = {kernel.name for kernel in chosen}
    found = [(f, x, y, g) for f, x, y, g in _known(program) if f.name in names]
    with_known = {f.name for f, *_ in found if not _depends(f)}
    needed = {k.name: k for k in [*chosen, *(g for *_, g in found)]}
    points = [f"const {filled(f'{k.name}_x', _point(program, k))}" for k in chosen]
    lines = [part for line in points for part in wrap(line, program.target, 1)]
    rest = [k.name for k in chosen if k.name not in with_known]
    lines += [f"    differences({text(name)}, {name}_y, {name}_x);" for name in rest]
    lines += [_columns(*row) for row in found]
    parts = [
        program.target.comment.block([title, program.mark]),
        f'#include "{program.name}.hpp"',
        _INCLUDES,
        _DUAL.rstrip(),
        *(_flat(program, kernel) for kernel in needed.values()),
        "\n".join(["} // namespace\n", "int main()", "{", *lines, "    return failed != 0;", "}"]),
    ]
    return "\n\n".join(parts) + "\n"


def _smooth(kernel: Kernel) -> bool:
    free = any(port.defaults is None and port.size for port in kernel.inputs)
    return free and kernel.straight and all(instr.op not in _SHARP for instr in kernel.code)


def _point(program: Program, kernel: Kernel) -> tuple[float, ...]:
    """Sample inputs without defaults, one after the other."""
    sample = sample_inputs(program, kernel)
    return tuple(x for port in ports(kernel) if port.defaults is None for x in sample[port.name])


def _flat(program: Program, kernel: Kernel) -> str:
    """The function as a map from one array to one array, over any scalar."""
    free = [port for port in ports(kernel) if port.defaults is None]
    starts = dict(zip((p.name for p in free), accumulate((p.size for p in free), initial=0), strict=False))
    arguments: list[str] = []
    for port in ports(kernel):
        if port.name in starts:
            arguments.append(f"&x[{starts[port.name]}]" if port.shape else f"x[{starts[port.name]}]")
        else:
            assert port.defaults is not None
            arguments.append("nullptr" if port.shape else number(program.target, port.defaults[0])[0])
    places = accumulate((p.size for p in kernel.outputs), initial=0)
    arguments += [f"&y[{place}]" for _, place in zip(kernel.outputs, places, strict=False)]
    call = f"{program.name}::{kernel.name}<Scalar>({', '.join(arguments)});"
    size = sum(p.size for p in kernel.outputs)
    lines = [f"std::array<Scalar, {size}> y;", call, "return y;"]
    body = [part for line in lines for part in wrap(line, program.target, 1)]
    head = [f"const auto {kernel.name}_y = [](const auto &x) {{", "    using Scalar = std::decay_t<decltype(x[0])>;"]
    return "\n".join([*head, *body, "};"])


def _known(program: Program) -> list[tuple[Kernel, Port, Port, Kernel]]:
    """(f, x, y, g): g has an output dy_dx of the size of the plain derivative of f's output y, at the same inputs. Where theta
    is one of these, derivatives by q are total ones, along which theta follows q: not those of dual numbers."""
    found: list[tuple[Kernel, Port, Port, Kernel]] = []
    for f in program.kernels:
        for x in (p for p in f.inputs if not (p.name == "q" and _depends(f))):
            for y in f.outputs:
                for g in program.kernels:
                    same = [(p.name, p.shape) for p in g.inputs] == [(p.name, p.shape) for p in f.inputs]
                    shapes = {p.name: p.shape for p in g.outputs}
                    if same and x.defaults is None and shapes.get(f"d{y.name}_d{x.name}") == (y.size, x.size):
                        found.append((f, x, y, g))
    return found


def _depends(kernel: Kernel) -> bool:
    """Whether positions of dependent joints are given."""
    return any(port.name == "theta" for port in kernel.inputs)


def _columns(f: Kernel, x: Port, y: Port, g: Kernel) -> str:
    free = [port for port in ports(f) if port.defaults is None]
    x_start = sum(p.size for p in free[: [p.name for p in free].index(x.name)])
    y_start = sum(p.size for p in f.outputs[: [p.name for p in f.outputs].index(y.name)])
    output = f"d{y.name}_d{x.name}"
    start = sum(p.size for p in g.outputs[: [p.name for p in g.outputs].index(output)])
    place = f"{x_start}, {x.size}, {y_start}, {y.size}, {start}"
    return f"    columns({text(f'{f.name}, {output}')}, {f.name}_y, {g.name}_y, {f.name}_x, {place});"
