"""Every operation under every operation, in every language that can run here, compared with the interpreter."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from tests.support.emit import TARGETS, BuildContext, Check, emit
from tests.support.graph import OPS
from tests.support.passes import Kernel
from tests.support.verification import find, run_tests

from .kernels import Builder, apply, interpret

SAMPLES = ((0.3, 0.7, -0.4, 1.6, 2.5, 2.0), (0.35, 0.6, -0.55, 1.3, 2.8, 2.0))
TIGHT = ("add", "sub", "mul", "div", "neg", "pow", "select")
"""Operations whose precedence differs between languages: these are also nested three deep."""
NUMBERS = (-1.5, 2.0, 0.25)

RUNNABLE = [name for name in TARGETS if name != "latex"]


def good(x: float) -> bool:
    return math.isfinite(x) and abs(x) < 1e3


def chains(depth: int, names: tuple[str, ...]) -> Iterator[tuple[tuple[str, int], ...]]:
    """outer(place), ..., inner: each operation stands in that operand place of the one before."""
    places = [(op, place) for op in names for place in range(OPS[op].arity)]
    yield from itertools.product(*[places] * (depth - 1), [(op, 0) for op in names])


def add_chain(b: Builder, x: list[int], chain: tuple[tuple[str, int], ...]) -> int:
    """The innermost operation on inputs, the next one around it, ... with operands for which every sample is in the domain."""
    operands = choices(chain)[-1][0]
    value = -1
    for (op, place), picks in zip(reversed(chain), operands, strict=True):
        args = [x[k] for k in picks]
        if value >= 0:
            args[place] = value
        value = b.op(op, *args)
    return value


Picks = tuple[tuple[int, ...], ...]


@cache
def choices(chain: tuple[tuple[str, int], ...]) -> list[tuple[Picks, tuple[float, ...]]]:
    """Input indices per operation, innermost first, and the values they give at each sample."""
    (op, place), found = chain[0], []
    for picks, inner in choices(chain[1:]) if len(chain) > 1 else [((), ())]:
        for indices in itertools.product(range(len(SAMPLES[0])), repeat=OPS[op].arity):
            if inner and indices[place] != 0:
                continue  # that place is taken by the inner value; one index stands for it
            values: list[float] = []
            for n, sample in enumerate(SAMPLES):
                args = [sample[k] for k in indices]
                if inner:
                    args[place] = inner[n]
                values.append(apply(op, *args))
            if all(good(v) for v in values):
                found.append(((*picks, indices), tuple(values)))
    assert found, f"no operands found for {chain}"
    return found[:: -(-len(found) // 30)]


def chain_kernels(depth: int, names: tuple[str, ...]) -> Iterator[Kernel]:
    for outer in names:
        b = Builder()
        x = b.input("x", (len(SAMPLES[0]),))
        y = [add_chain(b, x, chain) for chain in chains(depth, names) if chain[0][0] == outer]
        yield b.kernel(f"{outer}_{depth}", {"y": ((len(y),), y)})


def number_kernels() -> Iterator[Kernel]:
    """Numbers, negative ones too, in every place of every operation, alone and under a sum, a product, a power."""
    for outer, op in OPS.items():
        b = Builder()
        x = b.input("x", (len(SAMPLES[0]),))
        y: list[int] = []
        for place, number, other in itertools.product(range(op.arity), NUMBERS, range(len(x))):
            for wrapped in ("", "neg", "sub", "mul"):
                values = [SAMPLES[0][other]] * op.arity
                values[place] = number
                if not good(apply(outer, *values)):
                    continue
                args = [x[other]] * op.arity
                args[place] = b.const(number)
                inner = b.op(outer, *args)
                y.append(b.op(wrapped, *[x[0], inner][-OPS[wrapped].arity :]) if wrapped else inner)
        yield b.kernel(f"{outer}_numbers", {"y": ((len(y),), y)})


def checks(kernels: list[Kernel]) -> Iterator[Check]:
    for kernel in kernels:
        for n, sample in enumerate(SAMPLES):
            expected = interpret(kernel, {"x": sample})["y"]
            if all(math.isfinite(v) for v in expected):
                yield Check.expect(f"{kernel.name} at {n}", kernel, {"x": sample}, "y", expected, tolerance=1e-12)


@pytest.fixture(scope="module")
def kernels() -> list[Kernel]:
    return [*number_kernels(), *chain_kernels(2, tuple(OPS)), *chain_kernels(3, TIGHT)]


@pytest.mark.parametrize("language", RUNNABLE)
def test_every_operation_under_every_operation(language: str, kernels: list[Kernel]) -> None:
    missing = find(TARGETS[language].commands)[1]
    if missing:
        pytest.skip(f"no {missing} found")
    about = BuildContext("totality", checks=tuple(checks(kernels)))
    row = run_tests(emit(kernels, language, about), language, len(kernels))
    assert row.ok, row.output
    assert row.checks == row.passed >= len(about.checks) > 2 * len(OPS)  # a language may add checks of its own


def test_the_kernels_hold_every_pair(kernels: list[Kernel]) -> None:
    pairs = {
        (instr.op, place, kernel.code[j].op)
        for kernel in kernels
        for instr in kernel.code
        for place, j in enumerate(instr.args)
    }
    wanted = {(outer, place, inner) for outer, op in OPS.items() for place in range(op.arity) for inner in OPS}
    assert wanted <= pairs


@pytest.mark.parametrize("language", TARGETS)
def test_every_language_spells_every_operation_and_no_other(language: str) -> None:
    target = TARGETS[language]
    assert target.spell.keys() == OPS.keys()
    for op, spelling in target.spell.items():
        assert len(spelling.needs) == OPS[op].arity
        text = spelling.template.format(*(f"<{k}>" for k in range(OPS[op].arity)))
        assert all(f"<{k}>" in text for k in range(OPS[op].arity))


def test_a_table_without_precedence_is_caught(kernels: list[Kernel]) -> None:
    """The suite can fail: drop the parentheses of a right operand, and it does."""
    if find(TARGETS["numpy"].commands)[1]:
        pytest.skip("no numpy found")
    for op, symbol in (("sub", "-"), ("div", "/")):
        right = TARGETS["numpy"].spell[op]
        wrong = replace(right, needs=(right.needs[0], right.needs[1] - 1))
        target = replace(TARGETS["numpy"], spell={**TARGETS["numpy"].spell, op: wrong})
        row = run_tests(emit(kernels, target, BuildContext("t", checks=tuple(checks(kernels)))), "numpy", 1)
        assert not row.ok, symbol
        assert row.passed < row.checks
