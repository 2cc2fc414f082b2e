"""Generated PyTorch: values, batches, vmap, autograd beside generated derivatives, loops, checks, precision."""

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
from tests.support.emit import BuildContext, Check, emit
from tests.support.graph import OPS
from tests.support.package import Request, kernels_of
from tests.support.passes import Kernel
from tests.support.procedures import CORPUS

from .kernels import Builder, apply, interpret, tiny
from .test_jax import X, every_operation

torch = pytest.importorskip("torch")
pytestmark = pytest.mark.filterwarnings("ignore:`torch.jit:DeprecationWarning")  # PyTorch's own, of its own
EXAMPLES = Path(__file__).parents[2] / "examples"


def load(kernels: list[Kernel], robot: str = "tiny") -> ModuleType:
    made = ModuleType(robot)
    exec(emit(kernels, "torch", BuildContext(robot))[f"{robot}.py"], made.__dict__)
    return made


def double(values: object) -> Any:
    return torch.tensor(values, dtype=torch.float64)


def test_every_operation() -> None:
    kernel = every_operation()
    y, z = load([kernel]).f(double(X))
    expected = interpret(kernel, {"x": X})
    assert (y.dtype, tuple(y.shape), tuple(z.shape)) == (torch.float64, (len(expected["y"]),), ())
    np.testing.assert_allclose(y, expected["y"], rtol=1e-14)
    np.testing.assert_allclose(z, expected["z"][0], rtol=1e-14)


def test_special_values() -> None:
    b = Builder()
    x = b.input("x", (2,))
    ops = ["sign", "min", "max", "select", "only_if", "abs", "neg"]
    y = [b.op(op, *[x[0], x[1], x[0]][: OPS[op].arity]) for op in ops]
    f = load([b.kernel("f", {"y": ((len(y),), y)})]).f
    for state in ((0.0, 3.0), (-2.0, 3.0), (5.0, 0.0), (0.0, -0.0)):
        expected = [apply(op, *[state[0], state[1], state[0]][: OPS[op].arity]) for op in ops]
        np.testing.assert_array_equal(f(double(state)), expected)


def test_vmap_and_batches_agree_with_the_interpreter() -> None:
    kernel = tiny()
    module = load([kernel])
    rng = np.random.default_rng(1)
    q, p = rng.normal(size=(5, 1, 2)), rng.normal(size=(3, 2))
    M, h = module.mass_matrix(q, p)
    assert (tuple(M.shape), tuple(h.shape)) == ((5, 3, 2, 2), (5, 3))
    mapped, _ = torch.func.vmap(lambda x: module.mass_matrix(x, p))(double(q))
    np.testing.assert_allclose(M, mapped, rtol=1e-14)
    for i in range(5):
        for j in range(3):
            expected = interpret(kernel, {"q": q[i, 0].tolist(), "parameters": p[j].tolist()})
            np.testing.assert_allclose(M[i, j].ravel(), expected["M"], rtol=1e-14)
            np.testing.assert_allclose(h[i, j], expected["h"][0], rtol=1e-14)
    np.testing.assert_array_equal(module.mass_matrix(q[0, 0])[0], module.mass_matrix(q[0, 0], [1.5, 0.25])[0])


def test_derivatives_of_every_operation_are_right() -> None:
    module = load([every_operation()])

    def first(x: Any) -> Any:
        return module.f(x)[0]

    forward, reverse = torch.func.jacfwd(first)(double(X)), torch.func.jacrev(first)(double(X))
    h = 1e-5
    differences = [(first(double(X) + h * e) - first(double(X) - h * e)) / (2 * h) for e in torch.eye(3).double()]
    assert torch.isfinite(forward).all()
    np.testing.assert_allclose(forward, torch.stack(differences).T, rtol=1e-6, atol=1e-6)
    np.testing.assert_allclose(forward, reverse, rtol=1e-12, atol=1e-14)


