"""<robot>.cuh and <robot>.cu: what one thread does, the kernels, and the launchers that a program calls.

Inputs without defaults and outputs are arrays of a whole batch; what may be left out is given once for all states.
"""

from __future__ import annotations

from linkwright.emit.languages.cpp.interface import prototype
from linkwright.emit.program import Program, function_heading
from linkwright.emit.spell import number, wrap
from linkwright.emit.target import Target
from linkwright.graph.function import Port
from linkwright.passes.kernel import Kernel

_RESTRICT = "LINKWRIGHT_CPP_RESTRICT "
UNTRIED = (
    "Kernels are compiled by the tests of Linkwright, but were never executed on a GPU there: `make test` runs what a thread",
    "does on the host. Run `make test-gpu` first on a machine that has one. The tested way to a GPU is generated JAX.",
)
_TOLD = (
    "",
    "Every array is one of the device and of a whole batch: element i of state k is at [i * count + k], so that threads of a",
    "warp read neighbouring numbers; with linkwright::layout::rows it is at [k * size + i]. What may be left out (nullptr)",
    "is an array of the device too, one for all states. Launchers wait for nothing; they return what the launch returned.",
    "",
    *UNTRIED,
)


def parameters(kernel: Kernel, scalar: str = "Scalar", restrict: str = "") -> list[str]:
    """Inputs and outputs of a batch."""
    inputs = [_input(port, scalar, restrict) for port in kernel.ordered]
    return [*inputs, *(f"{scalar} *{restrict}{port.name}" for port in kernel.outputs)]


def _input(port: Port, scalar: str, restrict: str) -> str:
    if port.defaults is None:
        return f"const {scalar} *{restrict}{port.name}"
    same = f"linkwright::same_t<{scalar}>"
    return f"const {same} *{restrict}{port.name}" if port.shape else f"{same} {port.name}"


def arguments(kernel: Kernel) -> str:
    """The same by name, to hand on."""
    return ", ".join(port.name for port in (*kernel.ordered, *kernel.outputs))


def signature(program: Program, kernel: Kernel) -> str:
    """The launcher, on one line."""
    return f"{prototype(f'cudaError_t batch::{kernel.name}', launcher_parameters(kernel, program.target))};"


def launcher_parameters(kernel: Kernel, target: Target, scalar: str = "Scalar", defaults: bool = True) -> list[str]:
    """Inputs, outputs and how many states, where they run, how they lie in memory."""
    stream, order = ("cudaStream_t stream", "linkwright::layout layout")
    if defaults:
        stream, order = f"{stream} = nullptr", f"{order} = linkwright::layout::columns"
    return [*parameters(kernel, scalar), "std::size_t count", stream, order]


def declarations(program: Program) -> str:
    """<robot>.cuh: the work of a thread, which is the host's too, and the launchers."""
    guard = f"{program.name.upper()}_CUH"
    comment = program.target.comment.block([*program.heading("equations of motion of batches, CUDA"), *_TOLD])
    parts = [
        comment.replace("/**", "/** @file", 1),
        f"#ifndef {guard}\n#define {guard}",
        f'#include "{program.name}.hpp"\n#include "linkwright_math.cuh"\n#include <cstddef>',
        f"// What a thread does: its share of the states. On the host, share{{0, 1, count, layout}} is all of them.\n"
        f"namespace {program.name}::states {{",
        *(_share(program, kernel) for kernel in program.kernels),
        f"}} // namespace {program.name}::states",
        f"#ifdef LINKWRIGHT_CUDA_RUNTIME\nnamespace {program.name}::batch {{",
        *(_launcher_declared(program, kernel) for kernel in program.kernels),
        f"}} // namespace {program.name}::batch\n#endif\n\n#endif",
    ]
    return "\n\n".join(parts) + "\n"


