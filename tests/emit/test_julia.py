"""Generated Julia: read by tree-sitter, run by a machine of our own, and by julia itself where there is one."""

from __future__ import annotations

import re
import shutil
import tomllib
import uuid
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import linkwright as lw
from tests.support.cli import _cells
from tests.support.emit import TARGETS, BuildContext, Check, SourceTree, emit
from tests.support.graph import OPS
from tests.support.passes import Kernel
from tests.support.verification import run_tests

from .julia_eval import Failed, Function, JuliaError, Machine, Thrown
from .kernels import Builder, interpret, tiny
from .robots import NAMES, parameters, robot
from .test_c import random_kernel
from .test_totality import chain_kernels, checks, number_kernels

FILES = Path(__file__).parents[2] / "src" / "linkwright" / "emit" / "languages" / "julia" / "files"
no_julia = pytest.mark.skipif(shutil.which("julia") is not None, reason="julia is here: the folders are run")


def run(tree: Mapping[str, str]) -> Machine:
    """The package, its example and its tests, by our machine."""
    machine = Machine()
    (source,) = (path for path in tree if path.startswith("src/"))
    machine.run(tree[source])
    (example,) = (path for path in tree if re.fullmatch(r"example_\w+\.jl", path))
    machine.run(tree[example].replace("1:1000", "1:2"))
    machine.run(tree["test/runtests.jl"])
    project = tomllib.loads(tree["Project.toml"])
    assert uuid.UUID(project["uuid"])
    assert source == f"src/{project['name']}.jl"
    assert project["name"] in machine.modules
    return machine


def functions(tree: Mapping[str, str], name: str) -> dict[str, Function]:
    machine = Machine()
    machine.run(tree[f"src/{name}.jl"])
    return machine.modules[name]


def with_checks(kernel: Kernel, inputs: Mapping[str, list[float]], **target: int) -> SourceTree:
    found = [Check.expect(k, kernel, inputs, k, x, tolerance=1e-12) for k, x in interpret(kernel, inputs).items()]
    return emit([kernel], replace(TARGETS["julia"], **target), BuildContext("r", checks=tuple(found)))  # type: ignore[arg-type]


@pytest.mark.parametrize("name", NAMES)
def test_a_robots_package_is_read_without_complaint_and_its_tests_hold(name: str) -> None:
    quantities = ("inverse_dynamics", "mass_matrix", "kinetic_energy", "forward_kinematics", "jacobian")
    tree = lw.build(robot(name), to="julia", parameters=parameters(name), quantities=quantities).trees["julia"]
    machine = run(tree)
    count, passed = (int(machine.printed[-1].split()[k]) for k in (0, 2))
    assert count == passed > 10
    assert machine.printed[0].startswith("tau of inverse_dynamics: ")


@pytest.mark.slow
def test_a_humanoid_in_pieces() -> None:
    quantities = ("inverse_dynamics", "mass_matrix", "forward_dynamics", "regressor")
    tree = lw.build(robot("talos"), to="julia", quantities=quantities).trees["julia"]
    assert "_forward_dynamics_2!(" in tree["src/Talos.jl"]
    words = run(tree).printed[-1].split()
    count, passed = int(words[0]), int(words[2])
    assert count == passed >= len(quantities)


def test_every_operation_under_every_operation_read_as_julia() -> None:
    kernels = [*chain_kernels(2, tuple(OPS)), *chain_kernels(3, ("sub", "div", "neg", "pow")), *number_kernels()]
    found = tuple(checks(kernels))
    tree = emit(kernels, "julia", BuildContext("totality", checks=found))
    assert run(tree).printed[-1].startswith(f"{len(found)} checks, {len(found)} passed")


@pytest.mark.parametrize("piece", [0, 60])
def test_pieces_compute_the_same(piece: int) -> None:
    inputs = {"x": [0.3, -1.2, 2.2, 0.7, -0.4, 5.0, 1.1], "s": [0.9]}
    tree = with_checks(random_kernel(1, 400, 20), inputs, piece=piece)
    assert ("_long_chain_2!" in tree["src/R.jl"]) == bool(piece)
    assert run(tree).printed[-1].startswith("3 checks, 3 passed")


def shapes() -> Kernel:
    b = Builder()
    A = b.input("A", (2, 3))
    s = b.input("s", (), defaults=(2.0,))
    zero = b.const(0.0)
    cube = [b.op("mul", s[0], b.const(k)) for k in range(1, 13)]
    outputs = {"P": ((2, 3, 2), cube), "B": ((3, 2), [*A[:5], zero]), "t": ((), [zero]), "u": ((2,), [A[5], zero])}
    return b.kernel("shapes", outputs)


def test_shapes_are_true_matrices_and_stacks() -> None:
    tree = with_checks(shapes(), {"A": [1.0, 2.0, 3.0, 4.0, 5.0, 6.0], "s": [2.0]})
    assert run(tree).printed[-1].startswith("4 checks, 4 passed")
    A = np.arange(1.0, 7.0).reshape(2, 3)
    P, B, t, u = functions(tree, "R")["shapes"](A)
    np.testing.assert_array_equal(P, 2 * np.arange(1.0, 13.0).reshape(2, 3, 2))
    np.testing.assert_array_equal(B, [[1, 2], [3, 4], [5, 0]])
    np.testing.assert_array_equal([t, *u], [0, 6, 0])