def test_autograd_of_the_forces_is_the_generated_derivative() -> None:
    arm = lw.load(EXAMPLES / "elbow6.urdf")
    module = load(list(kernels_of(arm, "inverse_dynamics,inverse_dynamics_derivatives", Request())[0]))
    rng = np.random.default_rng(2)
    q, v, a = (double(x).requires_grad_() for x in rng.normal(size=(3, 6)))
    found = torch.autograd.functional.jacobian(module.inverse_dynamics, (q, v, a))
    analytic = module.inverse_dynamics_derivatives(q.detach(), v.detach(), a.detach())
    for one, other in zip(found[:2], analytic[:2], strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-10, atol=1e-10)
    weights = torch.arange(6.0, dtype=torch.float64)
    (module.inverse_dynamics(q, v, a) @ weights).backward()
    np.testing.assert_allclose(q.grad, weights @ analytic[0], rtol=1e-10, atol=1e-10)
    many = double(rng.normal(size=(4, 6)))
    batch = torch.func.vmap(torch.func.jacrev(module.inverse_dynamics))(many, many, many)
    np.testing.assert_allclose(batch, module.inverse_dynamics_derivatives(many, many, many)[0], rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("name", ["bisection", "walk", "through_newton", "linear_system"])
def test_loops_in_batches_and_under_vmap(name: str) -> None:
    """States that take different ways and different numbers of rounds, together and one by one."""
    sample = next(s for s in CORPUS if s.kernel.name == name)
    module = load([sample.kernel])
    module.CHECK_INPUTS = False  # type: ignore[attr-defined]  # of bisection, one state has no numbers
    function = getattr(module, name)
    states = [[double(state[p.name]) for p in sample.kernel.inputs] for state in sample.states]
    states += [[x * (1.0 + 0.01 * n) for x in state] for n, state in enumerate(states, 1)]
    alone = [_tuple(function(*state)) for state in states]
    batch = [torch.stack(values) for values in zip(*states, strict=True)]
    for together in (_tuple(function(*batch)), _tuple(torch.func.vmap(function)(*batch))):
        for n, results in enumerate(alone):
            for one, other in zip(results, together, strict=True):
                np.testing.assert_allclose(one, other[n], rtol=1e-12, atol=1e-14)


def _tuple(x: Any) -> tuple[Any, ...]:
    return x if isinstance(x, tuple) else (x,)


def test_derivatives_through_a_loop() -> None:
    """Newton's method for roots of a: d sqrt(a)/da = 1 / (2 sqrt(a)), backward and forward, in a batch too."""
    module = load([next(s.kernel for s in CORPUS if s.kernel.name == "through_newton")])
    a, guess = double([2.0, 9.0]), double([1.0, 1.0])

    def roots(x: Any) -> Any:
        return module.through_newton(a=x, guess=guess)[0]

    expected = torch.diag(0.5 / roots(a))
    np.testing.assert_allclose(torch.func.jacrev(roots)(a), expected, atol=1e-6)
    np.testing.assert_allclose(torch.func.jacfwd(roots)(a), expected, atol=1e-6)
    assert tuple(torch.func.vmap(torch.func.jacrev(roots))(torch.stack([a, 2 * a])).shape) == (2, 2, 2)


def test_precision_is_that_of_the_tensors() -> None:
    module = load([tiny()])
    q = torch.tensor([0.5, -0.25], dtype=torch.float32)
    assert {x.dtype for x in module.mass_matrix(q)} == {torch.float32}
    assert {x.dtype for x in module.mass_matrix(q, double([1.5, 0.25]))} == {torch.float64}
    assert {x.dtype for x in module.mass_matrix([0.5, -0.25])} == {torch.float64}
    assert {x.dtype for x in module.mass_matrix(torch.tensor([1, 2]))} == {torch.float64}


@pytest.mark.parametrize("q", [[1.0], [1.0, 2.0, 3.0], 1.0, np.zeros((2, 3))])
def test_a_wrong_size_is_named(q: object) -> None:
    with pytest.raises(ValueError, match=r"q has shape .* must end with \(2,\)"):
        load([tiny()]).mass_matrix(q)


def test_what_is_not_finite_is_named_unless_switched_off() -> None:
    module = load([tiny()])
    with pytest.raises(ValueError, match="q has elements that are no finite numbers"):
        module.mass_matrix([0.0, np.nan])
    with pytest.raises(ValueError, match="q has elements that are no finite numbers"):
        torch.func.vmap(module.mass_matrix)(double([[0.0, 1.0], [0.0, np.nan]]))
    module.CHECK_INPUTS = False  # type: ignore[attr-defined]
    assert torch.isnan(module.mass_matrix([0.0, np.nan])[0]).any()


def test_a_wrong_expected_value_fails_under_pytest(tmp_path: Path) -> None:
    kernel = tiny()
    state = {"q": (0.5, -0.25), "parameters": (1.5, 0.25)}
    wrong = interpret(kernel, state)
    wrong["M"][1] += 1e-6
    checks = tuple(Check.expect(k, kernel, state, k, v) for k, v in wrong.items())
    emit([kernel], "torch", BuildContext("lambda", checks=checks)).write(tmp_path)
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "0", str(tmp_path)]
    ran = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert "1 failed, 4 passed" in ran.stdout, ran.stdout  # vmap, forward and reverse derivatives besides h


@pytest.mark.parametrize("name", ["double_pendulum.yaml", "loops/fourbar.yaml"])
def test_a_robots_folder_passes_its_tests(name: str, tmp_path: Path) -> None:
    quantities = "inverse_dynamics,mass_matrix,inverse_dynamics_derivatives"
    (row,) = lw.build(lw.load(EXAMPLES / name), to="torch", out=tmp_path, quantities=quantities).tests
    assert row.ok, row.output
    assert row.ran
    assert row.checks >= 9 + 4
    ran = subprocess.run(
        [sys.executable, f"example_{Path(name).stem}.py"], cwd=tmp_path / "torch", capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr
    assert "derivative along q" in ran.stdout


def test_text_from_a_file_stays_text() -> None:
    hostile = '"""\nraise SystemExit(1)\n\\"""'
    kernel = tiny()
    ports = tuple(replace(p, doc=hostile, labels=("a\nraise SystemExit(1)", "b")) for p in kernel.inputs)
    kernel = replace(kernel, doc=hostile, equation=hostile, reference=hostile, inputs=ports)
    tree = emit([kernel], "torch", BuildContext(hostile, conventions=hostile))
    for text in tree.values():
        compile(text, "generated", "exec")
    exec(tree["raise_SystemExit_1.py"], {"__name__": "generated"})
