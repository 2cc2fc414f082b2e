"""Our own side: generated C, the native runtime for one state, the native runtime for a batch."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

import linkwright as lw
from benchmarks import cfunction
from benchmarks.peak import writer
from benchmarks.quantities import Quantity
from benchmarks.robots import BUILD, BenchRobot
from benchmarks.timing import Contestant
from linkwright.emit import BuildContext, emit
from linkwright.graph.function import Function
from linkwright.kernels import kernel
from linkwright.passes import optimise
from linkwright.passes.kernel import Kernel
from linkwright.passes.schedule import counted, schedule
from linkwright.request import Request

SMALLEST_BATCH, LARGEST_BATCH = 32, 2048  # states per call
BATCH_MEMORY = 1 << 16  # numbers in and out per call: half a megabyte, so that arithmetic is measured, not memory
LARGEST = 100_000  # operations; beyond that a compiler needs minutes

NAMES = {"pose": "forward_kinematics", "coriolis": "coriolis_matrix"}
BY_FRAME = (
    *("pose", "jacobian", "jacobian_world", "jacobian_body", "jacobian_rate", "twist", "frame_acceleration"),
    "equivalent_forces",
)
ONLY = {"forward_dynamics_derivatives": ("da_dq", "da_dv")}
"""Outputs to keep: the peers do not hand out da_dtau, which is the inverse mass matrix, in the same call."""


class NotThere(RuntimeError):
    """A quantity this version cannot derive, or not in a reasonable size."""


def contestants(robot: BenchRobot, quantity: Quantity, states: Mapping[str, np.ndarray]) -> list[Contestant]:
    """C as `lw.build` writes it, native code as `lw.compile` makes it."""
    inputs = [states[name] for name in quantity.inputs]
    kernel = kernel_of(robot, quantity)
    return [generated_c(robot, quantity, kernel, inputs), *native_of(quantity, kernel, inputs)]


@cache
def kernel_of(robot: BenchRobot, quantity: Quantity) -> Kernel:
    """A quantity as it is compiled."""
    function = _function(robot, quantity)
    made = kernel(robot_of(robot), function.name, **_extra(robot, quantity))
    if quantity.name not in ONLY:
        return made
    plain = schedule(optimise(function, Request().effort))
    return replace(plain, lanes=made.lanes and _with_outputs(made.lanes, ONLY[quantity.name]))


def _with_outputs(kernel: Kernel, names: Sequence[str]) -> Kernel:
    """A kernel with some of its outputs, and the code that these need."""
    outputs = [port for port in kernel.outputs if port.name in names]
    needed = {k for port in outputs for k in port.nodes}
    for k in reversed(range(len(kernel.code))):
        if k in needed:
            needed.update(kernel.code[k].args)
    new = {k: n for n, k in enumerate(sorted(needed))}
    code = [replace(kernel.code[k], args=tuple(new[j] for j in kernel.code[k].args)) for k in new]
    inputs, outputs = (
        tuple(replace(port, nodes=tuple(new.get(k, -1) for k in port.nodes)) for port in ports)
        for ports in (kernel.inputs, outputs)
    )
    packs = tuple(tuple(new.get(k, -1) for k in pack) for pack in kernel.packs if new.keys() & {*pack})
    return replace(kernel, inputs=inputs, outputs=outputs, code=tuple(code), ops=counted(code), packs=packs)


def _extra(entry: BenchRobot, quantity: Quantity) -> dict[str, Any]:
    return {"frame": entry.frame} if quantity.name in BY_FRAME else {}


@cache
def robot_of(entry: BenchRobot) -> lw.Robot:
    """Joints in Pinocchio's order, so that results compare without conversion."""
    return lw.load(entry.file(), floating=entry.floating, order="name")


def frame_names(entry: BenchRobot) -> list[str]:
    """All frames, in the order of `forward_kinematics`."""
    return list(robot_of(entry).frames)


def _function(entry: BenchRobot, quantity: Quantity) -> Function:
    robot = robot_of(entry)
    try:
        function = lw.derive(robot, NAMES.get(quantity.name, quantity.name), **_extra(entry, quantity))
    except lw.LinkwrightError as unknown:
        raise NotThere(str(unknown)) from unknown
    if quantity.name in ONLY:
        kept = [function.outputs[name] for name in ONLY[quantity.name]]
        function = Function.make(function.name, function.graph, list(function.inputs.values()), kept)
    if function.ops.flops > LARGEST:
        raise NotThere(f"{function.ops.flops} operations: not compiled here")
    return function


def generated_c(
    robot: BenchRobot,
    quantity: Quantity,
    kernel: Kernel,
    inputs: list[np.ndarray],
    compiler: str = "",
    flags: Sequence[str] = (),
) -> Contestant:
    """C as `lw.build` writes it; flags and compiler as in cfunction.contestant."""
    folder = BUILD / f"ours_{robot.name}_{quantity.name}"
    emit([kernel], "c", BuildContext(robot.name)).write(folder)
    arguments = [f"in[{quantity.inputs.index(port.name)}]" for port in kernel.inputs]
    offset = 0
    for port in kernel.outputs:
        arguments.append(f"out + {offset}")
        offset += port.size
    wrapper = f'#include "{robot.name}.h"\n#define CALL(in, out) {robot.name}_{kernel.name}({", ".join(arguments)})'
    return cfunction.contestant(
        "c",
        f"ours_{robot.name}_{quantity.name}",
        folder / f"{robot.name}.c",
        wrapper,
        inputs,
        offset,
        depends=[folder / f"{robot.name}.h", folder / "linkwright_math.h"],
        flags=flags,
        compiler=compiler,
    )


def native_of(quantity: Quantity, kernel: Kernel, inputs: list[np.ndarray]) -> list[Contestant]:
    """The callable that `lw.compile` hands out, for one state and for a batch. Time of all threads counts.

    And the floor under the batch: writing an array like its results.
    """
    from linkwright.runtime import native

    call = native(kernel)
    chosen = [inputs[quantity.inputs.index(port.name)] for port in kernel.inputs]
    states = list(zip(*chosen, strict=True))
    size = sum(port.size for port in (*kernel.inputs, *kernel.outputs))
    count = max(SMALLEST_BATCH, min(LARGEST_BATCH, BATCH_MEMORY // size // SMALLEST_BATCH * SMALLEST_BATCH))
    batch = [np.resize(x, (count, x.shape[1])) for x in chosen]
    out = {port.name: np.empty((count, *port.shape)) for port in kernel.outputs}
    target = out if len(out) > 1 else next(iter(out.values()))

    def one(n: int) -> float:
        start = time.thread_time()
        for _ in range(n // len(states)):
            for state in states:
                call(*state)
        return time.thread_time() - start

    def many(n: int) -> float:
        start = time.process_time()
        for _ in range(n // count):
            call(*batch, out=target)
        return time.process_time() - start

    return [
        Contestant("native", "one state", one, lambda: _flat(call(*states[0])), len(states)),
        Contestant("batched", f"{count} states", many, lambda: _flat(call(*batch), 0), count),
        writer(list(out.values()), count),
    ]


def _flat(result: Any, state: int | None = None) -> np.ndarray:
    parts = result.values() if isinstance(result, Mapping) else result if isinstance(result, tuple) else [result]
    return np.concatenate([np.ravel(part if state is None else part[state]) for part in parts])
