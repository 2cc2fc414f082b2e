"""The expression language: exact where the text is exact, closed to everything else, clear about mistakes."""

from __future__ import annotations

import math
import time
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.readers.numeric import value
from tests.support.formula import MAX_DEPTH, parse
from tests.support.graph import Expr, symbol
from tests.support.package import ExpressionError, LinkwrightError


@pytest.mark.parametrize(
    ("text", "exact"),
    [
        ("0", 0), ("2", 2), ("1/2", Fraction(1, 2)), ("-3/4", Fraction(-3, 4)), ("2**10", 1024), ("2^-1", Fraction(1, 2)),
        ("-2**2", -4), ("2**3**2", 512), ("1 - 2 - 3", -4), ("12/4/3", 1), ("sin(pi/6)", Fraction(1, 2)), ("cos(pi)", -1),
        ("sqrt(9/4)", Fraction(3, 2)), ("250 mm", Fraction(1, 4)), ("(1/2) m", Fraction(1, 2)), ("3 kg", 3),
        ("2 kN*m", 2000), ("36 km/s^2", 36000), ("1 m + 20 cm", Fraction(6, 5)), ("min(3, 1, 2)", 1), ("abs(-7)", 7),
    ],
)  # fmt: skip
def test_exact_text_gives_exact_numbers(text: str, exact: Any) -> None:
    found = parse(text)
    assert found == exact
    assert not isinstance(found, float)


@pytest.mark.parametrize(
    ("text", "turns"),
    [("pi/2", 0.5), ("90 deg", 0.5), ("45°", 0.25), ("asin(1)", 0.5), ("acos(-1)", 1), ("atan(1)", 0.25)],
)
def test_angles_stay_exact(text: str, turns: float) -> None:
    """Exact: sine and cosine of their double come out as whole numbers where the true ones are."""
    found = parse(text)
    assert isinstance(found, Expr)
    assert value(found) == pytest.approx(turns * math.pi, rel=1e-15)
    assert parse(f"sin(2*({text}))") == round(math.sin(2 * turns * math.pi))


@pytest.mark.parametrize(
    ("text", "number"),
    [("0.1", 0.1), ("9.81 m/s^2", 9.81), ("1.5e-3", 0.0015), ("0.1*pi", 0.1 * math.pi), ("30.3 deg", math.radians(30.3)),
     (".3*sqrt(2)", 0.3 * math.sqrt(2)), ("1.7 rpm", 1.7 * math.pi / 30)],
)  # fmt: skip
def test_decimals_are_measured_numbers(text: str, number: float) -> None:
    found = parse(text)
    assert isinstance(found, float)
    assert found == pytest.approx(number, rel=1e-15)


def test_names_become_symbols_and_formulas() -> None:
    m, l = symbol("m1"), symbol("l2")
    assert parse("m1*l2**2") == m * (l * l)
    assert parse("2*l2 - l2 - l2") == 0


def test_known_names_only_when_asked() -> None:
    assert parse("L/2", names={"L": 3}) == Fraction(3, 2)
    with pytest.raises(ExpressionError, match="unknown name 'Lenght'") as caught:
        parse("Lenght/2", names={"Length": symbol("Length")})
    assert "did you mean 'Length'" in caught.value.hint


FUNCTIONS = (
    "sin(x) cos(x) tan(x) asin(x) acos(x) atan(x) exp(x) log(x) sqrt(x) abs(-x) sign(-x) atan2(x,2) hypot(x,3) max(x,2)"
)


@pytest.mark.parametrize("text", FUNCTIONS.split())
def test_functions_mean_what_python_means(text: str) -> None:
    allowed = {n: getattr(math, n) for n in dir(math)} | {"max": max, "abs": abs, "sign": lambda x: math.copysign(1, x)}
    assert value(parse(text), {"x": 0.37}) == pytest.approx(eval(text, allowed | {"x": 0.37}), rel=1e-14)


@st.composite
def formulas(draw: Any, depth: int = 3) -> str:
    if depth == 0:
        return draw(st.sampled_from(["x", "y", "2", "3", "0.7", "(x)"]))
    a, b = draw(formulas(depth=depth - 1)), draw(formulas(depth=depth - 1))
    form = draw(
        st.sampled_from(
            ["{}+{}", "{}-{}", "{}*{}", "{}/{}", "-{}", "({})", "({})-({})", "({})/({})", "{}**2", "+{}*{}"]
        )
    )
    return form.format(a, b)