def test_inputs_are_checked_unless_told_not_to() -> None:
    mass_matrix = functions(emit([tiny()], "julia", BuildContext("tiny")), "Tiny")["mass_matrix"]
    with pytest.raises(Thrown, match=r"mass_matrix!: q has size \(3,\), not \(2,\)"):
        mass_matrix(np.zeros(3))
    with pytest.raises(Thrown, match="q has an element that is not a finite number"):
        mass_matrix(np.array([0.0, np.nan]))
    assert mass_matrix(np.array([0.0, np.nan]), check=False)[0][1, 1] == 1.5


def test_default_values_are_changed_by_name() -> None:
    module = functions(emit([tiny()], "julia", BuildContext("tiny")), "Tiny")
    np.testing.assert_array_equal(module["parameters"](("L_upper", 9.0)), [1.5, 9.0])
    with pytest.raises(Thrown, match="no element is called colour"):
        module["parameters"](("colour", 9.0))


def test_outside_of_a_domain_is_nan_and_no_error() -> None:
    b = Builder()
    x = b.input("x", (2,))
    y = [b.op("sqrt", x[0]), b.op("log", x[0]), b.op("asin", x[0]), b.op("acos", x[0]), b.op("pow", x[0], x[1])]
    f = functions(emit([b.kernel("f", {"y": ((5,), y)})], "julia", BuildContext("r")), "R")["f"]
    assert np.isnan(f(np.array([-2.0, 0.5]))).all()
    assert f(np.array([-2.0, 3.0]))[4] == -8.0


@pytest.mark.parametrize("name", ["checks.jl", "support.jl"])
def test_fixed_files_are_read_without_complaint(name: str) -> None:
    assert len(Machine().run((FILES / name).read_text())) > 5


def test_without_checks_none_fails() -> None:
    assert run(emit([tiny()], "julia", BuildContext("t"))).printed[-1].startswith("0 checks, 0 passed")


def test_a_wrong_value_is_found() -> None:
    tree = emit([tiny()], "julia", BuildContext("t", checks=(Check.expect("h", tiny(), {"q": (0, 1)}, "h", [0.5]),)))
    machine = Machine()
    machine.run(tree["src/T.jl"])
    with pytest.raises(Failed):
        machine.run(tree["test/runtests.jl"])
    assert machine.printed[-1].startswith("1 checks, 0 passed")


@no_julia
def test_the_row_says_what_is_missing_and_never_ok() -> None:
    row = run_tests(emit([tiny()], "julia", BuildContext("tiny")), "julia", 1)
    assert not row.ran
    assert row.note == "written, not run: no julia found"
    assert row.note in _cells(row)
    assert "ok" not in _cells(row)


@pytest.mark.skipif(shutil.which("julia") is None, reason="no julia found")
@pytest.mark.parametrize("name", NAMES)
def test_julia_runs_a_robots_tests(name: str, tmp_path: Path) -> None:
    (row,) = lw.build(robot(name), to="julia", out=tmp_path, parameters=parameters(name)).tests
    assert row.ok, row.output
    assert row.passed == row.checks > 15


MUTATIONS = {
    "    return M, h\nend": ("    return M, h", "    return M h\nend", "    return M, g\nend", "    return M, h\nend end"),
    "sine1, cosine1 = sincos(q[2])": (
        "sine1, cosine1 = sincos(q[3])", "sine1, cosine1 = sincos(q[0])", "sine1, cosine1 = sincos(q[2]",
        "sine1, cosine1 = sincos (q[2])", "sine1, cosine1 = sincos(q[2], 1.0)", "sine1, cosin1 = sincos(q[2])",
        "sine1, cosine1 = sincos(q[1, 2])", "sine1, cosine1 = sinecosine(q[2])", "sine1, cosine1 = sincos(q[2]]",
    ),
    "M[2, 1] = t": ("M[2, 3] = t", "M[2, 1] = 2t", "M[2, 1] += = t", "M[2, 1] = t\n + t", "M[2, 1] = $t", "M[2, 1] .= t"),
    "mass_matrix!(M, h, q, parameters; check": ("mass_matrix!(M, h; check", "mass_matrix!(M, h, q, parameters; chek"),
    "module R\n": ("", "module Q\n"),
    "PARAMETERS; check::Bool = true)": ("PARAMETER; check::Bool = true)", "PARAMETERS; check::Boole = true)"),
    '"mass_matrix!"': ('"mass_matrix!', '"$mass_matrix!"'),
    "    @inbounds begin": ("    @inbound begin", "    @inbounds"),
    "    if check\n": ("    if chek\n", "    check\n"),
}  # fmt: skip


def spoilt(tree: Mapping[str, str], path: str, old: str, new: str) -> bool:
    """Whether the machine finds that a piece of a file is another."""
    assert old in tree[path], old
    try:
        run({**tree, path: tree[path].replace(old, new, 1)})
    except JuliaError:
        return True
    return False


