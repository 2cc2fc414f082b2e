"""Single precision in every language that has it: tests that travel with the code, by its own tools; types; no double left."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from tests.support.emit import SINGLE, SourceTree
from tests.support.verification import run_tests

from .test_julia import no_julia
from .test_julia import run as run_julia
from .test_real import ROBOTS

OWN = {"c", "cpp"}
"""Compiled with more warnings in test_real.py."""
DEFAULT = ("inverse_dynamics", "mass_matrix", "forward_dynamics")


def tree(robot: str, language: str, **options: Any) -> SourceTree:
    return lw.build(robot, language, real="float32", **options).trees[language]


def passes(files: SourceTree, language: str, least: int) -> None:
    if language == "julia" and shutil.which("julia") is None:
        found = re.findall(r"(\d+) checks, (\d+) passed", run_julia(files).printed[-1])
        checks, passed = map(int, found[0])
    else:
        row = run_tests(files, language, 1)
        if not row.ran:
            pytest.skip(row.note)
        checks, passed = row.checks, row.passed
        assert row.ok, row.output
    assert checks == passed >= least


@pytest.mark.parametrize("language", sorted(SINGLE.keys() - OWN - {"cuda"}))
def test_newtons_method_and_parameters_left_out(language: str) -> None:
    """A four-bar, whose closure is solved; a pendulum, whose parameters have defaults."""
    asked = ["closure_solution", *DEFAULT]
    passes(tree(ROBOTS[1], language, quantities=asked), language, 15)
    pendulum = tree("examples/double_pendulum.yaml", language, quantities=DEFAULT, symbolic="m?,g", layout="packed")
    passes(pendulum, language, 15)


@pytest.mark.slow
@pytest.mark.parametrize("robot", ROBOTS)
@pytest.mark.parametrize("language", sorted(SINGLE.keys() - OWN))
def test_all_default_quantities(language: str, robot: str) -> None:
    passes(tree(robot, language), language, 36)


def test_cuda_on_the_host(tmp_path: Path) -> None:
    """What a thread does, without nvcc; no double but in the tests' own numbers."""
    files = tree(ROBOTS[2], "cuda", quantities=DEFAULT)
    files.write(tmp_path)
    command = ["make", "test", "COMPILER=g++", "OPT=-O0"]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=600)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert ran.stdout.count("  ok ") >= 9
    for name in ("quadruped.hpp", "quadruped.cuh", "quadruped.cu"):
        assert "double" not in files[name]


DOUBLE = {
    "rust": (r"src/(?!sincos|math|real).*\.rs|examples/.*", r"f64"),
    "fortran": (r"(elbow6|example_elbow6)\.f90", r"\bdp\b|_dp\b|real64"),
    "java": (r"elbow6/.*|example_.*", r"\bdouble\b|Double|(?<![\w.])\d+\.\d+(?![\dfe])"),
    "julia": (r"src/.*|example_.*", r"Float64|(?<![\w.])\d+\.\d+(?![\dfe])"),
    "cython": (r"elbow6/(_?elbow6|__init__)\.(pyx|pxd|c|h|pyi)", r"const double|double \*|float64"),
    "numpy": (r"elbow6\.py", r"float64|dtype=float\b"),
    "jax": (r"(example_)?elbow6\.py", r"float64|dtype=float\b|^jax\.config"),
    "torch": (r"(example_)?elbow6\.py", r"float64"),
    "matlab": (r"\+elbow6/(?!constants|parameters).*", r"zeros\((?!.*'single'\))"),
}
"""Language -> files, and what is in none of them outside of comments and of what an example measures."""


@pytest.mark.parametrize("language", DOUBLE)
def test_no_number_is_a_double(language: str) -> None:
    files = tree(ROBOTS[0], language, quantities=DEFAULT)
    paths, double = DOUBLE[language]
    chosen = [path for path in files if re.fullmatch(paths, path)]
    assert chosen
    for path in chosen:
        lines = [
            line for line in files[path].splitlines() if not re.search("seconds|microseconds|double_pendulum", line)
        ]
        code = re.sub(r"/\*.*?\*/|\"\"\".*?\"\"\"", "", "\n".join(lines), flags=re.DOTALL)
        found = [line for line in code.splitlines() if re.search(double, re.split(r"//|!|#(?!include)", line)[0])]
        assert not found, (path, found[:3])
    assert any("single precision" in text for text in files.values())


def module(language: str, folder: Path) -> ModuleType:
    tree(ROBOTS[0], language, quantities=DEFAULT).write(folder)
    spec = importlib.util.spec_from_file_location(f"single_{language}", folder / "elbow6.py")
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


@pytest.mark.parametrize("language", ["numpy", "jax", "torch"])
def test_results_are_floats_whatever_is_given(language: str, tmp_path: Path) -> None:
    robot = module(language, tmp_path)
    for q in (np.zeros(6), np.zeros((4, 6), np.float32), [0.1] * 6):
        found = robot.mass_matrix(q)
        assert str(found.dtype).removeprefix("torch.") == "float32"
        assert tuple(found.shape) == (*np.shape(q)[:-1], 6, 6)


def test_jax_computes_in_floats_beside_doubles(tmp_path: Path) -> None:
    """A program that has switched doubles on, for something else."""
    pytest.importorskip("jax")
    tree(ROBOTS[0], "jax", quantities=DEFAULT).write(tmp_path)
    code = (
        "import jax, warnings; jax.config.update('jax_enable_x64', True); warnings.simplefilter('error')\n"
        "import jax.numpy as jnp, elbow6\n"
        "q = jnp.zeros(6)\n"
        "for f in (elbow6.mass_matrix(q), jax.jit(elbow6.forward_dynamics)(q, q, q)): print(f.dtype)\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, timeout=100)
    assert ran.stdout.split() == ["float32", "float32"], ran.stderr


def test_torch_keeps_doubles_exact(tmp_path: Path) -> None:
    """Constants have all their digits, for tensors of doubles."""
    torch = pytest.importorskip("torch")
    single = module("torch", tmp_path)
    q = torch.tensor([0.3, -0.2, 0.5, 0.1, 0.9, -0.4], dtype=torch.float64)
    expected = lw.compile(ROBOTS[0]).mass_matrix(q.numpy())
    assert np.abs(single.mass_matrix(q).numpy() - expected).max() < 1e-14


@no_julia
def test_julia_computes_with_float32_where_it_is_given_them() -> None:
    from .test_julia import functions

    made = functions(tree(ROBOTS[0], "julia", quantities=["mass_matrix"]), "Elbow6")["mass_matrix"]
    assert made(np.zeros(6, np.float32)).dtype == np.float32
    assert made(np.zeros(6)).dtype == np.float64
