"""Generated code in single precision: its own tests with bounds that follow from rounding, no double in it, who has it."""

from __future__ import annotations

import random
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from tests.emit.kernels import Builder, interpret
from tests.emit.test_repeat import expect, intersection
from tests.support.emit import SINGLE, TARGETS, BuildContext, Check, emit, in_single, shortest_single
from tests.support.graph import OPS
from tests.support.package import EmitError, QuantityError
from tests.support.passes import PROPAGATED, Kernel, bounds, nearest_float, repeated
from tests.support.passes import in_single as solver_in_single

F = np.float32
WARNINGS = ["-O0", "-Wall", "-Wextra", "-Wpedantic", "-Wdouble-promotion", "-Werror"]
COMPILERS = {"c": ["gcc", "-std=c99", "-Wconversion"], "cpp": ["g++", "-std=c++17"]}
ROBOTS = ["examples/elbow6.urdf", "examples/loops/fourbar.yaml", "examples/quadruped.yaml"]


def run(folder: Path, program: str, *words: str) -> subprocess.CompletedProcess[str]:
    """A program of a folder, compiled with strict warnings."""
    language = folder.name
    compiler, *own = COMPILERS[language]
    if shutil.which(compiler) is None:
        pytest.skip(f"no {compiler} found")
    mains = re.compile(r"(test|example|autodiff)_")
    others = [p.name for p in folder.glob("*.c") if not mains.match(p.name)]
    source = next(folder.glob(f"{program}_*.{language}")).name
    subprocess.run([compiler, *own, *WARNINGS, *words, source, *others, "-o", program, "-lm"], cwd=folder, check=True)
    return subprocess.run([folder / program], capture_output=True, text=True, timeout=100)


def build(robot: str, folder: Path, *languages: str, **options: Any) -> Path:
    lw.build(robot, languages, folder, real="float32", run=False, **options)
    return folder / languages[0]


@pytest.mark.parametrize("robot", ROBOTS)
def test_c_passes_its_own_tests(robot: str, tmp_path: Path) -> None:
    folder = build(robot, tmp_path, "c")
    found = run(folder, "test", "-DLINKWRIGHT_CHECK")
    checks, passed = map(int, re.findall(r"(\d+) checks, (\d+) passed", found.stdout)[0])
    assert found.returncode == 0, found.stdout
    assert checks == passed > 35
    shown = run(folder, "example")
    assert shown.returncode == 0
    assert "nan" not in shown.stdout


@pytest.mark.parametrize(
    ("robot", "word"), [(ROBOTS[2], "linkwright_real4f"), ("examples/parallel/delta.yaml", "linkwright_sqrt4f")]
)
def test_c_with_legs_in_lanes(robot: str, word: str, tmp_path: Path) -> None:
    """Vectors of floats, where the processor has AVX; elsewhere the same tests of the other code."""
    folder = build(robot, tmp_path, "c", quantities=["inverse_dynamics", "forward_dynamics"])
    assert word in (folder / f"{Path(robot).stem}.c").read_text()
    found = run(folder, "test", "-march=native", "-O2")
    assert found.returncode == 0, found.stdout


def test_cpp_passes_its_own_tests(tmp_path: Path) -> None:
    folder = build(ROBOTS[0], tmp_path, "cpp", quantities=["inverse_dynamics", "mass_matrix", "forward_dynamics"])
    for program in ("test", "example"):
        found = run(folder, program)
        assert found.returncode == 0, found.stdout
    header = (folder / "elbow6.hpp").read_text()
    assert "single precision" in header
    assert "double" not in header


def test_parameters_and_packed_results_are_floats_too(tmp_path: Path) -> None:
    asked = ["inverse_dynamics", "mass_matrix"]
    folder = build(
        "examples/double_pendulum.yaml", tmp_path, "c", quantities=asked, symbolic="m?,g", layout="packed"
    )  # whose parameters have defaults: NULL
    found = run(folder, "test")
    assert found.returncode == 0, found.stdout
    assert "with other parameters" in found.stdout
    assert run(folder, "example").returncode == 0