def _share(program: Program, kernel: Kernel) -> str:
    """A loop over states: inputs come to local memory, the function runs there, results go back."""
    given, made = [p for p in kernel.ordered if p.defaults is None], kernel.outputs
    room = ", ".join(f"{port.name}[{max(port.size, 1)}]" for port in (*given, *made))
    values = [_local(port) if port.defaults is None else port.name for port in kernel.ordered]
    call = ", ".join([*values, *(f"one.{port.name}" for port in made)])
    lines = [
        *wrap(f"struct {{ Scalar {room}; }} one;", program.target, 2),
        *(f"        linkwright::gather({p.name}, {p.size}, state, share, one.{p.name});" for p in given),
        *wrap(f"{program.name}::{kernel.name}<Scalar>({call});", program.target, 2),
        *(f"        linkwright::scatter(one.{p.name}, {p.size}, state, share, {p.name});" for p in made),
    ]
    head = prototype(
        f"LINKWRIGHT_CPP_INLINE void {kernel.name}",
        [*parameters(kernel, restrict=_RESTRICT), "const linkwright::share &share"],
        program.target.width,
    )
    loop = "    for (std::size_t state = share.first; state < share.count; state += share.step) {"
    return "\n".join(["template <class Scalar>", head, "{", loop, *lines, "    }", "}"])


def _local(port: Port) -> str:
    return f"one.{port.name}" if port.shape else f"one.{port.name}[0]"


def _launcher_declared(program: Program, kernel: Kernel) -> str:
    comment = program.target.comment.block(function_heading(kernel))
    head = prototype(
        f"cudaError_t {kernel.name}", launcher_parameters(kernel, program.target), program.target.width, ";"
    )
    return f"{comment}\ntemplate <class Scalar>\n{head}"


def kernels(program: Program) -> str:
    """<robot>.cu: kernels and launchers, for what functions compute with and for float in any case."""
    parts = [
        program.title("kernels of batches and their launchers", "", *UNTRIED),
        f'#include "{program.name}.cuh"',
        f"namespace {program.name}::kernels {{",
        *(_kernel(program, kernel) for kernel in program.kernels),
        f"}} // namespace {program.name}::kernels",
        f"namespace {program.name}::batch {{",
        *(_launcher(program, kernel) for kernel in program.kernels),
        f"}} // namespace {program.name}::batch",
    ]
    return "\n\n".join(parts) + "\n"


def _kernel(program: Program, kernel: Kernel) -> str:
    taken = [*parameters(kernel, restrict=_RESTRICT), "std::size_t count", "linkwright::layout layout"]
    head = prototype(
        f"__global__ void __launch_bounds__(linkwright::threads) {kernel.name}", taken, program.target.width
    )
    call = f"{program.name}::states::{kernel.name}<Scalar>({arguments(kernel)}, linkwright::of_thread(count, layout));"
    return "\n".join(["template <class Scalar>", head, "{", *wrap(call, program.target, 1), "}"])


def _launcher(program: Program, kernel: Kernel) -> str:
    target = program.target
    head = prototype(f"cudaError_t {kernel.name}", launcher_parameters(kernel, target, defaults=False), target.width)
    launch = "<<<linkwright::blocks(count), linkwright::threads, 0, stream>>>"
    call = f"{program.name}::kernels::{kernel.name}<Scalar>{launch}({arguments(kernel)}, count, layout);"
    body = [
        "    if (count == 0)",
        "        return cudaSuccess;",
        *wrap(call, target, 1),
        "    return cudaGetLastError();",
    ]
    made = [
        prototype(
            f"template cudaError_t {kernel.name}<{scalar}>",
            launcher_parameters(kernel, target, scalar, defaults=False),
            target.width,
            ";",
        )
        for scalar in dict.fromkeys((target.real.name, "float"))
    ]
    return "\n".join(["template <class Scalar>", head, "{", *body, "}", *made])


def left_out(port: Port, target: Target) -> str:
    """What a caller writes to leave an input out."""
    assert port.defaults is not None
    return "nullptr" if port.shape else number(target, port.defaults[0])[0].replace("Scalar", target.real.name)
