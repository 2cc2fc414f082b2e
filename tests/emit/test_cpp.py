"""Generated C++: both forms of a function, any scalar, derivatives by dual numbers, what compilers and builders think of it."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

import linkwright as lw
from tests.support.emit import TARGETS, BuildContext, Check, emit
from tests.support.graph import OPS
from tests.support.passes import Kernel
from tests.support.verification import run_tests

from .kernels import Builder, interpret, tiny
from .robots import EXAMPLES, robot
from .special import PAIRS, differing, special
from .test_c import random_kernel

CXX = [name for name in ("g++", "clang++") if shutil.which(name)]
pytestmark = pytest.mark.skipif(not CXX, reason="no C++ compiler found")
STRICT = "-std=c++17 -O1 -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wdouble-promotion -Werror"


def run(folder: Path, *words: str, cxx: str = "", code: str = "") -> subprocess.CompletedProcess[str]:
    """Compile and run; `code` is the body of a main function."""
    if code:
        text = f"#include <cstdio>\n#include <limits>\n#include <stdexcept>\nint main() {{\n{code}\n}}\n"
        (folder / "main.cpp").write_text('#include "tiny.hpp"\n' + text)
        words = (*words, "main.cpp")
    subprocess.run([cxx or CXX[0], "-std=c++17", *words, "-o", "program"], cwd=folder, check=True)
    return subprocess.run([folder / "program"], capture_output=True, text=True, timeout=300)


def with_checks(kernel: Kernel) -> BuildContext:
    inputs = {port.name: [0.1 * k + 0.05 for k in range(port.size)] for port in kernel.inputs}
    return BuildContext(
        "strict", checks=tuple(Check.expect(k, kernel, inputs, k, v) for k, v in interpret(kernel, inputs).items())
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    emit([tiny()], "cpp", BuildContext("tiny")).write(tmp_path)
    return tmp_path


def test_robots_with_the_default_quantities(tmp_path: Path) -> None:
    built = lw.build(EXAMPLES / "double_pendulum.yaml", to="cpp", out=tmp_path / "a", parameters="symbolic")
    assert [(row.ok, row.checks > 15) for row in built.tests] == [(True, True)], built.tests[0].output
    ran = subprocess.run(["make", "example", "OPT=-O0"], cwd=tmp_path / "a/cpp", capture_output=True, text=True)
    assert "inverse_dynamics: tau, L1 doubled" in ran.stdout
    assert ran.returncode == 0, ran.stderr


@pytest.mark.parametrize(
    ("name", "quantities"),
    [
        ("panda", "inverse_dynamics,mass_matrix"),
        ("solo12", "inverse_dynamics"),
        pytest.param("panda", None, marks=pytest.mark.slow),
        pytest.param("solo12", None, marks=pytest.mark.slow),
    ],
)
def test_robots_of_numbers(name: str, quantities: str | None, tmp_path: Path) -> None:
    (row,) = lw.build(robot(name), to="cpp", out=tmp_path, quantities=quantities).tests
    assert row.ok, row.output
    assert row.checks >= 1


def test_dual_numbers_meet_the_generated_derivatives(tmp_path: Path) -> None:
    wanted = "inverse_dynamics,inverse_dynamics_derivatives"
    tree = lw.build(EXAMPLES / "arm6.yaml", to="cpp", out=tmp_path, quantities=wanted, run=False).trees["cpp"]
    ran = run(tmp_path / "cpp", next(name for name in tree if name.startswith("autodiff")))
    assert ran.returncode == 0
    found = re.findall(r"ok +(\S+) +derivative of inverse_dynamics, (\w+) against the generated", ran.stdout)
    assert [name for _, name in found] == ["dtau_dq", "dtau_dv"]
    assert all(float(error) < 1e-12 for error, _ in found)


def square_and(rate: float) -> list[Kernel]:
    """y = x x elementwise, and a function that claims to be its derivative."""
    b, c = Builder(), Builder()
    x = b.input("x", (2,))
    square = b.kernel("square", {"y": ((2,), [b.op("mul", k, k) for k in x])})
    x, zero = c.input("x", (2,)), c.const(0.0)
    first, second = (c.op("mul", c.const(rate), k) for k in x)
    return [square, c.kernel("derivative", {"dy_dx": ((2, 2), [first, zero, zero, second])})]


@pytest.mark.parametrize(("rate", "ok"), [(2.0, True), (2.00001, False)])
def test_a_wrong_derivative_fails(rate: float, ok: bool) -> None:
    row = run_tests(emit(square_and(rate), "cpp", BuildContext("r")), "cpp", 2)
    assert row.ok is ok
    assert ok or "FAILED  5.00e-06  derivative of square, dy_dx against the generated derivative" in row.output


def test_a_derivative_that_is_not_smooth_itself_is_known_all_the_same(tmp_path: Path) -> None:
    square, derivative = square_and(2.0)
    code = [replace(i, op="max", args=(i.args[1], i.args[0])) if i.op == "mul" else i for i in derivative.code]
    code = [
        replace(i, value=-9.0) if i.op == "const" and i.value == 2.0 else i for i in code
    ]  # max(x, -9) is x, not 2 x
    emit([square, replace(derivative, code=tuple(code))], "cpp", BuildContext("r")).write(tmp_path)
    ran = run(tmp_path, *STRICT.split(), "autodiff_r.cpp")
    assert ran.returncode == 1
    assert ran.stdout.strip() == "FAILED  1.00e+00  derivative of square, dy_dx against the generated derivative"


@pytest.mark.parametrize("cxx", CXX)
@pytest.mark.parametrize(
    ("kernel", "switch"),
    [
        pytest.param(tiny(), "-DNOTHING", id="tiny", marks=pytest.mark.slow),
        pytest.param(random_kernel(2, 200, 6), "-DLINKWRIGHT_CHECK", id="pieces"),
        pytest.param(tiny(), "-DLINKWRIGHT_CHECK", id="checked", marks=pytest.mark.slow),
        pytest.param(random_kernel(3, 200, 3), "-DLINKWRIGHT_LIBM", id="libm", marks=pytest.mark.slow),
    ],
)
def test_strict_compilers_have_nothing_to_say(kernel: Kernel, switch: str, cxx: str, tmp_path: Path) -> None:
    tree = emit([kernel], replace(TARGETS["cpp"], piece=60), with_checks(kernel))
    assert ("LINKWRIGHT_CPP_PIECE void long_chain_1" in tree["strict.hpp"]) == (kernel.name == "long_chain")
    tree.write(tmp_path)
    for name in ("test", "example", "autodiff"):
        ran = run(tmp_path, *STRICT.split(), switch, f"{name}_strict.cpp", cxx=cxx)
        assert ran.returncode == 0, ran.stdout


def test_both_forms_and_defaults(folder: Path) -> None:
    code = """
    const std::array<double, 2> q = {{0.5, 0.0}};
    const auto [M, h] = tiny::mass_matrix(q);
    auto p = tiny::default_parameters<double>;
    p[tiny::parameters_index::L_upper] = 1.0;
    double N[4], g;
    tiny::mass_matrix(q.data(), nullptr, N, &g);
    std::printf("%g %g %g ", M[0], h, N[0]);
    tiny::mass_matrix(q.data(), p.data(), N, &g);
    std::printf("%g %g", N[0], tiny::mass_matrix<float>({0.5f, 0.0f}, {3.0f, 1.0f}).M[0]);"""
    assert run(folder, code=code).stdout == "2.25 0 2.25 4.5 9"


def test_a_wrong_size_does_not_compile(folder: Path) -> None:
    with pytest.raises(subprocess.CalledProcessError):
        run(folder, "-w", "-fsyntax-only", code="(void)tiny::mass_matrix(std::array<double, 3>{});")


_BAD = {
    "(void)tiny::mass_matrix(q)": "element 1 of q is not a finite number",
    "tiny::mass_matrix(r.data(), q.data(), M, M)": "element 1 of parameters is not a finite number",
    "tiny::mass_matrix<double>(nullptr, nullptr, M, M)": "q is null",
}


def test_the_debug_switch_names_a_bad_input(folder: Path) -> None:
    head = """
    const std::array<double, 2> q = {{0.0, std::numeric_limits<double>::quiet_NaN()}}, r = {{0.0, 0.0}};
    double M[4] = {0.0, 0.0, 0.0, 0.0};
    (void)q, (void)r, (void)M;"""
    tries = [f"try {{ {call}; }} catch (const std::invalid_argument &e) {{ std::puts(e.what()); }}" for call in _BAD]
    found = run(folder, "-DLINKWRIGHT_CHECK", code="\n".join([head, *tries])).stdout.splitlines()
    assert found == [f"tiny::mass_matrix: {complaint}" for complaint in _BAD.values()]
    assert run(folder, code="\n".join([head, *tries[:2]])).stdout == ""
    ran = run(folder, "-DLINKWRIGHT_CHECK", "-fno-exceptions", code=f"{head}\n{next(iter(_BAD))};")
    assert ran.returncode != 0
    assert "tiny::mass_matrix: element 1 of q is not a finite number" in ran.stderr


def every_op() -> Kernel:
    b = Builder()
    x = b.input("x", (3,))
    late = b.op("mul", b.op("mul", x[0], x[1]), b.op("mul", b.op("mul", x[2], x[2]), b.op("add", x[0], x[0])))
    y = [b.op(op.name, *x[: op.arity]) for op in OPS.values()]
    y += [b.op("pow", x[0], b.const(3.0)), b.op("sub", b.const(-0.5), x[1]), b.op("sin", late), b.op("select", *x)]
    return b.kernel("every_op", {"y": ((len(y),), y)})


def test_other_scalars(tmp_path: Path) -> None:
    kernel = every_op()
    emit([kernel], "cpp", BuildContext("r")).write(tmp_path)
    (tmp_path / "main.cpp").write_text("""
