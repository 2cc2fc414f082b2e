"""Formulas mean the same in a robot's file and in a Lagrangian's, and what is wrong with them is told in the same words.

Both kinds of file are written and read; numbers are compared with Python's own mathematics.
"""

from __future__ import annotations

import math
import re
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

import linkwright as lw
from tests.support.formula import FUNCTIONS as FUNCTIONS_OF_FILES
from tests.support.formula import MAX_LENGTH, UNITS

M, L = 1.5, 0.5
GIVEN = f"{{m: {M}, l: {L}}}"
Meaning = Callable[[float, float], float]


def quoted(formula: str) -> str:
    """As YAML writes any text."""
    return '"' + "".join(c if c.isprintable() and c not in '"\\' else f"\\U{ord(c):08x}" for c in formula) + '"'


def robot_file(folder: Path, formula: str, parameters: str = GIVEN) -> Path:
    file = folder / "robot.yaml"
    file.write_text(
        f"linkwright: 1\nname: a\nparameters: {parameters}\njoints:\n  j: {{type: revolute, child: b, axis: [0, 0, 1]}}\n"
        f"bodies:\n  b:\n    com: [1, 0, 0]\n    mass: {quoted(formula)}\n",
        encoding="utf-8",
    )
    return file


def lagrangian_file(folder: Path, formula: str) -> Path:
    file = folder / "lagrangian.yaml"
    text = f"name: a\nmanifold: {{x: R}}\nconstants: {GIVEN}\nlagrangian: {quoted(formula)}\n"
    file.write_text(text, encoding="utf-8")
    return file


def of_robot(folder: Path, formula: str) -> float:
    """By way of a parameter, which may have any unit."""
    file = robot_file(folder, "p", f"{GIVEN[:-1]}, p: {quoted(formula)}}}")
    return float(lw.derive(lw.load(file), "mass_matrix")(q=[0.3])[0, 0])


def of_lagrangian(folder: Path, formula: str) -> float:
    made = lw.load(lagrangian_file(folder, f"({formula})*dx^2/2"))
    return float(lw.derive(made, "mass_matrix")(q=[0.3])[0, 0])


FORMULAS: dict[str, Meaning] = {
    "m*l^2": lambda m, l: m * l**2,
    "2 kg": lambda m, l: 2,
    "30 deg": lambda m, l: math.radians(30),
    "pi*m": lambda m, l: math.pi * m,
    "atan2(m, l)": math.atan2,
    "min(m, l)": min,
    "abs(l - m)": lambda m, l: abs(l - m),
    "hypot(m, l)": math.hypot,
    "m·l": lambda m, l: m * l,
    "sinh(m)": lambda m, l: math.sinh(m),
    "hypot(m, l)*min(m, 2 kg)": lambda m, l: math.hypot(m, l) * min(m, 2),
}
MORE: dict[str, Meaning] = {
    "m**l": lambda m, l: m**l,
    "m**0.123456": lambda m, l: m**0.123456,
    "m**-1^2": lambda m, l: 1 / m,
    "-l**2 + 2*m - -l": lambda m, l: -(l**2) + 2 * m + l,
    "m/l/2*m": lambda m, l: m / l / 2 * m,
    "2^3^2 - m": lambda m, l: 512 - m,
    "max(l, m, 1, 2 g)": lambda m, l: max(l, m, 1, 0.002),
    "1 - sign(-l)": lambda m, l: 2,
    "cosh(l) + tanh(l)": lambda m, l: math.cosh(l) + math.tanh(l),
    "sqrt(m)*exp(l)": lambda m, l: math.sqrt(m) * math.exp(l),
    "log(m)+asin(l)+acos(l)+atan(l)": lambda m, l: math.log(m) + math.asin(l) + math.acos(l) + math.atan(l),
    "sin(30 deg)*cos(π/5)*tan(l)": lambda m, l: 0.5 * math.cos(math.pi / 5) * math.tan(l),
    "(1/3) t + 250 g − 1 g": lambda m, l: 1000 / 3 + 0.25 - 0.001,
    "20 N*cm/rev^2": lambda m, l: 20 * 0.01 / (2 * math.pi) ** 2,
    "3 rpm*m": lambda m, l: 3 * math.pi / 30 * m,
    "1.5e-3 km × l": lambda m, l: 1.5 * l,
    "45°*m": lambda m, l: math.pi / 4 * m,
    "min(1e10, 1e-10)*m": lambda m, l: 1e-10 * m,
}


