"""Generated Java, compiled and run: robots, checks of inputs, methods that the JIT takes, names, special values, threads."""

from __future__ import annotations

import math
import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

import linkwright as lw
from tests.support.emit import TARGETS, BuildContext, Check, Constant, emit
from tests.support.passes import Kernel
from tests.support.procedures import CORPUS, checks_of
from tests.support.verification import run_tests

from .kernels import Builder, interpret, tiny
from .robots import parameters, robot
from .special import PAIRS, differing, special
from .test_c import random_kernel

JAVAC, JAVA, JAVAP = (shutil.which(name) for name in ("javac", "java", "javap"))
pytestmark = pytest.mark.skipif(JAVAC is None or JAVA is None, reason="no javac found")
FILES = Path(__file__).parents[2] / "src" / "linkwright" / "emit" / "languages" / "java" / "files"
HUGE = 8000
"""Bytes of a method from which on HotSpot does not compile it."""


def ran(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=240)


def compiled(folder: Path, *sources: str) -> None:
    """By a compiler that has nothing to say."""
    done = ran(folder, str(JAVAC), "-encoding", "UTF-8", "-Xlint:all", "-Werror", "-cp", ".", *sources)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


def program(folder: Path, kernel: Kernel, body: str, *flags: str) -> str:
    """What statements print that have the kernel's class as `tiny.Tiny`."""
    emit([kernel], "java", BuildContext("tiny")).write(folder)
    text = f"import tiny.Tiny;\npublic final class P {{\n{body}\n}}\n"
    (folder / "P.java").write_text(text)
    compiled(folder, "P.java")
    done = ran(folder, str(JAVA), *flags, "-cp", ".", "P")
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("name", ["double_pendulum", pytest.param("solo12", marks=pytest.mark.slow)])
def test_a_robot_passes_its_own_tests(name: str, tmp_path: Path) -> None:
    (row,) = lw.build(robot(name), to="java", out=tmp_path, parameters=parameters(name)).tests
    assert row.ok, row.output
    assert row.checks >= 21
    assert row.error is not None
    assert row.error < 1e-12
    folder = tmp_path / "java"
    compiled(folder, *(path.name for path in folder.glob("*.java")))
    (example,) = folder.glob("example_*.java")
    assert "inverse_dynamics tau: [" in ran(folder, str(JAVA), "-cp", ".", example.stem).stdout


def test_fixed_files_compile_without_a_word(tmp_path: Path) -> None:
    sources = [str(path) for path in FILES.rglob("*.java")]
    assert len(sources) == 2
    done = ran(tmp_path, str(JAVAC), "-Xlint:all", "-Werror", "-d", str(tmp_path), *sources)
    assert (done.returncode, done.stderr) == (0, "")


def test_more_numbers_than_a_constant_holds() -> None:
    b = Builder()
    x = b.input("x", (9000,))
    kernel = b.kernel("ends", {"y": ((2,), [x[0], x[-1]])})
    numbers = [k / 7 for k in range(9000)]
    checks = (Check.expect("ends", kernel, {"x": numbers}, "y", [numbers[0], numbers[-1]]),)
    row = run_tests(emit([kernel], "java", BuildContext("r", checks=checks)), "java", 1)
    assert (row.checks, row.passed) == (1, 1), row.output


@pytest.mark.parametrize("count", [1000, 1001, 50_000])
def test_a_table_of_any_length(count: int, tmp_path: Path) -> None:
    """A method that makes constants one by one ends at some 6,000 of them."""
    values = tuple(7 * k % 40_001 - 300 for k in range(count))
    about = BuildContext("tiny", constants=(Constant("places", values, "a long table"),))
    emit([tiny()], "java", about).write(tmp_path)
    (tmp_path / "Main.java").write_text(
        "import tiny.Tiny;\npublic class Main {\n    public static void main(String[] a) {\n"
        "        long sum = 0;\n        for (int k = 0; k < Tiny.PLACES.size(); k++) sum += (long) k * Tiny.PLACES.get(k);\n"
        '        System.out.println(Tiny.PLACES.size() + " " + sum);\n    }\n}\n'
    )
    subprocess.run(["javac", "-cp", ".", "Main.java"], cwd=tmp_path, check=True)
    ran = subprocess.run(["java", "-cp", ".", "Main"], cwd=tmp_path, check=True, capture_output=True, text=True)
    assert ran.stdout.split() == [str(count), str(sum(k * x for k, x in enumerate(values)))]


