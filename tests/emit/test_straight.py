"""Generated C and C++ keep their speed under a user's own flags: gcc's -O3 leaves straight-line code as it is written."""

from __future__ import annotations

import platform
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import linkwright as lw
from tests.support.emit import BuildContext, emit
from tests.support.passes import optimise, schedule

ROBOT = Path(__file__).parents[2] / "examples" / "quadruped.yaml"
SHUFFLES = re.compile(r"^\s+v?(?:unpck[lh]pd|shufpd|perm\w*pd|insertf128|extractf128)\b", re.M)
MARK = '__attribute__((optimize("no-tree-slp-vectorize")))'
CASES = {
    "c": ("gcc", "linkwright_math.h", "quadruped.c", ""),
    "cpp": ("g++", "linkwright_math.hpp", "use.cpp", "-std=c++17"),
}


def shuffles(folder: Path, compiler: str, source: str, standard: str) -> int:
    words = [compiler, "-O3", "-mavx2", "-mfma", *standard.split(), "-S", "-o", "-", source]
    return len(SHUFFLES.findall(subprocess.run(words, cwd=folder, capture_output=True, text=True, check=True).stdout))


@pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="counts instructions of x86")
@pytest.mark.parametrize("language", CASES)
def test_gcc_does_not_shuffle_numbers_of_straight_line_code(language: str, tmp_path: Path) -> None:
    compiler, header, source, standard = CASES[language]
    if shutil.which(compiler) is None:
        pytest.skip(f"no {compiler} found")
    kernel = schedule(optimise(lw.derive(lw.load(ROBOT), "inverse_dynamics"), 1))
    emit([kernel], language, BuildContext("quadruped")).write(tmp_path)
    names = [port.name for port in (*kernel.inputs, *kernel.outputs)]
    given = ", ".join(f"double *{name}" for name in names)
    call = f"quadruped::inverse_dynamics<double>({', '.join(names)});"
    (tmp_path / "use.cpp").write_text(f'#include "quadruped.hpp"\nvoid use({given}) {{ {call} }}\n')
    protected = shuffles(tmp_path, compiler, source, standard)
    text = (tmp_path / header).read_text()
    assert MARK in text
    (tmp_path / header).write_text(text.replace(MARK, ""))
    assert shuffles(tmp_path, compiler, source, standard) > protected == 0
