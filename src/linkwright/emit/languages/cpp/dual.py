"""autodiff_<robot>.cpp: the generated functions on a small dual-number type, whose derivatives are compared with others."""

from __future__ import annotations

from itertools import accumulate

from linkwright.emit.languages import fixed
from linkwright.emit.languages.c.tests import literal
from linkwright.emit.languages.cpp.tests import filled
from linkwright.emit.program import Program
from linkwright.emit.sample_inputs import sample_inputs
from linkwright.emit.spell import number, wrap
from linkwright.graph.function import Port
from linkwright.passes.kernel import Kernel

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
    names = {kernel.name for kernel in chosen}
    found = [(f, x, y, g) for f, x, y, g in _known(program) if f.name in names]
    with_known = {f.name for f, *_ in found if not _depends(f)}
    needed = {k.name: k for k in [*chosen, *(g for *_, g in found)]}
    points = [f"const {filled(f'{k.name}_x', _point(program, k))}" for k in chosen]
    lines = [part for line in points for part in wrap(line, program.target, 1)]
    rest = [k.name for k in chosen if k.name not in with_known]
    lines += [f"    differences({literal(name)}, {name}_y, {name}_x);" for name in rest]
    lines += [_columns(*row) for row in found]
    parts = [
        program.title("the generated functions on dual numbers, which give derivatives"),
        f'#include "{program.name}.hpp"',
        fixed("cpp", "dual.hpp").rstrip(),
        "namespace {",
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
    return tuple(x for port in kernel.required for x in sample[port.name])


def _flat(program: Program, kernel: Kernel) -> str:
    """The function as a map from one array to one array, over any scalar."""
    free = kernel.required
    starts = dict(zip((p.name for p in free), accumulate((p.size for p in free), initial=0), strict=False))
    arguments: list[str] = []
    for port in kernel.ordered:
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
    free = f.required
    x_start = sum(p.size for p in free[: [p.name for p in free].index(x.name)])
    y_start = sum(p.size for p in f.outputs[: [p.name for p in f.outputs].index(y.name)])
    output = f"d{y.name}_d{x.name}"
    start = sum(p.size for p in g.outputs[: [p.name for p in g.outputs].index(output)])
    place = f"{x_start}, {x.size}, {y_start}, {y.size}, {start}"
    return f"    columns({literal(f'{f.name}, {output}')}, {f.name}_y, {g.name}_y, {f.name}_x, {place});"
