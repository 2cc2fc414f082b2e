"""A repeated step: the same roots, in the same number of steps, in every language; what does not converge is told."""

from __future__ import annotations

import numpy as np
import pytest

from tests.emit.kernels import Builder
from tests.emit.test_julia import run as run_julia
from tests.support.emit import TARGETS, BuildContext, Call, Check, Term, Value, emit
from tests.support.package import LinkwrightError
from tests.support.passes import Kernel, repeated
from tests.support.runtime import native
from tests.support.verification import find, run_tests

LANGUAGES = [name for name in TARGETS if name != "latex"]


def intersection() -> Kernel:
    """Where the circle of radius r about the origin meets the line y = slope x: Newton's step for
    h = (x^2 + y^2 - r^2, y - slope x)."""
    b = Builder()
    (r,) = b.input("r", (1,))
    x, y = b.input("theta", (2,))
    dx, dy = b.input("direction", (2,))
    (damping,) = b.input("damping", ())
    (slope,) = b.input("parameters", (1,), labels=("slope",), defaults=(2.0,))
    x, y = (b.op("add", p, b.op("mul", damping, d)) for p, d in ((x, dx), (y, dy)))
    h1 = b.op("sub", b.op("add", b.op("mul", x, x), b.op("mul", y, y)), b.op("mul", r, r))
    h2 = b.op("sub", y, b.op("mul", slope, x))
    x2, y2 = b.op("add", x, x), b.op("add", y, y)  # the Jacobian is [[2x, 2y], [-slope, 1]]
    determinant = b.op("add", x2, b.op("mul", y2, slope))
    sx = b.op("div", b.op("sub", b.op("mul", y2, h2), h1), determinant)
    sy = b.op("div", b.op("neg", b.op("add", b.op("mul", x2, h2), b.op("mul", slope, h1))), determinant)
    residual = b.op("max", b.op("abs", h1), b.op("abs", h2))
    outputs = {"next_theta": ((2,), [x, y]), "next_direction": ((2,), [sx, sy]), "residual": ((), [residual])}
    return b.kernel("meeting_step", outputs)


def expect(
    name: str,
    r: float,
    guess: tuple[float, float],
    output: str,
    value: list[float],
    slope: float = 2.0,
    tolerance: float = 1e-12,
) -> Check:
    shape = (len(value),) if output == "theta" else ()
    given = (
        Value("r", (1,), (r,)), Value("guess", (2,), guess), Value("slope", (1,), (slope,)),
        Value("expected", shape, tuple(value)),
    )  # fmt: skip
    call = Call("meeting", (("r", "r"), ("guess", "guess"), ("parameters", "slope")), ((output, "found"),))
    return Check(name, given, (call,), (Term(1.0, ("found",)), Term(-1.0, ("expected",))), tolerance=tolerance)


ROOT = [1.0, 2.0]
CHECKS = (
    expect("a root", 5**0.5, (0.3, 0.2), "theta", ROOT),
    expect("the other root", 5**0.5, (-0.3, -0.2), "theta", [-1.0, -2.0]),
    expect("far away", 5**0.5, (3e4, 1.0), "theta", ROOT),
    expect("small residual", 5**0.5, (0.3, 0.2), "residual", [0.0], tolerance=1e-8),
    expect("already there", 5.0, (3.0, 4.0), "iterations", [0.0], 4 / 3),
    expect("no step at a singular guess", 1.0, (0.0, 0.0), "iterations", [0.0]),
    expect("then the residual tells", 1.0, (0.0, 0.0), "residual", [1.0]),
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_steps_are_repeated_until_the_residual_is_small(language: str) -> None:
    missing = find(TARGETS[language].commands)[1]
    if missing:
        pytest.skip(f"no {missing} found")
    solver = repeated(intersection(), "meeting", "theta", doc="Where a line and a circle meet")
    row = run_tests(emit([solver], language, BuildContext("solver", checks=CHECKS)), language, 2)
    assert row.ok, row.output
    assert row.passed >= len(CHECKS)


def test_read_as_julia() -> None:
    solver = repeated(intersection(), "meeting", "theta")
    machine = run_julia(emit([solver], "julia", BuildContext("solver", checks=CHECKS)))
    count, passed = (int(machine.printed[-1].split()[k]) for k in (0, 2))
    assert count == passed == len(CHECKS)


def test_a_document_tells_the_method() -> None:
    text = emit([repeated(intersection(), "meeting", "theta")], "latex", BuildContext("solver"))["solver.tex"]
    assert r"at most $1 \cdot 10^{-12}$, after 50 steps" in text


def test_native_for_one_state_and_for_many() -> None:
    solve = native(repeated(intersection(), "meeting", "theta"))
    one = solve([5**0.5], [0.3, 0.2])
    np.testing.assert_allclose(one["theta"], ROOT, rtol=1e-12)
    assert one["residual"] <= 1e-12
    guesses = np.array([[0.3, 0.2], [-0.3, -0.2], [3e4, 1.0], [0.0, 0.0]])
    many = solve(np.full((4, 1), 5**0.5), guesses)
    np.testing.assert_allclose(many["theta"], [[1, 2], [-1, -2], [1, 2], [0, 0]], atol=1e-12)
    assert many["iterations"][0] == one["iterations"]
    assert many["iterations"][3] == 0
    assert many["residual"][3] == pytest.approx(5.0)
    with pytest.raises(LinkwrightError, match="no value for input 'guess'"):
        solve([1.0])
