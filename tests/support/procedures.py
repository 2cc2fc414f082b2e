"""Procedures to try languages with: small ones that are written as Python, each with states to run it at.

CORPUS has a Sample per procedure: its kernel, the Python function behind it and inputs; every language must give what Python
itself gives. `programs` (see procedure_programs) makes random ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwright.emit.checks import Check
from linkwright.graph.function import Ops, Port
from linkwright.passes.kernel import Instr, Kernel
from linkwright.passes.procedural import procedural
from linkwright.passes.procedure_math import Floats, atan2, cos, fabs, hypot, isfinite, nan, sin, sqrt, zeros
from linkwright.passes.repeat import repeated
from linkwright.passes.run_procedure import run_kernel

TABLE = np.array(((1.0, -2.0, 0.5), (0.25, 4.0, -1.5)))
LONG = 0.1 * np.arange(480.0).reshape(20, 24)
"""More numbers than Fortran takes in one statement."""


@dataclass(frozen=True)
class Sample:
    """A procedure, the function that it was translated from, and states."""

    kernel: Kernel
    function: Callable[..., Any]
    states: tuple[Mapping[str, Any], ...]

    def by_python(self, state: Mapping[str, Any]) -> dict[str, Any]:
        """What the function itself gives, run by Python."""
        given = [np.array(state[p.name]) if p.shape else float(state[p.name]) for p in self.kernel.inputs]
        made = [np.full(p.shape or (1,), np.nan) for p in self.kernel.outputs]
        with np.errstate(all="ignore"):
            self.function(*given, *made)
        return {p.name: y.reshape(p.shape) for p, y in zip(self.kernel.outputs, made, strict=True)}


def port(name: str, *shape: int) -> Port:
    """A port of a procedure."""
    return Port(name, shape, (-1,) * int(np.prod(shape)))


# --- helpers ------------------------------------------------------------------------------------------------------------------


def cubic(x: float, a: float, b: float) -> float:
    return (x * x + a) * x + b


def looked_up(i: int, j: int) -> float:
    """An element of a long table, with a remark that (if it is longer than a line) has to be broken; no part may be code."""
    return LONG[i, j]


def swap_rows(m: Floats, i: int, j: int) -> None:
    """Two rows of a matrix change places."""
    for k in range(m.shape[1]):
        m[i, k], m[j, k] = m[j, k], m[i, k]


def largest_below(m: Floats, column: int) -> int:
    row = column
    for i in range(column + 1, m.shape[0]):
        if fabs(m[i, column]) > fabs(m[row, column]):
            row = i
    return row


def smaller_larger(a: float, b: float) -> tuple[float, float]:
    return min(a, b), max(a, b)


# --- kernels that are called -------------------------------------------------------------------------------------------------


def _kernel(name: str, inputs: Mapping[str, tuple[int, ...]], code: Callable[..., Mapping[str, Any]]) -> Kernel:
    """Straight-line code. code: op, number and inputs' nodes -> nodes of each output, one for a scalar."""
    made: list[Instr] = []

    def put(instr: Instr) -> int:
        made.append(instr)
        return len(made) - 1

    ports = [
        Port(n, shape, tuple(put(Instr("input", (), (n, k))) for k in range(int(np.prod(shape)))))
        for n, shape in inputs.items()
    ]

    def op(what: str, *args: int | float) -> int:
        nodes = tuple(a if isinstance(a, int) else put(Instr("const", (), a)) for a in args)
        return put(Instr(what, nodes))

    found = code(op, *(p.nodes if p.shape else p.nodes[0] for p in ports))
    outputs = [
        Port(n, () if isinstance(y, int) else (len(y),), (y,) if isinstance(y, int) else tuple(y))
        for n, y in found.items()
    ]
    return Kernel(name, tuple(ports), tuple(outputs), tuple(made), Ops())


def _turn(op: Any, v: Any, angle: int) -> Mapping[str, Any]:
    s, c = op("sin", angle), op("cos", angle)
    x, y = op("sub", op("mul", c, v[0]), op("mul", s, v[1])), op("add", op("mul", s, v[0]), op("mul", c, v[1]))
    return {"turned": (x, y), "size": op("hypot", x, y)}


def _root_step(op: Any, a: Any, x: Any, direction: Any, damping: int) -> Mapping[str, Any]:
    """Newton for x0**2 = a0, x1**2 = a1."""
    new = [op("add", x[k], op("mul", damping, direction[k])) for k in range(2)]
    wrong = [op("sub", op("mul", new[k], new[k]), a[k]) for k in range(2)]
    way = [op("neg", op("div", wrong[k], op("mul", 2.0, new[k]))) for k in range(2)]
    return {"x_next": new, "direction_next": way, "error": op("max", op("abs", wrong[0]), op("abs", wrong[1]))}


