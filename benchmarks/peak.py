"""What the processor can do, as contestants of a race: fused multiply-adds, cycles, writing memory (peak.c)."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np

from benchmarks.compilers import FAST, build
from benchmarks.timing import Contestant

SOURCE = Path(__file__).resolve().parent / "peak.c"


def contestants() -> list[Contestant]:
    """Peaks and cycles, to run between the others."""
    library = _library()

    def timed(name: str, *arguments: float) -> Contestant:
        function = library[name]
        function.restype = ctypes.c_double
        kinds = [ctypes.c_long(x) if isinstance(x, int) else ctypes.c_double(x) for x in arguments]
        return Contestant(name, "machine", lambda n: function(ctypes.c_long(n), *kinds))

    return [timed("machine_scalar", 0.5, 0.25), timed("machine_vector", 0.5, 0.25), timed("machine_cycles", 3)]


def writer(arrays: Sequence[np.ndarray], states: int) -> Contestant:
    """Writing the results of so many states, by C: what no batch is faster than."""
    function = _library().machine_write
    function.restype = ctypes.c_double
    pointer = ctypes.POINTER(ctypes.c_double)
    out = (pointer * len(arrays))(*(x.ctypes.data_as(pointer) for x in arrays))
    sizes = (ctypes.c_long * len(arrays))(*(x.size for x in arrays))

    def seconds(n: int) -> float:
        return function(ctypes.c_long(n // states), len(arrays), out, sizes)

    return Contestant("write", f"{states} states", seconds, None, states)


@cache
def _library() -> ctypes.CDLL:
    return ctypes.CDLL(str(build("gcc", [SOURCE], ["-std=gnu11", *FAST], ".so")))


def sizes() -> tuple[int, int]:
    """Chains of a round, and numbers of a vector."""
    return _library().machine_chains(), _library().machine_lanes()
