"""Generated Fortran: true matrices, names without case, pieces, defaults, checks, what the compiler thinks of it."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

import linkwright as lw
from linkwright.graph.function import Ops, Port
from linkwright.passes.procedure import Apply, Array, Element, For, Name, Number, Procedure, Set, Store
from linkwright.passes.run_procedure import run_kernel
from tests.support.emit import TARGETS, BuildContext, Check, SourceTree, emit
from tests.support.passes import Kernel
from tests.support.verification import run_tests

from .kernels import Builder, interpret, tiny
from .sincos_numbers import COSINE, LIMIT, PI_OVER_2, ROUND, SINE, TWO_OVER_PI
from .test_c import random_kernel

GFORTRAN = shutil.which("gfortran")
pytestmark = pytest.mark.skipif(not GFORTRAN or not shutil.which("make"), reason="no gfortran or make found")
STRICT = "-std=f2008 -Wtrampolines -Wall -Wextra -Werror -pedantic -O2 -fno-tree-slp-vectorize"
FILES = Path(__file__).parents[2] / "src" / "linkwright" / "emit" / "languages" / "fortran" / "files"
EXAMPLES = Path(__file__).parents[2] / "examples"


def sample(kernel: Kernel) -> dict[str, list[float]]:
    return {port.name: [0.1 + 0.13 * k for k in range(port.size)] for port in kernel.inputs}


def checks(kernel: Kernel, expected: dict[str, list[float]] | None = None) -> tuple[Check, ...]:
    state = sample(kernel)
    values = expected or interpret(kernel, state)
    return tuple(Check.expect(k, kernel, state, k, v) for k, v in values.items())


def make(tree: SourceTree, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    tree.write(folder)
    return subprocess.run(["make", *words], cwd=folder, capture_output=True, text=True, timeout=300)


def strict(tree: SourceTree, folder: Path, passed: int, more: str = "") -> None:
    """The documented command, with every warning an error."""
    ran = make(tree, folder, "test", "example", f"FFLAGS={STRICT} {more}")
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert f"{passed} checks, {passed} passed" in ran.stdout


def run_program(folder: Path, body: str, *words: str) -> subprocess.CompletedProcess[str]:
    """A program that uses the module `tiny`, which is already compiled in the folder."""
    head = "program use_it\nuse, intrinsic :: iso_fortran_env, only: dp => real64\nuse tiny\nimplicit none\n"
    (folder / "use_it.f90").write_text(f"{head}{body}\nend program\n")
    files = ["use_it.f90", "tiny.o", "linkwright_math.o", "-o", "use_it"]
    made = subprocess.run(
        [str(GFORTRAN), "-fimplicit-none", *words, *files], cwd=folder, capture_output=True, text=True
    )
    if made.returncode:
        return made
    return subprocess.run([folder / "use_it"], capture_output=True, text=True, timeout=300)


def robots() -> list[object]:
    slow = pytest.mark.slow
    return [
        pytest.param("double_pendulum.yaml", {}, "symbolic", None, id="symbolic"),
        pytest.param("panda_description/urdf/panda.urdf", {}, "numeric", None, id="panda"),
        pytest.param("quadruped.yaml", {}, "numeric", "inverse_dynamics,mass_matrix,nonlinear_effects", id="quadruped"),
        pytest.param(
            "solo_description/robots/solo12.urdf", {"floating": True}, "numeric", None, id="solo12", marks=slow
        ),
    ]


def find_robot(name: str) -> Path:
    if (EXAMPLES / name).exists():
        return EXAMPLES / name
    pin = pytest.importorskip("pinocchio")
    found = Path(pin.__file__).parents[4] / "share" / "example-robot-data" / "robots" / name
    return found if found.exists() else pytest.skip("example-robot-data is not installed")


@pytest.mark.parametrize(("name", "options", "parameters", "quantities"), robots())
def test_a_robots_folder_passes_its_tests(
    name: str, options: dict[str, bool], parameters: str, quantities: str | None, tmp_path: Path
) -> None:
    robot = lw.load(find_robot(name), **options)
    built = lw.build(robot, to="fortran", out=tmp_path, quantities=quantities, parameters=parameters)
    (row,) = built.tests
    assert row.ok, row.output
    assert row.ran
    assert row.checks >= 9
    for path, text in built.trees["fortran"].items():
        if path.endswith(".f90"):
            check_limits(text)


def check_limits(text: str) -> None:
    """132 columns, 255 continuation lines, 63 characters of a name."""
    run = 0
    for line in text.splitlines():
        if line.lstrip().startswith("!"):
            continue
        assert len(line) <= 132, line
        run = run + 1 if line.endswith("&") else 0
        assert run <= 255
        assert all(len(word) <= 63 for word in re.findall(r"\w+", re.sub('"[^"]*"', "", line)))


@pytest.mark.parametrize("kernel", [tiny(), random_kernel(2, 300, 6)], ids=["tiny", "pieces"])
def test_a_strict_compiler_has_nothing_to_say(kernel: Kernel, tmp_path: Path) -> None:
    target = replace(TARGETS["fortran"], piece=60)
    tree = emit([kernel], target, BuildContext("strict", checks=checks(kernel)))
    assert ("_piece_2" in tree["strict.f90"]) == (kernel.name == "long_chain")
    strict(tree, tmp_path, len(kernel.outputs))


def test_fixed_files_compile_without_a_word(tmp_path: Path) -> None:
    words = [str(GFORTRAN), *STRICT.split(), "-c"]
    sources = [FILES / f"linkwright_{name}.f90" for name in ("math", "checks")]
    done = subprocess.run([*words, *sources], cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_numbers_for_sines_are_those_of_every_language() -> None:
    text = (FILES / "linkwright_math.f90").read_text().partition("subroutine linkwright_sincos(")[2]
    found = {float(word) for word in re.findall(r"(-?[\d.]+(?:e[-+]?\d+)?)_dp", text)} - {1.0, 0.5}
    assert found == {*SINE, *COSINE, *PI_OVER_2, TWO_OVER_PI, ROUND, LIMIT}


def test_without_checks_none_fails() -> None:
    row = run_tests(emit([tiny()], "fortran", BuildContext("t")), "fortran", 1)
    assert (row.checks, row.passed) == (0, 0)


def test_a_wrong_expected_value_fails() -> None:
    kernel = tiny()
    wrong = interpret(kernel, sample(kernel))
    wrong["M"][1] += 1e-6
    row = run_tests(emit([kernel], "fortran", BuildContext("r", checks=checks(kernel, wrong))), "fortran", 1)
    assert not row.ok
    assert (row.checks, row.passed) == (2, 1)
    not_a_number = replace(kernel, name="f")
    tree = dict(emit([not_a_number], "fortran", BuildContext("r", checks=checks(not_a_number))))
    tree["r.f90"] = tree["r.f90"].replace("M(1, 2) = t1", "M(1, 2) = sqrt(-1.0_dp - q(1)**2)")
    row = run_tests(tree, "fortran", 1)
    assert (row.checks, row.passed) == (2, 1)


def test_matrices_and_stacks_are_right_side_up(tmp_path: Path) -> None:
    b = Builder()
    x, p = b.input("x", (2, 3)), b.input("p", (2, 2), defaults=(1.0, 2.0, 3.0, 4.0), labels=("a", "b", "c", "d"))
    s = b.input("s", (), defaults=(7.0,))
    y = [b.op("sin", x[k]) for k in range(6)]
    zero = b.const(0.0)
    outputs = {
        "stack": ((2, 3, 2), [y[0], x[1], x[2], y[3], x[4], x[5], p[0], p[1], p[2], p[3], s[0], y[5]]),
        "Y": ((3, 2), [zero, zero, y[1], zero, zero, zero]),
    }
    kernel = b.kernel("f", outputs)
    tree = emit([kernel], "fortran", BuildContext("tiny", checks=checks(kernel)))
    strict(tree, tmp_path, 2)
    body = """
    real(dp) :: x(2, 3), stack(2, 3, 2), Y(3, 2)
    x = reshape([11, 21, 12, 22, 13, 23], [2, 3])
    call f(x, stack, Y)
    print "(*(f0.1, 1x))", stack(1, 1, 2), stack(1, 2, 1), stack(1, 3, 1), stack(2, 1, 2), stack(2, 2, 1), stack(2, 3, 1)
    print "(*(l1))", stack(2, 3, 2) == stack(2, 3, 2), Y(2, 1) > -1, count(Y == 0) == 5, default_p(1, 2) == 2
    """
    ran = run_program(tmp_path, body)
    assert ran.stdout.splitlines() == ["12.0 13.0 22.0 2.0 3.0 7.0", "TTTT"], ran.stderr


def test_names_that_differ_in_case_only(tmp_path: Path) -> None:
    b = Builder()
    x, t, big = b.input("m", (1,)), b.input("T1", (1,)), b.input("sin", ())
    total = b.op("add", b.op("mul", x[0], t[0]), big[0])
    same = b.op("sin", total)
    b.inputs = dict(b.inputs)
    kernel = b.kernel(
        "Same", {"M": ((1,), [same]), "same": ((1,), [total]), "W" * 80: ((), [b.op("mul", same, total)])}
    )
    other = replace(tiny(), name="Program")
    about = BuildContext("same", checks=(*checks(kernel), *checks(other)))
    strict(emit([kernel, other], "fortran", about), tmp_path, 5)


@pytest.mark.parametrize(
    "robot", ["example", "linkwright_math", 'a"!\nb &', "7 program", "Ünïcode" * 20, "mass matrix"]
)
def test_robots_with_odd_names(robot: str, tmp_path: Path) -> None:
    hostile = 'x"\nend module &\n! "'
    kernel = replace(tiny(), doc=hostile, equation=hostile, reference=hostile)
    ports = tuple(replace(p, doc=hostile, labels=("a b", "A-B")) for p in kernel.inputs)
    kernel = replace(kernel, inputs=ports)
    made = [replace(check, name=hostile * 9) for check in checks(kernel)]
    strict(emit([kernel], "fortran", BuildContext(robot, conventions=hostile, checks=tuple(made))), tmp_path, 2)


def test_many_numbers_stay_within_the_limits_of_a_statement(tmp_path: Path) -> None:
    b = Builder()
    numbers = tuple(0.1234567890123456 + k / 7 for k in range(900))
    p = b.input("p", (900,), defaults=numbers)
    kernel = b.kernel("f", {"y": ((900,), [b.op("mul", p[k], p[-k - 1]) for k in range(900)])})
    tree = emit([kernel], "fortran", BuildContext("r", checks=checks(kernel)))
    check_limits(tree["r.f90"])
    check_limits(tree["test_r.f90"])
    strict(tree, tmp_path, 1, "-O0")


CALL = "q(2) = q(2) / q(1)\ncall mass_matrix(q, M, h)\nprint *, h\n"
DECLARE = "real(dp) :: q(2) = [0.0_dp, 1.0_dp], M(2, 2), h\n"


def test_checks_name_a_bad_input_and_can_be_switched_off(tmp_path: Path) -> None:
    assert make(emit([tiny()], "fortran", BuildContext("tiny")), tmp_path, "all").returncode == 0
    ran = run_program(tmp_path, DECLARE + CALL)
    assert ran.returncode != 0
    assert "mass_matrix: element 2 of q is not a finite number" in ran.stderr
    ran = run_program(tmp_path, DECLARE + "call mass_matrix(q, M, h, [1.0_dp, huge(h) * (1 + q(2))])")
    assert "mass_matrix: element 2 of parameters is not a finite number" in ran.stderr
    subprocess.run(["make", "clean"], cwd=tmp_path, check=True, capture_output=True)
    assert make(emit([tiny()], "fortran", BuildContext("tiny")), tmp_path, "all", "CHECK=off").returncode == 0
    ran = run_program(tmp_path, DECLARE + CALL)
    assert ran.returncode == 0
    assert ran.stdout.split() == ["NaN"]


def test_the_compiler_refuses_a_wrong_size(tmp_path: Path) -> None:
    assert make(emit([tiny()], "fortran", BuildContext("tiny")), tmp_path, "all").returncode == 0
    ran = run_program(tmp_path, "real(dp) :: M(2, 2), h\ncall mass_matrix([1.0_dp], M, h)")
    assert ran.returncode != 0
    assert "too few elements" in ran.stderr


def test_parameters_by_name(tmp_path: Path) -> None:
    assert make(emit([tiny()], "fortran", BuildContext("tiny")), tmp_path, "all").returncode == 0
    body = """
    real(dp) :: M(2, 2), h, p(2)
    p = default_parameters
    p(parameters_L_upper) = 1.0_dp
    call mass_matrix([0.0_dp, 0.0_dp], M, h, parameters=p)
    print "(*(f0.2, 1x))", M
    """
    assert run_program(tmp_path, body).stdout.split() == ["4.50", "1.50", "1.50", "1.50"]


def test_far_angles_and_exact_sines(tmp_path: Path) -> None:
    assert (
        make(emit([tiny()], "fortran", BuildContext("tiny")), tmp_path, "linkwright_math.o", "tiny.o").returncode == 0
    )
    body = """
    block
        use linkwright_math
        real(dp) :: x(8), s(8), c(8)
        integer :: k
        do k = 1, 100000
            x = [real(dp) :: k, -0.37 * k, 1e-9_dp * k, 3e3_dp * k, -4e5_dp, 1e300_dp, k * acos(-1.0_dp) / 2, 0.7_dp - k]
            call linkwright_sincos(8, x, s, c)
            if (any(abs(s - sin(x)) > 2 * epsilon(s) * abs(sin(x)))) error stop "sine"
            if (any(abs(c - cos(x)) > 2 * epsilon(c) * abs(cos(x)))) error stop "cosine"
        end do
    end block
    print *, "done"
    """
    ran = run_program(tmp_path, body, "-O1")
    assert ran.stdout.split() == ["done"], ran.stderr


def test_a_large_table_is_a_constant_in_parts(tmp_path: Path) -> None:
    """A pure procedure has no variables that keep their values, and a statement at most 255 continuation lines."""
    numbers = tuple(float(k) / 7 for k in range(30 * 30))
    value = Element("large", (Name("i", whole=True), Name("j", whole=True)))
    add = Set("total", Apply("add", (Name("total"), Apply("mul", (value, Element("x", (Name("i", whole=True),)))))))
    loops = For("i", Number(0), Number(30), (For("j", Number(0), Number(30), (add,)),))
    body = (Set("total", Number(0.0)), loops, Store("y", (Number(0),), Name("total")))
    procedure = Procedure(body, (("total", False),), (Array("large", (30, 30), numbers),))
    ports = (Port("x", (30,), (-1,) * 30),), (Port("y", (), (-1,)),)
    kernel = Kernel("weighted", *ports, (), Ops(), procedure=procedure)
    expected = run_kernel(kernel, sample(kernel))["y"]
    tree = emit([kernel], "fortran", BuildContext("r", checks=checks(kernel, {"y": [float(expected)]})))
    strict(tree, tmp_path, 1)
