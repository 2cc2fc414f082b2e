"""The generated sine and cosine of floats: within 2 units in the last place in C, Rust and Fortran, whatever is fused."""

from __future__ import annotations

import ctypes
import re
import shutil
import struct
import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tests.support.emit import fixed

LIMIT = 5000.0
PARTS = ("0x1.922p+0", "-0x1.2aep-18", "-0x1.deap-31", "0x1.184698p-44")
"""Of pi/2: the first three have 12 bits, so that k of them are exact for k < 2^12."""
SINE = ("-0x1.555556p-3", "0x1.111174p-7", "-0x1.a05930p-13", "0x1.7c1a1ap-19")
COSINE = ("0x1.55554ap-5", "-0x1.6c0c22p-10", "0x1.99e526p-16")
FUSED = ("0x1.921fb6p+0", "-0x1.777a5cp-25", "-0x1.ee59dap-50")
"""Of pi/2 where a product and a sum are one operation: 24 bits each."""
OTHERS = ("0x1.45f306p-1", "0x1.8p+23", "0.5", "1.0")
"""2/pi; what rounds to an integer and leaves it in the low bits of the sum."""

C = {
    "native": ["-O3", "-march=native", "-ffp-contract=fast"],
    "no fusing": ["-O3", "-ffp-contract=off"],
    "libm": ["-O2", "-DLINKWRIGHT_LIBM"],
}

Function = Callable[..., object]


def run(*command: str | Path, folder: Path) -> None:
    if shutil.which(str(command[0])) is None:
        pytest.skip(f"no {command[0]} found")
    subprocess.run([str(c) for c in command], cwd=folder, check=True, timeout=300)


def in_c(folder: Path, flags: list[str]) -> Function:
    head = "#include <float.h>\n#include <math.h>\n#include <stdint.h>\n#include <string.h>\n"
    words = "#define SINCOS_INLINE static inline\n#define SINCOS_APART static\n#define SINCOS_RESTRICT restrict\n"
    call = "void f(int n, const float *x, float *s, float *c) { linkwright_sincosf(n, x, s, c); }\n"
    (folder / "f.c").write_text(head + words + fixed("c", "sincosf.h") + call)
    run("gcc", "-std=c99", "-Wall", "-Wextra", "-Wconversion", "-Wdouble-promotion", "-Werror", *flags,
        "-shared", "-fPIC", "f.c", "-o", "f.so", "-lm", folder=folder)  # fmt: skip
    return ctypes.CDLL(str(folder / "f.so")).f


def in_rust(folder: Path) -> Function:
    for name, source in (("sincos", "sincos"), ("real", "real_single")):
        (folder / f"{name}.rs").write_text(fixed("rust", f"src/{source}.rs"))
    (folder / "lib.rs").write_text(
        "#![allow(dead_code)]\nmod real;\nmod sincos;\n"
        '#[no_mangle]\npub unsafe extern "C" fn f(n: i32, x: *const f32, s: *mut f32, c: *mut f32) {\n'
        "    use std::slice::{from_raw_parts as r, from_raw_parts_mut as w};\n"
        "    real::sincos(r(x, n as usize), w(s, n as usize), w(c, n as usize));\n}\n"
    )
    run("rustc", "--edition=2021", "--crate-type=cdylib", "-O", "--cfg", 'feature="std"', "-A", "unexpected_cfgs",
        "lib.rs", "-o", "f.so", folder=folder)  # fmt: skip
    return ctypes.CDLL(str(folder / "f.so")).f


def in_fortran(folder: Path) -> Function:
    names = ("linkwright_math.f90", "linkwright_math_single.f90")
    for name in names:
        (folder / name).write_text(fixed("fortran", name))
    run(
        "gfortran",
        "-O3",
        "-march=native",
        "-ffp-contract=fast",
        "-shared",
        "-fPIC",
        *names,
        "-o",
        "f.so",
        folder=folder,
    )
    inner = getattr(ctypes.CDLL(str(folder / "f.so")), "__linkwright_math_single_MOD_linkwright_sincos")
    return lambda n, *pointers: inner(ctypes.byref(ctypes.c_int(n)), *pointers)