@pytest.mark.parametrize("wrong", [1.0001, 0.9999])
def test_the_bounds_find_a_wrong_constant(wrong: float, tmp_path: Path) -> None:
    """Of one part in 10000: rounding is a hundred times smaller, and so are the bounds."""
    folder = build(ROBOTS[0], tmp_path, "c", quantities=["gravity"])
    source = folder / "elbow6.c"
    largest = max(map(float, re.findall(r"(\d+\.\d+)f\b", source.read_text())))
    spelled, changed = (f"{shortest_single(x)}f" for x in (largest, wrong * largest))
    source.write_text(source.read_text().replace(spelled, changed))
    found = run(folder, "test")
    assert found.returncode == 1
    assert "FAILED" in found.stdout


def test_no_number_of_the_code_is_a_double(tmp_path: Path) -> None:
    folder = build(ROBOTS[2], tmp_path, "c", quantities=["inverse_dynamics"])
    for path in (folder / "quadruped.c", folder / "quadruped.h"):
        text = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL)
        assert "double" not in text
        assert not re.findall(r"(?<![\w.])\d+\.\d+(?:e[-+]?\d+)?(?![\df.])", text)
    assert "C99, single precision" in (folder / "quadruped.h").read_text()


def test_other_languages_say_who_has_it(tmp_path: Path) -> None:
    for languages, why in ((["c", "javascript"], "are doubles"), (["latex"], "no precision"), (["c", "fmu"], "units")):
        with pytest.raises(EmitError, match=why) as refused:
            build(ROBOTS[0], tmp_path / "out", *languages)
        assert why == "units" or "c, cpp, cuda" in (refused.value.hint or "")
    assert not list(tmp_path.iterdir())
    made = lw.build(ROBOTS[0], "all", real="float32", quantities=["gravity"])
    assert set(made.trees) == set(SINGLE) == set(TARGETS) - {"javascript", "latex"}
    with pytest.raises(QuantityError, match="float16"):
        lw.build(ROBOTS[0], "c", real="float16")


@pytest.mark.parametrize("robot", ["scara.yaml", "elbow6.urdf"])
def test_what_rounding_decides_is_refused(robot: str, tmp_path: Path) -> None:
    """Which solutions of inverse kinematics there are; that what is no rotation has none is no proof of the others."""
    with pytest.raises(QuantityError, match="inverse_kinematics"):
        build(f"examples/{robot}", tmp_path / "out", "c", quantities=["gravity", "inverse_kinematics"])
    assert not list(tmp_path.iterdir())


def test_what_rounding_decides_is_left_out() -> None:
    """A search for solutions has no code in floats at all."""
    made = lw.build("examples/scara.yaml", "c", real="float32", quantities="all")
    assert "inverse_kinematics" in dict(made.left_out)
    assert "scara_inverse_kinematics(" not in made.trees["c"]["scara.h"]
    assert "scara_inverse_dynamics(" in made.trees["c"]["scara.h"]


@pytest.mark.parametrize("x", [0.1, 1 / 3, 1e-5, 16777216.0, 3.0, 1e-44, 1e-60, 3.4028234663852886e38])
def test_literals_are_read_back(x: float) -> None:
    text = shortest_single(x)
    assert F(text) == F(x)
    assert len(text) <= len(str(float(F(x))))
    assert re.fullmatch(r"\d.*[.e].*", text)


def test_a_constant_beyond_floats_is_refused() -> None:
    with pytest.raises(EmitError, match="1e\\+39"):
        shortest_single(1e39)


def test_names_and_functions_are_those_of_the_language() -> None:
    assert set(SINGLE) <= set(TARGETS)
    for name in SINGLE:
        target = in_single(name)
        assert target.name == name
        assert target.real.single
        assert OPS.keys() <= target.spell.keys()