TURN = _kernel("turn_vector", {"v": (2,), "angle": ()}, _turn)
ROOT_STEP = _kernel("root_step", {"a": (2,), "x": (2,), "direction": (2,), "damping": ()}, _root_step)
ROOTS = repeated(ROOT_STEP, "roots", "x")


def turn(v: Floats, angle: float) -> tuple[Floats, float]:
    """What the kernel TURN does, for Python."""
    turned = np.array([cos(angle) * v[0] - sin(angle) * v[1], sin(angle) * v[0] + cos(angle) * v[1]])
    return turned, hypot(turned[0], turned[1])


def roots(a: Floats, guess: Floats) -> tuple[Floats, float, float]:
    """What the kernel ROOTS does, but for its last two outputs."""
    return np.sqrt(a), float(0.0 * a.sum()), 0.0


# --- procedures ---------------------------------------------------------------------------------------------------------------


def bisection(a: float, b: float, bounds: Floats, root: Floats, steps: Floats) -> None:
    """The root of a growing cubic."""
    low, high = smaller_larger(bounds[0], bounds[1])
    taken = 0
    while high - low > 1e-12 and taken < 200:
        middle = 0.5 * (low + high)
        if middle <= low or middle >= high:
            break
        if cubic(middle, a, b) > 0.0:
            high = middle
        else:
            low = middle
        taken += 1
    root[0] = 0.5 * (low + high) if isfinite(cubic(low, a, b)) else nan
    steps[0] = float(taken)


def linear_system(m: Floats, b: Floats, x: Floats, determinant: Floats) -> None:
    """Gauss with row pivots; NaN where the matrix is singular."""
    n = len(b)
    work = zeros(4, 5)
    for i in range(4):
        for j in range(4):
            work[i, j] = m[i, j]
        work[i, 4] = b[i]
    product = 1.0
    "the triangle: what is below the diagonal becomes zero, row by row, with the largest element of a column as the next pivot"
    for column in range(4):
        row = largest_below(work, column)
        if row != column:
            swap_rows(work, row, column)
            product = -product
        product *= work[column, column]
        if work[column, column] == 0.0:
            break
        for i in range(column + 1, n):
            factor = work[i, column] / work[column, column]
            for k in range(column, 5):
                work[i, k] -= factor * work[column, k]
    determinant[0] = product
    if product == 0.0 or not isfinite(product):
        x[:] = nan
    else:
        for i in range(n - 1, -1, -1):
            total = work[i, 4]
            for k in range(i + 1, n):
                total -= work[i, k] * x[k]
            x[i] = total / work[i, i]


def sorted_rows(rows: Floats, ordered: Floats, finite: Floats) -> None:
    """Rows by their first element, those with NaN at the end; how many have none."""
    ordered[:] = rows
    count = 0
    for i in range(5):
        good = 1
        for k in range(2):
            if not isfinite(ordered[i, k]):
                good = 0
                break
        if good == 1:
            if i != count:
                swap_rows(ordered, i, count)
            count += 1
    for last in range(count - 1, 0, -1):
        for i in range(last):
            if ordered[i, 0] > ordered[i + 1, 0]:
                swap_rows(ordered, i, i + 1)
    finite[0] = float(count)


def walk(start: Floats, angle: float, path: Floats, length: Floats) -> None:
    """A kernel called again and again, its result fed back; another way of calling it in the middle of an expression."""
    v = zeros(2)
    v[:] = start
    total = 0.0
    size = 0.0
    for k in range(3):
        v[:], size = turn(v, angle * float(k + 1))
        path[k, 0] = v[0]
        path[k, 1] = v[1]
        total += size
    length[0] = total


def through_newton(a: Floats, guess: Floats, x: Floats, sum_of: Floats) -> None:
    """A kernel that repeats another, called."""
    left = 0.0
    x[:], left, _ = roots(a, guess)
    sum_of[0] = x[0] + x[1] if left < 1e-9 else nan


def without_numbers(a: float, y: Floats, z: Floats) -> None:
    """Kernels called with NaN, which callers must not give them, give NaN; what does not depend on it is there."""
    v = zeros(2)
    x = zeros(2)
    size = 0.0
    left = 0.0
    v[0] = sqrt(a)
    v[1] = 2.0
    y[:], size = turn(v, 0.0)
    x[:], left, _ = roots(y, v)
    z[0] = size + x[0] if left <= 1e-9 else nan
    z[1] = 1.0 if isfinite(left) else -1.0


