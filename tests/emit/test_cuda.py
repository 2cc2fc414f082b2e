"""Generated CUDA: what a thread does, on the host, in both layouts; kernels and launchers as nvcc compiles them. No GPU."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

import linkwright as lw
from tests.support.emit import TARGETS, BuildContext, Check, emit
from tests.support.passes import Kernel
from tests.support.verification import run_tests

from .kernels import Builder, interpret, tiny
from .robots import EXAMPLES, robot
from .special import PAIRS, differing, special
from .test_c import random_kernel

GXX, NVCC = shutil.which("g++"), shutil.which("nvcc")
pytestmark = pytest.mark.skipif(not GXX, reason="no g++ found")
needs_nvcc = pytest.mark.skipif(not NVCC, reason="no nvcc found: nothing can be compiled for a GPU")
STRICT = "-std=c++17 -x c++ -O1 -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Werror"


def make(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["make", *words], cwd=folder, capture_output=True, text=True, timeout=600)


def checked(*kernels: Kernel) -> BuildContext:
    checks: list[Check] = []
    for kernel in kernels:
        inputs = {port.name: [0.1 * k + 0.05 for k in range(port.size)] for port in kernel.inputs}
        checks += [Check.expect(k, kernel, inputs, k, v) for k, v in interpret(kernel, inputs).items()]
    return BuildContext("tiny", checks=tuple(checks))


def written(folder: Path, *kernels: Kernel) -> Path:
    emit(kernels, replace(TARGETS["cuda"], piece=60), checked(*kernels)).write(folder)
    return folder


def host(folder: Path, code: str) -> str:
    """What a program prints that only g++ sees."""
    (folder / "main.cpp").write_text(f'#include "tiny.cuh"\n#include <cstdio>\nint main() {{\n{code}\n}}\n')
    subprocess.run([str(GXX), "-std=c++17", "-Wall", "-Werror", "main.cpp", "-o", "main"], cwd=folder, check=True)
    return subprocess.run([folder / "main"], capture_output=True, text=True, timeout=60, check=True).stdout


def test_a_robot_without_nvcc(tmp_path: Path) -> None:
    """Everything but the GPU: all default quantities, parameters given and left out, through what a thread does."""
    lw.build(EXAMPLES / "double_pendulum.yaml", to="cuda", out=tmp_path, parameters="symbolic", run=False)
    ran = make(tmp_path / "cuda", "test", "COMPILER=g++", "OPT=-O0")
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "neither compiled for a GPU nor executed on one" in ran.stdout
    assert ran.stdout.count("  ok ") > 15
    assert "FAILED" not in ran.stdout


def test_strict_compilers_have_nothing_to_say(tmp_path: Path) -> None:
    folder = written(tmp_path, tiny(), random_kernel(2, 200, 6))
    for name in ("test_tiny", "example_tiny"):
        subprocess.run([str(GXX), *STRICT.split(), f"{name}.cu", "-o", name], cwd=folder, check=True)
        ran = subprocess.run([folder / name], capture_output=True, text=True, timeout=60)
        assert ran.returncode == 0, ran.stdout


LAYOUTS = """
    const double q[] = {0.5, 0.0, 0.7, 0.1, 0.9, 0.2};
    double M[12], h[3], one[4], g, wrong = 0.0;
    for (auto layout : {linkwright::layout::columns, linkwright::layout::rows}) {
        for (std::size_t thread : {1, 0}) tiny::states::mass_matrix<double>(q, nullptr, M, h, {thread, 2, 3, layout});
        for (std::size_t k = 0; k < 3; k++) {
            const bool columns = layout == linkwright::layout::columns;
            const double x[] = {q[columns ? k : 2 * k], q[columns ? 3 + k : 2 * k + 1]};
            tiny::mass_matrix<double>(x, nullptr, one, &g);
            for (std::size_t i = 0; i < 4; i++) wrong += M[columns ? 3 * i + k : 4 * k + i] != one[i];
            wrong += h[k] != g;
        }
    }
    std::printf("%g", wrong);"""


def test_both_layouts_and_shares_of_threads(tmp_path: Path) -> None:
    """Two threads take three states; each result is where the layout says, and bit for bit that of the function alone."""
    assert host(written(tmp_path, tiny()), LAYOUTS) == "0"


def test_single_precision(tmp_path: Path) -> None:
    code = """
    const float q[] = {0.5f, 0.0f};
    float M[4], h;
    tiny::states::mass_matrix<float>(q, nullptr, M, &h, {0, 1, 1, linkwright::layout::rows});
    std::printf("%g", static_cast<double>(M[0]));"""
    assert host(written(tmp_path, tiny()), code) == "2.25"


@pytest.mark.parametrize("found", ["strides", "results"])
def test_the_tests_can_fail(found: str, tmp_path: Path) -> None:
    """A function that gathers from the wrong place, or computes something else, does not pass."""
    folder = written(tmp_path, tiny())
    path, old, new = {
        "strides": ("linkwright_math.cuh", "return {state, all.count};", "return {state, all.count - 1};"),
        "results": ("tiny.hpp", "M[0] = ", "M[0] = Scalar(1.0) + "),
    }[found]
    text = (folder / path).read_text()
    assert text.count(old) == 1
    (folder / path).write_text(text.replace(old, new))
    ran = make(folder, "test", "COMPILER=g++", "OPT=-O0")
    assert ran.returncode != 0
    assert "FAILED" in ran.stdout


def test_special_values_are_those_of_the_interpreter(tmp_path: Path) -> None:
    folder = written(tmp_path, special())
    pairs = ", ".join(f"{{{x!r}, {y!r}}}" for x, y in PAIRS).replace("inf", "INFINITY").replace("nan", "NAN")
    out = host(
        folder,
        f"const double pairs[][2] = {{{pairs}}};\nfor (auto &p : pairs) {{ double z[9];\n"
        "tiny::states::f<double>(&p[0], &p[1], z, {0, 1, 1, linkwright::layout::columns});\n"
        'for (double x : z) { std::printf("%.17g ", x); }\nstd::printf("\\n"); }',
    )
    rows = [[float(word) for word in line.split()] for line in out.splitlines()]
    assert not {pair: bad for pair, row in zip(PAIRS, rows, strict=True) if (bad := differing(*pair, row))}


def test_names_that_mean_something_in_cuda(tmp_path: Path) -> None:
    b = Builder()
    x = [b.input(word, (1,))[0] for word in ("blockIdx", "one", "state", "count", "stream", "k")]
    kernel = b.kernel("batch", {"share": ((2,), x[:2]), "layout": ((4,), x[2:])})
    folder = written(tmp_path, kernel)
    assert "void batch_(" in (folder / "tiny.cuh").read_text()
    ran = make(folder, "test", "COMPILER=g++", "OPT=-O0")
    assert ran.returncode == 0, ran.stderr
    if NVCC:
        assert make(folder, "COMPILER=nvcc").returncode == 0


@needs_nvcc
def test_kernels_and_launchers_compile(tmp_path: Path) -> None:
    """For the GPU: every kernel in double and single precision, in the object; without a GPU a launch says so."""
    folder = written(tmp_path, tiny(), random_kernel(2, 120, 4), special())
    ran = make(folder, "all", "gpu_tiny", "example", "COMPILER=nvcc")
    assert ran.returncode == 0, ran.stderr
    assert "warning" not in ran.stderr
    assert "mass_matrix: M\n" in ran.stdout
    code = (folder / "tiny.o").read_bytes()
    for name in ("mass_matrix", "long_chain", "f"):
        for letter in "df":
            assert f"_ZN4tiny7kernels{len(name)}{name}I{letter}E".encode() in code


@needs_nvcc
def test_host_arithmetic_as_nvcc_compiles_it() -> None:
    kernels = (tiny(), random_kernel(1, 120, 4))
    row = run_tests(emit(kernels, replace(TARGETS["cuda"], piece=40), checked(*kernels)), "cuda", 2)
    assert row.ok, row.output
    assert row.passed == 5


@pytest.mark.slow
@needs_nvcc
def test_the_default_quantities_of_an_arm_compile_for_a_gpu(tmp_path: Path) -> None:
    (row,) = lw.build(robot("panda"), to="cuda", out=tmp_path).tests
    assert row.ok, row.output
    ran = make(tmp_path / "cuda", "COMPILER=nvcc", "ARCH=sm_90")
    assert ran.returncode == 0, ran.stderr
    assert "warning" not in ran.stderr
