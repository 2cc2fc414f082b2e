"""Generated MATLAB, run by Octave and read with MATLAB's eyes: robots, shapes, inputs, defaults, names."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

import linkwright as lw
from tests.support.emit import TARGETS, BuildContext, Check, SourceTree, emit
from tests.support.verification import run_tests

from .kernels import Builder, interpret, tiny
from .matlab_syntax import complaints
from .robots import NAMES, parameters, robot

OCTAVE = shutil.which("octave-cli") or shutil.which("octave")
FILES = Path(__file__).parents[2] / "src" / "linkwright" / "emit" / "languages" / "matlab" / "files"
needs_octave = pytest.mark.skipif(OCTAVE is None, reason="no octave found")


def octave(folder: Path, code: str) -> str:
    """Output of some code in the folder; an error's message where it ends in one."""
    ran = subprocess.run(
        [str(OCTAVE), "--no-gui", "--norc", "--no-history", "--eval", code], cwd=folder, capture_output=True, text=True
    )
    return ran.stdout.strip() if ran.returncode == 0 else ran.stderr.strip()


def stack() -> SourceTree:
    """A stack of matrices, a matrix that is not square, a scalar; a matrix comes in; no two elements are alike."""
    b = Builder()
    A = b.input("A", (2, 3))
    s = b.input("s", (), defaults=(2.0,), labels=("it's",))
    zero = b.const(0.0)
    cube = [b.op("mul", s[0], b.const(k)) for k in range(1, 13)]
    outputs = {"P": ((2, 3, 2), cube), "B": ((3, 2), [*A[:5], zero]), "t": ((), [zero]), "u": ((2,), [A[5], zero])}
    kernel = b.kernel("shapes", outputs)
    given = {"A": [1.0, 2.0, 3.0, 4.0, 5.0, 6.0], "s": [2.0]}
    checks = [Check.expect(k, kernel, given, k, x) for k, x in interpret(kernel, given).items()]
    checks += [Check.expect("default", kernel, {"A": given["A"]}, "P", interpret(kernel, given)["P"])]
    return emit([kernel], "matlab", BuildContext("it's 100% odd", checks=tuple(checks)))


@needs_octave
@pytest.mark.parametrize("name", NAMES)
def test_a_robots_tests_pass_and_its_example_runs(name: str, tmp_path: Path) -> None:
    built = lw.build(robot(name), to="matlab", out=tmp_path, parameters=parameters(name))
    (row,) = built.tests
    assert row.ok, row.output
    assert row.passed == row.checks > 15
    assert row.error is not None
    assert row.error < 1e-11
    assert "microseconds per call" in octave(tmp_path / "matlab", f"example_{robot(name).name}")
    for path, text in built.trees["matlab"].items():
        assert not path.endswith(".m") or not complaints(text), path


@pytest.mark.slow
@needs_octave
def test_a_humanoid_in_pieces(tmp_path: Path) -> None:
    quantities = ("inverse_dynamics", "mass_matrix", "forward_dynamics", "regressor")
    built = lw.build(robot("talos"), to="matlab", out=tmp_path, quantities=quantities)
    (row,) = built.tests
    assert row.ok, row.output
    assert row.passed == row.checks >= len(quantities)
    assert "forward_dynamics_2(" in built.trees["matlab"]["+talos/forward_dynamics.m"]


def test_fixed_files_are_read_by_matlab_too() -> None:
    texts = [path.read_text() for path in FILES.glob("*.m")]
    assert len(texts) > 8
    assert not [complaint for text in texts for complaint in complaints(text)]


@needs_octave
def test_without_checks_none_fails() -> None:
    row = run_tests(emit([tiny()], "matlab", BuildContext("t")), "matlab", 1)
    assert (row.checks, row.passed) == (0, 0)


