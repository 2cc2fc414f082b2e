"""Generated C: pieces, defaults, checks, names, and what compilers think of it."""

from __future__ import annotations

import random
import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.emit import TARGETS, BuildContext, Check, cover, emit, filled
from tests.support.graph import Port
from tests.support.passes import Kernel
from tests.support.verification import run_tests

from .kernels import Builder, interpret, tiny

GCC, GXX, NVCC = (shutil.which(name) for name in ("gcc", "g++", "nvcc"))
needs_gcc = pytest.mark.skipif(GCC is None, reason="no gcc found")
STRICT = ["-std=c99", "-O2", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"]


def compile_and_run(folder: Path, *words: str, cc: str | None = GCC) -> subprocess.CompletedProcess[str]:
    assert cc is not None
    subprocess.run([cc, *words, "-o", "program", "-lm"], cwd=folder, check=True)
    return subprocess.run([folder / "program"], capture_output=True, text=True, timeout=300)


def random_kernel(seed: int, size: int, chunks: int) -> Kernel:
    """A long chain of sums and products with sines of inputs, of sums of inputs, and of computed values."""
    rnd = random.Random(seed)
    b = Builder()
    x = b.input("x", (7,))
    s = b.input("s", ())
    values = [*x, *s, b.const(0.5)]
    starts = [0]
    half = values[-1]
    for k in range(size):
        op = rnd.choice(["add", "sub", "mul", "sin", "cos", "neg"])
        recent = values[-30:] + x
        args = [rnd.choice(recent) for _ in range(2 if op in ("add", "sub", "mul") else 1)]
        value = b.op(op, *args)
        if op in ("add", "sub"):
            value = b.op("mul", value, half)  # numbers stay near 1, so that rounding does not grow
        values.append(b.op("sin", value) if op == "mul" else value)
        if k % (size // chunks) == size // chunks - 1:
            starts.append(len(b.code))
    ends = [b.op("sin", v) for v in values[-20:]]
    outputs = {"y": ((4, 5), ends), "z": ((3,), [values[8], x[0], b.const(-3.0)]), "w": ((2,), [ends[0], ends[0]])}
    return b.kernel("long_chain", outputs, chunks=tuple(s for s in starts if s < len(b.code)))


@needs_gcc
@pytest.mark.parametrize("piece", [0, 40, 200])
def test_pieces_compute_the_same(piece: int) -> None:
    kernel = random_kernel(1, 900, 30)
    inputs = {"x": [0.3, -1.2, 2.2, 0.7, -0.4, 5.0, 1.1], "s": [0.9]}
    expected = interpret(kernel, inputs)
    checks = tuple(Check.expect(name, kernel, inputs, name, values) for name, values in expected.items())
    tree = emit([kernel], replace(TARGETS["c"], piece=piece), BuildContext("r", checks=checks))
    names = re.findall(r"^LINKWRIGHT_PIECE void (r_long_chain_\d+)", tree["r.c"], re.MULTILINE)
    assert (len(names) > 1) == bool(piece)
    assert len(names) != 1
    row = run_tests(tree, "c", 1)
    assert row.ok, row.output
    assert row.passed == 3


@needs_gcc
@pytest.mark.parametrize("kernel", [tiny(), random_kernel(2, 300, 6)], ids=["tiny", "pieces"])
def test_strict_compilers_have_nothing_to_say(kernel: Kernel, tmp_path: Path) -> None:
    inputs = {port.name: [0.1 * k for k in range(port.size)] for port in kernel.inputs}
    checks = tuple(Check.expect(k, kernel, inputs, k, v) for k, v in interpret(kernel, inputs).items())
    emit([kernel], replace(TARGETS["c"], piece=60), BuildContext("strict", checks=checks)).write(tmp_path)
    assert compile_and_run(tmp_path, *STRICT, "strict.c", "test_strict.c").returncode == 0
    assert compile_and_run(tmp_path, *STRICT, "-DLINKWRIGHT_CHECK", "strict.c", "test_strict.c").returncode == 0
    (tmp_path / "inline.c").write_text(
        '#define STRICT_API static inline\n#include "strict.c"\n#include "test_strict.c"\n'
    )
    assert compile_and_run(tmp_path, *STRICT, "inline.c").returncode == 0


@needs_gcc
@pytest.mark.skipif(GXX is None, reason="no g++ found")
def test_a_header_is_fit_for_cpp(tmp_path: Path) -> None:
    emit([tiny()], "c", BuildContext("tiny")).write(tmp_path)
    subprocess.run([str(GCC), "-c", "tiny.c"], cwd=tmp_path, check=True)
    (tmp_path / "main.cpp").write_text(
        '#include "tiny.h"\n#include <cstdio>\nint main() { double q[2] = {0.0, 0.0}, M[4], h[1];\n'
        'tiny_mass_matrix(q, nullptr, M, h); std::printf("%g %g", M[0], tiny_parameters[TINY_PARAMETERS_L_upper]); }\n'
    )
    assert compile_and_run(tmp_path, "-Wall", "-Werror", "main.cpp", "tiny.o", cc=GXX).stdout == "2.25 0.25"


@needs_gcc
@pytest.mark.parametrize(("call", "complaint"), [("q", "element 1 of q is nan"), ("NULL", "q is NULL")])
def test_the_debug_switch_names_a_bad_input(call: str, complaint: str, tmp_path: Path) -> None:
    emit([tiny()], "c", BuildContext("tiny")).write(tmp_path)
    (tmp_path / "main.c").write_text(
        '#include "tiny.h"\n#include <math.h>\n#include <stddef.h>\n'
        "int main(void) { double q[2] = {0.0, NAN}, M[4], h[1]; (void)q;\n"
        f"tiny_mass_matrix({call}, NULL, M, h); return 0; }}\n"
    )
    ran = compile_and_run(tmp_path, "-DLINKWRIGHT_CHECK", "main.c", "tiny.c")
    assert ran.returncode != 0
    assert f"tiny_mass_matrix: {complaint}" in ran.stderr


def test_sine_and_cosine_of_an_angle_are_computed_once() -> None:
    b = Builder()
    x = b.input("x", (6,))
    y: list[int] = []
    for k in range(6):
        y += [b.op("mul", b.op("sin", x[k]), b.op("cos", x[k]))]
    late = b.op("mul", y[0], b.op("mul", y[1], b.op("mul", y[2], y[3])))
    y += [b.op("add", b.op("sin", late), b.op("cos", late))]
    text = emit([b.kernel("f", {"y": ((7,), y)})], "c", BuildContext("r"))["r.c"]
    assert "linkwright_sincos(4, &x[0], &sine[0], &cosine[0]);" in text
    assert "linkwright_sincos(4, &x[2], &sine[4], &cosine[4]);" in text
    assert (text.count("linkwright_sincos("), text.count("linkwright_sincos_of(")) == (2, 1)
    assert not re.search(r"\b(sin|cos)\(", text)


def test_angles_are_covered_by_whole_vectors() -> None:
    assert cover([1, 2, 3, 4, 5, 6], 7, 4) == [(1, 4), (3, 4)]
    assert cover(list(range(7, 19)), 19, 4) == [(7, 4), (11, 4), (15, 4)]
    assert cover([3], 7, 4) == [(3, 4)]
    assert cover([0, 1, 2], 3, 4) == [(0, 2), (1, 2)]
    assert cover([0], 1, 4) == [(0, 1)]
    assert cover([0, 9], 10, 4) == [(0, 4), (6, 4)]
    assert [len(filled(list(range(n)), 4)) for n in range(6)] == [0, 1, 2, 4, 4, 8]


def test_angles_that_are_sums_are_gathered() -> None:
    b = Builder()
    x = b.input("x", (3,))
    total = b.op("add", x[1], x[2])
    y = [b.op("sin", x[0]), b.op("cos", total), total]
    text = emit([b.kernel("f", {"y": ((3,), y)})], "c", BuildContext("r"))["r.c"]
    assert "linkwright_sincos(2, &x[0], &sine[0], &cosine[0]);" in text
    assert re.search(r"angle\[1\] = \{(t\d+)\};\n    linkwright_sincos\(1, angle, &sine\[2\], &cosine\[2\]\);", text)


def test_a_repeated_element_is_computed_once() -> None:
    text = emit([tiny()], "c", BuildContext("tiny"))["tiny.c"]
    name = re.search(r"M\[1\] = (\w+);", text)
    assert name is not None
    assert f"M[2] = {name[1]};" in text


def test_functions_that_disagree_on_defaults_have_their_own() -> None:
    one = tiny()
    ports = (one.inputs[0], replace(one.inputs[1], defaults=(3.0, 4.0)))
    header = emit([one, replace(one, name="other", inputs=ports)], "c", BuildContext("r"))["r.h"]
    assert "r_mass_matrix_parameters[2]" in header
    assert "r_other_parameters[2]" in header
    most = emit([one, replace(one, name="second"), replace(one, name="other", inputs=ports)], "c", BuildContext("r"))[
        "r.h"
    ]
    assert "double r_parameters[2]" in most
    assert "double r_other_parameters[2]" in most
    assert "r_second_parameters" not in most
    shared = emit([one, replace(one, name="other")], "c", BuildContext("r"))["r.h"]
    assert shared.count("static const double r_parameters[2]") == 1


@needs_gcc
def test_text_from_a_file_cannot_leave_a_comment(tmp_path: Path) -> None:
    kernel = replace(tiny(), doc='*/ int evil(void) { return "1" ??/ \\', equation="/* \\", reference="*/#error evil")
    ports = tuple(replace(p, doc="*/ #error evil", labels=("*/ a", "\\\n b")) for p in kernel.inputs)
    kernel = replace(kernel, inputs=ports)
    state = {"q": (0.1, 0.2), "parameters": (1.0, 2.0)}
    check = Check.expect('%s%n "\\', kernel, state, "h", interpret(kernel, state)["h"])
    tree = emit([kernel], "c", BuildContext('a"*/\\\n#error evil', conventions="*/\n#error evil", checks=(check,)))
    row = run_tests(tree, "c", 1)
    assert row.ok, row.output
    assert row.passed == 1


def test_an_unused_input_is_no_warning_and_an_empty_program_is_refused() -> None:
    from tests.support.package import EmitError

    b = Builder()
    x = b.input("x", (1,))
    kernel = b.kernel("f", {"y": ((1,), [x[0]])})
    kernel = replace(kernel, inputs=(*kernel.inputs, Port("v", (3,), (-1, -1, -1))))
    assert "(void)v;" in emit([kernel], "c", BuildContext("r"))["r.c"]
    with pytest.raises(EmitError, match="one or more"):
        emit([], "c", BuildContext("r"))
    with pytest.raises(EmitError, match="no language is called 'cobol'"):
        emit([kernel], "cobol", BuildContext("r"))


def test_a_long_program_is_several_files(monkeypatch: pytest.MonkeyPatch) -> None:
    kernels = [replace(tiny(), name=f"f{n}") for n in range(5)]
    size = len(kernels[0].code)
    monkeypatch.setattr("linkwright.emit.languages.c._PART", 2 * size)
    x = {"q": (0.3, 0.7), "parameters": (1.5, 0.25)}
    name = kernels[0].outputs[0].name
    expected = interpret(kernels[0], x)[name]
    checks = tuple(Check.expect(kernel.name, kernel, x, name, expected) for kernel in kernels)
    tree = emit(kernels, "c", BuildContext("arm", checks=checks))
    assert {path for path in tree if path.endswith(".c")} == {
        "arm.c", "arm_part2.c", "arm_part3.c", "test_arm.c", "example_arm.c",
    }  # fmt: skip
    row = run_tests(tree, "c", len(kernels))
    assert row.ok, row.output
    assert row.passed == 5


@pytest.mark.skipif(NVCC is None, reason="no nvcc found")
def test_functions_are_for_the_device_too(tmp_path: Path) -> None:
    """nvcc takes the source as it is, and a kernel may call its functions; the host's arithmetic is the same as before."""
    emit([tiny(), random_kernel(2, 120, 6)], replace(TARGETS["c"], piece=60), BuildContext("tiny")).write(tmp_path)
    (tmp_path / "kernel.cu").write_text(
        '#include "tiny.c"\n#include <cstdio>\n'
        "__global__ void kernel(const double *q, double *M) { tiny_mass_matrix(q, nullptr, M, M + 4);\n"
        "tiny_long_chain(q, q[0], M, M + 20, M + 23); }\n"
        "int main() { double q[2] = {0.0, 0.0}, M[4], h[1]; (void)kernel;\n"
        'tiny_mass_matrix(q, nullptr, M, h); std::printf("%g", M[0]); }\n'
    )
    assert compile_and_run(tmp_path, "-arch=sm_80", "kernel.cu", cc=NVCC).stdout == "2.25"
