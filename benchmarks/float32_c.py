"""Generated C in single precision beside double: one state, and a loop over many: python -m benchmarks.float32_c [robot ...]

Both have the flags of the Makefile beside generated C; `-DLINKWRIGHT_LIBM` leaves sines to the C library.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

import numpy as np

import linkwright as lw
from benchmarks import cfunction
from benchmarks.float32 import QUANTITIES
from benchmarks.robots import BUILD, ROBOTS
from benchmarks.timing import Contestant, race
from linkwright.emit import BuildContext, emit, in_single
from linkwright.kernels import kernel
from linkwright.passes.kernel import Kernel
from linkwright.request import Request
from linkwright.simulation.states import inputs_of

STATES = 512
ROUNDS = 60
LIBM = "-DLINKWRIGHT_LIBM"


def main(names: list[str]) -> None:
    """A row per robot and quantity."""
    print(
        "| robot | quantity | float64 ns | float32 ns | times faster | in a loop | | times faster | with libm's sines |"
    )
    print("|---|---|--:|--:|--:|--:|--:|--:|--:|")
    for name in names:
        entry = ROBOTS[name]
        robot = lw.load(entry.file(), floating=entry.floating)
        for quantity in QUANTITIES:
            double, single = (kernel(robot, quantity, Request(real=real)) for real in ("float64", "float32"))
            states = inputs_of(robot, double, STATES)
            one = [x[:1] for x in states]
            rows = [
                _contestant(name, made, real, given, flags)
                for given in (one, states)
                for made, real, flags in (
                    (double, "float64", ()),
                    (single, "float32", ()),
                    (single, "float32", (LIBM,)),
                )
            ]
            ns = race(rows, ROUNDS)
            cells = [f"{ns[k]:.0f} | {ns[k + 1]:.0f} | {ns[k] / ns[k + 1]:.2f}" for k in (0, 3)]
            print(f"| {name} | `{quantity}` | {' | '.join(cells)} | {ns[5]:.0f} |", flush=True)


def _contestant(name: str, made: Kernel, real: str, states: Sequence[np.ndarray], flags: Sequence[str]) -> Contestant:
    """C as `lw.build` writes it, called for one state after the other."""
    single = real == "float32"
    folder = BUILD / f"{name}_{made.name}_{real}"
    emit([made], in_single("c") if single else "c", BuildContext(name)).write(folder)
    ends = np.cumsum([0, *(port.size for port in made.outputs)])
    places = [*(f"in[{k}]" for k in range(len(made.required))), *(f"out + {end}" for end in ends[:-1])]
    wrapper = f'#include "{name}.h"\n#define CALL(in, out) {name}_{made.name}({", ".join(places)})'
    options = ("-DREAL=float", *flags) if single else flags
    inputs = [x.reshape(len(x), -1).astype(real) for x in states]
    title = f"{name}_{made.name}_{real}"
    depends = sorted(folder.glob("*.h"))
    return cfunction.contestant(
        "c", title, folder / f"{name}.c", wrapper, inputs, int(ends[-1]), depends=depends, flags=options
    )


if __name__ == "__main__":
    main(sys.argv[1:] or list(ROBOTS))
