"""Procedures in other forms, for languages that lack something: they compute the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace

import numpy as np
import pytest
from hypothesis import given, settings

from linkwright.passes.guarded_conditions import guarded_conditions
from linkwright.passes.procedural import procedural
from linkwright.passes.procedure import Break, Element, Logic, Number, Procedure
from linkwright.passes.procedure_math import Floats
from linkwright.passes.run_procedure import run_kernel
from linkwright.passes.without_breaks import without_breaks
from tests.support.passes import Kernel
from tests.support.procedure_programs import Program, programs
from tests.support.procedures import CORPUS, Sample, port


def changed(kernel: Kernel, form: object) -> Kernel:
    assert kernel.procedure is not None
    assert callable(form)
    return replace(kernel, procedure=form(kernel.procedure))


def parts(x: object) -> Iterator[object]:
    yield x
    inner = x if isinstance(x, tuple) else [getattr(x, f.name) for f in fields(x)] if is_dataclass(x) else ()
    for part in inner:
        yield from parts(part)


def first_negative(v: Floats, place: Floats) -> None:
    """Reads an element only where there is one."""
    i = 0
    while i < 3 and not (v[i] < 0.0 or (i == 2 and v[i] > 5.0)):
        i += 1
    place[0] = float(i)
    if i < 3 and v[i] < -1.0:
        place[0] = float(-i)


FIRST = procedural("first_negative", first_negative, [port("v", 3)], [port("place")])


def is_plain(procedure: Procedure) -> bool:
    late = [a for c in parts(procedure.body) if isinstance(c, Logic) and c.op != "not" for a in c.args[1:]]
    return not any(
        isinstance(e, Element) and not all(isinstance(i, Number) for i in e.index) for a in late for e in parts(a)
    )


@pytest.mark.parametrize("form", [without_breaks, guarded_conditions])
@pytest.mark.parametrize("sample", CORPUS, ids=lambda s: s.kernel.name)
def test_samples(sample: Sample, form: object) -> None:
    kernel = changed(sample.kernel, form)
    for state in sample.states:
        expected = run_kernel(sample.kernel, state)
        for name, y in run_kernel(kernel, state).items():
            np.testing.assert_array_equal(y, expected[name])


@settings(max_examples=20)
@given(programs())
def test_random_programs(program: Program) -> None:
    for form in (without_breaks, guarded_conditions):
        kernel = changed(program.kernel, form)
        for state in program.states:
            np.testing.assert_array_equal(run_kernel(kernel, state)["y"], run_kernel(program.kernel, state)["y"])


def test_no_break_is_left() -> None:
    for sample in CORPUS:
        procedure = changed(sample.kernel, without_breaks).procedure
        assert not any(isinstance(part, Break) for part in parts(procedure))


def test_no_side_of_a_condition_indexes_what_the_other_side_guards() -> None:
    assert FIRST.procedure is not None
    assert not is_plain(FIRST.procedure)
    plain = changed(FIRST, guarded_conditions)
    assert plain.procedure is not None
    assert is_plain(plain.procedure)
    for v in ([1.0, 2.0, 3.0], [1.0, 2.0, 7.0], [-0.5, 1.0, 1.0], [1.0, -3.0, 1.0], [1.0, 1.0, -2.0]):
        np.testing.assert_array_equal(run_kernel(plain, {"v": v})["place"], run_kernel(FIRST, {"v": v})["place"])