@given(formulas())
def test_precedence_is_python_s(text: str) -> None:
    """Random formulas, against Python's own arithmetic."""
    try:
        expected = eval(text, {"x": 1.25, "y": -0.75})
    except ZeroDivisionError:
        return
    try:
        found = value(parse(text), {"x": 1.25, "y": -0.75})
    except ExpressionError:
        return  # a constant part divides by zero, which Python met only where it mattered
    assert found == pytest.approx(expected, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize(
    ("text", "what", "column"),
    [
        ("", "empty", None), ("sin(", "ends too early", 5), ("2*(3+x", "not closed", 3), ("3 x", "operator is missing", 3),
        ("x)", "unexpected ')'", 2), ("1,2", "unexpected ','", 2), ("sin x", "is a function", 1), ("foo(2)", "no function", 1),
        ("atan2(1)", "takes 2 arguments, not 1", 1), ("x = 1", "'=' is not understood", 3),
        ("${a}", "'$' is not understood", 1),
        ("1/0", "no finite real value", 2), ("sqrt(-1)", "no finite real value", 1), ("log(0)", "no finite", 1),
        ("(-8)**(1/3)", "no finite", 5), ("1e999", "too large", 1), ("nan", "not a finite number", 1), ("inf", "finite", 1),
        ("9**9**9", "exponent is too large", 2), ("((9**99)**99)", "no finite", 9), ("1/2 m", "a unit after '/'", 2),
        ("2 m^x", "whole exponent", 5), ("x..y", "'.' is not understood", 2), ("٣", "is not understood", 1),
        ("__import__('os').system('ls')", "is not understood", 12), ("a" * 50000, "an expression of 50000 characters", None),
    ],
)  # fmt: skip
def test_mistakes_are_named_with_their_place(text: str, what: str, column: int | None) -> None:
    with pytest.raises(ExpressionError) as caught:
        parse(text, where="arm.yaml:7")
    assert what in caught.value.what
    assert caught.value.where == "arm.yaml:7"
    assert caught.value.hint
    if column is not None:
        assert f"column {column} of" in caught.value.what


def test_a_misspelt_unit_is_told() -> None:
    with pytest.raises(ExpressionError) as caught:
        parse("1 kgg")
    assert "did you mean 'kg'?" in caught.value.hint


@pytest.mark.parametrize(
    "text", ["(" * 900, "-" * 1900, "2**" * 600 + "2", "sin(" * 400, "((((1+" * 300, "9**" + "9" * 1500, "1+" * 999]
)
def test_hostile_formulas_end_soon(text: str) -> None:
    start = time.process_time()
    with pytest.raises(LinkwrightError):
        parse(text)
    assert time.process_time() - start < 2  # no exponential or hanging case ends so soon


def test_long_but_flat_formulas_are_fine() -> None:
    assert parse("+".join(["x"] * 500)) == 500 * symbol("x")
    nested = MAX_DEPTH - 2
    assert parse("(" * nested + "x" + ")" * nested) == symbol("x")


def test_a_unit_that_is_also_a_parameter_is_not_guessed() -> None:
    with pytest.raises(ExpressionError, match="'m' is a unit and a parameter"):
        parse("2 m", names={"m": symbol("m")})
    assert parse("2 kg*m", names={"m": symbol("m")}) == 2 * symbol("m")


@pytest.mark.parametrize(
    ("text", "unit", "told"),
    [
        ("300 kg", "m", "the unit is that of kg, not m"),
        ("2 m * 3 kg / s^2", "kg", "the unit is that of kg m/s^2, not kg"),
        ("30 deg", "m", "the unit is that of an angle or a mere number, not m"),
        ("-(1 s + 2 ms)", "rad, m", "the unit is that of s, not rad or m"),
        ("5 rpm", "m/s", "the unit is that of 1/s, not m/s"),
        ("(1/2) m", "kg", "the unit is that of m, not kg"),
        ("2 kg + 3 m", "kg", "a sum of kg and m"),
        ("2 kg * (1 m - 30 deg)", "kg m", "a sum of m and an angle"),
        ("2 kg * 3 m", "1, rad/m", "the unit is that of kg m, not 1 or rad/m"),
        ("(2 kg) m^2 2", "", "an operator is missing"),
    ],
)
def test_a_unit_of_something_else_is_told(text: str, unit: str, told: str) -> None:
    with pytest.raises(ExpressionError) as error:
        parse(text, unit=unit)
    assert told in error.value.what


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("250 mm", "rad, m"), ("30 deg", "rad, m"), ("9.81 m/s^2", "m/s^2"), ("5 mm/rev", "m/rad"), ("3", "1, rad/m"),
        ("2 Nm/rad", "N m/rad, N/m"), ("2 J", "N m, N"), ("5 rpm", "rad/s, m/s"), ("2 N s^2", "kg m"), ("2*L", "kg"),
        ("2 kg * L", "kg m"), ("1 m + L", "m"), ("sqrt(4 m)", "kg"), ("300", "kg"),
        ("2 kg*0.1*0.1/12", "kg m^2"), ("200 W/30", "N m, N"), ("2 kg * 9.81", "N m, N"), ("0.3 m - 0.02", "m"),
        ("0.5*(0.1 m)^2 * 2 kg", "kg m^2"), ("9.81 m/s^2 * 2 s", "m/s"), ("0.1 Nm/(60 rpm)", "N m s/rad, N s/m"),
    ],
)  # fmt: skip
def test_a_unit_that_fits_or_is_open_is_taken(text: str, unit: str) -> None:
    parse(text, unit=unit)


def test_a_unit_behind_a_function_is_told_where_units_stand() -> None:
    with pytest.raises(ExpressionError) as error:
        parse("sqrt(2) m")
    assert error.value.hint == "a unit stands behind a number or a bracket: 2 m, (2*a) m"
    assert parse("(sqrt(4)) m", unit="m") == 2
