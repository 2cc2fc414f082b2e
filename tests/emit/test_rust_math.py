"""Elementary functions of generated Rust without a standard library: units in the last place against many digits."""

from __future__ import annotations

import math
import random
import shutil
import struct
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import mpmath
import pytest

from tests.support.emit import BuildContext, emit
from tests.support.passes import Kernel

from .kernels import Builder
from .special import PAIRS, differing, special
from .test_sincos import points

CARGO = shutil.which("cargo")
pytestmark = pytest.mark.skipif(CARGO is None, reason="no cargo found")

UNARY = ("sin", "cos", "tan", "asin", "acos", "sqrt", "exp", "log")
BINARY = ("pow", "atan2", "hypot")
ULPS = {
    "sin": 2,
    "cos": 2,
    "tan": 5,
    "asin": 3,
    "acos": 3,
    "sqrt": 0.5,
    "exp": 1,
    "log": 1,
    "pow": 1,
    "atan2": 2,
    "hypot": 2,
}

_MAIN = """
use std::io::BufRead;
fn main() {
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        let mut bits = line.split(' ').map(|w| f64::from_bits(w.parse().unwrap()));
        let (x, y) = (bits.next().unwrap(), bits.next().unwrap());
        let (f, g) = (tiny::f(x, y), tiny::functions(x, y));
        let words: Vec<String> = f.iter().chain(&g).map(|z| z.to_bits().to_string()).collect();
        println!("{}", words.join(" "));
    }
}
"""


def functions() -> Kernel:
    """z = every elementary function of (x, y)."""
    b = Builder()
    x, y = b.input("x", ())[0], b.input("y", ())[0]
    made = [b.op(op, x) for op in UNARY] + [b.op(op, x, y) for op in BINARY]
    return b.kernel("functions", {"z": ((len(made),), made)})


Rows = dict[tuple[int, int], list[float]]