# --- Newton's method --------------------------------------------------------------------------------------------------------


def test_newtons_method_reaches_its_tolerance(tmp_path: Path) -> None:
    checks = (
        expect("a root", 5**0.5, (0.3, 0.2), "theta", [1.0, 2.0]),
        expect("another", 5**0.5, (-0.3, -0.2), "theta", [-1.0, -2.0]),
    )
    folder = tmp_path / "c"
    emit(
        [solver_in_single(repeated(intersection(), "meeting", "theta"))],
        in_single("c"),
        BuildContext("meeting", checks=checks),
    ).write(folder)
    found = run(folder, "test")
    assert found.returncode == 0, found.stdout
    assert "2 checks, 2 passed" in found.stdout


# --- bounds -----------------------------------------------------------------------------------------------------------------

OPERANDS = {"asin": (-0.9, 0.9), "acos": (-0.9, 0.9), "sqrt": (0.1, 4.0), "log": (0.1, 4.0), "pow": (0.2, 3.0)}


def one(op: str) -> Kernel:
    b = Builder()
    x = b.input("x", (OPS[op].arity,))
    return b.kernel("one", {"y": ((), [b.op(op, *x)])})


@pytest.mark.parametrize("op", OPS)
def test_a_bound_holds_for_every_operation(op: str) -> None:
    """Operands anywhere within their bounds, the operation itself by NumPy in floats."""
    rnd, kernel = random.Random(3), one(op)
    decided = 0
    for _ in range(300):
        low, high = OPERANDS.get(op, (-3.0, 3.0))
        given = [(rnd.uniform(low, high), 10 ** rnd.uniform(-7, -2)) for _ in range(OPS[op].arity)]
        ((value, bound),) = bounds(kernel, {"x": given})["y"]
        decided += np.isfinite(bound)
        moved = [float(F(x + rnd.uniform(-0.99, 0.99) * e)) for x, e in given]
        if any(abs(m - x) > e for m, (x, e) in zip(moved, given, strict=True)) or not np.isfinite(bound):
            continue
        found = float(F(interpret(kernel, {"x": moved})["y"][0]))
        assert abs(found - value) <= bound or (np.isnan(found) and np.isnan(value)), (given, moved)
    assert decided > 100


def test_every_operation_has_a_bound() -> None:
    assert PROPAGATED.keys() == OPS.keys()


def test_a_bound_is_not_far_from_what_floats_do() -> None:
    """Of a sum of 200 products, in floats one after the other: below the bound, and by no more than a factor of 1000."""
    rnd, b = random.Random(5), Builder()
    x = b.input("x", (200,))
    total = x[0]
    for k in x[1:]:
        total = b.op("add", total, b.op("mul", k, k))
    kernel = b.kernel("sum", {"y": ((), [total])})
    numbers = [rnd.uniform(0.1, 2.0) for _ in x]
    ((value, bound),) = bounds(kernel, {"x": [nearest_float(n) for n in numbers]})["y"]
    found = F(numbers[0])
    for n in map(F, numbers[1:]):
        found = found + n * n
    error = abs(float(found) - value)
    assert error <= bound <= 1000 * error


def test_what_hangs_on_rounding_is_left_out() -> None:
    b = Builder()
    x, y = b.input("x", (2,))
    third = b.op("div", x, b.const(3.0))
    kernel = b.kernel("f", {"y": ((), [b.op("only_if", b.op("sub", third, y), x)])})
    checks = [Check.expect(f"{n}", kernel, {"x": [1.0, n]}, "y", [1.0]) for n in (1 / 3 - 1e-9, 0.3)]
    tree = emit([kernel], in_single("c"), BuildContext("f", checks=tuple(checks)))
    assert '"0.3"' in tree["test_f.c"]
    assert '"0.33' not in tree["test_f.c"]
