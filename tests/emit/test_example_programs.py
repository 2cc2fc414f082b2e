"""The examples beside generated C and NumPy run, and print what the functions give."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import linkwright as lw

ROBOT = Path(__file__).parents[2] / "examples" / "double_pendulum.yaml"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("examples")
    lw.build(ROBOT, to="c,numpy", out=made, quantities="T,M,tau", parameters="symbolic", run=False)
    return made


def numbers(text: str) -> np.ndarray:
    return np.array([float(x) for x in re.findall(r"-?\d+\.?\d*(?:e[-+]\d+)?(?![\w.])", text)])


def test_c_and_numpy_examples_print_the_same(folder: Path) -> None:
    python = subprocess.run(
        [sys.executable, "example_double_pendulum.py"], cwd=folder / "numpy", capture_output=True, text=True, check=True
    ).stdout
    assert "kinetic_energy of five states" in python
    if shutil.which("make") is None or shutil.which("cc") is None:
        pytest.skip("no C compiler")
    c = subprocess.run(
        ["make", "-s", "example", "OPT=-O0"], cwd=folder / "c", capture_output=True, text=True, check=True
    ).stdout
    assert [line.split()[0] for line in c.splitlines()] == ["kinetic_energy", "mass_matrix", "inverse_dynamics"]
    printed = numbers(re.sub(r"^\w+ \w+:", "", c, flags=re.MULTILINE))
    wanted = numbers(python.partition("kinetic_energy of five")[0])
    np.testing.assert_allclose(printed, wanted, rtol=1e-5)
