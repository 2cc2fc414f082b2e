"""Checks: laws across functions, in every language that can run; wrong data fails; nonsense is refused."""

from __future__ import annotations

import pytest

from tests.support.emit import TARGETS, BuildContext, Call, Check, Term, Value, emit
from tests.support.package import EmitError
from tests.support.passes import Kernel
from tests.support.verification import find, run_tests
from tests.support.verification import toolchains_Row as Row

from .kernels import Builder
from .test_julia import run as run_julia

LANGUAGES = [name for name in TARGETS if name != "latex"]
SLOW = ("cpp", "cython", "jax")
MANY = [pytest.param(name, marks=pytest.mark.slow) if name in SLOW else name for name in LANGUAGES]
"""For tests of many cases: these take seconds to build or to start."""


def product() -> Kernel:
    """y = A x for a 2 x 3 matrix A."""
    b = Builder()
    a, x = b.input("A", (2, 3)), b.input("x", (3,))
    rows = [[b.op("mul", a[3 * i + j], x[j]) for j in range(3)] for i in range(2)]
    return b.kernel("product", {"y": ((2,), [b.op("add", b.op("add", r[0], r[1]), r[2]) for r in rows])})


def halves() -> Kernel:
    """Two outputs, a scalar input that may be left out, a word that is reserved somewhere."""
    b = Builder()
    (s,) = b.input("double", (), defaults=(2.0,))
    x = b.input("lambda", (3,))
    return b.kernel("return", {"half": ((3,), [b.op("div", k, s) for k in x]), "sum": ((), [b.op("add", x[0], x[1])])})


def root() -> Kernel:
    """Square roots, which some numbers do not have."""
    b = Builder()
    return b.kernel("root", {"y": ((2,), [b.op("sqrt", x) for x in b.input("x", (2,))])})


A = Value("A", (2, 3), (1.0, 2.0, 3.0, -4.0, 5.0, 6.5))
X = Value("x", (3,), (0.5, -1.0, 2.0))
Y = Value("y", (2,), (4.5, 6.0))


def law(name: str, terms: list[Term], given: tuple[Value, ...] = (A, X, Y)) -> Check:
    call = Call("product", (("A", "A"), ("x", "x")), (("y", "made"),))
    return Check(name, given, (call,), tuple(terms))


GOOD = (
    law("expected", [Term(1, ("made",)), Term(-1, ("y",))]),
    law("matrix times vector", [Term(-1, ("made",)), Term(1, ("A", "x"))]),
    law("quadratic form", [Term(1, ("made'", "made")), Term(-1, ("x'", "A'", "A", "x"))]),
    law("outer product", [Term(1, ("made", "x'")), Term(-0.5, ("A", "x", "x'")), Term(-0.5, ("y", "x'"))]),
    Check(
        "composition",
        (A, X),
        (
            Call("return", (("lambda", "x"),), (("half", "h"),)),
            Call("product", (("A", "A"), ("x", "h")), (("y", "small"),)),
            Call("product", (("A", "A"), ("x", "x")), (("y", "large"),)),
        ),
        (Term(2, ("small",)), Term(-1, ("large",))),
    ),
    Check(
        "a default replaced",
        (X, Value("four", (), (4.0,)), Value("quarter", (3,), (0.125, -0.25, 0.5))),
        (Call("return", (("lambda", "x"), ("double", "four")), (("half", "h"),)),),
        (Term(1, ("h",)), Term(-1, ("quarter",))),
    ),
    Check(
        "zero is compared with the floor",
        (Value("x", (3,), (0.1, -0.1, 0.0)),),
        (Call("return", (("lambda", "x"),), (("sum", "zero"),)),),
        (Term(1, ("zero",)),),
    ),
    Check.expect("roots", root(), {"x": (9.0, 4.0)}, "y", (3.0, 2.0)),
    Check.expect("what does not exist is NaN", root(), {"x": (-1.0, 4.0)}, "y", (float("nan"), 2.0)),
)