def test_without_checks_none_fails() -> None:
    row = run_tests(emit([tiny()], "java", BuildContext("t")), "java", 1)
    assert (row.checks, row.passed) == (0, 0)


def test_a_wrong_expected_value_fails() -> None:
    kernel, state = tiny(), {"q": (0.5, -0.25)}
    wrong = interpret(kernel, {**state, "parameters": (1.5, 0.25)})["M"]
    wrong[3] *= 1 + 1e-8
    checks = (
        Check.expect("wrong", kernel, state, "M", wrong),
        replace(Check.expect("nan", kernel, state, "h", [0.0]), floor=1e9),
    )
    row = run_tests(emit([kernel], "java", BuildContext("t", checks=checks)), "java", 1)
    assert not row.ok
    broken = replace(TARGETS["java"], spell={**TARGETS["java"].spell, "mul": TARGETS["java"].spell["div"]})
    zero = {"q": (0.5, -0.25), "parameters": (0.0, 0.0)}
    tree = emit([kernel], broken, BuildContext("t", checks=(Check.expect("nan", kernel, zero, "M", [0.0] * 4),)))
    assert "0 passed, max relative error NaN" in run_tests(tree, "java", 1).output


_TRIES = """
    interface Try { void now(); }
    static void attempt(Try t) {
        try {
            t.now();
            System.out.println("nothing");
        } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
    }
    public static void main(String[] words) {
        double[] p = {1, 2}, M = new double[4], h = new double[1];
        attempt(() -> Tiny.mass_matrix(new double[1], M, h));
        attempt(() -> Tiny.mass_matrix(new double[] {1, Double.NaN}, M, h));
        attempt(() -> Tiny.mass_matrix(null, M, h));
        attempt(() -> Tiny.mass_matrix(p, new double[] {1, Double.POSITIVE_INFINITY}, M, h));
        attempt(() -> Tiny.mass_matrix(p, new double[1], h));
        Tiny.default_parameters()[0] = 7;
        System.out.println(Tiny.default_parameters()[0]);
    }
"""


def test_bad_inputs_are_named_and_defaults_are_copies(tmp_path: Path) -> None:
    assert program(tmp_path, tiny(), _TRIES).splitlines() == [
        "mass_matrix: q must be an array of 2 numbers, not 1",
        "mass_matrix: element 1 of q is NaN, not a finite number",
        "mass_matrix: q must be an array of 2 numbers, not null",
        "mass_matrix: element 1 of parameters is Infinity, not a finite number",
        "mass_matrix: M must be an array of 4 numbers, not 1",
        "1.5",
    ]


def test_the_checks_can_be_left_out(tmp_path: Path) -> None:
    body = """
    public static void main(String[] words) {
        double[] M = new double[4], h = new double[1];
        Tiny.mass_matrix(new double[] {1, Double.NaN}, M, h);
        System.out.println(h[0]);
    }"""
    assert program(tmp_path, tiny(), body, "-Dlinkwright.unchecked=true").strip() == "NaN"


def test_a_result_over_an_input_is_refused(tmp_path: Path) -> None:
    b = Builder()
    x = b.input("x", (2,))
    kernel = b.kernel("f", {"y": ((2,), [b.op("sin", k) for k in x])})
    body = """
    public static void main(String[] words) {
        double[] x = {1, 2};
        try { Tiny.f(x, x); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
    }"""
    assert program(tmp_path, kernel, body).strip() == (
        "f: y is also an input; it would be overwritten while it is read"
    )


