"""Procedures in every language: what generated code computes is what the interpreter computes, which is what Python does."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linkwright.passes.procedural import procedural
from linkwright.passes.procedure_math import Floats, zeros
from tests.support.emit import TARGETS, BuildContext, emit
from tests.support.passes import Kernel
from tests.support.procedure_programs import Program, programs
from tests.support.procedures import CORPUS, ROOTS, TURN, Sample, checks_of, port
from tests.support.verification import find, run_tests

from .test_c import STRICT as STRICT_C
from .test_cpp import STRICT as STRICT_CPP
from .test_julia import run as run_julia

LANGUAGES = [name for name in TARGETS if name != "latex"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_does_what_python_does(language: str) -> None:
    missing = find(TARGETS[language].commands)[1]
    if missing:
        pytest.skip(f"no {missing} found")
    checks = checks_of()
    row = run_tests(emit([s.kernel for s in CORPUS], language, BuildContext("procedures", checks=checks)), language, 2)
    assert row.ok, row.output
    assert row.passed >= len(checks)


SLOW = [pytest.param(name, marks=pytest.mark.slow) for name in LANGUAGES if name != "c"]


@pytest.mark.parametrize("language", ["c", *SLOW])
@settings(max_examples=2, deadline=None)
@given(st.lists(programs(), min_size=15, max_size=15))
def test_random_programs(language: str, drawn: list[Program]) -> None:
    """Read as Julia where there is none."""
    samples = tuple(
        Sample(replace(p.kernel, name=f"program_{k}"), lambda *_: None, p.states) for k, p in enumerate(drawn)
    )
    checks = checks_of(samples)
    tree = emit([s.kernel for s in samples], language, BuildContext("procedures", checks=checks))
    missing = find(TARGETS[language].commands)[1]
    if language == "julia":
        assert run_julia(tree).printed[-1].startswith(f"{len(checks)} checks, {len(checks)} passed")
    if missing:
        pytest.skip(f"no {missing} found")
    row = run_tests(tree, language, 2)
    assert row.ok, row.output
    assert row.passed >= len(checks)
    assert "warning" not in row.output


def named(do: float, N: Floats, end: Floats, state: Floats) -> None:
    """Words that mean something in one language or another."""
    function = do
    work = 0.0
    batch = 1
    n = zeros(2)
    for var in range(2):
        t1 = N[var] * function
        let = t1 if t1 > 0.0 else -t1
        n[var] = let
        while n[var] > 1.0 and batch < 9:
            n[var] -= 1.0
            batch += 1
    real, tuple = n[0], n[1]
    integer = float(batch)
    if real > tuple:
        work = integer
    end[:] = n
    state[0] = work + real - tuple


BUILT = ("cpp", "cuda", "cython", "jax", "torch")
QUICK = [pytest.param(name, marks=pytest.mark.slow) if name in BUILT else name for name in LANGUAGES]
"""Those of BUILT take seconds."""


@pytest.mark.parametrize("language", QUICK)
def test_any_name_will_do(language: str) -> None:
    kernel = procedural("procedure", named, [port("do"), port("N", 2)], [port("end", 2), port("state")])
    states = ({"do": 2.0, "N": [1.2, -0.9]}, {"do": 0.5, "N": [0.4, 3.0]})
    checks = checks_of((Sample(kernel, named, states),))
    tree = emit([kernel], language, BuildContext("module", checks=checks))
    missing = find(TARGETS[language].commands)[1]
    if language == "julia":
        assert run_julia(tree).printed[-1].startswith(f"{len(checks)} checks, {len(checks)} passed")
    if missing:
        pytest.skip(f"no {missing} found")
    row = run_tests(tree, language, 2)
    assert row.ok, row.output
    assert row.passed >= len(checks) == 4


def test_read_as_julia() -> None:
    checks = checks_of()
    tree = emit([s.kernel for s in CORPUS], "julia", BuildContext("procedures", checks=checks))
    assert run_julia(tree).printed[-1].startswith(f"{len(checks)} checks, {len(checks)} passed")


def test_a_document_tells_the_algorithm() -> None:
    text = emit([_named("bisection"), _named("walk")], "latex", BuildContext("arm"))["arm.tex"]
    assert r"\textbf{while} $\mathrm{high} - \mathrm{low} > 1\mathrm{e}{-12} \land \mathrm{taken} < 200$:" in text
    assert r"\text{turn\_vector}(" in text
    missing = find(TARGETS["latex"].commands)[1]
    if not missing:
        row = run_tests(emit([s.kernel for s in CORPUS], "latex", BuildContext("procedures")), "latex", 2)
        assert row.ok, row.output


def _named(name: str) -> Kernel:
    return next(s.kernel for s in CORPUS if s.kernel.name == name)


def test_called_kernels_stand_before_their_callers_once() -> None:
    text = emit([_named("walk"), _named("through_newton"), TURN], "c", BuildContext("arm"))["arm.c"]
    order = [
        text.index(f"void arm_{name}(") for name in ("turn_vector", "walk", "root_step", "roots", "through_newton")
    ]
    assert order == sorted(order)
    assert text.count("void arm_turn_vector(") == 1


def test_a_called_kernel_is_not_taken_for_another_of_its_name() -> None:
    other = replace(ROOTS, name="turn_vector")
    text = emit([other, _named("walk")], "c", BuildContext("arm"))["arm.c"]
    assert "arm_walk_turn_vector(v_before, " in text


def test_locals_are_called_like_nothing_else() -> None:
    """`work` is the scratch array of large functions."""
    text = emit([_named("linear_system")], "c", BuildContext("arm"))["arm.c"]
    assert "double work_[20];" in text


@pytest.mark.parametrize(
    ("language", "program", "flags"), [("c", "gcc", STRICT_C), ("cpp", "g++", STRICT_CPP.split())], ids=("c", "cpp")
)
def test_strict_compilers_have_nothing_to_say(language: str, program: str, flags: list[str], tmp_path: Path) -> None:
    compiler = shutil.which(program)
    if compiler is None:
        pytest.skip(f"no {program} found")
    emit([s.kernel for s in CORPUS], language, BuildContext("strict", checks=checks_of())).write(tmp_path)
    sources = sorted(p.name for p in tmp_path.glob("*.c*"))
    run = subprocess.run([compiler, *flags, "-c", *sources], cwd=tmp_path, capture_output=True, text=True)
    assert (run.returncode, run.stderr) == (0, "")


_SCALARS = """
#include "arm.hpp"
#include <cstdio>
template <class S> void run()
{
    const S a[2] = {S(2.0), S(9.0)}, guess[2] = {S(1.0), S(1.0)}, bounds[2] = {S(2.0), S(0.0)};
    S x[2], sum, root, steps;
    arm::through_newton<S>(a, guess, x, &sum);
    arm::bisection<S>(S(1.0), S(-3.0), bounds, &root, &steps);
    std::printf("%.4f %.4f\\n", static_cast<double>(x[1]), static_cast<double>(root));
}
int main() { run<double>(); run<float>(); run<long double>(); }
"""


def test_procedures_of_cpp_take_other_scalars(tmp_path: Path) -> None:
    compiler = shutil.which("g++")
    if compiler is None:
        pytest.skip("no g++ found")
    emit([_named("through_newton"), _named("bisection")], "cpp", BuildContext("arm")).write(tmp_path)
    (tmp_path / "main.cpp").write_text(_SCALARS)
    subprocess.run([compiler, "-std=c++17", "-O1", "main.cpp", "-o", "main"], cwd=tmp_path, check=True)
    run = subprocess.run([tmp_path / "main"], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines() == ["3.0000 1.2134"] * 3
