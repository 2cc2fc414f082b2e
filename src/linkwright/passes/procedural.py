"""A kernel whose body is a procedure, from a Python function; and Newton's method (see repeat) as one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from linkwright.graph.function import Ops, Port
from linkwright.passes.kernel import Kernel
from linkwright.passes.procedure import Array, Call, Name, Number, Procedure, Statement, Value, with_blocks
from linkwright.passes.procedure_math import Floats, isfinite, zeros
from linkwright.passes.procedure_names import local_names, renamed
from linkwright.passes.procedure_source import translate


def procedural(
    name: str,
    function: Callable[..., Any],
    inputs: Sequence[Port],
    outputs: Sequence[Port],
    kernels: Mapping[str, Kernel] | None = None,
    constants: Mapping[str, Any] | None = None,
    **about: Any,
) -> Kernel:
    """The kernel that does what a function says; see procedure_source.translate. about: doc, equation, reference, facts."""
    procedure = translate(function, inputs, outputs, kernels, constants)
    inputs, outputs = (tuple(replace(p, nodes=(-1,) * p.size) for p in ports) for ports in (inputs, outputs))
    return Kernel(name, inputs, outputs, (), Ops(), procedure=procedure, **about)


def as_procedure(kernel: Kernel) -> Procedure | None:
    """The statements of a kernel that has some: its procedure, or those that repeat its step; None: straight-line code."""
    if kernel.procedure is not None or kernel.repeat is None:
        return kernel.procedure
    repeat = kernel.repeat
    size = kernel.outputs[0].size
    procedure = _newton(size, repeat.tolerance, repeat.limit)
    taken = {p.name for p in (*kernel.inputs, *kernel.outputs)}
    shared = {p.name for p, role in zip(repeat.step.inputs, repeat.roles, strict=True) if role == "shared"}
    guess = next(p.name for p in kernel.inputs if p.name not in shared)
    old = ["guess", "x", "residual", "iterations"]
    names = dict(zip(old, (guess, *(p.name for p in kernel.outputs)), strict=True))
    for name in local_names(procedure):
        names[name] = name
        while names[name] in taken:
            names[name] += "_"
    procedure = renamed(procedure, names, {"step": repeat.step})
    own = {"state": 0, "direction": 1, "damping": 2}

    def given(call: Call) -> Call:
        ports = zip(repeat.step.inputs, repeat.roles, strict=True)
        passed = {p.name: p.name if p.shape else Name(p.name) for p in repeat.step.inputs}
        inputs = tuple(call.inputs[own[role]] if role in own else passed[p.name] for p, role in ports)
        return replace(call, inputs=inputs)

    return replace(procedure, body=_with_calls(procedure.body, given))


def bound(procedure: Procedure | None, name: str, kernel: Kernel, shared: Sequence[str] = ("parameters",)) -> Procedure:
    """A procedure that was written for a kernel without its inputs that have defaults, with the kernel itself: those inputs
    get their defaults. `shared` ones, as `parameters`, are those that the procedure is given."""
    assert procedure is not None
    tables: dict[str, Array] = {}
    taken = {*local_names(procedure), *(p.name for p in kernel.inputs)}

    def passed(port: Port) -> str | Value:
        assert port.defaults is not None
        if not port.shape:
            return Number(port.defaults[0])
        word = f"{port.name}_of_{name}"
        while word in taken:
            word += "_"
        tables[port.name] = Array(word, port.shape, port.defaults)
        return word

    extra: dict[str, str | Value] = {
        p.name: p.name if p.name in shared else passed(p) for p in kernel.inputs if p.defaults is not None
    }
    extra |= {p.name: p.name for p in kernel.inputs if p.name in shared}
    own = [p.name for p in kernel.inputs if p.name not in extra]

    def given(call: Call) -> Call:
        if call.kernel != name:
            return call
        known = {**dict(zip(own, call.inputs, strict=True)), **extra}
        return replace(call, inputs=tuple(known[p.name] for p in kernel.inputs))

    calls = tuple((n, kernel if n == name else k) for n, k in procedure.calls)
    body = _with_calls(procedure.body, given)
    return replace(procedure, body=body, arrays=(*procedure.arrays, *tables.values()), calls=calls)


def _with_calls(statements: tuple[Statement, ...], change: Callable[[Call], Call]) -> tuple[Statement, ...]:
    def inner(block: tuple[Statement, ...]) -> tuple[Statement, ...]:
        return tuple(change(s) if isinstance(s, Call) else with_blocks(s, inner) for s in block)

    return inner(statements)


@lru_cache(maxsize=64)
def _newton(size: int, tolerance: float, limit: int) -> Procedure:
    """Newton's method on a step (x, direction, damping) -> (next x, next direction, residual)."""
    x, direction = Port("x", (size,), (-1,) * size), Port("direction", (size,), (-1,) * size)
    single = [Port(name, (), (-1,)) for name in ("damping", "residual", "iterations")]
    step = Kernel("step", (x, direction, single[0]), (x, direction, single[1]), (), Ops())
    ports = (replace(x, name="guess"),), (x, *single[1:])
    return translate(newton, *ports, {"step": step}, {"n": size, "TOLERANCE": tolerance, "LIMIT": limit})


n, TOLERANCE, LIMIT = 1, 1e-12, 50


def step(x: Floats, direction: Floats, damping: float) -> tuple[Floats, Floats, float]:
    """Stands for the kernel that is repeated: x + damping * direction, the Newton direction and the residual there."""
    raise NotImplementedError


def newton(guess: Floats, x: Floats, residual: Floats, iterations: Floats) -> None:
    """A step is taken where it makes the residual smaller, otherwise half of it is tried; the next one is twice as long, up to
    the whole. A direction that is not finite (the step is singular there) is never followed."""
    direction = zeros(n)
    following = zeros(n)
    trial = zeros(n)
    x[:], following[:], least = step(guess, direction, 0.0)
    direction[:] = following
    damping = 1.0
    taken = 0
    finite = all_finite(direction)
    while not least <= TOLERANCE and taken < LIMIT and finite == 1:
        taken += 1
        trial[:], following[:], found = step(x, direction, damping)
        fit = all_finite(following)
        if found < least and fit == 1:
            x[:] = trial
            direction[:] = following
            least = found
            damping = min(2.0 * damping, 1.0)
        else:
            damping *= 0.5
    residual[0] = least
    iterations[0] = float(taken)


def all_finite(y: Floats) -> int:
    """Whether all elements are finite."""
    fine = 1
    for i in range(len(y)):
        if not isfinite(y[i]):
            fine = 0
    return fine