@pytest.fixture(scope="module", params=["core", pytest.param("std", marks=pytest.mark.slow)])
def found(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Rows:
    """Special operations, then functions, at each pair: by a release build, in which infinite inputs are allowed."""
    folder = tmp_path_factory.mktemp(request.param)
    emit([special(), functions()], "rust", BuildContext("tiny")).write(folder)
    (folder / "examples" / "pipe.rs").write_text(_MAIN)
    command = [str(CARGO), "run", "--offline", "--quiet", "--release", "--example", "pipe"]
    command += [] if request.param == "std" else ["--no-default-features"]
    pairs = [*arguments(), *PAIRS]
    text = "".join(f"{_bits(x)} {_bits(y)}\n" for x, y in pairs)
    ran = subprocess.run(command, cwd=folder, input=text, capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stderr
    assert not ran.stderr
    rows = [[_double(word) for word in line.split(" ")] for line in ran.stdout.splitlines()]
    return {_key(*pair): row for pair, row in zip(pairs, rows, strict=True)}


def _key(x: float, y: float) -> tuple[int, int]:
    """Zeros differ by their sign, and NaN is found."""
    return _bits(x), _bits(y)


def _bits(x: float) -> int:
    return int.from_bytes(struct.pack(">d", x))


def _double(word: str) -> float:
    return struct.unpack(">d", int(word).to_bytes(8))[0]


@cache
def arguments() -> list[tuple[float, float]]:
    rnd = random.Random(5)
    angles = [float(x) for x in points()[::9]]
    near_one = [1 + s * 2.0**-k for k in range(1, 53) for s in (1, -1)]
    any_size = [math.ldexp(rnd.uniform(1, 2), rnd.randint(-1074, 1023)) for _ in range(150)]
    exponents = [rnd.uniform(-745, 710) for _ in range(150)]
    units = [rnd.uniform(-1, 1) for _ in range(200)]
    pairs = [(x, rnd.uniform(-3, 3)) for x in (*angles, *near_one, *any_size, *exponents, *units, 0.0, 1.0, -1.0)]
    pairs += [(x, rnd.choice([-1, 1]) * rnd.uniform(0, 745) / abs(math.log(x))) for x in any_size]  # all of pow's range
    pairs += [(x, rnd.uniform(-700, 700) / math.log(x)) for x in near_one]
    pairs += [(x, x * rnd.uniform(0.3, 3)) for x in any_size] + [(-x, float(rnd.randint(-9, 9))) for x in any_size[:50]]
    return pairs


EXACT: dict[str, Callable[..., Any]] = {
    **{op: getattr(mpmath, op) for op in ("sin", "cos", "tan", "asin", "acos", "sqrt", "exp", "log", "hypot")},
    "pow": mpmath.power,
    "atan2": mpmath.atan2,
}


def error(op: str, found: float, *args: float) -> float:
    """In units in the last place; 0 where both have no value."""
    with mpmath.workprec(200):
        try:
            true = EXACT[op](*map(mpmath.mpf, args))
        except (ZeroDivisionError, ValueError):
            return 0.0
        if isinstance(true, mpmath.mpc) or mpmath.isnan(true):
            return 0.0 if math.isnan(found) or mpmath.im(true) == 0 else math.inf
        rounded = float(true)
        if math.isinf(rounded) or math.isinf(found):
            return 0.0 if found == rounded or abs(true) > mpmath.mpf(1.7976e308) else math.inf
        return float(abs(mpmath.mpf(found) - true)) / math.ulp(rounded)


def test_within_a_few_units_in_the_last_place(found: Rows) -> None:
    worst = dict.fromkeys((*UNARY, *BINARY), (0.0, (0.0, 0.0)))
    for x, y in arguments():
        for op, value in zip(worst, found[_key(x, y)][-len(worst) :], strict=True):
            off = error(op, value, x) if op in UNARY else error(op, value, x, y)
            worst[op] = max(worst[op], (off, (x, y)))
    assert not {op: w for op, w in worst.items() if not w[0] <= ULPS[op]}


def test_special_values_are_those_of_the_interpreter(found: Rows) -> None:
    count = len(special().outputs[0].nodes)
    assert not {pair: bad for pair in PAIRS if (bad := differing(*pair, found[_key(*pair)][:count]))}


def test_infinities_nan_and_zeros(found: Rows) -> None:
    names = (*UNARY, *BINARY)
    above, below, none, zero = (
        dict(zip(names, found[_key(x, -0.0)][-len(names) :], strict=True))
        for x in (math.inf, -math.inf, math.nan, -0.0)
    )
    assert all(math.isnan(row[op]) for row in (above, below, none) for op in ("sin", "cos", "tan", "asin", "acos"))
    assert all(math.isnan(none[op]) for op in ("sqrt", "exp", "log"))
    assert (above["exp"], below["exp"], zero["exp"]) == (math.inf, 0.0, 1.0)
    assert (above["log"], zero["log"]) == (math.inf, -math.inf)
    assert above["sqrt"] == math.inf
    assert all(math.isnan(below[op]) for op in ("sqrt", "log"))
    assert all(math.copysign(1, zero[op]) == -1 for op in ("asin", "sqrt", "atan2"))


@pytest.mark.slow
def test_each_function_alone_is_compiled_without_a_warning(tmp_path: Path) -> None:
    """Nothing is missing, and nobody is told of what a robot does not use."""
    for op in (*UNARY, *BINARY):
        b = Builder()
        args = [b.input(name, ())[0] for name in ("x", "y")][: 1 if op in UNARY else 2]
        kernel = b.kernel("f", {"z": ((), [b.op(op, *args)])})
        emit([kernel], "rust", BuildContext("tiny")).write(tmp_path / op)
        command = [str(CARGO), "check", "--offline", "--quiet", "--all-targets", "--no-default-features"]
        ran = subprocess.run(command, cwd=tmp_path / op, capture_output=True, text=True, timeout=240)
        assert ran.returncode == 0, ran.stderr
        assert not ran.stderr, op


@pytest.mark.parametrize("features", [[], ["--no-default-features"]], ids=["std", "core"])
def test_nothing_is_left_over_in_the_fixed_files(features: list[str], tmp_path: Path) -> None:
    """With all that functions may call made public, and no lint allowed, the compiler would tell what nobody calls."""
    tree = emit([functions()], "rust", BuildContext("tiny"))
    tree.write(tmp_path)
    for path in (p for p in tree if p.startswith("src/")):
        text = tree[path].replace("pub(crate)", "pub").replace("#[allow(dead_code", "#[warn(dead_code")
        (tmp_path / path).write_text(text.replace("\nmod ", "\npub mod "))
    command = [str(CARGO), "check", "--offline", "--quiet", *features]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=240)
    assert (ran.returncode, ran.stderr) == (0, "")
