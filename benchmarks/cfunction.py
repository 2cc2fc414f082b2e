"""A generated C function in harness.c, as a contestant."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from benchmarks.compilers import FAST, BuildError, available, build
from benchmarks.robots import BUILD
from benchmarks.timing import Contestant

HARNESS = Path(__file__).resolve().parent / "harness.c"
LONG = 15_000  # lines; gcc's time is quadratic in the length of a basic block
TOO_LONG = 120_000  # lines; no compiler here ends in reasonable time


def contestant(
    column: str,
    name: str,
    source: Path,
    wrapper: str,
    inputs: Sequence[np.ndarray],
    outputs: int,
    *,
    depends: Sequence[Path] = (),
    flags: Sequence[str] = (),
    compiler: str = "",
) -> Contestant:
    """Compile `source` together with `wrapper`, which defines CALL(in, out), and the timing loop.

    inputs: one array of states per input, (states, size), of floats with -DREAL=float. outputs: how many numbers CALL
    writes. flags: after those for everybody, whose opposites win over them. compiler: instead of gcc.
    """
    BUILD.mkdir(parents=True, exist_ok=True)
    main = BUILD / f"{name}.wrapper.c"
    main.write_text(f"{wrapper}\n#include {quoted(HARNESS)}\n")
    fitting, level = _compiler(source)
    compiler = compiler or fitting
    include = f"-I{source.parent}"
    options = ["-std=gnu11", "-w", include, *level, *flags, "-lm"]
    library = ctypes.CDLL(str(build(compiler, [main, source], options, ".so", depends=[HARNESS, *depends])))
    return _bound(library, column, f"{compiler} {level[0]}", [np.ascontiguousarray(x) for x in inputs], outputs)


def quoted(path: Path) -> str:
    return f'"{path}"'


def _compiler(source: Path) -> tuple[str, tuple[str, ...]]:
    """gcc -O3; for sources on which that takes hours, clang -O3, or gcc -O1 where there is no clang."""
    text = re.sub(r"(#ifdef LINKWRIGHT_LANES\n.*?)#else\n.*?#endif", r"\1", source.read_text(), flags=re.DOTALL)
    lines = text.count("\n")  # of two forms of a function one is compiled
    if lines < LONG:
        return "gcc", FAST
    if lines > TOO_LONG:
        raise BuildError(f"{source.name} has {lines} lines: not compiled here")
    return ("clang", FAST) if available("clang") else ("gcc", ("-O1", *FAST[1:]))


def _bound(library: ctypes.CDLL, column: str, label: str, inputs: list[np.ndarray], outputs: int) -> Contestant:
    function = library.bench_seconds
    function.restype = ctypes.c_double
    real = inputs[0].dtype
    pointer = ctypes.POINTER(ctypes.c_float if real == np.float32 else ctypes.c_double)
    data = (pointer * len(inputs))(*(x.ctypes.data_as(pointer) for x in inputs))
    sizes = (ctypes.c_long * len(inputs))(*(x.shape[1] for x in inputs))
    out = np.zeros(outputs, real)
    target = out.ctypes.data_as(pointer)

    def seconds(n: int) -> float:
        return function(ctypes.c_long(n), ctypes.c_long(len(inputs[0])), len(inputs), data, sizes, target)

    def value() -> np.ndarray:
        seconds(1)
        return out.copy()

    return Contestant(column, label, seconds, value)
