"""The generated sine and cosine: within 2 units in the last place everywhere, whatever the compiler fuses or vectorises."""

from __future__ import annotations

import ctypes
import math
import random
import re
import shutil
import struct
import subprocess
from fractions import Fraction
from pathlib import Path

import mpmath
import numpy as np
import pytest

from tests.support.emit import BuildContext, emit, fixed

from .kernels import tiny
from .sincos_numbers import COSINE, LIMIT, PI_OVER_2, ROUND, SINE, TWO_OVER_PI

CC = shutil.which("gcc") or shutil.which("cc")
FLAGS = {
    "native": ["-O3", "-march=native", "-ffp-contract=fast"],
    "no fusing": ["-O3", "-ffp-contract=off"],
    "plain": ["-O1"],
    "libm": ["-O2", "-DLINKWRIGHT_LIBM"],
}


def library(folder: Path, flags: list[str]) -> ctypes.CDLL:
    if CC is None:
        pytest.skip("no C compiler found")
    emit([tiny()], "c", BuildContext("tiny")).write(folder / "c")
    signature = "void f(int n, const double *x, double *s, double *c)"
    (folder / "f.c").write_text(f'#include "linkwright_math.h"\n{signature} {{ linkwright_sincos(n, x, s, c); }}\n')
    command = [
        CC,
        "-std=c99",
        "-Wall",
        "-Wextra",
        "-Werror",
        *flags,
        "-shared",
        "-fPIC",
        "-Ic",
        "f.c",
        "-o",
        "f.so",
        "-lm",
    ]
    subprocess.run(command, cwd=folder, check=True)
    return ctypes.CDLL(str(folder / "f.so"))


def sincos(lib: ctypes.CDLL, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    x = np.ascontiguousarray(x)
    sine, cosine = np.empty_like(x), np.empty_like(x)
    pointers = [a.ctypes.data_as(ctypes.POINTER(ctypes.c_double)) for a in (x, sine, cosine)]
    lib.f(len(x), *pointers)
    return sine, cosine


def near_multiples(count: int) -> list[float]:
    """The doubles next to k pi/2, where range reduction cancels most, and the worst k of an exact search."""
    with mpmath.workprec(300):
        worst = [1, 2, 7424, 14479, 29327, 58285, 116570, 204551]
        ks = worst + random.Random(3).sample(range(1, int(LIMIT / 1.5708)), count)
        return [float(k * mpmath.pi / 2) for k in ks]


def points() -> np.ndarray:
    rnd = random.Random(7)
    x = [rnd.uniform(-7, 7) for _ in range(1500)]
    x += [rnd.uniform(-LIMIT, LIMIT) for _ in range(500)]
    x += [math.ldexp(rnd.uniform(1, 2), rnd.randint(-1074, 1000)) for _ in range(300)]  # denormal to huge
    x += [k * math.pi / 4 for k in range(-40, 41)]
    x += [y for z in near_multiples(400) for y in (z, math.nextafter(z, math.inf), -math.nextafter(z, -math.inf))]
    x += [
        0.0,
        5e-324,
        2.2e-308,
        1e-9,
        LIMIT,
        math.nextafter(LIMIT, math.inf),
        1e6,
        1e22,
        1.7e308,
        6381956970095103.0 * 2.0**797,
    ]
    return np.array(x)


def ulps(found: np.ndarray, x: np.ndarray, exact: str) -> float:
    worst = 0.0
    with mpmath.workprec(250):
        for value, angle in zip(found, x, strict=True):
            true = getattr(mpmath, exact)(mpmath.mpf(float(angle)))
            worst = max(worst, float(abs(mpmath.mpf(float(value)) - true)) / math.ulp(float(true)))
    return worst


@pytest.mark.parametrize("flags", FLAGS)
def test_within_two_units_in_the_last_place(flags: str, tmp_path: Path) -> None:
    lib = library(tmp_path, FLAGS[flags])
    x = points() if flags == "native" else points()[::7]
    sine, cosine = sincos(lib, x)
    near = np.abs(x) <= LIMIT
    assert ulps(sine[near], x[near], "sin") <= 2.0
    assert ulps(cosine[near], x[near], "cos") <= 2.0
    for found, exact in ((sine, math.sin), (cosine, math.cos)):  # beyond, the C library answers for itself
        assert [exact(a) for a in x[~near]] == list(found[~near])


def test_one_infinite_angle_does_not_spoil_its_neighbours(tmp_path: Path) -> None:
    lib = library(tmp_path, FLAGS["native"])
    x = np.array([0.5, math.inf, 1.0, math.nan, -math.inf, 2.0, 1e300, -3.0])
    sine, cosine = sincos(lib, x)
    finite = np.isfinite(x)
    assert np.all(np.isnan(sine[~finite]))
    assert np.all(np.isnan(cosine[~finite]))
    np.testing.assert_allclose(sine[finite], np.sin(x[finite]), rtol=1e-15)
    np.testing.assert_allclose(cosine[finite], np.cos(x[finite]), rtol=1e-15)


def test_parts_of_pi_are_exact_under_multiplication() -> None:
    quotient = LIMIT / (math.pi / 2) + 1
    for part in PI_OVER_2[:2]:
        assert Fraction(part).numerator.bit_length() + math.ceil(math.log2(quotient)) <= 53
    with mpmath.workprec(300):
        total = mpmath.fsum(mpmath.mpf(p) for p in PI_OVER_2)
        assert abs(total - mpmath.pi / 2) < mpmath.mpf(2) ** -130


def test_polynomials_are_as_good_as_said() -> None:
    with mpmath.workprec(200):
        for k in range(1, 400):
            y = mpmath.mpf(k) * mpmath.pi / 4 / 399
            z = y * y
            sine = y + y * z * mpmath.polyval(SINE[::-1], z)
            cosine = 1 - z / 2 + z * z * mpmath.polyval(COSINE[::-1], z)
            assert abs(sine / mpmath.sin(y) - 1) < 0.04 * mpmath.mpf(2) ** -53
            assert abs(cosine / mpmath.cos(y) - 1) < 0.001 * mpmath.mpf(2) ** -53


@pytest.mark.parametrize(("language", "path"), [("c", "sincos.h"), ("rust", "src/sincos.rs")])
def test_files_have_the_numbers_of_the_table(language: str, path: str) -> None:
    text = fixed(language, path)
    numbers = {float(x) for x in re.findall(r"(?<![\w.])-?\d+\.\d+(?:e-?\d+)?", text)}
    assert numbers == {TWO_OVER_PI, ROUND, LIMIT, *PI_OVER_2, *SINE, *COSINE, 0.5, 1.0}
    (room,) = (int(x, 16) for x in re.findall(r"\+ (?:UINT64_C\()?(0x\w+)", text))
    assert room == 2**63 - 1 - int.from_bytes(struct.pack(">d", LIMIT))