@pytest.mark.parametrize("formula", [*FORMULAS, *MORE])
def test_a_formula_means_the_same_in_both_kinds_of_file(tmp_path: Path, formula: str) -> None:
    expected = (FORMULAS | MORE)[formula](M, L)
    assert of_robot(tmp_path, formula) == pytest.approx(expected, rel=1e-14)
    assert of_lagrangian(tmp_path, formula) == pytest.approx(expected, rel=1e-14)


def test_values_of_parameters_and_constants_are_the_same_formulas(tmp_path: Path) -> None:
    for formula, meaning in FORMULAS.items():
        if not re.search(r"\b[ml]\b", formula):
            robot = lw.load(
                {"linkwright": 1, "name": "a", "parameters": {"p": formula}, "bodies": {"b": {"mass": "p"}}}
            )
            made = lw.load({"manifold": {"x": "R"}, "constants": {"p": formula}, "lagrangian": "p*dx^2/2"})
            assert float(robot.parameters["p"].value) == pytest.approx(meaning(M, L), rel=1e-15)
            assert float(made.values["p"][0]) == pytest.approx(meaning(M, L), rel=1e-15)


WRONG = {
    "m*lenght": "unknown name 'lenght', column 3",
    "sine(m)": "'sine' is no function, column 1",
    "sin m": "'sin' is a function, column 1",
    "atan2(m)": "atan2 takes 2 arguments, not 1, column 1",
    "2 m": "'m' is a unit and a parameter, column 3",
    "2 kgg": "an operator is missing before 'kgg', column 3",
    "1/2 kg": "a unit after '/', column 2",
    "2 kg^x": "a unit needs a whole exponent, column 6",
    "(m": "a bracket is not closed, column 1",
    "m)": "unexpected ')', column 2",
    "m *": "the expression ends too early, column 4",
    "": "an expression is empty",
    "m/(l - l)": "'/' has no finite real value here, column 2",
    "1/0": "'/' has no finite real value here, column 2",
    "sqrt(-1)*m": "'sqrt' has no finite real value here, column 1",
    "log(0)": "'log' has no finite real value here, column 1",
    "inf": "'inf' is not a finite number, column 1",
    "m = 1": "'=' is not understood, column 3",
    "2024-01-02": "'2024-01-02' is a date, not a number",
    "m.real": "'.' is not understood, column 2",
    "m.__class__.__mro__": "'.' is not understood, column 2",
    "__import__('os').system('ls')": "''' is not understood, column 12",
    "__class__": "unknown name '__class__', column 1",
    "m\0l": "'\\x00' is not understood, column 2",
    "m\u202el": "'\\u202e' is not understood, column 2",
    "٣*m": "'٣' is not understood, column 1",
    "\U0001d426*l": "'\U0001d426' is no name, column 1",
    "\uff4d*l": "'\uff4d' is no name, column 1",
    "\u043c*l": "unknown name '\u043c', column 1",
    "l²": "'²' is not understood, column 2",
    "m[1": "the index of 'm' is not closed, column 2",
    "9**9**9": "an exponent is too large, column 2",
    "m**1e300": "an exponent is too large, column 2",
    "(((9**99)**99)**99)": "'**' has no finite real value here, column 10",
    "1e999": "a number is too large, column 1",
    "1e-999999999*m": "a number is too small, column 1",
    "9" * 15_000: "a number is too large, column 1",
    "0." + "1" * 15_000: "a number is too large, column 1",
    "1 " + "*".join(["km^9"] * 3000): "a unit is too large",
    "(" * 9000 + "m" + ")" * 9000: "too deeply nested",
    "2**" * 6000 + "2": "too deeply nested",
    "sin(" * 3900 + "m" + ")" * 3900: "too deeply nested",
    "m*(l+" * 3000 + "m" + ")" * 3000: "too deeply nested",
    "-" * 19_000: "the expression ends too early",
    "m" * 30_000: "an expression of 30000 characters",
    "m" * 19_000: "unknown name 'mmm",
}