OWN = ("jax", "torch")
"""Languages whose generated tests add checks of their own: derivatives by the language's means."""


def outcome(language: str, checks: tuple[Check, ...], name: str = "laws 2.0") -> Row:
    missing = find(TARGETS[language].commands)[1]
    if missing:
        pytest.skip(f"no {missing} found")
    return run_tests(emit([product(), halves(), root()], language, BuildContext(name, checks=checks)), language, 2)


@pytest.mark.parametrize("language", LANGUAGES)
def test_laws_across_functions(language: str) -> None:
    row = outcome(language, GOOD)
    assert row.ok, row.output
    assert row.checks == row.passed
    assert row.checks > len(GOOD) if language in OWN else row.checks == len(GOOD)
    assert row.error is not None
    assert row.error < (1e-11 if language in OWN else 1e-15)


def test_laws_read_as_julia() -> None:
    tree = emit([product(), halves(), root()], "julia", BuildContext("laws", checks=GOOD))
    assert run_julia(tree).printed[-1].startswith(f"{len(GOOD)} checks, {len(GOOD)} passed")


@pytest.mark.parametrize("language", MANY)
@pytest.mark.parametrize("name", ["numpy", "linkwright_math", "while", "7 axes", "t1", "Löwe", "...", "math"])
def test_any_robot_name_will_do(language: str, name: str) -> None:
    row = outcome(language, GOOD[:1], name)
    assert row.ok, row.output
    assert row.passed >= 1


@pytest.mark.parametrize("language", MANY)
@pytest.mark.parametrize("number", [4.5 + 1e-7, float("1e300"), 0.0, float("nan")])
def test_a_wrong_expectation_fails(language: str, number: float) -> None:
    wrong = law("wrong", [Term(1, ("made",)), Term(-1, ("y",))], (A, X, Value("y", (2,), (number, 6.0))))
    row = outcome(language, (*GOOD, wrong))
    assert not row.ok
    assert row.passed == row.checks - 1
    assert row.error is not None
    assert row.error > 1e-9
    assert "FAILED" in row.output


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_result_that_is_no_number_fails(language: str) -> None:
    given = (A, Value("x", (3,), (1e308, 1e308, 1e308)), Y)
    row = outcome(language, (law("overflow", [Term(1, ("made",)), Term(-1, ("y",))], given), *GOOD))
    assert not row.ok
    assert row.passed < row.checks if language in OWN else row.passed == row.checks - 1


def test_checks_of_functions_that_are_not_written_are_left_out() -> None:
    tree = emit([halves()], "numpy", BuildContext("r", checks=GOOD))
    assert "zero is compared" in tree["test_r.py"]
    assert "quadratic form" not in tree["test_r.py"]


@pytest.mark.parametrize(
    ("check", "complaint"),
    [
        (law("c", [Term(1, ("nothing",))]), "no value is called 'nothing'"),
        (law("c", [Term(1, ("A", "made"))]), "cannot be multiplied"),
        (law("c", [Term(1, ("made",)), Term(1, ("x",))]), "different sizes"),
        (law("c", [Term(1, ("made",))], (A, Value("x", (3,), (1.0,)))), "1 numbers for shape"),
        (
            law("c", [Term(1, ("made",))], (A, Value("x", (3,), (1.0, float("nan"), 0.0)))),
            "'x' has elements that are no",
        ),
        (Check("c", (A,), (Call("product", (("A", "A"),), ()),), (Term(1, ("A",)),)), "needs 'x'"),
        (Check("c", (A, X), (Call("product", (("A", "x"), ("x", "x")), ()),), (Term(1, ("A",)),)), "has 6 elements"),
        (
            Check("c", (A, X), (Call("product", (("A", "A"), ("x", "x"), ("z", "x")), ()),), (Term(1, ("A",)),)),
            "has no z",
        ),
    ],
)
def test_nonsense_is_refused_by_name(check: Check, complaint: str) -> None:
    with pytest.raises(EmitError, match=complaint):
        emit([product()], "c", BuildContext("r", checks=(check,)))
