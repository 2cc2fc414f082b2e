"""CasADi's generated C: Pinocchio's algorithms over CasADi's symbols, printed by CasADi's code generator, compiled.

The wheel of Pinocchio has no CasADi bindings for Python, so small C++ programs (casadi_*.cpp) make the graphs.
"""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from benchmarks import cfunction
from benchmarks.compilers import build
from benchmarks.peers.pinocchio import FLAGS, HERE
from benchmarks.quantities import Quantity
from benchmarks.robots import BUILD, SITE, BenchRobot
from benchmarks.timing import Contestant

WRAPPER = """
int {name}(const double **arg, double **res, long long int *iw, double *w, int mem);
#define CALL(in, out) do {{ double *res[1] = {{out}}; {name}(in, res, 0, 0, 0); }} while (0)
"""


def generator(group: str) -> Path:
    """The program that prints the C files of a group of quantities. It runs once per robot, so it need not be fast."""
    library = SITE / "casadi"
    flags = ["-O0", *FLAGS, f"-isystem{library / 'include'}", f"-L{library}", "-lcasadi", f"-Wl,-rpath,{library}"]
    headers = [HERE / "casadi_codegen.hpp", HERE / "model_text.hpp"]
    return build("g++", [HERE / f"casadi_{group}.cpp"], flags, "", depends=headers)


def contestant(
    robot: BenchRobot, problem: Path, quantity: Quantity, states: Mapping[str, np.ndarray], outputs: int
) -> Contestant:
    """CasADi's C for one quantity. `outputs` is how many numbers Pinocchio returns for it."""
    folder = BUILD / f"casadi_{robot.name}"
    folder.mkdir(parents=True, exist_ok=True)
    program = str(generator(quantity.group))
    subprocess.run([program, str(problem), str(folder), quantity.name], check=True, capture_output=True)
    return cfunction.contestant(
        "casadi",
        f"casadi_{robot.name}_{quantity.name}",
        folder / f"{quantity.name}.c",
        WRAPPER.format(name=quantity.name),
        [states[name] for name in quantity.inputs],
        outputs,
    )