@pytest.mark.parametrize("piece", [0, 40, 200])
def test_pieces_compute_the_same(piece: int) -> None:
    kernel = random_kernel(1, 900, 30)
    inputs = {"x": [0.3, -1.2, 2.2, 0.7, -0.4, 5.0, 1.1], "s": [0.9]}
    checks = tuple(Check.expect(name, kernel, inputs, name, y) for name, y in interpret(kernel, inputs).items())
    tree = emit([kernel], replace(TARGETS["java"], piece=piece), BuildContext("r", checks=checks))
    assert ("private static void piece2(" in tree["r/LongChain.java"]) == bool(piece)
    row = run_tests(tree, "java", 1)
    assert row.ok, row.output
    assert row.passed == 3


def largest_method(folder: Path, package: str) -> tuple[int, str]:
    """Bytes of the largest method of a package's classes, as javap counts them, and its class."""
    classes = sorted(str(p.relative_to(folder)) for p in (folder / package).glob("*.class"))
    text = ran(folder, str(JAVAP), "-c", "-p", *classes).stdout
    found: tuple[int, str] = (0, "")
    name = ""
    for line in text.splitlines():
        name = line if re.match(r"(public |final )*class ", line) else name
        if place := re.match(r" +(\d+): return$", line):
            found = max(found, (int(place[1]), name))
    assert found[0] > 0
    return found


@pytest.mark.skipif(JAVAP is None, reason="no javap found")
def test_methods_are_small_enough_for_the_compiler_of_the_virtual_machine(tmp_path: Path) -> None:
    """Whatever its size, a function is made of methods that HotSpot compiles."""
    arm = lw.load(Path(__file__).parents[2] / "examples" / "quadruped.yaml")
    quantities = "inverse_dynamics,inverse_dynamics_derivatives,mass_matrix_inverse,coriolis_matrix"
    lw.build(arm, to="java", out=tmp_path, quantities=quantities, run=False)
    compiled(tmp_path / "java", "test_quadruped.java")
    assert largest_method(tmp_path / "java", "quadruped")[0] < HUGE


def test_special_values_are_those_of_the_interpreter(tmp_path: Path) -> None:
    kernel = special()
    rows = ", ".join(f"{{{_double(x)}, {_double(y)}}}" for x, y in PAIRS)
    body = f"""
    public static void main(String[] words) {{
        for (double[] p : new double[][] {{{rows}}}) {{
            double[] z = new double[9];
            Tiny.f(p[0], p[1], z);
            System.out.println(java.util.Arrays.toString(z));
        }}
    }}"""
    lines = program(tmp_path, kernel, body, "-Dlinkwright.unchecked=true").splitlines()
    found = [[float(word) for word in line.strip("[]").split(",")] for line in lines]
    wrong = {pair: bad for pair, row in zip(PAIRS, found, strict=True) if (bad := differing(*pair, row))}
    assert not wrong


def _double(x: float) -> str:
    if math.isnan(x):
        return "Double.NaN"
    return repr(x) if math.isfinite(x) else f"{'-' if x < 0 else ''}Double.POSITIVE_INFINITY"


HOSTILE = "*/ } System.exit(7); /* \\u002a/ @deprecated <b> & {@code \" ' \\ \n System.exit(7); //\u2028 関節"


def test_text_from_a_file_stays_text(tmp_path: Path) -> None:
    kernel = tiny()
    ports = tuple(replace(p, doc=HOSTILE, labels=(HOSTILE, "@deprecated")) for p in kernel.inputs)
    kernel = replace(kernel, doc=HOSTILE, equation="@deprecated", reference=HOSTILE, inputs=ports)
    state = {"q": (0.1, 0.2), "parameters": (1.0, 2.0)}
    check = Check.expect(HOSTILE, kernel, state, "h", interpret(kernel, state)["h"])
    tree = emit([kernel], "java", BuildContext(HOSTILE, conventions=HOSTILE, checks=(check,)))
    row = run_tests(tree, "java", 1)
    assert row.ok, row.output
    assert row.passed == 1
    tree.write(tmp_path)
    compiled(tmp_path, *(p.name for p in tmp_path.glob("*.java")))


