"""Plans: what is nested, what is named, in which order; the schedule's order is kept."""

from __future__ import annotations

import re
from dataclasses import replace

from tests.support.emit import TARGETS, BuildContext, Define, Load, Save, Write, Zeros, emit, plan
from tests.support.passes import Kernel

from .kernels import Builder

C = TARGETS["c"]


def statements(kernel: Kernel, **limits: object) -> list[str]:
    text = emit([kernel], replace(C, **limits), BuildContext("r"))["r.c"]  # type: ignore[arg-type]
    body = text[text.index("\n{\n") :]
    return [line.strip() for line in body.splitlines() if " = " in line]


def scattered() -> Kernel:
    """t = a b and u = c d are computed far before they are used, with another statement between."""
    b = Builder()
    x = b.input("x", (4,))
    t, u = b.op("mul", x[0], x[1]), b.op("mul", x[2], x[3])
    other = b.op("add", x[0], x[2])
    shared = b.op("div", other, x[1])
    return b.kernel("f", {"y": ((3,), [b.op("sub", t, u), b.op("mul", shared, shared), shared])})


def test_values_computed_elsewhere_keep_their_place() -> None:
    assert statements(scattered()) == [
        "const double t1 = x[0] * x[1];",
        "const double t2 = x[2] * x[3];",
        "const double t3 = (x[0] + x[2]) / x[1];",
        "y[2] = t3;",
        "y[0] = t1 - t2;",
        "y[1] = t3 * t3;",
    ]


def test_a_language_that_does_not_care_for_order_nests_more() -> None:
    assert statements(scattered(), adjacent=False) == [
        "const double t1 = (x[0] + x[2]) / x[1];",
        "y[2] = t1;",
        "y[0] = x[0] * x[1] - x[2] * x[3];",
        "y[1] = t1 * t1;",
    ]


def test_statements_stay_short() -> None:
    b = Builder()
    x = b.input("x", (1,))
    value = x[0]
    for _ in range(50):
        value = b.op("div", b.op("add", value, x[0]), x[0])
    lines = statements(b.kernel("f", {"y": ((1,), [value])}), nest=7)
    assert max(line.count("/") + line.count("+") for line in lines) == 7


def test_slots_are_reused_and_never_overwritten_early() -> None:
    b = Builder()
    x = b.input("x", (2,))
    values, starts = [*x], [0]
    for k in range(400):
        values.append(b.op("sub", values[-1 - k % 5 % len(values)], values[-2]))
        if k % 20 == 19:
            starts.append(len(b.code))
    kernel = b.kernel("f", {"y": ((1,), [values[-1]])}, chunks=tuple(s for s in starts if s < len(b.code)))
    made = plan(kernel, replace(C, piece=20, nest=1))
    assert made.slots <= 10
    holder: dict[int, int] = {}
    for piece in made.pieces:
        loads = [step for step in piece if isinstance(step, Load)]
        assert all(holder[step.slot] == step.value for step in loads)
        fresh = {step.slot: step.value for step in piece if isinstance(step, Save)}
        assert not fresh.keys() & {step.slot for step in loads}
        holder.update(fresh)
    assert sum(isinstance(s, Define | Write) for piece in made.pieces for s in piece) > 390


def test_large_kernels_are_planned_in_linear_time() -> None:
    import time

    def seconds(size: int) -> float:
        b = Builder()
        x = b.input("x", (4,))
        values = [*x]
        for k in range(size):
            values.append(b.op("mul" if k % 3 else "sub", values[-1 - k % 4], values[-1]))
        kernel = b.kernel("f", {"y": ((1,), [values[-1]])}, chunks=tuple(range(0, size, 500)))
        start = time.process_time()
        emit([kernel], "c", BuildContext("r"))
        return time.process_time() - start

    # Ten times the size: ten times the time if linear, a hundred times if quadratic; the bound lies between the two.
    assert min(seconds(40000) for _ in range(2)) < 40 * max(min(seconds(4000) for _ in range(3)), 0.01)


def test_zeros_in_a_row_are_one_statement() -> None:
    b = Builder()
    x = b.input("x", (1,))
    zero, minus = b.const(0.0), b.const(-0.0)
    nodes = [zero, zero, x[0], zero, zero, zero, zero, b.op("neg", x[0]), zero, zero, zero, minus, zero]
    kernel = b.kernel("f", {"y": ((13,), nodes), "z": ((2,), [zero, zero])})
    text = emit([kernel], "c", BuildContext("r"))["r.c"]
    assert "memset(&y[3], 0, 4 * sizeof(double));" in text
    assert text.count("memset") == 1
    assert sorted(re.findall(r"([yz]\[\d+\]) = (-?[\w.]+)", text)) == sorted(
        [(f"y[{k}]", "0.0") for k in (0, 1, 8, 9, 10, 12)]
        + [("y[2]", "x"), ("y[7]", "-x"), ("y[11]", "-0.0"), ("z[0]", "0.0"), ("z[1]", "0.0")]
    )


def test_an_output_of_zeros_is_cleared_first() -> None:
    b = Builder()
    x = b.input("x", (1,))
    zero, value = b.const(0.0), b.op("sin", x[0])
    nodes = [zero] * 400
    nodes[7] = nodes[399] = value
    sparse = plan(b.kernel("f", {"y": ((400,), nodes)}), TARGETS["c"])
    assert sparse.pieces[0][0] == Zeros(0, 0, 400)
    assert sum(isinstance(step, Zeros) for piece in sparse.pieces for step in piece) == 1
    assert [s.index for piece in sparse.pieces for s in piece if isinstance(s, Write)] == [7, 399]
