"""The bytes of generated files, so that a change in them is seen; and that they depend on nothing but the input.

After a wanted change: LINKWRIGHT_UPDATE_GOLDEN=1 pytest tests/emit/test_golden.py, then read the difference.
"""

from __future__ import annotations

import math
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.emit import MARK, TARGETS, BuildContext, Check, Constant, Parameter, SourceTree, emit

from .kernels import interpret, tiny

GOLDEN = Path(__file__).parents[1] / "golden" / "emit"
STATE = {"q": (0.5, -0.25), "parameters": (1.5, 0.25)}


def tree(language: str) -> SourceTree:
    kernel = tiny()
    expected = interpret(kernel, STATE)
    about = BuildContext(
        "Tiny arm",
        conventions='M(q) a = tau\nangles in radians */ """ % \\end{document}',
        parameters=(Parameter("m1", 1.5, "kg", "mass of the upper link"), Parameter("L_upper", 0.25, "m")),
        model_hash="sha256:0123456789ab",
        version="1.0",
        constants=(
            Constant("nq", 2, "length of q"),
            Constant("joint_names", ('upper "arm"', "it's \\ α"), "joints in the order of q"),
            Constant("lower_position_limit", (-0.5, -math.inf), "lower limits of q", "nq"),
        ),
        checks=tuple(Check.expect(f"{name} at a sample", kernel, STATE, name, expected[name]) for name in ("M", "h")),
    )
    return emit([kernel], language, about)


@pytest.mark.parametrize("language", TARGETS)
def test_files_are_as_they_were(language: str) -> None:
    files = tree(language)
    folder = GOLDEN / language
    if os.environ.get("LINKWRIGHT_UPDATE_GOLDEN"):
        files.write(folder)
    kept = {p.relative_to(folder).as_posix(): p.read_bytes().decode() for p in folder.rglob("*") if p.is_file()}
    assert dict(files) == kept


@pytest.mark.parametrize("language", TARGETS)
def test_every_file_says_what_it_is(language: str) -> None:
    files = tree(language)
    assert all(MARK in text for text in files.values())
    texts = "\n".join(files.values())
    for fact in (
        "sha256:0123456789ab",
        "Featherstone 2008, table 6.2",
        "mass of the upper link",
        "joint positions",
        "rad",
    ):
        assert fact in texts
    assert "mul 4" in texts
    assert not any(line != line.rstrip() for line in texts.splitlines())
    assert all(text.endswith("\n") and not text.endswith("\n\n") for text in files.values())


def test_same_input_same_bytes_in_another_process() -> None:
    script = "import hashlib; from tests.emit.test_golden import *; " + (
        "print(hashlib.sha256(repr([sorted(tree(x).items()) for x in TARGETS]).encode()).hexdigest())"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", script], env={**os.environ, "PYTHONHASHSEED": seed}, cwd=Path(__file__).parents[2],
            capture_output=True, text=True, check=True,
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(found) == 1