def told(load: Callable[[], object]) -> tuple[str, str]:
    """What is wrong, without the place, and the hint; in bounded time and memory."""
    start = time.process_time()
    tracemalloc.start()
    try:
        with pytest.raises(lw.LinkwrightError) as caught:
            load()
        assert tracemalloc.get_traced_memory()[1] < 50e6
    finally:
        tracemalloc.stop()
    assert time.process_time() - start < 5  # what hangs or grows takes for ever
    return str(caught.value), caught.value.hint


@pytest.mark.parametrize(("formula", "what"), WRONG.items(), ids=[f.encode("unicode_escape")[:24] for f in WRONG])
def test_a_mistake_is_told_in_the_same_words(tmp_path: Path, formula: str, what: str) -> None:
    parts = {"joints": {"j": {"type": "revolute", "child": "b"}}, "bodies": {"b": {"mass": formula}}}
    long = {"linkwright": 1, "name": "a", "parameters": {"m": M, "l": L}, **parts}  # a line of YAML ends sooner
    robot, hint = told(lambda: lw.load(robot_file(tmp_path, formula) if len(formula) < 1000 else long))
    assert f"  mass of body 'b': {what}" in robot
    data = {"manifold": {"x": "R"}, "constants": {"m": M, "l": L}, "lagrangian": formula}
    lagrangian, other = told(lambda: lw.load(data))
    assert what in lagrangian
    assert hint
    assert other
    if "known" not in other:  # names that a Lagrangian has are told besides
        assert hint == other


def test_places_in_the_file_of_a_lagrangian(tmp_path: Path) -> None:
    told_of, _ = told(lambda: lw.load(lagrangian_file(tmp_path, "m*lenght")))
    assert "lagrangian.yaml:4:16  unknown name 'lenght'" in told_of


@pytest.mark.parametrize("formula", ["(l+m*-(", "sin(l-m/-(", "(l+m*(", "2**-abs("])
def test_what_is_deep_but_allowed_has_a_value(tmp_path: Path, formula: str) -> None:
    """The deepest formula that is read is no stack overflow, in neither reader."""
    closing = formula.count("(")
    texts = [f"1 + abs({formula * levels}1{')' * closing * levels})" for levels in range(60, 18, -1)]
    text = next(text for text in texts if is_read(tmp_path, text))
    assert of_lagrangian(tmp_path, text) == pytest.approx(of_robot(tmp_path, text), rel=1e-6)


def is_read(folder: Path, formula: str) -> bool:
    try:
        return bool(lw.load(robot_file(folder, f"({formula})*1^2/2")))
    except lw.LinkwrightError as error:
        if "too deeply nested" not in str(error):
            raise
        return False


def test_robots_have_no_vectors() -> None:
    for formula in ("dot(m, m)", "m.T", "m[1]"):
        data = {"linkwright": 1, "name": "a", "parameters": {"m": 1}, "bodies": {"b": {"mass": formula}}}
        with pytest.raises(lw.LinkwrightError, match="for the formulas of Lagrangians"):
            lw.load(data)


