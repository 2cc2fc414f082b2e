"""Files under emit/languages/*/files are files of their languages: compilers and linters have nothing to say about them."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.emit import LANGUAGES_FOLDER

C = "-Wall -Wextra -Wpedantic -Wshadow -Wno-unused-function -Werror -fsyntax-only"
RUST = "--edition 2021 --crate-type lib -D warnings --emit metadata --out-dir {scratch}"
CRATES = [
    ("rust/files/src/lib.rs", ""),  # which names the others of src
    ("rust/files/src/lib.rs", '--cfg feature="std"'),
    ("rust/files/tests/linkwright_checks/mod.rs", ""),
]
ROWS = [  # files under emit/languages -> what reads each of them
    ("c/files/linkwright_[!l]*.h", f"gcc -std=c99 {C} -Wconversion -x c"),
    ("c/files/linkwright_lanes.h", f"gcc -std=c99 {C} -mavx -x c"),  # empty where there are no vectors
    ("c/files/linkwright_[c]*.h", f"g++ -std=c++17 {C} -x c++"),  # the runner, which C++ has too
    ("cpp/files/*.hpp", f"g++ -std=c++17 {C} -x c++ -I c/files"),
    ("cuda/files/*.cuh", f"g++ -std=c++17 {C} -x c++ -I c/files -I cpp/files -I cuda/files"),
    (
        "cuda/files/linkwright_*.cuh",
        "nvcc -std=c++17 -x cu -arch=sm_80 -Werror all-warnings -I c/files -I cpp/files -I cuda/files -ptx -o {scratch}/x",
    ),
    ("fortran/files/linkwright_math.f90", "gfortran -std=f2008 -Wall -Wextra -Werror -fsyntax-only -J {scratch}"),
    ("matlab/files/*.m", "octave-cli --norc"),  # functions: run as a script they are only defined
    ("java/files/**/*.java", "javac -Xlint -Werror -d {scratch}"),
    ("rust/files/**/*.rs", "rustfmt --check --edition 2021"),
    *((path, f"{tool} {RUST} {words}") for path, words in CRATES for tool in ("rustc", "clippy-driver")),
    ("javascript/files/*.mjs", "node --check"),
    ("*/files/*.py", "ruff check --no-cache"),
    ("cython/files/*.pyx", "cython -3 -o {scratch}/support.c"),
]
READ_ELSEWHERE = {
    "c/files/sincos.h",  # by those that include it
    "c/files/sincosf.h",
    "c/files/Makefile",
    "cpp/files/Makefile",
    "cpp/files/CMakeLists.txt",
    "cuda/files/Makefile",
    "cython/files/project.toml",
    "fortran/files/linkwright_checks.f90",  # it uses the module of the robot's functions
    "fortran/files/linkwright_math_single.f90",  # it uses that of doubles
    "fortran/files/Makefile",
    "fortran/files/fpm.toml",
    "julia/files/Project.toml",
    "julia/files/checks.jl",  # Julia's are parsed and run by tests/emit/julia_eval.py
    "julia/files/support.jl",
    "latex/files/preamble.tex",
    "rust/files/Cargo.toml",
}
"""Read by a test of generated folders."""

FILES = [(path, command) for path, command in ROWS for path in sorted(LANGUAGES_FOLDER.glob(path))]


@pytest.mark.parametrize(
    ("path", "command"), [pytest.param(p, c, id=f"{p.relative_to(LANGUAGES_FOLDER)} {c.split()[0]}") for p, c in FILES]
)
def test_its_own_tools_have_nothing_to_say(path: Path, command: str, tmp_path: Path) -> None:
    tool, *words = command.format(scratch=tmp_path).split()
    found = shutil.which(tool) or shutil.which(tool, path=str(Path(sys.executable).parent))
    if found is None:
        pytest.skip(f"no {tool} found")
    ran = subprocess.run([found, *words, path], cwd=LANGUAGES_FOLDER, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_every_file_is_read_by_something() -> None:
    files = {p for p in LANGUAGES_FOLDER.glob("*/files/**/*") if p.is_file() and "__pycache__" not in p.parts}
    unread = {str(p.relative_to(LANGUAGES_FOLDER)) for p in files - {p for p, _ in FILES}}
    assert unread == READ_ELSEWHERE, (
        "a row of ROWS in tests/emit/test_fixed_files.py names what reads (lints, compiles) a file"
    )