#include "r.hpp"
#include <cstdio>
namespace mine {
struct Number {  // finds its functions by argument-dependent lookup; explicit from double, no conversion back
    long double x = 0;
    Number() = default;
    explicit Number(double v) : x(static_cast<long double>(v)) {}
};
inline Number make(long double x) { Number n; n.x = x; return n; }
#define INFIX(op) inline Number operator op(Number a, Number b) { return make(a.x op b.x); }
INFIX(+) INFIX(-) INFIX(*) INFIX(/)
inline Number operator-(Number a) { return make(-a.x); }
inline bool operator<(Number a, Number b) { return a.x < b.x; }
inline bool operator>(Number a, Number b) { return a.x > b.x; }
#define ONE(f) inline Number f(Number a) { return make(std::f(a.x)); }
#define TWO(f) inline Number f(Number a, Number b) { return make(std::f(a.x, b.x)); }
ONE(sqrt) ONE(sin) ONE(cos) ONE(tan) ONE(asin) ONE(acos) ONE(exp) ONE(log) ONE(abs) TWO(pow) TWO(atan2) TWO(hypot)
}
template <class S> std::array<S, 26> at() { return r::every_op(std::array<S, 3>{{S(0.3), S(0.7), S(0.4)}}); }
int main() {
    const auto a = at<float>();
    const auto b = at<long double>();
    const auto c = at<mine::Number>();
    const auto d = at<double>();
    for (std::size_t k = 0; k < a.size(); k++)
        std::printf("%.9g %.17Lg %.17Lg %.17g\\n", static_cast<double>(a[k]), b[k], c[k].x, d[k]);
}
""")
    expected = interpret(kernel, {"x": (0.3, 0.7, 0.4)})["y"]
    for cxx in CXX:
        rows = run(tmp_path, *STRICT.split(), "main.cpp", cxx=cxx).stdout.splitlines()
        assert len(rows) == len(expected) == 26
        for row, true in zip(rows, expected, strict=True):
            single, *others = map(float, row.split())
            assert single == pytest.approx(true, rel=2e-6)
            assert others == pytest.approx([true] * 3, rel=1e-15)


def test_two_robots_in_several_files_of_one_program(tmp_path: Path) -> None:
    for name in ("one", "two"):
        emit([replace(tiny(), name="f"), tiny()], "cpp", BuildContext(name)).write(tmp_path)
        both = '#include "one.hpp"\n#include "two.hpp"\n#include "one.hpp"\n'
        body = "return one::f(std::array<double, 2>{}).M[0] + two::mass_matrix(std::array<double, 2>{}).M[0];"
        (tmp_path / f"{name}.cpp").write_text(f"{both}double {name}_sum();\ndouble {name}_sum() {{ {body} }}\n")
    main = "#include <cstdio>\ndouble one_sum();\ndouble two_sum();\nint main() { std::printf(%s); }\n"
    (tmp_path / "main.cpp").write_text(main % '"%g", one_sum() + two_sum()')
    assert run(tmp_path, *STRICT.split(), "one.cpp", "two.cpp", "main.cpp").stdout == "9"


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("cmake"), reason="no cmake found")
def test_cmake_builds_and_tests(tmp_path: Path) -> None:
    emit([tiny()], "cpp", with_checks(tiny())).write(tmp_path)
    for command in ("cmake -B build -DLINKWRIGHT_CHECK=ON", "cmake --build build", "ctest --test-dir build"):
        ran = subprocess.run(command.split(), cwd=tmp_path, capture_output=True, text=True)
        assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "100% tests passed, 0 tests failed out of 3" in ran.stdout


_NAMES = ["std", "linkwright", "namespace", "select", "detail", "Scalar", "dual_numbers", "mass_matrix"]


def test_names_that_mean_something_in_cpp(tmp_path: Path) -> None:
    kernel = tiny()
    ports = (kernel.inputs[0], replace(kernel.inputs[1], labels=("class", "α *")))
    outputs = tuple(replace(port, name=word) for port, word in zip(kernel.outputs, ("result", "T"), strict=True))
    kernel = replace(kernel, inputs=ports, outputs=outputs)
    for name in _NAMES:
        emit([kernel], "cpp", BuildContext(name)).write(tmp_path)
    programs = [*(path.name for path in tmp_path.glob("autodiff_*.cpp")), "test_std_.cpp", "example_select_.cpp"]
    assert len(programs) == len(_NAMES) + 2
    assert (
        "namespace parameters_index {\ninline constexpr std::size_t class_ = 0;" in (tmp_path / "std_.hpp").read_text()
    )
    subprocess.run([CXX[0], "-std=c++17", "-fsyntax-only", "-Wall", "-Werror", *programs], cwd=tmp_path, check=True)


def test_text_from_a_file_cannot_leave_a_comment() -> None:
    evil = '*/ \\\n#error evil "??/'
    kernel = replace(tiny(), doc=evil, equation=evil, reference=evil)
    ports = tuple(replace(p, doc=evil, labels=(evil, "\\")) for p in kernel.inputs)
    kernel = replace(kernel, inputs=ports)
    state = {"q": (0.1, 0.2), "parameters": (1.0, 2.0)}
    check = Check.expect('%s%n "\\', kernel, state, "h", interpret(kernel, state)["h"])
    row = run_tests(emit([kernel], "cpp", BuildContext(evil, conventions=evil, checks=(check,))), "cpp", 1)
    assert row.ok, row.output
    assert row.passed == 1


def test_sine_and_cosine_of_an_angle_are_computed_once() -> None:
    text = emit([random_kernel(1, 60, 1)], "cpp", BuildContext("r"))["r.hpp"]
    b = Builder()
    x = b.input("x", (6,))
    y = [b.op("mul", b.op("sin", k), b.op("cos", k)) for k in x]
    plain = emit([b.kernel("f", {"y": ((6,), y)})], "cpp", BuildContext("r"))["r.hpp"]
    assert plain.count("linkwright::sincos<4>(&x[") == 2
    assert not re.search(r"\b(sin|cos)\(|using std::", plain)
    assert "using std::" not in text or re.search(r"[ (](sin|cos)\(", text)


@pytest.mark.parametrize("scalar", ["double", "long double"])
def test_special_values_are_those_of_the_interpreter(scalar: str, tmp_path: Path) -> None:
    emit([special()], "cpp", BuildContext("r")).write(tmp_path)
    pairs = ", ".join(f"{{{x!r}, {y!r}}}" for x, y in PAIRS).replace("inf", "INFINITY").replace("nan", "NAN")
    loop = f'for (auto &p : pairs) {{ for (auto z : r::f<{scalar}>(p[0], p[1])) std::printf("%.17g ", double(z));'
    (tmp_path / "main.cpp").write_text(
        f'#include "r.hpp"\n#include <cstdio>\nconst {scalar} pairs[][2] = {{{pairs}}};\n'
        f'int main() {{\n{loop} std::printf("\\n"); }}\n}}\n'
    )
    lines = run(tmp_path, "-O1", "main.cpp").stdout.splitlines()
    found = [[float(word) for word in line.split()] for line in lines]
    wrong = {pair: bad for pair, row in zip(PAIRS, found, strict=True) if (bad := differing(*pair, row))}
    assert not wrong


@pytest.mark.skipif(not shutil.which("nvcc"), reason="no nvcc found")
def test_functions_are_for_the_device_too(folder: Path) -> None:
    """A kernel of CUDA may call them, in double and in single precision; on the host they are what they were."""
    (folder / "kernel.cu").write_text(
        '#include "tiny.hpp"\n#include <cstdio>\n'
        "template <class S> __global__ void kernel(const S *q, S *M) { tiny::mass_matrix(q, nullptr, M, M + 4); }\n"
        "template __global__ void kernel(const float *, float *);\ntemplate __global__ void kernel(const double *, double *);\n"
        'int main() { std::printf("%g", tiny::mass_matrix(std::array<double, 2>{}).M[0]); }\n'
    )
    assert run(folder, "-arch=sm_80", "kernel.cu", cxx="nvcc").stdout == "2.25"
