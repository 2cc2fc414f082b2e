"""Generated Cython packages: single states, batches, arrays of the caller's, refusals, what other Cython code can import."""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
import sys
import textwrap
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

import numpy as np
import pytest

import linkwright as lw
from tests.support.emit import TARGETS, BuildContext, Check, emit
from tests.support.verification import find, run_tests

from .kernels import Builder, interpret, tiny
from .robots import EXAMPLES, robot
from .special import PAIRS, differing, special

pytestmark = pytest.mark.skipif(bool(find(TARGETS["cython"].commands)[1]), reason="no Cython or no C compiler found")


def setup(folder: Path, *words: str) -> str:
    ran = subprocess.run([sys.executable, "setup.py", *words], cwd=folder, capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def python(folder: Path, text: str) -> str:
    """What a script beside the package prints."""
    script = textwrap.dedent(text)
    ran = subprocess.run([sys.executable, "-c", script], cwd=folder, capture_output=True, text=True, timeout=240)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout.strip()


def scalars() -> list:
    """A scalar that may be left out, before one that may not; a matrix comes in and a stack goes out."""
    b = Builder()
    (s,) = b.input("factor", (), defaults=(2.0,))
    (x,) = b.input("x", ())
    A = b.input("A", (2, 2))
    products = [b.op("mul", b.op("mul", s, x), k) for k in A]
    return [b.kernel("scaled", {"stack": ((2, 1, 2), products)}), tiny(), special()]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("cython")
    state = {"q": (0.5, -0.25), "parameters": (1.5, 0.25)}
    checks = [Check.expect(name, tiny(), state, name, value) for name, value in interpret(tiny(), state).items()]
    emit(scalars(), "cython", BuildContext("tiny", checks=tuple(checks))).write(path)
    lines = setup(path, "test").splitlines()
    assert lines[-1].startswith("2 checks, 2 passed, max relative error ")
    return path


def test_single_states_and_batches(folder: Path) -> None:
    text = """
        import numpy as np, tiny
        q, p = np.random.default_rng(1).normal(size=(5, 2)), np.random.default_rng(2).normal(size=(5, 2))
        M, h = tiny.mass_matrix(q, p)
        assert M.shape == (5, 2, 2) and h.shape == (5,) and M.dtype == np.float64
        for k in range(5):
            one_M, one_h = tiny.mass_matrix(q[k], p[k])
            assert one_M.shape == (2, 2) and isinstance(one_h, float)
            assert np.array_equal(one_M, M[k]) and one_h == h[k]
            assert np.array_equal(tiny.mass_matrix(q, parameters=p[k])[0][k], M[k])  # one state goes with all
        assert np.array_equal(tiny.mass_matrix(q[0])[0], tiny.mass_matrix(q[0], tiny.PARAMETERS)[0])
        assert np.array_equal(tiny.mass_matrix(np.asfortranarray(q), np.float32(p))[0].shape, (5, 2, 2))
        assert np.array_equal(tiny.mass_matrix(q[::-1].T[::-1].T, p)[0], tiny.mass_matrix(q[::-1, ::-1].copy(), p)[0])
        assert np.array_equal(tiny.mass_matrix([1, 2])[0], tiny.mass_matrix((1.0, 2.0))[0])
        assert tiny.mass_matrix(np.zeros((0, 2)))[0].shape == (0, 2, 2)
        assert tiny.PARAMETERS_INDEX == {"m1": 0, "L_upper": 1}
        A = np.arange(4.0).reshape(2, 2)
        assert np.array_equal(tiny.scaled(3.0, A), (6 * A).reshape(2, 1, 2))
        assert np.array_equal(tiny.scaled(A=A, x=[1, 2, 3], factor=0.5)[2], (1.5 * A).reshape(2, 1, 2))
        print(M[0].ravel().tolist(), h[0], q[0].tolist(), p[0].tolist())
    """
    numbers = json.loads("[" + python(folder, text).replace("] ", "], ").replace(" [", ", [").replace(",,", ",") + "]")
    M, h, q, p = numbers
    expected = interpret(tiny(), {"q": q, "parameters": p})
    np.testing.assert_allclose(M, expected["M"], rtol=1e-15)
    np.testing.assert_allclose(h, expected["h"][0], rtol=1e-15)


def test_arrays_of_the_callers(folder: Path) -> None:
    text = """
        import numpy as np, tiny
        q, out = np.array([[0.1, 0.2], [0.3, 0.4]]), (np.empty((2, 2, 2)), np.empty(2))
        made = tiny.mass_matrix(q, out=out)
        assert made[0] is out[0] and made[1] is out[1]
        assert np.array_equal(out[0], tiny.mass_matrix(q)[0])
        stack = np.empty((2, 1, 2))
        assert tiny.scaled(1.0, np.eye(2), out=stack) is stack
        print("fine")
    """
    assert python(folder, text) == "fine"


BAD = [
    ("mass_matrix([1.0])", "mass_matrix: q has shape (1,); it must be (2,), or (n, 2,) for n states"),
    ("mass_matrix(1.0)", "q has shape ()"),
    ("mass_matrix(None)", "q has shape ()"),
    ("mass_matrix(np.zeros((2, 3)))", "q has shape (2, 3)"),
    ("mass_matrix(np.zeros((1, 1, 2)))", "q has shape (1, 1, 2)"),
    ("mass_matrix(np.zeros((3, 2)), np.zeros((4, 2)))", "parameters has 4 states, another input 3"),
    ("mass_matrix([0.0, np.nan])", "mass_matrix: element 1 of q is nan, not a finite number"),
    ("mass_matrix([[0, 0], [np.inf, 0]])", "element 0 of q of state 1 is inf"),
    ("mass_matrix([0, 0], [0, -np.inf])", "element 1 of parameters is -inf"),
    (
        "scaled([1.0, 2.0], np.zeros((2, 2, 2)), [[1.0]])",
        "factor has shape (1, 1); it must be (), or (n,) for n states",
    ),
    ("mass_matrix([0, 0], out=(np.empty((2, 2)),))", "out must hold 2 arrays, not 1"),
    ("mass_matrix([0, 0], out=(np.empty((2, 2)), np.empty(1)))", "out for h has shape (1,), not ()"),
    ("scaled(1, np.eye(2), out=[0])", "out for stack must be a NumPy array"),
    ("scaled(1, np.eye(2), out=np.empty((2, 1, 2), np.float32))", "must be float64"),
    ("scaled(1, np.eye(2), out=np.empty((2, 1, 4))[:, :, ::2])", "in the order of C"),
    ("scaled(1, A, out=A.reshape(2, 1, 2))", "out for stack overlaps another array"),
]


def test_bad_inputs_are_named(folder: Path) -> None:
    script = "import json, numpy as np, tiny\nA = np.eye(2)\nfound = []\n"
    for call, _ in BAD:
        script += f"try:\n    tiny.{call}\n    found.append('')\nexcept ValueError as e:\n    found.append(str(e))\n"
    found = json.loads(python(folder, script + "print(json.dumps(found))"))
    wrong = [
        (call, complaint, text) for (call, complaint), text in zip(BAD, found, strict=True) if complaint not in text
    ]
    assert not wrong


def test_checks_of_numbers_can_be_switched_off(folder: Path) -> None:
    text = """
        import numpy as np, tiny
        tiny.set_checks(False)
        print(np.isnan(tiny.mass_matrix([0.0, np.nan])[0]).any())
        tiny.set_checks(True)
        try:
            tiny.mass_matrix([0.0, np.nan])
        except ValueError:
            print("refused")
    """
    assert python(folder, text) == "True\nrefused"


def test_special_values_are_those_of_the_interpreter(folder: Path) -> None:
    pairs = json.dumps(PAIRS)
    text = (
        "import json, tiny\nfrom json.encoder import INFINITY as Infinity\nNaN = float('nan')\ntiny.set_checks(False)\n"
    )
    text += f"print(json.dumps([tiny.f(x, y).tolist() for x, y in {pairs}]))"
    found = json.loads(python(folder, text))
    wrong = {pair: bad for pair, row in zip(PAIRS, found, strict=True) if (bad := differing(*pair, row))}
    assert set().union(*wrong.values()) <= {7}, wrong  # C's sign of -0.0 is 0.0


def test_other_cython_code_calls_without_the_gil(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "user.pyx").write_text(
        "# cython: language_level=3\nfrom tiny cimport c_mass_matrix\n\n"
        "def top(double x, double y):\n    cdef double q[2]\n    cdef double M[4]\n    cdef double h[1]\n"
        "    q[:] = [x, y]\n    with nogil:\n        c_mass_matrix(q, NULL, M, h)\n    return M[0]\n"
    )
    (tmp_path / "setup.py").write_text(
        "from setuptools import Extension, setup\nfrom Cython.Build import cythonize\n"
        f"setup(ext_modules=cythonize([Extension('user', ['user.pyx'])], include_path=[{str(folder)!r}]))\n"
    )
    setup(tmp_path, "build_ext", "--inplace")
    found = python(tmp_path, f"import sys; sys.path.insert(0, {str(folder)!r}); import user; print(user.top(0.5, 0.0))")
    assert found == "2.25"


def test_pytest_and_the_example_run_too(folder: Path) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_tiny.py"]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert "2 passed" in ran.stdout
    assert "mass_matrix" in python(folder, (folder / "example_tiny.py").read_text())


@pytest.mark.slow
def test_stubs_say_what_is_there(folder: Path) -> None:
    if importlib.util.find_spec("pyright") is None:
        pytest.skip("no pyright found")
    (folder / "typed.py").write_text(
        "import numpy as np\nimport tiny\nfrom numpy.typing import NDArray\n\n"
        "M: NDArray[np.float64] = tiny.mass_matrix([1.0, 2.0], tiny.PARAMETERS)[0]\ntiny.set_checks(False)\n"
    )
    command = [sys.executable, "-m", "pyright", "--pythonpath", sys.executable, "typed.py"]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert "0 errors" in ran.stdout, ran.stdout
    (folder / "typed.py").write_text("import tiny\ntiny.mass_matrix()\n")
    assert "1 error" in subprocess.run(command, cwd=folder, capture_output=True, text=True).stdout


@pytest.mark.slow
def test_pip_installs_it(folder: Path, tmp_path: Path) -> None:
    if int(version("setuptools").partition(".")[0]) < 71 and importlib.util.find_spec("wheel") is None:
        pytest.skip("this setuptools makes no wheels by itself")
    shutil.copytree(folder, tmp_path / "source", ignore=shutil.ignore_patterns("build", "*.so", "_tiny.c"))
    pip = [sys.executable, "-m", "pip", "install", "--no-build-isolation", "--no-deps", "--no-index", "--quiet"]
    subprocess.run([*pip, "--target", str(tmp_path / "site"), str(tmp_path / "source")], check=True)
    assert (tmp_path / "site/tiny/py.typed").exists()
    assert (tmp_path / "site/tiny/_tiny.pxd").exists()
    assert python(tmp_path / "site", "import tiny; print(tiny.mass_matrix([0.5, 0.0])[0][0, 0])") == "2.25"


@pytest.mark.parametrize(
    ("name", "quantities"),
    [
        ("panda", "inverse_dynamics,mass_matrix,kinetic_energy"),
        pytest.param("solo12", "inverse_dynamics,mass_matrix", marks=pytest.mark.slow),
        pytest.param("panda", None, marks=pytest.mark.slow),
        pytest.param("solo12", None, marks=pytest.mark.slow),
    ],
)
def test_robots_of_numbers(name: str, quantities: str | None, tmp_path: Path) -> None:
    (row,) = lw.build(robot(name), to="cython", out=tmp_path, quantities=quantities).tests
    assert row.ok, row.output
    assert row.checks >= 6


@pytest.mark.slow
def test_a_robot_of_symbols(tmp_path: Path) -> None:
    (row,) = lw.build(EXAMPLES / "double_pendulum.yaml", to="cython", out=tmp_path, parameters="symbolic").tests
    assert row.ok, row.output
    assert row.checks > 15
    setup(tmp_path / "cython", "build_ext", "--inplace")
    text = (tmp_path / "cython/example_double_pendulum.py").read_text()
    assert "PARAMETERS_INDEX['L1']" in text
    assert "inverse_dynamics" in python(tmp_path / "cython", text)


def test_a_wrong_expectation_fails_and_text_stays_text() -> None:
    hostile = '"""\nraise SystemExit(1)\n\\""" {} {x} #'
    kernel = tiny()
    ports = tuple(replace(p, doc=hostile, labels=("a\nraise SystemExit(1)", "'\\")) for p in kernel.inputs)
    kernel = replace(kernel, doc=hostile, equation=hostile, reference=hostile, inputs=ports)
    state = {"q": (0.1, 0.2), "parameters": (1.0, 2.0)}
    (h,) = interpret(kernel, state)["h"]
    checks = [Check.expect(name, kernel, state, "h", [h + error]) for name, error in (('%s "\\', 0.0), ("wrong", 1e-6))]
    row = run_tests(
        emit([kernel], "cython", BuildContext(hostile, conventions=hostile, checks=tuple(checks))), "cython", 1
    )
    assert not row.ok
    assert (row.checks, row.passed) == (2, 1), row.output


@pytest.mark.parametrize("name", ["cdef", "lambda", "numpy", "turtle", "build", "Cython", "double"])
def test_names_of_packages_hide_nothing(name: str) -> None:
    tree = emit([tiny()], "cython", BuildContext(name))
    assert f"{name}_/_{name}_.pyx" in tree
    assert f"from {name}_._{name}_ import (" in tree[f"{name}_/__init__.py"]