def whole_numbers(x: float, y: Floats) -> None:
    """Arithmetic of integers, nested loops with break, a table, a counter that other counters bound."""
    hits = 0
    odd = 1
    for i in range(6):
        for j in range(i, 6):
            if i * j - 2 * i > 9:
                break
            if i + j == 2 * (j - 1) and not (i == 0 or j > 4):
                hits += i * 3 - j
        odd = -odd
    y[0] = float(hits)
    y[1] = float(odd) * x
    total = 0.0
    for i in range(2):
        for j in range(3):
            total += TABLE[i, j] * (x + float(i - j))
    y[2] = total
    stop = 3
    for k in range(stop):
        stop += 1
        y[3] = float(stop - k) + looked_up(17 + k, 20)


def logic(a: float, b: float, y: Floats) -> None:
    """Comparisons with NaN and infinities, choices, the operations."""
    y[:] = -1.0
    if a < b:
        y[0] = 1.0
    elif a > b:
        y[0] = 2.0
    elif a == b:
        y[0] = 3.0
    if not a <= b:
        y[1] = 1.0
    if a != a or (b != b and isfinite(a)):
        y[2] = 1.0
    if isfinite(a * b):
        y[3] = atan2(a, b) + hypot(a, b) - fabs(a)
    y[4] = sqrt(a) if a >= b else sqrt(b)
    y[5] = a if a > b else -b
    y[6] = 1.0 / (a - b) if a != b else nan
    y[7] = 2.0 - (a - (b - 1.0)) * -a / 3.0


_GRID = (0.0, -0.0, 1.5, -2.0, np.inf, -np.inf, np.nan)


def _samples() -> tuple[Sample, ...]:
    rng = np.random.default_rng(7)
    hole = np.array([[3.0, 1.0], [np.nan, 2.0], [1.0, 5.0], [2.0, np.inf], [-4.0, 0.5]])
    singular = np.outer([1.0, 2.0, 3.0, 4.0], [1.0, 0.5, 2.0, 4.0])
    systems = [{"m": rng.normal(size=(4, 4)), "b": rng.normal(size=4)} for _ in range(3)]
    kernels = {"turn": TURN, "roots": ROOTS}
    rows = (
        (bisection, [port("a"), port("b"), port("bounds", 2)], [port("root"), port("steps")],
         [{"a": 1.0, "b": -3.0, "bounds": [2.0, 0.0]}, {"a": 0.5, "b": np.nan, "bounds": [0.0, 1.0]}]),
        (linear_system, [port("m", 4, 4), port("b", 4)], [port("x", 4), port("determinant")],
         [*systems, {"m": singular, "b": rng.normal(size=4)}]),
        (sorted_rows, [port("rows", 5, 2)], [port("ordered", 5, 2), port("finite")],
         [{"rows": hole}, {"rows": rng.normal(size=(5, 2))}, {"rows": np.full((5, 2), np.nan)}]),
        (walk, [port("start", 2), port("angle")], [port("path", 3, 2), port("length")],
         [{"start": [1.0, 0.5], "angle": 0.3}, {"start": [-2.0, 0.0], "angle": -1.9}]),
        (through_newton, [port("a", 2), port("guess", 2)], [port("x", 2), port("sum_of")],
         [{"a": [2.0, 9.0], "guess": [1.0, 1.0]}, {"a": [16.0, 1e-2], "guess": [9.0, 3.0]}]),
        (without_numbers, [port("a")], [port("y", 2), port("z", 2)], [{"a": 4.0}, {"a": -4.0}]),
        (whole_numbers, [port("x")], [port("y", 4)], [{"x": 0.75}, {"x": -3.0}]),
        (logic, [port("a"), port("b")], [port("y", 8)], [{"a": a, "b": b} for a in _GRID for b in _GRID]),
    )  # fmt: skip
    made: list[Sample] = []
    for function, inputs, outputs, states in rows:
        kernel = procedural(
            function.__name__, function, inputs, outputs, kernels, doc=str(function.__doc__ or "").splitlines()[0]
        )
        made.append(Sample(kernel, function, tuple(states)))
    return tuple(made)


CORPUS = _samples()


def checks_of(samples: tuple[Sample, ...] = CORPUS) -> tuple[Check, ...]:
    """What the test programs of generated folders ask: what the interpreter gives, at states with numbers only."""
    found: list[Check] = []
    for sample in samples:
        kernel = sample.kernel
        for k, state in enumerate(sample.states):
            given = {name: np.ravel(x) for name, x in state.items()}
            expected = {name: np.ravel(y) for name, y in run_kernel(kernel, state).items()}
            if not all(np.isfinite(x).all() for x in given.values()):
                continue
            for name, y in expected.items():
                if not np.isinf(y).any():
                    found.append(Check.expect(f"{kernel.name} {k} {name}", kernel, given, name, y, 1e-8))  # type: ignore[arg-type]
    return tuple(found)