def sincos(function: Function, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    x = np.ascontiguousarray(x, np.float32)
    sine, cosine = np.empty_like(x), np.empty_like(x)
    function(len(x), *(a.ctypes.data_as(ctypes.POINTER(ctypes.c_float)) for a in (x, sine, cosine)))
    return sine, cosine


def points() -> np.ndarray:
    """Every 1009th float up to the limit, both signs; the floats next to multiples of pi/2; beyond."""
    bits = np.arange(0, np.float32(LIMIT).view(np.uint32), 1009, dtype=np.uint32)
    some = bits.view(np.float32)
    turns = (np.arange(1, 3183) * (np.pi / 2)).astype(np.float32)
    return np.concatenate(
        [some, -some, turns, np.nextafter(turns, np.float32(1e9)), np.float32([LIMIT, 5001, 1e5, 1e30])]
    )


def judge(function: Function) -> None:
    x = points()
    for found, exact in zip(sincos(function, x), (np.sin, np.cos), strict=True):
        true = exact(x.astype(float))
        unit = np.spacing(np.abs(true).astype(np.float32)).astype(float)
        assert (np.abs(found - true) / unit).max() <= 2.0
    (zero,), (one,) = sincos(function, np.float32([-0.0]))
    assert (np.signbit(zero), zero, one) == (True, 0.0, 1.0)
    x = np.float32([0.5, np.inf, 1.0, np.nan, -np.inf, 2.0, 1e30, -3.0])
    for found, exact in zip(sincos(function, x), (np.sin, np.cos), strict=True):
        known = np.isfinite(x)
        assert np.isnan(found[~known]).all()
        np.testing.assert_allclose(found[known], exact(x[known].astype(float)), rtol=2.5e-7)


@pytest.mark.parametrize("flags", C)
def test_c(flags: str, tmp_path: Path) -> None:
    judge(in_c(tmp_path, C[flags]))


def test_rust(tmp_path: Path) -> None:
    judge(in_rust(tmp_path))


def test_fortran(tmp_path: Path) -> None:
    judge(in_fortran(tmp_path))


FILES = (("c", "sincosf.h"), ("rust", "src/real_single.rs"), ("fortran", "linkwright_math_single.f90"))


@pytest.mark.parametrize(("language", "path"), FILES)
def test_files_have_the_numbers_of_the_table(language: str, path: str) -> None:
    text = fixed(language, path)
    text = text[text.index("|x| = k pi/2 + y") :]
    found = {np.float32(x) for x in re.findall(r"(?<![\w.])\d+\.\d+(?:e-?\d+)?", text)} - {np.float32(LIMIT)}
    said = [float(x) if "x" not in x else float.fromhex(x) for x in (*PARTS, *SINE, *COSINE, *OTHERS)]
    fused = {np.float32(abs(float.fromhex(x))) for x in FUSED} if language == "c" else set()
    assert found == fused | {np.float32(abs(x)) for x in said}
    room = re.findall(r"\+ (?:UINT32_C\()?(0x\w+)", fixed(language, path))
    assert [int(x, 16) for x in room] in ([], [2**31 - 1 - int.from_bytes(struct.pack(">f", LIMIT))])


def test_parts_of_pi_are_exact_under_multiplication() -> None:
    for part in PARTS[:3]:
        mantissa = abs(int(np.frexp(float.fromhex(part))[0] * 2**24))
        assert mantissa % 2**12 == 0
    assert LIMIT / (np.pi / 2) + 1 < 2**12
    for parts in (PARTS, FUSED):
        assert abs(sum(map(float.fromhex, parts)) - np.pi / 2) < 2.0**-52
