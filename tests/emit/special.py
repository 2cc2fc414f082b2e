"""Zeros with signs, infinities and NaN under the operations that languages disagree about; what IEEE 754 says they give."""

from __future__ import annotations

import math

from tests.support.passes import Kernel

from .kernels import Builder, interpret

VALUES = (0.0, -0.0, 1.0, -1.0, 0.5, 3.0, math.inf, -math.inf, math.nan)
PAIRS = [(x, y) for x in VALUES for y in VALUES]


def special() -> Kernel:
    """z = f(x, y)."""
    b = Builder()
    x, y = b.input("x", ())[0], b.input("y", ())[0]
    made = [b.op(op, x, y) for op in ("pow", "atan2", "hypot", "min", "max")]
    made += [b.op("abs", x), b.op("select", x, y, x), b.op("only_if", x, y), b.op("sign", x)]
    return b.kernel("f", {"z": ((len(made),), made)})


def differing(x: float, y: float, found: list[float]) -> list[int]:
    """Places where the found values are not those of the interpreter: sign of zero, infinity and NaN included."""
    expected = interpret(special(), {"x": [x], "y": [y]})["z"]
    if x == 0 and y < 0:  # the interpreter raises, IEEE has an infinity
        expected[0] = math.copysign(math.inf, x) if y == -1 else math.inf
    return [k for k, (a, b) in enumerate(zip(found, expected, strict=True)) if not _same(a, b)]


def _same(a: float, b: float) -> bool:
    if math.isnan(a) or math.isnan(b):
        return math.isnan(a) and math.isnan(b)
    return math.copysign(1, a) == math.copysign(1, b) and math.isclose(a, b, rel_tol=1e-15, abs_tol=0)