def test_javadoc_reads_the_comments(tmp_path: Path) -> None:
    javadoc = shutil.which("javadoc")
    if javadoc is None:
        pytest.skip("no javadoc found")
    kernel = replace(tiny(), doc=HOSTILE, equation="a < b && c -> d, @param")
    emit([kernel], "java", BuildContext("tiny", conventions=HOSTILE)).write(tmp_path)
    done = ran(
        tmp_path, javadoc, "-quiet", "-encoding", "UTF-8", "-Xdoclint:html,syntax", "-d", "doc", "-cp", ".", "tiny"
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_words_of_the_language_are_no_names() -> None:
    words = ["class", "Math", "var", "t1", "naïve name", "PARAMETERS", "new", "Support", "_", "scratch"]
    b = Builder()
    made = [b.op("sin", b.input(word, (1,), defaults=(0.5,))[0]) for word in words]
    kernel = b.kernel("default", {"int": ((len(made),), made)})
    other = replace(kernel, name="Default")  # a file of this name is another's where case does not count
    checks = tuple(
        Check.expect("names", k, {words[0]: [0.5]}, "int", [math.sin(0.5)] * len(made)) for k in (kernel, other)
    )
    for robot_name in ("java", "math", "default"):
        row = run_tests(emit([kernel, other], "java", BuildContext(robot_name, checks=checks)), "java", 1)
        assert row.ok, row.output
        assert row.passed == 2


_THREADS = """
    public static void main(String[] words) throws InterruptedException {
        double[][] y = new double[4][12];
        Thread[] threads = new Thread[4];
        for (int k = 0; k < 4; k++) {
            final int n = k;
            threads[k] = new Thread(() -> {
                double[] x = {0.3, -1.2, 2.2, 0.7, -0.4, 5.0, 1.1 + 0.1 * n};
                double[] z = new double[Z], w = new double[W];
                for (int i = 0; i < 20000; i++) Tiny.long_chain(x, 0.9, y[n], z, w);
            });
        }
        for (Thread t : threads) t.start();
        for (Thread t : threads) t.join();
        for (double[] row : y) System.out.println(java.util.Arrays.toString(row));
    }
"""


def test_threads_do_not_disturb_each_other(tmp_path: Path) -> None:
    """A function in pieces has values on their way between them."""
    kernel = random_kernel(1, 900, 30)
    sizes = {p.name: p.size if p.shape else 1 for p in kernel.outputs}
    body = (
        _THREADS.replace("[12]", f"[{sizes['y']}]").replace("[Z]", f"[{sizes['z']}]").replace("[W]", f"[{sizes['w']}]")
    )
    tree = emit([kernel], replace(TARGETS["java"], piece=40), BuildContext("tiny"))
    tree.write(tmp_path)
    (tmp_path / "P.java").write_text(f"import tiny.Tiny;\npublic final class P {{\n{body}\n}}\n")
    compiled(tmp_path, "P.java")
    lines = ran(tmp_path, str(JAVA), "-cp", ".", "P").stdout.splitlines()
    for n, line in enumerate(lines):
        inputs = {"x": [0.3, -1.2, 2.2, 0.7, -0.4, 5.0, 1.1 + 0.1 * n], "s": [0.9]}
        assert [float(w) for w in line.strip("[]").split(",")] == pytest.approx(
            interpret(kernel, inputs)["y"], rel=1e-12
        )
    assert len(lines) == 4


def test_strict_compilers_have_nothing_to_say_of_procedures(tmp_path: Path) -> None:
    emit([s.kernel for s in CORPUS], "java", BuildContext("strict", checks=checks_of())).write(tmp_path)
    compiled(tmp_path, *(p.name for p in tmp_path.glob("*.java")))