@pytest.mark.parametrize("name", ["pi", "atan2", "sinh", "min"])
def test_words_of_the_language_are_no_names(name: str) -> None:
    with pytest.raises(lw.LinkwrightError, match=f"'{name}'"):
        lw.load({"linkwright": 1, "name": "a", "parameters": {name: 3}, "bodies": {"b": {"mass": 1}}})
    with pytest.raises(lw.LinkwrightError, match=f"'{name}' is taken by the language"):
        lw.load({"manifold": {"x": "R"}, "constants": {name: 3}, "lagrangian": "dx^2/2"})


def test_formulas_of_parameters_are_abbreviations_in_both(tmp_path: Path) -> None:
    given = {"m": M, "l": L, "J": "m*l^2/12 + 1 g*cm^2"}
    expected = M * L**2 / 12 + 1e-7
    parts = {"joints": {"j": {"type": "revolute", "child": "b"}}, "bodies": {"b": {"mass": 1, "inertia": [1, 1, "J"]}}}
    robot = lw.load({"linkwright": 1, "name": "a", "parameters": given, **parts})
    made = lw.load({"manifold": {"x": "R"}, "constants": given, "lagrangian": "J*dx^2/2"})
    assert lw.derive(robot, "mass_matrix")(q=[0])[0, 0] == pytest.approx(expected, rel=1e-14)
    assert lw.derive(made, "mass_matrix")(q=[0])[0, 0] == pytest.approx(expected, rel=1e-14)
    assert [c.name for c in made.constants] == ["m", "l"] == list(robot.parameters)
    with pytest.raises(lw.LinkwrightError, match="'k' depends on a variable"):
        lw.load({"manifold": {"x": "R"}, "constants": {"k": "2*x"}, "lagrangian": "k*dx^2/2"})
    with pytest.raises(lw.LinkwrightError, match="'k': unknown name 'lenght'"):
        lw.load({"manifold": {"x": "R"}, "constants": {"k": "2*lenght"}, "lagrangian": "k*dx^2/2"})


@pytest.mark.parametrize(
    "potential",
    ["abs(x - 1)", "min(x, 2*y)", "max(x^2, y)", "atan2(x, y)", "hypot(x, y)", "m**y", "x**2*sign(x)", "sinh(x)*tanh(y)",
     "min(abs(x), hypot(y, 30 deg))"],
)  # fmt: skip
def test_what_is_new_in_lagrangians_is_differentiated(potential: str) -> None:
    """Accelerations are minus the slope of the potential, by differences of Python's own functions."""
    made = lw.load(
        {"manifold": {"x": "R", "y": "R"}, "constants": {"m": M}, "lagrangian": f"dx^2/2 + dy^2/2 - ({potential})"}
    )
    plain = potential.replace("^", "**").replace("30 deg", "radians(30)")
    allowed = {n: getattr(math, n) for n in dir(math)} | {"min": min, "max": max, "abs": abs, "m": M}
    allowed |= {"sign": lambda x: math.copysign(1, x)}
    place, h = {"x": 0.7, "y": 0.4}, 1e-6
    for k, name in enumerate(place):
        up, down = (eval(plain, allowed | place | {name: place[name] + s}) for s in (h, -h))
        a = lw.derive(made, "accelerations")(q=list(place.values()), v=[0.3, -0.2])
        assert a[k] == pytest.approx(-(up - down) / (2 * h), abs=1e-8)
    assert lw.verify(made).ok


def test_the_page_has_the_same_words() -> None:
    """The studio's page shows values at once, in a language of its own: its tables are these."""
    page = (Path(__file__).parents[2] / "studio/src/document/formula.ts").read_text(encoding="utf-8")
    units, functions = (
        re.search(r"const UNITS.*?{(.*?)};", page, re.S),
        re.search(r"const FUNCTIONS.*?{(.*?)};", page, re.S),
    )
    assert units
    assert functions
    assert re.findall(r"(\w+):", units[1]) == list(UNITS)
    assert sorted(re.findall(r"(\w+):", functions[1])) == sorted(FUNCTIONS_OF_FILES)
    assert re.search(rf"length > {MAX_LENGTH}\b", page)