@needs_octave
def test_a_wrong_value_is_found() -> None:
    tree = dict(
        emit([tiny()], "matlab", BuildContext("t", checks=(Check.expect("h", tiny(), {"q": (0, 1)}, "h", [0.5]),)))
    )
    row = run_tests(tree, "matlab", 1)
    assert not row.ok
    assert (row.checks, row.passed) == (1, 0)
    assert "FAILED" in row.output


@needs_octave
def test_a_function_that_stops_is_a_failed_check_with_its_reason() -> None:
    given = {"q": (0.5, -0.25)}
    check = Check.expect("M", tiny(), given, "M", interpret(tiny(), {**given, "parameters": (1.5, 0.25)})["M"])
    tree = dict(emit([tiny()], "matlab", BuildContext("t", checks=(check,))))
    assert run_tests(tree, "matlab", 1).ok
    tree["+t/mass_matrix.m"] = tree["+t/mass_matrix.m"].replace("zeros(2, 2)", "zeros(4, 1)")
    row = run_tests(tree, "matlab", 1)
    assert (row.checks, row.passed) == (1, 0)
    assert "a result has size" in row.output


@needs_octave
def test_shapes_are_true_matrices_and_stacks(tmp_path: Path) -> None:
    tree = stack()
    row = run_tests(tree, "matlab", 1)
    assert row.ok, row.output
    assert row.passed == 5
    tree.write(tmp_path)
    call = "[P, B, t, u] = it_s_100_odd.shapes([1 2 3; 4 5 6]);"
    sizes = octave(tmp_path, f"{call} disp([size(P) size(B) size(t) size(u)])")
    assert sizes == "2   3   2   3   2   1   1   2   1"
    assert octave(tmp_path, f"{call} disp([P(2,3,1) P(1,2,2) B(3,1) B(1,2)])").split() == ["22", "8", "5", "2"]
    assert octave(tmp_path, "disp(it_s_100_odd.s('it''s', 7))") == "7"
    assert "no element is called colour" in octave(tmp_path, "it_s_100_odd.s('colour', 7)")


BAD = {
    "q has size 3 1, not 2": "[0; 0; 0]",
    "q has size 2 2, not 2": "zeros(2)",
    "element 2 of q is not a finite number": "[0 NaN]",
    "q is no array of real numbers": "[0 1i]",
    "parameters has size 1 3, not 2": "[0 0], [1 2 3]",
    "element 1 of parameters is not a finite number": "[0 0], [Inf 2], true",
}


@needs_octave
def test_bad_inputs_are_named_unless_the_check_is_off(tmp_path: Path) -> None:
    emit([tiny()], "matlab", BuildContext("tiny")).write(tmp_path)
    tries = [f"try, tiny.mass_matrix({x}); disp('accepted'); catch e, disp(e.message); end" for x in BAD.values()]
    said = octave(tmp_path, "; ".join(tries)).splitlines()
    assert said == [f"tiny.mass_matrix: {message}" for message in BAD]
    assert octave(tmp_path, "M = tiny.mass_matrix([0 NaN], [], false); disp(M(2, 2))") == "1.5000"


@needs_octave
def test_rows_columns_and_defaults_give_the_same(tmp_path: Path) -> None:
    emit([tiny()], "matlab", BuildContext("tiny")).write(tmp_path)
    code = (
        "[p, names] = tiny.parameters(); A = tiny.mass_matrix([0.5 -0.25]); "
        "disp(isequal(A, tiny.mass_matrix([0.5; -0.25], p), tiny.mass_matrix([0.5 -0.25], p.'))); "
        "disp(strjoin(names.')); disp(tiny.parameters('L_upper', 9).')"
    )
    assert octave(tmp_path, code).split() == ["1", "m1", "L_upper", "1.5000", "9.0000"]