def checked_tiny() -> SourceTree:
    return with_checks(tiny(), {"q": [0.3, -1.2], "parameters": [1.5, 0.75]})


def test_what_is_spoilt_is_found() -> None:
    tree = checked_tiny()
    run(tree)
    missed = [new for old, news in MUTATIONS.items() for new in news if not spoilt(tree, "src/R.jl", old, new)]
    assert missed == []
    assert spoilt(tree, "example_r.jl", "R.mass_matrix(q)", "R.mass(q)")
    assert spoilt(tree, "example_r.jl", "R.mass_matrix(q)", "R.mass_matrix()")
    assert spoilt(tree, "test/runtests.jl", "using Printf\n", "")


def test_an_index_out_of_range_is_found_in_a_piece_too() -> None:
    tree = with_checks(random_kernel(1, 400, 20), {"x": [0.3, -1.2, 2.2, 0.7, -0.4, 5.0, 1.1], "s": [0.9]}, piece=60)
    for old, new in (("work[1] = t", "work[999] = t"), ("sine[1]", "sine[99]"), (" x[7]", " x[8]"), (" + ", " +")):
        assert spoilt(tree, "src/R.jl", old, new), new


SLIPS: Mapping[str, tuple[str, str]] = {
    "an end is missing": (r"\n    end\n    return tau\n", "\n    return tau\n"),
    "one end too many": (r"\n    return tau\nend\n", "\n    return tau\nend\nend\n"),
    "a sum for a difference": (r" - (?=\w)", " + "),
    "a quotient for a product": (r"(?<=\w) ?\* ?(?=\w)", " / "),
    "a sine for a cosine": (r"\bcosine2\b(?! = )(?!,)", "sine2"),
    "another element": (r"\bv\[2\]", "v[1]"),
    "an element that is not there": (r"\bv\[2\]", "v[3]"),
    "a result in another place": (r"\btau\[2\] = ", "tau[1] = "),
    "a comma is missing": (r"sine1, cosine1", "sine1 cosine1"),
    "a name that nobody knows": (r"\bt(\d+)(?= [-+*])", r"u\1"),
    "a bracket is missing": (r"sincos\(q\[1\]\)", "sincos(q[1]"),
    "a line that ends too early": (r" \+ (?=\w)", "\n + "),
}


def test_typical_slips_in_a_robot_are_found() -> None:
    tree = lw.build(
        robot("double_pendulum"), to="julia", parameters="symbolic", quantities=("inverse_dynamics",)
    ).trees["julia"]
    (path,) = (path for path in tree if path.startswith("src/"))
    head, mark, body = tree[path].partition("function inverse_dynamics!")
    for what, (old, new) in SLIPS.items():
        text, count = re.subn(old, new, body, count=1)
        assert count, what
        with pytest.raises(JuliaError):
            run({**tree, path: head + mark + text})


@pytest.mark.parametrize(
    "text",
    [
        "x = 2y", "x = [1.0 2.0]", "x = [1.0; 2.0]", "x = y .+ 1", "x = 1 < 2 < 3", "x = y = 1", "x = y'", "x = :y",
        "global x = 1",         "x = [k for k in 1:2]", "x = [1.0, 2.0][end]", "for k = 1:2\nend", "x -= 1; y", "x = \"a$b\"",
        "@time x = 1",         "struct A\nend", "let x = 1\nend", "f(x) = x where T", "using A: b", "x = -(y)^2",
        "x = if true\n1\nend", "x = 1 == 1.0 ? 1 : 2 : 3",
        "function f()\n    continue\nend", "function f()\n    return g\nend",
    ],
)  # fmt: skip
def test_what_we_do_not_write_is_refused_where_it_would_not_run_too(text: str) -> None:
    with pytest.raises(JuliaError):
        Machine().run(f"function unused(y)\n{text}\nreturn y\nend\n" if "function" not in text else f"{text}\n")


def test_names_and_texts_from_a_file_do_no_harm() -> None:
    b = Builder()
    x = b.input("end", (1,), labels=('a"$x \\ \n"""',), defaults=(2.0,))
    y = b.input("sincos", (1,), doc='""" $evil \\', unit="$")
    kernel = b.kernel("while", {"function": ((1,), [b.op("mul", x[0], y[0])])}, doc='""" $(evil()) \\', equation="$x")
    check = Check.expect('"$(evil) \\\n', kernel, {"sincos": [3.0]}, "function", [6.0])
    for name in ("end", "Main", "test", 'R"ü$b\\e 3', "function_"):
        tree = emit([kernel], "julia", BuildContext(name, conventions='"""\n$evil\\', checks=(check,)))
        assert run(tree).printed[-1].startswith("1 checks, 1 passed")


def test_a_package_has_the_same_identity_for_the_same_model_only() -> None:
    one, same, other = (
        emit([tiny()], "julia", BuildContext("t", model_hash=h))["Project.toml"] for h in ("a", "a", "b")
    )
    assert one == same != other
    assert 'name = "T"' in one
