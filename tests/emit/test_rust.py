"""Generated Rust, run by Cargo: robots, both features, checks of inputs, pieces, names, what linters think of it."""

from __future__ import annotations

import itertools
import math
import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

import linkwright as lw
from tests.support.emit import TARGETS, BuildContext, Check, emit
from tests.support.graph import OPS, Port
from tests.support.passes import Kernel
from tests.support.verification import run_tests

from .kernels import Builder, interpret, tiny
from .robots import NAMES, parameters, robot
from .test_c import random_kernel
from .test_totality import TIGHT, chain_kernels, checks, number_kernels

CARGO = shutil.which("cargo")
pytestmark = pytest.mark.skipif(CARGO is None, reason="no cargo found")


def cargo(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [str(CARGO), words[0], "--offline", *words[1:]]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=200)


def run_main(folder: Path, kernel: Kernel, text: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a program that has the kernel's crate as `tiny`."""
    emit([kernel], "rust", BuildContext("tiny")).write(folder)
    (folder / "examples" / "program.rs").write_text(f"fn main() {{\n{text}\n}}\n")
    return cargo(folder, "run", "--quiet", "--example", "program", *words)


@pytest.mark.parametrize("name", [*NAMES[:-1], pytest.param(NAMES[-1], marks=pytest.mark.slow)])
def test_a_robot_passes_its_own_tests(name: str, tmp_path: Path) -> None:
    built = lw.build(robot(name), to="rust", out=tmp_path, parameters=parameters(name))
    (row,) = built.tests
    assert row.ok, row.output
    assert row.checks >= 21
    assert row.error is not None
    assert row.error < 1e-12
    if name == "double_pendulum":
        folder = tmp_path / "rust"
        example = cargo(folder, "run", "--example", f"example_{name}")
        assert example.returncode == 0, example.stderr
        assert "inverse_dynamics [" in example.stdout
        for features in ([], ["--no-default-features"]):
            ran = cargo(folder, "test", *features)
            assert ran.stdout.splitlines()[-1].startswith(f"{row.checks} checks, {row.checks} passed")
            assert "warning" not in ran.stderr


def test_a_wrong_expected_value_fails() -> None:
    kernel, state = tiny(), {"q": (0.5, -0.25)}
    wrong = interpret(kernel, {**state, "parameters": (1.5, 0.25)})["M"]
    wrong[3] *= 1 + 1e-8
    right = replace(Check.expect("right", kernel, state, "h", [0.0]), floor=1e9)
    about = BuildContext("t", checks=(Check.expect("wrong", kernel, state, "M", wrong), right))
    row = run_tests(emit([kernel], "rust", about), "rust", 1)
    assert not row.ok
    assert (row.checks, row.passed) == (2, 1)


def test_an_infinite_result_fails() -> None:
    b = Builder()
    x = b.input("x", ())[0]
    kernel = b.kernel("f", {"y": ((2,), [x, b.op("div", x, b.op("sub", x, x))])})
    about = BuildContext("t", checks=(Check.expect("inf", kernel, {"x": [1.0]}, "y", [1.0, 1.0]),))
    row = run_tests(emit([kernel], "rust", about), "rust", 1)
    assert (row.checks, row.passed, row.error) == (1, 0, math.inf)


def test_debug_builds_name_a_bad_input_and_release_builds_do_not_look(tmp_path: Path) -> None:
    call = 'println!("{}", tiny::mass_matrix(&[0.0, f64::NAN], &tiny::PARAMETERS).1);'
    ran = run_main(tmp_path, tiny(), call)
    assert ran.returncode != 0
    assert "mass_matrix: element 1 of q is NaN, not a finite number" in ran.stderr
    ran = run_main(tmp_path, tiny(), call, "--release")
    assert (ran.returncode, ran.stdout) == (0, "NaN\n")
    ran = run_main(tmp_path, tiny(), "tiny::mass_matrix(&[0.0; 3], &tiny::PARAMETERS);")
    assert "expected an array with a size of 2" in ran.stderr


def test_parameters_by_name_and_results_in_place(tmp_path: Path) -> None:
    text = """
    let mut parameters = tiny::PARAMETERS;
    parameters[tiny::parameters_index::L_UPPER] = 0.75;
    let mut M = [[7.0; 2]; 2];
    let mut h = 7.0;
    tiny::mass_matrix_into(&[0.5, -0.25], &parameters, &mut M, &mut h);
    println!("{} {} {} {} {h}", M[0][0], M[0][1], M[1][0], M[1][1]);"""
    expected = interpret(tiny(), {"q": (0.5, -0.25), "parameters": (1.5, 0.75)})
    found = [float(word) for word in run_main(tmp_path, tiny(), text).stdout.split()]
    assert found == pytest.approx([*expected["M"], *expected["h"]], rel=1e-14)


def shapes(seed: int) -> Kernel:
    """A long chain with outputs of every depth, runs of zeros in them, and angles in a matrix."""
    kernel = random_kernel(seed, 900, 30)
    code = [*kernel.code]
    first = len(code)
    b = Builder()
    b.code = code
    m = b.input("m", (2, 3))
    zero = b.const(0.0)
    sines = [b.op("sin", k) for k in m]
    values = kernel.outputs[0].nodes
    stack = (*sines, *(zero,) * 9, *values[:9])
    outputs = (Port("n", (), (values[3],)), Port("stack", (2, 3, 4), stack), Port("wide", (1, 9), (zero,) * 9))
    return replace(
        kernel,
        inputs=(*kernel.inputs, b.inputs["m"]),
        outputs=(*kernel.outputs, *outputs),
        code=tuple(b.code),
        chunks=(*kernel.chunks, first),
    )


@pytest.mark.parametrize("piece", [0, 40])
def test_pieces_compute_the_same(piece: int) -> None:
    kernel = shapes(1)
    inputs = {"x": [0.3, -1.2, 2.2, 0.7, -0.4, 5.0, 1.1], "s": [0.9], "m": [0.1, 0.2, 0.3, 0.4, 0.5, 1e9]}
    expected = interpret(kernel, inputs)
    found = tuple(Check.expect(name, kernel, inputs, name, values) for name, values in expected.items())
    tree = emit([kernel], replace(TARGETS["rust"], piece=piece), BuildContext("r", checks=found))
    names = re.findall(r"^fn (long_chain_\d+)", tree["src/long_chain.rs"], re.MULTILINE)
    assert (len(names) > 1) == bool(piece)
    row = run_tests(tree, "rust", 1)
    assert row.ok, row.output
    assert row.passed == len(expected) == 6


@pytest.mark.parametrize("kernel", [tiny(), shapes(2)], ids=["tiny", "pieces"])
def test_linters_have_nothing_to_say(kernel: Kernel, tmp_path: Path) -> None:
    inputs = {port.name: [0.1 * k for k in range(port.size)] for port in kernel.inputs}
    found = tuple(Check.expect(k, kernel, inputs, k, v) for k, v in interpret(kernel, inputs).items())
    emit([kernel], replace(TARGETS["rust"], piece=60), BuildContext("Strict", checks=found)).write(tmp_path)
    if shutil.which("cargo-fmt"):
        ran = subprocess.run([str(CARGO), "fmt", "--check"], cwd=tmp_path, capture_output=True, text=True)
        assert ran.returncode == 0, ran.stdout + ran.stderr
    if shutil.which("cargo-clippy"):
        ran = cargo(tmp_path, "clippy", "--all-targets", "--", "-D", "warnings")
        assert ran.returncode == 0, ran.stderr


def test_text_from_a_file_stays_text() -> None:
    hostile = '*/ ``` "# ";\ncompile_error!("evil");\r//! \u202e {x} \\ \u2028 compile_error!("evil")'
    kernel = tiny()
    ports = tuple(replace(p, doc=hostile, labels=(hostile, "self")) for p in kernel.inputs)
    kernel = replace(kernel, doc=hostile, equation=hostile, reference=hostile, inputs=ports)
    state = {"q": (0.1, 0.2), "parameters": (1.0, 2.0)}
    check = Check.expect(hostile, kernel, state, "h", interpret(kernel, state)["h"])
    row = run_tests(emit([kernel], "rust", BuildContext(hostile, conventions=hostile, checks=(check,))), "rust", 1)
    assert row.ok, row.output
    assert row.passed == 1


def test_words_of_the_language_are_no_names() -> None:
    words = ["fn", "Self", "None", "t1", "math", "naïve name", "PARAMETERS", "f64", "sine", "work"]
    b = Builder()
    made = [b.op("sin", b.input(word, (1,), defaults=(0.5,), labels=("type",))[0]) for word in words]
    kernel = b.kernel("match", {"impl": ((len(made),), made)})
    found = (Check.expect("names", kernel, {words[0]: [0.5]}, "impl", [math.sin(0.5)] * len(made)),)
    row = run_tests(emit([kernel], "rust", BuildContext("Crate", checks=found)), "rust", 1)
    assert row.ok, row.output
    assert row.passed == 1


@pytest.mark.slow
def test_every_operation_under_every_operation_without_a_standard_library(tmp_path: Path) -> None:
    kernels = [*itertools.chain(chain_kernels(2, tuple(OPS)), chain_kernels(3, TIGHT), number_kernels())]
    about = BuildContext("totality", checks=tuple(checks(kernels)))
    emit(kernels, "rust", about).write(tmp_path)
    ran = cargo(tmp_path, "test", "--no-default-features")
    assert ran.returncode == 0, ran.stdout
    assert ran.stdout.splitlines()[-1].startswith(f"{len(about.checks)} checks, {len(about.checks)} passed")
    assert "warning" not in ran.stderr
