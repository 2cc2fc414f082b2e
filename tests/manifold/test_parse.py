"""The language: what it means, and that every mistake is named with its place."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.manifold.systems import System, cable, scalars
from tests.support.manifold import Term, Text, equal, lagrangian, parse
from tests.support.package import LinkwrightError

WORLD = System(
    "world",
    {"x": "R^3", "q": "S2", "R": "SO(3)", "s": "R", "y": "R^4"},
    scalars("m l g") | {"J": "symmetric", "K": "skew", "A": "matrix", "B": "matrix(3, 4)", "a": "vector", "u": "unit"},
    "m*dot(dx, dx)/2 + m*dot(dq, dq)/2 + dot(Omega, J*Omega)/2 + m*ds**2/2 + m*dot(dy, dy)/2",
    {},
)


SCOPE = WORLD.scope()


def read(text: str) -> Term:
    return parse(text, SCOPE)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2*3 - 4/2**2", "5"),
        ("-m**2", "-(m*m)"),
        ("m/l*g", "m*g/l"),
        ("2**-1*m", "0.5*m"),
        ("1e-3*m", "m/1000"),
        ("J*Omega", "J.T*Omega"),
        ("K.T*a", "-K*a"),
        ("R.T*R*a", "a"),
        ("hat(a)*x", "cross(a, x)"),
        ("dR*a", "R*cross(Omega, a)"),
        ("ddR*a", "R*(cross(dOmega, a) + cross(Omega, cross(Omega, a)))"),
        ("dq", "cross(omega, q)"),
        ("domega", "cross(q, ddq)"),
        ("ddt(R*a)", "dR*a"),
        ("ddt(dot(q, x))", "dot(dq, x) + dot(q, dx)"),
        ("ddt(R.T*x)", "R.T*dx - cross(Omega, R.T*x)"),
        ("delta(x - l*q)", "delta(x) - l*delta(q)"),
        ("delta(R*a)", "R*cross(eta, a)"),
        ("delta(q)", "cross(xi, q)"),
        ("Sum(i, 1, 3, i**2)*m", "14*m"),
        ("Sum(i, 1, 3, Sum(j, i, 3, i*j))", "25"),
        ("trace(outer(a, x))", "dot(a, x)"),
        ("norm(q)", "1"),
        ("norm(R*a)**2", "dot(a, a)"),
        ("sin(s)**2 + cos(s)**2", "1"),
        ("sin(2*s)", "2*sin(s)*cos(s)"),
        ("tan(-s)", "-sin(s)/cos(s)"),
        ("sqrt(m)**2", "m"),
        ("outer(a, x)*q", "dot(x, q)*a"),
        ("R*hat(a)*R.T*x", "cross(R*a, x)"),
        ("(A*J).T*a", "J*A.T*a"),
        ("+-+m", "-m"),
        ("B*y", "B*y"),
        ("cross(u, cross(u, a))", "u*dot(u, a) - a"),
    ],
)
def test_meaning(one: str, other: str) -> None:
    assert equal(read(one), read(other))


@pytest.mark.parametrize(
    ("text", "what", "column"),
    [
        ("dot(m, x)", "dot needs two vectors of one size, these are a scalar and a vector of R^3", 1),
        ("m*l + 2*x", "cannot add a scalar and a vector of R^3", 7),
        ("x + J", "cannot add a vector of R^3 and a 3x3 matrix", 5),
        ("x*q", "cannot multiply a vector of R^3 by a vector of R^3", 2),
        ("x*J", "cannot multiply a vector of R^3 by a 3x3 matrix", 2),
        ("J*y", "cannot multiply a 3x3 matrix by a vector of R^4", 2),
        ("cross(y, x)", "cross needs two vectors of R^3", 1),
        ("hat(m)", "hat needs a vector of R^3, this is a scalar", 1),
        ("m/x", "only a scalar has powers and divides", 2),
        ("m/(l - l)", "'/' has no finite real value here", 2),
        ("x**2", "only a scalar has powers", 2),
        ("x**l", "pow needs a scalar, this is a vector of R^3", 2),
        ("m**1000", "an exponent is too large", 2),
        ("sin(x)", "sin needs a scalar, this is a vector of R^3", 1),
        ("x.T", "only a matrix has a transpose", 2),
        ("norm(J)", "norm needs a vector", 1),
        ("m*lenght", "unknown name 'lenght'", 3),
        ("dm", "'m' is a constant: it has no velocity", 1),
        ("delta(m)", "'m' is a constant: it does not vary", 1),
        ("delta(dx)", "delta() is of positions", 1),
        ("dot", "'dot' is a function", 1),
        ("dot(x)", "dot takes 2 arguments, not 1", 1),
        ("foo(x)", "'foo' is no function", 1),
        ("x[1]", "'x' is one symbol, not a family", 1),
        ("m l", "an operator is missing before 'l'", 3),
        ("(m", "a bracket is not closed", 1),
        ("m *", "the expression ends too early", 4),
        ("x'", "is not understood", 2),
        ("m; l", "';' is not understood", 2),
        ("Sum(i, 1, 3)", "Sum takes 4 arguments, not 3", 1),
        ("Sum(m, 1, 3, m)", "the index 'm' is already the name", 5),
        ("Sum(i, 1, l, i)", "a whole number is needed here", 11),
        ("Sum(i, 1, 10**5, i)", "at most 1000", 1),
        ("1e999", "a number is too large", 1),
        ("ddt(ddq)", "differentiated once more", 1),
        ("", "an expression is empty", None),
        ("__import__('os')", "'", 12),
        ("().__class__", "'.' is not understood", 3),
        ("q.__class__", "'.' is not understood", 2),
    ],
)
def test_mistakes_have_a_place(text: str, what: str, column: int | None) -> None:
    with pytest.raises(LinkwrightError) as error:
        parse(Text(text, "world.yaml:7, lagrangian"), SCOPE)
    assert what in error.value.what
    assert error.value.where == "world.yaml:7, lagrangian"
    assert column is None or f"column {column} of '{text}'" in error.value.what


def test_place_in_a_text_of_several_lines() -> None:
    with pytest.raises(LinkwrightError) as error:
        parse(Text("m\n + bad\n", "f.yaml:3"), SCOPE)
    assert error.value.where == "f.yaml:3"
    assert error.value.what == "unknown name 'bad', line 2, column 4 of ' + bad'"


def test_near_names_are_offered() -> None:
    with pytest.raises(LinkwrightError) as error:
        read("dot(omgea, x)")
    assert "omega" in error.value.hint


@pytest.mark.parametrize(
    "text",
    [
        "(" * 5000 + "m" + ")" * 5000,
        "m" + ".T" * 9000,
        "-" * 15000 + "m",
        "2**" * 5000 + "2",
        "m" * 30000,
        "Sum(i,1,900,Sum(j,1,900,Sum(k,1,900,i*j*k*m)))",
        "+".join(["dot(x,x)"] * 2000),
        "*".join(["(m+l+g+s)"] * 500),
        "norm(" * 4000 + "x" + ")" * 4000,
        "9" * 15000,
    ],
)
def test_hostile_formulas_end(text: str) -> None:
    """With a term or an error of ours: neither recursion nor memory nor patience is exhausted."""
    with contextlib.suppress(LinkwrightError):
        assert isinstance(read(text), Term)


@settings(deadline=None, max_examples=300)
@given(st.text(alphabet="mlxqRJ()[]*/+-., 123dotSum_cross'", max_size=40))
def test_any_text_is_a_term_or_an_error_of_ours(text: str) -> None:
    try:
        found = read(text)
    except LinkwrightError as error:
        found = error.what
    assert found


def test_families_by_index_and_by_name() -> None:
    s = cable(3)
    assert s.term("m[2]*q[2]") is s.term("m2*q2")
    assert s.term("omega_q[3]") is s.term("omega[3]")
    for text, what in [
        ("q[4]", "the index goes from 1 to 3"),
        ("q", "is a family of 3"),
        ("Sum(i, 2, 4, l[i])", "from 1 to 3"),
    ]:
        with pytest.raises(LinkwrightError) as error:
            s.term(text)
        assert what in error.value.what


def test_sums_of_no_terms_have_a_type() -> None:
    s = cable(1)
    assert s.term("Sum(i, 1, n - 1, dot(q[i], q[i+1]))").is_zero
    assert s.term("x + Sum(i, 1, n - 1, q[i+1])") is s.term("x")


def make(**changes: Any) -> Any:
    given: dict[str, Any] = {
        "manifold": {"q": "S2"},
        "lagrangian": "m*dot(dq, dq)/2",
        "constants": {"m": "scalar"},
    } | changes
    return lagrangian("test", **given)


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"lagrangian": "m*dot(dp, dp)/2"}, "unknown name 'dp'"),
        ({"lagrangian": "m*dq"}, "the Lagrangian must be a scalar: this is a vector of R^3"),
        ({"lagrangian": "m*dot(ddq, q)"}, "contains an acceleration"),
        ({"lagrangian": "m*dot(xi, q)"}, "contains a variation"),
        ({"work": "dot(q, q)*m"}, "this does no work"),
        ({"work": "dot(delta(q), tau) + dot(xi_p, tau)"}, "unknown name 'xi_p'"),
        ({"work": "dot(delta(q), tau) + dot(force, 2*tau)"}, "this does no work"),
        ({"work": "dot(delta(m), tau)"}, "it does not vary"),
        ({"work": "dot(delta(q), delta(q))"}, "this does no work"),
        ({"work": "cross(delta(q), tau)"}, "work must be a scalar"),
        ({"work": "dot(delta(q), tau)", "inputs": {"t": "vector"}}, "unknown name 'tau'"),
        ({"dissipation": "m"}, "contains no velocity"),
        ({"constraints": ["dot(dq, dq) - 1"]}, "linear in the velocities"),
        ({"constraints": ["m"]}, "contains no variable"),
        ({"manifold": {"q": "S3"}}, "'S3' is no manifold"),
        ({"manifold": {"q": "S2[n]"}}, "the number 'n' is not given"),
        ({"manifold": {"q": "S2[n]"}, "sizes": {"n": "3"}}, "n = '3' is no whole number"),
        ({"manifold": {"q": "S2[n]"}, "sizes": {"n": 0}}, "from 1 to 1000 is possible"),
        ({"constants": {"m": "scalar", "e3": [True, 0, 0]}}, "'True' is no number"),
        ({"manifold": {}}, "no variable is declared"),
        ({"manifold": {"q": "S2", "dq": "R"}}, "'dq' is a variable of R and derived from 'q'"),
        ({"constants": {"m": "scaler"}}, "'scaler' is neither a number nor a type of a constant"),
        ({"constants": {"m": "scalar", "q": "vector"}}, "'q' is a constant and a variable of S2"),
        ({"constants": {"m": [1, 2, 3]}}, "the Lagrangian must be a scalar"),
        ({"constants": {"m": "scalar", "u": {"type": "unit", "value": [1, 1, 0]}}}, "its length is 1.41421"),
        ({"constants": {"m": "scalar", "J": {"type": "symmetric", "value": [[1, 2], [3, 4]]}}}, "2x2"),
        ({"constants": {"m": "scalar", "v": {"type": "vector", "value": [1, "x", 0]}}}, "'v': unknown name 'x'"),
        ({"constants": {"m": "scalar", "2a": "scalar"}}, "'2a' is no name"),
        ({"constants": {"m": "scalar", "dot": "scalar"}}, "taken by the language"),
    ],
)
def test_descriptions_that_make_no_sense(changes: dict[str, Any], what: str) -> None:
    with pytest.raises(LinkwrightError) as error:
        make(**changes)
    assert what in str(error.value)


def test_all_errors_at_once() -> None:
    with pytest.raises(LinkwrightError) as error:
        make(lagrangian="m*dot(dp, dp)", work="dot(delta(m), tau)", dissipation="zeta*m")
    assert str(error.value).count("LW300") == 3


def test_conclusions_are_noted() -> None:
    made = make(work="dot(delta(q), tau)", constants={"m": 2, "k": "scalar"}, manifold={"q": "S2", "x": "R"})
    notes = "\n".join(made.notes)
    assert "'tau' in the work is an input: a vector of R^3" in notes
    assert "the constant 'k' is not used" in notes
    assert "no velocity of 'x'" in notes


def test_values_keep_their_exactness() -> None:
    made = make(
        constants={
            "m": "1/3",
            "J": {"type": "symmetric", "value": [1, 2, "0.1"]},
            "l": {"type": "scalar[3]", "value": 2},
        }
    )
    assert made.values["m"][0] * 3 == 1
    assert made.values["J"][8] * 10 == 1
    assert made.values["l3"] == (2,)
    assert [c.kind for c in made.constants if c.name == "J"] == ["symmetric"]


def test_axes_are_known_and_may_be_others() -> None:
    made = make(lagrangian="m*dot(dq, dq)/2 - m*dot(q, e3)")
    assert made.values["e3"] == (0, 0, 1)
    other = make(lagrangian="m*dot(dq, dq)/2 - m*dot(q, e3)", constants={"m": 1, "e3": [0, 0, -1]})
    assert other.values["e3"] == (0, 0, -1)
    assert [c.kind for c in other.constants if c.name == "e3"] == ["general"]


def test_hints_name_the_variations_that_exist() -> None:
    with pytest.raises(LinkwrightError, match=r"there are: .*xi_q"):
        make(work="dot(eta1, M)")


def test_a_bound_that_is_too_large_is_told_as_such() -> None:
    with pytest.raises(LinkwrightError, match=r"1e[+]09 is too large here"):
        make(lagrangian="Sum(i, 1, 1000000000, m)*dot(dq, dq)")
