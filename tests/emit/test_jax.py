"""Generated JAX: statements and tables compute the same; jit, vmap, derivatives, batches, checks, precision."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from tests.support.emit import BuildContext, Check, Steps, emit, tables
from tests.support.emit import jax as target
from tests.support.graph import OPS
from tests.support.package import kernel as pipeline_kernel
from tests.support.passes import Kernel

from .kernels import Builder, apply, interpret, tiny
from .test_c import random_kernel

jax = pytest.importorskip("jax")
EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(autouse=True)
def _double() -> Any:
    with jax.enable_x64(True) if hasattr(jax, "enable_x64") else jax.experimental.enable_x64():
        yield


@pytest.fixture(params=["statements", "table"])
def form(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(target, "LARGE", 0 if request.param == "table" else 10**9)
    return request.param


def load(kernel: Kernel, robot: str = "tiny") -> ModuleType:
    made = ModuleType(robot)
    exec(emit([kernel], "jax", BuildContext(robot))[f"{robot}.py"], made.__dict__)
    return made


def every_operation() -> Kernel:
    """Each operation on two inputs, and sums, quotients and negatives of what they give."""
    b = Builder()
    x = b.input("x", (3,))
    y = [b.op(op, *x[: OPS[op].arity]) for op in OPS]
    y += [b.op("div", y[k], y[k - 1]) for k in range(4, 9)] + [
        b.op("neg", y[3]),
        b.op("sin", y[2]),
        b.const(-2.0),
        x[1],
    ]
    return b.kernel("f", {"y": ((len(y),), y), "z": ((), [b.op("sqrt", b.op("exp", b.op("cos", y[1])))])})


X = (0.4, 0.7, 0.2)


def test_both_forms_compute_every_operation(form: str) -> None:
    kernel = every_operation()
    module = load(kernel)
    assert hasattr(module, "_run") == (form == "table")
    y, z = jax.jit(module.f)(np.array(X))
    expected = interpret(kernel, {"x": X})
    assert (y.dtype, y.shape, z.shape) == (np.float64, (len(expected["y"]),), ())
    np.testing.assert_allclose(y, expected["y"], rtol=1e-14)
    np.testing.assert_allclose(z, expected["z"][0], rtol=1e-14)


@pytest.mark.usefixtures("form")
def test_special_values() -> None:
    b = Builder()
    x = b.input("x", (2,))
    ops = ["sign", "min", "max", "select", "only_if", "abs", "neg"]
    y = [b.op(op, *[x[0], x[1], x[0]][: OPS[op].arity]) for op in ops]
    module = load(b.kernel("f", {"y": ((len(y),), y)}))
    f = jax.jit(module.f)
    for state in ((0.0, 3.0), (-2.0, 3.0), (5.0, 0.0), (0.0, -0.0)):
        expected = [apply(op, *[state[0], state[1], state[0]][: OPS[op].arity]) for op in ops]
        np.testing.assert_array_equal(f(np.array(state)), expected)


@pytest.mark.usefixtures("form")
def test_jit_vmap_and_batches_agree() -> None:
    kernel = tiny()
    module = load(kernel)
    rng = np.random.default_rng(1)
    q, p = rng.normal(size=(5, 1, 2)), rng.normal(size=(3, 2))
    M, h = jax.jit(module.mass_matrix)(q, p)
    assert (M.shape, h.shape) == ((5, 3, 2, 2), (5, 3))
    mapped, _ = jax.jit(jax.vmap(lambda x: module.mass_matrix(x, p)))(q)
    np.testing.assert_allclose(M, mapped, rtol=1e-14)
    for i in range(5):
        for j in range(3):
            expected = interpret(kernel, {"q": q[i, 0].tolist(), "parameters": p[j].tolist()})
            np.testing.assert_allclose(M[i, j].ravel(), expected["M"], rtol=1e-14)
            np.testing.assert_allclose(h[i, j], expected["h"][0], rtol=1e-14)
    np.testing.assert_array_equal(module.mass_matrix(q[0, 0])[0], module.mass_matrix(q[0, 0], [1.5, 0.25])[0])


@pytest.mark.usefixtures("form")
def test_derivatives_of_every_operation_are_finite_and_right() -> None:
    """Against differences; in the table, what is not selected must not spoil a gradient."""
    kernel = every_operation()
    module = load(kernel)

    def first(x: Any) -> Any:
        return module.f(x)[0]

    f = jax.jit(first)
    forward, reverse = jax.jit(lambda x: (jax.jacfwd(first)(x), jax.jacrev(first)(x)))(np.array(X))
    h = 1e-5
    differences = [(f(np.array(X) + h * e) - f(np.array(X) - h * e)) / (2 * h) for e in np.eye(3)]
    assert np.isfinite(forward).all()
    np.testing.assert_allclose(forward, np.array(differences).T, rtol=1e-6, atol=1e-6)
    np.testing.assert_allclose(forward, reverse, rtol=1e-12, atol=1e-14)


def test_a_long_chain_as_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(target, "LARGE", 0)
    kernel = random_kernel(3, 100, 5)
    state = {"x": [0.3, -1.2, 2.2, 0.7, -0.4, 5.0, 1.1], "s": [0.9]}
    expected = interpret(kernel, state)
    y, z, w = jax.jit(load(kernel).long_chain)(np.array(state["x"]), state["s"][0])
    np.testing.assert_allclose(np.ravel(y), expected["y"], rtol=1e-12)
    np.testing.assert_allclose(z, expected["z"], rtol=1e-12)
    np.testing.assert_allclose(w, expected["w"], rtol=1e-12)


def test_a_table_is_filled_well() -> None:
    """Rows cost the same whether they are full or not."""
    kernel = pipeline_kernel(lw.load(EXAMPLES / "arm6.yaml"), "inverse_dynamics")
    steps = [stage for stage in tables(kernel).stages if isinstance(stage, Steps)]
    work = sum(instr.op in ("add", "sub", "mul", "div", "neg") for instr in kernel.code)
    assert work > 300
    assert sum(stage.size for stage in steps) < 3 * work


@pytest.mark.parametrize("q", [[1.0], [1.0, 2.0, 3.0], 1.0, np.zeros((2, 3))])
def test_a_wrong_size_is_named(q: object) -> None:
    module = load(tiny())
    with pytest.raises(ValueError, match=r"q has shape .* must end with \(2,\)"):
        module.mass_matrix(q)
    with pytest.raises(ValueError, match="q has shape"):
        jax.jit(module.mass_matrix)(q)


def test_what_is_not_finite_is_named_unless_switched_off() -> None:
    module = load(tiny())
    with pytest.raises(ValueError, match="q has elements that are no finite numbers"):
        module.mass_matrix([0.0, np.nan])
    with pytest.raises(ValueError, match="parameters has elements"):
        module.mass_matrix([0.0, 1.0], [np.inf, 1.0])
    module.CHECK_INPUTS = False  # type: ignore[attr-defined]
    assert np.isnan(module.mass_matrix([0.0, np.nan])[0]).any()


def test_single_precision_is_said() -> None:
    module = load(tiny())
    with (jax.enable_x64(False) if hasattr(jax, "enable_x64") else jax.experimental.disable_x64()), pytest.warns(
        UserWarning, match="single precision"
    ):  # fmt: skip
        assert module.mass_matrix([0.1, 0.2])[0].dtype == np.float32


def test_a_wrong_expected_value_fails_under_pytest(tmp_path: Path) -> None:
    kernel = tiny()
    state = {"q": (0.5, -0.25), "parameters": (1.5, 0.25)}
    wrong = interpret(kernel, state)
    wrong["M"][1] += 1e-6
    checks = tuple(Check.expect(k, kernel, state, k, v) for k, v in wrong.items())
    emit([kernel], "jax", BuildContext("lambda", checks=checks)).write(tmp_path)
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "0", str(tmp_path)]
    ran = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert "1 failed, 5 passed" in ran.stdout, ran.stdout  # jit, vmap, forward and reverse derivatives besides h


def find_robot(name: str) -> Path:
    if (EXAMPLES / name).exists():
        return EXAMPLES / name
    pin = pytest.importorskip("pinocchio")
    found = Path(pin.__file__).parents[4] / "share" / "example-robot-data" / "robots" / name
    return found if found.exists() else pytest.skip("example-robot-data is not installed")


@pytest.mark.parametrize(
    ("name", "options", "parameters", "quantities"),
    [
        ("double_pendulum.yaml", {}, "symbolic", "inverse_dynamics,mass_matrix,forward_dynamics"),
        pytest.param("panda_description/urdf/panda.urdf", {}, "numeric", None, marks=pytest.mark.slow),
        pytest.param(
            "solo_description/robots/solo12.urdf", {"floating": True}, "numeric", None, marks=pytest.mark.slow
        ),
    ],
    ids=["symbolic", "panda", "solo12"],
)
def test_a_robots_folder_passes_its_tests(
    name: str, options: dict[str, bool], parameters: str, quantities: str | None, tmp_path: Path
) -> None:
    robot = lw.load(find_robot(name), **options)
    (row,) = lw.build(robot, to="jax", out=tmp_path, quantities=quantities, parameters=parameters).tests
    assert row.ok, row.output
    assert row.ran
    assert row.checks >= 9 + 4
    example = f"example_{robot.name}.py"
    ran = subprocess.run([sys.executable, example], cwd=tmp_path / "jax", capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert "derivative along q" in ran.stdout


def test_text_from_a_file_stays_text(tmp_path: Path) -> None:
    hostile = '"""\nraise SystemExit(1)\n\\"""'
    kernel = tiny()
    ports = tuple(replace(p, doc=hostile, labels=("a\nraise SystemExit(1)", "b")) for p in kernel.inputs)
    kernel = replace(kernel, doc=hostile, equation=hostile, reference=hostile, inputs=ports)
    tree = emit([kernel], "jax", BuildContext(hostile, conventions=hostile))
    for text in tree.values():
        compile(text, "generated", "exec")
    exec(tree["raise_SystemExit_1.py"], {"__name__": "generated"})
