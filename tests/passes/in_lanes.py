"""Kernels in lanes, whether they gain or not, and what runs them: an interpreter of vectors, generated C and C++."""

from __future__ import annotations

import math
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import linkwright as lw
from linkwright.mechanism import quantities
from tests.support.emit import BuildContext, emit
from tests.support.graph import OPS, Function
from tests.support.mechanics import legwise
from tests.support.passes import Kernel, optimise, schedule, vectorised, with_lanes

GCC = shutil.which("gcc")


def in_lanes(
    robot: lw.OpenRobot | lw.ClosedRobot, quantity: str, parameters: str = "numeric", **options: Any
) -> tuple[Function, Kernel, Kernel] | None:
    """A function, its kernel, and that in lanes, whether it gains or not."""
    function = lw.derive(robot, quantity, parameters=parameters, **options)
    found = legwise(robot, quantities(robot)[quantity], function, (parameters, ""), options)
    if found is None:
        return None
    kernel = schedule(optimise(function))
    kernel = with_lanes(kernel, found, optimise, gain=float("inf"))
    return None if kernel.lanes is None else (function, kernel, kernel.lanes)


def states(function: Function, seed: int) -> dict[str, Any]:
    rng = np.random.default_rng(seed)
    return {name: rng.normal(size=port.shape) for name, port in function.inputs.items()}


def flat(inputs: dict[str, Any]) -> dict[str, list[float]]:
    """As the interpreter of kernels takes them."""
    return {name: [float(e) for e in np.asarray(x).reshape(-1)] for name, x in inputs.items()}


def named(function: Function, found: Any) -> dict[str, Any]:
    """Results by the names of the outputs: one of them is returned bare."""
    return dict(found) if len(function.outputs) > 1 else {next(iter(function.outputs)): found}


def near(found: Any, expected: Any) -> None:
    x, y = np.asarray(found), np.asarray(expected)
    np.testing.assert_allclose(x.reshape(-1), y.reshape(-1), rtol=1e-12, atol=1e-12 * (1 + np.abs(y).max(initial=0.0)))


def run_vectors(kernel: Kernel, inputs: dict[str, list[float]]) -> dict[str, list[float]]:
    """Code of vectors by Python floats, lane by lane."""
    values: list[list[float]] = []
    made = vectorised(kernel)
    for instr in made.code:
        args = [values[j] for j in instr.args]
        match instr.op:
            case "const":
                values.append([instr.value])
            case "input":
                port, index = instr.value
                values.append([inputs[port][int(index)]])
            case "gather":
                values.append([x[0] for x in args])
            case "splat":
                values.append(args[0] * instr.lanes)
            case "lane":
                values.append([args[0][instr.value]])
            case "part":
                values.append(args[0][instr.value : instr.value + instr.lanes])
            case "put":
                values.append([args[1][0] if k == instr.value else x for k, x in enumerate(args[0])])
            case _:
                assert all(len(x) == instr.lanes for x in args)
                values.append([OPS[instr.op].value(*row) for row in zip(*args, strict=True)])
        assert len(values[-1]) == instr.lanes
    results = {port.name: [math.nan] * port.size for port in made.outputs}
    for port, first, k in made.written:
        results[made.outputs[port].name][first : first + len(values[k])] = values[k]
    return results


DRIVER = """
#include <stdio.h>
#include "{file}"
int main(void)
{{
    static const double in[] = {{{numbers}}};
    static double out[{count}];
    {function}({arguments});
    for (int i = 0; i < {count}; i++)
        printf("%a\\n", out[i]);
    return 0;
}}
"""


C_WORDS = "-x c -std=c99"
CPP_WORDS = "-x c++ -std=c++17 -Wold-style-cast"
WORDS = "-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wcast-qual -Werror -Wno-unused-function -ffp-contract=off"


@dataclass(frozen=True)
class Compiled:
    kernel: Kernel
    folder: Path
    language: str = "c"
    compiler: str = "gcc"

    def run(self, inputs: dict[str, Any], *flags: str) -> list[str]:
        """What generated C or C++ prints, bit for bit."""
        emit([self.kernel], self.language, BuildContext("legged")).write(self.folder)
        numbers: list[float] = []
        arguments: list[str] = []
        size = 0
        for port in self.kernel.inputs:
            arguments.append(f"&in[{len(numbers)}]" if port.shape else f"in[{len(numbers)}]")
            numbers += flat(inputs)[port.name]
        for port in self.kernel.outputs:
            arguments.append(f"&out[{size}]")
            size += port.size
        in_c, name = self.language == "c", self.kernel.name
        text = DRIVER.format(
            file="legged.c" if in_c else "legged.hpp", function=f"legged_{name}" if in_c else f"legged::{name}",
            numbers=", ".join(map(repr, numbers)), count=size, arguments=", ".join(arguments),
        )  # fmt: skip
        (self.folder / "driver.c").write_text(text)
        words = f"{C_WORDS if in_c else CPP_WORDS} {WORDS}".split()
        subprocess.run([self.compiler, *words, *flags, "driver.c", "-o", "driver", "-lm"], cwd=self.folder, check=True)
        done = subprocess.run([self.folder / "driver"], capture_output=True, text=True, check=True, timeout=60)
        return done.stdout.split()