@needs_octave
def test_outside_of_a_domain_is_nan_and_never_complex(tmp_path: Path) -> None:
    b = Builder()
    x = b.input("x", (2,))
    ops = [("sqrt", 1), ("log", 1), ("asin", 1), ("acos", 1), ("pow", 2), ("sign", 1)]
    y = [b.op(op, *x[:arity]) for op, arity in ops]
    emit([b.kernel("f", {"y": ((6,), y)})], "matlab", BuildContext("r")).write(tmp_path)
    code = "y = r.f([-2 0.5]); z = r.f([-2 3]); w = r.f([0 0]); disp(y.'); disp([isreal(y) z(5) w(6)])"
    assert octave(tmp_path, code).split() == ["NaN"] * 5 + ["-1", "1", "-8", "0"]


@needs_octave
@pytest.mark.parametrize("piece", [0, 40])
def test_pieces_compute_the_same(piece: int) -> None:
    from .test_c import random_kernel

    kernel = random_kernel(1, 400, 20)
    inputs = {"x": [0.3, -1.2, 2.2, 0.7, -0.4, 5.0, 1.1], "s": [0.9]}
    checks = tuple(Check.expect(k, kernel, inputs, k, x) for k, x in interpret(kernel, inputs).items())
    tree = emit([kernel], replace(TARGETS["matlab"], piece=piece), BuildContext("r", checks=checks))
    assert ("long_chain_2(" in tree["+r/long_chain.m"]) == bool(piece)
    row = run_tests(tree, "matlab", 1)
    assert row.ok, row.output
    assert row.passed == 3


@needs_octave
def test_names_and_texts_from_a_file_do_no_harm() -> None:
    b = Builder()
    x = b.input("end", (1,), labels=("it's %d\n'); evil",), defaults=(2.0,))
    y = b.input("zeros", (1,), doc="%{\n evil", unit="'")
    z = b.input("sine pair", (1,))
    kernel = b.kernel("while", {"function": ((1,), [b.op("add", b.op("mul", x[0], y[0]), z[0])])}, doc="%}\nevil()")
    given = {"zeros": [3.0], "sine pair": [0.5]}
    check = Check.expect("it's %s\n'evil", kernel, given, "function", [6.5])
    for name in ("parfor", "zeros", "Rübe 3'", "end_"):
        tree = emit([kernel], "matlab", BuildContext(name, conventions="%{\n...\nevil", checks=(check,)))
        assert not [c for text in tree.values() for c in complaints(text)]
        row = run_tests(tree, "matlab", 1)
        assert row.ok, row.output
        assert row.passed == 1


def test_a_robot_called_as_a_port_is_renamed() -> None:
    assert "+q_robot/mass_matrix.m" in emit([tiny()], "matlab", BuildContext("q"))
    assert "+parameters_robot/parameters.m" in emit([tiny()], "matlab", BuildContext("parameters"))


def test_help_text_comes_first_and_names_the_call() -> None:
    lines = emit([tiny()], "matlab", BuildContext("tiny"))["+tiny/mass_matrix.m"].splitlines()
    assert lines[:3] == [
        "function [M, h] = mass_matrix(q, parameters, check)",
        "%MASS_MATRIX  Mass matrix of a small arm",
        "%   [M, h] = tiny.mass_matrix(q)",
    ]
    assert lines.index("%#codegen") == next(k for k, line in enumerate(lines[1:], 1) if not line.startswith("%")) - 1


MUTATIONS = {
    "M = zeros(2, 2);": ("M += 1;", "if !M", 'x = "a";', "# note", "x = f(1)(2);", "x = f(1;", "x = 'a;", "x++;"),
    "end\n": ("endfunction\n", "\n"),
}


def test_the_reading_for_matlab_finds_what_is_octaves() -> None:
    text = emit([tiny()], "matlab", BuildContext("tiny"))["+tiny/mass_matrix.m"]
    assert not complaints(text)
    for old, news in MUTATIONS.items():
        for new in news:
            assert complaints(text.replace(old, new, 1)), new
    assert complaints(text + "x = 1;\n")
    assert complaints(text + "end\n")
